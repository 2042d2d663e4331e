package convert

// Inlets and outlets.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gpusph/features/openings"
	"gpusph/internal/casefile"
)

// marker is a skin of fluid, which marks where a zone is.
type marker struct {
	from *element
	mk   int
	box  extent
	used bool
}

// addMarker keeps a face of a box of fluid until it is known whether it marks a zone. Several faces
// do not.
func (r *reader) addMarker(e *element, i *item) error {
	if s := i.skin; s.matrix == identity && s.sheath == nil && i.shape.Box != nil {
		for k := range 6 {
			if s.faces == 1<<k {
				box := s.box
				*side(&box, k^1) = *side(&box, k)
				r.markers = append(r.markers, marker{from: e, mk: r.painter.mk, box: box})
				return nil
			}
		}
	}
	return errors.New(noMarker)
}

// noMarker is why a skin of fluid that marks no zone is not taken.
const noMarker = "a skin of fluid is not there; boxfill solid and mode full draw what is in it, too"

// notInOut are the settings of <inout> that have nothing to do here, and why.
var notInOut = map[string]string{
	"memoryresize":    "arrays grow by themselves",
	"useboxlimit":     "openings act on their buffers alone",
	"userefilling":    "fluid may flow back through any opening; reverse says so",
	"determlimit":     "what is not given is extrapolated as in docs/design/openings.md",
	"extrapolatemode": "what is not given is extrapolated as in docs/design/openings.md",
}

// inOut takes the zones of <inout>.
func (r *reader) inOut(e *element) {
	taken := map[string]bool{}
	for _, c := range e.children {
		switch why := notInOut[c.name]; {
		case c.name == "inoutzone":
			for _, one := range r.partsOf(c) {
				if err := r.inOutZone(one, taken); err != nil {
					r.fail(c, err)
				}
			}
		case why != "":
			r.inform(c, "%s", why)
		default:
			r.skip(c, "it is not known here")
		}
	}
	r.wallBeside(taken)
	r.fastest()
}

// closeZones makes axes along which inlets and outlets let fluid through not periodic: what leaves
// at the one end does not come in at the other.
func (r *reader) closeZones(e *element) {
	for axis := range 3 {
		if e != nil && r.periodic[axis] && zoneAlong(e, axis) {
			r.periodic[axis], r.zoned[axis] = false, true
			r.inform(e, "the flow is not periodic along %s, where its zones let fluid in and out",
				axes[axis])
		}
	}
}

// zoneAlong reports whether an element has a direction along an axis, as a word or as a vector.
func zoneAlong(e *element, axis int) bool {
	if slices.Contains(sideWords[axis][:], e.value("direction")) {
		return true
	}
	x, err := strconv.ParseFloat(e.value(axes[axis]), 64)
	if e.name == "direction" && err == nil && x != 0 {
		return true
	}
	return slices.ContainsFunc(e.children, func(c *element) bool { return zoneAlong(c, axis) })
}

// leftMarkers notes skins of fluid that no zone has taken.
func (r *reader) leftMarkers() {
	for k := range r.markers {
		if !r.markers[k].used {
			r.skip(r.markers[k].from, noMarker)
		}
	}
}

// zoneIn is a zone, with the flow into the domain.
type zoneIn struct {
	centre, along vec
	size          casefile.Extent // width and height, in two dimensions the height
	radius        float64         // of a disc
	turn          float64         // about along, from where its width is level [°]
	low, high     float64         // z between which it lies
}

// upright reports whether its plane is: a level there is no level of a flat one.
func (z *zoneIn) upright() bool { return math.Abs(z.along[2]) < 0.9 }

