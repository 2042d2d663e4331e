package grid

import (
	"math"
	"testing"
)

// Diffusion is solved in some five iterations, however little there is. The first iteration makes
// the residual smaller by orders of magnitude, and the integers that the next sums are made of must
// not be zero in most cells: solves took up to twice as many iterations then, or blew up.
func TestLittleDiffusion(t *testing.T) {
	const side, cells = 2 * math.Pi, 48
	for _, nu := range []float64{1e-4, 0.01145, 0.0198, 0.0492} {
		f := flowOf(Flow{Name: "waves", Cells: [3]int{cells, cells, cells},
			Periodic: [3]bool{true, true, true}, CFL: 0.8, End: 10,
			Spacing: [3]float64{side / cells, side / cells, side / cells}},
			Incompressible{Viscosity: nu, Scheme: RungeKutta,
				Velocity: wave([3]float64{side, side, side})})
		s, err := New(f.Flow, Options{System: hosts(t, 1)})
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Advance(1)
		if err != nil {
			t.Errorf("ν = %g: %v", nu, err)
		} else if p.Solves != 3 || p.Iterations > 70 {
			t.Errorf("ν = %g: %d solves of the pressure and 9 of diffusion take %d iterations", nu,
				p.Solves, p.Iterations)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
