package grid

import (
	"math"
	"strings"
	"testing"

	"gpusph/cuda"
)

// tanhFaces are those of cells along a length that are shorter towards both ends: the widest over
// the narrowest has a given ratio.
func tanhFaces(n int, length, ratio float64) []float64 {
	faces, err := Stretching{Ratio: ratio}.Faces(n, length)
	if err != nil {
		panic(err)
	}
	return faces
}

// An iteration of conjugate gradients with a cycle of multigrid leaves little of the residual,
// whatever the aspect of cells, and where they are stretched to a ratio of 4; to one of 16 half.
func TestStretchedCycles(t *testing.T) {
	tall := func(n, aspect, depth int) Flow {
		h, y := 1/float64(n), float64(aspect)
		if depth == 1 {
			y = 1
		}
		return Flow{Cells: [3]int{n, depth, n}, Spacing: [3]float64{h * float64(aspect), h * y, h}}
	}
	walls := func(n, depth int, ratio float64) Flow {
		f := tall(n, 1, depth)
		f.Faces[0], f.Faces[2] = tanhFaces(n, 1, ratio), tanhFaces(n, 1, ratio)
		return f
	}
	for _, test := range []struct {
		name string
		flow Flow
		most float64
	}{
		{"aspect 2", tall(64, 2, 1), 0.1}, {"aspect 4", tall(64, 4, 1), 0.1},
		{"aspect 16", tall(64, 16, 1), 0.14}, {"aspect 16", tall(256, 16, 1), 0.14},
		{"ratio 2", walls(64, 1, 2), 0.1}, {"ratio 4", walls(64, 1, 4), 0.2},
		{"ratio 4", walls(256, 1, 4), 0.3}, {"ratio 16", walls(64, 1, 16), 0.65},
		{"space, aspect 4", tall(32, 4, 32), 0.1}, {"space, aspect 16", tall(32, 16, 32), 0.12},
		{"space, ratio 4", walls(32, 32, 4), 0.2},
	} {
		f := flowOf(test.flow, Incompressible{Velocity: rough})
		f.Name, f.CFL, f.End, f.Periodic[1] = test.name, 0.5, 1, true
		for d := range 3 {
			f.Walls[d] = [2]Wall{Insulated, Insulated}
		}
		s, err := New(f.Flow, Options{System: hosts(t, 1)})
		if err != nil {
			t.Fatal(err)
		}
		p := s.parts[0].scheme.(*incompressible)
		mean, most := 0.0, 0.0 // without the mean the equation has no solution
		volume := func(x [3]int) float64 {
			v := 1.0
			for d, faces := range f.Faces {
				if faces != nil {
					v *= (faces[x[d]+1] - faces[x[d]]) / f.Spacing[d]
				}
			}
			return v
		}
		for k := range f.count() {
			x := f.cellOf(0, k)
			mean += volume(x) * rough(1, f.faceAt(3, x)) / float64(f.count())
		}
		right := func(x [3]int) float64 { return rough(1, f.faceAt(3, x)) - mean }
		p.set(p.right[0], right)
		for k := range f.count() {
			most = max(most, math.Abs(right(f.cellOf(0, k))))
		}
		p.main.Fill(p.phi.base, 0, p.phi.bytes)
		e := &equation{x: p.phi, b: p.right[0], component: -1, limit: 1e-8 * most, smallest: 1}
		e.setKappa(f, [3]float64{1, 1, 1})
		args := p.iterationArgs(e)
		args.Solve, args.Out[0] = 0, cuda.GridStore{At: p.cg.w.at}
		launch(p.part, cuda.OfStretched(cuda.GridResidual), args, threads(&p.slab))
		if err := p.accelerated(e); err != nil {
			t.Fatal(err)
		}
		factor := math.Pow(p.state.Residual/most, 1/float64(p.state.Iterations))
		t.Logf("%s %v: %.3f in %d iterations", test.name, f.Cells, factor, p.state.Iterations)
		if factor > test.most {
			t.Errorf("%s %v: an iteration leaves %.3f of the residual", test.name, f.Cells, factor)
		}
		s.Close()
	}
}

