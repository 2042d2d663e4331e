package output

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"gpusph/sph"
)

// vtkSeries writes snapshots as .vtp files and lists them, with their times, in a
// .pvd file: of what moves, beside the places of the other walls once, or of the walls.
type vtkSeries struct {
	*numbered
	of   sph.Type
	list string // the .pvd file
}

// wholeList is a .pvd file of what moves and of the other walls, so that one file shows the flow.
const wholeList = "flow.pvd"

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
	return v, v.eachList(func(name string, list func(io.Writer) error) error { return WriteFile(n.path(name), list) })
}

// eachList goes through the lists of the series.
func (v *vtkSeries) eachList(do func(name string, list func(io.Writer) error) error) error {
	err := do(v.list, func(w io.Writer) error { return WriteSeries(w, v.all) })
	if err == nil && v.of == sph.Fluid {
		err = do(wholeList, func(w io.Writer) error { return WriteSeries(w, v.all, wallsFile) })
	}
	return err
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
	return v.eachList(func(name string, list func(io.Writer) error) error { return v.write(s, name, list) })
}

// WriteSeries lists files of a series with their times as ParaView reads it, as particles.pvd. At each time there are also those files that stay.
// Parts are named as their files, without numbers.
func WriteSeries(w io.Writer, all []Instant, stay ...string) error {
	fmt.Fprint(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n  <Collection>\n")
	for _, i := range all {
		for part, file := range append([]string{i.File}, stay...) {
			name := strings.TrimRight(strings.TrimSuffix(path.Base(file), ".vtp"), "_0123456789")
			fmt.Fprintf(w, "    <DataSet timestep=\"%s\" part=\"%d\" name=\"%s\" file=\"%s\"/>\n", number(i.Time), part, name, file)
		}
	}
	_, err := fmt.Fprint(w, "  </Collection>\n</VTKFile>\n")
	return err
}
