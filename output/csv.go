package output

import (
	"errors"
	"io"
	"slices"

	"gpusph/sph"
)

// csvSeries writes snapshots as tables of particles and lists them, with their times,
// in particles.csv.
type csvSeries struct {
	*numbered
	list *Table
}

func newCSV(r *Run) (Observer, error) {
	n, err := newNumbered(r, "part", "csv", "csv")
	if err != nil {
		return nil, err
	}
	n.whole = func(w io.Writer, s *sph.Snapshot) error { return writeParticles(w, s, columns(s)) }
	list, err := NewTable(n.path("particles.csv"), "part", "t[s]", "step")
	if err != nil {
		return nil, err
	}
	c := &csvSeries{n, list}
	for part := range n.all {
		if err := c.row(part); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *csvSeries) Snapshot(s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	own, values, err := c.kept(s, writeParticles)
	if err != nil {
		return err
	}
	if err := c.add(s, func(w io.Writer) error { return writeParticles(w, own, values) }); err != nil {
		return err
	}
	return c.row(len(c.all) - 1)
}

// row adds a snapshot to the list.
func (c *csvSeries) row(part int) error {
	return c.list.Row(float64(part), c.all[part].Time, float64(c.all[part].Step))
}

func (c *csvSeries) End(ended error) error {
	return errors.Join(c.numbered.End(ended), c.list.End(ended))
}

// writeParticles writes one row per particle with some columns of it. Its id begins the row, if it
// is among them.
func writeParticles(w io.Writer, s *sph.Snapshot, all []column) error {
	all = idFirst(all)
	if err := writeHeader(w, particleHeadings(all)); err != nil {
		return err
	}
	return writeRows(w, s.Len(), all)
}

// idFirst are columns with the id at their beginning.
func idFirst(all []column) []column {
	if id := slices.IndexFunc(all, func(c column) bool { return c.name == "Id" }); id >= 0 {
		return slices.Concat(all[id:id+1], all[:id], all[id+1:])
	}
	return all
}

// particleHeadings are the names of columns in a table.
func particleHeadings(all []column) (names []string) {
	for _, c := range all {
		for k, name := range c.components {
			unit := c.unit
			if c.units != nil {
				unit = c.units[k]
			}
			names = append(names, heading(name, unit))
		}
	}
	return names
}

// writeRows writes the rows of n particles.
func writeRows(w io.Writer, n int, all []column) error {
	var row, numbers []byte
	for i := range n {
		row = row[:0]
		for k := range all {
			numbers = all[k].write(numbers[:0], i, i+1)
			for at := 0; at < len(numbers); at += all[k].kind.bytes {
				row = append(all[k].kind.text(row, numbers[at:]), ',')
			}
		}
		row[len(row)-1] = '\n'
		if _, err := w.Write(row); err != nil {
			return err
		}
	}
	return nil
}
