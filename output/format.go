package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Formats are the writers of snapshots that a run may have, in the order users see.
var Formats = []Writer{
	{"vtk", "the fluid, and walls that move, in data/part_00000.vtp and so on, and particles.pvd, " +
		"which ParaView opens as one time series; the other walls once, in walls.vtp; flow.pvd has " +
		"both, and paraview.py shows them in ParaView",
		[]string{inOne, inPieces, dataDir + "/part_#_#.vtp", "particles.pvd", wholeList, paraviewFile,
			wallsFile, lastState + ".vtp", dataDir + "/curves_#.vtp", curveList}, newVTK},
	{"vtk-walls", "the walls with their pressures in data/walls_00000.vtp and so on, and walls.pvd; " +
		"goes with vtk",
		[]string{dataDir + "/walls_#.vtp", "walls.pvd"}, newVTKWalls},
	{"msgpack", "data/part_00000.msgpack and so on, for scripts: MessagePack maps with raw arrays",
		[]string{dataDir + "/part_#.msgpack", lastState + ".msgpack", wallsOf("msgpack")}, newMsgpack},
	{"csv", "data/part_00000.csv and so on, and particles.csv, which lists them with their times",
		[]string{dataDir + "/part_#.csv", "particles.csv", lastState + ".csv", wallsOf("csv")}, newCSV},
}

// dataDir is where snapshots are, in the run directory.
const dataDir = "data"

// lastState begins the name of the file with the whole last state, where snapshots have a part.
const lastState = "last"

// numbered gives the files of a run's snapshots their names.
type numbered struct {
	Base
	dir, begin, suffix string
	ends               string // of the names in the series: the suffix, or that of an index
	keep               Selection
	all                []Instant // that are written

	whole func(io.Writer, *sph.Snapshot) error // writes a state with all that it has; nil is not
	last  *sph.Snapshot                        // with all that it has
}

// newNumbered begins a series of snapshots, in files of their own if their names begin with
// something, or goes on with it: then snapshots that were written later are removed.
func newNumbered(r *Run, begin, suffix, ends string) (*numbered, error) {
	if begin != "" {
		if err := os.MkdirAll(filepath.Join(r.Dir, dataDir), 0o777); err != nil {
			return nil, fmt.Errorf("the directory for snapshots cannot be made: %w", err)
		}
	}
	n := &numbered{dir: r.Dir, begin: begin, suffix: suffix, ends: ends, keep: r.Keep}
	name := n.name("#")
	note(&r.series, name, func() FileState { return FileState{Snapshots: slices.Clone(n.all)} })
	if r.From == nil {
		return n, nil
	}
	if err := os.Remove(n.path(lastState + "." + suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the last state of the run before cannot be removed: %w", err)
	}
	was, _ := r.was(name)
	n.all = was.Snapshots
	if _, err := os.Stat(n.path(wallsOf(suffix))); len(n.all) > 0 && suffix != "vtp" &&
		(err == nil) != n.keep.WallsOnce {
		return nil, fmt.Errorf("the %s snapshots of the run before have the walls in other files; use "+
			"--walls-once=%t", suffix, err == nil)
	}
	for later := len(n.all); ; later++ {
		err := n.remove(n.next(later))
		if errors.Is(err, fs.ErrNotExist) {
			return n, nil
		}
		if err != nil {
			return nil, fmt.Errorf("a snapshot later than the checkpoint cannot be removed: %w", err)
		}
	}
}

// remove removes a snapshot of the series, with its pieces. These may be there without their index.
func (n *numbered) remove(name string) error {
	if n.ends == indexSuffix {
		pieces, err := filepath.Glob(strings.TrimSuffix(n.path(name), "."+n.ends) + "_*.vtp")
		for _, piece := range pieces {
			err = errors.Join(err, os.Remove(piece))
		}
		if err != nil {
			return err
		}
	}
	return os.Remove(n.path(name))
}

// next is the name of the file with a number, relative to the run directory, with slashes.
func (n *numbered) next(number int) string { return n.name(fmt.Sprintf("%05d", number)) }

func (n *numbered) name(number string) string {
	return fmt.Sprintf("%s/%s_%s.%s", dataDir, n.begin, number, n.ends)
}

func (n *numbered) path(name string) string {
	return filepath.Join(n.dir,
		filepath.FromSlash(name))
}

// End writes the whole last state, where the snapshots have a part.
func (n *numbered) End(error) error {
	if n.last == nil || n.whole == nil || n.keep.Whole() && !(n.keep.WallsOnce && n.suffix != "vtp") {
		return nil
	}
	return n.write(n.last, lastState+"."+n.suffix,
		func(w io.Writer) error { return n.whole(w, n.last) })
}

// add writes the next file of the series.
func (n *numbered) add(s *sph.Snapshot, what func(io.Writer) error) error {
	name := n.next(len(n.all))
	if err := n.write(s, name, what); err != nil {
		return err
	}
	n.all, n.last = append(n.all, Instant{s.Time, s.Step, name}), s
	return nil
}

// SnapshotName is the name in the run directory, without its suffix, of the snapshot with a number,
// from 0 on.
func SnapshotName(number int) string { return fmt.Sprintf("%s/part_%05d", dataDir, number) }

// write makes a file of a snapshot.
func (n *numbered) write(s *sph.Snapshot, name string, what func(io.Writer) error) error {
	if err := WriteFile(n.path(name), what); err != nil {
		return fmt.Errorf("the snapshot at %s s is lost: %w", text.Number(s.Time), err)
	}
	return nil
}

// checkSnapshot returns what makes a snapshot impossible to write.
func checkSnapshot(s *sph.Snapshot) error {
	if s.Case == nil {
		return fmt.Errorf("the snapshot at %g s has no case; this is a bug", s.Time)
	}
	for _, c := range columns(s) {
		if c.count != s.Len() {
			return fmt.Errorf("the snapshot at %g s has %d particles, but %d values of %s; this is a bug",
				s.Time, s.Len(), c.count, c.name)
		}
	}
	return nil
}
