package measure

import (
	"strings"
	"testing"
)

// Changes are those of the medians and of the slowest device's phases.
func TestBenchChanges(t *testing.T) {
	phases := func(lists, forces, scan float64) map[string]float64 {
		return map[string]float64{"BuildNeibs": lists, "Forces": forces, "MinimumScan": scan}
	}
	earlier := Measurement{Mips: []float64{9, 10, 30}, Phases: []map[string]float64{phases(2, 4,
		1), phases(1, 8, 0)}}
	now := Measurement{Mips: []float64{12, 11, 2}, Phases: []map[string]float64{phases(1, 6, 1),
		phases(1, 2, 0.5)}}
	var b strings.Builder
	now.WriteChanges(&b, &earlier, "first.json")
	if want := "Compared with first.json: mips +10.0 % (10.00), BuildNeibs -50.0 %, Forces -25.0 %, MinimumScan +0.0 %\n" +
		"The earlier file does not have the physics, so they may differ.\n"; b.String() != want {
		t.Errorf("it says %q, not %q", b.String(), want)
	}
}
