package output

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
	"gpusph/sph/motion"
)

// withMoving is a snapshot whose step moves, and whose pillar does not.
func withMoving(n int, time float64) *sph.Snapshot {
	s := testSnapshot(n, time)
	s.Case.Bodies[1].Motion = (&motion.Table{Times: []float64{0, 2},
		Displacements: [][3]float64{{}, {0, 0, 1}}}).Rigid()
	for i := range s.Position {
		if s.Type[i] == sph.Wall && (s.Body[i] != 2 || time == 0) {
			s.Position[i] = testSnapshot(n, 0).Position[i]
		} else {
			s.Position[i][2] += float32(time)
		}
	}
	return s
}

// Walls that stay where they are are once, those that move in each snapshot, in all formats; what
// is read back has each particle once, where it is.
func TestWallsThatMove(t *testing.T) {
	all := []*sph.Snapshot{withMoving(1000, 0), withMoving(1000, 1)}
	for _, keep := range []Selection{{WallsOnce: true},
		{WallsOnce: true, Fields: []string{"Id", "Velocity"}}} {
		for _, format := range []string{"vtk", "msgpack"} {
			dir := series(t, format, keep, all...)
			instants, err := Instants(dir)
			if err != nil || len(instants) != 2 {
				t.Fatalf("%s: %d snapshots: %v", format, len(instants), err)
			}
			got, err := instants[1].Read(dir, "Position", "Id")
			if err != nil {
				t.Fatal(err)
			}
			if got.Len() != 1000 {
				t.Errorf("%s: %d particles are read of 1000", format, got.Len())
			}
			at := map[uint32]int{}
			for i, id := range all[1].ID {
				at[id] = i
			}
			for i, id := range got.ID {
				k, ok := at[id]
				if !ok || got.Position[i] != all[1].Position[k] || got.Type[i] != all[1].Type[k] {
					t.Fatalf("%s: particle %d of type %d is at %v, not %v", format, id, got.Type[i],
						got.Position[i], all[1].Position[k])
				}
				delete(at, id)
			}
			listed, err := ReadListed(dir, instants[1])
			walls, e := ReadWalls(dir)
			if err != nil || e != nil || listed.Len()+walls.Len() != 1000 ||
				slices.Contains(walls.Body, 2) || !slices.Contains(listed.Type, sph.Wall) {
				t.Errorf("%s: a snapshot has %d particles and the walls %d: %v, %v", format, listed.Len(),
					walls.Len(), err, e)
			}
		}
		dir := series(t, "csv", keep, all...)
		parts, walls := rows(t, filepath.Join(dir, "data", "part_00001.csv")),
			rows(t, filepath.Join(dir, "walls.csv"))
		if len(parts)+len(walls) != 1002 || strings.Join(walls[0], " ") != "id x[m] y[m] z[m] type body" {
			t.Errorf("csv: %d and %d rows, and of walls %s", len(parts), len(walls), walls[0])
		}
		if len(rows(t, filepath.Join(dir, "last.csv"))) != 1001 {
			t.Error("csv: the last state is not whole")
		}
	}
}

// A run that goes on has its walls as before, or is refused.
func TestWallsOnceGoesOn(t *testing.T) {
	for _, format := range []string{"msgpack", "csv"} {
		for _, once := range []bool{false, true} {
			dir := series(t, format, Selection{WallsOnce: once}, testSnapshot(10, 0))
			from := &Checkpoint{Files: map[string]FileState{"data/part_#." +
				format: {Snapshots: []Instant{{File: "data/part_00000." + format}}}}}
			w := Formats[slices.IndexFunc(Formats, func(w Writer) bool { return w.Name == format })]
			o, err := w.New(&Run{Dir: dir, Case: testCase(), From: from, Keep: Selection{WallsOnce: once}})
			if err != nil {
				t.Fatal(err)
			}
			o.End(nil)
			if _, err := w.New(&Run{Dir: dir, Case: testCase(), From: from,
				Keep: Selection{WallsOnce: !once}}); err == nil ||
				!strings.Contains(err.Error(), "--walls-once=") {
				t.Errorf("%s: the error is %v", format, err)
			}
		}
	}
}

// Fields of the fluid and of walls are read as whole columns, though a file of walls has no more
// than their surface.
func TestJoin(t *testing.T) {
	field := func(name string) *sph.Field {
		all := sph.FieldsOfFiles()
		return all[slices.IndexFunc(all, func(f *sph.Field) bool { return f.Name == name })]
	}
	s, w := testSnapshot(2, 0), testSnapshot(1, 0)
	s.Extra = []sph.Values{{Field: field("Scalar"), Of: []float32{1, 2}}}
	w.Extra = []sph.Values{{Field: field("Surface"), Of: []float32{3, 4, 5, 6}}}
	join(s, w)
	if s.Len() != 3 || len(s.Extra) != 2 || !reflect.DeepEqual(s.Extra[0].Of, []float32{1, 2, 0}) ||
		!reflect.DeepEqual(s.Extra[1].Of, []float32{0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 5, 6}) {
		t.Errorf("%d particles with %v", s.Len(), s.Extra)
	}
}
