package stored

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/text"
	"gpusph/output"
)

// The balance of heat has what was given to the flow. What a solid gives the fluid stays in it, and
// flows and Nusselt numbers are no heat.
func TestHeatBalance(t *testing.T) {
	files := maps.Clone(floods)
	files["heat.csv"] = "t[s],step,warm flow[W],warm heat[J],warm Nu,post flow[W]," +
		"post to the fluid[J],air flow[W],air heat[J],stored[J],stored in solids[J]\n" +
		"0,0,9,0,1,2,0,-1,0,100,50\n0.5,5,9,4,1,2,7,-1,-1,110,43\n1,9,9,8,1,2,14,-1,-2,120,36\n"
	r, err := Read(write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	f := r.Flow()
	h := f.Budget
	changes := func(all []output.Balance) (words []string) {
		for _, b := range all {
			words = append(words, b.Name, text.Number(b.Change))
		}
		return words
	}
	if got := changes(h.Stored); !slices.Equal(got, []string{"fluid", "20", "solids", "-14"}) {
		t.Errorf("stored %v", got)
	}
	if got := changes(h.Given); !slices.Equal(got, []string{"warm", "8", "air", "-2"}) {
		t.Errorf("given %v", got)
	}
	if math.Abs(h.Off) > 1e-12 || h.Unit != "J" {
		t.Errorf("off by %g %s", h.Off, h.Unit)
	}
	var b strings.Builder
	text.Align(&b, f.BudgetRows(), 1)
	for _, line := range []string{"Heat [J]", "stored in the solids", "given by air",
		"left the domain with particles", "0, 0 % of what was stored"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("the table lacks %q:\n%s", line, &b)
		}
	}
}
