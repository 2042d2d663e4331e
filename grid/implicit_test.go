package grid

import (
	"math"
	"testing"
)

// heated is a cavity in the plane that is warm at one side, of air, with a lid.
func heated(scheme Scheme) *incompressibleFlow {
	const n = 16
	f := flowOf(Flow{Name: "heated", Cells: [3]int{n, 1, n},
		Spacing:  [3]float64{1. / n, 1. / n, 1. / n},
		Periodic: [3]bool{false, true, false}, CFL: 0.4, End: 400},
		Incompressible{Viscosity: 0.02, Scheme: scheme})
	for d := range 3 {
		f.Walls[d] = [2]Wall{Insulated, Insulated}
	}
	f.Walls[2][1].Velocity = [3]float64{0.2, 0, 0}
	f.Walls[0][0].Temperature, f.Walls[0][1].Temperature = 1, 0
	f.Heat = &Heat{Diffusivity: 0.03, Expansion: 1, Reference: 0.5, Gravity: [3]float64{0, 0, -1},
		Temperature: func(x [3]float64) float64 { return 1 - x[0] }}
	return f
}

// apart is the greatest difference of two flows, of velocities and of temperatures.
func apart(a, b [][]float64) (most float64) {
	for k := range a {
		for n := range a[k] {
			most = math.Max(most, math.Abs(a[k][n]-b[k][n]))
		}
	}
	return most
}

// Steps with trapezoidal diffusion come to rest in the state of explicit ones, which are shorter.
func TestImplicitRest(t *testing.T) {
	var rest [2][][]float64
	var steps [2]int
	for k, scheme := range []Scheme{AdamsBashforth, CrankNicolson} {
		f := heated(scheme)
		f.Steady = 1e-9
		s := latticeRun(t, f.Flow, Options{System: hosts(t, 1), Tolerance: 1e-12}, 0)
		p, err := s.Advance(1 << 20)
		if err != nil || !p.Done || p.Time >= f.End {
			t.Fatalf("%s: not at rest at %g s (%v)", scheme, p.Time, err)
		}
		rest[k], steps[k] = velocitiesOf(t, s), p.Step
	}
	if off := apart(rest[0], rest[1]); off > 1e-8 {
		t.Errorf("the states differ by %g", off)
	}
	if steps[0] < 2*steps[1] {
		t.Errorf("explicit steps are %d, and others %d", steps[0], steps[1])
	}
}

// Between walls steps with trapezoidal diffusion are of second order, longer ones than explicit
// diffusion is stable with among them.
func TestImplicitOrder(t *testing.T) {
	after := func(steps int) [][]float64 {
		s := latticeRun(t, heated(CrankNicolson).Flow, Options{System: hosts(t, 1), Tolerance: 1e-13}, 0)
		stepsOf(t, s, 1./32) // the lid begins at once
		dt := 0.5 / float64(steps)
		for range steps {
			stepsOf(t, s, dt)
		}
		return velocitiesOf(t, s)
	}
	coarse, middle, fine := after(16), after(32), after(64)
	order := math.Log2(apart(coarse, middle) / apart(middle, fine))
	if order < 1.8 || order > 2.4 {
		t.Errorf("steps of %g s are off by %g, half of them by %g, of order %.2f", 0.5/16,
			apart(coarse, middle), apart(middle, fine), order)
	}
}
