package validate

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gpusph/internal/plot"
	"gpusph/validate/references"
)

// Curve is values Y over X, which rises.
type Curve struct {
	X, Y        []float64
	Least, Most []float64 // the band that the values lie in; nil is none
}

// At is the value at x, linear between those that are known, and NaN outside.
func (c Curve) At(x float64) float64 {
	n := len(c.X)
	if n == 0 || !(x >= c.X[0] && x <= c.X[n-1]) {
		return math.NaN()
	}
	i := sort.SearchFloat64s(c.X, x)
	if c.X[i] == x {
		return c.Y[i]
	}
	part := (x - c.X[i-1]) / (c.X[i] - c.X[i-1])
	return c.Y[i-1] + part*(c.Y[i]-c.Y[i-1])
}

// Between is the part of the curve from one x to another, with both.
func (c Curve) Between(from, to float64) Curve {
	i := sort.SearchFloat64s(c.X, from)
	j := max(i, sort.Search(len(c.X), func(k int) bool { return c.X[k] > to }))
	cut := Curve{X: c.X[i:j], Y: c.Y[i:j]}
	if c.Least != nil {
		cut.Least, cut.Most = c.Least[i:j], c.Most[i:j]
	}
	return cut
}

// Mean is the mean from one x to another, of the lines between the values; NaN where the curve does
// not reach that far.
func (c Curve) Mean(from, to float64) float64 {
	x, y := from, c.At(from)
	inside, sum := c.Between(from, to), 0.0
	for i, next := range append(inside.X[:len(inside.X):len(inside.X)], to) {
		value := c.At(to)
		if i < len(inside.Y) {
			value = inside.Y[i]
		}
		sum += (next - x) * (y + value) / 2
		x, y = next, value
	}
	return sum / (to - from)
}

// Smooth is the filter "mean over width": each value is the mean of those no further away than half
// of the width. The band is what these values lie between.
func (c Curve) Smooth(width float64) Curve {
	s := Curve{X: c.X}
	half := width/2 + 1e-9*width
	for _, x := range c.X {
		near := c.Between(x-half, x+half).Y
		least, most := math.Inf(1), math.Inf(-1)
		for _, y := range near {
			least, most = min(least, y), max(most, y)
		}
		s.Y, s.Least, s.Most = append(s.Y, mean(near)), append(s.Least, least), append(s.Most, most)
	}
	return s
}

// First is the first x at which the curve has come above a value, linear between those that are
// known; NaN where it never does.
func (c Curve) First(above float64) float64 { return c.FirstFrom(math.Inf(-1), above) }

// FirstFrom is the same from some x on.
func (c Curve) FirstFrom(from, above float64) float64 {
	for i, y := range c.Y {
		if c.X[i] < from || !(y > above) {
			continue
		}
		if i == 0 || !(c.Y[i-1] <= above) || c.X[i-1] < from {
			return c.X[i]
		}
		return c.X[i-1] + (above-c.Y[i-1])/(y-c.Y[i-1])*(c.X[i]-c.X[i-1])
	}
	return math.NaN()
}

// Map is the curve with other values.
func (c Curve) Map(x, y func(float64) float64) Curve {
	all := func(values []float64, f func(float64) float64) (to []float64) {
		for _, v := range values {
			to = append(to, f(v))
		}
		return to
	}
	return Curve{X: all(c.X, x), Y: all(c.Y, y), Least: all(c.Least, y), Most: all(c.Most, y)}
}

func same(x float64) float64 { return x }

func thousandth(x float64) float64 { return x / 1000 }

// Times are from, from + step and so on to to.
func Times(from, to, step float64) (all []float64) {
	for k := 0; ; k++ {
		t := from + float64(k)*step
		if t > to+1e-9*step {
			return all
		}
		all = append(all, min(t, to))
	}
}

// Off is by how much one curve differs from another at some x.
func Off(a, b Curve, at []float64) (all []float64) {
	for _, x := range at {
		all = append(all, a.At(x)-b.At(x))
	}
	return all
}

// Reference is two columns of a file of package references. The files are built in and tests read
// them all, so one that cannot be read is a bug.
func Reference(file, x, y string) Curve {
	c, err := readColumns(file, x, y)
	if err != nil {
		panic(fmt.Sprintf("the reference %s: %v", file, err))
	}
	return c
}

func readColumns(file, x, y string) (c Curve, err error) {
	table, err := references.Read(references.Files, file)
	if err != nil {
		return c, err
	}
	i, j := slices.Index(table.Names, x), slices.Index(table.Names, y)
	if i < 0 || j < 0 {
		return c, fmt.Errorf("there are the columns %q", table.Names)
	}
	for _, row := range table.Rows {
		c.X, c.Y = append(c.X, row[i]), append(c.Y, row[j])
	}
	return c, nil
}

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