// inOutZone makes an inlet or an outlet of a zone.
func (r *reader) inOutZone(e *element, taken map[string]bool) error {
	z, err := r.zonePlace(e)
	if err != nil {
		return err
	}
	var o openings.Outlet
	inlet, err := r.imposed(e, z, &o)
	if err != nil {
		return err
	}
	if err := r.imposedLevel(e, z, inlet, &o); err != nil {
		return err
	}
	kind, along := "inlet", z.along
	if !inlet {
		kind = "outlet"
		for a := range 3 {
			along[a] = 0 - along[a]
		}
	}
	o.Name = plain("", kind, taken)
	r.named(&o)
	if z.radius > 0 {
		o.Disc = &openings.OpenDisc{Centre: tidied(z.centre), Radius: z.radius, Direction: tidied(along)}
	} else {
		turn := z.turn
		if along != z.along {
			turn = -turn
		}
		o.Rectangle = &openings.OpenRectangle{Centre: tidied(z.centre), Size: z.size,
			Direction: tidied(along), Turn: math.Round(1e6*turn) / 1e6}
	}
	if err := r.roomBehind(e, z); err != nil {
		return err
	}
	if o.Level == nil || inlet && len(r.c.Fluids) == 0 { // a run begins with some fluid
		r.fillBehind(z, inlet, o.Name)
	}
	for _, c := range e.children {
		switch c.name {
		case "zone2d", "zone3d", "imposevelocity", "imposerhop", "imposezsurf", "zsurf", "zbottom":
		case "layers", "refilling", "inputtreatment", "convertfluid":
			r.inform(c, "its buffer is as deep as the kernel reaches, and fluid that crosses the plane "+
				"becomes part of it")
		default:
			r.skip(c, "it is not known here")
		}
	}
	openings.Add(r.c, o, inlet)
	return nil
}

// zonePlace is where a zone is.
func (r *reader) zonePlace(e *element) (*zoneIn, error) {
	place := e.child("zone3d")
	if r.plane {
		place = e.child("zone2d")
	}
	if place == nil {
		return nil, fmt.Errorf("it has no %s, which has its place", map[bool]string{
			true: "<zone2d>", false: "<zone3d>"}[r.plane])
	}
	if len(place.children) != 1 {
		return nil, fmt.Errorf("it has %d parts, but an opening has one; write an <inoutzone> for each",
			len(place.children))
	}
	c := place.children[0]
	for _, turn := range []string{"rotate", "rotateaxis"} {
		round := c.name == "circle" || c.name == "box"
		if t := c.child(turn); t != nil && (!round || turn != "rotateaxis") {
			return nil, fmt.Errorf("line %d, <%s>: zones are not turned; write the turned corners, and "+
				"the turned direction", t.line, turn)
		}
	}
	switch {
	case c.name == "particles":
		return r.zoneOfParticles(c)
	case c.name == "line" && r.plane:
		return r.zoneLine(c)
	case c.name == "box" && !r.plane:
		return r.zoneBox(c)
	case c.name == "circle" && !r.plane:
		return r.zoneCircle(c)
	}
	return nil, fmt.Errorf("<%s> is no place that is known here", c.name)
}

// way is a direction of length 1.
func (r *reader) way(e *element) (vec, error) {
	d, err := r.point(e.child("direction"))
	if err != nil {
		return d, fmt.Errorf("its direction: %w", err)
	}
	if r.plane {
		d[1] = 0
	}
	size := math.Sqrt(dot(d, d))
	if size == 0 {
		return d, errors.New("its direction has no length")
	}
	for a := range 3 {
		d[a] /= size
	}
	return d, nil
}

// zoneLine is a zone in two dimensions. The flow is at right angles to it.
func (r *reader) zoneLine(e *element) (*zoneIn, error) {
	from, err := r.point(e.child("point"))
	if err != nil {
		return nil, err
	}
	to, err := r.point(e.child("point2"))
	if err != nil {
		return nil, err
	}
	d, err := r.way(e)
	if err != nil {
		return nil, err
	}
	line := minus(to, from)
	size := math.Hypot(line[0], line[2])
	if !(size > 0) {
		return nil, errors.New("its line has no length")
	}
	normal := vec{-line[2] / size, 0, line[0] / size}
	if dot(normal, d) < 0 {
		normal = vec{0 - normal[0], 0, 0 - normal[2]}
	}
	if c := dot(normal, d); c < 0.9999 {
		if c < 0.1 {
			return nil, errors.New("its direction lies along its line")
		}
		r.near(e, "its direction is not at right angles to its line, as the flow is here")
	}
	z := &zoneIn{along: normal}
	box := extent{from, from}.with(to)
	if math.Abs(normal[0]) > 1-1e-9 || math.Abs(normal[2]) > 1-1e-9 {
		r.widened(&box, normal)
	}
	r.between(z, box)
	z.size = casefile.Extent{tidy(math.Hypot(box.high[0]-box.low[0], box.high[2]-box.low[2]))}
	return z, nil
}