// Vortices in a periodic box that decay have an error of second order in the widths of cells.
func TestStretchedOrder(t *testing.T) {
	const nu, end = 0.02, 0.5
	exact := func(c int, x [3]float64, time float64) float64 {
		decay := math.Exp(-2 * nu * time)
		return decay * [3]float64{math.Sin(x[0]) * math.Cos(x[2]), 0,
			-math.Cos(x[0]) * math.Sin(x[2])}[c]
	}
	for _, scheme := range []Scheme{RungeKutta, CrankNicolson} {
		var errors []float64
		for _, n := range []int{16, 32, 64} {
			h := 2 * math.Pi / float64(n)
			f := stretch(flowOf(Flow{Cells: [3]int{n, 1, n}, Spacing: [3]float64{h, h, h},
				Periodic: [3]bool{true, true, true}, CFL: 0.4, Step: 0.4 / float64(n), End: end},
				Incompressible{Viscosity: nu, Scheme: scheme,
					Velocity: func(c int, x [3]float64) float64 { return exact(c, x, 0) }}))
			s := latticeRun(t, f.Flow, Options{System: hosts(t, 1)}, 0)
			p, err := s.Advance(1 << 20)
			if err != nil {
				t.Fatal(err)
			}
			part := s.parts[0].scheme.(*incompressible)
			u, err := part.readFields(part.u[0], part.u[2])
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for k := range f.count() {
				for i, c := range []int{0, 2} {
					off := u[i][k] - exact(c, f.faceAt(c, f.cellOf(0, k)), p.Time)
					sum += off * off / float64(f.count())
				}
			}
			errors = append(errors, math.Sqrt(sum))
		}
		order := math.Log2(errors[1] / errors[2])
		t.Logf("%v: %.3g, so the order is %.2f", scheme, errors, order)
		if order < 1.9 || errors[2] > 2e-3 {
			t.Errorf("%v: errors of %.3g have the order %.2f", scheme, errors, order)
		}
	}
}

