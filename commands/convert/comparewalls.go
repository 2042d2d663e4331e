package convert

// Where walls and bodies are, beside those of GenCase.

import (
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/convert"
	"gpusph/internal/convert/raster"
	"gpusph/internal/text"
)

// walls compares the extents of walls and bodies. A wall has more layers than GenCase's, so it may
// reach further, as far as these; a body may not.
func (c *comparison) walls() {
	fixed, is := extents{}, false
	for i := range c.drawn.Groups {
		g := &c.drawn.Groups[i]
		switch {
		case g.Count == 0 || g.Kind == raster.Fluid || slices.Contains(c.res.Marks.Moved, g.MkOf):
		case g.Kind == raster.Fixed:
			fixed, is = fixed.with(extents{g.Min, g.Max}, is), true
		default:
			c.moving(g)
		}
	}
	if !is {
		return
	}
	ours := c.tank()
	for k, w := range c.res.Case.Walls {
		low, high, known := convert.Bounds(w.Shape)
		if !known {
			return // a mesh, which may reach anywhere
		}
		if k < len(c.res.Marks.Walls) {
			ours = ours.with(extents{low, high}, true)
		}
	}
	for _, x := range c.res.Marks.Points {
		ours = ours.with(extents{x, x}, true)
	}
	for _, side := range ours.short(fixed, slack*c.dp, c.axes()) {
		c.differs("walls reach only to %s, but GenCase's to %s m", text.Number(side[0]),
			text.Number(side[1]))
	}
}

// behindPaddles finds fluid behind a wave maker, where it is not known whether GenCase has it
// there: it may have come through a gap that the lattice does not have.
func (c *comparison) behindPaddles() {
	for _, w := range c.res.Case.Walls {
		if w.Motion == nil || w.Motion.Waves == nil {
			continue
		}
		low, high, known := convert.Bounds(w.Shape)
		way := [2]float64{1}
		if d := w.Motion.Waves.Direction; d != nil {
			way = *d
		}
		for i := range c.fluids {
			f := &c.fluids[i]
			for a := range 2 {
				if known && (way[a] == 1 && f.Min[a] < low[a] || way[a] == -1 && f.Max[a] > high[a]) {
					c.differs("the fluid %q is behind the paddle %q, too, and GenCase's particles are not "+
						"known; close the gaps beside the paddle, or draw the fluid as a box", f.Name, w.Name)
				}
			}
		}
	}
}

// sideLayers is how many layers of walls there are at least beyond a side of the domain.
const sideLayers = 3

// tank is the domain, and the walls at those of its sides that are not open.
func (c *comparison) tank() extents {
	d := c.res.Case.Domain
	e := extents{d.Min, d.Max}
	for a, axis := range casefile.Axes {
		if slices.Contains(d.Periodic, axis) {
			continue
		}
		if !slices.Contains(d.Open, axis+"min") {
			e.low[a] -= sideLayers * c.dp
		}
		if !slices.Contains(d.Open, axis+"max") {
			e.high[a] += sideLayers * c.dp
		}
	}
	return e
}

// extentsOf is where the walls and bodies of a mkbound are, if that is known: of meshes it is not.
func (c *comparison) extentsOf(mk int) (e extents, known bool) {
	var shapes []*casefile.Shape
	for k, of := range c.res.Marks.Walls {
		if of == mk {
			shapes = append(shapes, &c.res.Case.Walls[k].Shape)
		}
	}
	for k, of := range c.res.Marks.Bodies {
		if of == mk {
			shapes = append(shapes, &c.res.Case.Bodies[k].Shape)
		}
	}
	shapes = append(shapes, c.res.Marks.Bending(mk)...)
	for k, s := range shapes {
		low, high, known := convert.Bounds(*s)
		if !known {
			return e, false
		}
		e = e.with(extents{low, high}, k > 0)
	}
	return e, len(shapes) > 0
}

// has reports whether the case has walls or a body of a mkbound.
func (c *comparison) has(mk int) bool {
	m := &c.res.Marks
	return slices.Contains(m.Walls, mk) || slices.Contains(m.Bodies, mk) ||
		slices.Contains(m.Sides, mk) || m.Bending(mk) != nil
}

// moving compares what moves or floats.
func (c *comparison) moving(g *raster.Group) {
	ours, known := c.extentsOf(g.MkOf)
	switch {
	case !c.has(g.MkOf):
		c.differs("what %s as mkbound %d is missing: it has %s there", verbs[g.Kind], g.MkOf,
			text.Count(g.Count, "particle"))
		return
	case !known:
		return
	}
	lowered := c.res.Marks.Lowered[g.MkOf]
	ours.low[2], ours.high[2] = ours.low[2]+lowered, ours.high[2]+lowered
	beyond := slack * c.dp
	if g.Kind == raster.Moving {
		beyond += 3 * c.dp
	}
	for _, a := range c.axes() {
		if ours.low[a] > g.Min[a]+slack*c.dp || ours.high[a] < g.Max[a]-slack*c.dp ||
			ours.low[a] < g.Min[a]-beyond || ours.high[a] > g.Max[a]+beyond {
			c.differs("what %s as mkbound %d reaches from %s to %s m along %s, but GenCase's from %s "+
				"to %s m",
				verbs[g.Kind], g.MkOf, text.Number(ours.low[a]), text.Number(ours.high[a]),
				casefile.Axes[a], text.Number(g.Min[a]), text.Number(g.Max[a]))
		}
	}
}
