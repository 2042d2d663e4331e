package grid

import (
	"math"
	"slices"
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

// stepsOf does steps of given lengths.
func stepsOf(t *testing.T, s *Simulation, lengths ...float64) {
	t.Helper()
	for _, dt := range lengths {
		s.flow.Step = dt
		if p, err := s.Advance(1); err != nil || math.Abs(p.Dt-dt) > 1e-15 {
			t.Fatalf("a step of %g s: %v", p.Dt, err)
		}
	}
}

// velocitiesOf are components of velocity, and the temperature of a flow that has one.
func velocitiesOf(t *testing.T, s *Simulation) (all [][]float64) {
	t.Helper()
	of := func(part *part) (fields []*field) {
		p := part.scheme.(*incompressible)
		if fields = p.u[:]; p.flow.Heat != nil {
			fields = append(slices.Clone(fields), p.warm[p.clock.Turn])
		}
		return fields
	}
	data := make([][]byte, len(of(s.parts[0])))
	if err := s.download(of, data); err != nil {
		t.Fatal(err)
	}
	for _, b := range data {
		all = append(all, s.numbers(b))
	}
	return all
}

// In fluid that a source warms everywhere buoyancy grows with the time, and a step of Adams and
// Bashforth is exact for that, whatever its length and that of the step before.
func TestGrowingForce(t *testing.T) {
	const expansion, source, first, reference = 0.3, 0.7, 5.0, 4.5
	gravity := [3]float64{0.5, -0.8, 1.2}
	f := flowOf(Flow{Name: "warming", Cells: [3]int{4, 4, 4}, Spacing: [3]float64{0.1, 0.1, 0.1},
		Periodic: [3]bool{true, true, true}, CFL: 0.5, End: 10}, Incompressible{Viscosity: 0.01})
	f.Heat = &Heat{Expansion: expansion, Reference: reference, Gravity: gravity, Source: source,
		Temperature: func([3]float64) float64 { return first }}
	s := latticeRun(t, f.Flow, Options{System: hosts(t, 1)}, 0)
	stepsOf(t, s, 0.01)
	before := velocitiesOf(t, s)
	stepsOf(t, s, 0.03, 0.005, 0.02, 0.02, 0.001)
	from, to := 0.01, 0.086
	after := velocitiesOf(t, s)
	// the integral of T - reference
	whole := (first-reference)*(to-from) + source*(to*to-from*from)/2
	for c, g := range gravity {
		for n, u := range after[c] {
			if want := -expansion * g * whole; math.Abs(u-before[c][n]-want) > 1e-13 {
				t.Fatalf("component %d has grown by %g m/s, not %g", c, u-before[c][n], want)
			}
		}
	}
	for _, warm := range after[3] {
		if want := first + source*to; math.Abs(warm-want) > 1e-13 {
			t.Fatalf("the temperature is %g, not %g", warm, want)
		}
	}
}

// Waves of shear and of temperature decay on the grid as exp(-λt), with λ = ν (2 - 2 cos kΔ)/Δ², to
// second order in steps of unlike lengths.
func TestOrderOfUnlikeSteps(t *testing.T) {
	const cells, spacing, viscosity, diffusivity, end = 8, 0.125, 0.02, 0.03, 0.12
	for _, scheme := range []Scheme{AdamsBashforth, RungeKutta, CrankNicolson} {
		errors := func(pairs int) (off [2]float64) {
			f := flowOf(Flow{Name: "decay", Cells: [3]int{4, 4, cells}, CFL: 0.5, End: 10,
				Spacing:  [3]float64{spacing, spacing, spacing},
				Periodic: [3]bool{true, true, true}}, Incompressible{Viscosity: viscosity, Scheme: scheme})
			wave := func(z float64) float64 { return math.Sin(2 * math.Pi * z / (cells * spacing)) }
			f.Velocity = func(c int, x [3]float64) float64 { return []float64{wave(x[2]), 0, 0}[c] }
			if scheme != RungeKutta {
				f.Heat = &Heat{Diffusivity: diffusivity,
					Temperature: func(x [3]float64) float64 { return wave(x[2]) }}
			}
			s := latticeRun(t, f.Flow, Options{System: hosts(t, 1), Tolerance: 1e-13}, 0)
			before, pair := velocitiesOf(t, s), end/float64(pairs)
			for range pairs {
				stepsOf(t, s, 0.75*pair, 0.25*pair)
			}
			for k, after := range velocitiesOf(t, s) {
				which := map[int]int{0: 0, 3: 1}[k]
				if k == 1 || k == 2 {
					continue
				}
				rate := []float64{viscosity, diffusivity}[which] * (2 - 2*math.Cos(2*math.Pi/cells)) /
					(spacing * spacing)
				for n, value := range after {
					off[which] = max(off[which], math.Abs(value-before[k][n]*math.Exp(-rate*end)))
				}
			}
			return off
		}
		coarse, fine := errors(4), errors(8)
		for k, what := range []string{"velocity", "temperature"} {
			if k == 1 && scheme == RungeKutta {
				continue
			}
			if order := math.Log2(coarse[k] / fine[k]); order < 1.9 || order > 2.5 {
				t.Errorf("%s: the %s is off by %g and %g, of order %.2f", scheme, what, coarse[k], fine[k],
					order)
			}
		}
	}
}

// A mean flow W carries a wave of shear with the speed W sin kΔ/kΔ on the grid: to second order by
// Adams and Bashforth, to third by Runge and Kutta.
func TestOrderOfConvection(t *testing.T) {
	const cells, spacing, mean, end = 8, 0.125, 0.5, 0.24
	const frequency = mean / spacing * math.Sqrt2 / 2 // of a wave of eight cells
	for scheme, want := range map[Scheme]float64{AdamsBashforth: 2, RungeKutta: 3, CrankNicolson: 2} {
		wrong := func(steps int) (off float64) {
			f := flowOf(Flow{Name: "carried", Cells: [3]int{4, 4, cells}, CFL: 0.5, End: 10,
				Spacing:  [3]float64{spacing, spacing, spacing},
				Periodic: [3]bool{true, true, true}}, Incompressible{Scheme: scheme})
			f.Velocity = func(c int, x [3]float64) float64 {
				return []float64{math.Sin(2 * math.Pi * x[2]), 0, mean}[c]
			}
			s := latticeRun(t, f.Flow, Options{System: hosts(t, 1), Tolerance: 1e-13}, 0)
			dt := end / float64(steps)
			stepsOf(t, s, slices.Repeat([]float64{0.8 * dt, 1.2 * dt}, steps/2)...)
			for n, u := range velocitiesOf(t, s)[0] {
				z := (float64(n/16) + 0.5) * spacing
				off = max(off, math.Abs(u-math.Sin(2*math.Pi*z-frequency*end)))
			}
			return off
		}
		coarse, fine := wrong(8), wrong(16)
		if order := math.Log2(coarse / fine); math.Abs(order-want) > 0.15 {
			t.Errorf("%s: velocities are off by %g and %g, of order %.2f", scheme, coarse, fine, order)
		}
	}
}
