package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridmeasure"
	"gpusph/internal/text"
	"gpusph/output"
)

// gridPoint is a point of a list of points, or of a line, in a run of a grid.
type gridPoint struct {
	of    int     // the first is 1
	along float64 // [m] from the beginning of a line
	at    [3]float64
}

// gridTable is one that is being made of a run of a grid.
type gridTable struct {
	path    string
	columns []string
	// rows adds those of a snapshot
	rows func(m *gridmeasure.Sampler, row func(...float64) error) error
	row  func(...float64) error
}

// ofGrid measures in the snapshots of a flow on a grid.
func (o *options) ofGrid(ctx context.Context, dir string) error {
	if err := o.checkOfGrid(); err != nil {
		return cli.UsageError(err)
	}
	instants, err := gridfile.Choose(dir, output.When{Time: o.time, From: o.from, Until: o.until})
	if err != nil {
		return cli.UsageError(err)
	}
	to := cmp.Or(o.dir, dir)
	if err := os.MkdirAll(to, 0o777); err != nil {
		return cli.UsageError(fmt.Errorf("--dir: %w; use a directory that can be written", err))
	}
	first, err := readGrid(dir, instants[0].File)
	if err != nil {
		return err
	}
	tables, err := o.gridTables(first)
	if err != nil {
		return cli.UsageError(err)
	}
	var written []string
	for _, t := range tables {
		t.path = filepath.Join(to, t.path)
		if err := cli.CheckRemade("dir", t.path, output.KindMeasured, o.force); err != nil {
			return cli.UsageError(err)
		}
		written = append(written, t.path)
	}
	err = writeTables(tables, func() error {
		for k, i := range instants {
			m := first
			if k > 0 {
				if m, err = readGrid(dir, i.File); err != nil {
					return err
				}
			}
			for _, t := range tables {
				if ctx.Err() != nil {
					return cli.ErrInterrupted
				}
				if err := t.rows(m, t.row); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cli.Stdout, "%s, %s\n", text.Count(len(instants), "snapshot"),
		strings.Join(written, ", "))
	return err
}

// writeTables begins all tables, and ends them when they have their rows.
func writeTables(tables []*gridTable, fill func() error) error {
	if len(tables) == 0 {
		return fill()
	}
	t := tables[0]
	return output.WriteTable(t.path, t.columns, func(row func(...float64) error) error {
		t.row = row
		return writeTables(tables[1:], fill)
	})
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
			return fmt.Errorf("--%s measures in particles, but this is a run of a grid; use --points, "+
				"--lines, --extremes or --averages", e.name)
		}
	}
	if o.level != "" && o.lines == "" && !o.averages {
		return fmt.Errorf("--level is %q, but there is no line to look along; use --lines "+
			"0,0,0,1,0,0, or --averages", o.level)
	}
	if o.points+o.lines == "" && !o.extremes && !o.averages {
		return errors.New("nothing is to be measured; use --points 0.5,0,0.1 or " +
			"--lines 0.5,0,0,0.5,0,1, --extremes or --averages")
	}
	return nil
}

// gridTables are those that are asked for, by the first snapshot.
func (o *options) gridTables(first *gridmeasure.Sampler) (all []*gridTable, err error) {
	for _, kind := range []string{"point", "line"} {
		if list := map[string]string{"point": o.points, "line": o.lines}[kind]; list == "" {
			continue
		}
		points, err := o.gridPoints(first, kind)
		if err != nil {
			return nil, err
		}
		all = append(all, pointsTable(first, kind, points))
	}
	if o.extremes {
		all = append(all, extremesTable(first))
	}
	if o.averages {
		all = append(all, averagesTable(first))
	}
	if o.level != "" {
		t, err := o.levelsTable(first)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// pointsTable has a row for each point in each snapshot.
func pointsTable(first *gridmeasure.Sampler, kind string, points []gridPoint) *gridTable {
	columns := []string{"t[s]", "step", kind}
	if kind == "line" {
		columns = append(columns, "s[m]")
	}
	columns = append(append(columns, "x[m]", "y[m]", "z[m]"), first.Columns()...)
	return &gridTable{path: "measure_" + kind + "s.csv", columns: columns,
		rows: func(m *gridmeasure.Sampler, row func(...float64) error) error {
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
			return nil
		}}
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
