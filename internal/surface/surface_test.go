package surface

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"gpusph/sph"
)

// fluid has particles on a lattice where a shape is, beside its middle, in a domain from -1 to 1 m.
func fluid(dim int, dp float64, in func(x [3]float64) bool) (*sph.Snapshot, *sph.Params) {
	p := sph.Defaults(dp)
	p.Dim = dim
	p.Min, p.Max = [3]float64{-1, -1, -1}, [3]float64{1, 1, 1}
	s := &sph.Snapshot{Case: &sph.Case{Params: p}}
	n := int(math.Round(1 / dp))
	for z := -n; z < n; z++ {
		for y := -n; y < n; y++ {
			for x := -n; x < n; x++ {
				at := [3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp, (float64(z) + 0.5) * dp}
				if dim == 2 {
					if y != 0 {
						continue
					}
					at[1] = 0
				}
				if !in(at) {
					continue
				}
				s.ID = append(s.ID, uint32(len(s.ID)))
				s.Position = append(s.Position, [3]float32{float32(at[0]), float32(at[1]), float32(at[2])})
				s.Type = append(s.Type, sph.Fluid)
			}
		}
	}
	return s, &s.Case.Params
}

func ball(x [3]float64) bool {
	return math.Hypot(math.Hypot(x[0]-0.11, x[1]), x[2]+0.07) < 0.5
}

func box(x [3]float64) bool {
	return math.Abs(x[0]) < 0.6 && math.Abs(x[1]) < 0.28 && math.Abs(x[2]) < 0.4
}

