package convert

// What commands draw.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpusph/internal/casefile"
)

// notDrawn is why there is nothing here for a command.
var notDrawn = map[string]string{
	"drawpoint": "single particles are no shape", "drawpoints": "single particles are no shape",
	"drawtriangles": noSheet, "drawfigure": noSheet,
	"drawfileply":   mesh,
	"drawellipsoid": "ellipsoids are not there; use a sphere with a scale of three factors",
	"drawwave":      "fluid in the form of a wave is not there",
	"fillfigure":    "fluid in a figure is not there; use <fillbox>",
	"fillprism":     "fluid in a prism is not there; use <fillbox>", "redrawbox": redrawn,
	"redrawnearbox": redrawn,
	"for":           "loops are not followed",
	"if":            "conditions are followed only as an attribute if",
	"abort":         "the definition would end here",
	"newvarstr":     "variables of text are not there",
	"newvarstrcte":  "variables of text are not there",
	"setvarstr":     "variables of text are not there",
}

const (
	notChosen = "what to draw is not said before it: <setmkfluid>, <setmkbound> or <setmkvoid>"

	noSheet = "sheets have no volume; use a prism or a mesh (STL)"
	mesh    = "meshes are STL; save it as one"
	redrawn = "what was drawn is not drawn again in a part of it"
)

// fills are the commands that fill.
var fills = []string{"fillbox", "fillpoint", "fillvoidpoint"}

// draw does a command that draws.
func (r *reader) draw(e *element) error {
	r.painter.wet = r.painter.wet || r.painter.chosen && r.painter.stuff == fluid
	if e.name == "drawpoint" && r.painter.chosen && r.painter.stuff == bound {
		return r.drawPoint(e)
	}
	draws := strings.HasPrefix(e.name, "draw") || slices.Contains(fills, e.name)
	if !draws || notDrawn[e.name] != "" {
		if why := notDrawn[e.name]; why != "" {
			return errors.New(why)
		}
		return errors.New("it is not known here")
	}
	if !r.painter.chosen {
		return errors.New(notChosen)
	}
	if line := strings.HasPrefix(e.name, "drawline"); r.painter.mode == "wire" && !line {
		return errors.New("lines have no volume")
	}
	do := r.figures()[e.name]
	if do == nil {
		return errors.New("it is not known here")
	}
	i, err := do(e)
	if err != nil {
		return err
	}
	if i == nil {
		return nil
	}
	i.from = e
	if i.skin != nil && r.painter.stuff == fluid {
		return r.addMarker(e, i)
	}
	if i.skin != nil && r.painter.stuff == void {
		return r.open(i)
	}
	return r.add(i)
}

// figures are what commands draw.
func (r *reader) figures() map[string]func(e *element) (*item, error) {
	return map[string]func(e *element) (*item, error){
		"drawbox": r.drawBox, "drawsphere": r.drawSphere, "drawcylinder": r.drawCylinder,
		"drawprism": r.drawPrism, "drawbeach": r.drawBeach, "drawextrude": r.drawExtrude,
		"drawpyramid": r.drawPyramid, "drawfilestl": r.drawMesh, "drawfilevtk": r.drawMesh,
		"drawtriangle": r.drawSheet, "drawquadri": r.drawSheet, "drawpolygon": r.drawSheet,
		"drawtrianglesstrip": r.drawSheet, "drawtrianglesfan": r.drawSheet,
		"drawbathymetry": r.drawBathymetry, "drawfilecsv": r.drawCSV,
		"drawline": r.drawLine, "drawlines": r.drawLine, "drawlineto": r.drawLine,
		"fillbox": r.fillBox, "fillpoint": r.fillPoint, "fillvoidpoint": r.fillPoint,
	}
}

// corner is the other corner of a box: its endpoint, or its point and size.
func (r *reader) boxOf(e *element) (box extent, err error) {
	if box.low, err = r.point(e.child("point")); err != nil {
		return box, err
	}
	if end := e.child("endpoint"); end != nil {
		box.high, err = r.point(end)
	} else {
		var size vec
		if size, err = r.point(e.child("size")); err != nil {
			return box, fmt.Errorf("its size: %w", err)
		}
		for i := range 3 {
			box.high[i] = tidy(box.low[i] + size[i])
		}
	}
	for i := range 3 {
		box.low[i], box.high[i] = min(box.low[i], box.high[i]), max(box.low[i], box.high[i])
	}
	return box, err
}

// onPlane is a box of a flow in two dimensions: it reaches half a metre to both sides of its plane.
func (r *reader) onPlane(box extent) (extent, error) {
	if !r.plane {
		return box, nil
	}
	if slack := 0.5 * r.dp; box.low[1] > r.planeY+slack || box.high[1] < r.planeY-slack {
		return box, fmt.Errorf("it does not reach the plane of the flow")
	}
	box.low[1], box.high[1] = -0.5, 0.5
	return box, nil
}

