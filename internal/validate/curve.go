package validate

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gpusph/internal/validate/references"
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
