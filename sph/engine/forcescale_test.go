package engine

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// shifted is a case that lies elsewhere.
func shifted(c *sph.Case, by [3]float64) *sph.Case {
	move := func(x *[3]float64) {
		for a := range x {
			x[a] += by[a]
		}
	}
	for i := range c.Particles.Position {
		move(&c.Particles.Position[i])
	}
	for i := range c.Bodies {
		move(&c.Bodies[i].Centre)
	}
	for i := range c.Probes {
		move(&c.Probes[i].Position)
	}
	for i := range c.Gauges {
		c.Gauges[i].X, c.Gauges[i].Y = c.Gauges[i].X+by[0], c.Gauges[i].Y+by[1]
	}
	move(&c.Params.Min)
	move(&c.Params.Max)
	return c
}

// The force on a body and its moment do not depend on where the flow lies.
func TestForcesFarFromTheOrigin(t *testing.T) {
	post := func(by [3]float64) sph.Sample {
		c := shifted(column(1.0/32), by)
		c.Particles.Add([3]float64{0.52 + by[0], 0.2 + by[1], 0.1 + by[2]}, sph.Fluid, 0) // at the post
		c.Particles.RelDensity[c.Particles.Len()-1] = 0.01
		sample, err := start(t, c, Options{System: open(t, 1)}).Sample()
		if err != nil {
			t.Fatal(err)
		}
		return sample
	}
	at, far := post([3]float64{}), post([3]float64{1 << 17, 1 << 20, 1 << 10})
	size := sph.Norm(at.Force[0])
	if size < 1 {
		t.Fatalf("the force is only %g N", size)
	}
	for a := range 3 {
		if d := math.Abs(far.Force[0][a] - at.Force[0][a]); d > 1e-4*size {
			t.Errorf("component %d of the force is %g N far away, and %g N at the origin", a, far.Force[0][a], at.Force[0][a])
		}
		if d := math.Abs(far.Moment[0][a] - at.Moment[0][a]); d > 1e-4*size {
			t.Errorf("component %d of the moment is %g N m far away, and %g N m at the origin", a, far.Moment[0][a], at.Moment[0][a])
		}
	}
}

// The unit of the sums of forces follows the spacing and the body.
func TestForceScale(t *testing.T) {
	scale := func(c *sph.Case) float64 { return c.Params.ForceScale(c.Levers()) }
	if at, far := scale(column(0.05)), scale(shifted(column(0.05), [3]float64{1 << 20, 1 << 22, 0})); at != far {
		t.Errorf("it is %g far away, and %g at the origin", far, at)
	}
	wide := column(0.05)
	wide.Params.Max[0] = 1e5
	if at := scale(column(0.05)); scale(wide) != at {
		t.Errorf("it is %g in a wide domain, and %g in a narrow one", scale(wide), at)
	}
	c := column(0.05)
	c.Bodies[0].Centre = [3]float64{1e15, 0, 0}
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), "post") || !strings.Contains(err.Error(), "resolved") {
		t.Errorf("a centre that is too far away: %v", err)
	}
}
