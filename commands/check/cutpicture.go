package check

import (
	"fmt"
	"image/color"
	"io"
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gpusph/internal/plot"
	"gpusph/internal/text"
	"gpusph/output/picture"
	"gpusph/sph"
)

// The picture of a cut: title and legend, what is in the plane, and the scale of pressures below.
const (
	cutWidth   = vg.Length(600)
	cutDPI     = 144
	cutLeft    = vg.Length(52) // of the domain, where the axis is
	cutRight   = vg.Length(16)
	cutTitle   = vg.Length(40)
	cutRow     = vg.Length(14) // of the legend
	cutAxis    = vg.Length(38)
	cutScale   = vg.Length(30)
	cutHighest = vg.Length(560) // of what is in the plane
	cutMargin  = 0.015          // around the domain, of its greater side
	// of discs that are told apart; smaller ones cover what is between them
	leastRadius  = vg.Length(1)
	strokeLength = 1.5 // of normals [spacings]
)

// The colours of what is no fluid. Bodies have those that the scale has not.
var (
	wallColour   = color.Gray{178}
	movingColour = color.Gray{118}
	bodyColours  = []color.Color{
		color.RGBA{204, 121, 167, 255}, color.RGBA{140, 86, 75, 255}, color.RGBA{233, 182, 214, 255},
		color.RGBA{196, 156, 130, 255}, color.RGBA{122, 30, 100, 255},
	}
	borderColour = color.Gray{70}
	normalColour = color.Gray{20}
	paleColour   = color.Gray{100} // of what is not in the plane
)

// pressures are the lowest and the highest of the fluid at its beginning [Pa].
type pressures struct{ low, high float64 }

// pressuresOf are 0 without fluid.
func pressuresOf(c *sph.Case) pressures {
	s, first := pressures{}, true
	for i, t := range c.Particles.Type {
		if t != sph.Fluid {
			continue
		}
		p := c.Params.Pressure(float64(c.Particles.RelDensity[i]))
		if first {
			s, first = pressures{p, p}, false
		}
		s.low, s.high = min(s.low, p), max(s.high, p)
	}
	return s
}

// part is where a pressure is between the lowest and the highest.
func (s pressures) part(p float64) float64 {
	if !s.vary() {
		return 0.25
	}
	return (p - s.low) / (s.high - s.low)
}

// vary reports whether pressures differ by more than rounding.
func (s pressures) vary() bool {
	return s.high-s.low > 1e-6*max(math.Abs(s.low), math.Abs(s.high), 1e-3)
}

// unit is what the scale has, and how many pascals it is.
func (s pressures) unit() (string, float64) {
	if max(math.Abs(s.low), math.Abs(s.high)) < 2000 {
		return "Pa", 1
	}
	return "kPa", 1000
}

// cut is the particles of a plane.
type cut struct {
	flow  *sph.Case
	plane plane
	layer []int32
	pressures
}

// cutPicture draws a cut.
type cutPicture struct {
	*cut
	right, up sph.Axis
	corner    [2]float64 // of what is shown [m]
	size      [2]float64 // of it [m]
	metre     vg.Length
	origin    vg.Point // where the corner is
	height    vg.Length
	rows      [][]entry // of the legend
	nameRows  []int     // of gauges, above
	canvas    draw.Canvas
}

func (c *cut) picture() *cutPicture {
	p := &cutPicture{cut: c}
	p.right, p.up = c.plane.sides()
	params := &c.flow.Params
	margin := 0.0
	for k, a := range p.sides() {
		p.corner[k], p.size[k] = params.Min[a], params.Max[a]-params.Min[a]
		margin = max(margin, cutMargin*p.size[k])
	}
	for k := range 2 {
		p.corner[k] -= margin
		p.size[k] += 2 * margin
	}
	room := cutWidth - cutLeft - cutRight
	p.metre = min(room/vg.Length(p.size[0]), cutHighest/vg.Length(p.size[1]))
	p.rows = legendRows(p.legend(), cutWidth-cutLeft-cutRight)
	p.origin = vg.Point{X: cutLeft + (room-p.metre*vg.Length(p.size[0]))/2, Y: cutAxis}
	if p.hasFluid() {
		p.origin.Y += cutScale
	}
	names := 0
	p.nameRows, names = rowsOfNames(p.marks())
	p.height = p.origin.Y + p.metre*vg.Length(p.size[1]) + nameRow*vg.Length(names) +
		cutRow*vg.Length(len(p.rows)) + cutTitle
	return p
}

