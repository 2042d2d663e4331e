package output

import (
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gpusph/internal/input"
	"gpusph/internal/text"
	"gpusph/sph"
)

// FindSnapshot reads, of the snapshots of a run directory, that which is nearest to
// a time, or the last if the time is NaN. It reads the formats vtk and msgpack. The
// particles are in no order, and of their Case there is what pictures take. The snapshot must have
// the columns that are named, or all where none is. What else it does not have is 0.
func FindSnapshot(dir string, time float64, needs ...string) (*sph.Snapshot, error) {
	if math.IsNaN(time) {
		time = math.Inf(1)
	}
	chosen, err := Choose(dir, When{Time: time})
	if err != nil {
		return nil, err
	}
	return chosen[0].Read(dir, needs...)
}

// When says which snapshots of a run are meant.
type When struct {
	Time        float64 // the one that is nearest to this [s], unless it is NaN
	From, Until float64 // all in this time [s]; NaN is from the beginning, and until the end
	Every       int     // every n-th of them; 0 is all
}

// Choose is the snapshots of a run directory that are meant: one at least.
func Choose(dir string, w When) ([]Instant, error) {
	all, err := Instants(dir)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no snapshots of the formats vtk or msgpack; use the directory "+
			"of a run that kept some", dir)
	}
	return w.Of(dir, all)
}

// Of is those of some snapshots of a run directory that are meant: one at least.
func (w When) Of(dir string, all []Instant) ([]Instant, error) {
	if !math.IsNaN(w.Time) {
		best := all[len(all)-1]
		for _, i := range all {
			if math.Abs(i.Time-w.Time) < math.Abs(best.Time-w.Time) {
				best = i
			}
		}
		return []Instant{best}, nil
	}
	var some []Instant
	n := 0
	for _, i := range all {
		if i.Time < w.From || i.Time > w.Until {
			continue
		}
		if n%max(1, w.Every) == 0 {
			some = append(some, i)
		}
		n++
	}
	if len(some) == 0 {
		return nil, fmt.Errorf("%s has no snapshot in this time; there are %d from %s to %s s", dir,
			len(all), text.Number(all[0].Time), text.Number(all[len(all)-1].Time))
	}
	return some, nil
}

// Instants are the snapshots of a run directory, in the order of time: of the format vtk, or of
// msgpack where there are none. Their steps are not told.
func Instants(dir string) ([]Instant, error) {
	all, err := listVTK(dir)
	if err == nil && len(all) == 0 {
		all, err = listMsgpack(dir)
	}
	return all, err
}

// InstantsWhole are those of the format msgpack only, which have all that a run knows of walls,
// too.
func InstantsWhole(dir string) ([]Instant, error) { return listMsgpack(dir) }

// Read reads the snapshot, of that run directory, as FindSnapshot does.
func (i Instant) Read(dir string, needs ...string) (*sph.Snapshot, error) {
	if len(needs) == 0 {
		needs = usualFields()
	}
	path, read, suffix := filepath.Join(dir, filepath.FromSlash(i.File)), readVTPWith, "vtp"
	if filepath.Ext(path) == ".msgpack" {
		read, suffix = readSnapshotWith, "msgpack"
	}
	walls := filepath.Join(dir, wallsOf(suffix))
	if _, err := os.Stat(walls); suffix == "msgpack" && os.IsNotExist(err) { // each snapshot has them
		return read(path, needs)
	}
	return readParts(path, walls, needs, read)
}

// ReadListed reads a snapshot that Instants lists as it is: without the walls, where these are
// once. It must have the columns that are needed; what else the file does not have is 0.
func ReadListed(dir string, at Instant, needs ...string) (*sph.Snapshot, error) {
	path := filepath.Join(dir, filepath.FromSlash(at.File))
	if filepath.Ext(path) == ".msgpack" {
		return readSnapshotWith(path, needs)
	}
	return readVTPWith(path, needs)
}

// ReadWalls reads walls.vtp of a run directory, or walls.msgpack; without both it is nil.
func ReadWalls(dir string) (*sph.Snapshot, error) {
	path := filepath.Join(dir, wallsFile)
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		return readVTP(path)
	}
	path = filepath.Join(dir, wallsOf("msgpack"))
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return nil, nil
	}
	return readSnapshotWith(path, nil)
}

// readParts reads what moves, and the walls that do not. Without types and bodies all of the former
// is fluid: with walls that move, the types are there.
func readParts(moving, walls string, needs []string,
	read func(path string, needs []string) (*sph.Snapshot, error)) (*sph.Snapshot, error) {
	needs = slices.DeleteFunc(slices.Clone(needs),
		func(name string) bool { return name == "Type" || name == "Body" })
	s, err := read(moving, needs)
	if err != nil {
		return nil, err
	}
	w, err := read(walls, nil)
	if err != nil {
		return nil, err
	}
	join(s, w)
	return s, nil
}

// mostList is how long lists of files may be [bytes].
const mostList = 256 << 20

// listVTK lists the series of particles.pvd; a directory without one has none.
func listVTK(dir string) (all []Instant, err error) {
	path := filepath.Join(dir, "particles.pvd")
	data, err := input.Read(path, mostList)
	if os.IsNotExist(err) {
		return nil, nil
	}
	var pvd struct {
		Sets []struct {
			Time float64 `xml:"timestep,attr"`
			File string  `xml:"file,attr"`
		} `xml:"Collection>DataSet"`
	}
	if err == nil {
		err = xml.Unmarshal(data, &pvd)
	}
	if err != nil {
		return nil, fmt.Errorf("the list of snapshots %s cannot be read: %w", path, err)
	}
	for _, s := range pvd.Sets {
		if !filepath.IsLocal(filepath.FromSlash(s.File)) {
			return nil, fmt.Errorf("the list of snapshots %s names %q, which is not in its directory", path,
				s.File)
		}
		all = append(all, Instant{Time: s.Time, File: s.File})
	}
	return all, nil
}

// listMsgpack lists the snapshots in MessagePack.
func listMsgpack(dir string) (all []Instant, err error) {
	entries, err := os.ReadDir(filepath.Join(dir, dataDir))
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("the snapshots cannot be listed: %w", err)
	}
	for _, e := range entries { // in the order of their numbers
		if filepath.Ext(e.Name()) != ".msgpack" {
			continue
		}
		time, err := readTime(filepath.Join(dir, dataDir, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, Instant{Time: time, File: dataDir + "/" + e.Name()})
	}
	return all, nil
}
