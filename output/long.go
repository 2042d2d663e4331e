package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"gpusph/internal/text"
	"gpusph/sph"
)

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
