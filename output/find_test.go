package output

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// TestFindSnapshot holds that the snapshot nearest to a time comes back, with all that
// pictures take, of both formats that are read.
func TestFindSnapshot(t *testing.T) {
	for _, format := range []string{"vtk", "msgpack"} {
		dir, written := write(t, format)
		for _, test := range []struct {
			time float64
			want int
		}{{math.NaN(), 3}, {0, 0}, {0.16, 2}, {9, 3}} {
			got, err := FindSnapshot(dir, test.time)
			if err != nil {
				t.Fatal(err)
			}
			s := written[test.want]
			if got.Time != s.Time || got.Step != s.Step || got.Devices != s.Devices ||
				got.Case.Name != s.Case.Name || got.Len() < written[0].Len() {
				t.Errorf("%s: at %g there is %s at %g s", format, test.time, got.Case.Name, got.Time)
			}
			a, b := &got.Case.Params, &s.Case.Params
			if a.DeltaP != b.DeltaP || a.Min != b.Min || a.Max != b.Max {
				t.Errorf("%s: the domain of %g m is %v to %v", format, a.DeltaP, a.Min, a.Max)
			}
			if fluid := only(s, sph.Fluid); !reflect.DeepEqual(only(got, sph.Fluid).Pressure,
				fluid.Pressure) ||
				!reflect.DeepEqual(only(got, sph.Fluid).Velocity, fluid.Velocity) ||
				!reflect.DeepEqual(only(got, sph.Fluid).Device, fluid.Device) {
				t.Errorf("%s: the fluid at %g s has other values than were written", format, test.time)
			}
		}
	}
}

// TestWallsOnce holds that the walls of the first snapshot are read beside the fluid of
// each.
func TestWallsOnce(t *testing.T) {
	dir := t.TempDir()
	w, err := newVTK(&Run{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := w.Snapshot(testSnapshot(1000, float64(i))); err != nil {
			t.Fatal(err)
		}
	}
	want := only(testSnapshot(1000, 1), sph.Wall)
	got, err := FindSnapshot(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	if walls := only(got, sph.Wall); !reflect.DeepEqual(walls.ID, want.ID) ||
		!reflect.DeepEqual(walls.Position, want.Position) || !reflect.DeepEqual(walls.Body, want.Body) {
		t.Errorf("%d walls come back of %d, or elsewhere", walls.Len(), want.Len())
	}
	if names := strings.Join(files(t, dir), " "); names != "data/part_00000.vtp data/part_00001.vtp flow.pvd paraview.py particles.pvd walls.vtp" {
		t.Errorf("there are %s", names)
	}
}

// TestFindAmongOthers holds that snapshots of other formats are not in the way.
func TestFindAmongOthers(t *testing.T) {
	dir := t.TempDir()
	for _, create := range []func(*Run) (Observer, error){newCSV, newMsgpack, newVTKWalls} {
		w, err := create(&Run{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			if err := w.Snapshot(testSnapshot(10, float64(i))); err != nil {
				t.Fatal(err)
			}
		}
		w.End(nil)
	}
	if s, err := FindSnapshot(dir, 1); err != nil || s.Time != 1 || s.Len() != 10 {
		t.Errorf("the snapshot at 1 s is not found: %v", err)
	}
}

// TestFindSnapshotErrors holds that what is not there, or damaged, is named.
func TestFindSnapshotErrors(t *testing.T) {
	if _, err := FindSnapshot(t.TempDir(), 1); err == nil ||
		!strings.Contains(err.Error(), "no snapshots") {
		t.Errorf("of an empty directory the error is %v", err)
	}
	dir, _ := write(t, "vtk")
	for _, name := range []string{"data/part_00003.vtp", "walls.vtp", "particles.pvd"} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []int{len(whole) / 2, 900, 100, 0} {
			if part > len(whole)/2 || part == 0 && name == "particles.pvd" {
				continue
			}
			if err := os.WriteFile(path, whole[:part], 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := FindSnapshot(dir, 9); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("of %d bytes of %s the error is %v", part, name, err)
			}
		}
		os.WriteFile(path, whole, 0o666)
	}
}

// The times that bound a choice belong to it.
func TestChoose(t *testing.T) {
	dir := t.TempDir()
	list := "<VTKFile><Collection>"
	for k, at := range []string{"0", "0.1", "0.2", "0.3", "0.4"} {
		list += fmt.Sprintf(`<DataSet timestep="%s" file="data/part_%05d.vtp"/>`, at, k)
	}
	if err := os.WriteFile(filepath.Join(dir, "particles.pvd"), []byte(list+"</Collection></VTKFile>"),
		0o666); err != nil {
		t.Fatal(err)
	}
	none := math.NaN()
	for _, test := range []struct {
		when When
		want []float64
	}{
		{When{Time: none, From: none, Until: none}, []float64{0, 0.1, 0.2, 0.3, 0.4}},
		{When{Time: none, From: 0.2, Until: none}, []float64{0.2, 0.3, 0.4}},
		{When{Time: none, From: none, Until: 0.2}, []float64{0, 0.1, 0.2}},
		{When{Time: none, From: 0.1, Until: 0.3}, []float64{0.1, 0.2, 0.3}},
		{When{Time: none, From: 0.4, Until: 0.4}, []float64{0.4}},
		{When{Time: none, From: 0.1, Until: none, Every: 2}, []float64{0.1, 0.3}},
		{When{Time: 0.25000001, From: none, Until: none}, []float64{0.3}},
	} {
		chosen, err := Choose(dir, test.when)
		var got []float64
		for _, i := range chosen {
			got = append(got, i.Time)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%+v chooses %v, not %v: %v", test.when, got, test.want, err)
		}
	}
	if all, err := Choose(dir, When{Time: none, From: 0.41, Until: none}); err == nil {
		t.Errorf("after the last there are %v", all)
	}
}
