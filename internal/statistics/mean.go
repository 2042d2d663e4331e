package statistics

import "math"

// Mean is the mean of a record over a window, weighted by time.
type Mean struct {
	Mean      float64
	Deviation float64 // standard deviation
	Window            // from the first to the last sample that counts
	Samples   int
}

// Over returns the mean of the samples in a window. Between samples values are linear for the mean,
// so each sample has the weight of half the time to its neighbours (trapezoidal rule). Values that
// are no numbers are left out. ok is false where the window has no sample, and where values are too
// large for their squares.
func Over(times, values []float64, w Window) (m Mean, ok bool) {
	times, values = within(times, values, w)
	weights := trapezoid(times)
	sum, all := 0.0, 0.0
	for i, x := range values {
		sum, all = sum+weights[i]*x, all+weights[i]
	}
	if len(values) == 0 {
		return m, false
	}
	m = Mean{Mean: sum / all, Window: Window{times[0], times[len(times)-1]}, Samples: len(values)}
	squares := 0.0
	for i, x := range values {
		squares += weights[i] * (x - m.Mean) * (x - m.Mean)
	}
	m.Deviation = math.Sqrt(squares / all)
	return m, !math.IsInf(m.Deviation, 0) && !math.IsNaN(m.Deviation)
}

// Integral returns the time integral of a record by the trapezoidal rule.
func Integral(times, values []float64) (sum float64) {
	for i := 1; i < len(values); i++ {
		sum += (values[i] + values[i-1]) / 2 * (times[i] - times[i-1])
	}
	return sum
}

// within are the samples in a window that are numbers.
func within(times, values []float64, w Window) (t, x []float64) {
	for i, value := range values {
		if w.Has(times[i]) && !math.IsNaN(value) && !math.IsInf(value, 0) {
			t, x = append(t, times[i]), append(x, value)
		}
	}
	return t, x
}

// trapezoid returns the weight of each sample: half the time to its neighbours. Where no time
// passes all weigh the same.
func trapezoid(times []float64) []float64 {
	weights, n := make([]float64, len(times)), len(times)
	for i := 1; i < n; i++ {
		half := (times[i] - times[i-1]) / 2
		weights[i-1], weights[i] = weights[i-1]+half, weights[i]+half
	}
	if n > 0 && !(times[n-1] > times[0]) {
		for i := range weights {
			weights[i] = 1
		}
	}
	return weights
}
