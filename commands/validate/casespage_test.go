package validate

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/text"
	"gpusph/validate"
	"gpusph/validate/gridvalidate"
)

var update = flag.Bool("update", false, "write the table of docs/reference/validation.md")

// TestCasesOfPage holds that docs/reference/validation.md has the cases with their tolerances.
func TestCasesOfPage(t *testing.T) {
	const (
		path  = "../../docs/reference/validation.md"
		begin = "<!-- By go test ./commands/validate -run TestCasesOfPage -update -->\n"
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

// A caseRow is a row of the table. Cases that differ in a few words share one.
type caseRow struct {
	names  []string
	source string
	words  [][]string // of what is compared and of the tolerances, in each place those of the cases
	what   int        // words of what is compared
}

// takes adds a case if it has the row's source, and at most four other words.
func (r *caseRow) takes(name, source string, what, gates []string) bool {
	if r.source != source || r.what != len(what) || len(r.words) != len(what)+len(gates) {
		return false
	}
	words, others := slices.Concat(what, gates), 0
	for i, word := range words {
		if r.words[i][0] != word {
			others++
		}
	}
	if others > 4 {
		return false
	}
	r.names = append(r.names, name)
	for i, word := range words {
		r.words[i] = append(r.words[i], word)
	}
	return true
}

// joined has words, and those of several cases with slashes.
func joined(places [][]string) string {
	var words []string
	for _, all := range places {
		last := all[len(all)-1]
		if len(slices.Compact(slices.Clone(all))) == 1 {
			words = append(words, last)
			continue
		}
		bare := strings.TrimRight(last, ",:;.")
		var each []string
		for _, word := range all {
			each = append(each, strings.TrimRight(word, ",:;."))
		}
		words = append(words, strings.Join(each, "/")+strings.TrimPrefix(last, bare))
	}
	return strings.Join(words, " ")
}

var (
	year     = regexp.MustCompile(`^.*?\(\d{4}\)`)
	authors  = regexp.MustCompile(`([\p{L}-]+), [\p{L}-]+(?:, [\p{L}-]+)* & [\p{L}-]+, `)
	sentence = regexp.MustCompile(`^(.*?[^A-Z])\.( [A-Z]|$)`)
	journal  = regexp.MustCompile(
		`(\p{Lu}[\p{L}-]+(?: et al\.| & \p{Lu}[\p{L}-]+)?), [^()]*(\(\d{4}\))$`)
)

// brief is the authors and the year of a source, or its first sentence. The page of the command
// has all of it.
func brief(source string) string {
	if upTo := year.FindString(source); upTo != "" && !strings.HasPrefix(source, "Exact.") {
		upTo = authors.ReplaceAllString(upTo, "$1 et al., ")
		return journal.ReplaceAllString(upTo, "$1 $2")
	}
	if first := sentence.FindStringSubmatch(source); first != nil {
		return first[1]
	}
	return source
}

// formula is what a description must keep after its colon.
var formula = regexp.MustCompile(`=|√|ρ|ν`)

// short is what a case computes. The tolerances name what is compared.
func short(what string) string {
	if before, after, ok := strings.Cut(what, ": "); ok && !formula.MatchString(after) {
		what = before
	}
	return strings.ReplaceAll(what, ", in two dimensions", ", 2D")
}

func casesTable() string {
	var rows []caseRow
	add := func(name, what, source string, gates gateList) {
		r := caseRow{names: []string{name}, source: brief(source)}
		compared, asked := strings.Fields(short(what)), strings.Fields(gates.String())
		for i := range rows {
			if rows[i].takes(name, r.source, compared, asked) {
				return
			}
		}
		r.what = len(compared)
		for _, word := range slices.Concat(compared, asked) {
			r.words = append(r.words, []string{word})
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
	b.WriteString("\n")
	for i, r := range rows {
		source := strings.TrimSuffix(r.source, ".")
		if i > 0 && r.source == rows[i-1].source {
			source = "As above"
		}
		line := fmt.Sprintf("- **%s**: %s. *%s*: %s", strings.Join(r.names, ", "),
			joined(r.words[:r.what]), source, joined(r.words[r.what:]))
		b.WriteString(strings.ReplaceAll(text.Wrap(line, 98), "\n", "\n  ") + "\n")
	}
	return b.String() + "\n"
}

// A gateList has the norms of each gate, in the order of the case.
type gateList []struct {
	norms       []string
	gate, place string // the limit, and where it holds
}

func (l *gateList) add(norm, unit string, gate validate.Gate) {
	words, place := gateWords(unit, gate)
	if words == "" {
		return
	}
	for _, of := range []string{", RMS", ", most", ", greatest", " off", " differs"} {
		norm = strings.TrimSuffix(norm, of)
	}
	norm = strings.ReplaceAll(norm, " / ", "/")
	for i := range *l {
		if g := &(*l)[i]; g.gate == words && g.place == place {
			g.norms = append(g.norms, norm)
			return
		}
	}
	*l = append(*l, struct {
		norms       []string
		gate, place string
	}{[]string{norm}, words, place})
}

func (l gateList) String() string {
	var b strings.Builder
	for i, g := range l {
		b.WriteString(strings.Join(g.norms, ", ") + " " + g.gate)
		switch last := i == len(l)-1; {
		case !last && l[i+1].place == g.place:
			b.WriteString("; ")
			continue
		case g.place != "":
			b.WriteString(" (" + g.place + ")")
		}
		if i < len(l)-1 {
			b.WriteString(". ")
		}
	}
	if len(l) == 0 {
		return "reported"
	}
	return b.String()
}

// gateWords has the limit that a gate sets, and the coarsest spacing at which it holds.
func gateWords(unit string, g validate.Gate) (words, place string) {
	r := validate.Row{Unit: unit, Gate: g, DeltaP: g.DeltaP}
	limit := func() string { return strings.TrimPrefix(r.GateText(), "≤ ") }
	words = limit()
	switch {
	case words == "":
		return "", ""
	case g.From != "":
		place = g.From
	case g.DeltaP > 0:
		place = fmt.Sprintf("%.3g", g.DeltaP)
	}
	if f := g.Finer; f.Most > 0 {
		r.Gate = validate.Gate{Most: f.Most}
		words += fmt.Sprintf(", at %.3g %s", f.DeltaP, limit())
	}
	return words, place
}
