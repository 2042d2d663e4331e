package cli

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/grid/flows"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/problems"
)

var update = flag.Bool("update", false, "write docs/reference/options.md")

// TestOptionsPage holds that docs/reference/options.md is what the tables say.
func TestOptionsPage(t *testing.T) {
	const path = "../../docs/reference/options.md"
	if *update {
		if err := os.WriteFile(path, []byte(page()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	there, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, got := strings.Split(page(), "\n"), strings.Split(string(there), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("%s differs from the tables in line %d; write it with "+
				"go test ./internal/cli -run TestOptionsPage -update", path, i+1)
		}
	}
}

// page is the options of a run and of the problems.
func page() string {
	var b strings.Builder
	b.WriteString("# Options of a run\n\n" +
		"Options of the command line. In a case file those of the physics are keys of " +
		"`[physics]`, and the\n" +
		"others keys of `[run]`. `gpusph help COMMAND` lists the options of other commands. " +
		"This page is\n" +
		"written by `go test ./internal/cli -run TestOptionsPage -update`.\n")
	for _, g := range (&Config{}).common() {
		section(&b, g.Title, rows(g.Options))
	}
	usual := usualDefaults()
	var every []row
	for _, r := range rows(problems.All[0]().Options()) {
		if normal, ok := usual[r.but()]; ok {
			r[1] = normal
			every = append(every, r)
		}
	}
	section(&b, "Every problem", every)
	for _, create := range problems.All {
		var own []row
		var others []string
		for _, r := range rows(create().Options()) {
			if normal, ok := usual[r.but()]; !ok {
				own = append(own, r)
			} else if normal != r[1] {
				others = append(others, r[0]+" "+cmp.Or(r[1], "off"))
			}
		}
		if len(own)+len(others) > 0 {
			section(&b, create().Name(), own)
		}
		if len(others) > 0 {
			fmt.Fprintf(&b, "\n%s\n", text.Wrap("Other defaults: "+strings.Join(others, ", ")+".", 100))
		}
	}
	grid, own := GridOptions()
	section(&b, "Every flow on a grid", rows(grid))
	for _, name := range flows.Names() {
		section(&b, name, rows(own[name]))
	}
	return b.String()
}

// usualDefaults has the most frequent default of each option that all problems have.
func usualDefaults() map[string]string {
	counts := map[string]map[string]int{}
	for _, create := range problems.All {
		for _, r := range rows(create().Options()) {
			if counts[r.but()] == nil {
				counts[r.but()] = map[string]int{}
			}
			counts[r.but()][r[1]]++
		}
	}
	usual := map[string]string{}
	for option, defaults := range counts {
		all, most := 0, ""
		for _, normal := range slices.Sorted(maps.Keys(defaults)) {
			all += defaults[normal]
			if defaults[normal] > defaults[most] {
				most = normal
			}
		}
		if all == len(problems.All) {
			usual[option] = most
		}
	}
	return usual
}

// A row is a line of the page: name, default, range, unit, and what the option does.
type row [5]string

// but is a row without the default.
func (r row) but() string { return r[0] + r[2] + r[3] + r[4] }

func section(b *strings.Builder, title string, rows []row) {
	fmt.Fprintf(b, "\n## %s\n", title)
	for i, r := range rows {
		if i == 0 {
			b.WriteString("\n| option | default | range, unit | what |\n|---|---|---|---|\n")
		}
		span := strings.TrimPrefix(r[2]+", "+r[3], ", ")
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", r[0], r[1], strings.TrimSuffix(span, ", "), r[4])
	}
}

var (
	unit    = regexp.MustCompile(` \[([^]]*)\]`)
	without = regexp.MustCompile(` \(default [^)]*\)`)
)

// rows are lines of the page.
func rows(all option.Table) []row {
	var lines []row
	for _, o := range all {
		name, in, values := "`--"+o.Name+"`", "", strings.Join(o.Words, ", ")
		if o.Shorthand != "" {
			name += ", `-" + o.Shorthand + "`"
		}
		what := without.ReplaceAllString(strings.ReplaceAll(o.Usage, "`", ""), "")
		if words := text.Or(o.Words); words != "" { // which have a column
			what = strings.Replace(strings.Replace(what, ": "+words, "", 1), words+": ", "", 1)
		}
		if found := unit.FindStringSubmatch(what); found != nil {
			in, what = found[1], strings.Replace(what, found[0], "", 1)
		}
		if o.Least != o.Most {
			values = o.Range()
		}
		if o.Zero {
			values = "0, or " + values
		}
		for _, p := range o.Not {
			what += "; not with `--" + p.Other + "`"
		}
		normal := o.Taken()
		if normal == "0" && o.Least > 0 && !o.Zero || normal == "false" {
			normal = ""
		}
		lines = append(lines, row{name, normal, values, in, what})
	}
	return lines
}
