package output

import (
	"io"
	"slices"

	"gpusph/sph"
)

// wallsFile is where walls are that stay where they are, once, in the run directory. In other
// formats it has another suffix.
const wallsFile = "walls.vtp"

// wallsOf is that file in the format with a suffix.
func wallsOf(suffix string) string { return "walls." + suffix }

// surfaceColumn is what walls have that steps do not change.
const surfaceColumn = "Surface"

// fixedColumns are what is kept of walls that stay where they are.
var fixedColumns = []string{"Position", "Type", "Body", "Id", surfaceColumn}

// hasMoving reports whether there are walls that move.
func hasMoving(s *sph.Snapshot) bool {
	return slices.ContainsFunc(s.Case.Bodies, func(b sph.Body) bool { return b.Moves() })
}

// stays reports whether a particle is of a wall that stays where it is.
func stays(s *sph.Snapshot, i int) bool {
	b := int(s.Body[i])
	return s.Type[i] == sph.Wall && !(b > 0 && b <= len(s.Case.Bodies) &&
		s.Case.Bodies[b-1].Moves())
}

// moving are the fluid and the walls that move.
func moving(s *sph.Snapshot) *sph.Snapshot {
	return some(s, func(i int) bool { return !stays(s, i) })
}

// writeWalls writes, with the first snapshot of a series, the walls that stay where they are: all,
// also where snapshots have a part of the particles.
func (n *numbered) writeWalls(s *sph.Snapshot,
	how func(io.Writer, *sph.Snapshot, []column) error) error {
	if len(n.all) > 0 {
		return nil
	}
	walls := some(s, func(i int) bool { return stays(s, i) })
	values := slices.DeleteFunc(columns(walls),
		func(c column) bool { return !slices.Contains(fixedColumns, c.name) })
	return n.write(s, wallsOf(n.suffix), func(w io.Writer) error { return how(w, walls, values) })
}

// kept is what a snapshot has of the particles and of their columns. Where walls have a file of
// their own, the first writes that, too.
func (n *numbered) kept(s *sph.Snapshot, how func(io.Writer, *sph.Snapshot, []column) error) (
	own *sph.Snapshot, values []column, err error) {
	own = n.keep.of(s)
	if !n.keep.WallsOnce {
		return own, n.keep.columns(own, false), nil
	}
	own = moving(own)
	return own, n.keep.columns(own, hasMoving(s)), n.writeWalls(s, how)
}

// only are the particles of one type.
func only(s *sph.Snapshot, t sph.Type) *sph.Snapshot {
	return some(s, func(i int) bool { return s.Type[i] == t })
}

// some are the particles that are chosen.
func some(s *sph.Snapshot, chosen func(i int) bool) *sph.Snapshot {
	at := []int32{}
	for i := range s.ID {
		if chosen(i) {
			at = append(at, int32(i))
		}
	}
	return Some(s, at)
}

// Some are the particles at some indices.
func Some(s *sph.Snapshot, at []int32) *sph.Snapshot {
	var further []sph.Values
	for _, v := range s.Extra {
		further = append(further, v.Pick(at))
	}
	return &sph.Snapshot{
		Case: s.Case, Time: s.Time, Step: s.Step, Devices: s.Devices, Part: s.Part, SHA256: s.SHA256,
		ID: pick(s.ID, at), Position: pick(s.Position, at), Velocity: pick(s.Velocity, at),
		Density: pick(s.Density, at), Pressure: pick(s.Pressure, at),
		Type: pick(s.Type, at), Body: pick(s.Body, at), Device: pick(s.Device, at), Extra: further,
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

// join puts the particles of walls behind those of a snapshot. A field that one of both does not
// have is 0 there.
func join(s, walls *sph.Snapshot) {
	n, m := s.Len(), walls.Len()
	s.ID = append(s.ID, walls.ID...)
	s.Position, s.Velocity = append(s.Position, walls.Position...),
		append(s.Velocity, walls.Velocity...)
	s.Density, s.Pressure = append(s.Density, walls.Density...), append(s.Pressure, walls.Pressure...)
	s.Type, s.Body, s.Device = append(s.Type, walls.Type...), append(s.Body, walls.Body...),
		append(s.Device, walls.Device...)
	var all []sph.Values
	for _, f := range sph.FieldsOfFiles() {
		in, of := valuesOf(s, f), valuesOf(walls, f)
		if in == nil && of == nil {
			continue
		}
		each := len(f.Columns)
		if in == nil {
			in = make([]float32, each*n)
		}
		if of == nil {
			of = make([]float32, each*m)
		}
		all = append(all, sph.Values{Field: f, Of: append(in, of...)})
	}
	s.Extra = all
}

// valuesOf are those of a further field, or nil.
func valuesOf(s *sph.Snapshot, f *sph.Field) []float32 {
	for _, v := range s.Extra {
		if v.Field == f {
			return v.Of
		}
	}
	return nil
}
