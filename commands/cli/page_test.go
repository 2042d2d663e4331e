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
	b.WriteString("# Options of a run\n\n")
	b.WriteString(text.Wrap("In a case file options of the physics are keys of `[physics]`, the "+
		"others keys of `[run]`. `gpusph help NAME` lists the options of a command or a problem. In "+
		"brackets are default, range and unit. This page is written by `go test ./commands/cli -run "+
		"TestOptionsPage -update`.", 100) + "\n")
	for _, g := range (&Config{}).common() {
		section(&b, g.Title, rows(g.Options))
	}
	usual := usualRows()
	var every []row
	var some, others shared
	for _, create := range problems.All {
		name := create().Name()
		for _, r := range rows(create().Options()) {
			common, ok := usual[r.option()]
			if !ok {
				some.add(name, r)
				continue
			}
			if common.problems < len(problems.All) {
				some.add(name, common.row)
			} else if !slices.Contains(every, common.row) {
				every = append(every, common.row)
			}
			other := row{r[0] + " " + cmp.Or(r[1], "off")}
			if common.row[2] != r[2] {
				other[0] += " (" + r[2] + ")"
			}
			if common.row[1] != r[1] || common.row[2] != r[2] {
				others.add(name, other)
			}
		}
	}
	section(&b, "Every problem", every)
	b.WriteString("\nOther defaults and ranges:\n\n")
	for _, o := range others.joined() {
		b.WriteString(item("- " + strings.Join(o.names, ", ") + ": " + o.row[0]))
	}
	some.section(&b, "Some problems")
	grid, own := GridOptions()
	section(&b, "Every flow on a grid", rows(grid))
	some = nil
	for _, name := range flows.Names() {
		for _, r := range rows(own[name]) {
			some.add(name, r)
		}
	}
	some.section(&b, "Some flows on grids")
	return b.String()
}

// shared are rows with the problems that have each.
type shared []sharedRow

type sharedRow struct {
	row
	names []string
}

func (o *shared) add(problem string, r row) {
	i := slices.IndexFunc(*o, func(other sharedRow) bool { return other.row == r })
	if i < 0 {
		i = len(*o)
		*o = append(*o, sharedRow{row: r})
	}
	(*o)[i].names = append((*o)[i].names, problem)
}

// joined has the rows of the same problems in one.
func (o shared) joined() (all shared) {
	for _, r := range o {
		i := slices.IndexFunc(all, func(other sharedRow) bool {
			return slices.Equal(other.names, r.names)
		})
		if i < 0 {
			all = append(all, r)
		} else {
			all[i].row[0] += ", " + r.row[0]
		}
	}
	return all
}

// section is a list of the rows with their problems.
func (s shared) section(b *strings.Builder, title string) {
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for _, r := range s {
		r.row[4] += ". " + strings.Join(r.names, ", ")
		b.WriteString(r.row.item())
	}
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
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for _, r := range rows {
		b.WriteString(r.item())
	}
}

// item is a row of a list.
func (r row) item() string {
	facts := slices.DeleteFunc([]string{r[1], r[2], r[3]}, func(s string) bool { return s == "" })
	line := "- " + r[0]
	if len(facts) > 0 {
		line += " (" + strings.Join(facts, "; ") + ")"
	}
	return item(line + ": " + r[4])
}

// item is a line of a list, in at most 100 columns.
func item(line string) string {
	return strings.ReplaceAll(text.Wrap(line, 98), "\n", "\n  ") + "\n"
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
			values = strings.TrimPrefix(o.Range(), "from ")
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
