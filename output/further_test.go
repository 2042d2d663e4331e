package output

import (
	"bytes"
	"io"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// further gives a snapshot values of a field with one component and of one with three.
func further(s *sph.Snapshot) *sph.Snapshot {
	for _, f := range []*sph.Field{
		{Name: "Temperature", Unit: "K", Columns: []string{"T"}},
		{Name: "Vorticity", Columns: []string{"wx", "wy", "wz"}},
	} {
		v := sph.Values{Field: f}
		for k := range s.Len() * len(f.Columns) {
			v.Of = append(v.Of, float32(k)+0.5)
		}
		s.Extra = append(s.Extra, v)
	}
	return s
}

// Files have a column of each further field that the flow has, and none that it has not.
func TestFurtherColumns(t *testing.T) {
	s := further(testSnapshot(7, 1))
	var csv bytes.Buffer
	if err := writeParticles(&csv, s, columns(s)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(csv.String(), "\n")
	if !strings.HasSuffix(lines[0], ",device,T[K],wx,wy,wz") ||
		!strings.HasSuffix(lines[3], ",2.5,6.5,7.5,8.5") {
		t.Errorf("a table has\n%s\n...\n%s", lines[0], lines[3])
	}
	var plain bytes.Buffer
	if err := writeParticles(&plain, testSnapshot(7, 1), columns(testSnapshot(7, 1))); err != nil || !strings.HasSuffix(strings.Split(plain.String(), "\n")[0], ",device") {
		t.Errorf("a table without further fields has %s, %v", strings.Split(plain.String(), "\n")[0], err)
	}
	walls := only(s, sph.Wall) // the odd ones
	if got := walls.Extra[1].Of; !slices.Equal(got[:6], []float32{3.5, 4.5, 5.5, 9.5, 10.5, 11.5}) ||
		len(got) != 9 || len(walls.Extra[0].Of) != 3 {
		t.Errorf("walls have the values %v", got)
	}
	s.Extra[1].Of = s.Extra[1].Of[3:]
	if err := checkSnapshot(s); err == nil || !strings.Contains(err.Error(), "6 values of Vorticity") {
		t.Errorf("a value too few: %v", err)
	}
}

// What files have of the fields in sph's table is read back, from both formats that are read.
func TestFurtherIsReadBack(t *testing.T) {
	all := sph.FieldsOfFiles()
	if len(all) == 0 {
		t.Fatal("there are no further fields: the test does not test it")
	}
	want := testSnapshot(7, 1)
	for k, f := range all {
		v := sph.Values{Field: f}
		for i := range 7 * len(f.Columns) {
			v.Of = append(v.Of, float32(100*k+i)+0.25)
		}
		want.Extra = append(want.Extra, v)
	}
	dir := t.TempDir()
	for name, write := range map[string]func(io.Writer) error{
		"a.msgpack": func(w io.Writer) error { return writeSnapshot(w, want, columns(want)) },
		"a.vtp":     func(w io.Writer) error { return writeVTP(w, want, columns(want)) },
	} {
		path := filepath.Join(dir, name)
		if err := WriteFile(path, write); err != nil {
			t.Fatal(err)
		}
		read := ReadSnapshot
		if name == "a.vtp" {
			read = readVTP
		}
		got, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Extra, want.Extra) {
			t.Errorf("%s has the further fields %v, not %v", name, got.Extra, want.Extra)
		}
	}
}

// Surfaces of walls are in walls.vtp, which is written once, and not in the files of the fluid,
// which has none.
func TestSurfacesOnce(t *testing.T) {
	s := testSnapshot(7, 1)
	for _, f := range sph.FieldsOfFiles() {
		v := sph.Values{Field: f}
		for i := range 7 * len(f.Columns) {
			v.Of = append(v.Of, float32(i)+0.25)
		}
		s.Extra = append(s.Extra, v)
	}
	dir := t.TempDir()
	for _, create := range []func(*Run) (Observer, error){newVTK, newVTKWalls} {
		w, err := create(&Run{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Snapshot(s); err != nil {
			t.Fatal(err)
		}
	}
	for file, of := range map[string]sph.Type{"walls.vtp": sph.Wall, "data/walls_00000.vtp": sph.Wall,
		"data/part_00000.vtp": sph.Fluid} {
		got, err := readVTP(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		is := func(v sph.Values) bool { return v.Name == surfaceColumn }
		want := only(s, of).Extra
		want = want[slices.IndexFunc(want, is):][:1]
		if of == sph.Fluid {
			want = nil
		}
		var found []sph.Values
		for _, v := range got.Extra {
			if is(v) {
				found = append(found, v)
			}
		}
		if !reflect.DeepEqual(found, want) {
			t.Errorf("%s has the surfaces %v, not %v", file, found, want)
		}
	}
}
