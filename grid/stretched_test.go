package grid

import (
	"math"
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
