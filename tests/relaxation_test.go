package tests

import (
	"math"
	"testing"
)

// relaxedFlume has a zone of waves of 0.04 m and 0.9 s at one end, and one of water at rest at the
// other. Waves have 1.2 spacings.
const relaxedFlume = `name = "RelaxedFlume"
dimension = 2
spacing = 0.0333333333
end = 6.3
[domain]
min = [0, 0]
max = [3, 0.35]
open = ["zmax"]
[[fluid]]
name = "water"
fill = { seed = [1, 0.1], level = 0.2 }
[[relaxation]]
name = "sea"
from = 1.1
to = 0
kind = "regular"
height = 0.04
period = 0.9
depth = 0.2
[[relaxation]]
name = "beach"
from = 1.9
to = 3
kind = "still"
[[gauge]]
name = "between"
at = [1.4]
`

// TestRelaxationMakesWaves has waves leave a zone with about their height, about a level that
// stays.
func TestRelaxationMakesWaves(t *testing.T) {
	p := fromText(t, relaxedFlume)
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, c, c.End, testDevices())
	low, high, mean, n := math.Inf(1), math.Inf(-1), 0.0, 0.0
	f.each(0.03, func() {
		s := f.sample()
		if s.Time < 4.5 {
			return
		}
		z := s.Height[0]
		low, high, mean, n = min(low, z), max(high, z), mean+z, n+1
	})
	t.Logf("height %.4f m, mean level %.4f m", high-low, mean/n)
	if h := high - low; !(h > 0.027 && h < 0.05) {
		t.Errorf("the waves are %.4f m high, not 0.04", h)
	}
	if off := mean/n - 0.2; !(math.Abs(off) < 0.006) {
		t.Errorf("the mean level has moved by %.4f m", off)
	}
}
