package validate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gpusph/internal/option"
	"gpusph/internal/stored"
	"gpusph/output"
	"gpusph/problems"
	"gpusph/sph"
)

// Fits reports whether a run, by its problem and the options that it took, is of the flow of the
// case: of its problem, with its geometry and with the options that the case names. How it is
// computed, at which spacing and with which walls, is free. The geometry of a case file is not
// among the options of a run, so that no stored run fits a case that has one.
func (c *Case) Fits(problem string, taken map[string]string) bool {
	if c.Text != "" {
		return false
	}
	p, err := problems.Find(c.Problem)
	if err != nil || p.Name() != problem || parse(p, c.Options) != nil {
		return false
	}
	for _, o := range p.Options() {
		of := func(other option.Option) bool { return other.Name == o.Name }
		if slices.ContainsFunc(problems.CaseOptions(), of) && !o.Changed {
			continue
		}
		if !equal(o.Taken(), taken[o.Name]) {
			return false
		}
	}
	return true
}

// equal compares values of options.
func equal(a, b string) bool {
	x, wrong := strconv.ParseFloat(a, 64)
	y, other := strconv.ParseFloat(b, 64)
	return a == b || wrong == nil && other == nil && math.Abs(x-y) <= 1e-9*math.Abs(x)
}

// Stored makes a Run of what a run has left in its directory, as far as the case needs it: samples
// of its tables, and what Look keeps of its snapshots. What the tables do not have is NaN.
func (c *Case) Stored(from *stored.Run) (r *Run, err error) {
	defer c.unfit(&err)
	p := from.Parameters
	r = &Run{DeltaP: p.DeltaP, End: from.Time, Steps: from.Steps, Lost: from.Particles.Lost, Seconds: from.Runtime}
	r.Flow = &sph.Case{Name: from.Problem, Params: p.Local(), End: from.Time}
	r.Samples = samplesOf(from)
	if c.Look == nil {
		return r, nil
	}
	for _, name := range []string{"fields", "region"} {
		if value, ok := from.Options[name]; ok && value != map[string]string{"fields": "all", "region": "everywhere"}[name] {
			return nil, errors.New("its snapshots have a part of the particles or values only (--" + name + ")")
		}
	}
	all, err := output.Instants(from.Dir)
	if err != nil {
		return nil, err
	}
	for _, i := range all {
		s, err := i.Read(from.Dir, "Velocity", "Density", "Pressure")
		if err != nil {
			return nil, err
		}
		if !slices.Contains(s.Type, sph.Fluid) {
			return nil, errors.New("a snapshot has no fluid")
		}
		s.Case = r.Flow
		c.look(r, s)
	}
	return r, nil
}

// unfit is deferred: cases look at flows that they have set up themselves, and files may have
// anything.
func (c *Case) unfit(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("its files do not have what %s takes: %v", c.Name, v)
	}
}

// samplesOf are the rows of the tables of a run, which are of the same times.
func samplesOf(from *stored.Run) (all []sph.Sample) {
	energies := from.Energies
	if energies == nil {
		return nil
	}
	n := energies.Len()
	kinetic, potential, internal, time := energies.Of("kinetic"), energies.Of("potential"), energies.Of("internal"), energies.Time()
	const room = 64 // more than any case asks for
	row := func(t *stored.Table, i int) []float64 {
		values := make([]float64, room)
		for k := range values {
			values[k] = math.NaN()
		}
		if t.Len() != n {
			return values
		}
		for k, c := range t.Measured() {
			if k < room {
				values[k] = c.Of[i]
			}
		}
		return values
	}
	front := make([]float64, n)
	if c := from.Gauges.Column("front"); c != nil && len(c.Of) == n {
		front = c.Of
	}
	for i := range n {
		s := sph.Sample{Time: time[i], Energy: []float64{kinetic[i], potential[i], internal[i]}, Front: front[i]}
		s.Pressure, s.Height = row(from.Probes, i), row(from.Gauges, i)
		for k, values := 0, row(from.Forces, i); k+6 <= room; k += 6 {
			s.Force = append(s.Force, [3]float64(values[k:k+3]))
			s.Moment = append(s.Moment, [3]float64(values[k+3:k+6]))
		}
		all = append(all, s)
	}
	return all
}

// LeastEnd is until when the case is run at least, at the level that is shortest [s]. What is of
// the end, or the most of all times, is of that.
func (c *Case) LeastEnd() float64 {
	least := math.Inf(1)
	for _, plan := range c.Levels {
		if len(plan.Spacings) > 0 {
			least = min(least, plan.End)
		}
	}
	return least
}

// Known are the norms of a stored run whose values are known, and the figures of it that have
// something to be compared with.
func (c *Case) Known(r *Run) (rows []Row, figures []*Figure, err error) {
	defer c.unfit(&err)
	for i := range c.Norms {
		if n := &c.Norms[i]; n.Of != nil && n.End <= r.End {
			for _, row := range c.rowsOf(n, []*Run{r}) {
				if !math.IsNaN(row.Value) && !math.IsInf(row.Value, 0) {
					rows = append(rows, row)
				}
			}
		}
	}
	for i := range c.Figures {
		f := &c.Figures[i]
		if f.Reference == nil {
			continue
		}
		if v := f.Of(r); slices.ContainsFunc(v.Y, func(y float64) bool { return !math.IsNaN(y) && !math.IsInf(y, 0) }) {
			figures = append(figures, f)
		}
	}
	return rows, figures, nil
}
