package grid

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/sph/exchange"
)

func hosts(t *testing.T, n int) *gpu.System {
	t.Helper()
	system, err := gpu.Open(slices.Repeat([]string{"host"}, n), gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	return system
}

// wave is a smooth velocity without a plan, in a box of a given length.
func wave(length [3]float64) func(c int, x [3]float64) float64 {
	return func(c int, x [3]float64) float64 {
		sum := 0.0
		for d := range 3 {
			sum += math.Sin(2*math.Pi*(x[d]/length[d]*float64(1+(c+d)%2)) + float64(c+2*d))
		}
		return 0.3 * sum
	}
}

// flowOf is a flow with equations.
func flowOf(f Flow, e Incompressible) *incompressibleFlow {
	f.Equations = &e
	return &incompressibleFlow{&f, &e}
}

// cavity is one in three dimensions whose walls move, with heat.
func cavity() *incompressibleFlow {
	f := flowOf(Flow{Name: "cavity", Cells: [3]int{8, 4, 16}, Spacing: [3]float64{0.1, 0.12, 0.08},
		CFL: 0.5, End: 10}, Incompressible{Viscosity: 0.01})
	for d := range 3 {
		f.Walls[d] = [2]Wall{Insulated, Insulated}
	}
	f.Walls[2][1].Velocity = [3]float64{1, 0.3, 0}
	f.Walls[0][0].Velocity = [3]float64{0, 0.2, -0.4}
	f.Walls[0][0].Temperature, f.Walls[0][1].Temperature = 2, 1
	f.Heat = &Heat{Diffusivity: 0.02, Expansion: 0.3, Reference: 1.4, Gravity: [3]float64{0.5, 0, -1},
		Source: 0.1, Temperature: func(x [3]float64) float64 { return 1 + x[0] + 0.5*x[2] }}
	return f
}

// box is a periodic flow with boxes in it.
func box(solids bool) *incompressibleFlow {
	f := flowOf(Flow{Name: "box", Cells: [3]int{8, 8, 16}, Spacing: [3]float64{0.1, 0.12, 0.08},
		Periodic: [3]bool{true, true, true}, CFL: 0.8, End: 10}, Incompressible{Viscosity: 0.02,
		Scheme: RungeKutta, Velocity: wave([3]float64{0.8, 0.96, 1.28})})
	if solids {
		f.Solids = []Box{{[3]int{2, 1, 3}, [3]int{4, 4, 6}}, {[3]int{0, 6, 12}, [3]int{2, 8, 16}}}
	}
	return f
}

// stretch gives the cells of a flow different lengths along x and z.
func stretch(f *incompressibleFlow) *incompressibleFlow {
	f.Name += " stretched"
	for _, d := range []int{0, 2} {
		n, length := f.Cells[d], float64(f.Cells[d])*f.Spacing[d]
		f.Faces[d] = make([]float64, n+1)
		for i := range f.Faces[d] {
			x := float64(i) / float64(n)
			f.Faces[d][i] = length * (x - 0.1*math.Sin(2*math.Pi*x+float64(d)) +
				0.1*math.Sin(float64(d)))
		}
		f.Faces[d][n] = length
	}
	return f
}

// differences are the greatest between a simulation and an oracle: of velocity and of temperature.
func differences(t *testing.T, s *Simulation, o *oracleState) (u, warm float64) {
	t.Helper()
	of := func(part *part) []*field {
		p := part.scheme.(*incompressible)
		all := []*field{p.u[0], p.u[1], p.u[2]}
		if p.flow.Heat != nil {
			all = append(all, p.warm[p.clock.Turn])
		}
		return all
	}
	data := make([][]byte, len(of(s.parts[0])))
	if err := s.download(of, data); err != nil {
		t.Fatal(err)
	}
	for i, b := range data {
		want := o.T
		if i < 3 {
			want = o.U[i]
		}
		for k, x := range s.numbers(b) {
			if d := math.Abs(x - want[k]); i < 3 {
				u = max(u, d)
			} else {
				warm = max(warm, d)
			}
		}
	}
	return u, warm
}

// Steps are those of an oracle that writes them as plain sums, whatever the solver.
func TestSteps(t *testing.T) {
	plane := cavity()
	plane.Cells[1], plane.Name = 1, "plane"
	periodic := box(false)
	periodic.Scheme = AdamsBashforth
	implicit, implicitPlane := cavity(), cavity()
	implicitPlane.Cells[1], implicitPlane.Name = 1, "plane"
	implicit.Scheme, implicitPlane.Scheme = CrankNicolson, CrankNicolson
	stretchedImplicit, stretchedPlane := stretch(cavity()), stretch(cavity())
	stretchedImplicit.Scheme = CrankNicolson
	stretchedSolid := stretch(cavity())
	stretchedSolid.Heat, stretchedSolid.Name = nil, "stretched solid"
	stretchedSolid.Solids = []Box{{[3]int{2, 1, 3}, [3]int{4, 3, 6}}}
	stretchedPlane.Cells[1], stretchedPlane.Name = 1, "stretched plane"
	for _, test := range []struct {
		flow   *incompressibleFlow
		solver Solver
		single bool
	}{
		{cavity(), Multigrid, false}, {cavity(), PPCG, false}, {cavity(), CG, false},
		{cavity(), Jacobi, false}, {plane, Multigrid, false}, {periodic, Multigrid, false},
		{box(false), Multigrid, false}, {box(false), PPCG, false}, {box(true), PPCG, false},
		{box(true), CG, false}, {cavity(), Multigrid, true}, {box(true), PPCG, true},
		{implicit, Multigrid, false}, {implicit, CG, false}, {implicitPlane, PPCG, false},
		{implicit, Multigrid, true},
		{stretch(cavity()), Multigrid, false}, {stretch(cavity()), PPCG, false},
		{stretch(cavity()), Jacobi, false}, {stretch(box(false)), Multigrid, false},
		{stretch(box(false)), CG, false}, {stretchedImplicit, Multigrid, false},
		{stretch(box(true)), PPCG, false}, {stretchedSolid, CG, false},
		{stretchedPlane, Multigrid, false}, {stretch(cavity()), Multigrid, true},
	} {
		t.Run(fmt.Sprint(test.flow.Name, test.flow.Scheme, test.solver, test.single), func(t *testing.T) {
			f, allowed := flowOf(*test.flow.Flow, *test.flow.Incompressible), 2e-10
			if test.single {
				f.Precision, allowed = Single, 3e-4
			}
			o := Options{System: hosts(t, 1), Solver: test.solver, Tolerance: 1e-12}
			if test.single {
				o.Tolerance = 1e-5
			}
			s, err := New(f.Flow, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			want := oracleStart(f)
			newOracle(f).project(&want.U, 1)
			if u, warm := differences(t, s, want); u > allowed || warm > allowed {
				t.Fatalf("at the beginning the greatest differences are %g and %g", u, warm)
			}
			for range 4 {
				p, err := s.Advance(1)
				if err != nil {
					t.Fatal(err)
				}
				oracleStep(f, want, p.Dt)
				u, warm := differences(t, s, want)
				if u > allowed || warm > allowed || math.IsNaN(u) {
					t.Fatalf("after step %d the greatest differences are %g and %g", p.Step, u, warm)
				}
			}
		})
	}
}

// state is all that a flow continues with.
func state(t *testing.T, s *Simulation) []byte {
	t.Helper()
	c, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for _, f := range c.Fields {
		all = append(all, f.Data...)
	}
	return append(all, c.Globals[0].Data...)
}

// A flow has the same bits on any number of devices, however they exchange, and where it
// continues from a checkpoint on others.
func TestDevices(t *testing.T) {
	large := box(false)
	large.Cells, large.Spacing = [3]int{64, 16, 64}, [3]float64{0.1, 0.1, 0.1}
	large.Velocity = wave([3]float64{6.4, 1.6, 6.4})
	largeCavity := cavity()
	largeCavity.Cells = [3]int{64, 16, 64}
	implicit := cavity()
	implicit.Scheme = CrankNicolson
	stretchedLarge := cavity()
	stretchedLarge.Cells = [3]int{64, 16, 64}
	stretch(stretchedLarge).Scheme = CrankNicolson
	stirred := box(true) // without boxes after the third step
	stirred.Name, stirred.Step, stirred.Until = "stirred", 0.02, 0.05
	flat := cavity() // cells four times as long along x
	flat.Cells, flat.Spacing[0], flat.Name = [3]int{16, 8, 32}, 0.32, "flat"
	for _, test := range []struct {
		flow   *incompressibleFlow
		solver Solver
		most   int
	}{
		{cavity(), PPCG, 6}, {box(true), PPCG, 6}, {largeCavity, Multigrid, 6}, {large, Multigrid, 3},
		{cavity(), Jacobi, 3}, {cavity(), Multigrid, 3}, {implicit, PPCG, 6}, {implicit, Multigrid, 3},
		{stretch(cavity()), Multigrid, 2}, {stretchedLarge, Multigrid, 6}, {stretch(cavity()), PPCG, 6},
		{flat, Multigrid, 3}, {stirred, PPCG, 6}, {stretch(box(true)), PPCG, 6},
	} {
		t.Run(fmt.Sprint(test.flow.Name, test.flow.Cells, test.solver), func(t *testing.T) {
			var want []byte
			for _, n := range []int{1, 2, 3, 6} {
				for _, mode := range []exchange.Mode{exchange.Direct, exchange.Overlap, exchange.Copies,
					exchange.None} {
					if n > test.most || n == 1 && mode != exchange.Direct {
						continue
					}
					isLarge := test.flow.Cells[0] > 16 // exchanges differ as much in small flows
					if isLarge && (n == 3 || n == 2 && mode != exchange.Direct ||
						n == 6 && mode != exchange.Overlap) {
						continue
					}
					o := Options{System: hosts(t, n), Solver: test.solver, Exchange: mode}
					s, err := New(test.flow.Flow, o)
					if err != nil {
						t.Fatal(err)
					}
					if n == 2 { // half of it from a checkpoint
						if _, err := s.Advance(2); err != nil {
							t.Fatal(err)
						}
						c, err := s.Checkpoint()
						if err != nil {
							t.Fatal(err)
						}
						s.Close()
						o.System = hosts(t, 3)
						if s, err = New(test.flow.Flow, o); err == nil {
							err = s.Resume(c)
						}
						if err != nil {
							t.Fatal(err)
						}
						_, err = s.Advance(2)
						if err != nil {
							t.Fatal(err)
						}
					} else if _, err := s.Advance(4); err != nil {
						t.Fatal(err)
					}
					got := state(t, s)
					if want == nil {
						want = got
					} else if !bytes.Equal(got, want) {
						t.Errorf("%d devices, %s: other bits than on one", n, mode)
					}
					s.Close()
				}
			}
		})
	}
}

// Jacobi's iteration ends with the iterations that are asked for, whatever divergence they leave;
// other solvers fail then.
func TestFixedIterations(t *testing.T) {
	s := latticeRun(t, cavity().Flow, Options{System: hosts(t, 1), Solver: Jacobi, Iterations: 7}, 0)
	p, err := s.Advance(3)
	if err != nil || p.Iterations != 21 || p.Divergence < 1e-6 {
		t.Errorf("3 steps took %d iterations, and leave %g (%v)", p.Iterations, p.Divergence, err)
	}
	s = latticeRun(t, cavity().Flow, Options{System: hosts(t, 1), Solver: CG, Iterations: 2}, 0)
	if _, err := s.Advance(3); err == nil {
		t.Error("two iterations of conjugate gradients are enough")
	}
}

// A grid may have more cells than a kernel counts, but a device may not.
func TestMostCells(t *testing.T) {
	f := cavity()
	f.Cells = [3]int{2048, 1024, 2048}
	if err := f.Check(Multigrid); err != nil {
		t.Errorf("%v cells are refused: %v", f.Cells, err)
	}
	_, err := New(f.Flow, Options{System: hosts(t, 1)})
	if err == nil || !strings.Contains(err.Error(), "use more devices") {
		t.Errorf("a device takes them (%v)", err)
	}
}
