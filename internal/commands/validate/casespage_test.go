package validate

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/grid/gridvalidate"
	"gpusph/internal/validate"
)

var update = flag.Bool("update", false, "write the table of docs/reference/validation.md")

// TestCasesOfPage holds that docs/reference/validation.md has the cases with their tolerances.
func TestCasesOfPage(t *testing.T) {
	const (
		path  = "../../../docs/reference/validation.md"
		begin = "<!-- By go test ./internal/commands/validate -run TestCasesOfPage -update -->\n"
		end   = "<!-- The end of the cases -->\n"
	)
	there, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(there), begin)
	got, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("%s lacks %q or %q", path, begin, end)
	}
	if got == casesTable() {
		return
	}
	if !*update {
		t.Fatalf("the table of %s differs from the cases; -update writes it", path)
	}
	if err := os.WriteFile(path, []byte(before+begin+casesTable()+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A caseRow is a row of the table. Cases that differ in a word or two share one.
type caseRow struct {
	names         []string
	what          [][]string // words, and in each place those of the cases
	source, gates string
}

// takes adds a case if it has the row's source and tolerances, and at most two other words.
func (r *caseRow) takes(name string, what []string, source, gates string) bool {
	if r.source != source || r.gates != gates || len(r.what) != len(what) {
		return false
	}
	others := 0
	for i, word := range what {
		if r.what[i][0] != word {
			others++
		}
	}
	if others > 2 {
		return false
	}
	r.names = append(r.names, name)
	for i, word := range what {
		r.what[i] = append(r.what[i], word)
	}
	return true
}

// compared has the words of What, and those of several cases with slashes.
func (r *caseRow) compared() string {
	var words []string
	for _, all := range r.what {
		last := all[len(all)-1]
		if slices.Equal(slices.Compact(slices.Clone(all)), all[:1]) {
			words = append(words, last)
			continue
		}
		bare := strings.TrimRight(last, ",:;")
		for i := range all {
			all[i] = strings.TrimRight(all[i], ",:;")
		}
		words = append(words, strings.Join(all, "/")+strings.TrimPrefix(last, bare))
	}
	return strings.Join(words, " ")
}

func casesTable() string {
	var rows []caseRow
	add := func(name, what, source string, gates gateList) {
		words, all := strings.Fields(what), gates.String()
		for i := range rows {
			if rows[i].takes(name, words, source, all) {
				return
			}
		}
		r := caseRow{names: []string{name}, source: source, gates: all}
		for _, word := range words {
			r.what = append(r.what, []string{word})
		}
		rows = append(rows, r)
	}
	for _, c := range validate.Cases {
		var gates gateList
		for i := range c.Norms {
			n := &c.Norms[i]
			gates.add(n.Name, n.Unit, n.Gate)
		}
		add(c.Name, c.What, c.Source, gates)
	}
	for _, c := range gridvalidate.Cases {
		var gates gateList
		for i := range c.Norms {
			n := &c.Norms[i]
			gates.add(n.Name, n.Unit, n.Gate)
		}
		add(c.Name, c.What, c.Source, gates)
	}
	var b strings.Builder
	b.WriteString("\n| case | compared | source | tolerances |\n|---|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	for i, r := range rows {
		source := strings.TrimSuffix(r.source, ".")
		if i > 0 && r.source == rows[i-1].source {
			source = "as above"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", strings.Join(r.names, ", "),
			cell.Replace(r.compared()), cell.Replace(source), cell.Replace(r.gates))
	}
	return b.String() + "\n"
}

// A gateList has the norms of each gate, in the order of the case.
type gateList []struct {
	norms []string
	gate  string
}

func (l *gateList) add(norm, unit string, gate validate.Gate) {
	words := gateWords(unit, gate)
	if words == "" {
		return
	}
	for i := range *l {
		if g := &(*l)[i]; g.gate == words {
			g.norms = append(g.norms, norm)
			return
		}
	}
	*l = append(*l, struct {
		norms []string
		gate  string
	}{[]string{norm}, words})
}

func (l gateList) String() string {
	var all []string
	for _, g := range l {
		all = append(all, strings.Join(g.norms, "; ")+" "+g.gate)
	}
	if len(all) == 0 {
		return "reported"
	}
	return strings.Join(all, ". ")
}

// gateWords has the limit that a gate sets at its coarsest spacing and at finer ones.
func gateWords(unit string, g validate.Gate) string {
	r := validate.Row{Unit: unit, Gate: g, DeltaP: g.DeltaP}
	words := r.GateText()
	switch {
	case words == "":
		return ""
	case g.From != "":
		words += " at " + g.From
	case g.DeltaP > 0:
		words += fmt.Sprintf(" at Δp %.3g", g.DeltaP)
	}
	if f := g.Finer; f.Most > 0 {
		r.Gate = validate.Gate{Most: f.Most}
		words += fmt.Sprintf(", %s at Δp %.3g", r.GateText(), f.DeltaP)
	}
	return words
}
