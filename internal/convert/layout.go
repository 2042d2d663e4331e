package convert

// What was drawn becomes a domain, walls and fluids.

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// tank is faces that are the sides of the domain.
type tank struct {
	inner extent
	faces face
	parts []*item
}

// level is how high the fluid of a case reaches that has an mk.
type level struct {
	mk     int
	extent extent
}

// layOut makes domain, walls and fluids of what was drawn.
func (r *reader) layOut() {
	r.thickenWalls()
	r.findTank()
	r.raise()
	r.findDomain()
	r.stretch()
	r.settle()
	r.align(r.touch())
	taken := map[string]bool{}
	for _, i := range r.painter.items {
		if i.stuff == void || r.tank != nil && slices.Contains(r.tank.parts, i) {
			continue
		}
		var err error
		if i.stuff == bound {
			err = r.wall(i, taken)
		} else {
			err = r.fluid(i, taken)
		}
		if err != nil {
			r.fail(i.from, err)
		}
	}
	r.surfaces()
	r.breached()
	r.openHoles()
	if r.offNodes > 0 {
		r.whole(Information, "faces of boxes that lie between the nodes of the lattice are at the "+
			"nearest nodes, as GenCase's, by %s m at most", text.Number(r.offNodes))
	}
}

// bottom and the four sides that go up.
const bottom face = 16

// findTank looks for the largest box of faces that has everything in it, with a bottom and at least
// two sides, in two dimensions one. Its faces may be drawn one after the other.
func (r *reader) findTank() {
	if r.noTank {
		return
	}
	for _, i := range r.painter.items {
		if i.skin == nil || i.stuff != bound || i.shape.Box == nil || i.skin.matrix != identity {
			continue
		}
		t := &tank{inner: i.skin.box}
		for _, j := range r.painter.items {
			if j.skin != nil && j.stuff == bound && j.shape.Box != nil && sameBox(i.skin, j.skin, 0.5*r.dp) {
				t.faces |= j.skin.faces
				t.parts = append(t.parts, j)
			}
		}
		if r.plane {
			t.faces |= 4 | 8
		}
		if !r.isTank(t) || r.tank != nil && !r.tank.inner.inside(t.inner, 0) {
			continue
		}
		for k := range 6 { // layers may be inside of the faces
			for _, j := range t.parts {
				if from, _ := j.skin.reach(true); j.skin.faces>>k&1 == 1 && from < 0 {
					*side(&t.inner, k) = tidy(*side(&i.skin.box, k) + outwards(k)*from*r.dp)
				}
			}
		}
		r.tank = t
	}
}

// raise makes the sides of a tank without a top as high as the highest wall in it, since walls end
// with the domain.
func (r *reader) raise() {
	if r.tank == nil || r.tank.faces&32 != 0 {
		return
	}
	top := r.tank.inner.high[2]
	for _, i := range r.painter.items {
		if e, known := i.extent(); known && i.stuff == bound && e.overlaps(r.tank.inner, 0.01*r.dp) {
			top = max(top, min(e.high[2], r.lattice.high[2]))
		}
	}
	if top > r.tank.inner.high[2]+0.01*r.dp {
		r.near(r.tank.parts[0].from,
			"its sides are raised to z = %g m, as high as the highest wall in it", tidy(top))
		r.tank.inner.high[2] = top
	}
}

// isTank reports whether faces hold everything.
func (r *reader) isTank(t *tank) bool {
	upright := 0
	for _, f := range []face{1, 2, 4, 8} {
		if t.faces&f != 0 || r.plane && f > 2 {
			upright++
		}
	}
	least := 2
	if r.plane {
		least = 3 // front and back are counted
	}
	if t.faces&bottom == 0 || upright < least {
		return false
	}
	for _, i := range r.painter.items {
		e, known := i.extent()
		if i.stuff == void || !known || slices.Contains(t.parts, i) {
			continue
		}
		if i.sheets != nil {
			e = e.grow(r.layers() * r.dp)
		}
		// solids may reach through its sides
		if i.stuff == bound && (i.skin == nil || i.skin.sheath != nil) {
			if !e.overlaps(t.inner, 0.01*r.dp) {
				return false
			}
			continue
		}
		if i.stuff == bound && t.faces&32 == 0 {
			e.high[2] = min(e.high[2], t.inner.high[2]) // walls may reach beyond an open top
		}
		if i.fill != nil {
			e = e.clip(t.inner)
		}
		if !e.inside(t.inner, 1.01*r.dp) {
			return false
		}
	}
	return true
}

