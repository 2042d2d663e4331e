package problems

import (
	"math"
	"testing"

	"gpusph/sph"
)

// TestBodyLattice holds that particles of a free body, and of the fluid around it, lie alike on
// both sides of its middle wherever that is, that those of boxes are half a spacing inside of their
// faces, and that fluid is neither too near to a body nor too far.
func TestBodyLattice(t *testing.T) {
	for _, of := range []struct {
		name, shape string
		half        float64 // from the middle to the outermost particle along x [m]; 0 is not told
	}{
		{"box", "box = { min = [0.307, 0.1, 0.2], max = [0.62, 0.3, 0.41] }", 0.313 / 2 * 15 / 16},
		{"box on sites", "box = { min = [0.31, 0.11, 0.21], max = [0.61, 0.29, 0.41] }", 0.14},
		{"turned box", "box = { min = [0.307, 0.1, 0.2], max = [0.62, 0.3, 0.41] }\n" +
			"rotate = { axis = [0, 1, 0], angle = 30, about = [0.4635, 0, 0.305] }", 0},
		{"ball", "sphere = { centre = [0.513, 0.2, 0.3], radius = 0.1 }", 0},
		{"cylinder", "cylinder = { from = [0.4, 0.11, 0.3], to = [0.4, 0.3, 0.3], radius = 0.1 }", 0},
	} {
		t.Run(of.name, func(t *testing.T) {
			c := setupText(t, bodyCase+"\n[[body]]\nname = \"body\"\ndensity = 500\n"+of.shape+"\n")
			q, centre, size := &c.Particles, c.Bodies[0].Centre, c.Params.DeltaP
			middle, n, half := [3]float64{}, 0.0, 0.0
			for i, body := range q.Body {
				if body == 1 {
					for a := range 3 {
						middle[a] += q.Position[i][a] - centre[a]
					}
					half = max(half, q.Position[i][0]-centre[0])
					n++
				}
			}
			if sph.Norm(middle)/n > 1e-12 {
				t.Errorf("the middle of the particles is %g m off", middle)
			}
			if of.half > 0 && math.Abs(half-of.half) > 1e-9 {
				t.Errorf("the outermost particle is %g m from the middle, not %g", half, of.half)
			}
			checkFluidBeside(t, q, centre, size, of.name != "turned box")
		})
	}
}

// checkFluidBeside holds that fluid next to body 1 is not nearer to it than half a spacing nor in
// the mean farther than 1.3, and that it has an image on the other side of the middle where the
// body is upright.
func checkFluidBeside(t *testing.T, q *sph.Particles, centre [3]float64, size float64,
	upright bool) {
	t.Helper()
	nearest := func(x [3]float64, is func(j int) bool) float64 {
		least := math.Inf(1)
		for j, y := range q.Position {
			if math.Abs(y[0]-x[0]) < least && is(j) {
				least = min(least, sph.Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}))
			}
		}
		return least
	}
	least, sum, n, alone := math.Inf(1), 0.0, 0.0, 0
	for i, x := range q.Position {
		if q.Type[i] != sph.Fluid || math.Abs(x[1]-centre[1]) > 1.5*size || x[2] > 0.3-2*size {
			continue
		}
		d := nearest(x, func(j int) bool { return q.Body[j] == 1 }) / size
		if d > 1.5 {
			continue
		}
		least, sum, n = min(least, d), sum+d, n+1
		image := [3]float64{2*centre[0] - x[0], x[1], x[2]}
		if nearest(image, func(j int) bool { return q.Type[j] == sph.Fluid }) > 0.1*size {
			alone++
		}
	}
	t.Logf("%g particles are %.3g spacings away in the mean, %.3g at least", n, sum/n, least)
	if n == 0 || least < 0.5 || sum/n > 1.3 {
		t.Errorf("%g particles are %g spacings from the body in the mean, %g at least", n, sum/n, least)
	}
	if upright && alone > 0 {
		t.Errorf("of %g particles next to the body %d have no image", n, alone)
	}
}
