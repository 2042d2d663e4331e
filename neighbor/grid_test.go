package neighbor

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Positions in quanta are the nearest to those in metres, and come back as they
// were; those inside the domain are in the cells inside the ring. Domains of any
// size and place, also where metres are much larger than the domain.
func TestPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	domains := []struct {
		name     string
		min, max [3]float64
		radius   float64
	}{
		{"unit", [3]float64{0, 0, 0}, [3]float64{1, 1, 1}, 0.13},
		{"a cell", [3]float64{-0.01, -0.01, -0.01}, [3]float64{0.02, 0.01, 0.03}, 1},
		{"negative", [3]float64{-7, -3, -5}, [3]float64{-4, -2.9, -1}, 0.3},
		{"far away", [3]float64{5000, -20000, 0}, [3]float64{5003, -19998, 1.5}, 0.1},
		{"long", [3]float64{0, 0, 0}, [3]float64{0.3, 1000, 0.2}, 0.1},
		{"longest", [3]float64{0, 0, 0}, [3]float64{0.1, 0.2, 32762 * 0.05}, 0.1},
		{"small", [3]float64{0, 0, 0}, [3]float64{1e-6, 2e-6, 1e-6}, 1e-7},
	}
	for _, d := range domains {
		t.Run(d.name, func(t *testing.T) {
			g, err := NewGrid(d.min, d.max, d.radius, 0, [3]bool{})
			if err != nil {
				t.Fatal(err)
			}
			if g.Quantum > 2e-5*g.Edge || Reach*g.Edge != d.radius {
				t.Errorf("a cell is %g m, a quantum %g m", g.Edge, g.Quantum)
			}
			for range 1000 {
				var x [3]float64
				for a := range x {
					x[a] = d.min[a] + (d.max[a]-d.min[a])*random.Float64()
				}
				f := g.Fixed(x)
				y := g.Position(f)
				for a := range x {
					// Metres are exact to some 1e-16 of the distance from 0 m.
					if math.Abs(x[a]-y[a]) > 0.5001*g.Quantum+4e-16*math.Abs(x[a]) {
						t.Fatalf("%v m is at %v, %v m", x, f, y)
					}
					if cell := int(f[a]) >> g.Shift; cell < Reach || cell >= g.Cells[a]-Reach || f[a] < 0 {
						t.Fatalf("%v m is in cell %d along %c, of %d", x, cell, "xyz"[a], g.Cells[a])
					}
				}
				if f != g.Fixed(y) {
					t.Fatalf("%v comes back as %v", f, g.Fixed(y))
				}
			}
		})
	}
}

// The cells inside the ring hold the whole domain, its limits with it, also where
// it is a multiple of the cells' edge: what is in the ring reads past the arrays.
func TestGridLimit(t *testing.T) {
	for _, cells := range []float64{1, 2, 4, 4.3, 7.7, 100} {
		g, err := NewGrid([3]float64{}, [3]float64{cells * 0.5, cells * 0.5, cells * 0.5}, 1, 0,
			[3]bool{})
		if err != nil {
			t.Fatal(err)
		}
		f := g.Fixed([3]float64{cells * 0.5, cells * 0.5, cells * 0.5})
		if int(f[0])>>g.Shift >= g.Cells[0]-Reach {
			t.Errorf("%g cells: the end of the domain is in cell %d of %d, in the ring", cells,
				f[0]>>g.Shift, g.Cells[0])
		}
		if f[0] > g.limit[0] {
			t.Errorf("%g cells: the end of the domain is at %d, outside the limit %d", cells, f[0],
				g.limit[0])
		}
	}
}

// Layers are perpendicular to the axis, and all cells are in one of them. Slices are rows of one.
func TestSlices(t *testing.T) {
	for axis := range 3 {
		g, err := NewGrid([3]float64{1, 2, 3}, [3]float64{2.05, 4.55, 4.05}, 0.4, axis, [3]bool{})
		if err != nil {
			t.Fatal(err)
		}
		if g.Layers() != g.Cells[axis] || g.Layers()*g.LayerCells() != g.Cells[0]*g.Cells[1]*g.Cells[2] {
			t.Errorf("axis %d: %d layers of %d cells of %v", axis, g.Layers(), g.LayerCells(), g.Cells)
		}
		if want := [3]int{6 + 2*Reach, 13 + 2*Reach, 6 + 2*Reach}; g.Cells != want {
			t.Errorf("axis %d: %v cells, want %v", axis, g.Cells, want)
		}
		x := [3]float64{1.1, 2.1, 3.1}
		for k := range g.Layers() - 2*Reach {
			y := x
			y[axis] += float64(k) * g.Edge
			if y[axis] < g.Position(g.limit)[axis] && g.Layer(g.Fixed(y)) != Reach+k {
				t.Errorf("axis %d: %v m is in layer %d, want %d", axis, y, g.Layer(g.Fixed(y)), Reach+k)
			}
		}
		if g.PerLayer < 2 || g.PerLayer > mostPerLayer || g.Slices() != g.Layers()*g.PerLayer {
			t.Errorf("axis %d: %d slices in %d layers, %d each", axis, g.Slices(), g.Layers(), g.PerLayer)
		}
		counts := make([]int, g.Slices())
		for u := range g.Cells[g.Axis] {
			for v := range g.Cells[g.planeAxis] {
				var f [3]int32
				f[g.Axis], f[g.planeAxis] = int32(u<<g.Shift), int32(v<<g.Shift)
				counts[g.Slice(f)]++
				if at := [3]int{u, v / block, 0}; g.Slice(f) != (&sorted{grid: g}).sliceOf(at) ||
					g.Slice(f)/g.PerLayer != u {
					t.Errorf("axis %d: row %d of layer %d is in slice %d, but its block in %d", axis, v, u,
						g.Slice(f), (&sorted{grid: g}).sliceOf(at))
				}
			}
		}
		if slices.Contains(counts, 0) {
			t.Errorf("axis %d: slices have %v rows", axis, counts)
		}
	}
}

