// Package measure is the command that measures in the snapshots of a run: at points, along lines,
// in planes, through sections.
package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/grid/gridfile"
	"gpusph/internal/option"
	"gpusph/internal/statistics"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// options are those of the command measure.
type options struct {
	points, lines, planes, flux string
	sensors, waves, means       bool
	window                      string
	reflection, beyond, runUp   string
	extremes, averages          bool
	level                       string
	spacing, time, from, until  float64
	dir                         string
	force                       bool
}

func (o *options) table() option.Table {
	return option.Table{
		option.Text("points", "`list` of points, as 0.5,0.3,0.1;0.6,0.3,0.1 [m]", &o.points),
		option.Text("lines", "`list` of lines from a point to another, as 0,0.3,0.1,1.6,0.3,0.1 [m]",
			&o.lines),
		option.Text("planes", "`list` of planes across the domain, as y=0.335;z=0.1 [m]", &o.planes),
		option.Text("flux", "`list` of sections through which the flow is measured: planes, as x=0.9, "+
			"or rectangles of them, as x=0.9,0,0.67,0,0.4 with the ends along the other two axes, in "+
			"their order [m]", &o.flux),
		option.Switch("sensors", "what the run's own probes and gauges would read", &o.sensors),
		option.Switch("means", "means and standard deviations of what the run has measured: forces, "+
			"gauges, probes and openings", &o.means),
		option.Text("window", "`times` between which means are [s], as 2:5 (default where each record "+
			"is steady)", &o.window),
		option.Text("beyond", "`list` of planes, as x=5.2: the volume of fluid beyond each in the "+
			"direction of the axis, as of what runs over a crest, and how fast it grows [m]", &o.beyond),
		option.Text("run-up", "`list` of parts of an axis, as x=4.5,8.5: where the main body of the "+
			"fluid is highest there, which is the water's edge on a beach [m]", &o.runUp),
		option.Switch("waves", "heights, periods and spectra of the waves at the run's gauges", &o.waves),
		option.Text("reflection", "three or more `gauges` of the run, as near,middle,far, in the order "+
			"in which waves pass them: incident and reflected waves", &o.reflection),
		option.Switch("extremes", "the least and the greatest value of each field, and where (of flows "+
			"on grids)", &o.extremes),
		option.Switch("averages", "means of each field over x and y, along z (of flows on grids)",
			&o.averages),
		option.Text("level", "`list` of values of fields, as potential-temperature=-1;vx=0: where they "+
			"are on the lines, and along z in the averages (of flows on grids)",
			&o.level),
		option.Number("spacing", "distance between the points of lines and planes [m]; 0 is the "+
			"particles' spacing", 1e-9, 1e9, "0 is the particles' spacing", &o.spacing).OrZero(),
		option.When("time", "simulated `time` [s]; the snapshot nearest to it is measured in "+
			"(default all)", "without it, all snapshots are measured in", &o.time),
		option.When("from", "simulated `time` from which on snapshots are measured in [s] (default the "+
			"beginning)", "without it, all from the beginning on are", &o.from).NotWith("time",
			"that is one snapshot"),
		option.When("until", "simulated `time` until which snapshots are measured in [s] "+
			"(default the end)", "without it, all until the end are", &o.until).NotWith("time",
			"that is one snapshot"),
		option.Text("dir", "`directory` for the tables, measure_points.csv and so on, made if "+
			"need be (default the run's)", &o.dir),
		option.Switch("force", "replace these files whatever they are; older tables are replaced anyway",
			&o.force),
	}
}

// Syntax is what the command measure takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	return cli.OwnSyntax("measure", about, "What is measured", o.table())
}

const about = `Measures in the snapshots of a run (vtk or msgpack), with the sums of its own probes and gauges, and writes tables (CSV). In flows on grids it takes --points, --lines, --extremes, --averages and --level.`

// Run is the command measure.
func Run(ctx context.Context, args cli.Line) error {
	var o options
	c, err := cli.BeginOwn(args, o.syntax())
	if c == nil {
		return err
	}
	dir, err := c.OnlyDir("--points 0.5,0.3,0.1")
	if err != nil {
		return err
	}
	if gridfile.IsRun(dir) {
		return o.ofGrid(ctx, dir)
	}
	if err := o.checkOfParticles(); err != nil {
		return cli.UsageError(err)
	}
	m, err := o.prepare(dir)
	if err != nil {
		return cli.UsageError(err)
	}
	if err := m.measure(ctx); err != nil {
		return err
	}
	return m.write()
}

// checkOfParticles refuses what takes a grid.
func (o *options) checkOfParticles() error {
	for _, e := range []struct {
		name string
		used bool
	}{{"extremes", o.extremes}, {"averages", o.averages}, {"level", o.level != ""}} {
		if e.used {
			return fmt.Errorf("--%s measures in flows on grids, but this is a run of particles; use "+
				"--points, --lines or --planes", e.name)
		}
	}
	return nil
}

