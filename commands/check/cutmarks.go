package check

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/plot"
	"gpusph/sph"
)

// mark is a probe or a gauge, or several that are drawn at the same place.
type mark struct {
	names  []string
	at     vg.Point
	gauge  bool
	line   bool // a gauge seen from the side; at is its lower end
	within bool // a spacing of the plane; others are pale
}

// sameMark is how near marks are one.
const sameMark = vg.Length(1.5)

// marks are those of the flow, gauges first.
func (p *cutPicture) marks() (all []mark) {
	add := func(m mark) {
		for k := range all {
			o := &all[k]
			if o.gauge == m.gauge && o.within == m.within &&
				math.Hypot(float64(o.at.X-m.at.X), float64(o.at.Y-m.at.Y)) < float64(sameMark) {
				o.names = append(o.names, m.names...)
				return
			}
		}
		all = append(all, m)
	}
	params, axis := &p.flow.Params, p.plane.axis
	height := p.plane.local(p.flow)
	within := func(x [3]float64) bool {
		return math.Abs(x[axis]-height) <= params.DeltaP*(1+exactness)
	}
	for _, g := range p.flow.Gauges {
		x := [3]float64{g.X, g.Y, params.Min[2]}
		add(mark{[]string{g.Name}, p.at(x), true, !p.seenFromAbove(), p.seenFromAbove() || within(x)})
	}
	for _, q := range p.flow.Probes {
		add(mark{[]string{q.Name}, p.at(q.Position), false, false, within(q.Position)})
	}
	return all
}

func (p *cutPicture) seenFromAbove() bool { return p.plane.axis == sph.Axis(2) }

// mostNames is how many names a mark is labelled with.
const mostNames = 4

// label is the names of a mark.
func (m *mark) label() string {
	if n := len(m.names); n > mostNames {
		return strings.Join(m.names[:mostNames-1], ", ") + " … " + m.names[n-1]
	}
	return strings.Join(m.names, ", ")
}

func (m *mark) colour() color.Color {
	if m.within {
		return color.Black
	}
	return paleColour
}

// crossRadius and ringRadius are the sizes of marks.
const crossRadius, ringRadius = vg.Length(3), vg.Length(2.6)

// drawMarks draws probes and gauges with their names. Names of gauges that are lines stand above
// these, all others keep clear of each other and of marks.
func (p *cutPicture) drawMarks() *labels {
	all, names := p.marks(), p.newLabels()
	named := len(all) <= mostNamed
	top := func(k int) vg.Length { // of a line
		y := p.at(p.flow.Params.Max).Y + 2
		if named {
			y += nameRow * vg.Length(p.nameRows[k])
		}
		return y
	}
	for k := range all {
		switch m := &all[k]; {
		case m.line:
			p.canvas.StrokeLine2(gaugeLine(m.colour()), m.at.X, m.at.Y, m.at.X, top(k))
			names.others = append(names.others, [2]vg.Point{m.at, {X: m.at.X, Y: top(k)}})
			continue
		case m.gauge:
			p.ring(m.at, m.colour())
		default:
			p.cross(m.at, m.colour())
		}
		names.marks, names.taken = append(names.marks, all[k].at),
			append(names.taken, rectangle(all[k].at, markRoom))
	}
	if !named {
		return names
	}
	for k := range all {
		m := &all[k]
		if !m.line {
			names.draw(m.label(), m.at, m.colour())
			continue
		}
		middle, half := m.above()
		p.fill(color.White, vg.Rectangle{Min: vg.Point{X: middle - half, Y: top(k)},
			Max: vg.Point{X: middle + half, Y: top(k) + nameRow}})
		p.canvas.FillText(plot.Sans(nameSize, m.colour(), draw.XCenter),
			vg.Point{X: middle, Y: top(k) + nameRow/2}, m.label())
	}
	return names
}

// nameRow is how high a row of names above gauges is, and markRoom half of what no name is written
// over.
const nameRow, markRoom = vg.Length(10), vg.Length(2.5)

// nameSize is that of names, and mostNamed how many marks have them: more could not be told apart.
const nameSize, mostNamed = 7.5, 200

// above is where the middle of a name above a line is, in the picture, and half its width.
func (m *mark) above() (middle, half vg.Length) {
	half = plot.Sans(nameSize, color.Black, draw.XCenter).Width(m.label())/2 + 1
	return max(min(m.at.X, cutWidth-half-2), half+2), half
}

// rowsOfNames says in which row the name of each gauge that is a line is, so that none is over
// another, and how many rows there are.
func rowsOfNames(all []mark) (rows []int, count int) {
	if len(all) > mostNamed {
		return nil, 0
	}
	overlap := func(m, o *mark) bool {
		x, half := m.above()
		y, other := o.above()
		return math.Abs(float64(x-y)) < float64(half+other)+2
	}
	for k := range all {
		if !all[k].line { // as all that follow
			break
		}
		row := 0
		for j := 0; j < k; j++ {
			if rows[j] == row && overlap(&all[k], &all[j]) {
				row, j = row+1, -1 // all others may be there
			}
		}
		rows, count = append(rows, row), max(count, row+1)
	}
	return rows, count
}

// rectangle is a square around a point.
func rectangle(at vg.Point, r vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r},
		Max: vg.Point{X: at.X + r, Y: at.Y + r}}
}

func gaugeLine(c color.Color) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: vg.Points(0.9),
		Dashes: []vg.Length{vg.Points(6), vg.Points(2), vg.Points(1.5), vg.Points(2)}}
}

// halo is beneath what is drawn over particles.
var halo = color.NRGBA{255, 255, 255, 215}

func (p *cutPicture) cross(at vg.Point, c color.Color) {
	for _, style := range []draw.LineStyle{{Color: halo, Width: vg.Points(2.6)},
		{Color: c, Width: vg.Points(1.1)}} {
		p.canvas.StrokeLine2(style, at.X-crossRadius, at.Y-crossRadius, at.X+crossRadius,
			at.Y+crossRadius)
		p.canvas.StrokeLine2(style, at.X-crossRadius, at.Y+crossRadius, at.X+crossRadius,
			at.Y-crossRadius)
	}
}

func (p *cutPicture) ring(at vg.Point, c color.Color) {
	p.canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: halo, Radius: ringRadius + 1,
		Shape: draw.CircleGlyph{}}, at)
	p.canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: ringRadius, Shape: draw.RingGlyph{}},
		at)
	p.canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: 0.8, Shape: draw.CircleGlyph{}}, at)
}
