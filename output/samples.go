package output

import (
	"errors"
	"path/filepath"

	"gpusph/sph"
)

// Samples are the tables of what is measured in a flow:
//
//	energies.csv  kinetic, potential, internal energy of the fluid and their sum
//	probes.csv    pressure at each probe
//	gauges.csv    height of the free surface at each gauge
//	forces.csv    force of the fluid on each body, and moment about its centre
//
// Each begins with the time and the step. A case without probes, gauges or bodies
// has no such table.
type Samples struct {
	energies, probes, gauges, forces *Table
}

// NewSamples makes the tables of a case in the run directory dir.
func NewSamples(dir string, c *sph.Case) (*Samples, error) {
	var probes, gauges, forces []string
	for _, p := range c.Probes {
		probes = append(probes, p.Name+"[Pa]")
	}
	for _, g := range c.Gauges {
		gauges = append(gauges, g.Name+"[m]")
	}
	for _, b := range c.Bodies {
		for _, name := range []string{"Fx[N]", "Fy[N]", "Fz[N]", "Mx[N m]", "My[N m]", "Mz[N m]"} {
			forces = append(forces, b.Name+" "+name)
		}
	}
	s := &Samples{}
	for _, t := range []struct {
		table   **Table
		name    string
		columns []string
	}{
		{&s.energies, "energies.csv", []string{"kinetic[J]", "potential[J]", "internal[J]", "total[J]"}},
		{&s.probes, "probes.csv", probes},
		{&s.gauges, "gauges.csv", gauges},
		{&s.forces, "forces.csv", forces},
	} {
		if len(t.columns) == 0 {
			continue
		}
		var err error
		if *t.table, err = NewTable(filepath.Join(dir, t.name), append([]string{"t[s]", "step"}, t.columns...)...); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// Write adds a row to each table.
func (s *Samples) Write(m *sph.Sample) error {
	var forces []float64
	for i := range m.Force {
		forces = append(append(forces, m.Force[i][:]...), m.Moment[i][:]...)
	}
	var errs []error
	for _, t := range []struct {
		table  *Table
		values []float64
	}{
		{s.energies, []float64{m.Kinetic, m.Potential, m.Internal, m.Kinetic + m.Potential + m.Internal}},
		{s.probes, m.Pressure},
		{s.gauges, m.Height},
		{s.forces, forces},
	} {
		if t.table != nil {
			errs = append(errs, t.table.Row(append([]float64{m.Time, float64(m.Step)}, t.values...)...))
		}
	}
	return errors.Join(errs...)
}

// Close closes the tables.
func (s *Samples) Close() error {
	var errs []error
	for _, t := range []*Table{s.energies, s.probes, s.gauges, s.forces} {
		if t != nil {
			errs = append(errs, t.Close())
		}
	}
	return errors.Join(errs...)
}
