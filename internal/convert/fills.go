package convert

// Fills: what is free and connected with a point becomes fluid, or solid.

import (
	"errors"
	"fmt"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// fill is what is connected with a seed, in a box.
type fill struct {
	seed vec
	box  extent
}

// fillBox takes fluid that fills what is free about a seed, up to the faces of a box.
func (r *reader) fillBox(e *element) (*item, error) {
	box, err := r.boxOf(e)
	if err != nil {
		return nil, err
	}
	m := r.painter.matrix
	if !m.diagonal() {
		return nil, errors.New("its box is turned, but must be along the axes")
	}
	if box, err = r.onPlane(m.extent(box)); err != nil {
		return nil, err
	}
	box, _ = r.clipped(r.onNodes(box), 0)
	return r.fill(e, box)
}

// fillPoint takes fluid that fills what is free about a seed, up to the limits of the lattice.
func (r *reader) fillPoint(e *element) (*item, error) { return r.fill(e, r.lattice) }

func (r *reader) fill(e *element, box extent) (*item, error) {
	if mode := e.child("modefill"); mode != nil && strings.TrimSpace(mode.text) != "void" {
		return nil, fmt.Errorf("what is free (void) is filled, not %s", strings.TrimSpace(mode.text))
	}
	seed, err := r.point(e)
	if err != nil {
		return nil, err
	}
	m := r.painter.matrix
	seed = m.of(seed)
	for a := range 3 { // the node that is nearest
		seed[a] = tidy(r.at(a, float64(r.nodeOf(a, seed[a]))))
	}
	if r.plane {
		seed[1] = 0
	}
	switch r.painter.stuff {
	case fluid:
		return &item{fill: &fill{seed: seed, box: box}}, nil
	case bound:
		return r.fillSolid(seed, box)
	}
	return nil, errors.New("what is free stays free")
}

// fillSolid makes the figure of walls solid that a seed is in.
func (r *reader) fillSolid(seed vec, box extent) (*item, error) {
	for k := len(r.painter.items) - 1; k >= 0; k-- {
		i := r.painter.items[k]
		if i.stuff != bound || !i.contains(seed) {
			continue
		}
		if i.skin == nil && (i.mk == r.painter.mk || !r.floats[i.mk] && !r.floats[r.painter.mk]) {
			return nil, merely("a mesh is solid anyway")
		}
		all, known := i.extent()
		if r.plane {
			all.low[1], all.high[1] = box.low[1], box.high[1]
		}
		whole := known && all.inside(box, 1.01*r.dp)
		if whole && r.painter.mode != "face" && i.mk == r.painter.mk {
			i.skin = nil
			return nil, nil
		}
		return r.fillWithin(i, box, known)
	}
	return r.fillAbove(box)
}

// fillWithin makes what is in a figure and in a box solid, under the present mark. The faces of the
// figure stay what they are.
func (r *reader) fillWithin(i *item, box extent, known bool) (*item, error) {
	p := &r.painter
	if !known || i.skin == nil || i.skin.matrix != identity || r.floats[i.mk] || r.floats[p.mk] {
		return nil, errors.New("it fills a part of a figure, and not all of it, or under another " +
			"mkbound; draw a solid in its place")
	}
	for _, f := range p.items {
		if e, known := f.extent(); f.stuff == fluid && (!known || e.overlaps(box, 0.01*r.dp)) {
			return nil, errors.New("it fills what is free beside fluid; draw a solid in its place")
		}
	}
	return &item{shape: casefile.Shape{Intersection: []casefile.Shape{i.shape, box.box()}}}, nil
}

// contains reports whether a point is in what was drawn, or within its faces.
func (i *item) contains(x vec) bool {
	if i.mesh != nil {
		mesh, err := geometry.NewMesh(i.mesh, 0)
		return err == nil && mesh.Inside(x)
	}
	if i.skin != nil && i.skin.sheath != nil {
		s := i.skin.sheath
		return s.inside(s.project(x)) // along its axis it is not limited: the extent is
	}
	return i.fill == nil && holdsPoint(i.shape, x)
}

// holdsPoint reports whether a point is in a simple shape that is not scaled or turned.
func holdsPoint(s casefile.Shape, x vec) bool {
	of, err := simple(s)
	return err == nil && of != nil && of.Inside(x)
}

// simple is a shape that is not scaled or turned, and no sum of others; else nil.
func simple(s casefile.Shape) (of geometry.Shape, err error) {
	if s.Scale != nil || s.Rotate != nil || s.Translate != nil {
		return nil, nil
	}
	switch {
	case s.Box != nil:
		of, err = geometry.NewBox(s.Box.Min, s.Box.Max)
	case s.Sphere != nil:
		of, err = geometry.NewSphere(s.Sphere.Centre, s.Sphere.Radius)
	case s.Cylinder != nil:
		of, err = geometry.NewCylinder(s.Cylinder.From, s.Cylinder.To, s.Cylinder.Radius)
	case s.Prism != nil:
		along := map[string]int{"x": 0, "y": 1, "z": 2}[s.Prism.Along]
		of, err = geometry.NewPrism(s.Prism.Outline, along, s.Prism.From, s.Prism.To)
	}
	return of, err
}
