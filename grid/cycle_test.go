package grid

import (
	"bytes"
	"math"
	"testing"

	"gpusph/cuda"
)

// rough is a velocity with waves of all lengths: a hash of the place.
func rough(c int, x [3]float64) float64 {
	bits := uint64(c + 1)
	for _, v := range x {
		bits = (bits ^ math.Float64bits(v)) * 0x9e3779b97f4a7c15
		bits ^= bits >> 29
	}
	return float64(bits>>11)/(1<<53) - 0.5
}

// A cycle of multigrid leaves 0.15 of the residual at most, whatever the size, in a periodic cube
// and between walls, in space and in the plane.
func TestCycles(t *testing.T) {
	for _, test := range []struct {
		name   string
		cells  [3]int
		walled bool
	}{
		{"cube", [3]int{16, 16, 16}, false}, {"cube", [3]int{64, 64, 64}, false},
		{"walls", [3]int{32, 32, 32}, true}, {"walls", [3]int{64, 64, 64}, true},
		{"plane", [3]int{64, 1, 64}, true}, {"plane", [3]int{256, 1, 256}, true},
		{"deep", [3]int{64, 16, 64}, true},
	} {
		f := flowOf(Flow{Name: test.name, Cells: test.cells, Spacing: [3]float64{0.1, 0.1, 0.1},
			CFL: 0.5, End: 1}, Incompressible{Velocity: rough})
		for d := range 3 {
			f.Periodic[d] = !test.walled
			f.Walls[d] = [2]Wall{Insulated, Insulated}
		}
		s, err := New(f.Flow, Options{System: hosts(t, 1), Solver: Multigrid})
		if err != nil {
			t.Fatal(err)
		}
		p := s.parts[0].scheme.(*incompressible)
		mean := 0.0 // without it the equation has no solution
		for k := range f.count() {
			mean += rough(1, f.faceAt(3, f.cellOf(0, k))) / float64(f.count())
		}
		p.set(p.right[0], func(x [3]int) float64 { return rough(1, f.faceAt(3, x)) - mean })
		p.main.Upload(p.solve, bytesOf(&cuda.GridSolve{Most: 100, Limit: -1}))
		l := &p.levels[0]
		launch(p.part, cuda.GridIntoLevel, cuda.GridLevelArgs{Slab: l.slab, In: p.right[0].at,
			Out: cuda.GridStore{At: l.b.at}}, threads(&p.slab))
		p.main.Fill(l.x.base, 0, l.x.bytes)
		var residuals []float64
		for range 8 {
			p.cycle(0)
			if err := p.readSolve(); err != nil {
				t.Fatal(err)
			}
			residuals = append(residuals, p.state.Residual)
		}
		factor := math.Pow(residuals[7]/residuals[2], 1.0/5)
		t.Logf("%s %v: %.3f", test.name, test.cells, factor)
		if factor > 0.15 {
			t.Errorf("%s %v: a cycle leaves %.3f of the residual: %.3g", test.name, test.cells, factor,
				residuals)
		}
		s.Close()
	}
}

// Truncated multigrid takes more cycles, with the same bits on several devices.
func TestTruncated(t *testing.T) {
	f := cavity()
	f.Cells = [3]int{32, 16, 32}
	var cycles []int
	var last []byte
	for _, o := range []Options{{System: hosts(t, 1)}, {System: hosts(t, 1), Levels: 3},
		{System: hosts(t, 3), Levels: 3}, {System: hosts(t, 1), Levels: 2}} {
		o.Tolerance, o.Iterations = 1e-7, 1000
		s := latticeRun(t, f.Flow, o, 0)
		p, err := s.Advance(2)
		if err != nil {
			t.Fatal(err)
		}
		if got := state(t, s); o.Levels == 3 {
			if last != nil && !bytes.Equal(got, last) {
				t.Error("three devices have other bits than one")
			}
			last = got
		}
		cycles = append(cycles, p.Iterations)
	}
	if cycles[1] != cycles[2] || cycles[0] > cycles[1] || cycles[1] >= cycles[3] {
		t.Errorf("all levels, three and two take %v cycles", cycles)
	}
}