// sides are the axes to the right and upwards.
func (p *cutPicture) sides() [2]sph.Axis { return [2]sph.Axis{p.right, p.up} }

// at is where a place is in the picture.
func (p *cutPicture) at(x [3]float64) vg.Point {
	return vg.Point{X: p.origin.X + p.metre*vg.Length(x[p.right]-p.corner[0]),
		Y: p.origin.Y + p.metre*vg.Length(x[p.up]-p.corner[1])}
}

// frame is the rectangle of what is shown.
func (p *cutPicture) frame() vg.Rectangle {
	return vg.Rectangle{Min: p.origin,
		Max: p.origin.Add(vg.Point{X: p.metre * vg.Length(p.size[0]), Y: p.metre * vg.Length(p.size[1])})}
}

func (p *cutPicture) hasFluid() bool { return p.count(0) > 0 }

// count is how many particles of a kind the cut has.
func (p *cutPicture) count(kind int) (n int) {
	for _, i := range p.layer {
		if kindOf(&p.flow.Particles, int(i)) == kind {
			n++
		}
	}
	return n
}

func (p *cutPicture) write(w io.Writer) error {
	c := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(cutWidth, p.height), vgimg.UseDPI(cutDPI))}
	p.canvas = draw.New(c)
	p.fill(color.White, p.canvas.Rectangle)
	p.drawTitle()
	p.drawParticles()
	p.drawBorder()
	p.drawAxes()
	p.drawNormals()
	p.drawMarks()
	if p.hasFluid() {
		p.drawScale()
	}
	_, err := c.WriteTo(w)
	return err
}

func (p *cutPicture) fill(c color.Color, r vg.Rectangle) {
	p.canvas.SetColor(c)
	p.canvas.Fill(r.Path())
}

// drawTitle says what is shown, and what it is made of.
func (p *cutPicture) drawTitle() {
	top := p.canvas.Max.Y
	style := plot.Sans(11, color.Black, draw.XLeft)
	style.Font.Weight = xfont.WeightBold
	p.canvas.FillText(style, vg.Point{X: cutLeft, Y: top - 14},
		fmt.Sprintf("%s, deltap %s m, %s = %s m", p.flow.Name, text.Exact(p.flow.Params.DeltaP),
			p.plane.axis, text.Exact(p.plane.at)))
	p.canvas.FillText(plot.Sans(8, color.Gray{80}, draw.XLeft), vg.Point{X: cutLeft, Y: top - 29},
		p.layerText())
	p.drawLegend(top - cutTitle)
}

