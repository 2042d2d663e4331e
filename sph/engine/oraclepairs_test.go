package engine

import (
	"math"
	"slices"

	"gpusph/sph"
)

// near calls visit for the particles of the kind that are in the support of i.
func (o *oracle) near(s oracleState, i int, fluid bool, visit func(j int, d vector, r float64)) {
	if o.pairs != nil {
		for _, p := range o.pairs[fluid][i] {
			visit(p.j, p.d, p.r)
		}
		return
	}
	reach := o.reach()
	for j := range s.x {
		if j == i || o.fluid[j] != fluid {
			continue
		}
		d := o.nearest(s.x[i].plus(s.x[j], -1))
		if r2 := d.dot(d); r2 < reach*reach {
			visit(j, d, math.Sqrt(r2))
		}
	}
}

// allPairs are those that near visits, in the same order. The rates of a state visit them many
// times.
func (o *oracle) allPairs(s oracleState) map[bool][][]oraclePair {
	all := o.room
	if all == nil {
		all = map[bool][][]oraclePair{false: make([][]oraclePair, len(s.x)), true: make([][]oraclePair, len(s.x))}
		o.room = all
	}
	fluids, walls, reach := all[true], all[false], o.reach()
	for i := range s.x {
		fluids[i], walls[i] = fluids[i][:0], walls[i][:0]
	}
	add := func(i, j int, d vector, r float64) {
		of := walls
		if o.fluid[j] {
			of = fluids
		}
		of[i] = append(of[i], oraclePair{j, d, r})
	}
	o.lookAgain(s)
	for _, pair := range o.nearby {
		i, j := int(pair[0]), int(pair[1])
		d := o.nearest(s.x[i].plus(s.x[j], -1))
		if r2 := d.dot(d); r2 < reach*reach {
			r := math.Sqrt(r2)
			add(i, j, d, r)
			add(j, i, vector{}.plus(d, -1), r)
		}
	}
	return all
}

// lookAgain finds the pairs that may come into the support before a particle has moved by half a
// spacing. It examines all pairs, but only after a particle has moved that far.
func (o *oracle) lookAgain(s oracleState) {
	slack := o.p.DeltaP
	within := o.reach() + slack
	moved := o.seen == nil || within != o.within
	for i := 0; i < len(s.x) && !moved; i++ {
		moved = !(s.x[i].plus(o.seen[i], -1).norm() < slack/2)
	}
	if !moved {
		return
	}
	o.within, o.seen, o.nearby = within, slices.Clone(s.x), o.nearby[:0]
	for i, x := range s.x {
		for j := range i {
			if d := o.nearest(x.plus(s.x[j], -1)); d.dot(d) < within*within {
				o.nearby = append(o.nearby, [2]int32{int32(i), int32(j)})
			}
		}
	}
}

// reach is how far a particle's support goes [m].
func (o *oracle) reach() float64 {
	if o.p.Kernel == sph.Quintic {
		return 3 * o.p.H
	}
	return 2 * o.p.H
}

// nearest is a vector between two particles, or between images of theirs, that is shortest.
func (o *oracle) nearest(d vector) vector {
	for a, periodic := range o.p.Periodic {
		if period := o.p.Max[a] - o.p.Min[a]; periodic {
			d[a] -= period * math.Round(d[a]/period)
		}
	}
	return d
}

// lastSlope is dW/dr at a distance: each term of a pair asks for it.
type lastSlope struct {
	r, h   float64
	kernel sph.Kernel
	dw     float64
}

// dw is dW/dr [1/m⁴, in two dimensions 1/m³].
func (o *oracle) dw(r float64) float64 {
	if s := &o.slope; s.r != r || s.h != o.p.H || s.kernel != o.p.Kernel {
		*s = lastSlope{r, o.p.H, o.p.Kernel, o.slopeAt(r)}
	}
	return o.slope.dw
}
