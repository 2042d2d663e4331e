package convert

import (
	"slices"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// Lines of levels that lean along either axis by more than a hundredth of a spacing are no gauges.
func TestLinesThatLeanAreNoGauges(t *testing.T) {
	data, err := testFile("dambreak3d.xml")
	if err != nil {
		t.Fatal(err)
	}
	for end, vertical := range map[string]bool{
		`x="0.9" y="0.3"`: true, `x="1.0" y="0.3"`: false,
		`x="0.9" y="0.4"`: false, `x="0.8" y="0.4"`: false, `x="0.9" y="0.2"`: false,
		`x="0.90001" y="0.30001"`: true,
	} {
		line := `<swl name="leaning"><point0 x="0.9" y="0.3" z="0"/><point2 ` + end + ` z="0.4"/></swl>`
		with := strings.Replace(string(data), "<velocity ", line+"<velocity ", 1)
		c, notes := converted(t, []byte(with))
		measured := slices.ContainsFunc(c.Gauges, func(g casefile.Gauge) bool {
			return g.Name == "leaning" && g.At == [2]float64{0.9, 0.3}
		})
		refused := strings.Contains(strings.Join(notes, "\n"), "gauges are vertical, but its line is not")
		if measured != vertical || refused == vertical {
			t.Errorf("to %s: it is a gauge: %v", end, measured)
		}
	}
}
