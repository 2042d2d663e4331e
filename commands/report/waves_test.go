package report

import (
	"math"
	"strings"
	"testing"

	"gpusph/internal/stored"
)

// A gauge that waves pass has a spectrum with its peak at their frequency; one in still water has
// none, nor one that a single wave passes.
func TestSpectra(t *testing.T) {
	var time, waves, still, single []float64
	for k := range 500 {
		at := 0.05 * float64(k)
		time, waves = append(time, at), append(waves, 0.4+0.05*math.Sin(2*math.Pi*at/1.6))
		still, single = append(still, 0.4), append(single, 0.4+0.1*math.Exp(-(at-10)*(at-10)))
	}
	r := &runReport{of: &stored.Run{
		Gauges: &stored.Table{Columns: []stored.Column{{Name: "t", Unit: "s", Of: time}, {Name: "step",
			Of: time}, {Name: "near", Unit: "m", Of: waves},
			{Name: "still", Unit: "m", Of: still}, {Name: "single", Unit: "m", Of: single}}},
		Sensors: []stored.Sensor{{Name: "near", Kind: "gauge"}, {Name: "still", Kind: "gauge"},
			{Name: "single", Kind: "gauge"}},
	}}
	note, all := r.spectra()
	if len(all) != 1 || len(all[0].Curves) != 1 || !strings.Contains(note,
		"near: 14 waves, Hm0 0.141 m, H1/3 0.1 m") || strings.Contains(note, "still") {
		t.Fatalf("%d charts: %s", len(all), note)
	}
	c, peak := all[0].Curves[0], 0
	for k, y := range c.Y {
		if y > c.Y[peak] {
			peak = k
		}
	}
	if math.Abs(c.N[peak]*1.6-1) > 0.05 {
		t.Errorf("the peak is at %g Hz, not at %g", c.N[peak], 1/1.6)
	}
}
