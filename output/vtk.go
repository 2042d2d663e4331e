package output

import (
	"fmt"
	"io"
	"slices"

	"gpusph/sph"
)

// vtkSeries writes snapshots as .vtp files and lists them, with their times, in a
// .pvd file: of what moves, beside the places of the other walls once, or of the walls.
type vtkSeries struct {
	*numbered
	of     sph.Type
	list   string  // the .pvd file
	pieces *Pieces // nil writes each snapshot in one
}

func newVTK(r *Run) (Observer, error) { return newSeries(r, "part", sph.Fluid, "particles.pvd") }

func newVTKWalls(r *Run) (Observer, error) { return newSeries(r, "walls", sph.Wall, "walls.pvd") }

// newSeries begins a series, or goes on with it. Its list then has those snapshots only that there still are.
func newSeries(r *Run, begin string, of sph.Type, list string) (Observer, error) {
	ends, pieces := "vtp", r.Pieces
	if of != sph.Fluid {
		pieces = nil
	} else {
		other := inPieces
		if pieces != nil {
			ends, other = indexSuffix, inOne
		}
		if was, ok := r.was(other); ok && len(was.Snapshots) > 0 {
			return nil, fmt.Errorf("the vtk snapshots of the run before are in pieces: %t; --pieces=%[1]t would do", pieces == nil)
		}
	}
	n, err := newNumbered(r, begin, "vtp", ends)
	if err != nil {
		return nil, err
	}
	if of == sph.Fluid {
		n.whole = WriteVTP
	}
	v := &vtkSeries{n, of, list, pieces}
	if len(n.all) == 0 {
		return v, nil
	}
	return v, WriteFile(n.path(list), v.writePVD)
}

func (v *vtkSeries) Snapshot(s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	if n := len(v.all); v.pieces != nil && n > 0 && v.all[n-1].Step == s.Step { // it is there in pieces, and now whole
		v.last = s
		return nil
	}
	if v.of == sph.Fluid {
		if err := v.writeWalls(s, writeVTP); err != nil {
			return err
		}
	}
	if err := v.addNext(s); err != nil {
		return err
	}
	return v.write(s, v.list, v.writePVD)
}

// addNext writes the next snapshot of the series.
func (v *vtkSeries) addNext(s *sph.Snapshot) error {
	if v.pieces != nil {
		return v.addPieces(s)
	}
	var own *sph.Snapshot
	var values []column
	if v.of == sph.Fluid {
		own, values = v.keep.fluidOf(s)
		values = withoutSurfaces(s, values)
	} else {
		own = only(v.keep.of(s), v.of)
		values = v.keep.columns(own, false)
	}
	return v.add(s, func(w io.Writer) error { return writeVTP(w, own, values) })
}

// withoutSurfaces are columns of fluid, which has no surface, and of walls that move, if there are any.
func withoutSurfaces(s *sph.Snapshot, values []column) []column {
	if hasMoving(s) {
		return values
	}
	return slices.DeleteFunc(values, func(c column) bool { return c.name == surfaceColumn })
}

// writePVD writes the list of the series as ParaView reads it.
func (v *vtkSeries) writePVD(w io.Writer) error { return WriteSeries(w, v.all) }
