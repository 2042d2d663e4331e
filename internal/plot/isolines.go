package plot

import (
	"image/color"
	"math"

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

// lineWidth is that of isolines, and lineRoom the distance between two from which on they are as
// dark as they can be [points]. Closer ones are paler, in as many steps as there are shades, so
// that they hide no colours where values are steep.
const (
	lineWidth = 0.4
	lineRoom  = 7 * lineWidth
	shades    = 7
)

// Plot draws the lines: in each square of four values a straight piece of each level that crosses
// it. (plotter.Contour joins pieces, for which it takes minutes and gigabytes at 512² values.)
func (l *Isolines) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	canvas.SetLineWidth(vg.Points(lineWidth))
	canvas.SetLineDash(nil, 0)
	side := (x(l.First[0]+l.Spacing[0]) - x(l.First[0])).Points() // of a square
	dark := l.shades(side)
	for _, level := range l.Levels {
		var paths [shades + 1]vg.Path
		for row := range l.Points[1] - 1 {
			for column := range l.Points[0] - 1 {
				shade := dark[row*l.Points[0]+column]
				if shade == 0 {
					continue
				}
				ends := l.crossings(column, row, level)
				for i := 0; i+1 < len(ends); i += 2 {
					paths[shade].Move(vg.Point{X: x(ends[i][0]), Y: y(ends[i][1])})
					paths[shade].Line(vg.Point{X: x(ends[i+1][0]), Y: y(ends[i+1][1])})
				}
			}
		}
		for shade, path := range paths {
			if len(path) > 0 {
				canvas.SetColor(color.NRGBA{40, 40, 40, uint8(255 * shade / shades)})
				canvas.Stroke(path)
			}
		}
	}
}

// shades are how dark lines are in each square, by its first value: 0 is not drawn, as where a
// value is NaN. side is that of a square [points].
func (l *Isolines) shades(side float64) []int {
	all, n := make([]int, len(l.Values)), l.Points[0]
	between := math.Inf(1)
	if len(l.Levels) > 1 {
		between = math.Abs(l.Levels[1] - l.Levels[0])
	}
	for row := range l.Points[1] - 1 {
		for at := row * n; at < row*n+n-1; at++ {
			a, b, c, d := l.Values[at], l.Values[at+1], l.Values[at+n], l.Values[at+n+1]
			room := between * side / (max(a, b, c, d) - min(a, b, c, d)) / lineRoom
			if room > 0 { // neither NaN
				all[at] = int(min(1, room*room) * shades)
			}
		}
	}
	return all
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
