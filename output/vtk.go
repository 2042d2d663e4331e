package output

import (
	_ "embed"
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
	of     sph.Type
	list   string  // the .pvd file
	pieces *Pieces // nil writes each snapshot in one
}

// wholeList is a .pvd file of what moves and of the other walls, so that one file shows the flow.
const wholeList = "flow.pvd"

// paraviewFile is a script with which ParaView shows the snapshots, in the run directory.
const paraviewFile = "paraview.py"

//go:embed paraview.py
var paraviewText string

// writeParaView writes the script, with the first snapshot of a series.
func (v *vtkSeries) writeParaView(s *sph.Snapshot) error {
	if len(v.all) > 0 {
		return nil
	}
	return v.write(s, paraviewFile, func(w io.Writer) error {
		p := &s.Case.Params
		_, err := fmt.Fprintf(w, "# Shows the snapshots of %s: paraview --script=%s, in this "+
			"directory.\n"+
			"# Copy it and change what you like: a run that is resumed keeps it.\n"+
			"directory = %q  # of the run, where ParaView does not know that of the script\n"+
			"radius = %s  # of the spheres: half the particle spacing [m]\n"+
			"dimension = %d\n\n%s", s.Case.Name, paraviewFile, ".", number(p.DeltaP/2), p.Dim, paraviewText)
		return err
	})
}

func newVTK(r *Run) (Observer, error) {
	particles, err := newSeries(r, "part", sph.Fluid, "particles.pvd")
	if err != nil || r.Case == nil || !r.Case.HasCurves() {
		return particles, err
	}
	curves, err := newCurveSeries(r)
	return Observers{particles, curves}, err
}

func newVTKWalls(r *Run) (Observer, error) { return newSeries(r, "walls", sph.Wall, "walls.pvd") }

// newSeries begins a series, or goes on with it. Its list then has those snapshots only that there
// still are.
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
			return nil, fmt.Errorf("the vtk snapshots of the run before are in pieces: %t; use "+
				"--pieces=%[1]t", pieces == nil)
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
	return v, v.eachList(func(name string,
		list func(io.Writer) error) error {
		return WriteFile(n.path(name), list)
	})
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
	// it is there in pieces, and now whole
	if n := len(v.all); v.pieces != nil && n > 0 && v.all[n-1].Step == s.Step {
		v.last = s
		return nil
	}
	if v.of == sph.Fluid {
		if err := v.writeWalls(s, writeVTP); err != nil {
			return err
		}
		if err := v.writeParaView(s); err != nil {
			return err
		}
	}
	if err := v.addNext(s); err != nil {
		return err
	}
	return v.eachList(func(name string,
		list func(io.Writer) error) error {
		return v.write(s, name, list)
	})
}

// WriteSeries lists files of a series with their times as ParaView reads it, as particles.pvd. At
// each time there are also those files that stay. Parts are named as their files, without numbers.
func WriteSeries(w io.Writer, all []Instant, stay ...string) error {
	fmt.Fprint(w, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "+
		"byte_order=\"LittleEndian\">\n  <Collection>\n")
	for _, i := range all {
		for part, file := range append([]string{i.File}, stay...) {
			name := strings.TrimRight(strings.TrimSuffix(path.Base(file), path.Ext(file)), "_0123456789")
			fmt.Fprintf(w, "    <DataSet timestep=\"%s\" part=\"%d\" name=\"%s\" file=\"%s\"/>\n",
				number(i.Time), part, name, file)
		}
	}
	_, err := fmt.Fprint(w, "  </Collection>\n</VTKFile>\n")
	return err
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

// withoutSurfaces are columns of fluid, which has no surface, and of walls that move, if there are
// any.
func withoutSurfaces(s *sph.Snapshot, values []column) []column {
	if hasMoving(s) {
		return values
	}
	return slices.DeleteFunc(values, func(c column) bool { return c.name == surfaceColumn })
}
