package measure

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/sph"
)

// Where zones of finer particles pay: blocks of a lattice, some spacings wide, in which velocities
// are least linear. Those are taken that have most of what is not linear, as long as
// they are a small part of the fluid, and boxes laid around those that touch.
const (
	blockWidth = 6
	mostOfAll  = 0.8  // of what is not linear
	leastOfAll = 0.05 // that a box is worth
	smallPart  = 0.35 // of the fluid
)

type blockAt [3]int

// blockSums are, over the particles of a block, 1, d, d², and of each component of the velocity v,
// v d and v², d being the way from the block's middle along each axis [spacings].
type blockSums struct {
	n      float64
	d, dd  [3]float64
	v, vv  [3]float64
	vd     [3][3]float64
	volume float64
}

// zonesTable has boxes for zones, whatever the number of snapshots.
func zonesTable(p *sph.Params) *table {
	rough, volume := map[blockAt]float64{}, map[blockAt]float64{} // the greatest; summed
	t := &table{file: "measure_zones.csv", columns: []string{"min x[m]", "min y[m]", "min z[m]",
		"max x[m]", "max y[m]", "max z[m]", "share of what is not linear", "share of fluid"}}
	t.add = func(still *sph.SnapshotProbe, _ float64, _ int) {
		sums := map[blockAt]*blockSums{}
		still.EachFluid(func(x, v [3]float64, size float64) { addToBlock(sums, p, x, v, size) })
		for at, s := range sums {
			volume[at] += s.volume
			rough[at] = max(rough[at], s.rough(p.Dim)*s.volume)
		}
		t.values = nil
		for _, b := range boxesFor(p, rough, volume) {
			low, high := p.PointOnMap(b.low), p.PointOnMap(b.high)
			t.values = append(t.values, low[0], low[1], low[2], high[0], high[1], high[2], b.rough,
				b.volume)
		}
	}
	t.say = func(b *strings.Builder, _ *stored.Run) { sayZones(b, p, t.values) }
	return t
}

func addToBlock(sums map[blockAt]*blockSums, p *sph.Params, x, v [3]float64, size float64) {
	width := blockWidth * p.DeltaP
	var at blockAt
	var d [3]float64
	for _, a := range p.Axes() {
		k := math.Floor((x[a] - p.Min[a]) / width)
		at[a], d[a] = int(k), (x[a]-p.Min[a]-(k+0.5)*width)/p.DeltaP
	}
	s := sums[at]
	if s == nil {
		s = &blockSums{}
		sums[at] = s
	}
	s.n++
	s.volume += size
	for a := range 3 {
		s.d[a] += d[a]
		s.v[a] += v[a]
		s.vv[a] += v[a] * v[a]
		s.dd[a] += d[a] * d[a]
		for b := range 3 {
			s.vd[a][b] += v[a] * d[b]
		}
	}
}

// rough is the mean square of what a linear function leaves of the velocities [m²/s²], particles
// being as many on either side of the middle; 0 of a block with few.
func (s *blockSums) rough(dim int) (sum float64) {
	if s.n < float64(4*dim) {
		return 0
	}
	for c := range 3 {
		left := s.vv[c]/s.n - s.v[c]*s.v[c]/s.n/s.n
		for a := range 3 {
			spread := s.dd[a]/s.n - s.d[a]*s.d[a]/s.n/s.n
			if with := s.vd[c][a]/s.n - s.v[c]*s.d[a]/s.n/s.n; spread > 0 {
				left -= with * with / spread
			}
		}
		sum += max(0, left)
	}
	return sum
}

// zoneBox is a box of blocks, with its shares of what is not linear and of the fluid.
type zoneBox struct {
	low, high     [3]float64
	from, to      blockAt // the blocks in it
	rough, volume float64
}

