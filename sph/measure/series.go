package measure

import (
	"strconv"

	"gpusph/sph"
)

// Series is what has become of the times that samples are asked for. Each sample is between what was measured before the
// step that came to its time and behind it.
type Series struct {
	Answered int         // times that have samples, or are not later than one between periods
	Before   *sph.Sample // the last that was measured
	rows     []sph.Sample
}

// ResumedSeries is that of a flow that continues a checkpoint. Where the times asked for are others
// than before, by another interval or end, those that have passed are left out: nothing has been
// measured there.
func ResumedSeries(t *Times, c *sph.Checkpoint) Series {
	s := Series{Answered: c.Answered, Before: c.Before}
	if t.SampleInterval > 0 && (s.Before == nil || t.samplesUntil(s.Before.Time) != s.Answered) {
		s.Answered = t.samplesUntil(c.Time)
	}
	return s
}

// Take takes the samples that there are, in their order.
func (s *Series) Take() []sph.Sample {
	rows := s.rows
	s.rows = nil
	return rows
}

// Add makes samples of what has been measured in the steps of a period that is over. A step that was
// rejected has measured with lists that may have been too short. It will be done again. An error is
// that nothing was measured for a time asked for.
func (s *Series) Add(m *Moments, p *Period) error {
	if m.SampleInterval == 0 || m.samplesUntil(p.After.Time) == s.Answered {
		return nil
	}
	for place := p.From; place < p.Sampling; place++ {
		step, _ := m.Step(place)
		if step >= int(p.After.Step) || !m.IsDue(place) {
			continue
		}
		if err := p.check(place, step); err != nil {
			return err
		}
		now := m.Sample(place)
		for s.Answered < m.samplesUntil(now.Time) {
			s.Answered++
			s.rows = append(s.rows, Between(s.Before, &now, m.timeOf(s.Answered)))
		}
		s.Before = &now
	}
	return p.checkSamples(m.Plan, s.Answered)
}

// Reach takes a sample between periods. It stands for a time asked for that is the same, but for the end, which always has its own.
func (s *Series) Reach(t *Times, now *sph.Sample) {
	if t.SampleInterval == 0 {
		return
	}
	for s.Answered < t.samplesUntil(now.Time) {
		s.Answered++
		if at := t.timeOf(s.Answered); at < now.Time-1e-9*t.SampleInterval || at == t.End {
			s.rows = append(s.rows, Between(s.Before, now, at))
		}
	}
	s.Before = now
}

// timesUntil is how many multiples of an interval are before the end and not later than a time. Kernel moment counts alike.
func timesUntil(time, interval, end float64) int {
	return int(min(time/interval+1e-9, end/interval-1e-9))
}

// samplesUntil is how many of the times of samples are not later than this one.
func (t *Times) samplesUntil(time float64) int {
	n := timesUntil(time, t.SampleInterval, t.End)
	if time >= t.End {
		n++
	}
	return n
}

// timeOf is the k-th of the times of samples, without the last digits that multiplying makes of a decimal interval.
func (t *Times) timeOf(k int) float64 {
	if k == t.samplesUntil(t.End) {
		return t.End
	}
	at, _ := strconv.ParseFloat(strconv.FormatFloat(float64(k)*t.SampleInterval, 'g', 15, 64), 64)
	return at
}

// Between is linear in time. What densities are it takes from both.
func Between(a, b *sph.Sample, time float64) sph.Sample {
	if a == nil || a.Time >= b.Time {
		a = b // what was measured before is not known after an error
	}
	part := 1.0
	if time < b.Time && a != b {
		part = max(0, (time-a.Time)/(b.Time-a.Time))
	}
	mean := func(a, b float64) float64 { return a + part*(b-a) }
	means := func(a, b []float64) (m []float64) {
		for i := range b {
			m = append(m, mean(a[i], b[i]))
		}
		return m
	}
	vectors := func(a, b [][3]float64) (m [][3]float64) {
		for i := range b {
			m = append(m, [3]float64(means(a[i][:], b[i][:])))
		}
		return m
	}
	m := sph.Sample{
		Time: time, Step: a.Step, Energy: means(a.Energy, b.Energy),
		Density: [2]float64{min(a.Density[0], b.Density[0]), max(a.Density[1], b.Density[1])}, Stray: max(a.Stray, b.Stray),
		Pressure: means(a.Pressure, b.Pressure), Velocity: vectors(a.Velocity,
			b.Velocity), Height: means(a.Height, b.Height), Front: mean(a.Front, b.Front),
		BelowZero: max(a.BelowZero, b.BelowZero),
		Force:     vectors(a.Force, b.Force), Moment: vectors(a.Moment, b.Moment), Turned: mean(a.Turned, b.Turned),
	}
	for k := range b.Poses {
		if len(a.Poses) == len(b.Poses) {
			m.Poses = append(m.Poses, a.Poses[k].Between(&b.Poses[k], part))
		}
	}
	sums := func(a, b []float64) []float64 {
		if len(a) != len(b) { // a is of an older checkpoint
			return b
		}
		return means(a, b)
	}
	m.Sums, m.Work = sums(a.Sums, b.Sums), sums(a.Work, b.Work)
	m.Readings = sums(a.Readings, b.Readings)
	for i := range b.Corrections {
		m.Corrections = append(m.Corrections,
			[2]float64(means(a.Corrections[i][:], b.Corrections[i][:])))
	}
	m.Rates = b.Rates
	if len(a.Sums) == len(b.Sums) && a != b {
		m.Rates = nil
		for k, sum := range b.Sums {
			m.Rates = append(m.Rates, (sum-a.Sums[k])/(b.Time-a.Time))
		}
	}
	if time >= b.Time {
		m.Step = b.Step
	}
	return m
}
