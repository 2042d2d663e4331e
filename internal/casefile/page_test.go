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

// page is the tables.
func page() string {
	var b strings.Builder
	for _, table := range casefile.Tables() {
		title := "The beginning of the file"
		switch {
		case table.Name == "shape":
			title = "A shape: one of the first, and how it is moved"
		case table.Many:
			title = "`[[" + table.Name + "]]`"
		case table.Name != "":
			title = "`" + table.Name + "`"
		}
		fmt.Fprintf(&b, "\n### %s\n\n", title)
		var tables []string // that have keys below, and need no words here
		for _, k := range table.Keys {
			if strings.HasPrefix(k.Kind, "table") && k.Help+k.Unit == "" && !k.Need {
				tables = append(tables, "`"+k.Name+"`")
			}
		}
		if len(tables) > 0 {
			b.WriteString(text.Wrap("Tables: "+strings.Join(tables, ", ")+".", 100) + "\n")
		}
		if len(tables) == len(table.Keys) {
			continue
		}
		if len(tables) > 0 {
			b.WriteString("\n")
		}
		b.WriteString("| key | value | |\n|---|---|---|\n")
		for _, k := range table.Keys {
			name, help := "`"+k.Name+"`", k.Help
			if slices.Contains(tables, name) {
				continue
			}
			if k.Name == "" {
				name = k.Kind + "s"
				if k.Kind == "shape" {
					name, help = "a shape", help+": see [below](#a-shape-one-of-the-first-and-how-it-is-moved)"
				}
				k.Kind = ""
			}
			if k.Need {
				help = strings.TrimSuffix("needed; "+help, "; ")
			}
			value := k.Kind
			if k.Unit != "" {
				value += " [" + k.Unit + "]"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, value, help)
		}
	}
	return b.String() + "\n"
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