func find(t *testing.T, s *sph.Snapshot, p *sph.Params, o Options) *Mesh {
	t.Helper()
	m, err := Of(s, p, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// open counts the edges that have no other one the other way round, and those that are there more
// than once.
func open(m *Mesh) (alone, many int) {
	type directed struct{ from, to int32 }
	count := map[directed]int{}
	m.edges(func(from, to int32) { count[directed{from, to}]++ })
	if len(m.Lines) > 0 {
		ends := map[int32]int{}
		for e := range count {
			ends[e.from]++
			ends[e.to]--
		}
		for _, n := range ends {
			if n != 0 {
				alone++
			}
		}
		return alone, 0
	}
	for e, n := range count {
		if n > 1 {
			many++
		}
		if count[directed{e.to, e.from}] != n {
			alone++
		}
	}
	return alone, many
}

// TestShapes holds that surfaces of known bodies are closed, look outwards, and have their volume
// and area within some percent, also on other grids.
func TestShapes(t *testing.T) {
	const r = 0.5
	for _, test := range []struct {
		name         string
		dim          int
		in           func(x [3]float64) bool
		o            Options
		volume, size float64
	}{
		{"ball", 3, ball, Options{}, 4 * math.Pi / 3 * r * r * r, 4 * math.Pi * r * r},
		{"ball, fine", 3, ball, Options{Spacing: 0.02}, 4 * math.Pi / 3 * r * r * r, 4 * math.Pi * r * r},
		{"ball, coarse, not smoothed", 3, ball, Options{Spacing: 0.055, Smooth: -1},
			4 * math.Pi / 3 * r * r * r, 4 * math.Pi * r * r},
		{"box", 3, box, Options{}, 1.2 * 0.56 * 0.8, 2 * (1.2*0.56 + 1.2*0.8 + 0.56*0.8)},
		{"disc", 2, ball, Options{}, math.Pi * (r * r), 2 * math.Pi * r},
		{"rectangle", 2, box, Options{}, 1.2 * 0.8, 2 * (1.2 + 0.8)},
		{"box with a hole", 3, func(x [3]float64) bool { return box(x) && math.Hypot(x[0], x[2]) > 0.2 },
			Options{},
			1.2*0.56*0.8 - math.Pi*0.04*0.56, 2*(1.2*0.56+1.2*0.8+0.56*0.8) + 2*math.Pi*(0.2*0.56-0.04)},
	} {
		s, p := fluid(test.dim, 0.04, test.in)
		m := find(t, s, p, test.o)
		if alone, many := open(m); alone > 0 || many > 0 || len(m.Triangles)+len(m.Lines) < 50 {
			t.Errorf("%s: %d edges are open, %d are of more than two triangles", test.name, alone, many)
		}
		if v := m.Volume(); math.Abs(v/test.volume-1) > 0.04 {
			t.Errorf("%s: the volume is %.4g, want %.4g", test.name, v, test.volume)
		}
		if a := m.Size(); math.Abs(a/test.size-1) > 0.09 {
			t.Errorf("%s: the area is %.4g, want %.4g", test.name, a, test.size)
		}
		outwards := 0
		for i, n := range m.Normals {
			if x := m.Points[i]; (x[0]-0.11)*n[0]+x[1]*n[1]+(x[2]+0.07)*n[2] > 0 {
				outwards++
			}
		}
		if test.name != "box with a hole" && outwards < len(m.Normals) {
			t.Errorf("%s: %d of %d normals look outwards", test.name, outwards, len(m.Normals))
		}
	}
}

// splash is particles here and there.
func splash() (*sph.Snapshot, *sph.Params) {
	s, p := fluid(3, 0.05, func(x [3]float64) bool {
		return math.Sin(9*x[0])*math.Sin(8*x[1]+x[0])*math.Sin(7*x[2]) > 0.15
	})
	for i := range s.Position {
		for a := range 3 {
			s.Position[i][a] += 0.02 * float32(math.Sin(float64(1000*i+77*a)))
		}
	}
	return s, p
}

// TestSplash holds that a surface of many pieces is closed, and the same however many processors
// there are.
func TestSplash(t *testing.T) {
	s, p := splash()
	o := Options{Value: func(i int) float64 { return float64(s.Position[i][0]) }}
	m := find(t, s, p, o)
	if alone, _ := open(m); alone > 0 || len(m.Triangles) < 1000 {
		t.Errorf("of %d triangles %d edges are open", len(m.Triangles), alone)
	}
	for i, v := range m.Values {
		if x := m.Points[i][0]; math.Abs(float64(v-x)) > 0.08 {
			t.Fatalf("the field at x = %g is %g", x, v)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if !reflect.DeepEqual(m, find(t, s, p, o)) {
		t.Error("on one processor it is another")
	}
}

// TestCases holds that no triangle has an edge across a side of a cell but those that part its
// corners, so that cells beside each other have no other edge in common.
func TestCases(t *testing.T) {
	for within, triangles := range cases {
		lines := map[[2]edge]bool{}
		for axis := range 3 {
			for _, high := range []bool{false, true} {
				for _, l := range cuts(side(axis, high), within) {
					lines[[2]edge{l[1], l[0]}] = true
				}
			}
		}
		seen := map[[2]edge]bool{}
		for _, tri := range triangles {
			for k := range 3 {
				e := [2]edge{tri[k], tri[(k+1)%3]}
				if seen[e] {
					t.Errorf("case %08b has an edge twice", within)
				}
				seen[e] = true
				if shareSide(e[0], e[1]) && !lines[e] {
					t.Errorf("case %08b has an edge across a side", within)
				}
				delete(lines, e)
			}
		}
		if len(lines) > 0 {
			t.Errorf("case %08b leaves %d lines without a triangle", within, len(lines))
		}
	}
}

// TestPeriodic holds that a surface goes on through periodic ends: it ends there, and nothing is
// across them.
func TestPeriodic(t *testing.T) {
	s, p := fluid(3, 0.05, func(x [3]float64) bool {
		return math.Abs(x[2]) < 0.3 &&
			math.Abs(x[1]) < 0.5
	})
	p.Periodic[0] = true
	m := find(t, s, p, Options{})
	if a, want := m.Size(), 2*2*(0.6+1.0); math.Abs(a/want-1) > 0.08 {
		t.Errorf("the area is %.4g, want %.4g", a, want)
	}
	ends := 0
	for i, n := range m.Normals {
		if x := float64(m.Points[i][0]); math.Abs(math.Abs(x)-1) < 1e-6 {
			ends++
		}
		if math.Abs(float64(n[0])) > 0.2 {
			t.Fatalf("the normal at %v is %v", m.Points[i], n)
		}
	}
	if ends < 50 {
		t.Errorf("%d points are at the ends", ends)
	}
}

// TestWalls holds that water in a tank has a surface that goes straight to the walls and along
// their faces, and that an open one is the free surface only.
func TestWalls(t *testing.T) {
	for _, dim := range []int{2, 3} {
		// A tank of 1.2 x 1.2 m, three layers thick, with water to z = 0.2 m.
		s, p := fluid(dim, 0.04, func(x [3]float64) bool {
			return max(math.Abs(x[0]),
				math.Abs(x[1])) < 0.7 && x[2] > -0.5
		})
		for i, x := range s.Position {
			if max(math.Abs(float64(x[0])), math.Abs(float64(x[1]))) > 0.6 || x[2] < -0.4 {
				s.Type[i] = sph.Wall
			} else if x[2] > 0.2 {
				s.Position[i][0] = float32(math.NaN())
			}
		}
		volume, free := 1.2*0.6, 1.2
		if dim == 3 {
			volume, free = volume*1.2, free*1.2
		}
		m := find(t, s, p, Options{})
		if alone, many := open(m); alone > 0 || many > 0 {
			t.Errorf("in %d dimensions %d edges are open, %d are of more than two triangles", dim, alone,
				many)
		}
		if v := m.Volume(); math.Abs(v/volume-1) > 0.02 {
			t.Errorf("in %d dimensions the volume is %.4g, want %.4g", dim, v, volume)
		}
		m = find(t, s, p, Options{Open: true})
		if a := m.Size(); math.Abs(a/free-1) > 0.08 {
			t.Errorf("in %d dimensions the free surface is %.4g, want %.4g", dim, a, free)
		}
		for i, n := range m.Normals {
			if x := m.Points[i]; max(math.Abs(float64(x[0])), math.Abs(float64(x[1]))) < 0.5 &&
				(n[2] < 0.99 || math.Abs(float64(x[2])-0.2) > 0.01) {
				t.Fatalf("in %d dimensions the normal at %v is %v", dim, x, n)
			}
		}
	}
}

// TestNone holds that without fluid, or with one that is everywhere or nowhere dense, there is no
// surface, and that a flow too wide for a grid is refused.
func TestNone(t *testing.T) {
	for name, in := range map[string]func(x [3]float64) bool{
		"nothing": func([3]float64) bool { return false },
		"a pair": func(x [3]float64) bool {
			return math.Abs(x[0]) < 0.1 && math.Abs(x[1]-0.05) < 0.01 && math.Abs(x[2]-0.05) < 0.01
		},
	} {
		s, p := fluid(3, 0.1, in)
		if m := find(t, s, p, Options{}); len(m.Triangles) != 0 {
			t.Errorf("of %s there are %d triangles", name, len(m.Triangles))
		}
	}
	s, p := fluid(3, 0.1, box)
	for i := range s.Position {
		s.Position[i][0] = float32(math.NaN())
	}
	if m := find(t, s, p, Options{}); len(m.Triangles) != 0 {
		t.Error("particles nowhere have a surface")
	}
	s, p = fluid(3, 0.1, box)
	p.Max = [3]float64{1e6, 1e6, 1e6}
	s.Position[0] = [3]float32{9e5, 9e5, 9e5}
	if _, err := Of(s, p, Options{}); err == nil {
		t.Error("a grid without end is laid")
	}
}

func BenchmarkSurface(b *testing.B) {
	s, p := fluid(3, 0.0125, func(x [3]float64) bool {
		return x[2] < 0.9*math.Cos(4*x[0])*math.Cos(
			4*x[1])
	})
	b.Logf("%d particles", s.Len())
	b.ReportAllocs()
	for b.Loop() {
		m, err := Of(s, p, Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(m.Triangles)), "triangles")
	}
}
