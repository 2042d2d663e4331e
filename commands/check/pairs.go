package check

import (
	"math"
	"runtime"
	"sync"

	"gpusph/sph"
)

// overlap is how near particles overlap, in spacings: their pressures throw them apart in the first
// steps.
const overlap = 0.5

// placesTold is how many overlaps are told with their places.
const placesTold = 5

// Pairs is what is known of particles near each other.
type Pairs struct {
	Smallest *Gap    `json:"smallest_gap,omitempty"` // none where no two are within the support
	Overlaps int     `json:"overlaps"`               // pairs nearer than half a spacing
	Places   []Gap   `json:"overlap_places,omitempty"`
	Mean     float64 `json:"neighbours_mean"` // of a particle of fluid, within the support
	Most     int     `json:"neighbours_most"`
	OfAKind  int     `json:"neighbours_most_of_a_kind"` // fluid or walls
}

// Gap is between two particles.
type Gap struct {
	Distance float64       `json:"distance_m"`
	ID       [2]int        `json:"ids"`
	Type     [2]string     `json:"types"`
	Position [2][3]float64 `json:"positions_m"`
}

// found is what a part of the particles has.
type found struct {
	near       int // pairs
	i, j       int // the nearest
	least      float64
	overlaps   [][2]int // the first
	overlapped int
	most, kind int
}

// pairsOf looks at all pairs within the support.
func pairsOf(c *sph.Case) *Pairs {
	p, n := &c.Particles, c.Particles.Len()
	g := newGrid(c)
	workers := runtime.GOMAXPROCS(0)
	parts := make([]found, workers)
	var wait sync.WaitGroup
	for k := range parts {
		wait.Go(func() { parts[k] = g.look(c, k*n/workers, (k+1)*n/workers) })
	}
	wait.Wait()
	all := found{least: math.Inf(1)}
	for _, f := range parts {
		all.unite(&f)
	}
	pairs := &Pairs{Overlaps: all.overlapped, Most: all.most, OfAKind: all.kind,
		Mean: float64(all.near) / float64(max(p.Count(sph.Fluid), 1))}
	if !math.IsInf(all.least, 1) {
		gap := g.gap(c, all.i, all.j)
		pairs.Smallest = &gap
	}
	for _, at := range all.overlaps {
		pairs.Places = append(pairs.Places, g.gap(c, at[0], at[1]))
	}
	return pairs
}

// unite adds what particles with higher ids have.
func (f *found) unite(o *found) {
	if o.least < f.least {
		f.least, f.i, f.j = o.least, o.i, o.j
	}
	f.near += o.near
	f.overlapped += o.overlapped
	f.overlaps = append(f.overlaps, o.overlaps...)
	f.overlaps = f.overlaps[:min(len(f.overlaps), placesTold)]
	f.most, f.kind = max(f.most, o.most), max(f.kind, o.kind)
}

// look looks at the pairs of some particles. The gap is that of the one with the lower id.
func (g *grid) look(c *sph.Case, from, to int) found {
	p := &c.Particles
	f := found{least: math.Inf(1)}
	support2, near2 := square(c.Params.Support()), square(overlap*c.Params.DeltaP)
	for i := from; i < to; i++ {
		var kinds [2]int
		g.around(p.Position[i], func(j int, distance2 float64) {
			if j == i || distance2 >= support2 {
				return
			}
			kinds[p.Type[j]]++
			if j < i {
				return
			}
			if distance2 < f.least {
				f.least, f.i, f.j = distance2, i, j
			}
			if distance2 < near2 {
				f.overlapped++
				if len(f.overlaps) < placesTold {
					f.overlaps = append(f.overlaps, [2]int{i, j})
				}
			}
		})
		if p.Type[i] == sph.Fluid {
			all := kinds[sph.Fluid] + kinds[sph.Wall]
			f.near += all
			f.most, f.kind = max(f.most, all), max(f.kind, kinds[sph.Fluid], kinds[sph.Wall])
		}
	}
	return f
}

// gap is between two particles, over the end of a periodic axis where that is shorter.
func (g *grid) gap(c *sph.Case, i, j int) Gap {
	p := &c.Particles
	sum := 0.0
	for a := range 3 {
		d := p.Position[i][a] - p.Position[j][a]
		if g.period[a] > 0 {
			d = math.Remainder(d, g.period[a])
		}
		sum += d * d
	}
	name := func(i int) string { return []string{"fluid", "wall"}[p.Type[i]] }
	return Gap{math.Sqrt(sum), [2]int{i, j}, [2]string{name(i), name(j)},
		[2][3]float64{c.Params.PointOnMap(p.Position[i]), c.Params.PointOnMap(p.Position[j])}}
}

func square(x float64) float64 { return x * x }
