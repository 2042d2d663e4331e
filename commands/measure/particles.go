package measure

import (
	"errors"
	"fmt"
	"os"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/statistics"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// asked is what the options ask for.
type asked struct{ *kinds.MeasureOptions }

// checkOfParticles refuses what takes a grid.
func (o *asked) checkOfParticles() error {
	for _, e := range []struct {
		name string
		used bool
	}{{"extremes", o.Extremes}, {"averages", o.Averages}, {"level", o.Level != ""}} {
		if e.used {
			return fmt.Errorf("--%s measures in flows on grids, but this is a run of particles; use "+
				"--points, --lines or --planes", e.name)
		}
	}
	return nil
}

// ofSnapshots reports whether anything is measured in snapshots. Where nothing is asked for at all,
// what is said of them comes first.
func (o *asked) ofSnapshots() bool {
	return o.Points+o.Lines+o.Planes+o.Flux+o.Beyond+o.RunUp != "" || o.Sensors || o.Zones ||
		!o.Waves && !o.Means && o.Reflection == ""
}

// read reads a run, with its tables where these are measured, and the window of means.
func (o *asked) read(dir string) (run *stored.Run, err error) {
	if o.Means {
		run, err = stored.Read(dir)
	} else {
		run, err = stored.ReadSummary(dir)
	}
	if err != nil {
		return nil, err
	}
	if run.Window, err = statistics.ParseWindow(o.Window); err == nil && run.Time > 0 {
		err = run.Window.CheckEnd(dir, run.Time)
	}
	return run, err
}

// OfParticles measures in a run of particles. It refuses what cannot be measured.
func OfParticles(dir string, options *kinds.MeasureOptions) (*kinds.Measurement, error) {
	o := &asked{options}
	if err := o.checkOfParticles(); err != nil {
		return nil, err
	}
	run, err := o.read(dir)
	if err != nil {
		return nil, err
	}
	params, err := run.Parameters.Flow()
	if err != nil {
		return nil, fmt.Errorf("the summary of %s cannot be used: %w", dir, err)
	}
	if region := run.Options["region"]; region != "" && region != "everywhere" {
		fmt.Fprintf(os.Stderr, "The snapshots have the particles in %s only (--region): within %.3g m "+
			"of its faces, and outside, sums lack particles.\n", text.Printable(region), params.Support())
	}
	m := &kinds.Measurement{Problem: run.Problem}
	if o.ofSnapshots() {
		if m.Instants, err = output.Choose(dir, o.When()); err != nil {
			return nil, err
		}
	}
	tables, err := o.tables(run, &params, len(m.Instants))
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		m.Tables = append(m.Tables, t.measured(run))
	}
	waves, err := o.waveTables(run, &params)
	if err != nil {
		return nil, err
	}
	if o.Means {
		t, err := meanTable(run)
		if err != nil {
			return nil, err
		}
		waves = append(waves, t)
	}
	for _, t := range waves {
		m.Tables = append(m.Tables, kinds.Table{File: t.file, Kind: t.kind, Write: t.write, Say: t.say})
	}
	if len(m.Tables) == 0 {
		return nil, errNothing
	}
	m.Look = func(at output.Instant) error { return look(dir, at, params, tables) }
	return m, nil
}

// look adds the rows of a snapshot to tables.
func look(dir string, at output.Instant, params sph.Params, tables []*table) error {
	s, err := at.Read(dir, "Velocity", "Density", "Pressure", "Type")
	if err != nil {
		return cli.UsageError(err)
	}
	still, err := sph.NewSnapshotProbe(s, params)
	if err != nil {
		return cli.UsageError(fmt.Errorf("the snapshot %s cannot be measured in: %w", at.File, err))
	}
	for _, t := range tables {
		if t.further == nil {
			t.further = append([]string{}, still.Fields()...)
		}
		if len(still.Fields()) != len(t.further) {
			return cli.UsageError(fmt.Errorf("the snapshot %s has the further fields %s, but the "+
				"first has %s", at.File, text.And(still.Fields()), text.And(t.further)))
		}
		t.add(still, s.Time, s.Step)
	}
	return nil
}

// errNothing is where there is nothing to measure.
var errNothing = errors.New("nothing is to be measured; use --points 0.5,0.3,0.1 or " +
	"--lines, --planes, --flux, --beyond, --run-up, --sensors, --zones, --means, --waves or " +
	"--reflection")
