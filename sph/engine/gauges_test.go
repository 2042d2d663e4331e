package engine

import (
	"math"
	"testing"

	"gpusph/sph"
	"gpusph/sph/motion"
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

// TestGaugesAcross compares gauges with the height of water that differs along x and y, also at a
// wall along y that stands still, close to one that moves, and at a periodic boundary, in a run and
// in its snapshot.
func TestGaugesAcross(t *testing.T) {
	const dp, floor, step = 0.03, 0.2, 8 // step of the stairs, in spacings
	for _, periodic := range []bool{false, true} {
		depths := [2][4]int{{12, 7, 0, 9}, {5, 11, 8, 14}}
		c := &sph.Case{Name: "stairs", Params: sph.Defaults(dp), End: 1}
		p := &c.Params
		p.Mass, p.Periodic[1] = p.Rho0*dp*dp*dp, periodic
		beside := 4 // layers of walls along y
		if periodic {
			beside = 0
		}
		p.Min = [3]float64{-3 * dp, -float64(beside) * dp, floor - 4*dp}
		p.Max = [3]float64{(2*step + 3) * dp, float64(4*step+beside) * dp, floor + 24*dp}
		if periodic { // as high on both sides of the boundary
			depths[0][3], depths[1][3] = depths[0][0], depths[1][0]
		} else {
			law := motion.Sinusoid(0.2*dp, 1, 0, motion.During{Finish: motion.Never})
			c.Bodies = []sph.Body{{Name: "wall", Motion: motion.Rigid{
				Links: []motion.Link{{Axis: [3]float64{1: 1}, Law: law}},
			}}}
		}
		for x := range 2 * step {
			for y := -beside; y < 4*step+beside; y++ {
				for z := -4; z < 22; z++ {
					at := [3]float64{float64(x) + 0.5, float64(y) + 0.5, floor/dp + float64(z) + 0.5}
					for a := range at {
						at[a] *= dp
					}
					switch {
					case y >= 4*step && z >= 0:
						c.Particles.Add(at, sph.Wall, 1)
					case z < 0 || y < 0 || y >= 4*step:
						c.Particles.Add(at, sph.Wall, 0)
					case z < depths[x/step][y/step]:
						c.Particles.Add(at, sph.Fluid, 0)
					}
				}
			}
		}
		var want []float64
		for i := range depths {
			for j, y := range []float64{0.1, 1.5 * step, 2.5 * step, 4*step - 0.75} {
				c.Gauges = append(c.Gauges, sph.Gauge{Name: "step",
					X: (float64(i) + 0.5) * step * dp, Y: y * dp, Ground: floor, Ceiling: math.Inf(1)})
				want = append(want, floor+float64(depths[i][j])*dp)
			}
		}
		s := start(t, c, Options{System: open(t, 2)})
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		snapshot, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		probe, err := sph.NewSnapshotProbe(snapshot, c.Params)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Gauges {
			g := &c.Gauges[i]
			for _, got := range []float64{m.Height[i], probe.Height(g)} {
				if math.Abs(got-want[i]) > 0.1*dp {
					t.Errorf("periodic %t, at %g and %g m: the water is %g m high, not %g", periodic, g.X, g.Y,
						got, want[i])
				}
			}
		}
	}
}
