package bodies

import (
	"math"
	"testing"
)

// hung is the horizontal and the vertical distance of the ends of a line by its shape, summed along
// it: each piece has the direction and the stretch of the tension there. Where the line would hang
// below the ground it lies on it.
func hung(m *Mooring, pull, down float64) (across, up float64) {
	const pieces = 200_000
	ds := m.Length / pieces
	for k := range pieces {
		s := (float64(k) + 0.5) * ds // from the anchor
		v := max(down-m.Weight*(m.Length-s), 0)
		tension := math.Hypot(pull, v)
		stretched := ds * (1 + tension/m.Stiff)
		if tension == 0 {
			across += stretched
			continue
		}
		across, up = across+stretched*pull/tension, up+stretched*v/tension
	}
	return across, up
}

// TestMooringForces holds that moorings pull as the sum of their pieces does: elastic lines that
// hang as a whole, or lie on the ground in part, and such as hardly stretch.
func TestMooringForces(t *testing.T) {
	for _, test := range []struct {
		name       string
		m          Mooring
		pull, down float64
	}{
		{"a part lies", Mooring{Length: 3, Weight: 5, Stiff: 1e6}, 4, 9},
		{"a part lies and stretches", Mooring{Length: 3, Weight: 5, Stiff: 60}, 4, 9},
		{"all hangs", Mooring{Length: 3, Weight: 5, Stiff: 1e6}, 6, 20},
		{"all hangs and stretches", Mooring{Length: 3, Weight: 5, Stiff: 80}, 6, 20},
		{"taut", Mooring{Length: 2, Weight: 0.5, Stiff: 300}, 40, 30},
		{"hangs straight", Mooring{Length: 3, Weight: 5, Stiff: 70}, 1e-3, 25},
	} {
		t.Run(test.name, func(t *testing.T) {
			across, up := hung(&test.m, test.pull, test.down)
			pull, down := test.m.Forces(across, up)
			if math.Abs(pull-test.pull) > 2e-4*test.down || math.Abs(down-test.down) > 2e-4*test.down {
				t.Errorf("%.4g m across and %.4g m up it pulls with %.5g and %.5g N, want %g and %g",
					across, up, pull, down, test.pull, test.down)
			}
		})
	}
	hard := Mooring{Length: 3, Weight: 5}
	like := hard
	like.Stiff = lineStretch * 5 * 3
	if p, d := hard.Forces(2, 1.5); p == 0 || d == 0 {
		t.Errorf("a line that does not stretch pulls with %g and %g N", p, d)
	} else if q, e := like.Forces(2, 1.5); p != q || d != e {
		t.Errorf("it pulls with %g and %g N, one of EA = 2000 w L with %g and %g", p, d, q, e)
	}
	// slack: it hangs down and the rest lies
	if p, d := hard.Forces(0.5, 1.5); p != 0 || math.Abs(d-7.5) > 0.01 {
		t.Errorf("a slack line pulls with %g and %g N, want 0 and 7.5", p, d)
	}
}

// TestMooringTable holds that the table has the forces at its nodes, by rows of the vertical
// distance, and that they are taken from there linearly.
func TestMooringTable(t *testing.T) {
	if testing.Short() {
		t.Skip("a table takes two seconds")
	}
	m := Mooring{Length: 2, Weight: 3, Stiff: 900}
	table := m.Table()
	for _, at := range [][2]int{{0, 0}, {150, 20}, {20, 80}, {190, 3}, {192, 96}} {
		i, j := at[0], at[1]
		x, z := float64(i)*table.Across, float64(j)*table.Up
		p, d := m.Forces(x, z)
		k := 2 * (j*table.Columns + i)
		if table.Forces[k] != p || table.Forces[k+1] != d {
			t.Errorf("node %v has %g and %g N, want %g and %g", at, table.Forces[k], table.Forces[k+1], p, d)
		}
		q, e := table.At(x+1e-9, z+1e-9)
		if math.Abs(q-p) > 1e-4*(1+p) || math.Abs(e-d) > 1e-4*(1+d) {
			t.Errorf("at node %v it gives %g and %g N, want %g and %g", at, q, e, p, d)
		}
	}
	if far := lineReach * m.Length; math.Abs(table.Across*float64(table.Columns-1)-far) > 1e-9 ||
		math.Abs(table.Up*float64(table.Rows-1)-far) > 1e-9 {
		t.Errorf("the table reaches %g m and %g m, want %g", table.Across*float64(table.Columns-1),
			table.Up*float64(table.Rows-1), far)
	}
	p, d := table.At(1.31, 0.97) // between nodes
	q, e := m.Forces(1.31, 0.97)
	if math.Abs(p-q) > 0.01*q || math.Abs(d-e) > 0.01*e {
		t.Errorf("between nodes it gives %g and %g N, want %g and %g", p, d, q, e)
	}
}
