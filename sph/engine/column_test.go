package engine

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

// block is particles of fluid on a lattice.
type block struct{ min, max [3]int } // [spacings]

// pond is water in blocks over a floor that is as high as it says at a column of the lattice, in
// spacings, with gauges in the middle.
func pond(dp float64, n [3]int, floor func(x int) int, water ...block) *sph.Case {
	c := &sph.Case{Name: "pond", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Mass = p.Rho0 * dp * dp * dp
	const deep = 3
	p.Min = [3]float64{-deep * dp, -deep * dp, -deep*dp - 0.3*dp}
	p.Max = [3]float64{float64(n[0]+deep) * dp, float64(n[1]+deep) * dp, float64(n[2]) * dp}
	at := func(x, y, z int) [3]float64 {
		return [3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp, (float64(z) + 0.5) * dp}
	}
	for x := -deep; x < n[0]+deep; x++ {
		for y := -deep; y < n[1]+deep; y++ {
			for z := -deep; z < n[2]; z++ {
				side := x < 0 || x >= n[0] || y < 0 || y >= n[1]
				if z < floor(min(max(x, 0), n[0]-1)) || side {
					c.Particles.Add(at(x, y, z), sph.Wall, 0)
				}
			}
		}
	}
	for _, b := range water {
		for x := b.min[0]; x < b.max[0]; x++ {
			for y := b.min[1]; y < b.max[1]; y++ {
				for z := max(b.min[2], floor(x)); z < b.max[2]; z++ {
					c.Particles.Add(at(x, y, z), sph.Fluid, 0)
				}
			}
		}
	}
	return c
}

// TestColumn holds that a gauge follows the column of water that stands on the ground up to its
// first end: spray, jets and crests above it do not count. Heights are within 0.02 spacings, also
// beside walls, and of a single layer within 0.1; bits are the same on 1, 2 and 3 devices.
func TestColumn(t *testing.T) {
	const dp = 0.02
	n := [3]int{16, 12, 30}
	flat := func(int) int { return 0 }
	ramp := func(x int) int { return x / 4 }
	all := func(from, to int) block { return block{[3]int{0, 0, from}, [3]int{n[0], n[1], to}} }
	drop := func(z int) block { return block{[3]int{8, 6, z}, [3]int{9, 7, z + 1}} }
	middle := [2]float64{8.5, 6.5}
	for _, test := range []struct {
		name   string
		floor  func(x int) int
		water  []block
		at     [2]float64 // of the gauge [spacings]
		ground float64    // [spacings]
		want   float64    // [spacings]
		within float64    // [spacings]
	}{
		{"still water", flat, []block{all(0, 10)}, middle, 0, 10, 0.02},
		{"half a spacing aside", flat, []block{all(0, 10)}, [2]float64{8, 6.2}, 0, 10, 0.02},
		{"at a side", flat, []block{all(0, 10)}, [2]float64{0, 6}, 0, 10, 0.02},
		{"in a corner", flat, []block{all(0, 10)}, [2]float64{0, 0}, 0, 10, 0.02},
		{"a particle of spray above", flat, []block{all(0, 10), drop(16)}, middle, 0, 10, 0.02},
		{"a splash above", flat, []block{all(0, 10), {[3]int{6, 4, 14}, [3]int{11, 9, 18}}}, middle, 0, 10, 0.02},
		{"a jet over a dry floor", flat, []block{{[3]int{4, 3, 8}, [3]int{13, 10, 13}}}, middle, 0, 0, 1e-9},
		{"a jet over water", flat, []block{all(0, 4), {[3]int{4, 3, 10}, [3]int{13, 10, 15}}}, middle, 0, 4, 0.02},
		{"a jet two spacings over water", flat, []block{all(0, 4), {[3]int{4, 3, 6}, [3]int{13, 10, 15}}}, middle, 0, 4, 0.05},
		{"a crest that overturns", flat, []block{all(0, 6), {[3]int{0, 0, 6}, [3]int{4, 12, 16}}, {[3]int{4, 0, 12}, [3]int{12, 12, 16}}}, middle, 0, 6, 0.02},
		{"beneath its root", flat, []block{all(0, 6), {[3]int{0, 0, 6}, [3]int{5, 12, 16}}, {[3]int{5, 0, 12}, [3]int{12, 12, 16}}}, [2]float64{1, 6}, 0, 16, 0.02},
		{"dry", flat, []block{{[3]int{0, 0, 0}, [3]int{3, 12, 10}}}, middle, 0, 0, 1e-9},
		{"dry, on a bank", func(int) int { return 5 }, []block{{[3]int{0, 0, 5}, [3]int{3, 12, 10}}}, middle, 5, 5, 1e-9},
		{"one layer", flat, []block{all(0, 1)}, middle, 0, 1, 0.1},
		{"two layers", flat, []block{all(0, 2)}, middle, 0, 2, 0.02},
		{"over stairs", ramp, []block{all(0, 12)}, middle, 2, 12, 0.02},
		{"one particle on the floor", flat, []block{drop(0)}, middle, 0, 0, 1e-9},
		{"a gap that is none", flat, []block{all(0, 6), all(7, 12)}, middle, 0, 12, 0.02},
	} {
		for _, dim := range []int{3, 2} {
			if dim == 2 && test.at[1] == 0 {
				continue
			}
			c := pond(dp, n, test.floor, test.water...)
			x := [3]float64{test.at[0] * dp, test.at[1] * dp}
			c.Gauges = []sph.Gauge{
				{Name: "beside", X: 0.3, Y: x[1], Ground: test.ground * dp, Ceiling: math.Inf(1)}, {Name: "G", X: x[0], Y: x[1], Ground: test.ground * dp, Ceiling: math.Inf(1)},
			}
			if dim == 2 {
				inPlane(c, x[1])
			}
			var bits string
			for _, devices := range []int{1, 2, 3} {
				m, err := start(t, c, Options{System: open(t, devices)}).Sample()
				if err != nil {
					t.Fatal(err)
				}
				if got := m.Height[1] / dp; math.Abs(got-test.want) > test.within {
					t.Errorf("%s, %d dimensions: the water is %.3f spacings high, not %g", test.name, dim, got, test.want)
				}
				switch is := fmt.Sprint(m.Height); {
				case bits == "":
					bits = is
				case is != bits:
					t.Errorf("%s, %d dimensions, %d devices: heights are %s, not %s", test.name, dim, devices, is, bits)
				}
			}
			if testing.Verbose() {
				t.Logf("%s, %d dimensions: %s", test.name, dim, bits)
			}
		}
	}
}

// Water up to a lid is as high as that, water over an open bottom is followed from the lowest up,
// and where nothing is known and nothing flows it is 0.
func TestColumnWithoutGround(t *testing.T) {
	const dp = 0.02
	n := [3]int{12, 12, 24}
	flat := func(int) int { return 0 }
	c := pond(dp, n, flat, block{[3]int{0, 0, 4}, [3]int{12, 12, 10}}, block{[3]int{0, 0, 16}, [3]int{12, 12, 20}})
	x, none := 6*dp, math.Inf(1)
	c.Gauges = []sph.Gauge{
		{Name: "lowest", X: x, Y: x, Ground: -none, Ceiling: none},
		{Name: "not known", X: x, Y: x},
		{Name: "under a lid", X: x, Y: x, Ground: 4 * dp, Ceiling: 9 * dp},
		{Name: "nothing", X: x, Y: x, Ground: -none, Ceiling: 1 * dp},
	}
	m, err := start(t, c, Options{System: open(t, 1)}).Sample()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{10, 10, 9, 0} {
		if got := m.Height[i] / dp; math.Abs(got-want) > 0.06 {
			t.Errorf("%s: the water is %.3f spacings high, not %g", c.Gauges[i].Name, got, want)
		}
	}
}

// Beside the end of a periodic axis walls are counted on both sides.
func TestColumnBesidePeriodicEnd(t *testing.T) {
	const dp = 0.02
	c := pond(dp, [3]int{16, 16, 20}, func(int) int { return 0 }, block{[3]int{0, 0, 0}, [3]int{16, 16, 1}})
	p, q := &c.Params, &c.Particles
	periodic := &sph.Case{Name: c.Name, Params: *p, End: 1}
	for i, x := range q.Position {
		if x[1] > 0 && x[1] < 16*dp {
			periodic.Particles.Add(x, q.Type[i], 0)
		}
	}
	p = &periodic.Params
	p.Min[1], p.Max[1], p.Periodic[1] = 0, 16*dp, true
	for _, y := range []float64{8, 0.1, 15.9} {
		periodic.Gauges = append(periodic.Gauges, sph.Gauge{Name: "G", X: 8 * dp, Y: y * dp, Ceiling: math.Inf(1)})
	}
	m, err := start(t, periodic, Options{System: open(t, 1)}).Sample()
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range m.Height {
		if math.Abs(got-m.Height[0]) > 0.02*dp || math.Abs(got-dp) > 0.25*dp {
			t.Errorf("at %g the water is %g spacings high, not %g as in the middle", periodic.Gauges[i].Y/dp, got/dp, m.Height[0]/dp)
		}
	}
}
