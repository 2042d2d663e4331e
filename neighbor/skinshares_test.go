package neighbor

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"gpusph/cuda"
)

// total is what devices find together.
type total struct {
	maxima cuda.Maxima
	motion cuda.Motion
	work   []uint32 // of each slice of the domain
}

// totalOf is that of devices that share the domain at bounds.
func totalOf(t *testing.T, m *machine, g Grid, bounds []int, cloud []point, f field) (all total) {
	all.work = make([]uint32, g.Slices())
	for d := range len(bounds) - 1 {
		w := g.Window(bounds[d], bounds[d+1])
		s := sortMoving(t, m, g, w, cloud, 408, f, lasting)
		s.build(listed)
		var motion cuda.Motion
		binary.Decode(s.download(s.list.motion(), binary.Size(motion)), binary.LittleEndian, &motion)
		work := s.download(s.list.work(), 4*w.Slices())
		for k := bounds[d]; k < bounds[d+1]; k++ {
			all.work[k] = word(work, k-w.From)
		}
		s.move(0.1)
		maxima := s.checkSteps(cuda.Maxima{}, cuda.Clock{Limit: 3, Accel: 10}, 3)
		a, b := &all.maxima, &all.motion
		a.Used, a.Approach = max(a.Used, maxima.Used), max(a.Approach, maxima.Approach)
		a.UsedAhead = max(a.UsedAhead, maxima.UsedAhead)
		a.ApproachAhead = max(a.ApproachAhead, maxima.ApproachAhead)
		b.Most, b.Approach = max(b.Most, motion.Most), max(b.Approach, motion.Approach)
		for k, n := range motion.Bins {
			b.Bins[k] += n
		}
	}
	return all
}

// However devices share the domain, they find together the same bits: of the skin
// that is used, of the motion and of the work.
func TestSharesCheckSkinsAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 16))
	for _, f := range []form{strict, fast} {
		m := open(t, f)
		for axis := range 3 {
			g := wide(t, axis)
			first, last := g.Inner()
			cloud := patches(&g, 800, random)
			for name, field := range fields(&g) {
				one := totalOf(t, m, g, []int{first, last}, cloud, field)
				for _, bounds := range [][]int{{first, first + 3, last}, {first, first + 2, first + 5, last},
					{first, first + 1, first + 2, last}} {
					if got := totalOf(t, m, g, bounds, cloud, field); fmt.Sprint(got) != fmt.Sprint(one) {
						t.Errorf("%v, axis %d, %s: devices with slices %v find\n%+v\none finds\n%+v", f, axis, name,
							bounds, got, one)
					}
				}
			}
		}
	}
}
