package convert

// What commands draw.

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"gpusph/internal/casefile"
)

// notDrawn is why there is nothing here for a command.
var notDrawn = map[string]string{
	"drawpoint": "single particles are no shape", "drawpoints": "single particles are no shape",
	"setlinebegin": "lines have no volume", "drawlineto": "lines have no volume", "drawline": "lines have no volume", "drawlines": "lines have no volume",
	"drawtriangle": sheet, "drawquadri": sheet, "drawtrianglesstrip": sheet, "drawtrianglesfan": sheet, "drawpolygon": sheet, "drawtriangles": sheet, "drawfigure": sheet,
	"drawfilevtk": mesh, "drawfileply": mesh, "drawbathymetry": ground, "drawfilecsv": ground,
	"drawpyramid": "pyramids are not there; use a mesh (STL)", "drawellipsoid": "ellipsoids are not there; use a sphere with a scale of three factors",
	"drawwave":  "fluid in the form of a wave is not there",
	"fillpoint": "fluid without a level is not there; use <fillbox>", "fillvoidpoint": "what is connected with a point cannot be cut", "fillfigure": "fluid in a figure is not there; use <fillbox>",
	"fillprism": "fluid in a prism is not there; use <fillbox>", "redraw": redrawn, "redrawbox": redrawn, "redrawnear": redrawn, "redrawnearbox": redrawn,
	"for": "loops are not followed", "if": "conditions are followed only as an attribute if", "abort": "the definition would end here",
	"newvarstr": "variables of text are not there", "newvarstrcte": "variables of text are not there", "setvarstr": "variables of text are not there",
}

const (
	sheet   = "sheets have no volume; use a prism or a mesh (STL)"
	mesh    = "meshes are STL; save it as one"
	ground  = "the ground is a grid of heights (ESRI ASCII), [[wall]] with height-map"
	redrawn = "particles are not drawn again by what is next to them"
)

// draw does a command that draws.
func (r *reader) draw(e *element) error {
	r.painter.wet = r.painter.wet || r.painter.chosen && r.painter.stuff == fluid
	if e.name == "drawpoint" && r.painter.chosen && r.painter.stuff == bound {
		return r.drawPoint(e)
	}
	if !strings.HasPrefix(e.name, "draw") && e.name != "fillbox" || notDrawn[e.name] != "" {
		if why := notDrawn[e.name]; why != "" {
			return errors.New(why)
		}
		return errors.New("it is not known here")
	}
	if !r.painter.chosen {
		return errors.New("what to draw is not said before it: <setmkfluid>, <setmkbound> or <setmkvoid>")
	}
	if r.painter.mode == "wire" {
		return errors.New("lines have no volume")
	}
	var i *item
	var err error
	switch e.name {
	case "drawbox":
		i, err = r.drawBox(e)
	case "drawsphere":
		i, err = r.drawSphere(e)
	case "drawcylinder":
		i, err = r.drawCylinder(e)
	case "drawprism":
		i, err = r.drawPrism(e)
	case "drawbeach":
		i, err = r.drawBeach(e)
	case "drawextrude":
		i, err = r.drawExtrude(e)
	case "drawfilestl":
		i, err = r.drawMesh(e)
	case "fillbox":
		i, err = r.fillBox(e)
	default:
		return errors.New("it is not known here")
	}
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
		if box, faces = r.clipped(box, faces); box.low[0] > box.high[0] || box.low[1] > box.high[1] || box.low[2] > box.high[2] {
			return nil, errors.New("it is beyond the limits of the lattice, <pointmin> and <pointmax>")
		}
		m = identity
	}
	s, err := r.skinOf(e, faces)
	if err != nil {
		return nil, err
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

// thick is a box of walls that has some thickness: that of three layers, if it is a sheet.
func (r *reader) thick(box extent) (extent, error) {
	for i := range 3 {
		if box.high[i]-box.low[i] > 0.01*r.dp {
			continue
		}
		if r.painter.stuff != bound {
			return box, errors.New("it has no volume")
		}
		box.low[i] -= 1.5 * r.dp
		box.high[i] += 1.5 * r.dp
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
	return r.round(e, casefile.Shape{Cylinder: &casefile.Cylinder{From: ends[0], To: ends[1], Radius: radius}}, mask)
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

// drawMesh takes a mesh, which is scaled, turned about x, y and z, and moved.
func (r *reader) drawMesh(e *element) (*item, error) {
	file := strings.ReplaceAll(e.value("file"), `\`, "/")
	if file == "" || strings.Contains(file, "[") {
		return nil, fmt.Errorf("its file is %q, and variables of text are not there", file)
	}
	if !path.IsAbs(file) {
		file = filepath.ToSlash(filepath.Join(r.dir, file))
	}
	m := identity
	for _, c := range e.children {
		switch c.name {
		case "drawscale":
			n, err := r.scale(c)
			if err != nil {
				return nil, err
			}
			m = m.after(n)
		case "drawrotate", "drawmove":
		default:
			r.near(c, "a mesh is taken as it is")
		}
	}
	if c := e.child("drawrotate"); c != nil {
		angles, err := r.vector(c, [3]string{"angx", "angy", "angz"}, 0)
		if err != nil {
			return nil, err
		}
		for i, angle := range angles {
			var axis vec
			axis[i] = 1
			n, err := turned(vec{}, axis, angle)
			if err != nil {
				return nil, err
			}
			m = n.after(m)
		}
	}
	if c := e.child("drawmove"); c != nil {
		by, err := r.point(c)
		if err != nil {
			return nil, err
		}
		m = moved(by).after(m)
	}
	if r.painter.mode == "face" && !yes(e.value("autofill")) {
		r.near(e, "only its faces are drawn; here all that is in the mesh is solid, so the wall of a tank must have an inner and an outer face")
	}
	s, err := r.toPlane().after(r.painter.matrix).after(m).place(casefile.Shape{STL: &casefile.STL{File: file}})
	return &item{shape: s}, err
}

// fillBox takes fluid that fills what is free about a seed.
func (r *reader) fillBox(e *element) (*item, error) {
	if r.painter.stuff != fluid {
		return nil, errors.New("shapes of walls are solid, and what is free stays free")
	}
	if mode := e.child("modefill"); mode != nil && strings.TrimSpace(mode.text) != "void" {
		return nil, fmt.Errorf("fluid fills what is free (void), not %s", strings.TrimSpace(mode.text))
	}
	seed, err := r.point(e)
	if err != nil {
		return nil, err
	}
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
	if seed = tidied(m.of(seed)); r.plane {
		seed[1] = 0
	}
	box, _ = r.clipped(r.onNodes(box), 0)
	return &item{fill: &fill{seed: seed, box: box}}, nil
}
