package check

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gpusph/sph"
)

// cloud is particles anywhere in a box of some supports, a third of them walls.
func cloud(n int, periodic [3]bool, size [3]float64) *sph.Case {
	c := &sph.Case{Params: sph.Defaults(0.1)}
	c.Params.Max, c.Params.Periodic = size, periodic
	random := rand.New(rand.NewPCG(7, 7))
	for range n {
		var x [3]float64
		for a := range x {
			x[a] = size[a] * random.Float64()
		}
		c.Particles.Add(x, sph.Type(random.IntN(3)/2), 0)
	}
	return c
}

// byHand is what pairsOf should find, over all pairs and all images.
func byHand(c *sph.Case) (least float64, overlaps, near, most int) {
	p, params := &c.Particles, &c.Params
	least = math.Inf(1)
	images := func(a int) []float64 {
		if length := params.Max[a] - params.Min[a]; params.Periodic[a] {
			return []float64{-length, 0, length}
		}
		return []float64{0}
	}
	for i, x := range p.Position {
		around := 0
		for j, y := range p.Position {
			for _, dx := range images(0) {
				for _, dy := range images(1) {
					for _, dz := range images(2) {
						r := math.Hypot(math.Hypot(x[0]-y[0]-dx, x[1]-y[1]-dy), x[2]-y[2]-dz)
						if i == j || r >= params.Support() {
							continue
						}
						around++
						if j > i {
							least = min(least, r)
							if r < overlap*params.DeltaP {
								overlaps++
							}
						}
					}
				}
			}
		}
		if p.Type[i] == sph.Fluid {
			near += around
			most = max(most, around)
		}
	}
	return least, overlaps, near, most
}

// Gaps, overlaps and neighbours are those of all pairs, over the ends of periodic axes too.
func TestPairs(t *testing.T) {
	for _, periodic := range [][3]bool{{}, {true}, {true, false, true}, {true, true, true}} {
		for _, size := range [][3]float64{{1, 0.7, 1.5}, {0.66, 0.66, 0.66}, {9, 0.7, 0.7}} {
			c := cloud(300, periodic, size)
			least, overlaps, near, most := byHand(c)
			got := pairsOf(c)
			if math.Abs(got.Smallest.Distance-least) > 1e-12 || got.Overlaps != overlaps || overlaps == 0 ||
				got.Most != most || got.Mean != float64(near)/float64(c.Particles.Count(sph.Fluid)) {
				t.Errorf("%v, %v m: %+v, want a gap of %g m, %d overlaps, %d neighbours, %d at most", periodic,
					size, got, least, overlaps, near, most)
			}
			if want := min(overlaps, placesTold); len(got.Places) != want ||
				got.Places[0].Distance >= overlap*c.Params.DeltaP {
				t.Errorf("%v, %v m: places %v, want %d", periodic, size, got.Places, want)
			}
			last := -1
			for _, g := range got.Places {
				if g.ID[0] < last || g.ID[1] <= g.ID[0] {
					t.Errorf("places are not in the order of ids: %v", got.Places)
				}
				last = g.ID[0]
			}
		}
	}
}

// Particles in a large and empty domain, or on one spot, are looked at in reasonable memory.
func TestPairsFarApart(t *testing.T) {
	c := cloud(0, [3]bool{}, [3]float64{1e5, 1e5, 1e5})
	c.Particles.Add([3]float64{1, 1, 1}, sph.Fluid, 0)
	if got := pairsOf(c); got.Smallest != nil || got.Overlaps != 0 || got.Mean != 0 {
		t.Errorf("of one particle: %+v", got)
	}
	c.Particles.Add([3]float64{9e4, 9e4, 9e4}, sph.Fluid, 0)
	if got := pairsOf(c); got.Smallest != nil {
		t.Errorf("of two far apart: %+v", got)
	}
	c.Particles.Add([3]float64{9e4, 9e4, 9e4}, sph.Wall, 0)
	if got := pairsOf(c); got.Smallest == nil || got.Smallest.Distance != 0 ||
		got.Smallest.ID != [2]int{1, 2} || got.Overlaps != 1 {
		t.Errorf("of two on one spot: %+v", got)
	}
}

// Overlaps are a fault that names the first, and too many neighbours of a kind are warned of.
func TestJudge(t *testing.T) {
	c := cloud(300, [3]bool{}, [3]float64{1, 1, 1})
	k := &Check{Pairs: pairsOf(c)}
	k.judge()
	if len(k.Faults) != 1 || !strings.Contains(k.Faults[0],
		"pairs of particles nearer than 0.5 deltap, the first is ") ||
		!strings.Contains(k.Faults[0], " m between ") {
		t.Errorf("the faults are %q", k.Faults)
	}
	for most, warnings := range map[int]int{sph.MaxNeighbours: 0, sph.MaxNeighbours + 1: 1} {
		k = &Check{Pairs: &Pairs{OfAKind: most}}
		k.judge()
		if len(k.Faults) != 0 || len(k.Warnings) != warnings {
			t.Errorf("%d neighbours: faults %q, warnings %q", most, k.Faults, k.Warnings)
		}
	}
}
