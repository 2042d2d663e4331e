package wavemaker

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// Spectrum is how the variance of a level is spread over frequencies, and by how many parts it is
// made.
type Spectrum struct {
	Height     float64      // significant, 4 √m0 [m]; 0 is that of a table
	Period     float64      // of the peak [s]
	Gamma      float64      // peakedness of JONSWAP's spectrum; 1 is that of Pierson and Moskowitz
	Table      [][2]float64 // in place of these: frequencies [1/s] that rise, and densities [m² s]
	Band       [2]float64   // lowest and highest frequency, over that of the peak
	Components int
	Bound      bool // the paddle makes the long waves that groups carry with them
}

// Irregular is waves of a spectrum with phases of a generator, or those of a focused group.
type Irregular struct {
	Spectrum
	Seed        uint64
	Focus       *Focus   // a group in place of phases of the seed
	Start, Ramp float64  // [s]
	Oblique     *Oblique // of a segment; nil is straight ahead
}

// Focus is where and when all crests meet: NewWave (P. S. Tromans, A. R. Anaturk and P. Hagemeijer
// 1991), whose parts have amplitudes as the density of the spectrum, not as its root. Height is
// that of the crest.
type Focus struct {
	Height   float64 // above still water [m]
	Distance float64 // before the paddle [m]
	Time     float64 // from the start on [s]
}

// density is that of the spectrum at a frequency, but for a factor (Hasselmann et al. 1973, with
// Pierson and Moskowitz 1964 for γ = 1).
func (s *Spectrum) density(f float64) float64 {
	if s.Table != nil {
		for k := 1; k < len(s.Table); k++ {
			a, b := s.Table[k-1], s.Table[k]
			if f >= a[0] && f <= b[0] {
				return a[1] + (b[1]-a[1])*(f-a[0])/(b[0]-a[0])
			}
		}
		return 0
	}
	x := f * s.Period
	width := 0.07
	if x > 1 {
		width = 0.09
	}
	peak := math.Exp(-(x - 1) * (x - 1) / (2 * width * width))
	return math.Pow(x, -5) * math.Exp(-1.25*math.Pow(x, -4)) * math.Pow(s.Gamma, peak)
}

// band is the lowest and the highest frequency [1/s].
func (s *Spectrum) band() (low, high float64) {
	if n := len(s.Table); n > 0 {
		return s.Table[0][0], s.Table[n-1][0]
	}
	return s.Band[0] / s.Period, s.Band[1] / s.Period
}

// peak is the frequency with the greatest density [1/s].
func (s *Spectrum) peak() float64 {
	if s.Table == nil {
		return 1 / s.Period
	}
	best := s.Table[0]
	for _, row := range s.Table {
		if row[1] > best[1] {
			best = row
		}
	}
	return best[0]
}

// PeakPeriod is that of the peak [s].
func (s *Spectrum) PeakPeriod() float64 {
	if s.Table != nil && len(s.Table) == 0 {
		return 0
	}
	return 1 / s.peak()
}

// variances are those of the parts: n-th of a period [m²], that sum to Height²/16 where there is a
// height.
func (s *Spectrum) variances() (period float64, first int, all []float64) {
	low, high := s.band()
	step := (high - low) / float64(s.Components)
	first = max(1, int(math.Round(low/step)))
	sum := 0.0
	for n := range s.Components {
		all = append(all, s.density(float64(first+n)*step)*step)
		sum += all[n]
	}
	if s.Height > 0 {
		for n := range all {
			all[n] *= s.Height * s.Height / 16 / sum
		}
	}
	return 1 / step, first, all
}

// significant is the height 4 √m0 [m].
func (s *Spectrum) significant() float64 {
	_, _, all := s.variances()
	sum := 0.0
	for _, m := range all {
		sum += m
	}
	return 4 * math.Sqrt(sum)
}

// noRamp refuses a motion that begins anywhere in its stroke all at once.
func noRamp(period float64) *Fault {
	return fault("ramp", "without a ramp the paddle would jump to where these waves begin; "+
		"use ramp = %s, or leave it out", text.Number(period))
}

// checkTable refuses rows that are no spectrum.
func (s *Spectrum) checkTable() *Fault {
	if s.Table == nil {
		return nil
	}
	sum := 0.0
	for k, row := range s.Table {
		switch {
		case !(row[0] > 0) || k > 0 && !(row[0] > s.Table[k-1][0]):
			return fault("", "the spectrum has the frequency %s Hz in row %d, but frequencies "+
				"must be above 0 and rise", text.Number(row[0]), k+1)
		case !(row[1] >= 0):
			return fault("", "the spectrum has the density %s m² s in row %d, but densities must "+
				"not be below 0", text.Number(row[1]), k+1)
		}
		sum += row[1]
	}
	if len(s.Table) < 3 || sum == 0 {
		return fault("", "the spectrum has %s with densities of %s m² s in all, but needs three "+
			"or more with some", text.Count(len(s.Table), "row"), text.Number(sum))
	}
	return nil
}

