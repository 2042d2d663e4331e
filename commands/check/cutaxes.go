package check

import (
	"image/color"
	"math"

	marks "gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/plot"
	"gpusph/internal/text"
	"gpusph/output/picture"
	"gpusph/sph"
)

// drawBorder draws the border of the domain, with dashes where it is periodic.
func (p *cutPicture) drawBorder() {
	params := &p.flow.Params
	full, dashed := draw.LineStyle{Color: borderColour, Width: vg.Points(0.7)},
		draw.LineStyle{Color: borderColour, Width: vg.Points(0.7), Dashes: periodicDashes}
	across, along := full, full // what bounds the axis to the right, and the one upwards
	if params.Periodic[p.right] {
		across = dashed
	}
	if params.Periodic[p.up] {
		along = dashed
	}
	for k, l := range p.border() {
		p.canvas.StrokeLine2([]draw.LineStyle{across, along}[k/2], l[0].X, l[0].Y, l[1].X, l[1].Y)
	}
}

// border is the sides of the domain: at the left and the right, below and above.
func (p *cutPicture) border() [][2]vg.Point {
	low, high := p.at(p.flow.Params.Min), p.at(p.flow.Params.Max)
	other := [2]vg.Point{{X: low.X, Y: high.Y}, {X: high.X, Y: low.Y}}
	return [][2]vg.Point{{low, other[0]}, {other[1], high}, {low, other[1]}, {other[0], high}}
}

var periodicDashes = []vg.Length{vg.Points(4), vg.Points(3)}

// drawAxes draws the axes at the left and below, in metres.
func (p *cutPicture) drawAxes() {
	f := p.frame()
	line := draw.LineStyle{Color: color.Gray{120}, Width: vg.Points(0.5)}
	p.canvas.StrokeLine2(line, f.Min.X, f.Min.Y, f.Max.X, f.Min.Y)
	p.canvas.StrokeLine2(line, f.Min.X, f.Min.Y, f.Min.X, f.Max.Y)
	name := func(a sph.Axis) string { return a.String() + " [m]" }

	style := plot.Sans(8, color.Black, draw.XCenter)
	width := vg.Length(0)
	for _, t := range p.roundTicks(0) {
		width = max(width, style.Width(t.Label)+6)
	}
	for _, t := range p.ticks(0, width) {
		x := p.origin.X + p.metre*vg.Length(t.Value-p.onMap(0))
		p.canvas.StrokeLine2(line, x, f.Min.Y, x, f.Min.Y-4)
		p.canvas.FillText(style, vg.Point{X: x, Y: f.Min.Y - 11}, t.Label)
	}
	p.canvas.FillText(plot.Sans(9, color.Black, draw.XCenter),
		vg.Point{X: (f.Min.X + f.Max.X) / 2, Y: f.Min.Y - 25}, name(p.right))

	style, width = plot.Sans(8, color.Black, draw.XRight), 0
	for _, t := range p.ticks(1, 13) {
		y := p.origin.Y + p.metre*vg.Length(t.Value-p.onMap(1))
		p.canvas.StrokeLine2(line, f.Min.X, y, f.Min.X-4, y)
		p.canvas.FillText(style, vg.Point{X: f.Min.X - 6, Y: y}, t.Label)
		width = max(width, style.Width(t.Label))
	}
	style = plot.Sans(9, color.Black, draw.XCenter)
	style.Rotation = math.Pi / 2
	p.canvas.FillText(style, vg.Point{X: f.Min.X - width - 16, Y: (f.Min.Y + f.Max.Y) / 2}, name(p.up))
}

// onMap is the picture's corner along the k-th side, on the map [m].
func (p *cutPicture) onMap(k int) float64 {
	return p.flow.Params.Origin[p.sides()[k]] + p.corner[k]
}

// roundTicks are round numbers along the k-th side.
func (p *cutPicture) roundTicks(k int) []marks.Tick {
	return (plot.Round{}).Ticks(p.onMap(k), p.onMap(k)+p.size[k])
}

// ticks are round numbers along the k-th side, at least so far apart. (Short sides have few.)
func (p *cutPicture) ticks(k int, apart vg.Length) []marks.Tick {
	all := p.roundTicks(k)
	for _, every := range []int{1, 2, 5, 10} {
		var some []marks.Tick
		for _, t := range all {
			if step := all[1].Value - all[0].Value; int(math.Round(t.Value/step))%every == 0 {
				some = append(some, t)
			}
		}
		if len(some) < 2 || p.metre*vg.Length(some[1].Value-some[0].Value) >= apart {
			return some
		}
	}
	return nil
}

// drawScale draws the colours of pressures below the axis, or the only one.
func (p *cutPicture) drawScale() {
	const left, width, height, top = cutLeft + 120, cutWidth - cutLeft - cutRight - 240, vg.Length(8),
		cutScale - 2
	unit, size := p.unit()
	style := plot.Sans(8, color.Black, draw.XRight)
	p.canvas.FillText(style, vg.Point{X: left - 8, Y: top - height/2}, "initial pressure ["+unit+"]")
	if !p.vary() {
		p.fill(picture.ScaleColour(p.part(p.low)),
			vg.Rectangle{Min: vg.Point{X: left, Y: top - height}, Max: vg.Point{X: left + 20, Y: top}})
		style.XAlign = draw.XLeft
		p.canvas.FillText(style, vg.Point{X: left + 26, Y: top - height/2},
			text.Number(p.low/size)+" everywhere")
		return
	}
	for k := range shades {
		// Each goes to the end, so that nothing is between it and the next.
		p.fill(picture.ScaleColour((float64(k)+0.5)/shades),
			vg.Rectangle{Min: vg.Point{X: left + width*vg.Length(k)/shades, Y: top - height},
				Max: vg.Point{X: left + width, Y: top}})
	}
	style.XAlign = draw.XCenter
	line := draw.LineStyle{Color: color.Gray{90}, Width: vg.Points(0.5)}
	for _, t := range (plot.Round{}).Ticks(p.low/size, p.high/size) {
		x := left + width*vg.Length(p.part(t.Value*size))
		p.canvas.StrokeLine2(line, x, top-height, x, top-height-3)
		p.canvas.FillText(style, vg.Point{X: x, Y: top - height - 9}, t.Label)
	}
}
