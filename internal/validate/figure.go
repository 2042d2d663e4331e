package validate

import (
	"fmt"
	"math"

	"gpusph/internal/plot"
)

// Figure is curves of a case over each other: one of each run, and what they are compared with.
type Figure struct {
	Name      string // of the files
	What      string // is shown
	X, Y      string // the axes, with units
	Of        func(*Run) Curve
	Grid      func(*Solution) Curve // of the solution on a grid, where runs have one; nil is none
	Reference func() Curve          // nil is none. Its band is drawn where it has one
	Is        string                // the reference: measured, exact
	Band      string                // what the band is
}

// few is how many values of a reference are drawn as points.
const few = 60

// Named is a curve with a name.
type Named struct {
	Name string
	Curve
}

// Drawing is a figure with its curves.
type Drawing struct {
	Name       string // its files begin with this
	Title      string
	X, Y       string
	Note       string
	Runs       []Named // from coarse to fine
	References []Named // that they are compared with
	Band       string  // what bands of references are
}

// Drawing is the figure of some runs. Of the solutions on a grid that they have, which are all the
// same, one is drawn.
func (f *Figure) Drawing(c *Case, runs []*Run) *Drawing {
	d := &Drawing{Name: FileName(c.Name, f.Name), Title: fmt.Sprintf("%s: %s", c.Name, f.What), X: f.X,
		Y: f.Y, Band: f.Band}
	if c.Filter != "" {
		d.Note = "Both sides: " + c.Filter + "."
	}
	var grid *Solution
	for _, r := range runs {
		if r.Err == nil {
			d.Runs, grid = append(d.Runs, Named{r.String(), f.Of(r)}), r.Grid
		}
	}
	if f.Reference != nil {
		d.References = append(d.References, Named{f.Is, f.Reference()})
	}
	if f.Grid != nil && grid != nil {
		d.References = append(d.References, Named{grid.Name, f.Grid(grid)})
	}
	return d
}

// Chart draws the figure.
func (f *Figure) Chart(c *Case, runs []*Run) *plot.Chart { return f.Drawing(c, runs).Chart() }

// Curves are all of a drawing, references last.
func (d *Drawing) Curves() (all []Named) {
	return append(append(all, d.Runs...), d.References...)
}

// referenceStyles are those of curves that others are compared with, of the second and so on, where
// they have more than a few points.
var referenceStyles = []plot.Style{plot.StyleMeasured, plot.StyleIdeal, plot.StyleFitted}

// Chart is the drawing. References end where the runs do.
func (d *Drawing) Chart() *plot.Chart {
	chart := &plot.Chart{Name: d.Name, Title: d.Title, X: d.X, Y: d.Y, Note: d.Note}
	furthest := math.Inf(-1)
	for k, v := range d.Runs {
		chart.Curves = append(chart.Curves,
			plot.Curve{Name: v.Name, Style: plot.Finer(k, len(d.Runs)), N: v.X, Y: v.Y})
		if n := len(v.X); n > 0 {
			furthest = max(furthest, v.X[n-1])
		}
	}
	for k, v := range d.References {
		v.Curve = v.Between(math.Inf(-1), furthest) // nothing is beside the rest
		style := referenceStyles[min(k, len(referenceStyles)-1)]
		if k == 0 && len(v.X) <= few {
			style = plot.StylePoints
		}
		if v.Least != nil {
			chart.Bands = append(chart.Bands, plot.Band{Name: d.Band, X: v.X, Least: v.Least, Most: v.Most})
		}
		chart.Curves = append(chart.Curves, plot.Curve{Name: v.Name, Style: style, N: v.X, Y: v.Y})
	}
	return chart
}

// FileName begins the names of all files of a figure.
func FileName(of, figure string) string { return "validate_" + of + "_" + figure }
