package check

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/plot"
)

// entry is one of the legend.
type entry struct {
	name string
	draw func(p *cutPicture, at vg.Point) // in a box that begins at a point and is thumb long
}

// thumb is how long what is before names is, and entryGap how far entries are apart.
const thumb, entryGap = vg.Length(14), vg.Length(14)

// legend is what the picture has beside fluid.
func (p *cutPicture) legend() (all []entry) {
	disc := func(c color.Color) func(*cutPicture, vg.Point) {
		return func(p *cutPicture, at vg.Point) {
			p.canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: 4,
				Shape: draw.CircleGlyph{}}, at.Add(vg.Point{X: thumb / 2}))
		}
	}
	stroke := func(style draw.LineStyle) func(*cutPicture, vg.Point) {
		return func(p *cutPicture, at vg.Point) {
			p.canvas.StrokeLine2(style, at.X, at.Y,
				at.X+thumb, at.Y)
		}
	}
	seen := map[color.Color]bool{}
	for _, i := range p.layer {
		seen[p.colourOf(i)] = true
	}
	add := func(name string, draw func(*cutPicture, vg.Point)) { all = append(all, entry{name, draw}) }
	if seen[wallColour] {
		add("wall", disc(wallColour))
	}
	if seen[movingColour] {
		add("wall that moves", disc(movingColour))
	}
	for k, b := range p.flow.Bodies {
		if p.count(2+k) > 0 {
			add(b.Name, disc(bodyColours[k%len(bodyColours)]))
		}
	}
	params := &p.flow.Params
	if !params.Periodic[p.right] || !params.Periodic[p.up] {
		add("end of the domain", stroke(draw.LineStyle{Color: borderColour, Width: vg.Points(0.7)}))
	}
	if params.Periodic[p.right] || params.Periodic[p.up] {
		add("periodic end", stroke(draw.LineStyle{Color: borderColour, Width: vg.Points(0.7),
			Dashes: periodicDashes}))
	}
	if p.hasNormals() {
		add("normal", stroke(draw.LineStyle{Color: normalColour, Width: vg.Points(0.7)}))
	}
	marks := p.marks()
	for _, m := range []mark{{gauge: true, within: true}, {gauge: true}, {within: true}, {}} {
		if !slices.ContainsFunc(marks, func(o mark) bool { return o.gauge == m.gauge && o.within == m.within }) {
			continue
		}
		name := "probe"
		if m.gauge {
			name = "gauge"
		}
		if !m.within {
			name += " off the plane"
		}
		if len(marks) > mostNamed {
			name += " (too many for names)"
		}
		add(name, m.thumbnail)
	}
	return all
}

// thumbnail is how the legend shows a mark.
func (m *mark) thumbnail(p *cutPicture, at vg.Point) {
	switch middle := at.Add(vg.Point{X: thumb / 2}); {
	case m.gauge && !p.seenFromAbove():
		p.canvas.StrokeLine2(gaugeLine(m.colour()), at.X, at.Y, at.X+thumb, at.Y)
	case m.gauge:
		p.ring(middle, m.colour())
	default:
		p.cross(middle, m.colour())
	}
}

// legendStyle is that of its names.
func legendStyle() draw.TextStyle { return plot.Sans(8, color.Black, draw.XLeft) }

// legendRows puts entries beside each other, in as many rows as they need.
func legendRows(all []entry, room vg.Length) (rows [][]entry) {
	left := vg.Length(0)
	for _, e := range all {
		width := thumb + 4 + legendStyle().Width(e.name) + entryGap
		if len(rows) == 0 || width-entryGap > left {
			rows, left = append(rows, nil), room
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		left -= width
	}
	return rows
}

// drawLegend draws it below a height.
func (p *cutPicture) drawLegend(top vg.Length) {
	for k, row := range p.rows {
		at := vg.Point{X: cutLeft, Y: top - cutRow*vg.Length(k) - cutRow/2 + 2}
		for _, e := range row {
			e.draw(p, at)
			at.X += thumb + 4
			p.canvas.FillText(legendStyle(), at, e.name)
			at.X += legendStyle().Width(e.name) + entryGap
		}
	}
}
