package casefile_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

var update = flag.Bool("update", false, "write the tables of docs/reference/cases.md")

// TestCasesPage holds that the tables of docs/reference/cases.md are what the types say.
func TestCasesPage(t *testing.T) {
	const path, begin, end = "../../docs/reference/cases.md", "<!-- The keys, by go test ./internal/casefile -run TestCasesPage -update -->\n", "<!-- The end of the keys -->\n"
	there, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(there), begin)
	got, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("docs/reference/cases.md lacks %q or %q", begin, end)
	}
	if got == page() {
		return
	}
	if !*update {
		t.Fatal("the tables of docs/reference/cases.md differ from the types; go test ./internal/casefile -run TestCasesPage -update writes them")
	}
	if err := os.WriteFile(path, []byte(before+begin+page()+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// page is the tables: a section for each table of a file, with the keys of the tables in it.
func page() string {
	p := tablesPage{}
	for _, table := range casefile.Tables() {
		p[table.Name] = table
	}
	var b strings.Builder
	inlet := p.rows("inlet", "")
	for _, name := range append([]string{""}, p.sections()...) {
		title, rows := "`"+name+"`", p.rows(name, "")
		switch {
		case name == "":
			title = "The beginning of the file"
		case name == "shape":
			title = "A shape: one of the first, and how it is moved"
		case p[name].Many:
			title = "`[[" + name + "]]`"
		}
		if name == "run" { // its options
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n", title)
		if name == "outlet" {
			rows = slices.DeleteFunc(rows, func(r [3]string) bool { return slices.Contains(inlet, r) })
			b.WriteString("As `[[inlet]]`, and\n\n")
		}
		for i := 0; i < len(rows); i++ {
			line := "- " + rows[i][0]
			for ; i+1 < len(rows) && alike(rows[i], rows[i+1]); i++ {
				line += ", " + rows[i+1][0]
			}
			line = strings.ReplaceAll(strings.TrimSpace(line+" "+rows[i][1]), " , ", ", ")
			line = text.Wrap(strings.TrimSuffix(line+": "+rows[i][2], ": "), 98)
			b.WriteString(strings.ReplaceAll(line, "\n", "\n  ") + "\n")
		}
	}
	return b.String() + "\n"
}

// alike reports whether two rows of one table say the same.
func alike(a, b [3]string) bool {
	table := func(name string) string { return name[:strings.LastIndex(name, ".")+1] }
	return a[1] == b[1] && a[2] == b[2] && table(a[0]) == table(b[0])
}

// tablesPage has the tables of a file by their names.
type tablesPage map[string]casefile.Table

// sections are the tables at the beginning of a file, in its order, with the shape after the first
// that has one.
func (p tablesPage) sections() (names []string) {
	for _, k := range p[""].Keys {
		if _, ok := p[k.Name]; !ok {
			continue
		}
		names = append(names, k.Name)
		shape := func(k casefile.Key) bool { return k.Kind == "shape" }
		if slices.ContainsFunc(p[k.Name].Keys, shape) && !slices.Contains(names, "shape") {
			names = append(names, "shape")
		}
	}
	return names
}

// rows are the keys of a table and of the tables in it, each a name, a value and words.
func (p tablesPage) rows(table, prefix string) (all [][3]string) {
	for _, k := range p[table].Keys {
		path := k.Name
		if table != "" && table != "shape" {
			path = table + "." + k.Name
		}
		_, below := p[path]
		if below && table == "" && k.Help == "" {
			continue
		}
		value, unit := strings.Replace(k.Kind, "number, list of rows or text", "series", 1), k.Unit
		switch {
		case k.Kind == "number" && unit != "":
			value = "[" + unit + "]"
		case unit != "":
			value += " [" + unit + "]"
		case k.Kind == "text" && k.Help != "", strings.HasPrefix(k.Help, "true: "): // as most keys
			value = ""
		}
		name, help := "`"+prefix+k.Name+"`", k.Help
		switch {
		case k.Kind == "shape":
			name, value, help = "a [shape](#a-shape-one-of-the-first-and-how-it-is-moved)", "", ""
		case k.Name == "":
			name, value = k.Kind+"s", ""
		}
		if k.Need {
			value += ", needed"
		}
		if !below || k.Help+k.Unit != "" {
			all = append(all, [3]string{name, value, help})
		}
		if below && table != "" {
			all = append(all, p.rows(path, prefix+k.Name+".")...)
		}
	}
	return all
}

// Every key of the format is in the tables, and a key of a shape once.
func TestTables(t *testing.T) {
	count := map[string]int{}
	for _, table := range casefile.Tables() {
		for _, k := range table.Keys {
			count[table.Name+":"+k.Name]++
		}
	}
	for _, key := range []string{":spacing", "domain:periodic", "physics.gravity-table:values", "fluid.fill:seed", "shape:stl", "stl:unit", "wall:force", "probe.patch:size", "gauge:at"} {
		if count[key] != 1 {
			t.Errorf("%s is there %d times", key, count[key])
		}
	}
}
