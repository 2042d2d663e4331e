package scene

import (
	"math"
	"testing"

	"gpusph/sph"
)

func TestClip(t *testing.T) {
	square := func(x, y, side, turn float64) *Solid {
		return &Solid{Box: Box{Min: [3]float64{x - side/2, y - side/2, 0}, Max: [3]float64{x + side/2, y + side/2, 1}}, Turn: turn}
	}
	for _, v := range []struct {
		a, b *Solid
		want float64
	}{
		{square(0, 0, 1, 0), square(0, 0, 1, 0), 1},
		{square(0, 0, 1, 0), square(0.5, 0.5, 1, 0), 0.25},
		{square(0, 0, 1, 0), square(2, 0, 1, 0), 0},
		{square(0, 0, 1, 0), square(1, 0, 1, 0), 0},                            // touching
		{square(0, 0, 2, 0), square(0, 0, 1, 0.3), 1},                          // within
		{square(0, 0, 1, 0), square(0, 0, 1, math.Pi/4), 2 * (math.Sqrt2 - 1)}, // octagon
		// half a diamond of area 2, cut at y = ±0.5
		{square(0, 0, 1, 0), square(0.5, 0, math.Sqrt2, math.Pi/4), 0.5*0.5*2 + 0.5 - 0.25},
	} {
		if got := v.a.shared(v.b); math.Abs(got-v.want) > 1e-12 {
			t.Errorf("%v and %v share %g m³, not %g", v.a, v.b, got, v.want)
		}
		if got := v.b.shared(v.a); math.Abs(got-v.want) > 1e-12 {
			t.Errorf("%v and %v share %g m³, not %g", v.b, v.a, got, v.want)
		}
	}
}

func TestEach(t *testing.T) {
	l := divide(Box{Max: [3]float64{1, 1, 1}}, 0.3)
	if l.n != [3]int{3, 3, 3} || l.step[0] != 1.0/3 {
		t.Fatalf("a metre at 0.3 m is %v cells of %v m", l.n, l.step)
	}
	for _, v := range []struct {
		s    shell
		want int
	}{
		{shell{outer: l.inside()}, 27},
		{shell{l.inside().grown([3]int{1, 1, 1}), l.inside()}, 98},
		{shell{l.inside(), l.inside().grown([3]int{-1, -1, -1})}, 26},
		{shell{l.inside(), l.inside().grown([3]int{-2, -1, -1})}, 27},
		{shell{l.inside(), l.inside().grown([3]int{-2, -2, -1})}, 27},
	} {
		seen := make(map[[3]float64]bool)
		l.each(v.s, func(x [3]float64, iz int) {
			if x[2] != l.along(2, iz) {
				t.Errorf("site %d is at z = %g", iz, x[2])
			}
			seen[x] = true
		})
		if len(seen) != v.want || int(v.s.size()) != v.want {
			t.Errorf("%v has %d sites and counts %d, not %d", v.s, len(seen), int(v.s.size()), v.want)
		}
	}
}

// As many particles as there may be are taken, and one more is refused.
func TestMostParticles(t *testing.T) {
	p := sph.Defaults(0.01)
	if err := checkCount(&p, sph.MaxParticles); err != nil {
		t.Error(err)
	}
	if err := checkCount(&p, sph.MaxParticles+1); err == nil {
		t.Error("one more is taken")
	}
}
