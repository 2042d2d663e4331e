package gridmeasure

import (
	"math"
	"testing"

	"gpusph/grid"
)

// TestWallValues holds that values at walls are those that the snapshot has, and linear from there
// to the first places inside; where it has none, they are extrapolated.
func TestWallValues(t *testing.T) {
	n, h := [3]int{4, 1, 5}, [3]float64{0.25, 1, 0.2}
	u := onFaces(n, h, [3]bool{false, true, false},
		func(c int, x [3]float64) float64 { return float64(c) + 0.5 + x[2]*x[2] })
	s := snapshot(n, h, [3]bool{false, true, false}, u,
		func(x [3]float64) float64 { return x[0]*x[0] + x[2]*x[2] })
	s.Origin = [3]float64{-1, 0, 2}
	for _, axis := range []int{0, 2} {
		for c := range 3 {
			s.Fields[0].Ends = append(s.Fields[0].Ends, grid.End{Component: c, Axis: axis},
				grid.End{Component: c, Axis: axis, Upper: true, Value: float64(axis / 2 * (1 - c))})
		}
	}
	s.Fields[0].Ends[len(s.Fields[0].Ends)-1].Value = 0 // across the lid
	s.Fields[1].Ends = []grid.End{{Axis: 0, Value: 7}}
	m := sampler(t, s)
	inside := m.Velocity(0, [3]float64{-0.5, 0.5, 2.1})
	for _, e := range []struct {
		c          int
		x, z, want float64
	}{
		{0, -0.5, 2, 0}, {0, -0.5, 2.05, inside / 2}, {0, -0.5, 3, 1}, {0, -1, 2.5, 0}, {0, 0, 2.5, 0},
		{1, -0.5, 2, 0}, {1, -1, 2.5, 0}, {1, 0, 2.5, 0}, {1, -0.5, 3, 0},
		{2, -1, 2.4, 0}, {2, 0, 2.4, 0}, {2, -0.5, 2, 0}, {2, -0.5, 3, 0},
	} {
		if got := m.Velocity(e.c, [3]float64{e.x, 0.5, e.z}); math.Abs(got-e.want) > 1e-14 {
			t.Errorf("component %d at %g, %g is %g, not %g", e.c, e.x, e.z, got, e.want)
		}
	}
	first := [3]float64{-0.875, 0.5, 2.5}
	for x, want := range map[float64]float64{-1: 7, -0.9375: (7 + m.Scalar(Temperature, first)) / 2} {
		if got := m.Scalar(Temperature, [3]float64{x, 0.5, 2.5}); math.Abs(got-want) > 1e-14 {
			t.Errorf("T at %g is %g, not %g", x, got, want)
		}
	}
	at := func(x float64) float64 { return m.Scalar(Temperature, [3]float64{x, 0.5, 2.5}) }
	if got, want := at(0), 1.5*at(-0.125)-0.5*at(-0.375); math.Abs(got-want) > 1e-14 {
		t.Errorf("T at the insulated wall is %g, not %g", got, want)
	}
	p := m.Profiles()
	if last := len(p[0].Values) - 1; p[0].Values[0] != 0 || p[0].Values[last] != 1 ||
		p[1].Values[0] != 0 || p[2].Values[0] != 7 {
		t.Errorf("the profiles begin and end with %v, %v and %v", p[0].Values, p[1].Values, p[2].Values)
	}
}

// TestSolids holds that the velocity is 0 on the surface of a solid and in it, and that a scalar
// there is that of the fluid.
func TestSolids(t *testing.T) {
	n, h := [3]int{6, 1, 6}, [3]float64{1, 1, 1}
	solid := make([]float64, 36)
	for i := range solid {
		if x, z := i%6, i/6; x >= 2 && x < 4 && z < 3 {
			solid[i] = 1
		}
	}
	of := func(x, z int) bool { return x >= 0 && z >= 0 && x < 6 && z < 6 && solid[x+6*z] != 0 }
	u := onFaces(n, h, [3]bool{true, true, false}, func(c int, x [3]float64) float64 {
		i, k := int(math.Floor(x[0])), int(math.Floor(x[2]))
		if of(i, k) || c == 0 && of(i-1, k) || c == 2 && of(i, k-1) {
			return 0
		}
		return 2
	})
	s := snapshot(n, h, [3]bool{true, true, false}, u, func(x [3]float64) float64 { return 3 })
	for i, is := range solid {
		s.Fields[1].Values[i] *= 1 - is
	}
	s.Fields = append(s.Fields, grid.Field{Name: Solid, Components: 1, Values: solid})
	m := sampler(t, s)
	for _, e := range []struct{ x, z, u, w, warm float64 }{
		{2.5, 3, 0, 0, 3}, {3, 3, 0, 0, 3}, {3, 3.25, 1, 0.5, 3}, {2, 1.5, 0, 0, 3}, {4, 1.5, 0, 0, 3},
		{1.75, 1.5, 0.5, 1, 3}, {3, 2, 0, 0, 0},
	} {
		x := [3]float64{e.x, 0.5, e.z}
		for name, got := range map[string][2]float64{"u": {m.Velocity(0, x), e.u},
			"w": {m.Velocity(2, x), e.w}, "T": {m.Scalar(Temperature, x), e.warm}} {
			if e.warm == 3 && name == "T" && (e.x == 2 || e.x == 4 || e.z == 3) {
				continue // on the surface either is right
			}
			if math.Abs(got[0]-got[1]) > 1e-14 {
				t.Errorf("%s at %g, %g is %g, not %g", name, e.x, e.z, got[0], got[1])
			}
		}
	}
}
