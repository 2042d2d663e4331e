package convert

// Room for the buffers of inlets and outlets.

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// widened is a flat box across an axis that has the particles on its edges, too: half a spacing
// more on each side, and up to the side of the domain or the wall where it ends a spacing before
// it. Where that is so at one edge alone the other one leaves a whole number of spacings.
func (r *reader) widened(box *extent, normal vec) {
	var held [6]bool
	defer func() {
		for k := range 6 {
			if spacings := (box.high[k/2] - box.low[k/2]) / r.dp; held[k^1] && !held[k] && spacings > 1 {
				*side(box, k) = tidy(*side(box, k^1) + outwards(k)*math.Floor(spacings+1e-6)*r.dp)
			}
		}
	}()
	for k := range 6 {
		a := k / 2
		if math.Abs(normal[a]) > 0.5 || r.plane && a == 1 {
			continue
		}
		edge := side(box, k)
		if limit := r.drawnSide(k); r.walled(k) && outwards(k)*(*edge-limit) > 0 {
			*edge = limit // what is in the wall is none
		}
		limits := []float64{r.drawnSide(k)}
		for i := range r.c.Walls {
			shape := r.c.Walls[i].Shape
			for _, part := range append(shape.Union, shape) {
				e, known := bounds(part)
				if known && e.grow(1.01*r.dp).overlaps(box.grow(0.1*r.dp), 0) {
					limits = append(limits, *side(&e, k^1))
				}
			}
		}
		near := func(x float64) bool { return math.Abs(*edge-x) < 1.01*r.dp }
		if i := slices.IndexFunc(limits, near); i >= 0 {
			*edge, held[k] = limits[i], true
		} else {
			*edge = tidy(*edge + outwards(k)*r.dp/2)
		}
	}
}

// between sets the middle of a zone and its height by its box.
func (r *reader) between(z *zoneIn, box extent) {
	for a := range 3 {
		z.centre[a] = tidy((box.low[a] + box.high[a]) / 2)
	}
	if r.plane {
		z.centre[1] = 0
	}
	z.low, z.high = box.low[2], box.high[2]
}

// walled reports whether a side of the domain has a wall.
func (r *reader) walled(k int) bool {
	return !slices.Contains(r.c.Domain.Open, sides[k]) && !r.periodic[k/2]
}

// zonesBehind are the buffers of zones that reach beyond a side of the domain, as it was drawn.
type zonesBehind struct {
	side    float64 // [m]
	buffers []casefile.Shape
}

// drawnSide is where a side of the domain was drawn.
func (r *reader) drawnSide(k int) float64 {
	if r.behind[k].buffers != nil {
		return r.behind[k].side
	}
	return *side(&r.domain, k)
}

// roomBehind makes the domain larger where a zone would not fit into it, with its buffer and the
// place before it where the fluid is looked at.
func (r *reader) roomBehind(e *element, z *zoneIn) error {
	h := r.hFactor() * r.dp
	depth := math.Ceil(2*h/r.dp-1e-9) * r.dp
	needs := z.reach(h, depth, r.plane)
	axis := slices.IndexFunc(z.along[:], func(x float64) bool { return math.Abs(x) > 1-1e-9 })
	for k := range 6 {
		a, was := k/2, side(&r.domain, k)
		beyond := outwards(k) * (*side(&needs, k) - *was)
		from := r.drawnSide(k)
		switch drawn := outwards(k) * (*side(&needs, k) - from); {
		case r.plane && a == 1 || r.periodic[a] || drawn < 1e-6:
			continue
		case r.walled(k) && a != axis:
			return fmt.Errorf("it reaches %s m beyond the side %s, which has a wall; draw the domain "+
				"larger there", text.Number(drawn), sides[k])
		}
		behind := &r.behind[k]
		behind.side, behind.buffers = from,
			append(behind.buffers, z.buffer(a, *side(&needs, k), r.plane))
		if beyond < 1e-6 {
			continue
		}
		*was = tidy(*side(&needs, k))
		r.c.Domain.Min, r.c.Domain.Max = r.domain.low, r.domain.high
		r.near(e, "the domain is %s m longer at its side %s, for the buffer behind the zone; walls "+
			"beside it should be as long", text.Number(beyond), sides[k])
	}
	return nil
}

// reach is the box around a zone, from a depth behind it to a distance before it.
func (z *zoneIn) reach(before, depth float64, plane bool) extent {
	across := z.across(plane)
	half := []float64{z.radius, z.radius}
	for k := range z.size {
		half[k] = z.size[k] / 2
	}
	e := nowhere()
	for i := range 8 {
		x := z.centre
		for a := range 3 {
			x[a] += z.along[a] * []float64{before, -depth}[i%2]
			for k := range across {
				x[a] += across[k][a] * half[k] * float64(2*(i>>(k+1)&1)-1)
			}
		}
		e = e.with(x)
	}
	return e
}

