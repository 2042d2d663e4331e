// Package picture draws a snapshot of a flow as people see it: the fluid coloured
// by the field that is asked for, with its scale, between the walls.
package picture

import (
	"fmt"
	"image"
	"io"
	"math"

	"gpusph/internal/surface"
	"gpusph/sph"
)

// Options say what a picture shows, and how. The zero value is good.
type Options struct {
	Width, Height int // [pixels]; 0 is 1280 x 720
	Field         Field
	View          View
	From          *Angles // where it is seen from, in place of the view
	Scale         *Scale  // of the field; nil is one of the first snapshot
	FluidScale    *Scale  // of the speed beside a field of solids; nil is one of the first snapshot
	// part of the domain on the side of the eye, for oblique views above, that is left out
	Cut    float64
	Region *Region // that is shown; nil is the domain
	Walls  Walls   // how bodies and what else stands in the tank is drawn
	Plain  bool    // without axes, title and scale
	// of the flow, by their numbers; nil are those of the snapshot's case
	Materials []sph.Properties
}

// Walls is how bodies and what else stands in the tank is drawn.
type Walls int

const (
	Solid Walls = iota
	Glass       // what is behind is seen
	NoWalls
)

// WallNames are their names.
var WallNames = []string{"solid", "glass", "none"}

// samples is how many times finer than the picture it is drawn, along each axis.
const samples = 2

// CheckSize refuses sizes that cannot be drawn.
func CheckSize(width, height int) error {
	if width < 320 || height < 180 || width > 16384 || height > 16384 {
		return fmt.Errorf("a picture of %d x %d pixels cannot be drawn; use 320 x 180 to 16384 x 16384",
			width, height)
	}
	return nil
}

// Draw writes a PNG of the flow, that of one in two dimensions from the front unless another view
// is asked for: the fluid coloured by the field, or by its speed and parts that bend by a field of
// solids, bodies and what else stands in the tank grey, the
// tank's walls pale and open towards the eye, in the edges of the domain.
func Draw(w io.Writer, s *sph.Snapshot, o Options) error {
	p, err := NewPainter(s, o)
	if err != nil {
		return err
	}
	img, err := p.Paint(s, nil)
	if err != nil {
		return err
	}
	return Encode(w, img)
}

// Painter makes pictures of snapshots of a run, all from the same place, with the same scale.
type Painter struct {
	options   Options
	from      Angles
	unit      float64 // pixels of a picture 720 pixels high
	spacing   float64 // of particles [m]
	radius    float64 // of the spheres, in spacings
	scale     Scale   // of the fluid
	solids    Scale   // of a field of solids
	walls     []vec   // that are of no body
	tank      tank    // that they line
	low, high vec     // of what is shown [m]
	origin    vec     // on the map [m]
	cam       camera
	canvas    *canvas
	glass     *canvas // of walls behind which something is seen
	palette   []rgb
}

// NewPainter makes one for a run, of which it takes the first snapshot that is drawn.
func NewPainter(first *sph.Snapshot, o Options) (*Painter, error) {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if err := CheckSize(o.Width, o.Height); err != nil {
		return nil, err
	}
	if err := o.Field.Check(first); err != nil {
		return nil, err
	}
	if o.Materials == nil {
		o.Materials = first.Case.Kinds()
	}
	p := &Painter{options: o, unit: min(float64(o.Width)/1280, float64(o.Height)/720),
		spacing: spacingOf(first), radius: radius, palette: palette(o.Field, o.Materials),
		origin: first.Case.Params.Origin}
	view := o.View
	if Flat(first) {
		p.radius = flatRadius
		if view == Oblique {
			view = Front
		}
	}
	p.from = view.Angles()
	if o.From != nil {
		p.from = *o.From
	}
	of := func(given *Scale, f Field) Scale {
		switch {
		case given != nil:
			return *given
		case f.Scaled():
			return NewScale(f, [2]float64{math.NaN(), math.NaN()}, first)
		}
		return Scale{}
	}
	if o.Field.Solids() {
		p.scale, p.solids = of(o.FluidScale, Speed), of(o.Scale, o.Field)
	} else {
		p.scale = of(o.Scale, o.Field)
	}
	p.lookForWalls(first)
	p.low, p.high = p.tank.box(first, p.spacing)
	if Flat(first) {
		p.low[1], p.high[1] = float64(first.Position[0][1]), float64(first.Position[0][1])
	}
	if o.Region != nil {
		if err := p.zoom(first, o.Region); err != nil {
			return nil, err
		}
	}
	p.cam = look(p.from, p.low, p.high, p.frame())
	p.canvas = newCanvas(o.Width*samples, o.Height*samples)
	if o.Walls == Glass {
		p.glass = newCanvas(o.Width*samples, o.Height*samples)
	}
	return p, nil
}

