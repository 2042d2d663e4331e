package output

import (
	"math"
	"strings"

	"gpusph/sph"
)

// sampleTable writes a table that begins with the time and the step, and has a row for each sample.
// A case with nothing to tell there has no such table.
func sampleTable(name string, cells func(*sph.Case, *sph.Sample) []cell) Writer {
	return Writer{files: []string{name}, New: func(r *Run) (Observer, error) {
		c := r.Case
		row := func(m *sph.Sample) []cell { return sampleRow(c, m, cells) }
		first := noSample(c)
		if len(cells(c, first)) == 0 {
			return Base{}, nil
		}
		t, err := newCells(r, name, row(first))
		return &samples{t, row}, err
	}}
}

// samples is a table of samples.
type samples struct {
	*Table
	cellsOf func(*sph.Sample) []cell
}

func (s *samples) Sample(m *sph.Sample) error { return s.cells(s.cellsOf(m)) }

// SampleRows are the rows that a sample adds to the tables of a case, by their files. Columns are
// named as there.
type SampleRows struct {
	File    string
	Columns []string
	Row     func(*sph.Sample) []float64
}

// cellTable is a table of samples.
type cellTable struct {
	file  string
	cells func(*sph.Case, *sph.Sample) []cell
}

// sampleTables are the tables of samples, those of features last.
var sampleTables = append([]cellTable{{"energies.csv", energies}, {"probes.csv", probes},
	{"velocities.csv", velocities}, {"gauges.csv", gauges},
	{"forces.csv", forces}}, featureTables()...)

// featureTables are those of features.
func featureTables() (all []cellTable) {
	for _, t := range sph.SampleTables() {
		all = append(all, cellTable{t.File, func(c *sph.Case, m *sph.Sample) (row []cell) {
			for _, x := range t.ColumnsOf(c, m) {
				if x.Unit != "" {
					x.Unit = perWidth(c, x.Unit)
				}
				row = append(row, cell{x.Name, x.Unit, x.Value})
			}
			return row
		}})
	}
	return all
}

// sampleWriters are those of all tables of samples.
func sampleWriters() (all []Writer) {
	for _, t := range sampleTables {
		all = append(all, sampleTable(t.file, t.cells))
	}
	return all
}

// SampleTables are those of a case that has something to tell there.
func SampleTables(c *sph.Case) (all []SampleRows) {
	for _, table := range sampleTables {
		if len(table.cells(c, noSample(c))) == 0 {
			continue
		}
		row := func(m *sph.Sample) []cell { return sampleRow(c, m, table.cells) }
		all = append(all, SampleRows{table.file, headings(row(noSample(c))),
			func(m *sph.Sample) []float64 { return rowValues(row(m)) }})
	}
	return all
}

// StateRows are the rows that tell of a sample what programs want that control a run: those of
// SampleTables, and of bodies that move.
func StateRows(c *sph.Case) []SampleRows {
	all := SampleTables(c)
	if !c.BodiesMove() {
		return all
	}
	b := &bodiesTable{of: c}
	return append(all, SampleRows{bodiesFile, headings(b.row(noSample(c))),
		func(m *sph.Sample) []float64 { return rowValues(b.row(m)) }})
}

// noSample is a sample of a case that has nothing to tell.
func noSample(c *sph.Case) *sph.Sample {
	bodies := make([][3]float64, len(c.Bodies))
	velocities := make([][3]float64, len(c.Probes)) // one at most for each
	energy := make([]float64, len(c.Params.Energies()))
	return &sph.Sample{Energy: energy, Work: make([]float64, len(c.Bodies)), Pressure: make([]float64,
		len(c.Probes)), Velocity: velocities, Height: make([]float64, len(c.Gauges)), Force: bodies,
		Moment: bodies, Readings: make([]float64, c.Readings())}
}

// sampleRow begins with the time and the step.
func sampleRow(c *sph.Case, m *sph.Sample, cells func(*sph.Case, *sph.Sample) []cell) []cell {
	return append([]cell{{"t", "s", m.Time}, {"step", "", float64(m.Step)}}, cells(c, m)...)
}

// energies are those of the fluid and the sum of those in the balance.
func energies(c *sph.Case, m *sph.Sample) []cell {
	var row []cell
	for k, e := range c.Params.Energies() {
		row = append(row, cell{e.Name, perWidth(c, e.Unit), m.Energy[k]})
	}
	row = append(row, cell{"total", perWidth(c, "J"), c.Params.Balance(m)})
	if moved := c.BodiesMove() && len(m.Work) > 0; moved || c.ForcingChanges() {
		given := m.Turned
		for _, work := range m.Work {
			given -= work
		}
		row = append(row, cell{"given", perWidth(c, "J"), given})
	}
	c.EachFeature(func(f *sph.Feature) {
		for _, x := range f.ColumnsOf(c, m) {
			row = append(row, cell{x.Name, perWidth(c, x.Unit), x.Value})
		}
	})
	return row
}

// perWidth is the unit of what a flow in two dimensions has for each metre of its width. Lengths,
// speeds and angles are in its plane.
func perWidth(c *sph.Case, unit string) string {
	switch {
	case c.Params.Dim != 2:
		return unit
	case unit == "N m":
		return "N"
	case unit == "m³" || unit == "m³/s":
		return strings.Replace(unit, "³", "²", 1)
	case unit == "m" || unit == "m/s" || strings.HasPrefix(unit, "°"):
		return unit
	}
	return unit + "/m"
}