// zoneBox is a flat box across an axis.
func (r *reader) zoneBox(e *element) (*zoneIn, error) {
	box, err := r.boxOf(e)
	if err != nil {
		return nil, err
	}
	d, err := r.way(e)
	if err != nil {
		return nil, err
	}
	z, err := r.acrossAxis(e, box, d)
	if t := e.child("rotateaxis"); t != nil && err == nil {
		err = r.turnZone(z, t)
	}
	return z, err
}

// acrossAxis is a zone that a flat box is.
func (r *reader) acrossAxis(e *element, box extent, d vec) (*zoneIn, error) {
	axis := -1
	for a := range 3 {
		if box.high[a]-box.low[a] < 0.01*r.dp && !(r.plane && a == 1) {
			axis = a
		}
	}
	if axis < 0 {
		return nil, errors.New("its box is not flat along x, y or z")
	}
	if c := math.Abs(d[axis]); c < 0.9999 {
		if c < 0.1 {
			return nil, errors.New("its direction lies in its plane")
		}
		r.near(e, "its direction is not at right angles to its plane, as the flow is here")
	}
	z := &zoneIn{}
	z.along[axis] = math.Copysign(1, d[axis])
	r.widened(&box, z.along)
	r.between(z, box)
	size := minus(box.high, box.low)
	for _, a := range acrossAxes(axis, r.plane) {
		z.size = append(z.size, tidy(size[a]))
	}
	return z, nil
}

// zoneCircle is a disc.
func (r *reader) zoneCircle(e *element) (*zoneIn, error) {
	centre, err := r.point(e.child("point"))
	if err != nil {
		return nil, err
	}
	d, err := r.way(e)
	if err != nil {
		return nil, err
	}
	c := e.child("radius")
	if c == nil {
		return nil, errors.New("it has no <radius>")
	}
	if t := e.child("rotateaxis"); t != nil {
		m, err := r.zoneTurn(t)
		if err != nil {
			return nil, err
		}
		centre, d = m.of(centre), minus(m.of(d), m.of(vec{}))
	}
	z := &zoneIn{centre: centre, along: d}
	if z.radius, err = r.number(c, "v"); err == nil && !(z.radius > 0) {
		err = errors.New("its radius must be more than 0")
	}
	tall := z.radius * math.Sqrt(max(0, 1-d[2]*d[2]))
	z.low, z.high = tidy(centre[2]-tall), tidy(centre[2]+tall)
	return z, err
}

// zoneOfParticles is where fluid of an mk was drawn, which is no fluid then.
func (r *reader) zoneOfParticles(e *element) (*zoneIn, error) {
	mk, err := r.number(e, "mkfluid")
	if err != nil {
		return nil, err
	}
	r.zones = append(r.zones, int(mk))
	word := e.value("direction")
	k := slices.IndexFunc(sideWords[:], func(ends [2]string) bool {
		return slices.Contains(ends[:], word)
	})
	if k < 0 {
		return nil, fmt.Errorf("its direction is %q, but must be left, right, front, back, bottom or top",
			word)
	}
	var d vec
	end := slices.Index(sideWords[k][:], word)
	d[k] = float64(2*end - 1)
	box, found := nowhere(), false
	for i := range r.markers {
		if r.markers[i].mk == int(mk) {
			box, found, r.markers[i].used = box.union(r.markers[i].box), true, true
		}
	}
	for i := len(r.levels) - 1; i >= 0; i-- {
		if r.levels[i].mk == int(mk) {
			box, found = box.union(r.levels[i].extent), true
			r.c.Fluids = slices.Delete(r.c.Fluids, i, i+1)
			r.levels = slices.Delete(r.levels, i, i+1)
		}
	}
	if !found {
		return nil, fmt.Errorf("there is no fluid of mkfluid %d, which would be its place", int(mk))
	}
	front := *side(&box, 2*k+end) // the last of the layers that were drawn
	box.low[k], box.high[k] = front, front
	return r.acrossAxis(e, box, d)
}