// boxesFor are those that are worth it, the best first.
func boxesFor(p *sph.Params, rough, volume map[blockAt]float64) (boxes []zoneBox) {
	order := slices.SortedFunc(maps.Keys(rough), func(a, b blockAt) int {
		return cmp.Or(cmp.Compare(rough[b], rough[a]), slices.Compare(a[:], b[:]))
	})
	all, fluid := 0.0, 0.0
	for _, at := range order {
		all, fluid = all+rough[at], fluid+volume[at]
	}
	if !(all > 0) {
		return nil
	}
	taken := map[blockAt]bool{}
	of, part := 0.0, 0.0
	for _, at := range order {
		if of > mostOfAll*all || part+volume[at] > smallPart*fluid {
			break
		}
		taken[at] = true
		of, part = of+rough[at], part+volume[at]
	}
	for _, at := range order {
		if taken[at] {
			boxes = append(boxes, grown(taken, at))
		}
	}
	boxes = joined(boxes)
	for k := range boxes {
		b := &boxes[k]
		for at := range rough {
			if b.holds(at) {
				b.rough, b.volume = b.rough+rough[at]/all, b.volume+volume[at]/fluid
			}
		}
		b.place(p)
	}
	boxes = slices.DeleteFunc(boxes, func(b zoneBox) bool { return b.rough < leastOfAll })
	slices.SortStableFunc(boxes, func(a, b zoneBox) int { return cmp.Compare(b.rough, a.rough) })
	return boxes
}

// grown is the box of all blocks that touch one, directly or by others, which it takes away.
func grown(taken map[blockAt]bool, first blockAt) zoneBox {
	b := zoneBox{from: first, to: first}
	delete(taken, first)
	for left := []blockAt{first}; len(left) > 0; {
		at := left[0]
		left = left[1:]
		for n := range 27 {
			next := blockAt{at[0] + n%3 - 1, at[1] + n/3%3 - 1, at[2] + n/9 - 1}
			if !taken[next] {
				continue
			}
			delete(taken, next)
			left = append(left, next)
			for a := range 3 {
				b.from[a], b.to[a] = min(b.from[a], next[a]), max(b.to[a], next[a])
			}
		}
	}
	return b
}

// joined are boxes of which no two are so near that zones could not lie there.
func joined(boxes []zoneBox) []zoneBox {
	for i := 0; i < len(boxes); i++ {
		for j := i + 1; j < len(boxes); j++ {
			near := true
			for a := range 3 {
				near = near && boxes[i].from[a] <= boxes[j].to[a]+1 &&
					boxes[j].from[a] <= boxes[i].to[a]+1
			}
			if !near {
				continue
			}
			for a := range 3 {
				boxes[i].from[a] = min(boxes[i].from[a], boxes[j].from[a])
				boxes[i].to[a] = max(boxes[i].to[a], boxes[j].to[a])
			}
			boxes = slices.Delete(boxes, j, j+1)
			i = -1
			break
		}
	}
	return boxes
}

func (b *zoneBox) holds(at blockAt) bool {
	for a := range 3 {
		if at[a] < b.from[a] || at[a] > b.to[a] {
			return false
		}
	}
	return true
}

// place gives a box its corners, to the ends of the domain where it comes near these, and as wide
// as a zone has to be at least.
func (b *zoneBox) place(p *sph.Params) {
	width := blockWidth * p.DeltaP
	b.low, b.high = p.Min, p.Max
	for _, a := range p.Axes() {
		low, high := p.Min[a]+float64(b.from[a])*width, p.Min[a]+float64(b.to[a]+1)*width
		if b.from[a] == b.to[a] {
			low, high = low-width/2, high+width/2
		}
		if low > p.Min[a]+width {
			b.low[a] = math.Floor(low/p.DeltaP) * p.DeltaP
		}
		if high < p.Max[a]-width {
			b.high[a] = math.Ceil(high/p.DeltaP) * p.DeltaP
		}
	}
}

func sayZones(b *strings.Builder, p *sph.Params, values []float64) {
	if len(values) == 0 {
		fmt.Fprint(b, "No zone pays: what is not linear in the flow is in all of it.\n")
		return
	}
	for k := 0; k < len(values); k += 8 {
		v := values[k : k+8]
		corner := func(x []float64) string {
			var s []string
			for _, a := range p.Axes() {
				s = append(s, text.Number(x[a]))
			}
			return "[" + strings.Join(s, ", ") + "]"
		}
		more := math.Pow(2, float64(p.Dim)) // particles, where they are twice as fine
		fmt.Fprintf(b, "[[zone]] # %.0f %% of what a linear function leaves of velocities, in "+
			"%.2g %% of the fluid;\n# twice as fine: %.3g times the particles, everywhere %.3g times\n"+
			"name = \"zone%d\"\nmin = %s\nmax = %s\nfiner = 2\n", 100*v[6], 100*v[7],
			1+(more-1)*v[7], more, k/8+1, corner(v[:3]), corner(v[3:6]))
	}
}
