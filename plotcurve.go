package main

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpusph/internal/text"
)

// addTo draws the curve into a plot, with values where at puts them, and returns how it is shown in the legend:
// not at all if it has no points.
func (c *curve) addTo(p *plot.Plot, at func(float64) float64) ([]plot.Thumbnailer, error) {
	var points plotter.XYs
	var bars plotter.YErrors
	for i, y := range c.y {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			continue
		}
		points = append(points, plotter.XY{X: at(c.n[i]), Y: at(y)})
		if c.least != nil {
			bars = append(bars, struct{ Low, High float64 }{at(y) - at(c.least[i]), at(c.most[i]) - at(y)})
		}
	}
	var shown []plot.Thumbnailer
	if len(points) == 0 {
		return nil, nil
	}
	if !c.style.open {
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width, line.Dashes = c.style.colour, vg.Points(1), c.style.dashes
		p.Add(line)
		shown = append(shown, line)
	}
	if c.style.glyph != nil {
		scatter, err := plotter.NewScatter(points)
		if err != nil {
			return nil, err
		}
		scatter.GlyphStyle = draw.GlyphStyle{Color: c.style.colour, Radius: vg.Points(2.4), Shape: c.style.glyph}
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
		errors.Color, errors.Width, errors.CapWidth = c.style.colour, vg.Points(0.6), vg.Points(4)
		p.Add(errors)
	}
	return shown, nil
}

// addBars draws a curve as one bar in each group.
func (c *chart) addBars(p *plot.Plot, i int) ([]plot.Thumbnailer, error) {
	// The groups are apart by the width of a bar.
	width := (plotWidth - vg.Points(60)) / vg.Length(len(c.groups)*(len(c.curves)+1))
	bars, err := plotter.NewBarChart(plotter.Values(c.curves[i].y), width)
	if err != nil {
		return nil, err
	}
	bars.Color, bars.LineStyle.Width = c.curves[i].style.colour, 0
	bars.Offset = width * vg.Length(2*i+1-len(c.curves)) / 2
	p.Add(bars)
	return []plot.Thumbnailer{bars}, nil
}

// flowTitle names a flow.
func flowTitle(problem string, particles int) string {
	return fmt.Sprintf("%s, %s particles", problem, text.Thousands(particles))
}
