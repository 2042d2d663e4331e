package problems

import (
	"math"
	"slices"
	"testing"

	"gpusph/sph"
)

// TestWhatIsMeasured holds where probes, gauges and bodies are, and how much room there is
// above an open tank, as papers or the problems' drawings have it.
func TestWhatIsMeasured(t *testing.T) {
	const reservoir = 0.43 / 0.72
	for _, test := range []struct {
		name   string
		args   []string
		gauges [][2]float64 // x and y, by x and y
		bodies []sph.Body
		above  float64      // of the domain's floor [m]
		probes [][3]float64 // in the order of their names
	}{
		{
			"DamBreak3D", nil, [][2]float64{{0.4, 0.335}, {0.64, 0.335}, {1.2, 0.335}, {1.44, 0.335}},
			[]sph.Body{{Name: "obstacle", Centre: [3]float64{0.9, 0.335, 0}}}, 0, nil,
		},
		{
			"DamBreak3D", []string{"--obstacles", "2", "--widths", "2"}, [][2]float64{{0.4, 0.335}, {0.64, 0.335}, {1.2, 0.335}, {1.44, 0.335}},
			[]sph.Body{{Name: "obstacle", Centre: [3]float64{0.9, 0.1675, 0}}, {Name: "obstacle2", Centre: [3]float64{0.9, 0.5025, 0}}}, 0, nil,
		},
		{
			// in the middle of the reservoir's closed part, of the opening and of the corridor, and
			// at its end
			"BoreInABox", nil, [][2]float64{{reservoir / 2, 0.8}, {reservoir + 0.05, 0.2}, {(reservoir + 2.4) / 2, 0.2}, {2.3, 0.2}}, nil, 0, nil,
		},
		{
			"Spheric2", nil, [][2]float64{{0.496, 0.5}, {0.992, 0.5}, {1.488, 0.5}, {2.638, 0.5}},
			[]sph.Body{{Name: "box", Centre: [3]float64{0.744, 0.5, 0}}}, 2,
			[][3]float64{{0.8245, 0.471, 0.021}, {0.8245, 0.471, 0.061}, {0.8245, 0.471, 0.101}, {0.8245, 0.471, 0.141},
				{0.8035, 0.471, 0.161}, {0.7635, 0.471, 0.161}, {0.7235, 0.471, 0.161}, {0.6835, 0.471, 0.161}},
		},
		{"Sloshing", nil, [][2]float64{{0.45, 0.031}}, nil, 0, [][3]float64{{0, 0.031, 0.093}}},
		{"Hydrostatic", []string{"--height", "0.6"}, [][2]float64{{0.25, 0.25}}, nil, 0.9,
			[][3]float64{{0.25, 0.25, 0.04}, {0.25, 0.25, 0.1}, {0.25, 0.25, 0.2}, {0.25, 0.25, 0.3}}},
	} {
		c, err := trySetup(test.name, 0, test.args...)
		if err != nil {
			t.Fatal(err)
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
		var gauges [][2]float64
		for _, g := range c.Gauges {
			gauges = append(gauges, [2]float64{g.X, g.Y})
		}
		slices.SortFunc(gauges, func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
		if !slices.EqualFunc(gauges, test.gauges, func(a, b [2]float64) bool { return near(a[0], b[0]) && near(a[1], b[1]) }) {
			t.Errorf("%s %v has gauges at %v, not %v", test.name, test.args, gauges, test.gauges)
		}
		if !slices.EqualFunc(c.Bodies, test.bodies, func(a, b sph.Body) bool {
			return a.Name == b.Name && near(a.Centre[0], b.Centre[0]) && near(a.Centre[1], b.Centre[1]) && near(a.Centre[2], b.Centre[2])
		}) {
			t.Errorf("%s %v has the bodies %v, not %v", test.name, test.args, c.Bodies, test.bodies)
		}
		if !slices.EqualFunc(c.Probes, test.probes, func(a sph.Probe, b [3]float64) bool {
			return near(a.Position[0], b[0]) && near(a.Position[1], b[1]) && near(a.Position[2], b[2])
		}) {
			t.Errorf("%s %v has the probes %v, not at %v", test.name, test.args, c.Probes, test.probes)
		}
		if top := c.Params.Max[2]; test.above > 0 && !near(top, test.above) {
			t.Errorf("%s %v: there is room up to %g m, not %g", test.name, test.args, top, test.above)
		}
	}
}