// holds reports whether there is fluid in a skin at first.
func (r *reader) holds(i *item) bool {
	if i.skin.sheath != nil {
		return r.sheathHolds(i)
	}
	inside, known := bounds(i.shape)
	if !known {
		return false
	}
	inside = inside.grow(-1.5 * r.dp)
	for _, f := range r.painter.items {
		switch e, known := f.extent(); {
		case f.stuff != fluid:
		case f.fill != nil:
			if (extent{f.fill.seed, f.fill.seed}).inside(inside, 0) {
				return true
			}
		case known && e.overlaps(inside, 0.01*r.dp) && !covered(inside, f.taken()):
			return true
		}
	}
	return false
}

// covered reports whether one of the shapes, as far as they are boxes, covers all of a box.
func covered(e extent, shapes []casefile.Shape) bool {
	return slices.ContainsFunc(shapes, func(s casefile.Shape) bool {
		f, known := bounds(s)
		return known && s.Box != nil && e.inside(f, 0)
	})
}

// wall makes a wall of an item. A skin without fluid in it is solid, if nothing can flow into it.
func (r *reader) wall(i *item, taken map[string]bool) error {
	shape := i.shape
	if i.sheets != nil {
		var err error
		if shape, err = r.sheetWall(i); err != nil {
			return err
		}
	} else if i.skin != nil && i.skin.sheath != nil {
		var err error
		if shape, err = r.sheathWall(i); err != nil {
			return err
		}
	} else if i.skin != nil {
		if i.skin.faces == 0 {
			return nil // opened again
		}
		holds := r.holds(i)
		if r.marks(i) {
			return merely("it marks faces of a wall that is there already, which stay part of it")
		}
		if holds || !r.closed(i) {
			var err error
			if shape, err = i.shell(r.dp, holds); err != nil {
				return err
			}
		}
	}
	if e, known := bounds(shape); known && !e.overlaps(r.domain, 1e-9) {
		return approximately("it is not in the domain")
	} else if shape.Box != nil && shape.Scale == nil && shape.Rotate == nil &&
		shape.Translate == nil && !r.bends[i.mk] { // what bends is held outside of the domain
		shape = e.clip(r.domain).box()
	}
	var cuts []casefile.Shape
	for _, c := range i.cuts {
		if c.stuff != bound || !r.bends[c.mk] { // what bends is held in walls
			cuts = append(cuts, c.shape)
		}
	}
	r.c.Walls = append(r.c.Walls, casefile.Wall{Name: name("bound", i.mk, taken),
		Shape: r.cut(shape, cuts)})
	r.wallMarks = append(r.wallMarks, i.mk)
	return nil
}

// cut is a shape without others that replace parts of it.
func (r *reader) cut(shape casefile.Shape, cuts []casefile.Shape) casefile.Shape {
	e, known := bounds(shape)
	all := []casefile.Shape{shape}
	for _, c := range cuts {
		if f, also := bounds(c); !known || !also || e.overlaps(f, 0.01*r.dp) {
			all = append(all, c)
		}
	}
	if len(all) == 1 {
		return shape
	}
	return casefile.Shape{Difference: all}
}

// closed reports whether a skin lacks no face, but where it stands at a side of the domain, or at
// other walls.
func (r *reader) closed(i *item) bool {
	if i.shape.Box == nil || i.skin.matrix != identity {
		return i.skin.faces == everyFace && i.skin.mask == 0
	}
	for k := range 6 {
		at, of := *side(&i.skin.box, k), *side(&r.domain, k)
		if i.skin.faces>>k&1 == 0 && !(r.plane && k/2 == 1) && outwards(k)*(at-of) < -1.01*r.dp {
			return false
		}
	}
	return true
}

