package problems

import (
	"math"
	"testing"

	"gpusph/sph"
)

// TestBodyLattice holds that particles of a free body lie alike on both sides of its middle, that
// those of boxes are half a spacing inside of their faces, and that no fluid is nearer to them than
// half a spacing or, in the mean before the faces of a box, farther than 1.2.
func TestBodyLattice(t *testing.T) {
	for _, of := range []struct {
		name, shape string
		spacings    float64 // from the middle to the outermost particle along x
	}{
		{"box", "box = { min = [0.307, 0.1, 0.2], max = [0.62, 0.3, 0.41] }", 7.5},
		{"ball", "sphere = { centre = [0.513, 0.2, 0.3], radius = 0.1 }", 0},
		{"cylinder", "cylinder = { from = [0.4, 0.11, 0.3], to = [0.4, 0.3, 0.3], radius = 0.1 }", 0},
	} {
		t.Run(of.name, func(t *testing.T) {
			c := setupText(t, bodyCase+"\n[[body]]\nname = \"body\"\ndensity = 500\n"+of.shape+"\n")
			sum, n, reach := [3]float64{}, 0.0, [3]float64{}
			q, centre := &c.Particles, c.Bodies[0].Centre
			for i, body := range q.Body {
				if body == 1 {
					n++
					for a := range 3 {
						sum[a] += q.Position[i][a] - centre[a]
						reach[a] = max(reach[a], math.Abs(q.Position[i][a]-centre[a]))
					}
				}
			}
			for a := range 3 {
				if math.Abs(sum[a]/n) > 1e-12 {
					t.Errorf("the middle of the particles is %g m off along %v", sum[a]/n, sph.Axis(a))
				}
			}
			if of.spacings > 0 && math.Abs(reach[0]/(0.313/2)-of.spacings/8) > 1e-9 {
				t.Errorf("the outermost particle is %g m from the middle", reach[0])
			}
			least := math.Inf(1)
			for i, x := range q.Position {
				if q.Body[i] != 1 {
					continue
				}
				for j, y := range q.Position {
					if q.Type[j] == sph.Fluid {
						least = min(least, sph.Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}))
					}
				}
			}
			t.Logf("nearest fluid %.3f spacings", least/c.Params.DeltaP)
			for _, note := range c.Notes {
				t.Log(note)
			}
			if least < 0.5*c.Params.DeltaP {
				t.Errorf("fluid is %.3f spacings from the body", least/c.Params.DeltaP)
			}
		})
	}
}