// frame is where the box is in the picture [samples], with room for the rest.
func (p *Painter) frame() frame {
	width, height := float64(p.options.Width), float64(p.options.Height)
	f := frame{84, 96, 150, 62}
	if p.options.Plain {
		f = frame{16, 16, 16, 16}
	}
	return frame{f.left * p.unit * samples, f.top * p.unit * samples,
		(width - f.right*p.unit) * samples, (height - f.bottom*p.unit) * samples}
}

// Paint makes the picture of a snapshot. With a surface this is in place of the particles of fluid,
// or in two dimensions a line around them.
func (p *Painter) Paint(s *sph.Snapshot, m *surface.Mesh) (*image.RGBA, error) {
	if err := p.options.Field.Check(s); err != nil {
		return nil, err
	}
	c := p.canvas
	c.clear()
	p.lookForWalls(s)
	view := &scene{
		walls: p.discs(), palette: p.palette,
		length: float32(math.Max(3*p.spacing, p.high.minus(p.low).length()/150)),
		radii:  [2]int{int(2*p.unit + 1), int(8 * p.unit)},
	}
	c.discs(view.walls, p.within)
	fluid := m == nil || len(m.Triangles) == 0
	m = p.shownPart(m)
	view.spheres = p.spheres(s, fluid, p.options.Walls == Solid)
	c.spheres(view.spheres, float32(p.radius*p.spacing))
	if p.glass != nil {
		view.glass, view.panes = p.glass, p.spheres(s, false, true)
		p.glass.clear()
		p.glass.spheres(view.panes, float32(p.radius*p.spacing))
	}
	if m != nil {
		view.facets = p.facets(m)
		c.facets(view.facets)
		for _, l := range m.Lines {
			p.line(point(m.Points[l[0]]), point(m.Points[l[1]]), aContour)
		}
	}
	p.outline()
	p.curves(s)
	img := c.develop(view)
	if p.options.Plain {
		return img, nil
	}
	return img, p.label(img, s)
}

// outline draws the edges of what is shown.
func (p *Painter) outline() {
	all := corners(p.low, p.high)
	for i := range all {
		for a := range 3 {
			if j := i | 1<<a; j != i {
				p.line(all[i], all[j], aLine)
			}
		}
	}
}

// curves draws those of a snapshot before all else: fluid around them would hide them.
func (p *Painter) curves(s *sph.Snapshot) {
	shown := func(x vec) bool {
		for a := range 3 {
			if x[a] < p.low[a]-p.spacing || x[a] > p.high[a]+p.spacing {
				return false
			}
		}
		return true
	}
	before := 2 * p.high.minus(p.low).length()
	for _, c := range s.Curves {
		for k := 1; k < len(c); k++ {
			from, to := point(c[k-1]), point(c[k])
			if !shown(from) || !shown(to) {
				continue
			}
			x0, y0, z0 := p.cam.project(from)
			x1, y1, z1 := p.cam.project(to)
			p.canvas.line(x0, y0, z0, x1, y1, z1, math.Max(3, 4*p.unit), before, aContour)
		}
	}
}

// line draws a line from a point to another.
func (p *Painter) line(from, to vec, what uint32) {
	x0, y0, z0 := p.cam.project(from)
	x1, y1, z1 := p.cam.project(to)
	p.canvas.line(x0, y0, z0, x1, y1, z1, math.Max(2, 2*p.unit), p.spacing, what)
}
