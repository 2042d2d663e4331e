package neighbor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Build tells how the flow moves: the greatest speeds relative to what is in reach,
// how fast layers out of reach come closer, particles by their block's speed; and the work.
func TestMotion(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 17))
	m := open(t, strict)
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-5*b }
	for axis := range 3 {
		g := wide(t, axis)
		cloud := patches(&g, 800, random)
		for name, field := range fields(&g) {
			w := windows(&g)[2]
			s := sortMoving(t, m, g, w, cloud, 408, field, lasting)
			s.build(listed)
			got := totalOf(t, m, g, []int{w.OwnFrom, w.OwnTo}, cloud, field)
			d := s.differ(s.velocityOf)
			most := 0.0
			work := make([]uint32, g.Slices())
			within := func(bin int, by float64) (n int) { // particles slower than a bin's end
				for b, fluids := range d.fluids {
					if s.owns(b) && d.fluid[b]*by/lasting.Bin < float64(bin+1) {
						n += fluids
					}
				}
				return n
			}
			from, to := s.owned()
			for i := from; i < to; i++ {
				b := s.block(i)
				most = max(most, d.fluid[b], d.walls[b])
				switch {
				case !s.points[i].wall:
					work[s.sliceOf(b)] += 40
				case d.wet[b]:
					work[s.sliceOf(b)] += 10
				default:
					work[s.sliceOf(b)]++
				}
			}
			for what, pair := range map[string][2]float64{
				"greatest speed": {float64(math.Float32frombits(got.motion.Most)), most},
				"approach": {float64(math.Float32frombits(got.motion.Approach)),
					s.approach(s.velocityOf)},
			} {
				if !near(pair[0], pair[1]) {
					t.Errorf("axis %d, %s: %s is %g m/s, want %g m/s", axis, name, what, pair[0], pair[1])
				}
			}
			if fmt.Sprint(got.work) != fmt.Sprint(work) {
				t.Errorf("axis %d, %s: the work is %v, want %v", axis, name, got.work, work)
			}
			sum := 0
			for bin, n := range got.motion.Bins[:MotionBins-1] {
				if sum += int(n); sum < within(bin, 1+1e-5) || sum > within(bin, 1-1e-5) {
					t.Errorf("axis %d, %s: %d particles are slower than %d bins, want %d", axis, name, sum, bin+1,
						within(bin, 1))
				}
			}
			if sum += int(got.motion.Bins[MotionBins-1]); sum != within(math.MaxInt32, 1) {
				t.Errorf("axis %d, %s: %d particles are in bins, want %d", axis, name, sum,
					within(math.MaxInt32, 1))
			}
		}
	}
}
