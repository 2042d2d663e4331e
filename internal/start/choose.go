package start

import (
	"cmp"
	"math"
	"slices"
)

// blockSize is the edge of the smallest blocks whose mass is kept, over the greater of both
// spacings.
const blockSize = 2

// block is a part of space, between numbers of sites along each axis, with its sites.
type block struct {
	from, to [3]int
	sites    []int
}

// choose is the sites that get a particle.
func (b *beginning) choose() (chosen []int) {
	whole := block{to: b.count}
	b.fills = make([]bool, len(b.parts))
	for i, part := range b.parts {
		if part != 0 {
			whole.sites = append(whole.sites, i)
			b.fills[i] = b.near.distance(b.at(i)) < b.near.reach/reach
		}
	}
	chosen = b.share(whole, min(b.sites(), b.room(whole.sites)), nil)
	slices.Sort(chosen)
	return chosen
}

// sites is how many sites the source fills.
func (b *beginning) sites() int {
	sum := 0.0
	for _, part := range b.parts {
		sum += part
	}
	return int(math.Round(sum))
}

// full is how many sites a fluid would fill.
func (b *beginning) full(sites []int) (sum float64) {
	for _, i := range sites {
		sum += b.parts[i]
	}
	return sum
}

// room is how many of some sites may get a particle: those near one of the source.
func (b *beginning) room(sites []int) (n int) {
	for _, i := range sites {
		if b.fills[i] {
			n++
		}
	}
	return n
}

// share gives a number of particles to the sites of a block: to its halves by how full these are,
// and in the smallest blocks to the fullest sites. So mass stays where it is.
func (b *beginning) share(k block, n int, chosen []int) []int {
	if n == 0 {
		return chosen
	}
	axis, longest := 0, 0
	for a := range 3 {
		if size := k.to[a] - k.from[a]; size > longest {
			axis, longest = a, size
		}
	}
	p := &b.c.Params
	edge := max(1, int(math.Round(blockSize*max(p.DeltaP, b.Params.DeltaP)/p.DeltaP)))
	if longest <= edge || n == b.room(k.sites) {
		can, _ := parted(k.sites, func(i int) bool { return b.fills[i] })
		slices.SortStableFunc(can, func(i, j int) int { return cmp.Compare(b.parts[j], b.parts[i]) })
		return append(chosen, can[:n]...)
	}
	middle := k.from[axis] + longest/2
	if at := middle - ((middle-b.first[axis])%edge+edge)%edge; at > k.from[axis] {
		middle = at // as faces of walls are
	}
	low, high := k, k
	low.to[axis], high.from[axis] = middle, middle
	steps := [3]int{1, b.count[0], b.count[0] * b.count[1]}
	low.sites, high.sites = parted(k.sites, func(i int) bool {
		return i/steps[axis]%b.count[axis] < middle
	})
	first := 0
	if all := b.full(k.sites); all > 0 {
		first = int(math.Round(float64(n) * min(max(b.full(low.sites)/all, 0), 1)))
	}
	first = min(max(first, n-b.room(high.sites)), b.room(low.sites))
	chosen = b.share(low, first, chosen)
	return b.share(high, n-first, chosen)
}

// parted is those of a list for which something is so, and the others, in their order.
func parted[T any](all []T, is func(T) bool) (some, others []T) {
	for _, x := range all {
		if is(x) {
			some = append(some, x)
		} else {
			others = append(others, x)
		}
	}
	return some, others
}

// massOfSites is the mass of a particle [kg]: that of the source over the sites that it fills. It
// is near ρ Δp³.
func (b *beginning) massOfSites() float64 {
	return float64(len(b.kept)) * b.Params.Mass / float64(max(1, b.sites()))
}
