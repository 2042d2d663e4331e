package study

import (
	"math"
	"slices"
	"strings"
)

// reduction makes a number of a curve that has a point at least.
type reduction struct {
	of   func(time, values []float64) float64
	unit func(of string) string
}

// Reductions are their names.
var Reductions = []string{"max", "min", "peak", "mean", "last", "first", "range", "deviation",
	"impulse", "time-of-max", "time-of-min"}

// Usual is the reduction of a measure that names none.
const Usual = "mean"

var reductions = map[string]reduction{
	"max":       {func(_, y []float64) float64 { return slices.Max(y) }, same},
	"min":       {func(_, y []float64) float64 { return slices.Min(y) }, same},
	"peak":      {peak, same},
	"mean":      {mean, same},
	"last":      {func(_, y []float64) float64 { return y[len(y)-1] }, same},
	"first":     {func(_, y []float64) float64 { return y[0] }, same},
	"range":     {func(_, y []float64) float64 { return slices.Max(y) - slices.Min(y) }, same},
	"deviation": {deviation, same},
	"impulse":   {integral, overTime},
	"time-of-max": {func(t, y []float64) float64 { return t[slices.Index(y, slices.Max(y))] },
		seconds},
	"time-of-min": {func(t, y []float64) float64 { return t[slices.Index(y, slices.Min(y))] },
		seconds},
}

func same(unit string) string   { return unit }
func seconds(string) string     { return "s" }
func overTime(of string) string { return strings.TrimSpace(of + " s") }
func span(x []float64) float64  { return x[len(x)-1] - x[0] }

// peak is the first of the values of the greatest magnitude, with its sign.
func peak(_, y []float64) float64 {
	greatest := max(slices.Max(y), -slices.Min(y))
	return y[slices.IndexFunc(y, func(v float64) bool { return math.Abs(v) == greatest })]
}

// integral is that over time, by the trapezoidal rule.
func integral(x, y []float64) (sum float64) {
	for i := range len(x) - 1 {
		sum += (x[i+1] - x[i]) * (y[i] + y[i+1]) / 2
	}
	return sum
}

// mean is that over time.
func mean(x, y []float64) float64 {
	if span(x) == 0 {
		return y[0]
	}
	return integral(x, y) / span(x)
}

// deviation is the standard deviation over time: the root of the mean square of what differs from
// the mean, of lines between the points.
func deviation(x, y []float64) float64 {
	if span(x) == 0 {
		return 0
	}
	about, sum := mean(x, y), 0.0
	for i := range len(x) - 1 {
		a, b := y[i]-about, y[i+1]-about
		sum += (x[i+1] - x[i]) * (a*a + a*b + b*b) / 3
	}
	return math.Sqrt(sum / span(x))
}
