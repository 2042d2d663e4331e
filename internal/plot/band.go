package plot

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Band is what lies between two curves, as the spread of an experiment. Where one of them is NaN it
// has a gap.
type Band struct {
	Name        string
	X           []float64
	Least, Most []float64
}

// StyleMeasured is that of a curve that others are compared with, StylePoints the same of few
// values.
var (
	StyleMeasured = Style{Colour: color.Black}
	StylePoints   = Style{Colour: color.Black, Glyph: draw.RingGlyph{}, Open: true}
)

// finer are the styles of flows at finer and finer spacings.
var finer = []Style{
	{Colour: color.RGBA{230, 159, 0, 255}, Dashes: []vg.Length{vg.Points(1.2), vg.Points(2)}},
	{Colour: color.RGBA{0, 158, 115, 255}, Dashes: []vg.Length{vg.Points(5), vg.Points(2.5)}},
	{Colour: color.RGBA{0, 114, 178, 255}},
	{Colour: color.RGBA{213, 94, 0, 255},
		Dashes: []vg.Length{vg.Points(8), vg.Points(2), vg.Points(1.5), vg.Points(2)}},
}

// Finer is the style of the k-th of n flows at finer and finer spacings. The finest of up to three
// has a full line.
func Finer(k, n int) Style {
	return finer[(k+max(0, 3-n))%len(finer)]
}

// lineColours are Okabe and Ito's that lines on white are seen in.
var lineColours = []color.Color{color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255},
	color.RGBA{0, 158, 115, 255}, color.RGBA{204, 121, 167, 255}, color.RGBA{86, 180, 233, 255},
	color.RGBA{230, 159, 0, 255}, color.Black}

// Line is the style of the k-th of several curves that are alike, as those of devices or of probes.
func Line(k int) Style {
	dashes := [][]vg.Length{nil, {vg.Points(5), vg.Points(2.5)},
		{vg.Points(8), vg.Points(2), vg.Points(1.5), vg.Points(2)}, {vg.Points(1.5), vg.Points(1.5)}}
	return Style{Colour: lineColours[k%len(lineColours)], Dashes: dashes[k%len(dashes)]}
}

// addTo draws the band into a plot, as Curve.addTo does.
func (b *Band) addTo(p *plot.Plot, at func(float64) float64) (shown []plot.Thumbnailer, err error) {
	for from := 0; from < len(b.X); {
		to := from
		for to < len(b.X) && !math.IsNaN(b.Least[to]+b.Most[to]) {
			to++
		}
		if to > from {
			area, err := b.area(from, to, at)
			if err != nil {
				return nil, err
			}
			p.Add(area)
			shown = []plot.Thumbnailer{area}
		}
		from = to + 1
	}
	return shown, nil
}

// area goes along one curve and back along the other.
func (b *Band) area(from, to int, at func(float64) float64) (*plotter.Polygon, error) {
	var forth, back plotter.XYs
	for i := from; i < to; i++ {
		forth = append(forth, plotter.XY{X: at(b.X[i]), Y: at(b.Least[i])})
		back = append(back, plotter.XY{X: at(b.X[i]), Y: at(b.Most[i])})
	}
	slices.Reverse(back)
	area, err := plotter.NewPolygon(slices.Concat(forth, back))
	if err == nil {
		area.Color, area.LineStyle.Width = color.Gray{205}, 0
	}
	return area, err
}
