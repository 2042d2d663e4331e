package convert

// Where particles lie. GenCase paints them on the nodes of a lattice: a face is at the node that is
// nearest to it, both ends of a box have particles, and a particle stands for half a spacing to
// each side. What is drawn a spacing apart therefore touches, and a period is a spacing longer than
// the extent of its particles. Shapes have no nodes, so both are done here.

import (
	"math"
	"slices"

	"gpusph/internal/casefile"
)

// nodeOf is the number of the node that is nearest to a coordinate.
func (r *reader) nodeOf(axis int, x float64) int {
	return int(math.Floor((x-r.node[axis])/r.dp + 0.5 + 1e-6))
}

// at is the place of a node along an axis [m].
func (r *reader) at(axis int, node float64) float64 { return r.node[axis] + node*r.dp }

// onNodes is a box whose faces are at the nodes that are nearest to them. A face in the middle
// between two nodes stays where it is: either may be taken.
func (r *reader) onNodes(box extent) extent {
	for k := range 6 {
		if r.plane && k/2 == 1 {
			continue
		}
		at := side(&box, k)
		number := (*at - r.node[k/2]) / r.dp
		nearest := math.Round(number)
		if off := math.Abs(number - nearest); off > 0.01 && off < 0.49 {
			r.offNodes = max(r.offNodes, off*r.dp)
			*at = tidy(r.at(k/2, nearest))
		}
	}
	return box
}

// periodOf is from where to where a periodic flow repeats along an axis: the extent of its
// particles, and half a spacing more at both ends.
func (r *reader) periodOf(axis int) (low, high float64) {
	all := nowhere()
	for _, i := range r.painter.items {
		if e, known := r.drawn(i); known && i.stuff != void && i.fill == nil {
			all = all.union(e)
		}
	}
	all = all.clip(r.lattice)
	if !(all.low[axis] < all.high[axis]) {
		return r.lattice.low[axis], r.lattice.high[axis]
	}
	last := int(math.Floor((r.lattice.high[axis]-r.node[axis])/r.dp + 1e-6))
	return tidy(r.at(axis, float64(r.nodeOf(axis, all.low[axis]))-0.5)),
		tidy(r.at(axis, float64(min(last, r.nodeOf(axis, all.high[axis])))+0.5))
}

// drawn is the extent of what was drawn, with the layers of its faces.
func (r *reader) drawn(i *item) (extent, bool) {
	e, known := i.extent()
	if i.skin != nil && i.skin.given && i.skin.high > 0 {
		e = e.grow(i.skin.high * r.dp)
	}
	return e, known
}

// stretch makes what reaches to the outermost nodes of a periodic axis reach to the ends of the
// period.
func (r *reader) stretch() {
	for axis := range 3 {
		if !r.periodic[axis] || r.plane && axis == 1 {
			continue
		}
		to := func(x float64) float64 {
			switch {
			case r.nodeOf(axis, x) <= r.nodeOf(axis, r.domain.low[axis]+0.5*r.dp):
				return min(x, r.domain.low[axis])
			case r.nodeOf(axis, x) >= r.nodeOf(axis, r.domain.high[axis]-0.5*r.dp):
				return max(x, r.domain.high[axis])
			}
			return x
		}
		for _, i := range r.painter.items {
			stretchShape(&i.shape, axis, to)
			if i.fill != nil {
				e := &i.fill.box
				e.low[axis], e.high[axis] = to(e.low[axis]), to(e.high[axis])
			}
			if i.skin == nil {
				continue
			}
			if e := &i.skin.box; *e != (extent{}) && i.skin.matrix == identity {
				e.low[axis], e.high[axis] = to(e.low[axis]), to(e.high[axis])
			}
			if s := i.skin.sheath; s != nil && s.matrix == identity {
				p := casefile.Prism{Along: axes[s.along], From: s.from, To: s.to, Outline: s.outline}
				stretchShape(&casefile.Shape{Prism: &p}, axis, to)
				s.from, s.to, s.outline = p.From, p.To, p.Outline
			}
		}
	}
}

// stretchShape moves the ends of a shape along an axis, if it has ends that lie across it.
func stretchShape(s *casefile.Shape, axis int, to func(x float64) float64) {
	if s.Scale != nil || s.Rotate != nil || s.Translate != nil {
		return
	}
	switch {
	case s.Box != nil:
		b := *s.Box
		b.Min[axis], b.Max[axis] = to(b.Min[axis]), to(b.Max[axis])
		s.Box = &b
	case s.Cylinder != nil && across(s.Cylinder, axis):
		c := *s.Cylinder
		c.From[axis], c.To[axis] = to(c.From[axis]), to(c.To[axis])
		s.Cylinder = &c
	case s.Prism != nil && s.Prism.Along == axes[axis]:
		p := *s.Prism
		p.From, p.To = to(p.From), to(p.To)
		s.Prism = &p
	case s.Prism != nil:
		p := *s.Prism
		first, _ := others(map[string]int{"x": 0, "y": 1, "z": 2}[p.Along])
		place := 1
		if axis == first {
			place = 0
		}
		p.Outline = make([][2]float64, len(s.Prism.Outline))
		for k, x := range s.Prism.Outline {
			x[place] = to(x[place])
			p.Outline[k] = x
		}
		s.Prism = &p
	}
}

// across reports whether the ends of a cylinder lie across an axis.
func across(c *casefile.Cylinder, axis int) bool {
	for k := range 3 {
		if k != axis && c.From[k] != c.To[k] {
			return false
		}
	}
	return true
}

// obstacle is a box that others may touch.
type obstacle struct {
	extent
	of    *item // nil for the domain
	moves bool  // half of the way to what touches it
}

