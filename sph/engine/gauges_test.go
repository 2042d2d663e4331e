package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// TestGauges holds that a gauge tells how high water stands that is in steps, and how high the
// ground is where there is none, wherever the points of its line lie, on any number of devices.
func TestGauges(t *testing.T) {
	const dp, step = 0.03, 10 // of the stairs, in spacings
	depths := [...]int{12, 7, 0, 9}
	for run := range 8 {
		k := run % 4
		floor := -0.4 * float64(k)
		c := &sph.Case{Name: "stairs", Params: sph.Defaults(dp), End: 1}
		p := &c.Params
		p.Mass = p.Rho0 * dp * dp * dp
		p.Min = [3]float64{-3 * dp, -3 * dp, floor - (3+0.11*float64(k))*dp}
		p.Max = [3]float64{(step*float64(len(depths)) + 3) * dp, (step + 3) * dp, floor + 20*dp}
		for x := range step * len(depths) {
			for y := range step {
				for z := -3; z < depths[x/step]; z++ {
					kind := sph.Fluid
					if z < 0 {
						kind = sph.Wall
					}
					c.Particles.Add([3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp, floor + (float64(z)+0.5)*dp}, kind, 0)
				}
			}
		}
		c.Probes = []sph.Probe{{Name: "before the gauges", Position: [3]float64{dp, dp, floor + dp}}, {Name: "patch", Position: [3]float64{dp, dp, floor + dp}, Size: dp, Normal: [3]float64{1, 0, 0}}}
		for i := range depths {
			c.Gauges = append(c.Gauges, sph.Gauge{Name: "step", X: (float64(i) + 0.5) * step * dp, Y: step / 2 * dp, Ground: floor, Ceiling: floor + 30*dp})
		}
		if run >= 4 {
			inPlane(c, step/2*dp)
		}
		for _, devices := range []int{1, 2} {
			m, err := start(t, c, Options{System: open(t, devices)}).Sample()
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range depths {
				want := floor + float64(n)*dp
				if got := m.Height[i]; math.Abs(got-want) > 0.06*dp {
					t.Errorf("%d dimensions, %d devices, points %d %% of a spacing lower: the water is %g m high, not %g", c.Params.Dim, devices, 11*k, got, want)
				}
			}
		}
	}
}
