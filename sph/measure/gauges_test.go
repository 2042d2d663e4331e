package measure

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gpusph/features/bodies"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// sliding is a case of two bodies of a few particles, one of which moves along a horizontal axis to
// one side only, and one that moves freely, in a domain that is periodic along x or not.
func sliding(axis int, way float64, periodic bool) *sph.Case {
	c := &sph.Case{Params: sph.Defaults(0.05), End: 2}
	p := &c.Params
	p.Mass = p.Rho0 * p.Volume(p.DeltaP)
	p.Min, p.Max, p.Periodic[0] = [3]float64{0, -1, 0}, [3]float64{4, 3, 1}, periodic
	law := motion.Steady(way, 0, motion.During{Finish: 1.5})
	begin := 0.02 // across the boundary from the last gauges
	if way < 0 {
		begin = 3.93
	}
	name := fmt.Sprintf("%v by %g m/s", sph.Axis(axis), way)
	var link motion.Link
	link.Axis[axis], link.Law = 1, law
	c.Bodies = []sph.Body{{Name: name, Motion: motion.Rigid{Links: []motion.Link{link}}},
		{Name: "boat", Free: &bodies.Body{}}}
	for k := range 5 {
		c.Particles.Add([3]float64{begin + 0.05*float64(k%2), 1 + 0.05*float64(k/2), 0.4}, sph.Wall, 1)
	}
	c.Particles.Add([3]float64{1, 1, 1}, sph.Wall, 2)
	c.Particles.Add([3]float64{2, 1, 0.3}, sph.Wall, 0)
	for x := range 20 {
		for y := range 20 {
			g := sph.Gauge{X: 0.209*float64(x) + 0.013, Y: 0.2*float64(y) - 0.983}
			c.Gauges = append(c.Gauges, g)
		}
	}
	return c
}

// What moves near a gauge is what comes near its line at any time, by the motion at some hundred
// times, and a gauge is crossed where that comes as near as the spacing. A free body may come to
// any line.
func TestMovingBeside(t *testing.T) {
	for axis := range 2 {
		for _, way := range []float64{0.7, -0.7} {
			for _, periodic := range []bool{false, true} {
				checkBeside(t, sliding(axis, way, periodic))
			}
		}
	}
}

func checkBeside(t *testing.T, c *sph.Case) {
	t.Helper()
	const times = 300
	p := &c.Params
	var at [times + 1][5][3]float64 // of the particles of the body that slides
	for k := range at {
		pose := c.Bodies[0].Motion.Pose(c.End*float64(k)/times, [3]float64{})
		for i := range at[k] {
			at[k][i], _, _ = pose.Point(c.Particles.Position[i])
		}
	}
	crossed := 0
	for k, got := range (&Plan{Case: c}).movingBeside() {
		g, nearest := &c.Gauges[k], math.Inf(1)
		var near []int
		for i := range at[0] {
			across := math.Inf(1)
			for k := range at {
				dx := math.Abs(at[k][i][0] - g.X)
				if p.Periodic[0] {
					dx = min(dx, p.Max[0]-p.Min[0]-dx)
				}
				across = min(across, math.Hypot(dx, at[k][i][1]-g.Y))
			}
			if nearest = min(nearest, across); across < p.Support() {
				near = append(near, i)
			}
		}
		if near = append(near, 5); !slices.Equal(got.particles, near) {
			t.Errorf("%s, periodic %v: beside the gauge at (%g, %g) are %v, not %v",
				c.Bodies[0].Name, p.Periodic, g.X, g.Y, got.particles, near)
		}
		want := nearest < p.DeltaP
		if got.crossed != want {
			t.Errorf("%s, periodic %v: the gauge at (%g, %g) is crossed: %v, not %v",
				c.Bodies[0].Name, p.Periodic, g.X, g.Y, got.crossed, want)
		}
		if want {
			crossed++
		}
	}
	if crossed < 3 {
		t.Errorf("%d gauges are crossed", crossed)
	}
}

// What is free of a gauge's line beside a wall that has moved is what would be if it stood there.
func TestFreeAt(t *testing.T) {
	for axis := range 2 {
		moved, still := sliding(axis, -0.4, true), sliding(axis, -0.4, true)
		m := &sph.Sample{Time: 0.8}
		for i := range 5 {
			still.Particles.Position[i][axis] -= 0.4 * m.Time
			still.Particles.Body[i] = 0
		}
		a, b := &Plan{Case: moved}, &Plan{Case: still}
		a.free, a.beside = a.freeOfWalls(), a.movingBeside()
		b.free, b.beside = b.freeOfWalls(), b.movingBeside()
		filled := 0
		for k := range moved.Gauges {
			got, want := a.freeAt(k, m), b.freeAt(k, m)
			for i, free := range want {
				if math.Abs(got[i]-free) > 1e-12 {
					t.Fatalf("axis %d, gauge %d: %g of point %d is free, not %g", axis, k, got[i], i, free)
				}
				if a.free[k][i] != b.free[k][i] {
					filled++
				}
			}
		}
		if filled < 10 {
			t.Errorf("axis %d: the wall is beside %d points of gauges only", axis, filled)
		}
	}
}
