package tests

import (
	"testing"

	"gpusph/internal/waves"
)

// shortFlume is a flume of 2.2 m with a piston, whose waves are 1.05 m long in water of 0.2 m.
const shortFlume = `name = "ShortFlume"
dimension = 2
spacing = 0.0333333333
end = 7.2
[domain]
min = [0, 0]
max = [2.5, 0.35]
open = ["zmax"]
[[fluid]]
name = "water"
fill = { seed = [1, 0.1], level = 0.2 }
[[wall]]
name = "piston"
box = { min = [0.1, 0], max = [0.3, 0.32] }
force = "piston"
[wall.motion]
moves = [{ along = [1, 0], amplitude = 0.018, period = 0.9, ramp = 0.9 }]
[[gauge]]
name = "near"
at = [0.8]
[[gauge]]
name = "middle"
at = [0.91]
[[gauge]]
name = "far"
at = [1.08]
`

const absorber = `[[damping]]
name = "absorber"
from = 1.45
to = 2.5
`

// TestDampingZoneAbsorbs has waves that run into a zone of their length come back with less than 8
// % of their height, where a wall sends back most of it. Waves of 0.04 m have 1.2 spacings.
func TestDampingZoneAbsorbs(t *testing.T) {
	for _, test := range []struct {
		name, text  string
		least, most float64
	}{{"zone", shortFlume + absorber, 0, 0.08}, {"wall", shortFlume, 0.2, 1.2}} {
		t.Run(test.name, func(t *testing.T) {
			if test.most > 1 && testing.Short() {
				t.Skip("the zone alone has to do")
			}
			p := fromText(t, test.text)
			c, err := p.Setup(0)
			if err != nil {
				t.Fatal(err)
			}
			f := begin(t, c, c.End, testDevices())
			var times []float64
			levels := make([][]float64, len(c.Gauges))
			f.each(0.03, func() {
				s := f.sample()
				if s.Time < 4.2 {
					return
				}
				times = append(times, s.Time)
				for i, z := range s.Height {
					levels[i] = append(levels[i], z)
				}
			})
			var gauges []waves.Gauge
			for i, g := range c.Gauges {
				r, err := waves.NewRecord(times, levels[i])
				if err != nil {
					t.Fatal(err)
				}
				gauges = append(gauges, waves.Gauge{At: g.X, Record: r})
			}
			r, err := waves.Separate(gauges, 0.2, 9.81)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("Hm0 %.4f m, T %.3f s, coefficient %.3f", r.Hi, r.Tp, r.Coefficient)
			if !(r.Coefficient >= test.least && r.Coefficient <= test.most) {
				t.Errorf("the coefficient of reflection is %.3f, not between %g and %g", r.Coefficient,
					test.least, test.most)
			}
		})
	}
}
