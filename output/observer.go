package output

import (
	"errors"
	"path/filepath"
	"slices"

	"gpusph/sph"
)

// Observer is told what happens in a run. Progress and Sample come from one goroutine, Snapshot
// may come from another at the same time, and End when both are done.
type Observer interface {
	Progress(*sph.Progress) error // of a list period
	Sample(*sph.Sample) error
	Snapshot(*sph.Snapshot) error // whose files are complete when it returns
	End(error) error              // once, with what ended the run or nil
}

// Base is an Observer that does nothing. Others embed it, and write what they need.
type Base struct{}

func (Base) Progress(*sph.Progress) error { return nil }
func (Base) Sample(*sph.Sample) error     { return nil }
func (Base) Snapshot(*sph.Snapshot) error { return nil }
func (Base) End(error) error              { return nil }

// Observers are told one after the other, all of them, also where one has an error.
type Observers []Observer

func (all Observers) Progress(p *sph.Progress) error {
	return all.tell(func(o Observer) error { return o.Progress(p) })
}
func (all Observers) Sample(s *sph.Sample) error {
	return all.tell(func(o Observer) error { return o.Sample(s) })
}
func (all Observers) Snapshot(s *sph.Snapshot) error {
	return all.tell(func(o Observer) error { return o.Snapshot(s) })
}
func (all Observers) End(ended error) error {
	return all.tell(func(o Observer) error { return o.End(ended) })
}

func (all Observers) tell(what func(Observer) error) error {
	var errs []error
	for _, o := range all {
		errs = append(errs, what(o))
	}
	return errors.Join(errs...)
}

// Run is what writers know of a run when it begins.
type Run struct {
	Dir     string // the run directory, which exists
	Case    *sph.Case
	Devices []string  // names
	Keep    Selection // that snapshots have
	Pieces  *Pieces   // of snapshots of the format vtk; nil writes each in one

	From *Checkpoint // from which the run goes on, or nil; what its files have beyond is removed

	rows, series map[string]func() FileState // files that grow with rows, and with snapshots
	growing      []*Growing                  // that grow with rows
}

// Rows are how far the files are that grow with Progress and Sample. It is called where these are.
func (r *Run) Rows() map[string]FileState { return statesOf(r.rows) }

// CheckRows has an error where somebody has removed or shortened one of these files. It is called
// where these are.
func (r *Run) CheckRows() error {
	for _, g := range r.growing {
		if err := g.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Series are how far the snapshots are. It is called where Snapshot is.
func (r *Run) Series() map[string]FileState { return statesOf(r.series) }

func statesOf(all map[string]func() FileState) map[string]FileState {
	states := map[string]FileState{}
	for name, state := range all {
		states[name] = state()
	}
	return states
}

// note has a file's state among others.
func note(all *map[string]func() FileState, name string, state func() FileState) {
	if *all == nil {
		*all = map[string]func() FileState{}
	}
	(*all)[name] = state
}

// was is how far a file was at the checkpoint, if there is one and it had the file.
func (r *Run) was(name string) (state FileState, ok bool) {
	if r.From != nil {
		state, ok = r.From.Files[name]
	}
	return state, ok
}

// grow makes a file of the run that grows with rows, or goes on with it. goesOn says which.
func (r *Run) grow(name string) (file *Growing, goesOn bool, err error) {
	path := filepath.Join(r.Dir, name)
	if was, ok := r.was(name); ok {
		file, err = goOn(path, was.Size)
		goesOn = true
	} else {
		file, err = Create(path)
	}
	if err == nil {
		r.growing = append(r.growing, file)
		note(&r.rows, name, func() FileState { return FileState{Size: file.size} })
	}
	return file, goesOn, err
}

// Writer writes some of the files of a run.
type Writer struct {
	Name, Description string   // in the list of formats
	files             []string // names in the run directory; # is a number
	New               func(*Run) (Observer, error)
}

// Always are the writers of every run. Those of snapshots are Formats.
var Always = slices.Concat(sampleWriters(), []Writer{
	{files: []string{bodiesFile}, New: newBodiesTable},
}, snapshotWriters(), []Writer{
	{files: []string{ContentsFile}, New: newContentsTable},
	sensors,
	{files: []string{"throughput.csv", "throughput_#.csv"}, New: newThroughputTable},
	{files: []string{"throughput.msgpack"}, New: newThroughputRecords},
	{files: lastPictureFiles(), New: newLastPictures},
})

// Begin makes the files of a run that grow.
func Begin(r *Run, writers []Writer) (Observers, error) {
	var all Observers
	for _, w := range writers {
		o, err := w.New(r)
		if err != nil {
			return nil, errors.Join(err, all.End(err))
		}
		all = append(all, o)
	}
	return all, nil
}
