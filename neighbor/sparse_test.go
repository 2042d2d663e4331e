package neighbor

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Skins are longer where less fluid is in reach of a block than Sparse: by the longest skin for
// none, by half of it for half as much.
func TestSparseSkins(t *testing.T) {
	const sparse = 60
	random := rand.New(rand.NewPCG(22, 22))
	m := open(t, strict)
	for axis := range 3 {
		g := wide(t, axis)
		cloud := patches(&g, 400, random)
		for _, w := range windows(&g) {
			s := sortMoving(t, m, g, w, cloud, 408, fields(&g)["at random"], lasting)
			plain := s.build(listed)
			s.list.Sparse = sparse
			l := s.build(listed)
			longer, same := 0, 0
			for i, to := s.owned(); i < to; i++ {
				b, fluid := s.block(i), 0
				for j, q := range s.points {
					c := s.block(j)
					near := max(c[1]-b[1], b[1]-c[1], c[2]-b[2], b[2]-c[2]) <= 1
					if near && max(c[0]-b[0], b[0]-c[0]) <= Reach && !q.wall {
						fluid++
					}
				}
				more := max(0, 1-float64(fluid)/sparse) * lasting.SkinMax
				if fluid == 0 {
					more = 0 // it has no list
				} else if more > 0 {
					longer++
				} else {
					same++
				}
				for _, walls := range []bool{false, true} {
					want := min(float64(plain.skinOf(i, walls))+more, lasting.SkinMax)
					if got := float64(l.skinOf(i, walls)); math.Abs(got-want) > 1e-6 {
						t.Fatalf("axis %d: with %d particles of fluid in reach a skin is %g m, want %g m", axis,
							fluid, got, want)
					}
				}
			}
			if w == whole(&g) && (longer == 0 || same == 0) {
				t.Errorf("axis %d: %d skins are longer and %d not: the test shows nothing", axis, longer, same)
			}
		}
	}
}
