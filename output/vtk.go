package output

import (
	"io"
	"slices"

	"gpusph/sph"
)

// wallsFile is where walls are whose values are not kept, in the run directory.
const wallsFile = "walls.vtp"

// surfaceColumn is what walls have that steps do not change.
const surfaceColumn = "Surface"

// vtkSeries writes snapshots as .vtp files and lists them, with their times, in a
// .pvd file: of the fluid, beside the places of the walls once, or of the walls.
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
	if v.of == sph.Fluid && len(v.all) == 0 {
		if err := v.writeWalls(s); err != nil {
			return err
		}
	}
	own := only(v.keep.of(s), v.of)
	values := v.keep.columns(own)
	if v.of == sph.Fluid { // which has none
		values = slices.DeleteFunc(values, func(c column) bool { return c.name == surfaceColumn })
	}
	if err := v.add(s, func(w io.Writer) error { return writeVTP(w, own, values) }); err != nil {
		return err
	}
	return v.write(s, v.list, v.writePVD)
}

// writeWalls writes where the walls are, of what bodies, and their surfaces: all, also where snapshots have a part of the particles.
func (v *vtkSeries) writeWalls(s *sph.Snapshot) error {
	walls := only(s, sph.Wall)
	var values []column
	for _, c := range columns(walls) {
		if c.name == "Position" || c.name == "Type" || c.name == "Body" || c.name == "Id" || c.name == surfaceColumn {
			values = append(values, c)
		}
	}
	return v.write(s, wallsFile, func(w io.Writer) error { return writeVTP(w, walls, values) })
}

// only are the particles of one type.
func only(s *sph.Snapshot, t sph.Type) *sph.Snapshot {
	var at []int32
	for i := range s.ID {
		if s.Type[i] == t {
			at = append(at, int32(i))
		}
	}
	return Some(s, at)
}

// Some are the particles at some indices.
func Some(s *sph.Snapshot, at []int32) *sph.Snapshot {
	var further []sph.Values
	for _, v := range s.Further {
		further = append(further, v.Pick(at))
	}
	return &sph.Snapshot{
		Case: s.Case, Time: s.Time, Step: s.Step, Devices: s.Devices, SHA256: s.SHA256,
		ID: pick(s.ID, at), Position: pick(s.Position, at), Velocity: pick(s.Velocity, at),
		Density: pick(s.Density, at), Pressure: pick(s.Pressure, at),
		Type: pick(s.Type, at), Body: pick(s.Body, at), Device: pick(s.Device, at), Further: further,
	}
}

// pick takes the values at some indices.
func pick[T any](values []T, at []int32) []T {
	picked := make([]T, len(at))
	for k, i := range at {
		picked[k] = values[i]
	}
	return picked
}

// writePVD writes the list of the series as ParaView reads it.
func (v *vtkSeries) writePVD(w io.Writer) error { return WriteSeries(w, v.all) }
