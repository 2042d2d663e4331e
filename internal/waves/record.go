package waves

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Record is the level of the surface at equal intervals.
type Record struct {
	Interval float64   // [s]
	Level    []float64 // [m]
}

// leastSamples is how many samples a record needs at least.
const leastSamples = 16

// NewRecord takes levels at times that rise. Where their intervals differ, levels at equal
// intervals are interpolated linearly.
func NewRecord(times, levels []float64) (*Record, error) {
	n := len(times)
	if n < leastSamples {
		return nil, fmt.Errorf("there are %d samples, but waves need %d at least", n, leastSamples)
	}
	for k := 1; k < n; k++ {
		if !(times[k] > times[k-1]) {
			return nil, fmt.Errorf("times do not rise at %g s", times[k])
		}
	}
	for k, z := range levels {
		if math.IsNaN(z) || math.IsInf(z, 0) {
			return nil, fmt.Errorf("the level at %g s is no number", times[k])
		}
	}
	r := &Record{Interval: (times[n-1] - times[0]) / float64(n-1), Level: make([]float64, n)}
	at := 0
	for k := range n {
		t := times[0] + float64(k)*r.Interval
		for at < n-2 && times[at+1] < t {
			at++
		}
		part := max(0, min(1, (t-times[at])/(times[at+1]-times[at])))
		r.Level[k] = levels[at] + part*(levels[at+1]-levels[at])
	}
	return r, nil
}

// Mean is the mean level [m].
func (r *Record) Mean() float64 {
	sum := 0.0
	for _, z := range r.Level {
		sum += z
	}
	return sum / float64(len(r.Level))
}

// Deviation is the standard deviation of the level [m].
func (r *Record) Deviation() float64 {
	mean, sum := r.Mean(), 0.0
	for _, z := range r.Level {
		sum += (z - mean) * (z - mean)
	}
	return math.Sqrt(sum / float64(len(r.Level)))
}

// errNoWaves is where a record has less than two waves.
var errNoWaves = errors.New("the level crosses its mean upwards less than three times, so there " +
	"are no two waves; a longer record shows some")

// stillBelow is the part of the deviation that a crest and a trough must come to, so that crossings
// of a level that trembles about its mean are not waves.
const stillBelow = 0.05

// crossings are where the level crosses its mean upwards, in intervals from the first sample,
// interpolated linearly. Between two there are a crest and a trough.
func (r *Record) crossings() (at []float64) {
	mean, least := r.Mean(), stillBelow*r.Deviation()
	if least == 0 {
		return nil
	}
	// a trough since the last crossing that counts; where the level crossed after it
	low, last := false, -1.0
	for k := 1; k < len(r.Level); k++ {
		a, b := r.Level[k-1]-mean, r.Level[k]-mean
		if a < -least {
			low = true
		}
		if a < 0 && b >= 0 {
			last = float64(k-1) + a/(a-b)
		}
		if low && b > least && last >= 0 {
			at = append(at, last)
			low, last = false, -1
		}
	}
	return at
}

// Wave is what lies between two upward crossings of the mean level.
type Wave struct {
	Height, Crest, Trough float64 // [m]; crest and trough from the mean level
	Period                float64 // [s]
}

// Waves are those of a record, in their order, and an error where there are less than two.
func (r *Record) Waves() (all []Wave, err error) {
	at, mean := r.crossings(), r.Mean()
	if len(at) < 3 {
		return nil, errNoWaves
	}
	for k := 1; k < len(at); k++ {
		w := Wave{Period: (at[k] - at[k-1]) * r.Interval}
		for i := int(math.Ceil(at[k-1])); float64(i) < at[k]; i++ {
			w.Crest, w.Trough = max(w.Crest, r.peak(i)-mean), min(w.Trough, -r.negative().peak(i)-mean)
		}
		w.Height = w.Crest - w.Trough
		all = append(all, w)
	}
	return all, nil
}

// peak is the level at a sample, or at the top of the parabola through it and its neighbours where
// it is the highest of them.
func (r *Record) peak(i int) float64 {
	z := r.Level[i]
	if i == 0 || i == len(r.Level)-1 || r.Level[i-1] > z || r.Level[i+1] > z {
		return z
	}
	return top(r.Level[i-1], z, r.Level[i+1])
}

// negative is a view of the record upside down: of it peak is a trough.
func (r *Record) negative() upsideDown { return upsideDown{r} }

type upsideDown struct{ *Record }

func (u upsideDown) peak(i int) float64 {
	z := u.Level[i]
	if i == 0 || i == len(u.Level)-1 || u.Level[i-1] < z || u.Level[i+1] < z {
		return -z
	}
	return top(-u.Level[i-1], -z, -u.Level[i+1])
}

// top is that of a parabola through three levels.
func top(before, at, after float64) float64 {
	bend := before - 2*at + after
	if bend >= 0 {
		return at
	}
	slope := (after - before) / 2
	return at - slope*slope/(2*bend)
}

// Statistics are those of the waves between upward crossings of the mean level.
type Statistics struct {
	Waves int
	Mean  float64 // level [m]
	// mean height, root mean square, mean of the highest third, greatest [m]
	Hmean, Hrms, Hthird, Hmax   float64
	Tmean, Tthird               float64 // mean period, and that of the highest third [s]
	GreatestCrest, LowestTrough float64 // from the mean level [m]
}

// Statistics are those of a record.
func (r *Record) Statistics() (s Statistics, err error) {
	all, err := r.Waves()
	if err != nil {
		return s, err
	}
	s.Waves, s.Mean = len(all), r.Mean()
	n := float64(len(all))
	for _, w := range all {
		s.Hmean, s.Hrms, s.Tmean = s.Hmean+w.Height/n, s.Hrms+w.Height*w.Height/n, s.Tmean+w.Period/n
		s.GreatestCrest, s.LowestTrough = max(s.GreatestCrest, w.Crest), min(s.LowestTrough, w.Trough)
	}
	s.Hrms = math.Sqrt(s.Hrms)
	slices.SortStableFunc(all, func(a, b Wave) int {
		switch {
		case a.Height > b.Height:
			return -1
		case a.Height < b.Height:
			return 1
		}
		return 0
	})
	s.Hmax = all[0].Height
	third := all[:max(1, (len(all)+1)/3)]
	for _, w := range third {
		s.Hthird, s.Tthird = s.Hthird+w.Height/float64(len(third)), s.Tthird+w.Period/float64(len(third))
	}
	return s, nil
}
