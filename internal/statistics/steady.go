package statistics

import "math"

// What a steady window must satisfy.
const (
	leastBatches = 20   // in the whole record
	mostBatches  = 1000 // so that long records take little time
	usualBatch   = 5    // samples, of MSER-5
	// autocorrelation times that a window has at least: ten independent samples
	leastTimes = 20
	// the most that the means of both halves differ by, in deviations
	halvesApart = 0.5
	// a window whose deviation is at most this part of the scale of the values is steady
	smooth = 0.01
)

// Record is samples of one or several components at times that rise [s].
type Record struct {
	Times      []float64
	Components [][]float64
	// Values have a zero that means something, as forces have and heights do not: then a deviation
	// may also be small for their mean.
	Absolute bool
}

// IsShort reports whether a record has too few samples for Steady to tell.
func (r *Record) IsShort() bool { return len(r.begun().Times) < leastBatches }

// Whole is the whole record but for a sample at 0 s.
func (r *Record) Whole() (w Window) {
	if times := r.begun().Times; len(times) > 0 {
		w = Window{times[0], times[len(times)-1]}
	}
	return w
}

// Steady finds the window in which a record is steady, from some time to its end. A sample at 0 s
// is not part of it: it is that of the state at the start.
//
// The window begins where MSER-5 truncates: samples are averaged in batches of five (more in long
// records, one in short ones), and the first d of n batches are left out, with the d ≤ n/2 that
// makes Σ (x - mean)²/(n-d)² least (White 1997, Simulation 69, 323; White, Cobb and Spratt 2000,
// Proc. Winter Simulation Conference, 755). Squares of components are added. It is steady if
//
//   - its deviation is below 1 % of the range of the record (or of the mean, of values with a zero
//     that means something), or
//   - d is below n/2, the window is 20 integrated autocorrelation times ½ + Σρ long (Sokal 1997,
//     Monte Carlo methods in statistical mechanics, section 3), and the means of its halves differ
//     by less than half the deviation of its samples.
func (r *Record) Steady() (w Window, ok bool) {
	if r = r.begun(); len(r.Times) < leastBatches {
		return w, false
	}
	n := len(r.Times)
	for _, c := range r.Components {
		for _, x := range c {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return w, false
			}
		}
	}
	batch := 1
	if n > leastBatches*usualBatch {
		batch = max(usualBatch, (n-1)/mostBatches+1)
	}
	all := r.batches(batch)
	from := truncation(all)
	w = Window{r.Times[from*batch], r.Times[n-1]}
	left, samples := all.from(from), batches(r.Components).from(from*batch)
	deviation2 := samples.deviation2()
	if deviation2 <= smooth*smooth*r.scale2(left) {
		return w, true
	}
	if 2*from >= all.len()-1 || float64(left.len()) < leastTimes*left.autocorrelation() {
		return w, false
	}
	return w, left.halvesApart2() <= halvesApart*halvesApart*deviation2
}

// begun is the record without a sample at 0 s.
func (r *Record) begun() *Record {
	if len(r.Times) == 0 || r.Times[0] > 0 {
		return r
	}
	rest := &Record{Times: r.Times[1:], Absolute: r.Absolute}
	for _, c := range r.Components {
		rest.Components = append(rest.Components, c[1:])
	}
	return rest
}

// scale2 is the square of what a deviation is small for: the range of the whole record and, of
// values with a zero that means something, the mean of a window.
func (r *Record) scale2(window batches) (scale2 float64) {
	for _, c := range r.Components {
		low, high := c[0], c[0]
		for _, x := range c {
			low, high = min(low, x), max(high, x)
		}
		rounding := 1e-6 * max(math.Abs(low), math.Abs(high)) // also that of float32
		scale2 += (high-low)*(high-low) + rounding*rounding
	}
	if r.Absolute {
		mean2 := 0.0
		for _, c := range window {
			m := meanOf(c)
			mean2 += m * m
		}
		scale2 = max(scale2, mean2)
	}
	return scale2
}

// batches are means of consecutive samples of each component.
type batches [][]float64

// batches averages samples, of which the last few may be left out.
func (r *Record) batches(size int) (all batches) {
	for _, c := range r.Components {
		var means []float64
		for at := 0; at+size <= len(c); at += size {
			means = append(means, meanOf(c[at:at+size]))
		}
		all = append(all, means)
	}
	return all
}

func meanOf(values []float64) (mean float64) {
	for _, x := range values {
		mean += x
	}
	return mean / float64(len(values))
}

func (b batches) len() int { return len(b[0]) }

func (b batches) from(first int) (rest batches) {
	for _, c := range b {
		rest = append(rest, c[first:])
	}
	return rest
}

// truncation is how many batches MSER leaves out, half of them at most. Sums grow from the end of
// the record (Welford 1962), so nothing cancels.
func truncation(b batches) (best int) {
	n := b.len()
	means := make([]float64, len(b))
	squares, least := 0.0, math.Inf(1)
	for d := n - 1; d >= 0; d-- {
		count := float64(n - d)
		for k, c := range b {
			off := c[d] - means[k]
			means[k] += off / count
			squares += off * (c[d] - means[k])
		}
		if z := squares / (count * count); d <= n/2 && z <= least {
			least, best = z, d
		}
	}
	return best
}

// deviation2 is the mean square of the distance from the mean.
func (b batches) deviation2() (sum float64) {
	for _, c := range b {
		mean := meanOf(c)
		for _, x := range c {
			sum += (x - mean) * (x - mean) / float64(len(c))
		}
	}
	return sum
}

// halvesApart2 is the square of the difference between the means of both halves.
func (b batches) halvesApart2() (sum float64) {
	for _, c := range b {
		half := len(c) / 2
		off := meanOf(c[:half]) - meanOf(c[len(c)-half:])
		sum += off * off
	}
	return sum
}

// autocorrelation is the integrated autocorrelation time ½ + Σρ in batches, summed until ρ is first
// negative.
func (b batches) autocorrelation() float64 {
	n, time := b.len(), 0.5
	all := b.deviation2() * float64(n)
	if all == 0 {
		return time
	}
	for lag := 1; lag < n; lag++ {
		sum := 0.0
		for _, c := range b {
			mean := meanOf(c)
			for i := lag; i < n; i++ {
				sum += (c[i] - mean) * (c[i-lag] - mean)
			}
		}
		if sum <= 0 {
			break
		}
		time += sum / all
	}
	return time
}
