package raster

import (
	"errors"
	"math"
)

var errNoDefinition = errors.New("the file has no <case><casedef><geometry> with a " +
	"<definition> and <commands>")

// maxDepth of lists that run lists.
const maxDepth = 64

// commands of a list by name. The ones that only write files, print or choose what is written
// draw nothing.
var commands map[string]func(d *drawer, n *node) error

func init() {
	nothing := func(*drawer, *node) error { return nil }
	commands = map[string]func(d *drawer, n *node) error{
		"newvarcte": newVariable, "newvar": newVariable, "setvar": newVariable,
		"runlist": runList, "matrixreset": matrixReset, "matrixsave": matrixSave,
		"matrixload": matrixLoad, "move": move, "scale": scale, "rotate": rotate,
		"rotateline": rotateLine,
		"setmkvoid":  setMkVoid, "setmkbound": setMkBound, "setmkfluid": setMkFluid,
		"setmknextbound": setNextBound, "setmknextfluid": setNextFluid,
		"setdrawmode": setDrawMode, "setactive": setActive, "setfrdrawmode": setFreeMode,
		"resetdraw": resetDraw, "setboxlimitmode": setBoxLimits,
		"drawpoint": drawPoint, "drawpoints": drawPoints, "drawbox": drawBox,
		"setlinebegin": setLineBegin, "drawlineto": drawLineTo, "drawline": drawLine,
		"drawlines": drawLine, "drawtriangle": drawFaces(onePolygon),
		"drawquadri": drawFaces(onePolygon), "drawpolygon": drawFaces(onePolygon),
		"drawtrianglesstrip": drawFaces(strip), "drawtrianglesfan": drawFaces(fan),
		"drawbeach": drawBeach, "drawextrude": drawExtrude,
		"drawprism": drawPrism, "drawpyramid": drawPyramid,
		"drawsphere": drawSphere, "drawcylinder": drawCylinder,
		"redraw": redraw, "redrawbox": redrawBox, "redrawnear": redrawNear,
		"redrawnearbox": redrawNearBox,
		"fillvoidpoint": fillVoidPoint, "fillpoint": fillPoint, "fillbox": fillBox,
	}
	for _, name := range []string{"setshapemode", "shapeout", "cellsout", "pointsmkout",
		"exportvar", "printf", "debugout", "setnormalinvert", "abort", "newvarstr",
		"newvarstrcte", "setvarstr", "setdpctes", "dpctessave", "dpctesload", "dpctesreset"} {
		commands[name] = nothing
	}
}

func newVariable(d *drawer, n *node) error { return d.vars.assign(n) }

func runList(d *drawer, n *node) error {
	name, _ := n.get("name")
	list := d.lists[name]
	if list == nil {
		return lineError(n, "there is no <list name=%q>", name)
	}
	times, err := d.vars.attribute(n, "times", 1)
	if err != nil {
		return err
	}
	if d.depth == maxDepth {
		return lineError(n, "lists run each other more than %d deep", maxDepth)
	}
	d.depth++
	defer func() { d.depth-- }()
	for i := 0; float64(i) < times; i++ {
		if d.steps++; d.steps > maxSteps {
			return lineError(n, "lists run more than %d commands", maxSteps)
		}
		if err := d.run(list); err != nil {
			return err
		}
	}
	return nil
}

func matrixReset(d *drawer, _ *node) error {
	d.matrix = identity
	return nil
}

func matrixSave(d *drawer, _ *node) error {
	d.saved = append(d.saved, d.matrix)
	return nil
}

func matrixLoad(d *drawer, n *node) error {
	if len(d.saved) == 0 {
		return lineError(n, "no matrix is saved")
	}
	d.matrix = d.saved[len(d.saved)-1]
	d.saved = d.saved[:len(d.saved)-1]
	return nil
}

func move(d *drawer, n *node) error {
	v, err := d.vars.vector(n)
	if err == nil {
		d.matrix = d.matrix.times(shift(v))
	}
	return err
}

func scale(d *drawer, n *node) error {
	t := identity
	for a, name := range []string{"x", "y", "z"} {
		x, err := d.vars.attribute(n, name, 1)
		if err != nil {
			return err
		}
		t[a][a] = x
	}
	d.matrix = d.matrix.times(t)
	return nil
}

func rotate(d *drawer, n *node) error {
	angle, err := d.vars.attribute(n, "ang", 0)
	if err != nil {
		return err
	}
	axis, err := d.vars.vector(n)
	if err == nil {
		d.matrix = d.matrix.times(turn(angle, [3]float64{}, axis))
	}
	return err
}