// Rows lie along z, or along y if z is split, unless the third axis has less than half as many
// cells.
func TestRows(t *testing.T) {
	const short, long = 2.5, 30
	for _, test := range []struct {
		max  [3]float64
		rows string // where x, y and z are split
	}{
		{[3]float64{short, short, short}, "zzy"},
		{[3]float64{long, short, short}, "zzy"},
		{[3]float64{short, long, short}, "zzx"},
		{[3]float64{short, short, long}, "yxy"},
		{[3]float64{short, long, long}, "zxx"},
		{[3]float64{long, short, long}, "yzy"},
		{[3]float64{long, long, short}, "zzy"},
		{[3]float64{1, short, long}, "yxy"},
		{[3]float64{1, long, short}, "zzx"},
		{[3]float64{short, 1, long}, "yxy"},
		{[3]float64{long, 1, short}, "zzy"},
		{[3]float64{short, long, 1}, "zzx"},
		{[3]float64{long, short, 1}, "zzy"},
		{[3]float64{short, short, 9.5}, "zzy"}, // twice as many cells
		{[3]float64{short, short, 10.5}, "yxy"},
	} {
		for axis := range 3 {
			g, err := NewGrid([3]float64{}, test.max, 2, axis, [3]bool{})
			if err != nil {
				t.Fatal(err)
			}
			rows := int(test.rows[axis] - 'x')
			planes := 3 - axis - rows
			if g.rowAxis != rows || g.planeAxis != planes {
				t.Errorf("%v m, %c is split: rows lie along %c and side by side along %c, want %c and %c",
					test.max, 'x'+axis, 'x'+g.rowAxis, 'x'+g.planeAxis, 'x'+rows, 'x'+planes)
			}
			if s := g.stride; s[rows] != 1 || int(s[planes]) != g.Cells[rows] ||
				int(s[axis]) != g.Cells[rows]*g.Cells[planes] {
				t.Errorf("%v m, %c is split: cells are numbered in strides of %v", test.max, 'x'+axis, s)
			}
		}
	}
}

// Domains that positions or cell numbers have no room for are refused, with a
// sentence that names the remedy.
func TestGridRefuses(t *testing.T) {
	tests := []struct {
		name string
		max  [3]float64
		want string
	}{
		{"long", [3]float64{1, 1700, 1}, "along y, but the maximum is 32767; use a larger deltap or a " +
			"smaller domain"},
		{"infinite", [3]float64{math.Inf(1), 1, 1}, "along x, but the maximum is 32767"},
		{"large", [3]float64{60, 60, 60}, "more than 2^30; use a larger deltap or a smaller domain"},
	}
	for _, test := range tests {
		if _, err := NewGrid([3]float64{}, test.max, 0.1, 0, [3]bool{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: NewGrid says %v, want %q in it", test.name, err, test.want)
		}
	}
	if _, err := NewGrid([3]float64{}, [3]float64{50, 50, 50}, 0.1, 2, [3]bool{}); err != nil {
		t.Errorf("1004³ cells are refused: %v", err)
	}
}

// As many cells as there may be along an axis and in all are taken, with positions that are told
// apart at their ends; one more is refused.
func TestMostCells(t *testing.T) {
	const edge = 0.5 // and a cell begins at the domain's end
	length := func(cells int) float64 { return edge * (float64(cells-2*Reach) - 0.5) }
	for _, test := range []struct {
		cells [3]int
		fine  bool
	}{
		{[3]int{32767, 5, 5}, true}, {[3]int{5, 32767, 5}, true}, {[3]int{5, 5, 32767}, true},
		{[3]int{32768, 5, 5}, false}, {[3]int{5, 32768, 5}, false}, {[3]int{5, 5, 32768}, false},
		{[3]int{1024, 1024, 1024}, true}, {[3]int{32, 1024, 32767}, true},
		{[3]int{1025, 1024, 1024}, false}, {[3]int{1024, 1024, 1025}, false},
	} {
		for axis := range 3 {
			max := [3]float64{length(test.cells[0]), length(test.cells[1]), length(test.cells[2])}
			g, err := NewGrid([3]float64{}, max, 2*edge, axis, [3]bool{})
			if (err == nil) != test.fine || err == nil && g.Cells != test.cells {
				t.Errorf("%v cells, %c is split: %v, %v", test.cells, 'x'+axis, g.Cells, err)
			}
			if err != nil {
				if !strings.HasSuffix(err.Error(), "use a larger deltap or a smaller domain") {
					t.Errorf("%v cells: %v", test.cells, err)
				}
				continue
			}
			for a, x := range g.Position(g.Fixed(max)) {
				if math.Abs(x-max[a]) > 2e-5*edge {
					t.Errorf("%v cells: the end at %g m is at %g m", test.cells, max[a], x)
				}
			}
		}
	}
}
