package output

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/sph"
)

// probesReader is a Python program that reads a file of probes with the VTK library.
const probesReader = `
import json, os, sys, vtk

def strict(obj, event):
    print("VTK complains about", obj.GetClassName(), file=sys.stderr)
    os._exit(1)

r = vtk.vtkXMLPolyDataReader()
r.AddObserver("ErrorEvent", strict)
r.AddObserver("WarningEvent", strict)
r.SetFileName(sys.argv[1])
r.Update()
d = r.GetOutput()
values = lambda a: [a.GetValue(k) for k in range(a.GetNumberOfValues())]
cells = []
for k in range(d.GetNumberOfCells()):
    c = d.GetCell(k)
    cells.append([c.GetClassName()] + [c.GetPointId(i) for i in range(c.GetNumberOfPoints())])
json.dump({"points": [d.GetPoint(k) for k in range(d.GetNumberOfPoints())], "cells": cells,
           "names": values(d.GetPointData().GetAbstractArray("Name")), "kinds": values(d.GetPointData().GetArray("Kind")),
           "how": [values(d.GetPointData().GetArray(n)) for n in ("Normal", "Distance [m]", "Size [m]")],
           "what": values(d.GetFieldData().GetAbstractArray("KindNames"))}, sys.stdout)
`

// VTK reads probes as points and gauges as lines through the domain, with their names, also where
// there are only gauges or only probes.
func TestProbes(t *testing.T) {
	t.Parallel()
	probes := []sph.Probe{{Name: "P1", Position: [3]float64{0.1, -0.25, 1e-9}},
		{Name: "above <&\" ümlaut", Position: [3]float64{1, 2, 3}, Normal: [3]float64{0, 0, -1},
			Distance: 0.25, Size: 0.5}}
	gauges := []sph.Gauge{{Name: "G1", X: 0.5, Y: 0.125}}
	for _, test := range []struct {
		probes []sph.Probe
		gauges []sph.Gauge
		want   string
		how    string
	}{
		{probes, gauges, `[[0.1 -0.25 1e-09] [1 2 3] [0.5 0.125 -1] [0.5 0.125 4]] [[vtkVertex 0] [vtkVertex 1] [vtkLine 2 3]] [P1 above <&" ümlaut G1 G1] [0 0 1 1]`,
			`[[0 0 0 0 0 -1 0 0 0 0 0 0] [0 0.25 0 0] [0 0.5 0 0]]`},
		{nil, gauges, `[[0.5 0.125 -1] [0.5 0.125 4]] [[vtkLine 0 1]] [G1 G1] [1 1]`,
			`[[0 0 0 0 0 0] [0 0] [0 0]]`},
		{probes[:1], nil, `[[0.1 -0.25 1e-09]] [[vtkVertex 0]] [P1] [0]`, `[[0 0 0] [0] [0]]`},
	} {
		c := &sph.Case{Name: "flow", Probes: test.probes, Gauges: test.gauges}
		c.Params.Min[2], c.Params.Max[2] = -1, 4
		path := filepath.Join(t.TempDir(), "probes.vtp")
		if err := WriteFile(path, func(w io.Writer) error { return WriteProbes(w, c) }); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Points [][3]float64
			Cells  [][]any
			Names  []string
			Kinds  []int
			What   []string
			How    [3][]float64
		}
		if err := json.Unmarshal(runVTK(t, probesReader, path), &got); err != nil {
			t.Fatal(err)
		}
		if found := fmt.Sprint(got.Points, got.Cells, got.Names, got.Kinds); found != test.want {
			t.Errorf("VTK finds %s, want %s", found, test.want)
		}
		if how := fmt.Sprint(got.How); how != test.how {
			t.Errorf("VTK finds normals, distances and sizes %s, want %s", how, test.how)
		}
		if what := fmt.Sprint(got.What); what != "[0 probe 1 gauge]" {
			t.Errorf("kinds are %s", what)
		}
	}
}

// VTK reads some particles of a snapshot with all their values.
func TestVTPOfSome(t *testing.T) {
	t.Parallel()
	dir, all := t.TempDir(), testSnapshot(40, 0)
	for k, at := range [][]int32{{0, 3, 4, 17}, {}} {
		some := Some(all, at)
		name := fmt.Sprintf("some_%d.vtp", k)
		if err := WriteFile(filepath.Join(dir, name),
			func(w io.Writer) error { return WriteVTP(w, some) }); err != nil {
			t.Fatal(err)
		}
		found := readVTK(t, dir, name)
		found[0].check(t, dir, len(at), columns(some))
		if len(at) > 0 && some.ID[3] != all.ID[17] {
			t.Errorf("the last has the id %d, want %d", some.ID[3], all.ID[17])
		}
	}
}

// Gauges are lines along z, at their own x and y, whatever reads the file.
func TestGaugesAreVertical(t *testing.T) {
	c := &sph.Case{Gauges: []sph.Gauge{{Name: "G1", X: 0.5, Y: 0.125}, {Name: "G2", X: 3, Y: -2}}}
	c.Params.Min, c.Params.Max = [3]float64{-10, -20, -1}, [3]float64{10, 20, 4}
	var b strings.Builder
	if err := WriteProbes(&b, c); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0.5 0.125 -1 0.5 0.125 4 3 -2 -1 3 -2 4 </DataArray>",
		`NumberOfLines="2"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