// Shear between a standing wall and a lid is linear and stays so to round-off, as does temperature
// between two walls, whatever the widths of cells; heat through both is that of conduction.
func TestStretchedWalls(t *testing.T) {
	for _, scheme := range []Scheme{AdamsBashforth, CrankNicolson} {
		f := flowOf(Flow{Name: "shear", Cells: [3]int{8, 1, 24}, Spacing: [3]float64{0.1, 0.1, 1. / 24},
			Periodic: [3]bool{true, true, false}, CFL: 0.5, End: 1}, Incompressible{Viscosity: 0.01,
			Scheme: scheme, Velocity: func(c int, x [3]float64) float64 {
				return [3]float64{x[2]}[c]
			}, Heat: &Heat{Diffusivity: 0.02, Expansion: 0, Reference: 3,
				Temperature: func(x [3]float64) float64 { return 3 + 2*x[2] }}})
		for d := range 3 {
			f.Walls[d] = [2]Wall{Insulated, Insulated}
		}
		f.Walls[2] = [2]Wall{{Temperature: 3}, {[3]float64{1, 0, 0}, 5}}
		f.Faces[2] = tanhFaces(24, 1, 6)
		s := latticeRun(t, f.Flow, Options{System: hosts(t, 2)}, 0)
		if _, err := s.Advance(20); err != nil {
			t.Fatal(err)
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		for k := range f.count() {
			z := f.faceAt(3, f.cellOf(0, k))[2]
			u, warm := snap.Field("Velocity").Values[3*k], snap.Field("Temperature").Values[k]
			if math.Abs(u-z) > 1e-12 || math.Abs(warm-3-2*z) > 1e-12 {
				t.Fatalf("%v: at z = %g u is %.15g and T %.15g", scheme, z, u, warm)
			}
		}
		sums, err := s.Sums()
		if err != nil {
			t.Fatal(err)
		}
		want := []float64{1. / 6, 0.01, 0, 4, 1, 1}
		for i, v := range sums.Of {
			// the mean of z² in cells is less than 1/3 by the mean of their Δ²/12
			if allowed := map[int]float64{Energy: 1e-3}[i] + 1e-9; math.Abs(v-want[i]) > allowed {
				t.Errorf("%v: sum %d is %.12g, not %g", scheme, i, v, want[i])
			}
		}
	}
}

// Faces ascend to the end, as steep as they are asked to be, alike from both ends.
func TestFaces(t *testing.T) {
	for law := range Geometric + 1 {
		for towards := range UpperEnd + 1 {
			for _, n := range []int{16, 17, 64} {
				s := Stretching{Ratio: 4, Law: law, Towards: Towards(towards)}
				faces, err := s.Faces(n, 3)
				if err != nil {
					t.Fatalf("%+v, %d cells: %v", s, n, err)
				}
				low, high := math.Inf(1), 0.0
				for i := range n {
					low, high = min(low, faces[i+1]-faces[i]), max(high, faces[i+1]-faces[i])
				}
				first, last := faces[1], 3-faces[n-1]
				ends := [][2]float64{{low, low}, {low, high}, {high, low}}[towards]
				if math.Abs(high/low-4) > 1e-6 || faces[n] != 3 || math.Abs(first-ends[0]) > 1e-9 ||
					math.Abs(last-ends[1]) > 1e-9 {
					t.Errorf("%+v, %d cells: widths from %g to %g, at the ends %g and %g; the end is %g",
						s, n, low, high, first, last, faces[n])
				}
			}
		}
	}
	for _, s := range []Stretching{{Ratio: 0.5}, {Ratio: 1000}, {Ratio: math.NaN()}, {Ratio: 50}} {
		if _, err := s.Faces(8, 1); err == nil {
			t.Errorf("%+v is not refused for 8 cells", s)
		}
	}
	if faces, err := (Stretching{Ratio: 1}).Faces(8, 1); faces != nil || err != nil {
		t.Errorf("a ratio of 1 has faces %v (%v)", faces, err)
	}
}

// Faces that do not fit are refused, as are flows that take none.
func TestStretchedRefused(t *testing.T) {
	for want, change := range map[string]func(f *incompressibleFlow){
		"faces, not":   func(f *incompressibleFlow) { f.Faces[0] = f.Faces[0][1:]; f.Faces[0][0] = 0 },
		"ascend":       func(f *incompressibleFlow) { f.Faces[0][3] = f.Faces[0][2] },
		"the last":     func(f *incompressibleFlow) { f.Spacing[0] *= 1.01 },
		"more cells":   func(f *incompressibleFlow) { f.Faces[0][1] /= 8 },
		"three or":     func(f *incompressibleFlow) { f.Faces[0][0] = 0.01 },
		"only incompr": func(f *incompressibleFlow) { f.Equations = &Air{} },
	} {
		f := stretch(cavity())
		change(f)
		if err := f.Check(PPCG); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// Where a lid meets walls one cell has most of what a solve sums up, and all steps converge.
func TestStretchedCorners(t *testing.T) {
	for _, n := range []int{8, 16, 24, 32} {
		for _, ratio := range []float64{1.5, 3} {
			f := flowOf(Flow{Name: "lid", Cells: [3]int{n, 1, n},
				Spacing:  [3]float64{1 / float64(n), 1 / float64(n), 1 / float64(n)},
				Periodic: [3]bool{false, true, false}, CFL: 0.5, End: 2}, Incompressible{Viscosity: 1e-3})
			for d := range 3 {
				f.Walls[d] = [2]Wall{Insulated, Insulated}
			}
			f.Walls[2][1].Velocity = [3]float64{1, 0, 0}
			f.Faces[0], f.Faces[2] = tanhFaces(n, 1, ratio), tanhFaces(n, 1, ratio)
			s := latticeRun(t, f.Flow, Options{System: hosts(t, 1)}, 0)
			for done := false; !done; {
				p, err := s.Advance(1)
				if err != nil {
					t.Fatalf("%d cells, ratio %g: %v", n, ratio, err)
				}
				if p.Iterations > 12 {
					t.Fatalf("%d cells, ratio %g: step %d takes %d iterations", n, ratio, p.Step,
						p.Iterations)
				}
				done = p.Done
			}
		}
	}
}

// A longer flow has the same cells again, mirrored in turn.
func TestLonger(t *testing.T) {
	f := cavity()
	length := 8 * f.Spacing[0]
	f.Faces[0], _ = Stretching{Ratio: 2, Towards: LowerEnd}.Faces(8, length)
	long := f.Longer(0, 3)
	if err := long.Check(PPCG); err != nil || long.Cells != [3]int{24, 4, 16} || len(f.Faces[0]) != 9 {
		t.Fatalf("%v cells: %v", long.Cells, err)
	}
	for i, x := range long.Faces[0] {
		want := map[int]float64{0: 0, 1: f.Faces[0][1], 8: length, 15: 2*length - f.Faces[0][1],
			16: 2 * length, 17: 2*length + f.Faces[0][1], 24: 3 * length}
		if w, known := want[i]; known && math.Abs(x-w) > 1e-12 {
			t.Errorf("face %d is at %g, not %g", i, x, w)
		}
	}
	if plain := cavity().Longer(2, 2); plain.Cells[2] != 32 || plain.Stretched() {
		t.Errorf("an even flow becomes %v cells", plain.Cells)
	}
}