// level is that at the paddle.
func (w *Irregular) level(p *Paddle) lines {
	period, first, all := w.variances()
	l := lines{period, make([]complex128, first+len(all))}
	if w.Focus != nil {
		sum := 0.0
		for _, m := range all {
			sum += m
		}
		for n, m := range all {
			f := float64(first+n) / period
			phase := p.Number(f)*w.Focus.Distance - 2*math.Pi*f*w.Focus.Time
			l.c[first+n] = cmplx.Rect(w.Focus.Height*m/sum, phase)
		}
		return l
	}
	from := rand.NewPCG(w.Seed, 0)
	for n, m := range all {
		phase := 2 * math.Pi * float64(from.Uint64()>>11) / (1 << 53)
		l.c[first+n] = cmplx.Rect(math.Sqrt(2*m), phase)
	}
	return l
}

// Component is a part a cos(2π f t + φ) of a level.
type Component struct {
	Frequency, Amplitude, Phase float64 // [1/s], [m], [rad]
}

// Parts are those of the level at the paddle, or where waves begin without one, and the period
// of which all of theirs are parts [s].
func (w *Irregular) Parts(p *Paddle) (all []Component, period float64) {
	l := w.level(p)
	for n, c := range l.c {
		if c != 0 && n > 0 {
			all = append(all, Component{float64(n) / l.period, cmplx.Abs(c), cmplx.Phase(c)})
		}
	}
	return all, l.period
}

// motion is that of the paddle, before any ramp.
func (w *Irregular) motion(p *Paddle) lines {
	level := w.level(p)
	x := level.paddle(p)
	if o := w.Oblique; o != nil {
		for n, angle := range o.directions(len(x.c), w.Seed) {
			x.c[n] *= o.part(p.Number(float64(n)/x.period), angle)
		}
	}
	if w.Bound {
		addBound(p, &level, &x)
	}
	return x
}

// Check implements Waves.
func (w *Irregular) Check(p *Paddle) *Fault {
	if f := w.checkTable(); f != nil {
		return f
	}
	height := w.significant()
	if w.Focus != nil {
		height = 2 * w.Focus.Height
	}
	if f := p.breaks(height, p.Number(w.peak())); f != nil {
		return f
	}
	if !(w.Ramp > 0) {
		return noRamp(w.PeakPeriod())
	}
	if w.Focus == nil {
		return nil
	}
	period, _, _ := w.variances()
	if w.Focus.Time+w.Ramp > period {
		return fault("components", "the group focuses at %s s, but with %d components the motion "+
			"repeats after %s s; use more components",
			text.Number(w.Focus.Time), w.Components, text.Number(period))
	}
	if late := w.tooEarly(p); late > 0 {
		return fault("focus-time", "the group focuses %s m before the paddle at %s s, too early: "+
			"the paddle moves much before time 0; use a focus-time of %s s or more",
			text.Number(w.Focus.Distance), text.Number(w.Focus.Time),
			text.Number(w.Focus.Time+late))
	}
	return nil
}

// tooEarly is how much before time 0 a paddle that makes a focused group moves as much as a tenth
// of its greatest displacement [s].
func (w *Irregular) tooEarly(p *Paddle) float64 {
	x := w.motion(p)
	r, most := x.sampled(), 0.0
	for _, x := range r.x {
		most = max(most, math.Abs(x))
	}
	n := len(r.x)
	for k := min(n/2, int(10/(w.peak()*r.step))); k > 0; k-- {
		if math.Abs(r.x[n-k]) > 0.1*most {
			return float64(k) * r.step
		}
	}
	return 0
}

// Laws implements Waves. A focused group's paddle comes to rest within a ramp after the focus.
func (w *Irregular) Laws(p *Paddle) []motion.Law {
	x, finish := w.motion(p), motion.Never
	if w.Focus != nil {
		finish = w.Focus.Time + w.Ramp
	}
	r := x.sampled()
	return []motion.Law{r.law(w.Start, w.Ramp, finish)}
}

// Scale implements Waves.
func (w *Irregular) Scale(p *Paddle) Scale {
	_, high := w.band()
	height := w.significant()
	if w.Focus != nil {
		height = w.Focus.Height
	}
	return Scale{height, 2 * math.Pi / p.Number(w.peak()), 1 / high}
}

// Note implements Waves.
func (w *Irregular) Note(p *Paddle) string {
	s := w.Scale(p)
	period, _, _ := w.variances()
	low, high := w.band()
	what, bound := "irregular waves", "without the long waves that groups carry"
	if w.Focus != nil {
		what = fmt.Sprintf("a focused group (NewWave), at %s m and %s s,",
			text.Number(w.Focus.Distance), text.Number(w.Focus.Time))
	}
	if w.Bound {
		bound = "with the long waves that groups carry"
	}
	return fmt.Sprintf("%s by a %s: height %s m, period of the peak %s s, %s there; %d "+
		"components from %s to %s Hz, %s; repeats after %s s",
		what, p.kind(), text.Number(s.Height), text.Number(1/w.peak()), p.lengths(s.Height,
			2*math.Pi/s.Length), w.Components,
		text.Number(low), text.Number(high), bound, text.Number(period))
}
