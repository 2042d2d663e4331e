package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// reader is a Python program that reads a series with the VTK library: it prints
// what it finds as JSON, and puts the arrays' bytes into files beside the .vtp.
const reader = `
import json, os, sys, vtk

def strict(obj, event):
    print("VTK complains about", obj.GetClassName(), file=sys.stderr)
    os._exit(1)

run = sys.argv[1]
pvd = vtk.vtkXMLDataParser()
pvd.SetFileName(os.path.join(run, "particles.pvd"))
assert pvd.Parse() == 1
root = pvd.GetRootElement()
assert root.GetAttribute("type") == "Collection"
collection = root.FindNestedElementWithName("Collection")
found = []
for i in range(collection.GetNumberOfNestedElements()):
    entry = collection.GetNestedElement(i)
    path = os.path.join(run, entry.GetAttribute("file"))
    r = vtk.vtkXMLPolyDataReader()
    r.AddObserver("ErrorEvent", strict)
    r.AddObserver("WarningEvent", strict)
    assert r.CanReadFile(path) == 1
    r.SetFileName(path)
    r.Update()
    assert r.GetErrorCode() == 0
    d = r.GetOutput()
    arrays = {"Position": d.GetPoints().GetData(),
              "connectivity": d.GetVerts().GetConnectivityArray(),
              "offsets": d.GetVerts().GetOffsetsArray()}
    for k in range(d.GetPointData().GetNumberOfArrays()):
        a = d.GetPointData().GetArray(k)
        arrays[a.GetName()] = a
    time = d.GetFieldData().GetArray("TimeValue")
    told = {}
    for name, a in arrays.items():
        n = a.GetNumberOfValues()
        with open(path + "." + name, "wb") as f:
            if n:
                f.write(bytes(memoryview(a)))
        told[name] = [a.GetDataTypeAsString(), a.GetNumberOfComponents(), a.GetNumberOfTuples()]
    found.append({"file": entry.GetAttribute("file"), "timestep": float(entry.GetAttribute("timestep")),
                  "time": time.GetValue(0), "points": d.GetNumberOfPoints(), "verts": d.GetNumberOfVerts(),
                  "cells": d.GetNumberOfCells(), "arrays": told,
                  "scalars": d.GetPointData().GetScalars().GetName(), "vectors": d.GetPointData().GetVectors().GetName()})
json.dump(found, sys.stdout)
`

// TestVTK reads what was written back with the VTK library.
func TestVTK(t *testing.T) {
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import vtk").CombinedOutput(); err != nil {
		message := fmt.Sprintf("the VTK library is not here (%s -c \"import vtk\": %v): apt install python3-vtk9\n%s", python, err, out)
		if os.Getenv("GPUSPH_REQUIRE_VTK") == "1" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	dir, written := write(t, "vtk")
	var out, complaints bytes.Buffer
	c := exec.Command(python, "-c", reader, dir)
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Run(); err != nil || complaints.Len() > 0 {
		t.Fatalf("VTK does not read it: %v\n%s", err, complaints.String())
	}
	type seen struct {
		File             string
		Timestep, Time   float64
		Points, Verts    int
		Cells            int
		Arrays           map[string][3]any
		Scalars, Vectors string
	}
	var found []seen
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	if len(found) != len(written) {
		t.Fatalf("the series has %d snapshots, but %d were written", len(found), len(written))
	}
	types := map[string]string{"Float32": "float", "UInt8": "unsigned char", "UInt32": "unsigned int"}
	for i, s := range written {
		f, n := found[i], s.Len()
		if f.File != fmt.Sprintf("data/part_%05d.vtp", i) || f.Timestep != s.Time || f.Time != s.Time {
			t.Errorf("snapshot %d at %g is %s at %g with TimeValue %g", i, s.Time, f.File, f.Timestep, f.Time)
		}
		if f.Points != n || f.Verts != n || f.Cells != n {
			t.Errorf("%s has %d points, %d vertices and %d cells, but %d particles were written", f.File, f.Points, f.Verts, f.Cells, n)
		}
		if f.Scalars != "Pressure" || f.Vectors != "Velocity" {
			t.Errorf("%s has scalars %s and vectors %s", f.File, f.Scalars, f.Vectors)
		}
		all := columns(s)
		if len(f.Arrays) != len(all)+2 {
			t.Errorf("%s has the arrays %v", f.File, f.Arrays)
		}
		for _, a := range all {
			if got, want := fmt.Sprint(f.Arrays[a.name]), fmt.Sprint([3]any{types[a.kind.vtk], a.components, n}); got != want {
				t.Errorf("%s: %s is %s, want %s", f.File, a.name, got, want)
			}
			if got := values(t, dir, f.File, a.name); !bytes.Equal(got, a.write(nil, 0, n)) {
				t.Errorf("%s: %s has other values than were written", f.File, a.name)
			}
		}
		// Each vertex is a cell of its own point. VTK keeps these numbers in the
		// width it read, and has one offset more than there are cells.
		if got := values(t, dir, f.File, "connectivity"); !bytes.Equal(got, widen(t, counting("", 0, n), len(got))) {
			t.Errorf("%s: the vertices are not 0 to %d", f.File, n)
		}
		if got := values(t, dir, f.File, "offsets"); !bytes.Equal(got, widen(t, counting("", 0, n+1), len(got))) {
			t.Errorf("%s: the offsets are not 0 to %d", f.File, n)
		}
	}
}

func values(t *testing.T, dir, file, array string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, file+"."+array))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// widen is a column of int32 as int64 if that gives the size.
func widen(t *testing.T, c column, size int) []byte {
	b := c.write(nil, 0, c.count)
	if size != 2*len(b) {
		return b
	}
	var wide []byte
	for i := 0; i < len(b); i += 4 {
		wide = append(append(wide, b[i:i+4]...), 0, 0, 0, 0)
	}
	return wide
}

// TestVTPDeterministic holds that the number of cores does not change a file.
func TestVTPDeterministic(t *testing.T) {
	s := testSnapshot(100003, 1)
	var one, many bytes.Buffer
	procs := runtime.GOMAXPROCS(1)
	err := writeVTP(&one, s)
	runtime.GOMAXPROCS(max(procs, 4))
	if err == nil {
		err = writeVTP(&many, s)
	}
	runtime.GOMAXPROCS(procs)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), many.Bytes()) {
		t.Error("one core and four write different files")
	}
}

// TestFewerValues holds that a snapshot with an array too short is refused.
func TestFewerValues(t *testing.T) {
	for _, f := range Formats {
		dir := t.TempDir()
		w, err := f.New(dir)
		if err != nil {
			t.Fatal(err)
		}
		s := testSnapshot(7, 1)
		s.Density = s.Density[:6]
		if err := w.Write(s); err == nil {
			t.Errorf("%s writes a snapshot of 7 particles with 6 densities", f.Name)
		}
		w.Close()
	}
}
