// Package measure is the command that measures in the snapshots of a run: at points, along lines,
// in planes, through sections.
package measure

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/sph"
)

// options are those of the command measure.
type options struct{ kinds.MeasureOptions }

func (o *options) table() option.Table {
	return option.Table{
		option.Text("points", "`list` of points, as 0.5,0.3,0.1;0.6,0.3,0.1 [m]", &o.Points),
		option.Text("lines", "`list` of lines from a point to another, as 0,0.3,0.1,1.6,0.3,0.1 [m]",
			&o.Lines),
		option.Text("planes", "`list` of planes across the domain, as y=0.335;z=0.1 [m]", &o.Planes),
		option.Text("flux", "`list` of sections through which the flow is measured: planes, as x=0.9, "+
			"or rectangles of them, as x=0.9,0,0.67,0,0.4 with the ends along the other two axes, in "+
			"their order [m]", &o.Flux),
		option.Switch("sensors", "what the run's own probes and gauges would read", &o.Sensors),
		option.Switch("means", "means and standard deviations of what the run has measured: forces, "+
			"gauges, probes and "+sph.PassagesAre(), &o.Means),
		option.Text("window", "`times` between which means are [s], as 2:5 (default where each record "+
			"is steady)", &o.Window),
		option.Text("beyond", "`list` of planes, as x=5.2: the volume of fluid beyond each in the "+
			"direction of the axis, as of what runs over a crest, and how fast it grows [m]", &o.Beyond),
		option.Text("run-up", "`list` of parts of an axis, as x=4.5,8.5: where the main body of the "+
			"fluid is highest there, which is the water's edge on a beach [m]", &o.RunUp),
		option.Switch("zones", "where zones of finer particles pay, as tables of case files", &o.Zones),
		option.Switch("waves", "heights, periods and spectra of the waves at the run's gauges", &o.Waves),
		option.Text("reflection", "three or more `gauges` of the run, as near,middle,far, in the order "+
			"in which waves pass them: incident and reflected waves", &o.Reflection),
		option.Switch("extremes", "the least and the greatest value of each field, and where (of flows "+
			"on grids)", &o.Extremes),
		option.Switch("averages", "means of each field over x and y, along z (of flows on grids)",
			&o.Averages),
		option.Text("level", "`list` of values of fields, as potential-temperature=-1;vx=0: where they "+
			"are on the lines, and along z in the averages (of flows on grids)",
			&o.Level),
		option.Number("spacing", "distance between the points of lines and planes [m]; 0 is the "+
			"particles' spacing", 1e-9, 1e9, "0 is the particles' spacing", &o.Spacing).OrZero(),
		option.When("time", "simulated `time` [s]; the snapshot nearest to it is measured in "+
			"(default all)", "without it, all snapshots are measured in", &o.Time),
		option.When("from", "simulated `time` from which on snapshots are measured in [s] (default the "+
			"beginning)", "without it, all from the beginning on are", &o.From).NotWith("time",
			"that is one snapshot"),
		option.When("until", "simulated `time` until which snapshots are measured in [s] "+
			"(default the end)", "without it, all until the end are", &o.Until).NotWith("time",
			"that is one snapshot"),
		option.Text("dir", "`directory` for the tables, measure_points.csv and so on, made if "+
			"need be (default the run's)", &o.Dir),
		option.Switch("force", "replace these files whatever they are; older tables are replaced anyway",
			&o.Force),
	}
}

const about = `Measures in the snapshots of a run (vtk or msgpack), with the sums of its own probes and gauges, and writes tables (CSV). In flows on grids it takes --points, --lines, --extremes, --averages and --level.`

// Run is the command measure, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("measure", about, "What is measured", (*options).table, measureIn)

func measureIn(ctx context.Context, c *cli.Config, o *options) error {
	dir, k, err := kinds.OnlyDir(c, "--points 0.5,0.3,0.1")
	if err != nil {
		return err
	}
	m, err := k.Measure(dir, &o.MeasureOptions)
	if err != nil {
		return cli.UsageError(err)
	}
	to := cmp.Or(o.Dir, dir)
	if err := o.prepare(to, m.Tables); err != nil {
		return cli.UsageError(err)
	}
	for _, at := range m.Instants {
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if err := m.Look(at); err != nil {
			return err
		}
	}
	return write(to, m)
}

// prepare makes the directory of the tables, and refuses to replace what is not the program's.
func (o *options) prepare(dir string, tables []kinds.Table) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--dir: %w; use a directory that can be written", err)
	}
	for _, t := range tables {
		if err := cli.CheckRemade("dir", filepath.Join(dir, t.File), t.Kind, o.Force); err != nil {
			return err
		}
	}
	return nil
}

// write writes the tables, and prints what they say and where they are.
func write(dir string, m *kinds.Measurement) error {
	var names, about []string
	var said strings.Builder
	for _, t := range m.Tables {
		path := filepath.Join(dir, t.File)
		if err := t.Write(path); err != nil {
			return err
		}
		if t.Say != nil {
			t.Say(&said)
		}
		names = append(names, path)
	}
	if m.Problem != "" {
		about = append(about, text.Printable(m.Problem))
	}
	if n := len(m.Instants); n > 0 {
		about = append(about, text.Count(n, "snapshot"))
	}
	_, err := io.WriteString(cli.Stdout, text.Printable(said.String())+
		strings.Join(append(about, names...), ", ")+"\n")
	return err
}