// ofSnapshots reports whether anything is measured in snapshots. Where nothing is asked for at all,
// what is said of them comes first.
func (o *options) ofSnapshots() bool {
	return o.points+o.lines+o.planes+o.flux+o.beyond+o.runUp != "" || o.sensors || !o.waves &&
		!o.means && o.reflection == ""
}

// measurement is what is measured, and in which snapshots.
type measurement struct {
	run       *stored.Run
	params    sph.Params
	instants  []output.Instant
	dir       string
	tables    []*table
	waves     []*waveTable
	snapshots int
}

// read reads a run, with its tables where these are measured, and the window of means.
func (o *options) read(dir string) (run *stored.Run, err error) {
	if o.means {
		run, err = stored.Read(dir)
	} else {
		run, err = stored.ReadSummary(dir)
	}
	if err != nil {
		return nil, err
	}
	if run.Window, err = statistics.ParseWindow(o.window); err == nil && run.Time > 0 {
		err = run.Window.CheckEnd(dir, run.Time)
	}
	return run, err
}

// prepare reads what there is, and refuses what cannot be measured.
func (o *options) prepare(dir string) (*measurement, error) {
	run, err := o.read(dir)
	if err != nil {
		return nil, err
	}
	m := &measurement{run: run, dir: o.dir}
	if m.dir == "" {
		m.dir = dir
	}
	if m.params, err = run.Parameters.Flow(); err != nil {
		return nil, fmt.Errorf("the summary of %s cannot be used: %w", dir, err)
	}
	if region := run.Options["region"]; region != "" && region != "everywhere" {
		fmt.Fprintf(os.Stderr, "The snapshots have the particles in %s only (--region): within %.3g m "+
			"of its faces, and outside, sums lack particles.\n", text.Printable(region), m.params.Support())
	}
	if o.ofSnapshots() {
		if m.instants, err = output.Choose(dir, output.When{Time: o.time, From: o.from, Until: o.until}); err != nil {
			return nil, err
		}
	}
	if m.tables, err = o.tables(run, &m.params, len(m.instants)); err != nil {
		return nil, err
	}
	if m.waves, err = o.waveTables(run, &m.params); err != nil {
		return nil, err
	}
	if o.means {
		t, err := meanTable(run)
		if err != nil {
			return nil, err
		}
		m.waves = append(m.waves, t)
	}
	if len(m.tables)+len(m.waves) == 0 {
		return nil, errNothing
	}
	if err := os.MkdirAll(m.dir, 0o777); err != nil {
		return nil, fmt.Errorf("--dir: %w; use a directory that can be written", err)
	}
	for _, t := range m.waves {
		if err := cli.CheckRemade("dir", filepath.Join(m.dir, t.file), t.kind, o.force); err != nil {
			return nil, err
		}
	}
	for _, t := range m.tables {
		if err := cli.CheckRemade("dir", filepath.Join(m.dir, t.file), output.KindMeasured, o.force); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// measure measures in one snapshot after the other.
func (m *measurement) measure(ctx context.Context) error {
	for _, i := range m.instants {
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		s, err := i.Read(m.run.Dir, "Velocity", "Density", "Pressure", "Type")
		if err != nil {
			return cli.UsageError(err)
		}
		still, err := sph.NewSnapshotProbe(s, m.params)
		if err != nil {
			return cli.UsageError(fmt.Errorf("the snapshot %s cannot be measured in: %w", i.File, err))
		}
		for _, t := range m.tables {
			if t.further == nil {
				t.further = append([]string{}, still.Fields()...)
			}
			if len(still.Fields()) != len(t.further) {
				return cli.UsageError(fmt.Errorf("the snapshot %s has the further fields %s, but the "+
					"first has %s", i.File, text.And(still.Fields()), text.And(t.further)))
			}
			t.add(still, s.Time, s.Step)
		}
		m.snapshots++
	}
	return nil
}

// write writes the tables, and says so.
func (m *measurement) write() error {
	var names []string
	var said strings.Builder
	for _, t := range m.tables {
		if t.say != nil {
			t.say(&said, m.run)
		}
		path := filepath.Join(m.dir, t.file)
		columns := t.headings()
		err := output.WriteTable(path, columns, func(row func(...float64) error) error {
			for at := 0; at < len(t.values); at += len(columns) {
				if err := row(t.values[at : at+len(columns)]...); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		names = append(names, path)
	}
	if _, err := io.WriteString(cli.Stdout, text.Printable(said.String())); err != nil {
		return err
	}
	for _, t := range m.waves {
		path, err := t.write(m.dir)
		if err != nil {
			return err
		}
		names = append(names, path)
	}
	of := ""
	if m.snapshots > 0 {
		of = text.Count(m.snapshots, "snapshot") + ", "
	}
	_, err := fmt.Fprintf(cli.Stdout, "%s, %s%s\n", text.Printable(m.run.Problem), of,
		strings.Join(names, ", "))
	return err
}

// errNothing is where there is nothing to measure.
var errNothing = errors.New("nothing is to be measured; use --points 0.5,0.3,0.1 or " +
	"--lines, --planes, --flux, --beyond, --run-up, --sensors, --means, --waves or --reflection")
