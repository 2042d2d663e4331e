package output

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// longFile has the samples in the long form: a row for each value.
const longFile = "samples.csv"

// longTable writes it, if it is asked for.
type longTable struct {
	Base
	run  *Run
	file *Growing
	err  error // after which there are no more rows, since some are missing
}

func newLongTable(r *Run) (Observer, error) {
	if !r.Long {
		return Base{}, nil
	}
	file, goesOn, err := r.grow(longFile)
	if err != nil {
		return nil, err
	}
	l := &longTable{run: r, file: file}
	if goesOn {
		return l, nil
	}
	if err := writeHeader(file, []string{"t[s]", "step", "table", "name", "unit", "value"}); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

// Sample adds the rows of a sample, all of them or none.
func (l *longTable) Sample(m *sph.Sample) error {
	if l.err != nil {
		return l.err
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, t := range sampleTables {
		for _, c := range t.cells(l.run.Case, m) {
			w.Write([]string{number(m.Time), strconv.Itoa(m.Step), strings.TrimSuffix(t.file, ".csv"), c.name, c.unit, number(c.value)})
		}
	}
	w.Flush()
	_, l.err = l.file.Write(b.Bytes())
	return l.err
}

func (l *longTable) End(error) error { return l.file.Close() }

// particlesLong has all snapshots of a run in one table.
const particlesLong = "particles_long.csv"

// longSeries writes snapshots into one table, one behind the other: a row for each particle and time.
type longSeries struct {
	*numbered
	file *Growing
}

func newLongCSV(r *Run) (Observer, error) {
	n, err := newNumbered(r, "", "csv", "csv")
	if err != nil {
		return nil, err
	}
	n.whole = func(w io.Writer, s *sph.Snapshot) error { return writeParticles(w, s, columns(s)) }
	file, _, err := r.growWith(&r.series, particlesLong)
	return &longSeries{n, file}, err
}

// Snapshot adds a snapshot as a whole or, as on a full disk, not at all.
func (l *longSeries) Snapshot(s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	own, values, err := l.kept(s, writeParticles)
	if err != nil {
		return err
	}
	size := l.file.size
	if err := l.write(own, idFirst(values)); err != nil {
		return errors.Join(fmt.Errorf("the snapshot at %s s is lost: %w", text.Number(s.Time), err), l.file.back(size))
	}
	l.all, l.last = append(l.all, Instant{s.Time, s.Step, particlesLong}), s
	return nil
}

func (l *longSeries) write(s *sph.Snapshot, values []column) error {
	b := bufio.NewWriterSize(l.file, 1<<20)
	if l.file.size == 0 {
		if err := writeHeader(b, append([]string{"t[s]", "step"}, particleHeadings(values)...)); err != nil {
			return err
		}
	}
	if err := writeRows(b, fmt.Sprintf("%s,%d,", number(s.Time), s.Step), s.Len(), values); err != nil {
		return err
	}
	return b.Flush()
}

func (l *longSeries) End(ended error) error {
	return errors.Join(l.numbered.End(ended), l.file.Close())
}
