package lattice

import (
	"math"
	"testing"
)

// square is a periodic lattice of l x l sites in the model, with the paper's GK210: 80 MLUPS.
func square(l int, contiguous, other float64, overlap bool) *TilingModel {
	return &TilingModel{Sites: [2]int{l, l}, Periodic: [2]bool{true, true}, Site: 1 / 80e6,
		Bytes: BorderBytes, Links: [2]Link{{Bandwidth: contiguous}, {Bandwidth: other}}, Overlap: overlap}
}

// TestPrintedEquations: predictions are equations 15, 16, 19 and 20 as printed, with B_y the
// bandwidth of borders along y.
func TestPrintedEquations(t *testing.T) {
	const l, by, bx = 5040, 5e9, 3e9
	const n = float64(l * l)
	apart, together := square(l, by, bx, false), square(l, by, bx, true)
	for _, devices := range []int{2, 3, 4, 9, 16, 36, 144} {
		p := float64(devices)
		scale, part, s := apart.Site*n/p, math.Sqrt(p/n), float64(BorderBytes)
		eq16 := scale * (1 + 2*s*l/(apart.Site*by)*p/n)
		eq19 := scale * (max(1-6*l*p/n, 2*s*l/(apart.Site*by)*p/n) + 6*l*p/n)
		check := func(name string, is, should float64) {
			if math.Abs(is/should-1) > 1e-12 {
				t.Errorf("%s, %d devices: %g, not %g", name, devices, is, should)
			}
		}
		check("equation 16", apart.Predict(Tiling{devices, 1}).Step, eq16)
		check("equation 19", together.Predict(Tiling{devices, 1}).Step, eq19)
		side := int(math.Sqrt(p))
		if side*side != devices {
			continue
		}
		eq20 := scale * (max(1-12*part, 2*s/(apart.Site*by)*part) + 2*s/(apart.Site*bx)*part + 12*part)
		check("equation 20", together.Predict(Tiling{side, side}).Step, eq20)
		same := square(l, by, by, false) // R = 1, so that n_x = n_y is the optimum
		eq15 := scale * (1 + 4*s/(apart.Site*by)*part)
		check("equation 15", same.Predict(Tiling{side, side}).Step, eq15)
	}
}

// TestOptimum: equations 13 and 14. With L_x B_y = 4 L_y B_x, R is 2, and of 64 devices 16 are
// along x and 4 along y. Their borders take 2 S times equation 14.
func TestOptimum(t *testing.T) {
	m := square(7680, 4e9, 1e9, false)
	best := m.Best(64)
	if best.Tiling != (Tiling{16, 4}) {
		t.Errorf("the best tiling is %v", best.Tiling)
	}
	eq14 := 2 / math.Sqrt(64) * math.Sqrt(7680*7680/(4e9*1e9))
	if is, should := best.First, 2*float64(BorderBytes)*eq14; math.Abs(is/should-1) > 1e-12 {
		t.Errorf("communication is %g, not %g", is, should)
	}
	if best := m.Best(7); best.Tiling != (Tiling{7, 1}) {
		t.Errorf("of 7 devices the best tiling is %v", best.Tiling)
	}
	m.Sites = [2]int{64, 7680}
	if best := m.Best(32); best.Tiling[0] > 21 {
		t.Errorf("tiles %v are thinner than the reach", best.Tiling)
	}
}

// TestLessons are those of figure 7, on 1940 x 1940 sites. The paper does not print its bandwidths.
// They are between 1 GB/s and the 6.8 GB/s of InfiniBand FDR, and for borders that are not
// contiguous less, but at least half. Overlap brings much, and one axis is enough for tens of
// devices.
func TestLessons(t *testing.T) {
	for _, by := range []float64{1e9, 2e9, 4e9, 6.8e9} {
		for _, part := range []float64{0.5, 0.7, 1} {
			apart, together := square(1940, by, part*by, false), square(1940, by, part*by, true)
			for side := 2; side <= 6; side++ {
				line, tiles := Tiling{side * side, 1}, Tiling{side, side}
				one, both := together.Predict(line), together.Predict(tiles)
				if one.Violation >= both.Violation {
					t.Errorf("%g B/s, %d devices: one axis %g, both %g", by, side*side, one.Violation,
						both.Violation)
				}
				without := apart.Predict(line).Violation - 1
				if with := one.Violation - 1; with > 0.5*without {
					t.Errorf("%g B/s, %d devices: overlap leaves %g of %g", by, side*side, with, without)
				}
			}
			// without overlap both axes are better from some ten devices on
			if a, b := apart.Predict(Tiling{36, 1}), apart.Predict(Tiling{6, 6}); a.Step <= b.Step {
				t.Errorf("%g B/s without overlap: one axis %g, both %g", by, a.Step, b.Step)
			}
		}
	}
	for _, tiling := range []Tiling{{4, 1}, {16, 1}, {36, 1}, {144, 1}, {2, 2}, {4, 4},
		{6, 6}, {12, 12}} {
		t.Logf("1940², 5 and 3 GB/s, %v: n T(n)/T(1) %.4f, with overlap %.4f", tiling,
			square(1940, 5e9, 3e9, false).Predict(tiling).Violation,
			square(1940, 5e9, 3e9, true).Predict(tiling).Violation)
	}
}

// TestTerms: a step's terms, on slabs of rows between walls, with latency. Two slabs have one
// border each, four have two.
func TestTerms(t *testing.T) {
	m := &TilingModel{Sites: [2]int{100, 400}, Periodic: [2]bool{true, false}, Site: 1e-9, Bytes: 100,
		Links: [2]Link{{1e9, 0}, {1e10, 2e-6}}, Overlap: true, Overlapped: 1}
	for _, c := range []struct {
		tiles                        Tiling
		bulk, edges, first, overlaps float64
	}{
		{Tiling{1, 1}, 40e-6, 0, 0, 0},
		{Tiling{1, 2}, 19.7e-6, 0.3e-6, 0, 3e-6},
		{Tiling{1, 4}, 9.4e-6, 0.6e-6, 0, 6e-6},
		{Tiling{2, 1}, 17.6e-6, 2.4e-6, 80e-6, 0},
		{Tiling{2, 2}, 8.65e-6, 1.35e-6, 40e-6, 2.5e-6},
		{Tiling{1, 100}, 0, 0.4e-6, 0, 6e-6}, // all sites are near borders
	} {
		p := m.Predict(c.tiles)
		step := c.first + max(c.bulk, c.overlaps) + c.edges
		for k, off := range []float64{p.Bulk - c.bulk, p.Edges - c.edges, p.First - c.first,
			p.Overlap - c.overlaps, p.Step - step,
			(p.Violation - float64(c.tiles.Devices())*step/40e-6) * 1e-6} {
			if math.Abs(off) > 1e-15 {
				t.Errorf("%v: term %d is off by %g in %+v", c.tiles, k, off, p)
			}
		}
	}
}