// across are the directions of the sizes of a zone.
func (z *zoneIn) across(plane bool) []vec {
	n := z.along
	switch flat := math.Hypot(n[0], n[1]); {
	case plane:
		return []vec{{-n[2], 0, n[0]}}
	case flat < 1e-9:
		return z.turned(vec{1, 0, 0}, vec{0, 1, 0})
	default:
		u := vec{-n[1] / flat, n[0] / flat, 0}
		return z.turned(u, vec{u[1] * n[2], -u[0] * n[2], u[0]*n[1] - u[1]*n[0]})
	}
}

// turned are directions across a zone that are turned with it.
func (z *zoneIn) turned(all ...vec) []vec {
	sin, cos := math.Sincos(z.turn * math.Pi / 180)
	for k, u := range all {
		v := cross(z.along, u)
		for a := range 3 {
			all[k][a] = cos*u[a] + sin*v[a]
		}
	}
	return all
}

// buffer is what a zone across an axis has behind it, up to a place along the axis.
func (z *zoneIn) buffer(axis int, end float64, plane bool) casefile.Shape {
	if z.radius > 0 {
		c := casefile.Cylinder{From: tidied(z.centre), To: tidied(z.centre), Radius: z.radius}
		c.To[axis] = tidy(end)
		return casefile.Shape{Cylinder: &c}
	}
	e := extent{z.centre, z.centre}
	e.low[axis], e.high[axis] = min(end, z.centre[axis]), max(end, z.centre[axis])
	for k, a := range acrossAxes(axis, plane) {
		e.low[a], e.high[a] = z.centre[a]-z.size[k]/2, z.centre[a]+z.size[k]/2
	}
	if plane {
		e.low[1], e.high[1] = -0.5, 0.5
	}
	shape := e.box()
	if z.turn != 0 {
		about := [3]float64(tidied(z.centre))
		shape.Rotate = &casefile.Rotate{Axis: z.along, Angle: z.turn, About: &about}
	}
	return shape
}

// acrossAxes are the axes of the sizes of a rectangle across an axis.
func acrossAxes(axis int, plane bool) []int {
	switch {
	case plane:
		return []int{2 - axis}
	case axis == 2:
		return []int{0, 1}
	}
	return []int{1 - axis, 2}
}

// wallBeside closes what the domain has become larger by at sides with walls, but for the buffers.
func (r *reader) wallBeside(taken map[string]bool) {
	for k := range r.behind {
		behind := &r.behind[k]
		if behind.buffers == nil || !r.walled(k) {
			continue
		}
		slab := r.domain
		*side(&slab, k^1) = behind.side
		r.c.Walls = append(r.c.Walls, casefile.Wall{Name: plain("beside-"+sides[k], "", taken),
			Shape: casefile.Shape{Difference: append([]casefile.Shape{slab.box()}, behind.buffers...)}})
		r.wallMarks = append(r.wallMarks, -1)
	}
}

// hFactor is the smoothing length of the case over the spacing, or the greatest that is usual.
func (r *reader) hFactor() float64 {
	if x, ok := r.physics().Options["h-factor"].(float64); ok {
		return x
	}
	if r.plane {
		return 2
	}
	return 1.3
}

// fillBehind draws the fluid in the buffer of a zone without a level: all of it behind an inlet,
// and behind an outlet that which ends in its plane.
func (r *reader) fillBehind(z *zoneIn, inlet bool, name string) {
	axis := slices.IndexFunc(z.along[:], func(x float64) bool { return math.Abs(x) > 1-1e-9 })
	depth := math.Ceil(2*r.hFactor()-1e-9) * r.dp
	if axis < 0 {
		if z.radius > 0 && inlet {
			c := casefile.Cylinder{From: z.centre, To: tidied(z.centre), Radius: z.radius}
			for a := range 3 {
				c.From[a] = tidy(c.From[a] - z.along[a]*depth)
			}
			r.addFluid(name, casefile.Shape{Cylinder: &c}, cylinderExtent(&c))
		}
		return
	}
	plane, back := z.centre[axis], 2*axis
	if z.along[axis] < 0 {
		back++
	}
	shape := z.buffer(axis, plane-z.along[axis]*depth, r.plane)
	buffer, _ := bounds(shape)
	has := func(l level) bool { return l.extent.overlaps(buffer, 0.01*r.dp) }
	if slices.ContainsFunc(r.levels, has) {
		return
	}
	for k := range r.levels {
		at := r.levels[k].extent
		if math.Abs(*side(&at, back)-plane) > 1.01*r.dp {
			continue
		}
		*side(&at, back), *side(&at, back^1) = *side(&buffer, back), plane
		if at.overlaps(buffer, 0.01*r.dp) && !inlet {
			within := casefile.Shape{Intersection: []casefile.Shape{shape, at.box()}}
			if z.radius == 0 {
				within = at.clip(buffer).box()
			}
			r.addFluid(name, within, at.clip(buffer))
			return
		}
	}
	if inlet {
		r.addFluid(name, shape, buffer)
	}
}

// addFluid gives the case fluid in a buffer.
func (r *reader) addFluid(name string, shape casefile.Shape, at extent) {
	r.c.Fluids = append(r.c.Fluids, casefile.Fluid{Name: name + "-buffer", Shape: shape})
	r.levels = append(r.levels, level{-1, at})
}