// marks reports whether the faces of a box lie in walls that are there, so that they only give them
// another mark.
func (r *reader) marks(i *item) bool {
	if i.shape.Box == nil || i.skin.matrix != identity {
		return false
	}
	for k := range 6 {
		if i.skin.faces>>k&1 == 0 || r.plane && k/2 == 1 {
			continue
		}
		plate := i.skin.box
		plate.low[k/2], plate.high[k/2] = *side(&i.skin.box, k), *side(&i.skin.box, k)
		in := r.tank != nil && r.tank.faces>>k&1 == 1 && math.Abs(*side(&r.tank.inner,
			k)-plate.low[k/2]) < 0.5*r.dp
		for _, j := range r.painter.items {
			if j != i && j.stuff == bound && j.shape.Box != nil && (j.skin == nil ||
				j.skin.faces&^i.skin.faces != 0 && r.closed(j) && !r.holds(j)) {
				e, _ := bounds(j.shape)
				in = in || plate.inside(e, 0.5*r.dp)
			}
		}
		if !in {
			return false
		}
	}
	return true
}

// fluid makes fluid of an item.
func (r *reader) fluid(i *item, taken map[string]bool) error {
	f := casefile.Fluid{Name: name("fluid", i.mk, taken)}
	var e extent
	if i.fill == nil {
		known := false
		if e, known = bounds(i.shape); !known {
			e = r.domain
		}
		if s := i.shape; s.Box != nil && s.Rotate == nil && s.Scale == nil {
			if e = e.clip(r.domain); !e.overlaps(e, 0) {
				return fmt.Errorf("it is not in the domain")
			}
			i.shape = e.box()
		}
		f.Shape = r.cut(i.shape, i.taken())
	} else {
		if e = i.fill.box.clip(r.domain); !e.overlaps(e, 0) {
			return fmt.Errorf("its box is not in the domain")
		}
		f.Fill = &casefile.Fill{Seed: i.fill.seed, Level: tidy(e.high[2]), Within: r.within(i, e)}
	}
	r.c.Fluids = append(r.c.Fluids, f)
	r.levels = append(r.levels, level{i.mk, extent{tidied(e.low), tidied(e.high)}})
	return nil
}

// within is the shape that the fluid of a seed does not leave: its box, less what is drawn later,
// and less the fluid that is there already. It is nil where the sides of the domain end the fluid.
func (r *reader) within(i *item, box extent) *casefile.Shape {
	cuts := i.taken()
	for _, before := range r.painter.items {
		if before == i {
			break
		}
		if e, known := before.extent(); before.stuff != fluid || known && !e.overlaps(box, 0.01*r.dp) {
			continue
		}
		if before.fill != nil {
			cuts = append(cuts, before.fill.box.box())
		} else {
			cuts = append(cuts, r.cut(before.shape, before.taken()))
		}
	}
	below := extent{r.domain.low, vec{r.domain.high[0], r.domain.high[1], box.high[2]}}
	leaves := slices.ContainsFunc(r.c.Domain.Open, func(side string) bool { return side != "zmax" })
	if len(cuts) == 0 && !leaves && below.inside(box, 1.01*r.dp) {
		return nil
	}
	shape := r.cut(box.box(), cuts)
	return &shape
}

// surfaces gives fluid that lies below other fluid the level of what is above it.
func (r *reader) surfaces() {
	for k := range r.c.Fluids {
		at := r.levels[k].extent
		top := at.high[2]
		for again := true; again; {
			again = false
			for _, l := range r.levels {
				over := l.extent
				over.low[2], over.high[2] = at.low[2], at.high[2] // side by side is not above
				above := over.overlaps(at, 0.01*r.dp) && l.extent.low[2] < top+r.dp
				if (above || r.highest) && l.extent.high[2] > top+0.01*r.dp {
					top, again = l.extent.high[2], true
				}
			}
		}
		if top > at.high[2] {
			r.c.Fluids[k].Surface = &top
		}
	}
}
