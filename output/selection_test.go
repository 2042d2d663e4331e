package output

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// series writes snapshots in a format as a run that keeps a selection does, and returns the run
// directory.
func series(t *testing.T, format string, keep Selection, all ...*sph.Snapshot) (dir string) {
	t.Helper()
	dir = t.TempDir()
	w := Formats[slices.IndexFunc(Formats, func(w Writer) bool { return w.Name == format })]
	o, err := w.New(&Run{Dir: dir, Case: testCase(), Keep: keep})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if err := o.Snapshot(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.End(nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The values of particles that are asked for are those of a whole snapshot, others are not there,
// and the last state has all.
func TestSelectedFields(t *testing.T) {
	s := testSnapshot(1000, 1)
	keep := Selection{Fields: []string{"Velocity", "Pressure"}}
	dir := series(t, "csv", keep, s)
	few := rows(t, filepath.Join(dir, "data", "part_00000.csv"))
	whole := rows(t, filepath.Join(dir, "last.csv"))
	if want := "x[m] y[m] z[m] vx[m/s] vy[m/s] vz[m/s] p[Pa]"; strings.Join(few[0], " ") != want {
		t.Errorf("a table has the columns %q, not %s", few[0], want)
	}
	if len(few) != 1001 || len(whole) != 1001 || len(whole[0]) != 12 {
		t.Fatalf("%d rows, %d of the last state, with %d columns", len(few), len(whole), len(whole[0]))
	}
	for i := range few {
		if want := append(slices.Clone(whole[i][1:7]), whole[i][8]); !slices.Equal(few[i], want) {
			t.Fatalf("row %d is %q, not %q", i, few[i], want)
		}
	}

	for format, file := range map[string]string{"msgpack": "part_00000.msgpack",
		"vtk": "part_00000.vtp"} {
		dir := series(t, format, keep, s)
		got, err := FindSnapshot(dir, 1, "Velocity", "Pressure")
		if err != nil {
			t.Fatal(err)
		}
		of := only(s, sph.Fluid)
		got, n := only(got, sph.Fluid), of.Len()
		if format == "msgpack" {
			of, n = s, s.Len() // the types are unknown
		}
		if !reflect.DeepEqual(got.Position, of.Position) ||
			!reflect.DeepEqual(got.Velocity, of.Velocity) || !reflect.DeepEqual(got.Pressure, of.Pressure) {
			t.Errorf("%s: the values are others than were written", format)
		}
		if len(got.ID) != n || len(got.Density) != n ||
			slices.ContainsFunc(got.Density, func(x float32) bool { return x != 0 }) {
			t.Errorf("%s: %d particles and %d densities, not %d, or not 0", format, len(got.ID),
				len(got.Density), n)
		}
		data, err := os.ReadFile(filepath.Join(dir, "data", file))
		if err != nil || bytes.Contains(data, []byte("Density")) ||
			bytes.Contains(data, []byte(`Name="Id"`)) || !bytes.Contains(data, []byte("Pressure")) {
			t.Errorf("%s: the file has what is not asked for: %v", format, err)
		}
		_, err = FindSnapshot(dir, 1, "Pressure", "Density")
		if want := "it has no Density; a run whose --fields has density keeps it"; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: the error is %v, not that %s", format, err, want)
		}
		if _, err = FindSnapshot(dir, 1); err == nil {
			t.Errorf("%s: all of it is read", format)
		}
	}
}

// A snapshot has the particles of its regions, each once, and may have none. Its hash is that of
// all.
func TestSelectedRegions(t *testing.T) {
	s, open := testSnapshot(1000, 1), math.Inf(1)
	s.Position[0] = [3]float32{0.5, 1, 0} // on two faces of the first region, and not in the second
	s.Position[1][0] = float32(math.NaN())
	keep := Selection{Regions: []Region{
		{Min: [3]float64{0.5, -open, -open}, Max: [3]float64{open, open, 0}},
		{Min: [3]float64{-open, -open, -0.5}, Max: [3]float64{open, 0.25, open}},
	}}
	var want []uint32
	for i, x := range s.Position {
		if x[0] >= 0.5 && x[2] <= 0 || x[0] == x[0] && x[1] <= 0.25 && x[2] >= -0.5 {
			want = append(want, s.ID[i])
		}
	}
	got, err := ReadSnapshot(filepath.Join(series(t, "msgpack", keep, s), "data",
		"part_00000.msgpack"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.ID, want) || len(want) < 100 || len(want) > 900 || want[0] != s.ID[0] ||
		got.SHA256 != s.SHA256 {
		t.Errorf("%d particles of %d, not %d, with the hash %s", got.Len(), s.Len(), len(want),
			got.SHA256)
	}

	nowhere := Selection{Regions: []Region{{Min: [3]float64{100, -open, -open},
		Max: [3]float64{open, open, open}}}}
	for _, format := range []string{"msgpack", "vtk"} {
		dir := series(t, format, nowhere, s, s)
		got, err := FindSnapshot(dir, 1)
		if err != nil || only(got, sph.Fluid).Len() != 0 || got.SHA256 != "" && got.SHA256 != s.SHA256 {
			t.Errorf("%s: of a region without particles there are %d: %v", format,
				only(got, sph.Fluid).Len(), err)
		}
	}
	if table := rows(t, filepath.Join(series(t, "csv", nowhere, s), "data", "part_00000.csv")); len(table) != 1 || len(table[0]) != 12 {
		t.Errorf("a table of a region without particles has %d rows", len(table))
	}
}

// Without a selection there are the files that there always were.
func TestNothingSelected(t *testing.T) {
	for _, f := range Formats {
		dir := series(t, f.Name, Selection{}, testSnapshot(7, 1))
		for _, name := range files(t, dir) {
			if strings.HasPrefix(name, "last") {
				t.Errorf("%s: there is %s", f.Name, name)
			}
		}
	}
}

// A run that goes on leaves no last state of the run before, which it has gone beyond.
func TestLastStateIsReplaced(t *testing.T) {
	dir := series(t, "csv", Selection{Fields: []string{"Id"}}, testSnapshot(7, 1))
	if _, err := os.Stat(filepath.Join(dir, "last.csv")); err != nil {
		t.Fatal(err)
	}
	o, err := newCSV(&Run{Dir: dir, Case: testCase(), From: &Checkpoint{}})
	if err != nil {
		t.Fatal(err)
	}
	o.End(nil)
	if _, err := os.Stat(filepath.Join(dir, "last.csv")); err == nil {
		t.Error("the last state is still there")
	}
}

// At most as many particles as there is room for in the regions may be in snapshots.
func TestSelectedPart(t *testing.T) {
	c := testCase()
	for range 10000 {
		c.Particles.Add([3]float64{}, sph.Fluid, 0)
	}
	open := math.Inf(1)
	for _, test := range []struct {
		r    Region
		want float64
	}{
		{Region{Min: [3]float64{-open, -open, -open}, Max: [3]float64{open, open, open}}, 1},
		{Region{Min: [3]float64{0.1, 0.1, 0.1}, Max: [3]float64{0.3, 0.3, 0.3}}, 11 * 11 * 11 / 1e4},
		{Region{Min: [3]float64{0.1, 0.1, 0.6}, Max: [3]float64{0.3, 0.3, open}}, 11 * 11 * 4 / 1e4},
	} {
		if got := (&Selection{Regions: []Region{test.r}}).Part(c); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%v: %g, not %g", test.r, got, test.want)
		}
	}
}
