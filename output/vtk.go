package output

import (
	"io"
	"slices"

	"gpusph/sph"
)

// vtkSeries writes snapshots as .vtp files and lists them, with their times, in a
// .pvd file: of what moves, beside the places of the other walls once, or of the walls.
type vtkSeries struct {
	*numbered
	of   sph.Type
	list string // the .pvd file
}

func newVTK(r *Run) (Observer, error) { return newSeries(r, "part", sph.Fluid, "particles.pvd") }

func newVTKWalls(r *Run) (Observer, error) { return newSeries(r, "walls", sph.Wall, "walls.pvd") }

// newSeries begins a series, or goes on with it. Its list then has those snapshots only that there still are.
func newSeries(r *Run, begin string, of sph.Type, list string) (Observer, error) {
	n, err := newNumbered(r, begin, "vtp")
	if err != nil {
		return nil, err
	}
	if of == sph.Fluid {
		n.whole = WriteVTP
	}
	v := &vtkSeries{n, of, list}
	if len(n.all) == 0 {
		return v, nil
	}
	return v, WriteFile(n.path(list), v.writePVD)
}

func (v *vtkSeries) Snapshot(s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	own := v.keep.of(s)
	var values []column
	if v.of == sph.Fluid {
		if err := v.writeWalls(s, writeVTP); err != nil {
			return err
		}
		own = moving(own)
		values = v.keep.columns(own, hasMoving(s))
		if !hasMoving(s) { // fluid has no surface
			values = slices.DeleteFunc(values, func(c column) bool { return c.name == surfaceColumn })
		}
	} else {
		own = only(own, v.of)
		values = v.keep.columns(own, false)
	}
	if err := v.add(s, func(w io.Writer) error { return writeVTP(w, own, values) }); err != nil {
		return err
	}
	return v.write(s, v.list, v.writePVD)
}

// writePVD writes the list of the series as ParaView reads it.
func (v *vtkSeries) writePVD(w io.Writer) error { return WriteSeries(w, v.all) }
