package sph

import (
	"math"
	"testing"
)

// TestPatch holds that a square tells the mean of the points in it, each with its own height, and that half a sensor in the air feels half.
func TestPatch(t *testing.T) {
	const dp, n = 0.02, 24
	for _, dim := range []int{3, 2} {
		c := &Case{Name: "block", Params: Defaults(dp), End: 1}
		p := &c.Params
		p.Mass = p.Rho0 * dp * dp * dp
		p.Min, p.Max = [3]float64{-dp, -dp, -dp}, [3]float64{(n + 1) * dp, (n + 1) * dp, (n + 12) * dp}
		for i := range n * n * n {
			x := [3]float64{(float64(i/n/n) + 0.5) * dp, (float64(i/n%n) + 0.5) * dp, (float64(i%n) + 0.5) * dp}
			c.Particles.Add(x, Fluid, 0)
			c.Particles.Rel[i] = float32(p.RelativeDensity(p.Rho0 * 9.81 * (n*dp - x[2])))
		}
		y := n / 2 * dp
		middle := [3]float64{n / 2 * dp, y, n / 2 * dp}
		normal := [3]float64{3, 0, 0}
		c.Probes = []Probe{
			{Name: "first", Position: middle},
			{Name: "point", Position: middle},
			{Name: "patch", Position: middle, Size: 4 * dp, Normal: normal},
			{Name: "above", Position: [3]float64{middle[0], y, n*dp + 5*dp}, Size: 4 * dp, Normal: [3]float64{0, 0, 1}},
			{Name: "half", Position: [3]float64{middle[0], y, (n - 0.3) * dp}, Size: 12 * dp, Normal: normal},
		}
		for z := range patchPoints { // those of the last
			c.Probes = append(c.Probes, Probe{Name: "part", Position: [3]float64{middle[0], y, (n - 0.3 + 12*((float64(z)+0.5)/patchPoints-0.5)) * dp}})
		}
		c.Gauges = []Gauge{{Name: "G", X: middle[0], Y: y}}
		if dim == 2 {
			inPlane(c, y)
		}
		m, err := start(t, c, Options{System: open(t, 2)}).Sample()
		if err != nil {
			t.Fatal(err)
		}
		q, want := m.Pressure, p.Rho0*9.81*(n/2*dp)
		if math.Abs(q[1]/want-1) > 0.01 || math.Abs(q[2]/want-1) > 0.01 {
			t.Errorf("%d dimensions: a point has %g Pa, a patch around it %g Pa, not %g Pa", dim, q[1], q[2], want)
		}
		if q[3] != 0 {
			t.Errorf("%d dimensions: a patch in the air has %g Pa", dim, q[3])
		}
		var mean float64
		for _, part := range q[5:] {
			mean += part / patchPoints
		}
		if math.Abs(q[4]/mean-1) > 1e-3 || mean == 0 {
			t.Errorf("%d dimensions: a patch half in the air has %g Pa, but its points %g Pa", dim, q[4], mean)
		}
		if math.Abs(m.Height[0]-n*dp) > 0.1*dp {
			t.Errorf("%d dimensions: behind patches the gauge has %g m, not %g m", dim, m.Height[0], n*dp)
		}
	}
}
