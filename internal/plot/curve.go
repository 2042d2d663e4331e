package plot

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/text"
)

// addTo draws the curve into a plot, with values where at puts them, and returns how it is shown in
// the legend: not at all if it has no points.
func (c *Curve) addTo(p *plot.Plot, at func(float64) float64) ([]plot.Thumbnailer, error) {
	var points plotter.XYs
	var bars plotter.YErrors
	for i, y := range c.Y {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			continue
		}
		points = append(points, plotter.XY{X: at(c.N[i]), Y: at(y)})
		if c.Least != nil {
			bars = append(bars, struct{ Low, High float64 }{at(y) - at(c.Least[i]), at(c.Most[i]) - at(y)})
		}
	}
	var shown []plot.Thumbnailer
	if len(points) == 0 {
		return nil, nil
	}
	if !c.Style.Open {
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width, line.Dashes = c.Style.Colour, vg.Points(1), c.Style.Dashes
		p.Add(line)
		shown = append(shown, line)
	}
	if c.Style.Glyph != nil {
		scatter, err := plotter.NewScatter(points)
		if err != nil {
			return nil, err
		}
		scatter.GlyphStyle = draw.GlyphStyle{Color: c.Style.Colour, Radius: vg.Points(2.4),
			Shape: c.Style.Glyph}
		p.Add(scatter)
		shown = append(shown, scatter)
	}
	if bars != nil {
		errors, err := plotter.NewYErrorBars(struct {
			plotter.XYs
			plotter.YErrors
		}{points, bars})
		if err != nil {
			return nil, err
		}
		errors.Color, errors.Width, errors.CapWidth = c.Style.Colour, vg.Points(0.6), vg.Points(4)
		p.Add(errors)
	}
	return shown, nil
}

// addBars draws a curve as one bar in each group.
func (c *Chart) addBars(p *plot.Plot, i int) ([]plot.Thumbnailer, error) {
	// The groups are apart by the width of a bar.
	width := (plotWidth - vg.Points(60)) / vg.Length(len(c.Groups)*(len(c.Curves)+1))
	bars, err := plotter.NewBarChart(plotter.Values(c.Curves[i].Y), width)
	if err != nil {
		return nil, err
	}
	bars.Color, bars.LineStyle.Width = c.Curves[i].Style.Colour, 0
	bars.Offset = width * vg.Length(2*i+1-len(c.Curves)) / 2
	p.Add(bars)
	return []plot.Thumbnailer{bars}, nil
}

// FlowTitle names a flow.
func FlowTitle(problem string, particles int) string {
	return fmt.Sprintf("%s, %s particles", problem, text.Thousands(particles))
}
