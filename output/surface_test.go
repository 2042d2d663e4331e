package output

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"testing"

	"gpusph/internal/surface"
	"gpusph/sph"
)

// surfaceReader tells what VTK finds in a file with a surface.
const surfaceReader = `
import json, sys, vtk
all = {}
for path in sys.argv[1:]:
    reader = {"vtp": vtk.vtkXMLPolyDataReader, "ply": vtk.vtkPLYReader, "obj": vtk.vtkOBJReader}[path[-3:]]()
    reader.SetFileName(path)
    reader.Update()
    d = reader.GetOutput()
    told = all[path] = {"points": d.GetNumberOfPoints(), "polys": d.GetNumberOfPolys(), "lines": d.GetNumberOfLines(), "bounds": d.GetBounds()}
    told["arrays"] = sorted(d.GetPointData().GetArrayName(i) for i in range(d.GetPointData().GetNumberOfArrays()))
    told["normals"] = d.GetPointData().GetNormals() is not None
    if told["polys"] == 0:
        continue
    edges = vtk.vtkFeatureEdges()
    edges.SetInputData(d)
    edges.FeatureEdgesOff()
    edges.Update()
    told["open"] = edges.GetOutput().GetNumberOfLines()
    mass = vtk.vtkMassProperties()
    mass.SetInputData(d)
    mass.Update()
    told["volume"], told["area"] = mass.GetVolume(), mass.GetSurfaceArea()
    find = vtk.vtkPolyDataNormals()
    find.SetInputData(d)
    find.SplittingOff()
    find.ConsistencyOff()
    find.Update()
    theirs, ours = find.GetOutput().GetPointData().GetNormals(), d.GetPointData().GetNormals()
    if ours:
        told["along"] = min(sum(a * b for a, b in zip(theirs.GetTuple(i), ours.GetTuple(i))) for i in range(d.GetNumberOfPoints()))
json.dump(all, sys.stdout)
`

// pond is water of two heights, in two or three dimensions.
func pond(dim int) (*sph.Snapshot, *surface.Mesh) {
	const dp = 0.05
	p := sph.Defaults(dp)
	p.Dim, p.Max = dim, [3]float64{2, 1, 1}
	s := &sph.Snapshot{Case: &sph.Case{Name: "Pond", Params: p}, Time: 0.5}
	for z := range 12 {
		for y := range 10 {
			for x := range 30 {
				if x > 15 && z > 5 || dim == 2 && y > 0 {
					continue
				}
				at := [3]float32{(float32(x) + 4) * dp, (float32(y) + 4) * dp, (float32(z) + 4) * dp}
				if dim == 2 {
					at[1] = 0
				}
				s.ID, s.Position, s.Type = append(s.ID, uint32(len(s.ID))), append(s.Position, at),
					append(s.Type, sph.Fluid)
			}
		}
	}
	m, err := surface.Of(s, &s.Case.Params,
		surface.Options{Value: func(i int) float64 { return float64(s.Position[i][2]) }})
	if err != nil {
		panic(err)
	}
	return s, m
}

// TestSurfaceFiles reads surfaces of all formats with the VTK library: they are closed, look
// outwards, and have the volume that was written.
func TestSurfaceFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var paths []string
	meshes := map[string]*surface.Mesh{}
	for _, dim := range []int{2, 3} {
		s, m := pond(dim)
		for _, format := range SurfaceFormats {
			path := filepath.Join(dir, fmt.Sprintf("%d.%s", dim, format))
			if err := WriteFile(path, func(w io.Writer) error {
				return WriteSurface(w, format, s, m,
					"height", "m")
			}); err != nil {
				t.Fatal(err)
			}
			if dim == 3 || format != "ply" { // of which VTK reads no lines
				paths, meshes[path] = append(paths, path), m
			}
		}
	}
	var all map[string]struct {
		Points, Polys, Lines, Open int
		Bounds                     [6]float64
		Arrays                     []string
		Normals                    bool
		Volume, Area, Along        float64
	}
	if err := json.Unmarshal(runVTK(t, surfaceReader, paths...), &all); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		got, m := all[path], meshes[path]
		if got.Points != len(m.Points) || got.Polys != len(m.Triangles) || got.Lines != len(m.Lines) ||
			got.Points == 0 {
			t.Errorf("%s has %+v, but there are %d points, %d triangles, %d lines", path, got, len(m.Points),
				len(m.Triangles), len(m.Lines))
		}
		if got.Bounds[0] < 0.15 || got.Bounds[1] > 1.7 || got.Bounds[4] < 0.15 || got.Bounds[5] > 0.8 {
			t.Errorf("%s is in %v", path, got.Bounds)
		}
		if len(m.Lines) > 0 {
			continue
		}
		if want := map[string]string{".vtp": "[Normal height [m]]", ".ply": "[Normals]",
			".obj": "[Normals]"}[filepath.Ext(path)]; fmt.Sprint(got.Arrays) != want {
			t.Errorf("%s has the arrays %v, want %s", path, got.Arrays, want)
		}
		if got.Open != 0 || math.Abs(got.Volume/m.Volume()-1) > 1e-3 ||
			math.Abs(got.Area/m.Size()-1) > 1e-3 {
			t.Errorf("%s has %d open edges, the volume %g and the area %g, not %g and %g", path, got.Open,
				got.Volume, got.Area, m.Volume(), m.Size())
		}
		if !got.Normals || got.Along < 0.8 {
			t.Errorf("%s: normals differ from those of the triangles: %g", path, got.Along)
		}
	}
}
