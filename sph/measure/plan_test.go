package measure

import (
	"testing"

	_ "gpusph/features"
	"gpusph/features/openings"
	"gpusph/sph"
)

// Sums have room for as many particles as a domain can hold where more are born, and for those of
// the case otherwise.
func TestMostParticles(t *testing.T) {
	for _, test := range []struct {
		name     string
		dim      int
		openings int
		began    int
		want     float64
	}{
		{"closed", 3, 0, 7, 7}, {"space", 3, 1, 7, 20 * 5 * 10}, {"plane", 2, 1, 7, 20 * 10},
		{"more at first", 2, 2, 300, 300},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &sph.Case{Params: sph.Defaults(0.1)}
			if test.openings > 0 {
				openings.Open(c, make([]openings.Opening, test.openings))
			}
			c.Params.Dim = test.dim
			c.Params.Min, c.Params.Max = [3]float64{-1, 0, 0}, [3]float64{1, 0.5, 1}
			for range test.began {
				c.Particles.Add([3]float64{}, sph.Fluid, 0)
			}
			p := &Plan{Case: c}
			if got := p.mostParticles(); got < test.want*(1-1e-9) || got > test.want*(1+1e-9) {
				t.Errorf("there may be %g particles, not %g", got, test.want)
			}
		})
	}
}
