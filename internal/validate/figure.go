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
	Reference func() Curve // nil is none. Its band is drawn where it has one
	Is        string       // the reference: measured, exact
	Band      string       // what the band is
}

// few is how many values of a reference are drawn as points.
const few = 60

// Named is a curve with a name.
type Named struct {
	Name string
	Curve
}

// Curves are those of the figure, the reference last.
func (f *Figure) Curves(runs []*Run) (all []Named) {
	for _, r := range runs {
		if r.Err == nil {
			all = append(all, Named{r.String(), f.Of(r)})
		}
	}
	if f.Reference != nil {
		all = append(all, Named{f.Is, f.Reference()})
	}
	return all
}

// Chart draws the figure.
func (f *Figure) Chart(c *Case, runs []*Run) *plot.Chart {
	chart := &plot.Chart{Name: FileName(c.Name, f.Name), Title: fmt.Sprintf("%s: %s", c.Name, f.What), X: f.X, Y: f.Y}
	if c.Filter != "" {
		chart.Note = "Both sides: " + c.Filter + "."
	}
	all, furthest := f.Curves(runs), math.Inf(-1)
	for k, v := range all {
		style := plot.Finer(k, len(all)-1)
		if f.Reference == nil {
			style = plot.Finer(k, len(all))
		} else if k == len(all)-1 {
			v.Curve = v.Between(math.Inf(-1), furthest) // nothing is beside the rest
			style = plot.StyleMeasured
			if len(v.X) <= few {
				style = plot.StylePoints
			}
			if v.Least != nil {
				chart.Bands = append(chart.Bands, plot.Band{Name: f.Band, X: v.X, Least: v.Least, Most: v.Most})
			}
		}
		if n := len(v.X); n > 0 {
			furthest = max(furthest, v.X[n-1])
		}
		chart.Curves = append(chart.Curves, plot.Curve{Name: v.Name, Style: style, N: v.X, Y: v.Y})
	}
	return chart
}

// FileName begins the names of all files of a figure.
func FileName(of, figure string) string { return "validate_" + of + "_" + figure }
