package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gpusph/internal/cli"
	"gpusph/internal/grid/gridfile"
	"gpusph/internal/grid/gridmeasure"
	"gpusph/internal/text"
	"gpusph/output"
)

// gridPoint is a point of a list of points, or of a line, in a run of a grid.
type gridPoint struct {
	of    int     // the first is 1
	along float64 // [m] from the beginning of a line
	at    [3]float64
}

// ofGrid measures in the snapshots of a flow on a grid, at points and along lines.
func (o *options) ofGrid(ctx context.Context, dir string) error {
	if err := o.checkOfGrid(); err != nil {
		return cli.UsageError(err)
	}
	instants, err := gridfile.Choose(dir, output.When{Time: o.time, From: o.from, Until: o.until})
	if err != nil {
		return cli.UsageError(err)
	}
	to := o.dir
	if to == "" {
		to = dir
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return cli.UsageError(fmt.Errorf("--dir: %w; use a directory that can be written", err))
	}
	var written []string
	for _, e := range []struct{ kind, list string }{{"point", o.points}, {"line", o.lines}} {
		if e.list == "" {
			continue
		}
		path := filepath.Join(to, "measure_"+e.kind+"s.csv")
		if err := cli.CheckRemade("dir", path, output.KindMeasured, o.force); err != nil {
			return cli.UsageError(err)
		}
		if err := o.gridTable(ctx, dir, path, e.kind, instants); err != nil {
			return err
		}
		written = append(written, path)
	}
	_, err = fmt.Fprintf(cli.Stdout, "%s, %s\n", text.Count(len(instants), "snapshot"),
		strings.Join(written, ", "))
	return err
}

// checkOfGrid refuses what takes particles.
func (o *options) checkOfGrid() error {
	for _, e := range []struct {
		name string
		used bool
	}{{"planes", o.planes != ""}, {"flux", o.flux != ""}, {"sensors", o.sensors},
		{"beyond", o.beyond != ""}, {"run-up", o.runUp != ""}, {"waves", o.waves},
		{"reflection", o.reflection != ""}} {
		if e.used {
			return fmt.Errorf("--%s measures in particles, but this is a run of a grid; use --points "+
				"or --lines", e.name)
		}
	}
	if o.points+o.lines == "" {
		return errors.New("nothing is to be measured; use --points 0.5,0,0.1 or " +
			"--lines 0.5,0,0,0.5,0,1")
	}
	return nil
}

// gridTable writes a table with a row for each point in each snapshot.
func (o *options) gridTable(ctx context.Context, dir, path, kind string,
	instants []output.Instant) error {
	first, err := readGrid(dir, instants[0].File)
	if err != nil {
		return err
	}
	points, err := o.gridPoints(first, kind)
	if err != nil {
		return cli.UsageError(err)
	}
	columns := []string{"t[s]", "step", kind}
	if kind == "line" {
		columns = append(columns, "s[m]")
	}
	columns = append(append(columns, "x[m]", "y[m]", "z[m]"), first.Columns()...)
	return output.WriteTable(path, columns, func(row func(...float64) error) error {
		for k, i := range instants {
			if ctx.Err() != nil {
				return cli.ErrInterrupted
			}
			m := first
			if k > 0 {
				if m, err = readGrid(dir, i.File); err != nil {
					return err
				}
			}
			for _, p := range points {
				values := []float64{m.Time, float64(m.Step), float64(p.of)}
				if kind == "line" {
					values = append(values, p.along)
				}
				values = append(append(values, p.at[:]...), m.Values(p.at)...)
				if err := row(values...); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func readGrid(dir, file string) (*gridmeasure.Sampler, error) {
	s, err := gridfile.Read(filepath.Join(dir, file))
	if err != nil {
		return nil, cli.UsageError(err)
	}
	m, err := gridmeasure.New(s)
	if err != nil {
		return nil, cli.UsageError(fmt.Errorf("the snapshot %s: %w", file, err))
	}
	return m, nil
}

// gridPoints are the points that are asked for, all within the domain. Those of lines are as far
// apart as cells, unless --spacing says otherwise.
func (o *options) gridPoints(m *gridmeasure.Sampler, kind string) (all []gridPoint, err error) {
	list, n, would := o.points, 3, "0.5,0,0.1"
	if kind == "line" {
		list, n, would = o.lines, 6, "0.5,0,0,0.5,0,1"
	}
	spacing := o.spacing
	if spacing == 0 {
		spacing = min(m.Spacing[0], m.Spacing[1], m.Spacing[2])
	}
	for i, word := range items(list) {
		x, err := numbers(kind+"s", word, n, would)
		if err != nil {
			return nil, err
		}
		points := [][3]float64{[3]float64(x)}
		if kind == "line" {
			from, to := [3]float64(x[:3]), [3]float64(x[3:])
			if distance(from, to)/spacing > mostPoints {
				return nil, tooMany("lines", word)
			}
			points = gridmeasure.Line(from, to, spacing)
		}
		for _, p := range points {
			if err := m.Check(p); err != nil {
				return nil, fmt.Errorf("--%ss has %q: %w", kind, word, err)
			}
			all = append(all, gridPoint{i + 1, distance(points[0], p), p})
		}
	}
	return all, nil
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}
