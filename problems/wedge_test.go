package problems

import (
	"math"
	"testing"

	"gpusph/sph"
)

// The walls of a wedge are closed, each particle is in it and not near to another, water is half a
// spacing off, and has the mass of what the wedge leaves. Between the slopes and a support behind
// them nothing is missing.
func TestWedge(t *testing.T) {
	const length, depth, height = 2.4, 0.5, 0.24
	for _, v := range []struct {
		dim, boundary string
		deltaP        float64
	}{{"2", "dummy", 0.02}, {"2", "dynamic", 0.0271}, {"2", "lennard-jones", 0.02}, {"3", "dummy", 0.031}} {
		c := setup(t, "Hydrostatic", v.deltaP, "--dim", v.dim, "--boundary", v.boundary,
			"--length", "2.4", "--height", "1.2", "--width", "0.2", "--depth", "0.5", "--wedge", "0.24")
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		width := 1.0
		if v.dim == "3" {
			width = 0.2
		}
		if mass, want := c.Params.Mass*float64(c.Particles.Count(sph.Fluid)), 1000*width*(length*depth-height*height); math.Abs(mass/want-1) > 0.02 {
			t.Errorf("%v: the water has %g kg, not %g", v, mass, want)
		}
		checkApart(t, c, 0.85*v.deltaP)

		p, q := &c.Params, &c.Particles
		// the slopes
		under := func(x [3]float64) float64 { return (height - x[2] - math.Abs(x[0]-length/2)) / math.Sqrt2 }
		for i, x := range q.Position {
			if q.Type[i] == sph.Fluid && under(x) > 0.02*v.deltaP {
				t.Fatalf("there is water at %v, %g m under the slope", x, under(x))
			}
			if inside := x[2] > 0 && x[0] > 0 && x[0] < length && (v.dim == "2" || x[1] > 0 && x[1] < width); q.Type[i] == sph.Wall && inside && x[2] < 1.2 && under(x) < -1e-6 {
				t.Fatalf("a wall particle is at %v, %g m under the slope", x, under(x))
			}
		}
		g := newGrid(q, 2*v.deltaP, func(i int) bool { return q.Type[i] == sph.Wall })
		y := (p.Min[1] + p.Max[1]) / 2
		deepest := p.Support() - v.deltaP
		if v.boundary == "lennard-jones" {
			deepest = v.deltaP / 2
		}
		for x := length/2 - height; x < length/2+height; x += v.deltaP / 3 {
			for down := 0.0; down < deepest; down += v.deltaP / 3 {
				at := [3]float64{x, y, height - math.Abs(x-length/2) - down*math.Sqrt2}
				if d := g.nearest(at, -1); d > 1.3*v.deltaP && at[2] > -p.Support() {
					t.Fatalf("%v: no wall particle is nearer to %v than %g Δp", v, at, d/v.deltaP)
				}
			}
		}
	}
	if _, err := trySetup("Hydrostatic", 0.02, "--wedge", "0.3"); err == nil {
		t.Error("a wedge that is wider than the tank is not refused")
	}
	if _, err := trySetup("Hydrostatic", 0.02, "--dim", "2", "--widths", "2"); err == nil {
		t.Error("two widths of a plane are not refused")
	}
}
