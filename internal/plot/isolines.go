package plot

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Isolines are lines along which a value is the same.
type Isolines struct {
	Points  [2]int
	First   [2]float64 // where the first value is
	Spacing [2]float64
	Values  []float64 // along X first
	Levels  []float64
}

// Plot draws the lines: in each square of four values a straight piece of each level that crosses
// it. (plotter.Contour joins pieces, for which it takes minutes and gigabytes at 512² values.)
func (l *Isolines) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	canvas.SetLineWidth(vg.Points(0.4))
	canvas.SetLineDash(nil, 0)
	canvas.SetColor(color.Gray{40})
	for _, level := range l.Levels {
		var path vg.Path
		for row := range l.Points[1] - 1 {
			for column := range l.Points[0] - 1 {
				ends := l.crossings(column, row, level)
				for i := 0; i+1 < len(ends); i += 2 {
					path.Move(vg.Point{X: x(ends[i][0]), Y: y(ends[i][1])})
					path.Line(vg.Point{X: x(ends[i+1][0]), Y: y(ends[i+1][1])})
				}
			}
		}
		canvas.Stroke(path)
	}
}

// crossings are where a level crosses the sides of a square: none, two or, at a saddle, four, of
// which the first two and the last two belong together.
func (l *Isolines) crossings(column, row int, level float64) (all [][2]float64) {
	corners := [5][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}
	for i, a := range corners[:4] {
		b := corners[i+1]
		u := l.Values[(row+a[1])*l.Points[0]+column+a[0]] - level
		v := l.Values[(row+b[1])*l.Points[0]+column+b[0]] - level
		if (u < 0) == (v < 0) {
			continue
		}
		part := u / (u - v)
		all = append(all, [2]float64{
			l.First[0] + (float64(column+a[0])+part*float64(b[0]-a[0]))*l.Spacing[0],
			l.First[1] + (float64(row+a[1])+part*float64(b[1]-a[1]))*l.Spacing[1]})
	}
	return all
}