// layerText says how many particles are shown, and where they are.
func (p *cutPicture) layerText() string {
	if len(p.layer) == 0 {
		return "no particle is within half a spacing of the plane"
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range p.layer {
		x := p.flow.Particles.Position[i][p.plane.axis]
		low, high = min(low, x), max(high, x)
	}
	axis := int(p.plane.axis)
	low, high = p.flow.Params.OnMap(axis, low), p.flow.Params.OnMap(axis, high)
	at := func(x float64) string {
		if math.Abs(x) < 10 {
			return text.Number(round(x, p.flow.Params.DeltaP))
		}
		return text.Exact(round(x, p.flow.Params.DeltaP))
	}
	fluid := p.count(0)
	where := fmt.Sprintf("at %s = %s m", p.plane.axis, at(low))
	if high-low > 0.01*p.flow.Params.DeltaP {
		where = fmt.Sprintf("between %s = %s and %s m", p.plane.axis, at(low), at(high))
	}
	var what []string
	for k, n := range []int{fluid, len(p.layer) - fluid} {
		if n > 0 {
			what = append(what, text.Thousands(n)+[]string{" of fluid", " of walls"}[k])
		}
	}
	return fmt.Sprintf("particles of the nearest layer: %s, %s", text.And(what), where)
}

// colourOf is the colour of a particle.
func (p *cutPicture) colourOf(i int32) color.Color {
	all := &p.flow.Particles
	switch kind := kindOf(all, int(i)); {
	case kind == 0:
		return picture.ScaleColour(math.Round(
			shades*p.part(p.flow.Params.Pressure(float64(all.RelDensity[i])))) / shades)
	case kind > 1:
		return bodyColours[(kind-2)%len(bodyColours)]
	case all.Velocity[i] != [3]float32{}:
		return movingColour
	}
	return wallColour
}

// shades is how many colours the fluid has.
const shades = 250

// drawParticles draws them as discs of the diameter of a spacing, or where these are too small to
// be told apart so that nothing is between them. Those of a colour are one path, which is much
// faster.
func (p *cutPicture) drawParticles() {
	radius := p.metre * vg.Length(p.flow.Params.DeltaP) / 2
	if radius < leastRadius {
		radius *= math.Sqrt2
	}
	var colours []color.Color // in the order of ids
	paths := make(map[color.Color]vg.Path)
	for _, i := range p.layer {
		c := p.colourOf(i)
		path, ok := paths[c]
		if !ok {
			colours = append(colours, c)
		}
		at := p.at(p.flow.Particles.Position[i])
		path.Move(at.Add(vg.Point{X: radius}))
		path.Arc(at, radius, 0, 2*math.Pi)
		path.Close()
		paths[c] = path
	}
	for _, c := range colours {
		p.canvas.SetColor(c)
		p.canvas.Fill(paths[c])
	}
}

// drawNormals draws the normals of walls as strokes that begin at the surface. Those of particles
// deeper in the walls would be drawn over them.
func (p *cutPicture) drawNormals() {
	of := p.flow.Particles.Extra[surfaceField]
	if !p.hasNormals() {
		return
	}
	for _, line := range []draw.LineStyle{{Color: halo, Width: vg.Points(1.8)},
		{Color: normalColour, Width: vg.Points(0.7)}} {
		for _, i := range p.layer {
			if from, to, ok := p.normal(of, i); ok {
				a, b := p.at(from), p.at(to)
				p.canvas.StrokeLine2(line, a.X, a.Y, b.X, b.Y)
			}
		}
	}
}

// surfaceField has four numbers of each particle of walls: the normal of the nearest surface, which
// points away from the solid, and how far away that is [m].
const surfaceField = "Surface"

// hasNormals reports whether there are any.
func (p *cutPicture) hasNormals() bool {
	of := p.flow.Particles.Extra[surfaceField]
	if len(of) < 4*p.flow.Particles.Len() {
		return false
	}
	for _, i := range p.layer {
		if _, _, ok := p.normal(of, i); ok {
			return true
		}
	}
	return false
}

// normal is where the stroke of a particle goes from and to, if it has one.
func (p *cutPicture) normal(of []float32, i int32) (from, to [3]float64, ok bool) {
	deltap := p.flow.Params.DeltaP
	v := of[4*int(i):][:4]
	if kindOf(&p.flow.Particles, int(i)) == 0 || v[0] == 0 && v[1] == 0 && v[2] == 0 ||
		math.Abs(float64(v[3])) > deltap {
		return from, to, false
	}
	for a, x := range p.flow.Particles.Position[i] {
		from[a] = x + float64(v[3])*float64(v[a])
		to[a] = from[a] + strokeLength*deltap*float64(v[a])
	}
	return from, to, true
}