func rotateLine(d *drawer, n *node) error {
	angle, err := d.vars.attribute(n, "ang", 0)
	if err != nil {
		return err
	}
	points, err := d.points(n)
	if err != nil {
		return err
	}
	if len(points) != 2 {
		return lineError(n, "two points are needed")
	}
	d.matrix = d.matrix.times(turn(angle, points[0], minus(points[1], points[0])))
	return nil
}

// points are the children <point> of a command, without the matrix.
func (d *drawer) points(n *node) ([][3]float64, error) {
	var points [][3]float64
	for _, c := range n.children {
		if c.name != "point" {
			continue
		}
		p, err := d.vars.vector(c)
		if err != nil {
			return nil, err
		}
		points = append(points, p)
	}
	return points, nil
}

// placed are the points of a command after the matrix.
func (d *drawer) placed(n *node, least int) ([][3]float64, error) {
	points, err := d.points(n)
	if err != nil {
		return nil, err
	}
	if len(points) < least {
		return nil, lineError(n, "%d points are needed, not %d", least, len(points))
	}
	for i := range points {
		points[i] = d.matrix.point(points[i])
	}
	return points, nil
}

func setMkVoid(d *drawer, n *node) error { return d.choose(n, mark{void: true}) }

func setMkBound(d *drawer, n *node) error { return d.setMk(n, true) }

func setMkFluid(d *drawer, n *node) error { return d.setMk(n, false) }

func (d *drawer) setMk(n *node, bound bool) error {
	mk, err := d.vars.attribute(n, "mk", math.NaN())
	if err != nil {
		return err
	}
	if math.IsNaN(mk) {
		return lineError(n, "mk is missing")
	}
	return d.choose(n, mark{bound: bound, number: int(mk)})
}

func setNextBound(d *drawer, n *node) error { return d.next(n, true) }

func setNextFluid(d *drawer, n *node) error { return d.next(n, false) }

// next chooses the mk after the present one.
func (d *drawer) next(n *node, bound bool) error {
	on, err := d.vars.attribute(n, "next", 1)
	if err != nil || on == 0 {
		return err
	}
	m := mark{bound: bound}
	if !d.mark.void && d.mark.bound == bound {
		m.number = d.mark.number + 1
	}
	return d.choose(n, m)
}

func setDrawMode(d *drawer, n *node) error {
	mode, _ := n.get("mode")
	switch mode {
	case "wire", "face", "solid", "full":
		d.mode = mode
		return nil
	}
	return lineError(n, "mode %q is not wire, face, solid or full", mode)
}

func setActive(d *drawer, n *node) error {
	on, err := d.vars.attribute(n, "drawpoints", truth(!d.idle))
	d.idle = on == 0
	return err
}

func setFreeMode(d *drawer, n *node) error {
	on, err := d.vars.attribute(n, "auto", 0)
	d.free = on != 0
	return err
}

// setBoxLimits chooses if boxes that bound a fill or a redrawing hold the nodes of their faces.
func setBoxLimits(d *drawer, n *node) error {
	mode, _ := n.get("mode")
	if mode != "inner" && mode != "full" {
		return lineError(n, "mode %q is not inner or full", mode)
	}
	d.boxFull = mode == "full"
	return nil
}

// limited is the part of a box that a command with the box may draw.
func (d *drawer) limited(s span) span {
	flat := d.twoD && s.min[1] == 0 && s.max[1] == 0 // without a width, but in the plane
	if !d.boxFull {
		s = s.inner()
	}
	if flat {
		s.min[1], s.max[1] = 0, 0
	}
	return d.lat.clip(s)
}

// resetDraw is known as the first command only, where there is nothing to reset.
func resetDraw(d *drawer, n *node) error {
	if len(d.lat.pages) > 0 {
		d.unsupported[n.name] = true
	}
	d.pen = pen{mode: "solid", matrix: identity}
	return nil
}

func drawPoint(d *drawer, n *node) error {
	p, err := d.vars.vector(n)
	if err == nil {
		d.dot(n, d.matrix.point(p))
	}
	return err
}

func drawPoints(d *drawer, n *node) error {
	points, err := d.placed(n, 1)
	for _, p := range points {
		d.dot(n, p)
	}
	return err
}

// dot draws the node nearest to a point.
func (d *drawer) dot(n *node, p [3]float64) {
	if d.free {
		d.unsupported["setfrdrawmode"] = true
		return
	}
	i := d.nearest(p)
	d.put(i[0], i[1], i[2])
}

func (d *drawer) nearest(p [3]float64) (i [3]int) {
	for a := range 3 {
		i[a] = near(d.lat.index(a, p[a]))
	}
	return i
}
