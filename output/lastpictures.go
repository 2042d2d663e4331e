package output

import (
	"errors"
	"io"
	"path/filepath"

	"gpusph/output/picture"
	"gpusph/sph"
)

// lastPictures draws the last snapshot of a run.
type lastPictures struct {
	Base
	dir    string
	of     *sph.Case
	last   *sph.Snapshot
	sample *sph.Sample // with curves; nil is none
}

func newLastPictures(r *Run) (Observer, error) { return &lastPictures{dir: r.Dir, of: r.Case}, nil }

func (l *lastPictures) Sample(m *sph.Sample) error {
	if l.of != nil && l.of.HasCurves() {
		l.sample = m
	}
	return nil
}

func (l *lastPictures) Snapshot(s *sph.Snapshot) error {
	l.last = s
	return nil
}

// lastPictureFiles are their names.
func lastPictureFiles() []string {
	all := []string{"last.png", "last_materials.png"}
	for _, p := range sph.LastPictures() {
		all = append(all, "last_"+p.Name+".png")
	}
	return append(all, "last_devices.png")
}

func (l *lastPictures) End(error) error {
	if l.last == nil {
		return nil
	}
	if l.sample != nil {
		with := *l.last
		with.Curves = CurvePoints(l.of, l.sample)
		l.last = &with
	}
	err := l.draw("last.png", picture.Speed)
	if l.last.Kinds() != nil {
		err = errors.Join(err, l.draw("last_materials.png", picture.Material))
	}
	for _, p := range sph.LastPictures() {
		if of := picture.FieldOf(p.Field); of.Check(l.last) == nil {
			err = errors.Join(err, l.draw("last_"+p.Name+".png", of))
		}
	}
	if l.last.Devices > 1 {
		err = errors.Join(err, l.draw("last_devices.png", picture.Device))
	}
	return err
}

// LastPicture is the size of the pictures [pixels]; 0 is the usual one. Tests that start many runs
// make it smaller.
var LastPicture struct{ Width, Height int }

// draw draws it coloured by a field.
func (l *lastPictures) draw(name string, f picture.Field) error {
	options := picture.Options{Field: f, Width: LastPicture.Width, Height: LastPicture.Height}
	return WriteFile(filepath.Join(l.dir, name),
		func(w io.Writer) error { return picture.Draw(w, l.last, options) })
}