func (r *reader) drawBox(e *element) (*item, error) {
	box, err := r.boxOf(e)
	if err != nil {
		return nil, err
	}
	faces, err := facesOf(e.child("boxfill"))
	if err != nil {
		return nil, err
	}
	m := r.toPlane().after(r.painter.matrix)
	if m.diagonal() {
		if box, err = r.onPlane(r.painter.matrix.extent(box)); err != nil {
			return nil, err
		}
		box = r.onNodes(box)
		if box, faces = r.clipped(box, faces); box.low[0] > box.high[0] || box.low[1] > box.high[1] ||
			box.low[2] > box.high[2] {
			return nil, errors.New("it is beyond the limits of the lattice, <pointmin> and <pointmax>")
		}
		m = identity
	}
	s, err := r.skinOf(e, faces)
	if err != nil {
		return nil, err
	}
	if s == nil && r.painter.stuff == fluid && m == identity {
		s = r.flatMarker(box)
	}
	if s == nil {
		if box, err = r.thick(box); err != nil {
			return nil, err
		}
	}
	shape, err := m.place(extent{box.low, box.high}.box())
	if err != nil {
		return nil, err
	}
	if s != nil {
		s.box, s.matrix = box, m
	}
	return &item{shape: shape, skin: s}, nil
}

// toPlane moves the plane of a flow in two dimensions to y = 0.
func (r *reader) toPlane() affine { return moved(vec{0, -r.planeY, 0}) }

// flatMarker is the face that a flat box of fluid is, which may mark a zone; nil is no flat one.
func (r *reader) flatMarker(box extent) *skin {
	for axis := range 3 {
		if box.high[axis]-box.low[axis] <= 0.01*r.dp && !(r.plane && axis == 1) {
			return &skin{faces: 1 << (2 * axis), matrix: identity, least: r.layers()}
		}
	}
	return nil
}

// thick is a box of walls that has some thickness: that of a wall's layers, if it is a sheet.
func (r *reader) thick(box extent) (extent, error) {
	for i := range 3 {
		if box.high[i]-box.low[i] > 0.01*r.dp {
			continue
		}
		if r.painter.stuff != bound {
			return box, errors.New("it has no volume")
		}
		box.low[i] -= layersLeast * r.dp / 2
		box.high[i] += layersLeast * r.dp / 2
	}
	return box, nil
}

// clipped is a box in the limits of the lattice, and which of its faces still are there.
func (r *reader) clipped(box extent, faces face) (extent, face) {
	for i := range 3 {
		if box.low[i] < r.lattice.low[i]-0.5*r.dp {
			faces &^= 1 << (2 * i)
			box.low[i] = r.lattice.low[i]
		}
		if box.high[i] > r.lattice.high[i]+0.5*r.dp {
			faces &^= 2 << (2 * i)
			box.high[i] = r.lattice.high[i]
		}
	}
	return box, faces
}

func (r *reader) drawSphere(e *element) (*item, error) {
	radius, err := r.radius(e)
	if err != nil {
		return nil, err
	}
	at, err := r.points(e, 1, 1)
	if err != nil {
		return nil, err
	}
	return r.round(e, casefile.Shape{Sphere: &casefile.Sphere{Centre: at[0], Radius: radius}}, 0)
}

func (r *reader) radius(e *element) (float64, error) {
	radius, err := r.number(e, "radius")
	if err == nil && radius <= 0 {
		err = errors.New("its radius must be more than 0")
	}
	return radius, err
}

func (r *reader) drawCylinder(e *element) (*item, error) {
	radius, err := r.radius(e)
	if err != nil {
		return nil, err
	}
	ends, err := r.points(e, 2, 2)
	if err != nil {
		return nil, err
	}
	if ends[0] == ends[1] {
		return nil, errors.New("its ends are the same point")
	}
	hidden, err := maskOf(e)
	if err != nil {
		return nil, err
	}
	var mask int
	for k := range 3 {
		if hidden(k + 1) {
			mask |= 1 << k
		}
	}
	return r.round(e, casefile.Shape{Cylinder: &casefile.Cylinder{From: ends[0], To: ends[1],
		Radius: radius}}, mask)
}

// round is a sphere or a cylinder. It is a skin where only faces are drawn, or layers.
func (r *reader) round(e *element, s casefile.Shape, mask int) (*item, error) {
	all := solid
	if r.painter.mode == "face" || e.child("layers") != nil || mask != 0 {
		all = everyFace
	}
	k, err := r.skinOf(e, all)
	if err != nil {
		return nil, err
	}
	if s, err = r.toPlane().after(r.painter.matrix).place(s); err != nil {
		return nil, err
	}
	if k != nil {
		k.mask = mask
	}
	return &item{shape: s, skin: k}, nil
}

// drawLine takes lines between points, which in two dimensions are walls.
func (r *reader) drawLine(e *element) (*item, error) {
	var all []vec
	if e.name == "drawlineto" {
		x, err := r.point(e)
		if err != nil {
			return nil, err
		}
		all = []vec{r.painter.line, x}
		r.painter.line = x
	} else {
		var err error
		if all, err = r.points(e, 2, 1000); err != nil {
			return nil, err
		}
	}
	if !r.plane || r.painter.stuff != bound {
		return nil, errors.New("lines have no volume; in two dimensions those of walls are sheets")
	}
	for k := range all {
		all[k][1] = all[0][1]
	}
	all = slices.Compact(all)
	if len(all) < 2 {
		return nil, errors.New("its points are the same")
	}
	return r.extruded(e, all, vec{0, 1, 0}, false)
}
