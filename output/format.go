package output

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Formats are the writers of snapshots that a run may have, in the order users see.
var Formats = []Writer{
	{"vtk", "the fluid in data/part_00000.vtp and so on, and particles.pvd, which ParaView opens as one time series; the walls once, in walls.vtp",
		[]string{dataDir + "/part_#.vtp", "particles.pvd", wallsFile}, newVTK},
	{"vtk-walls", "the walls with their pressures in data/walls_00000.vtp and so on, and walls.pvd; goes with vtk",
		[]string{dataDir + "/walls_#.vtp", "walls.pvd"}, newVTKWalls},
	{"msgpack", "data/part_00000.msgpack and so on, for scripts: MessagePack maps with raw arrays", []string{dataDir + "/part_#.msgpack"}, newMsgpack},
	{"csv", "data/part_00000.csv and so on, and particles.csv, which lists them with their times", []string{dataDir + "/part_#.csv", "particles.csv"}, newCSV},
}

// dataDir is where snapshots are, in the run directory.
const dataDir = "data"

// numbered gives the files of a run's snapshots their names.
type numbered struct {
	Base
	dir, begin, suffix string
	count              int
}

func newNumbered(dir, begin, suffix string) (numbered, error) {
	if err := os.MkdirAll(filepath.Join(dir, dataDir), 0o777); err != nil {
		return numbered{}, fmt.Errorf("the directory for snapshots cannot be made: %w", err)
	}
	return numbered{dir: dir, begin: begin, suffix: suffix}, nil
}

// next is the next file's name relative to the run directory, with slashes.
func (n *numbered) next() string {
	name := fmt.Sprintf("%s.%s", snapshotName(n.begin, n.count), n.suffix)
	n.count++
	return name
}

// SnapshotName is the name in the run directory, without its suffix, of the snapshot with a number, from 0 on.
func SnapshotName(number int) string { return snapshotName("part", number) }

func snapshotName(begin string, number int) string {
	return fmt.Sprintf("%s/%s_%05d", dataDir, begin, number)
}

// write makes a file of a snapshot.
func (n *numbered) write(s *sph.Snapshot, name string, what func(io.Writer) error) error {
	if err := WriteFile(filepath.Join(n.dir, filepath.FromSlash(name)), what); err != nil {
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
			return fmt.Errorf("the snapshot at %g s has %d particles, but %d values of %s; this is a bug", s.Time, s.Len(), c.count, c.name)
		}
	}
	return nil
}
