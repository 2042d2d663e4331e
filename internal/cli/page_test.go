package cli

import (
	"flag"
	"fmt"
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
	having := map[string][]string{} // by row: the problems that have it
	for _, create := range problems.All {
		for _, row := range rows(create().Options()) {
			having[row] = append(having[row], create().Name())
		}
	}
	everyone := func(row string) bool { return len(having[row]) == len(problems.All) }
	section(&b, "Every problem", slices.DeleteFunc(rows(problems.All[0]().Options()),
		func(row string) bool { return !everyone(row) }))
	for _, create := range problems.All {
		section(&b, create().Name(), slices.DeleteFunc(rows(create().Options()), everyone))
	}
	grid, own := GridOptions()
	section(&b, "Every flow on a grid", rows(grid))
	for _, name := range flows.Names() {
		section(&b, name, rows(own[name]))
	}
	return b.String()
}

func section(b *strings.Builder, title string, rows []string) {
	fmt.Fprintf(b, "\n## %s\n\n| option | default | range | unit | what |\n|---|---|---|---|---|\n%s",
		title, strings.Join(rows, ""))
}

var (
	unit    = regexp.MustCompile(` \[([^]]*)\]`)
	without = regexp.MustCompile(` \(default [^)]*\)`)
)

// rows are lines of the page.
func rows(all option.Table) []string {
	var lines []string
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
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s |\n", name, normal, values, in, what))
	}
	return lines
}
