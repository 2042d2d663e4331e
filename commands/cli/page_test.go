package cli

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpusph/grid/flows"
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
				"go test ./commands/cli -run TestOptionsPage -update", path, i+1)
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
		"Where a\n" +
		"problem's default or range differs, its section has it. This page is written by\n" +
		"`go test ./commands/cli -run TestOptionsPage -update`.\n")
	for _, g := range (&Config{}).common() {
		section(&b, g.Title, rows(g.Options))
	}
	usual := usualRows()
	var every, several []row
	listed := map[string]bool{}
	for _, create := range problems.All {
		for _, r := range rows(create().Options()) {
			common, ok := usual[r.option()]
			switch {
			case !ok || listed[r.option()]:
			case common.problems == len(problems.All):
				every = append(every, common.row)
			default:
				several = append(several, common.row)
			}
			listed[r.option()] = true
		}
	}
	section(&b, "Every problem", every)
	section(&b, "Several problems", several)
	for _, create := range problems.All {
		var own []row
		var others []string
		for _, r := range rows(create().Options()) {
			common, ok := usual[r.option()]
			other := r[0] + " " + cmp.Or(r[1], "off")
			switch {
			case !ok:
				own = append(own, r)
			case common.row[2] != r[2]:
				others = append(others, other+" ("+r[2]+")")
			case common.row[1] != r[1] || common.problems < len(problems.All):
				others = append(others, other)
			}
		}
		section(&b, create().Name(), own)
		if len(others) > 0 {
			fmt.Fprintf(&b, "\n%s\n", text.Wrap("With "+strings.Join(others, ", ")+".", 100))
		}
	}
	grid, own := GridOptions()
	section(&b, "Every flow on a grid", rows(grid))
	for _, name := range flows.Names() {
		section(&b, name, rows(own[name]))
	}
	return b.String()
}

// A usualRow has the most frequent default and range of an option, and how many problems have it.
type usualRow struct {
	row
	problems int
}

// usualRows are those of options that at least five problems have.
func usualRows() map[string]usualRow {
	counts := map[row]int{}
	having := map[string][]row{}
	for _, create := range problems.All {
		for _, r := range rows(create().Options()) {
			counts[r]++
			having[r.option()] = append(having[r.option()], r)
		}
	}
	usual := map[string]usualRow{}
	for option, all := range having {
		if len(all) >= 5 {
			usual[option] = usualRow{slices.MaxFunc(all, func(a, b row) int {
				return cmp.Compare(counts[a], counts[b])
			}), len(all)}
		}
	}
	return usual
}

// A row is a line of the page: name, default, range, unit, and what the option does.
type row [5]string

// option is a row without default and range.
func (r row) option() string { return r[0] + r[3] + r[4] }

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
