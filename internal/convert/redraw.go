package convert

// Redrawing: what was drawn already gets another mark, or disappears, and walls get thicker.

import (
	"errors"
	"slices"
	"strings"

	"gpusph/internal/casefile"
)

// redraw gives all that was drawn, or all of a mark, what is chosen now. A void erases it.
func (r *reader) redraw(e *element) error {
	p := &r.painter
	if !p.chosen {
		return errors.New(notChosen)
	}
	of, name := bound, "mkbound"
	if e.value("mkfluid") != "" {
		of, name = fluid, "mkfluid"
	}
	if e.value(name) == "" {
		if p.stuff != void {
			return errors.New("all of the lattice would become that; draw a box in its place")
		}
		p.items, r.drawnPoints = nil, nil
		return nil
	}
	mk, err := r.number(e, name)
	if err != nil {
		return err
	}
	matches := func(i *item) bool { return i.stuff == of && i.mk == int(mk) }
	if p.stuff == void {
		if slices.ContainsFunc(p.items, func(i *item) bool { return matches(i) && i.replaced }) {
			return errors.New("it replaced others, which are gone; draw it later, or not at all")
		}
		p.items = slices.DeleteFunc(p.items, matches)
		return nil
	}
	for _, i := range p.items {
		if matches(i) && p.stuff != of {
			return errors.New("fluid does not become walls, nor walls fluid; draw them as that")
		}
		if matches(i) {
			i.mk = p.mk
		}
	}
	return nil
}

// redrawNear makes walls thicker, or puts walls around fluid.
func (r *reader) redrawNear(e *element) error {
	p := &r.painter
	target, border := e.value("targettp"), e.value("bordertp")
	if p.chosen && p.stuff == bound && target == "bound" && border == "bound" {
		r.inform(e, "it changes the marks of walls alone")
		return nil
	}
	if !p.chosen || p.stuff != bound || target != "void" || strings.Contains(e.name, "box") {
		return errors.New("nothing but walls is drawn next to others, around all of it")
	}
	wet := func(i *item) bool { return i.stuff == fluid } // which layers do not replace
	if border == "bound" && (e.child("dirfilter") != nil || slices.ContainsFunc(p.items, wet)) {
		r.inform(e, "walls have %.0f layers or more anyway, so none are added", r.layers())
		return nil
	}
	if border == "bound" {
		return r.growWalls(e)
	}
	if border != "fluid" || e.child("dirfilter") != nil {
		return errors.New("walls are drawn next to walls or fluid, on all sides")
	}
	all := nowhere()
	for _, i := range p.items {
		if e, known := i.extent(); i.stuff == fluid && known {
			all = all.union(e)
		} else if i.stuff == bound || i.stuff == fluid {
			return errors.New("walls are drawn around fluid where there is no other wall; draw a box in " +
				"its place")
		}
	}
	is := func(i *item) bool {
		b := i.shape.Box
		return i.stuff == fluid && b != nil && all.inside(extent{b.Min, b.Max}, 1e-9)
	}
	if !slices.ContainsFunc(p.items, is) {
		return errors.New("walls are drawn around fluid that is a box; draw them as boxes")
	}
	box := all.grow(r.dp)
	if r.plane {
		box.low[1], box.high[1] = all.low[1], all.high[1]
	}
	s := &skin{faces: everyFace, matrix: identity, box: box, least: r.layers()}
	return r.add(&item{from: e, shape: casefile.Shape{Box: box.box().Box}, skin: s})
}

// growWalls draws layers around walls, all of them or those of a mark, also where fluid comes then.
func (r *reader) growWalls(e *element) error {
	times, err := r.optional(e, "times", 1)
	if err != nil {
		return err
	}
	mk, err := r.optional(e, "bordermk", -1)
	if err != nil {
		return err
	}
	if r.floats[r.painter.mk] {
		return errors.New("what floats is not drawn around walls")
	}
	around, found := times*r.dp, false
	for _, i := range r.painter.items {
		if i.stuff != bound || mk >= 0 && i.mk != int(mk) {
			continue
		}
		found = true
		switch s := &i.shape; {
		case r.floats[i.mk] || i.mesh != nil || i.sheets != nil:
			return errors.New("layers are not drawn around bodies, meshes and triangles; draw them thicker")
		case i.skin != nil:
			i.skin.grown += times
		case s.Scale != nil || s.Rotate != nil || s.Translate != nil || s.Box == nil:
			return errors.New("layers are drawn around boxes and faces alone; draw the figure thicker")
		default:
			box := extent{s.Box.Min, s.Box.Max}.grow(around)
			if r.plane {
				box.low[1], box.high[1] = s.Box.Min[1], s.Box.Max[1]
			}
			box, _ = r.clipped(box, 0)
			*s = box.box()
		}
	}
	if !found {
		return errors.New("there is no wall with that mkbound before it")
	}
	return nil
}