// touch closes gaps between boxes whose particles are on neighbouring nodes: both go half of the
// way, but bodies, the sides of the domain and faces with layers, which stay where they are. It
// returns a place where two met along each axis, or NaN.
func (r *reader) touch() (met vec) {
	met = vec{math.NaN(), math.NaN(), math.NaN()}
	all := r.obstacles()
	type move struct {
		side *float64
		to   float64
	}
	var moves []move
	for _, a := range all {
		if !a.moves {
			continue
		}
		for k := range 6 {
			if r.plane && k/2 == 1 {
				continue
			}
			at := *side(&a.extent, k)
			if to, is := r.nextTo(&a, k, all); is && to != at {
				met[k/2] = to
				moves = append(moves, move{[]*float64{&a.of.shape.Box.Min[k/2],
					&a.of.shape.Box.Max[k/2]}[k%2], tidy(to)})
			}
		}
	}
	for _, m := range moves {
		*m.side = m.to
	}
	return met
}

// align makes a domain that no tank gives begin and end whole spacings from where two boxes met, so
// that the faces are between its sites, which are GenCase's nodes.
func (r *reader) align(met vec) {
	for axis := range 3 {
		if r.tank != nil || r.periodic[axis] || r.plane && axis == 1 || math.IsNaN(met[axis]) {
			continue
		}
		whole := func(length float64) float64 { return math.Ceil(length/r.dp-1e-6) * r.dp }
		low, high := &r.domain.low[axis], &r.domain.high[axis]
		*low, *high = tidy(met[axis]-whole(met[axis]-*low)), tidy(met[axis]+whole(*high-met[axis]))
	}
	r.c.Domain.Min, r.c.Domain.Max = r.domain.low, r.domain.high
}

// nextTo is where a side of a box meets what is on the next node, if there is something.
func (r *reader) nextTo(a *obstacle, k int, all []obstacle) (to float64, is bool) {
	axis, at := k/2, *side(&a.extent, k)
	if r.tank != nil && r.tank.faces>>k&1 == 1 {
		wall := *side(&r.domain, k)
		n := outwards(k) * float64(r.nodeOf(axis, wall)-r.nodeOf(axis, at))
		if n == 1 && outwards(k)*(wall-at) > 0 {
			return wall, true
		}
	}
	for i := range all {
		b := &all[i]
		if b.of == a.of {
			continue
		}
		beside := b.extent
		beside.low[axis], beside.high[axis] = a.low[axis], a.high[axis]
		face := *side(&b.extent, k^1)
		next := outwards(k) * float64(r.nodeOf(axis, face)-r.nodeOf(axis, at))
		if next != 1 || outwards(k)*(face-at) <= 0 || !beside.overlaps(a.extent, 0.01*r.dp) {
			continue
		}
		if !b.moves {
			return face, true
		}
		to, is = 0.5*(face+at), true
	}
	return to, is
}

// obstacles are the boxes that were drawn, and the plates at faces.
func (r *reader) obstacles() (all []obstacle) {
	for _, i := range r.painter.items {
		if i.stuff == void || i.fill != nil || r.tank != nil && slices.Contains(r.tank.parts, i) {
			continue
		}
		s := &i.shape
		switch {
		case i.skin == nil && s.Box != nil && s.Scale == nil && s.Rotate == nil && s.Translate == nil:
			b := *s.Box
			s.Box = &b
			all = append(all, obstacle{extent{b.Min, b.Max}, i, i.stuff == fluid || !r.floats[i.mk]})
		case i.skin == nil:
		case i.skin.sheath != nil:
			shape, err := r.sheathWall(i)
			if err != nil {
				continue
			}
			for _, part := range append(shape.Union, shape) {
				if e, known := bounds(part); known && rectangular(part) {
					all = append(all, obstacle{e, i, false})
				}
			}
			for _, e := range i.skin.sheath.straight(r.layers() * r.dp) {
				all = append(all, obstacle{e, i, false})
			}
		case i.shape.Box != nil && i.skin.matrix == identity:
			if holds := r.holds(i); holds || !r.closed(i) {
				for _, plate := range i.skin.plates(r.dp, holds) {
					all = append(all, obstacle{plate, i, false})
				}
			} else {
				all = append(all, obstacle{i.skin.box, i, false})
			}
		}
	}
	return all
}

// straight are boxes behind the sides of a sheath that lie across an axis, so thick [m].
func (s *sheath) straight(thick float64) (all []extent) {
	if s.matrix != identity {
		return nil
	}
	first, second := others(s.along)
	for k, is := range s.sides {
		a, b := s.outline[k], s.outline[(k+1)%len(s.outline)]
		if !is || a[0] != b[0] && a[1] != b[1] {
			continue
		}
		e, n := nowhere(), s.normal(k)
		for _, x := range [][2]float64{a, b} {
			for _, by := range []float64{0, thick} {
				for _, at := range []float64{s.from, s.to} {
					var p vec
					p[first], p[second], p[s.along] = x[0]+n[0]*by, x[1]+n[1]*by, at
					e = e.with(p)
				}
			}
		}
		all = append(all, e)
	}
	return all
}

// rectangular reports whether a prism is a box along the axes.
func rectangular(s casefile.Shape) bool {
	if s.Prism == nil || s.Scale != nil || s.Rotate != nil || s.Translate != nil {
		return false
	}
	e, _ := bounds(s)
	first, second := others(map[string]int{"x": 0, "y": 1, "z": 2}[s.Prism.Along])
	for _, x := range s.Prism.Outline {
		if x[0] != e.low[first] && x[0] != e.high[first] ||
			x[1] != e.low[second] && x[1] != e.high[second] {
			return false
		}
	}
	return true
}
