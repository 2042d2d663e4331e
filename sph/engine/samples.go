package engine

import (
	"strconv"

	"gpusph/sph"
)

// sampling is what has become of the times that samples are asked for: the multiples of an interval before the end, and the end.
type sampling struct {
	free     [][]float64   // of each gauge, at its points: the part of W's integral that walls that stand still leave
	beside   []besideGauge // of each gauge
	answered int           // times that have samples, or are not later than a Sample
	before   *sph.Sample   // the last that was measured
	rows     []sph.Sample
}

// timesUntil is how many multiples of an interval are before the end and not later than a time. Kernel moment counts alike.
func timesUntil(time, interval, end float64) int {
	return int(min(time/interval+1e-9, end/interval-1e-9))
}

// samplesUntil is how many of the times of samples are not later than this one.
func (s *Simulation) samplesUntil(time float64) int {
	n := timesUntil(time, s.options.SampleInterval, s.options.End)
	if time >= s.options.End {
		n++
	}
	return n
}

// timeOf is the k-th of the times, without the last digits that multiplying makes of a decimal interval.
func (s *Simulation) timeOf(k int) float64 {
	if k == s.samplesUntil(s.options.End) {
		return s.options.End
	}
	t, _ := strconv.ParseFloat(strconv.FormatFloat(float64(k)*s.options.SampleInterval, 'g', 15, 64), 64)
	return t
}

// Samples takes the samples at the times asked for that the steps have come to, in their order. Each is
// between what was measured before the step that came to its time and behind it.
func (s *Simulation) Samples() []sph.Sample {
	rows := s.rows
	s.rows = nil
	return rows
}

// takeStepSamples makes samples of what has been measured in a period that is over. A step that was rejected has measured
// with lists that may have been too short. It will be done again.
func (s *Simulation) takeStepSamples() {
	if s.options.SampleInterval == 0 || s.samplesUntil(s.clock.Time) == s.answered {
		return
	}
	for place := range s.domains[0].steps {
		if step, _ := s.stepOfSample(place); step >= int(s.clock.Step) || !s.isDue(place) {
			continue
		}
		m := s.measured(place)
		for s.answered < s.samplesUntil(m.Time) {
			s.answered++
			s.rows = append(s.rows, between(s.before, &m, s.timeOf(s.answered)))
		}
		s.before = &m
	}
}

// reach takes a Sample between periods. It stands for a time asked for that is the same, but for the end, which always has its own.
func (s *Simulation) reach(m *sph.Sample) {
	interval := s.options.SampleInterval
	if interval == 0 {
		return
	}
	for s.answered < s.samplesUntil(m.Time) {
		s.answered++
		if t := s.timeOf(s.answered); t < m.Time-1e-9*interval || t == s.options.End {
			s.rows = append(s.rows, between(s.before, m, t))
		}
	}
	s.before = m
}

// between is linear in time. What densities are it takes from both.
func between(a, b *sph.Sample, time float64) sph.Sample {
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
		Pressure: means(a.Pressure, b.Pressure), Velocity: vectors(a.Velocity, b.Velocity), Height: means(a.Height, b.Height), Front: mean(a.Front, b.Front), Force: vectors(a.Force, b.Force), Moment: vectors(a.Moment, b.Moment),
	}
	if time >= b.Time {
		m.Step = b.Step
	}
	return m
}
