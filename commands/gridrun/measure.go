package gridrun

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridmeasure"
	"gpusph/output"
)

// table is one that is being made of snapshots.
type table struct {
	file    string
	columns []string
	rows    func(m *gridmeasure.Sampler) error // adds those of a snapshot
	values  []float64
}

func (t *table) row(values ...float64) { t.values = append(t.values, values...) }

// measureIn measures in the snapshots of a run.
func measureIn(dir string, o *kinds.MeasureOptions) (*kinds.Measurement, error) {
	if err := checkMeasured(o); err != nil {
		return nil, err
	}
	instants, err := gridfile.Choose(dir, o.When())
	if err != nil {
		return nil, err
	}
	first, err := sampler(dir, instants[0].File)
	if err != nil {
		return nil, err
	}
	tables, err := tablesOf(first, o)
	if err != nil {
		return nil, err
	}
	m := &kinds.Measurement{Instants: instants}
	for _, t := range tables {
		m.Tables = append(m.Tables, kinds.Table{File: t.file, Kind: output.KindMeasured,
			Write: func(path string) error { return kinds.WriteValues(path, t.columns, t.values) }})
	}
	m.Look = func(at output.Instant) (err error) {
		of := first
		if at != instants[0] {
			if of, err = sampler(dir, at.File); err != nil {
				return cli.UsageError(err)
			}
		}
		for _, t := range tables {
			if err := t.rows(of); err != nil {
				return err
			}
		}
		return nil
	}
	return m, nil
}

// checkMeasured refuses what takes particles.
func checkMeasured(o *kinds.MeasureOptions) error {
	for _, e := range []struct {
		name string
		used bool
	}{{"planes", o.Planes != ""}, {"flux", o.Flux != ""}, {"sensors", o.Sensors},
		{"zones", o.Zones},
		{"beyond", o.Beyond != ""}, {"run-up", o.RunUp != ""}, {"waves", o.Waves},
		{"reflection", o.Reflection != ""}} {
		if e.used {
			return fmt.Errorf("--%s measures in particles, but this is a run of a grid; use --points, "+
				"--lines, --extremes or --averages", e.name)
		}
	}
	if o.Level != "" && o.Lines == "" && !o.Averages {
		return fmt.Errorf("--level is %q, but there is no line to look along; use --lines "+
			"0,0,0,1,0,0, or --averages", o.Level)
	}
	if o.Points+o.Lines == "" && !o.Extremes && !o.Averages {
		return errors.New("nothing is to be measured; use --points 0.5,0,0.1 or " +
			"--lines 0.5,0,0,0.5,0,1, --extremes or --averages")
	}
	return nil
}

// tablesOf are those that are asked for, by the first snapshot.
func tablesOf(first *gridmeasure.Sampler, o *kinds.MeasureOptions) (all []*table, err error) {
	for _, of := range []struct {
		kind, list, would string
		numbers           int
	}{{"point", o.Points, "0.5,0,0.1", 3}, {"line", o.Lines, "0.5,0,0,0.5,0,1", 6}} {
		if of.list == "" {
			continue
		}
		var places []kinds.Place
		for i, word := range kinds.Items(of.list) {
			x, err := kinds.Numbers(of.kind+"s", word, of.numbers, of.would)
			if err != nil {
				return nil, err
			}
			some, err := placesOf(first, of.kind, word, x, o.Spacing)
			if err != nil {
				return nil, err
			}
			for _, p := range some {
				places = append(places, kinds.Place{Of: i + 1, Along: distance(some[0], p), At: p})
			}
		}
		all = append(all, placesTable(first, of.kind, places))
	}
	if o.Extremes {
		all = append(all, extremesTable(first))
	}
	if o.Averages {
		all = append(all, averagesTable(first))
	}
	if o.Level != "" {
		t, err := levelsTable(first, o)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// placesTable has a row for each place in each snapshot.
func placesTable(first *gridmeasure.Sampler, kind string, places []kinds.Place) *table {
	t := &table{file: "measure_" + kind + "s.csv",
		columns: append(kinds.PlaceColumns(kind), first.Columns()...)}
	t.rows = func(m *gridmeasure.Sampler) error {
		for _, p := range places {
			t.row(m.Time, float64(m.Step), float64(p.Of))
			if kind == "line" {
				t.row(p.Along)
			}
			t.row(p.At[:]...)
			t.row(m.Values(p.At)...)
		}
		return nil
	}
	return t
}

func sampler(dir, file string) (*gridmeasure.Sampler, error) {
	s, err := gridfile.Read(filepath.Join(dir, file))
	if err != nil {
		return nil, err
	}
	m, err := gridmeasure.New(s)
	if err != nil {
		return nil, fmt.Errorf("the snapshot %s: %w", file, err)
	}
	return m, nil
}

// placesOf are the point, or the points of a line, that numbers x name, all within the domain.
// Those of lines are as far apart as cells, unless a spacing is given.
func placesOf(m *gridmeasure.Sampler, kind, word string, x []float64,
	spacing float64) ([][3]float64, error) {
	points := [][3]float64{[3]float64(x)}
	if kind == "line" {
		if spacing == 0 {
			spacing = min(m.Spacing[0], m.Spacing[1], m.Spacing[2])
		}
		from, to := [3]float64(x[:3]), [3]float64(x[3:])
		if err := kinds.CheckPoints("lines", word, distance(from, to)/spacing); err != nil {
			return nil, err
		}
		points = gridmeasure.Line(from, to, spacing)
	}
	for _, p := range points {
		if err := m.Check(p); err != nil {
			return nil, fmt.Errorf("--%ss has %q: %w", kind, word, err)
		}
	}
	return points, nil
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}
