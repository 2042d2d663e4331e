package porous

import (
	"cmp"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// thinned is a particle of fluid that a layer has at the start: its number, place and density.
type thinned struct {
	at  int
	x   geometry.Vec
	rel float32
}

// thinOut replaces the particles of fluid in layers by as many as their pores have room for, in
// rows of equal distances.
func thinOut(c *sph.Case, layers []shaped) {
	q := &c.Particles
	gone := make([]bool, q.Len())
	var rows []placedFluid
	for k := range layers {
		var in []thinned
		for i, x := range q.Position {
			if q.Type[i] == sph.Fluid && !gone[i] && layers[k].Shape.Inside(x) {
				in = append(in, thinned{i, x, q.RelDensity[i]})
				gone[i] = true
			}
		}
		rows = append(rows, spread(&c.Params, in, layers[k].Porosity)...)
	}
	first := c.Replace(gone, func(add func(like int, x [3]float64, rel float32)) {
		for _, r := range rows {
			add(r.like, r.x, r.rel)
		}
	})
	keepApart(&c.Params, q, first, first+len(rows))
}

// placedFluid is a particle in place of others: like one of them.
type placedFluid struct {
	like int
	x    geometry.Vec
	rel  float32
}

// spread places the part n of some particles evenly where they are: in rows across z, then across
// y, then along x. The space of a particle is a cube of a spacing around it.
func spread(p *sph.Params, in []thinned, n float64) (all []placedFluid) {
	if len(in) == 0 {
		return nil
	}
	apart := p.DeltaP * math.Pow(n, -1/float64(p.Dim))
	axes := []int{2, 1, 0}
	if p.Dim == 2 {
		axes = []int{2, 0}
	}
	var due float64
	var place func(of []part, axes []int, x geometry.Vec)
	place = func(of []part, axes []int, x geometry.Vec) {
		if len(axes) == 1 {
			all = append(all, along(p, in, of, axes[0], x, &due)...)
			return
		}
		for _, row := range slabs(p, in, of, axes[0], apart) {
			x[axes[0]] = row.at
			place(row.of, axes[1:], x)
		}
	}
	whole := make([]part, len(in))
	for k := range in {
		whole[k] = part{k, n}
	}
	place(whole, axes, in[0].x)
	return all
}

// part is how much of a particle there is.
type part struct {
	of int
	n  float64
}

// slab is what lies between two planes.
type slab struct {
	at float64 // its middle [m]
	of []part
}

// slabs cuts particles, as cubes, into slabs of equal thickness across an axis.
func slabs(p *sph.Params, in []thinned, of []part, axis int, apart float64) []slab {
	low, high := math.Inf(1), math.Inf(-1)
	for _, k := range of {
		x := in[k.of].x[axis]
		low, high = min(low, x-p.DeltaP/2), max(high, x+p.DeltaP/2)
	}
	count := max(1, int(math.Round((high-low)/apart)))
	thick := (high - low) / float64(count)
	all := make([]slab, count)
	for s := range all {
		all[s].at = low + (float64(s)+0.5)*thick
	}
	for _, k := range of {
		from, to := in[k.of].x[axis]-p.DeltaP/2, in[k.of].x[axis]+p.DeltaP/2
		for s := max(0, int((from-low)/thick)); s < count; s++ {
			share := min(to, low+float64(s+1)*thick) - max(from, low+float64(s)*thick)
			if share <= 0 {
				break
			}
			all[s].of = append(all[s].of, part{k.of, k.n * share / p.DeltaP})
		}
	}
	return all
}

// edge is where the particles of a row begin or end along it, and by how much more or less of them
// there is in each metre from there on.
type edge struct{ at, more float64 }

// along places whole particles along a row, each in the middle of what it stands for. due is what
// the rows before have left over.
func along(p *sph.Params, in []thinned, of []part, axis int, x geometry.Vec,
	due *float64) (all []placedFluid) {
	sum, edges := 0.0, make([]edge, 0, 2*len(of))
	for _, k := range of {
		sum += k.n
		at := in[k.of].x[axis]
		more := k.n / p.DeltaP
		edges = append(edges, edge{at - p.DeltaP/2, more}, edge{at + p.DeltaP/2, -more})
	}
	count := int(math.Round(sum + *due))
	*due += sum - float64(count)
	if count <= 0 {
		return nil
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.more, a.more))
	})
	each, done, density := sum/float64(count), 0.0, 0.0
	for k := range edges[:len(edges)-1] {
		density += edges[k].more
		here := density * (edges[k+1].at - edges[k].at)
		for len(all) < count && (float64(len(all))+0.5)*each <= done+here && density > 0 {
			x[axis] = edges[k].at + ((float64(len(all))+0.5)*each-done)/density
			all = append(all, likeNearest(p, in, of, x))
		}
		done += here
	}
	return all
}

// likeNearest is a particle at a place like the nearest of some, with the pressure of its depth.
func likeNearest(p *sph.Params, in []thinned, of []part, x geometry.Vec) placedFluid {
	best, least := of[0].of, math.Inf(1)
	for _, k := range of {
		if d := separation2(x, in[k.of].x); d < least {
			best, least = k.of, d
		}
	}
	rel := float64(in[best].rel)
	for a := range 3 {
		rel += p.Gravity[a] * (x[a] - in[best].x[a]) / (p.C0 * p.C0)
	}
	return placedFluid{in[best].at, x, float32(rel)}
}

func separation2(a, b geometry.Vec) (d float64) {
	for k := range a {
		d += (a[k] - b[k]) * (a[k] - b[k])
	}
	return d
}

const (
	clearance = 0.8 // of particles in and beside a layer at the start, in spacings
	clearings = 40  // times that they are moved apart
)

// keepApart moves the particles of fluid from the first on to a last apart from each other and from
// all else: rows of different layers may come close where these meet.
func keepApart(p *sph.Params, q *sph.Particles, first, last int) {
	reach := clearance * p.DeltaP
	cellOf := func(x geometry.Vec) (c [3]int) {
		for a := range c {
			c[a] = int(math.Floor((x[a] - p.Min[a]) / (2 * p.DeltaP)))
		}
		return c
	}
	cells := map[[3]int][]int{}
	for i, x := range q.Position {
		cells[cellOf(x)] = append(cells[cellOf(x)], i)
	}
	near := make([][]int, last-first)
	for i := first; i < last; i++ {
		c := cellOf(q.Position[i])
		for n := range 27 {
			for _, j := range cells[[3]int{c[0] + n%3 - 1, c[1] + n/3%3 - 1, c[2] + n/9 - 1}] {
				if j != i && separation2(q.Position[i], q.Position[j]) < 4*p.DeltaP*p.DeltaP {
					near[i-first] = append(near[i-first], j)
				}
			}
		}
	}
	for range clearings {
		moved := false
		for i := first; i < last; i++ {
			x := &q.Position[i]
			for _, j := range near[i-first] {
				d := math.Sqrt(separation2(*x, q.Position[j]))
				if d >= reach {
					continue
				}
				moved = true
				for _, a := range p.Axes() {
					way := 1.0 // of two at one place
					if d > 0 {
						way = (x[a] - q.Position[j][a]) / d
					}
					x[a] += (reach - d) / 2 * way
				}
			}
		}
		if !moved {
			return
		}
	}
}
