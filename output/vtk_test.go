package output

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	fast "github.com/klauspost/compress/zlib"

	"gpusph/sph"
)

// reader is a Python program that reads the series of a .pvd file, or one .vtp file, of
// a run directory with the VTK library: it prints what it finds as JSON, and puts the
// arrays' bytes into files beside the .vtp.
const reader = `
import json, os, sys, vtk

def strict(obj, event):
    print("VTK complains about", obj.GetClassName(), file=sys.stderr)
    os._exit(1)

run, name = sys.argv[1:]
entries = [(name, 0)]
if name.endswith(".pvd"):
    pvd = vtk.vtkXMLDataParser()
    pvd.SetFileName(os.path.join(run, name))
    assert pvd.Parse() == 1
    root = pvd.GetRootElement()
    assert root.GetAttribute("type") == "Collection"
    collection = root.FindNestedElementWithName("Collection")
    nested = [collection.GetNestedElement(i) for i in range(collection.GetNumberOfNestedElements())]
    entries = [(e.GetAttribute("file"), float(e.GetAttribute("timestep"))) for e in nested]
found = []
for file, timestep in entries:
    path = os.path.join(run, file)
    r = vtk.vtkXMLPPolyDataReader() if path.endswith(".pvtp") else vtk.vtkXMLPolyDataReader()
    r.AddObserver("ErrorEvent", strict)
    r.AddObserver("WarningEvent", strict)
    assert r.CanReadFile(path) == 1
    r.SetFileName(path)
    r.Update()
    assert r.GetErrorCode() == 0
    d = r.GetOutput()
    arrays = {d.GetPoints().GetData().GetName(): d.GetPoints().GetData(),
              "connectivity": d.GetVerts().GetConnectivityArray(),
              "offsets": d.GetVerts().GetOffsetsArray()}
    for k in range(d.GetPointData().GetNumberOfArrays()):
        a = d.GetPointData().GetArray(k)
        arrays[a.GetName()] = a
    told, field = {}, {}
    for k in range(d.GetFieldData().GetNumberOfArrays()):
        a = d.GetFieldData().GetAbstractArray(k)
        field[a.GetName()] = [v if isinstance(v, str) else "%.12g" % v for v in map(a.GetValue, range(a.GetNumberOfValues()))]
    for name, a in arrays.items():
        n = a.GetNumberOfValues()
        with open(path + "." + name.split(" ")[0], "wb") as f:
            if n:
                f.write(bytes(memoryview(a)))
        told[name] = [a.GetDataTypeAsString(), a.GetNumberOfComponents(), a.GetNumberOfTuples()]
    scalars, vectors = d.GetPointData().GetScalars(), d.GetPointData().GetVectors()
    found.append({"file": file, "timestep": timestep, "field": field, "points": d.GetNumberOfPoints(),
                  "verts": d.GetNumberOfVerts(), "cells": d.GetNumberOfCells(), "arrays": told,
                  "scalars": scalars.GetName() if scalars else "", "vectors": vectors.GetName() if vectors else ""})
json.dump(found, sys.stdout)
`

// seen is what VTK finds in a file.
type seen struct {
	File             string
	Timestep         float64
	Field            map[string][]string
	Points, Verts    int
	Cells            int
	Arrays           map[string][3]any
	Scalars, Vectors string
}