// probes are the pressures there.
func probes(c *sph.Case, m *sph.Sample) (row []cell) {
	for i, p := range c.Probes {
		row = append(row, cell{p.Name, "Pa", m.Pressure[i]})
	}
	return row
}

// velocities are those at the probes that measure them.
func velocities(c *sph.Case, m *sph.Sample) (row []cell) {
	k := 0
	for i := range c.Probes {
		if !c.Probes[i].Velocity {
			continue
		}
		for a, axis := range []string{"x", "y", "z"} {
			row = append(row, cell{c.Probes[i].Name + " v" + axis, "m/s", m.Velocity[k][a]})
		}
		k++
	}
	return row
}

// gauges are the heights of the free surface there, and where the front of the water is.
func gauges(c *sph.Case, m *sph.Sample) (row []cell) {
	for i, g := range c.Gauges {
		row = append(row, cell{g.Name, "m", m.Height[i]})
	}
	if c.Front != "" {
		row = append(row, cell{c.Front, "m", m.Front})
	}
	return row
}

// forces are those of the fluid on each body, and moments about its centre.
func forces(c *sph.Case, m *sph.Sample) (row []cell) {
	for i, b := range c.Bodies {
		for k, axis := range []string{"x", "y", "z"} {
			row = append(row, cell{b.Name + " F" + axis, perWidth(c, "N"), m.Force[i][k]})
		}
		for k, axis := range []string{"x", "y", "z"} {
			row = append(row, cell{b.Name + " M" + axis, perWidth(c, "N m"), m.Moment[i][k]})
		}
	}
	return row
}

const bodiesFile = "bodies.csv"

// bodiesTable writes where bodies that move are, how they move, and what the fluid does to them,
// with a row for each sample. The work is the sum over all steps.
type bodiesTable struct {
	*Table
	of *sph.Case
}

func newBodiesTable(r *Run) (Observer, error) {
	b := &bodiesTable{of: r.Case}
	if !b.of.BodiesMove() {
		return Base{}, nil
	}
	var err error
	b.Table, err = newCells(r, bodiesFile, b.row(noSample(r.Case)))
	return b, err
}

func (b *bodiesTable) Sample(m *sph.Sample) error { return b.cells(b.row(m)) }

func (b *bodiesTable) row(m *sph.Sample) []cell {
	row := []cell{{"t", "s", m.Time}, {"step", "", float64(m.Step)}}
	for i := range b.of.Bodies {
		if b.of.Bodies[i].Moves() && !b.of.Bodies[i].Bends {
			row = append(row, b.body(i, m)...)
		}
	}
	return row
}

// body is what a row says of a body.
func (b *bodiesTable) body(i int, m *sph.Sample) (row []cell) {
	body := &b.of.Bodies[i]
	pose := b.of.PoseOf(i, m, body.Centre)
	at, v, _ := pose.Point(body.Centre)
	w := pose.AngularVelocity()
	three := func(name, unit string, x [3]float64) {
		for a, axis := range []string{"x", "y", "z"} {
			row = append(row, cell{body.Name + " " + name + axis, unit, x[a]})
		}
	}
	three("", "m", b.of.Params.PointOnMap(at))
	three("a", "°", degreesOf(pose.Angles()))
	three("v", "m/s", v)
	three("w", "°/s", degreesOf(w))
	three("F", perWidth(b.of, "N"), m.Force[i])
	three("M", perWidth(b.of, "N m"), m.Moment[i])
	power := 0.0
	for a := range 3 {
		power += m.Force[i][a]*v[a] + m.Moment[i][a]*w[a]
	}
	return append(row, cell{body.Name + " power", perWidth(b.of, "W"), power},
		cell{body.Name + " work", perWidth(b.of, "J"), m.Work[i]})
}

func degreesOf(x [3]float64) [3]float64 {
	for a := range x {
		x[a] *= 180 / math.Pi
	}
	return x
}

// snapshotSums writes a table of a feature with a row for each snapshot.
type snapshotSums struct {
	*Table
	what   *sph.SnapshotTable
	of     *sph.Case
	pieces *Pieces
}

// snapshotWriters are those of the tables of features.
func snapshotWriters() (all []Writer) {
	for _, t := range sph.SnapshotTables() {
		all = append(all, Writer{files: []string{t.File}, New: func(r *Run) (Observer, error) {
			if !t.Has(r.Case) {
				return Base{}, nil
			}
			w := &snapshotSums{what: t, of: r.Case, pieces: r.Pieces}
			var err error
			none := &sph.Snapshot{}
			w.Table, err = snapshotTable(r, t.File, w.row(none, t.Sums(r.Case, none)))
			return w, err
		}})
	}
	return all
}

// Snapshot adds a row. Of a part of the flow it comes after the writer of pieces, for which the
// other processes have told their sums.
func (t *snapshotSums) Snapshot(s *sph.Snapshot) error {
	sums := t.what.Sums(t.of, s)
	if s.Part {
		if t.pieces == nil || t.pieces.OthersSums == nil {
			return nil
		}
		for k, x := range t.pieces.OthersSums(t.what) {
			sums[k] += x
		}
	}
	return t.cells(t.row(s, sums))
}

func (t *snapshotSums) row(s *sph.Snapshot, sums []float64) []cell {
	row := []cell{{"t", "s", s.Time}, {"step", "", float64(s.Step)}}
	for _, x := range t.what.Columns(t.of, sums) {
		row = append(row, cell{x.Name, x.Unit, x.Value})
	}
	return row
}