// readVTK reads a series or a file of a run directory with the VTK library.
func readVTK(t *testing.T, dir, name string) (found []seen) {
	t.Helper()
	if err := json.Unmarshal(runVTK(t, reader, dir, name), &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// runVTK runs a program that uses the VTK library, and returns what it prints.
func runVTK(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import vtk").CombinedOutput(); err != nil {
		message := fmt.Sprintf("the VTK library is not here (%s -c \"import vtk\": %v): apt install "+
			"python3-vtk9\n%s", python, err, out)
		if os.Getenv("GPUSPH_REQUIRE_VTK") == "1" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	var out, complaints bytes.Buffer
	c := exec.Command(python, append([]string{"-c", program}, args...)...)
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Run(); err != nil || complaints.Len() > 0 {
		t.Fatalf("VTK does not read it: %v\n%s", err, complaints.String())
	}
	return out.Bytes()
}

// check holds that VTK has found the given columns of a snapshot.
func (f *seen) check(t *testing.T, dir string, n int, all []column) {
	t.Helper()
	if f.Points != n || f.Verts != n || f.Cells != n {
		t.Errorf("%s has %d points, %d vertices and %d cells, but %d particles were written", f.File,
			f.Points, f.Verts, f.Cells, n)
	}
	if len(f.Arrays) != len(all)+2 {
		t.Errorf("%s has the arrays %v", f.File, f.Arrays)
	}
	types := map[string]string{"Float32": "float", "Float64": "double", "UInt8": "unsigned char",
		"UInt32": "unsigned int"}
	for _, a := range all {
		if got, want := fmt.Sprint(f.Arrays[a.label()]),
			fmt.Sprint([3]any{types[a.kind.vtk], len(a.components), n}); got != want {
			t.Errorf("%s: %s is %s, want %s", f.File, a.label(), got, want)
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

// TestVTK reads what was written back with the VTK library: the fluid in a series, the
// walls in another or, without what changes, in a file of their own.
func TestVTK(t *testing.T) {
	t.Parallel()
	for _, series := range []struct {
		format, list, name string
		of                 sph.Type
	}{{"vtk", "particles.pvd", "part", sph.Fluid}, {"vtk-walls", "walls.pvd", "walls", sph.Wall}} {
		dir, written := write(t, series.format)
		found := readVTK(t, dir, series.list)
		if len(found) != len(written) {
			t.Fatalf("the series has %d snapshots, but %d were written", len(found), len(written))
		}
		for i, s := range written {
			f := &found[i]
			if f.File != fmt.Sprintf("data/%s_%05d.vtp", series.name, i) || f.Timestep != s.Time {
				t.Errorf("snapshot %d at %g is %s at %g", i, s.Time, f.File, f.Timestep)
			}
			if f.Scalars != "Pressure [Pa]" || f.Vectors != "Velocity [m/s]" {
				t.Errorf("%s has scalars %s and vectors %s", f.File, f.Scalars, f.Vectors)
			}
			f.check(t, dir, len(ids(s, series.of)), columns(only(s, series.of)))
		}
		if series.of == sph.Wall {
			continue
		}
		both := readVTK(t, dir, "flow.pvd") // parts of which the second stays
		var fixed []column
		for _, c := range columns(only(written[0], sph.Wall)) {
			if strings.Contains("Position Type Body Id", c.name) {
				fixed = append(fixed, c)
			}
		}
		both[1].check(t, dir, len(ids(written[0], sph.Wall)), fixed)
		for i, f := range both {
			if f.Timestep != written[i/2].Time || len(both) != 2*len(written) ||
				f.File != []string{found[i/2].File, "walls.vtp"}[i%2] {
				t.Errorf("entry %d of %d of flow.pvd is %s at %g", i, len(both), f.File, f.Timestep)
			}
		}
	}
}

// stubParaView runs paraview.py with a module in place of ParaView's. Its readers are VTK's own. It
// prints what the script sets.
const stubParaView = `
import json, os, runpy, sys, types
import xml.etree.ElementTree as tree
import vtk

said = {}
class Any:
    def __init__(self, **given): self.__dict__.update(given)
    def __getattr__(self, name): return lambda *args: said.setdefault(name, []).append(args)
def readers(path):
    if path.endswith(".pvd"):
        first = next(tree.parse(path).iter("DataSet")).get("file")
        path = os.path.join(os.path.dirname(path), first)
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()
def source(FileName):
    data = readers(FileName[0] if isinstance(FileName, list) else FileName)
    points = data.GetPointData()
    arrays = {points.GetArrayName(i): None for i in range(points.GetNumberOfArrays())}
    said.setdefault("points", []).append(data.GetNumberOfPoints())
    return Any(PointData=arrays, TimestepValues=[0, 1])
simple = types.ModuleType("paraview.simple")
simple.PVDReader = simple.XMLPolyDataReader = source
simple.ColorBy = lambda display, array: said.setdefault("colours", []).append(array)
shown = []
def show(*_):
    shown.append(Any())
    return shown[-1]
simple.Show = show
others = "GetActiveViewOrCreate RenameSource UpdatePipeline GetAnimationScene ResetCamera Render"
for name in others.split():
    setattr(simple, name, lambda *args, **given: Any())
sys.modules["paraview"] = types.ModuleType("paraview")
sys.modules["paraview.simple"] = simple
runpy.run_path(os.path.join(sys.argv[1], "paraview.py"))
radii = [d.GaussianRadius for d in shown]
print(json.dumps({"points": said["points"], "colours": said["colours"], "radii": radii}))
`

// TestParaViewScript runs the script that opens the snapshots in ParaView, on VTK's readers: it
// finds the files and the velocity, and has half the spacing as radius.
func TestParaViewScript(t *testing.T) {
	dir, written := write(t, "vtk")
	var got struct {
		Points  []int
		Colours [][]string
		Radii   []float64
	}
	if err := json.Unmarshal(runVTK(t, stubParaView, dir), &got); err != nil {
		t.Fatal(err)
	}
	s := written[0]
	if want := []int{len(ids(s, sph.Fluid)), len(ids(s, sph.Wall))}; !slices.Equal(got.Points, want) {
		t.Errorf("the script opens %d points, not %d", got.Points, want)
	}
	if radius := s.Case.Params.DeltaP / 2; !slices.Equal(got.Radii, []float64{radius, radius}) {
		t.Errorf("the radii are %g, not %g", got.Radii, radius)
	}
	if want := [][]string{{"POINTS", "Velocity [m/s]", "Magnitude"}}; !reflect.DeepEqual(got.Colours, want) {
		t.Errorf("the colours are of %q, not %q", got.Colours, want)
	}
}

// Files open where the XML parser puts off a tag that it gets in pieces until it has twice as much
// of it as when it last tried: ParaView 5.11 takes no arrays for XML then, wherever the tag begins.
func TestVTKInPieces(t *testing.T) {
	const block, last = 4096, "\n</VTKFile>\n"
	for bodies := range 300 { // their names are in the file, so the tag would be elsewhere
		s := testSnapshot(10, 0)
		s.Case.Bodies = append(s.Case.Bodies, sph.Body{Name: strings.Repeat("b", 1+bodies)})
		data, _ := vtpOf(t, s)
		const name = "<AppendedData"
		begin := bytes.Index(data, []byte(name))
		end := begin + bytes.IndexByte(data[begin:], '>')
		pieces := []int{len(name)}
		if rest := block - (begin+len(name))%block; begin+len(name)+rest < end {
			pieces = append(pieces, rest)
			for range end - begin - len(name) - rest {
				pieces = append(pieces, 1)
			}
		} else {
			pieces = append(pieces, end-begin-len(name))
		}
		have, tried := 0, 0
		for _, n := range append(pieces, len("/"), len(">"), len(last)) {
			if have += n; have >= 2*tried {
				tried = have
			}
		}
		if tried < end-begin+len("/>") {
			t.Fatalf("with the tag at %d, %d bytes long, the parser has last tried after %d", begin,
				end-begin, tried)
		}
	}
}

// ids are those of one type.
func ids(s *sph.Snapshot, of sph.Type) (all []uint32) {
	for i, id := range s.ID {
		if s.Type[i] == of {
			all = append(all, id)
		}
	}
	return all
}

// TestVTKFieldData holds that files tell the time, the flow's parameters with their
// units, and what the numbers of types and bodies stand for.
func TestVTKFieldData(t *testing.T) {
	t.Parallel()
	dir, written := write(t, "vtk")
	for i, f := range readVTK(t, dir, "particles.pvd") {
		want := map[string][]string{
			"TimeValue": {fmt.Sprintf("%.12g", written[i].Time)}, "Step": {"1234567"}, "Devices": {"3"},
			"DeltaP [m]": {"0.02"}, "H [m]": {"0.026"}, "Mass [kg]": {"0.008"}, "Rho0 [kg/m3]": {"1000"},
			"C0 [m/s]":   {"20"},
			"Origin [m]": {"0", "0", "0"}, "DomainMin [m]": {"-0.06", "-0.06", "-0.06"},
			"DomainMax [m]": {"1.66", "0.73", "0.66"},
			"Problem":       {"Test"}, "TypeNames": {"0 fluid", "1 wall"},
			"BodyNames": {"0 none", "1 pillar", "2 step"},
		}
		if !reflect.DeepEqual(f.Field, want) {
			t.Errorf("%s has the field data\n%v, want\n%v", f.File, f.Field, want)
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

// TestCounting holds that numbers beyond 32 bits are written in 64.
func TestCounting(t *testing.T) {
	small, large := counting("n", math.MaxInt32-2, 2), counting("n", math.MaxInt32-1, 3)
	if got, want := small.write(nil, 0, 2), []byte{0xfd, 0xff, 0xff, 0x7f, 0xfe, 0xff, 0xff, 0x7f}; small.kind.vtk != "Int32" || !bytes.Equal(got, want) {
		t.Errorf("%s has %x, not %x", small.kind.vtk, got, want)
	}
	if got, want := large.write(nil, 1, 3),
		[]byte{0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0}; large.kind.vtk != "Int64" || !bytes.Equal(got, want) {
		t.Errorf("%s has %x, not %x", large.kind.vtk, got, want)
	}
}

// TestVTPDeterministic holds that the number of cores does not change a file.
func TestVTPDeterministic(t *testing.T) {
	s := testSnapshot(100003, 1)
	var one, many bytes.Buffer
	procs := runtime.GOMAXPROCS(1)
	err := writeVTP(&one, s, columns(s))
	runtime.GOMAXPROCS(max(procs, 4))
	if err == nil {
		err = writeVTP(&many, s, columns(s))
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
		w, err := f.New(&Run{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		s := testSnapshot(7, 1)
		s.Density = s.Density[:6]
		if err := w.Snapshot(s); err == nil {
			t.Errorf("%s writes a snapshot of 7 particles with 6 densities", f.Name)
		}
		w.End(nil)
	}
}

// BenchmarkCompression compresses the particles of fluid and of walls of a snapshot, the .msgpack
// file that GPUSPH_SNAPSHOT names, as .vtp files have them, by some compressors on one core, and
// tells what is left.
func BenchmarkCompression(b *testing.B) {
	path := os.Getenv("GPUSPH_SNAPSHOT")
	if path == "" {
		b.Skip("GPUSPH_SNAPSHOT names no snapshot")
	}
	whole, err := ReadSnapshot(path)
	if err != nil {
		b.Fatal(err)
	}
	type compressor interface {
		io.WriteCloser
		Reset(io.Writer)
	}
	standard := func(level int) compressor { z, _ := zlib.NewWriterLevel(nil, level); return z }
	klauspost := func(level int) compressor { z, _ := fast.NewWriterLevel(nil, level); return z }
	for _, of := range []sph.Type{sph.Fluid, sph.Wall} {
		s := only(whole, of)
		arrays := append(columns(s), counting("connectivity", 0, s.Len()),
			counting("offsets", 1, s.Len()))
		for _, c := range []struct {
			name string
			z    compressor
		}{{"klauspost_1", klauspost(1)}, {"klauspost_6", klauspost(6)}, {"klauspost_9", klauspost(9)},
			{"standard_1", standard(1)}, {"standard_6", standard(6)}} {
			b.Run(map[sph.Type]string{sph.Fluid: "fluid/", sph.Wall: "walls/"}[of]+c.name,
				func(b *testing.B) {
					var raw, left int
					for b.Loop() {
						raw, left = 0, 0
						for _, a := range arrays {
							each := blockBytes / a.size()
							for k := 0; k < a.count; k += each {
								var out bytes.Buffer
								block := a.write(nil, k, min(k+each, a.count))
								c.z.Reset(&out)
								c.z.Write(block)
								c.z.Close()
								raw, left = raw+len(block), left+out.Len()
							}
						}
					}
					b.SetBytes(int64(raw))
					b.ReportMetric(100*float64(left)/float64(raw), "%")
				})
		}
	}
}
