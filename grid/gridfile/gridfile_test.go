package gridfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"gpusph/grid"
	"gpusph/output"
)

// reader is a Python program that reads the series of a run directory with the VTK library. It
// prints what it finds as JSON: of each array of cells its type, and the values.
const reader = `
import json, os, sys, vtk

def strict(obj, event):
    print("VTK complains about", obj.GetClassName(), file=sys.stderr)
    os._exit(1)

def places(d):
    if not d.IsA("vtkRectilinearGrid"):
        return None
    axes = d.GetXCoordinates(), d.GetYCoordinates(), d.GetZCoordinates()
    return [[a.GetValue(j) for j in range(a.GetNumberOfValues())] for a in axes]

run = sys.argv[1]
pvd = vtk.vtkXMLDataParser()
pvd.SetFileName(os.path.join(run, "grid.pvd"))
assert pvd.Parse() == 1
collection = pvd.GetRootElement().FindNestedElementWithName("Collection")
found = []
for i in range(collection.GetNumberOfNestedElements()):
    e = collection.GetNestedElement(i)
    path = os.path.join(run, e.GetAttribute("file"))
    kind = "RectilinearGrid" if path.endswith("vtr") else "ImageData"
    r = getattr(vtk, f"vtkXML{'P' if '.pvt' in path else ''}{kind}Reader")()
    r.AddObserver("ErrorEvent", strict)
    r.AddObserver("WarningEvent", strict)
    assert r.CanReadFile(path) == 1
    r.SetFileName(path)
    r.Update()
    assert r.GetErrorCode() == 0
    d = r.GetOutput()
    arrays = {}
    for k in range(d.GetCellData().GetNumberOfArrays()):
        a = d.GetCellData().GetArray(k)
        arrays[a.GetName()] = {"type": a.GetDataTypeAsString(),
                               "components": a.GetNumberOfComponents(),
                               "values": [a.GetValue(j) for j in range(a.GetNumberOfValues())]}
    time = d.GetFieldData().GetArray("TimeValue")
    found.append({"file": e.GetAttribute("file"), "timestep": float(e.GetAttribute("timestep")),
                  "time": time.GetValue(0) if time else float(e.GetAttribute("timestep")),
                  "dimensions": d.GetDimensions(), "places": places(d),
                  "spacing": d.GetSpacing() if kind == "ImageData" else (0, 0, 0),
                  "origin": d.GetOrigin() if kind == "ImageData" else (0, 0, 0),
                  "scalars": d.GetCellData().GetScalars().GetName(),
                  "vectors": d.GetCellData().GetVectors().GetName(), "arrays": arrays})
json.dump(found, sys.stdout)
`

type seen struct {
	File             string
	Timestep, Time   float64
	Dimensions       [3]int
	Spacing, Origin  [3]float64
	Places           [][]float64 // of stretched grids
	Scalars, Vectors string
	Arrays           map[string]struct {
		Type       string
		Components int
		Values     []float64
	}
}

func readVTK(t *testing.T, dir string) (found []seen) {
	t.Helper()
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import vtk").CombinedOutput(); err != nil {
		message := fmt.Sprintf("the VTK library is not here (%v): apt install python3-vtk9\n%s", err, out)
		if os.Getenv("GPUSPH_REQUIRE_VTK") == "1" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	var out, complaints bytes.Buffer
	c := exec.Command(python, "-c", reader, dir)
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Run(); err != nil || complaints.Len() > 0 {
		t.Fatalf("VTK does not read it: %v\n%s", err, &complaints)
	}
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// snapshot is a flow whose values differ in every cell and, for single precision, are exact.
func snapshot(cells [3]int, p grid.Precision) *grid.Snapshot {
	n := cells[0] * cells[1] * cells[2]
	s := &grid.Snapshot{Time: 0.1 + float64(p), Step: 7, Cells: cells, Planes: cells[2], Precision: p,
		Periodic: [3]bool{true, false, true},
		Spacing:  [3]float64{0.1, 1.0 / 3, 0.25}, Origin: [3]float64{-26500, 0, 1.0 / 3},
		Staggered: p == grid.Single, Shown: "Salt"}
	for _, f := range []grid.Field{{Name: "Velocity", Components: 3, Unit: "m/s"},
		{Name: "Pressure", Components: 1, Unit: "m²/s²"}, {Name: "Solid", Components: 1},
		{Name: "Salt", Components: 1, Unit: "g/kg"}} {
		f.Values = make([]float64, n*f.Components)
		for i := range f.Values {
			f.Values[i] = float64(i*len(f.Name)) - 0.375
			if p == grid.Double {
				f.Values[i] = math.Sin(f.Values[i])
			}
		}
		s.Fields = append(s.Fields, f)
	}
	s.Fields[0].Ends = []grid.End{{Component: 2, Axis: 1, Upper: true, Value: 1.0 / 3}}
	s.Fields[3].Ends = []grid.End{{Axis: 1, Value: -7}}
	return s
}

// stretch gives cells other widths along x and z.
func stretch(s *grid.Snapshot) *grid.Snapshot {
	for d := 0; d < 3; d += 2 {
		var err error
		s.Faces[d], err = grid.Stretching{Ratio: 1.5}.Faces(s.Cells[d],
			float64(s.Cells[d])*s.Spacing[d])
		if err != nil {
			panic(err)
		}
	}
	return s
}

// cut is the planes of a snapshot from a first to before an end.
func cut(s *grid.Snapshot, first, end int) *grid.Snapshot {
	its := *s
	its.First, its.Planes, its.Fields = first, end-first, nil
	for _, f := range s.Fields {
		plane := s.Cells[0] * s.Cells[1] * f.Components
		f.Values = f.Values[first*plane : end*plane]
		its.Fields = append(its.Fields, f)
	}
	return &its
}

// VTK finds every value where it was written, and the program reads the same back: whole and in
// pieces, in both precisions, also of a flow in a plane.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	all := []*grid.Snapshot{snapshot([3]int{5, 4, 7}, grid.Double),
		snapshot([3]int{40, 1, 30}, grid.Single), snapshot([3]int{6, 3, 8}, grid.Double),
		stretch(snapshot([3]int{5, 4, 7}, grid.Double)), stretch(snapshot([3]int{6, 3, 8}, grid.Double))}
	var series []output.Instant
	for n, s := range all {
		pieces := []*grid.Snapshot{cut(s, 0, 1), cut(s, 1, 5), cut(s, 5, s.Planes)}
		files, err := WriteSnapshot(dir, n, s)
		if n == 2 || n == 4 {
			files, err = WritePieces(dir, n, pieces...)
		}
		if err != nil {
			t.Fatal(err)
		}
		series = append(series, output.Instant{Time: s.Time, Step: s.Step, File: files[0]})
		got, err := Read(filepath.Join(dir, files[0]))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, s) {
			t.Errorf("%s: another snapshot is read than was written", files[0])
		}
	}
	if err := WriteSeries(dir, series); err != nil {
		t.Fatal(err)
	}
	if last, err := Choose(dir, output.When{Time: 1}); !IsRun(dir) || err != nil ||
		last[0].File != "data/grid_00001.vti" || last[0].Time != 1.1 {
		t.Errorf("of grid.pvd the snapshot nearest to 1 s is %v: %v", last, err)
	}
	found := readVTK(t, dir)
	if len(found) != len(all) || found[2].File != "data/grid_00002.pvti" ||
		found[3].File != "data/grid_00003.vtr" || found[4].File != "data/grid_00004.pvtr" {
		t.Fatalf("VTK finds %d files", len(found))
	}
	for n, s := range all {
		checkSeen(t, &found[n], s)
	}
}

func checkSeen(t *testing.T, f *seen, s *grid.Snapshot) {
	t.Helper()
	points := [3]int{s.Cells[0] + 1, s.Cells[1] + 1, s.Cells[2] + 1}
	spacing, origin := s.Spacing, s.Origin
	if isStretched(s) {
		spacing, origin = [3]float64{}, [3]float64{}
		for d := range 3 {
			for i := range points[d] {
				if x := s.Face(d, i); f.Places[d][i] != x {
					t.Errorf("VTK finds face %d along axis %d at %g, not %g", i, d, f.Places[d][i], x)
				}
			}
		}
	}
	if f.Dimensions != points || f.Spacing != spacing || f.Origin != origin ||
		f.Timestep != s.Time || f.Time != s.Time ||
		f.Scalars != "Salt [g/kg]" || f.Vectors != "Velocity [m/s]" {
		t.Errorf("VTK finds %+v", f)
	}
	for i := range s.Fields {
		want := &s.Fields[i]
		got := f.Arrays[label(want)]
		if kind := [...]string{"double", "float"}[s.Precision]; got.Type != kind ||
			got.Components != want.Components || !reflect.DeepEqual(got.Values, want.Values) {
			t.Errorf("%s: VTK finds other values of %s, of the type %s", f.File, label(want), got.Type)
		}
	}
}

// A file that is cut anywhere, or in which a byte of an array is another, is refused, and the
// sentence names the file and the place.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	files, err := WriteSnapshot(dir, 0, snapshot([3]int{12, 9, 8}, grid.Double))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, files[0])
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(about string, data []byte, words ...string) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Read(path)
		for _, want := range append(words, path+" cannot be read: ") {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error is %v; it does not have %q", about, err, want)
			}
		}
	}
	data := bytes.Index(whole, []byte(">\n_")) + len(">\n_")
	for part := 0; part < len(whole)-2; part += 1 + len(whole)/97 {
		refused(fmt.Sprintf("of %d bytes", part), whole[:part])
	}
	for at := data; at < len(whole)-30; at += 1 + len(whole)/197 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x40
		refused(fmt.Sprintf("with another byte at %d", at-data), damaged, "at byte ")
	}
	for from, to := range map[string]string{
		`WholeExtent="0 12 0 9 0 8"`:                       `WholeExtent="0 2000000000 0 2000000000 0 8"`,
		`Piece Extent="0 12 0 9 0 8"`:                      `Piece Extent="0 12 0 9 0 9"`,
		`type="Float64" Name="Pressure`:                    `type="Float32" Name="Pressure`,
		`LittleEndian`:                                     `BigEndian`,
		`NumberOfComponents="3"`:                           `NumberOfComponents="300000000"`,
		`Spacing="0.1`:                                     `Spacing="-0.1`,
		fmt.Sprintf(`offset="%d"`, 8+8*3*12*9*8):           `offset="9000000000000000000"`,
		`<DataArray type="Int64" Name="Step"`:              `<DataArray type="Int64" Name="Stop"`,
		`WholeExtent="0 12 0 9 0 8" `:                      ``,
		`Origin="-26500 0 `:                                `Origin="-26500 NaN `,
		`0 1 0 -7<`:                                        `0 1 0 NaN<`,
		` 3 0 1 0 -7<`:                                     ` 3 0 1 0<`,
		`>0 2 1 1 0.33`:                                    `>0 3 1 1 0.33`,
		`>0 2 1 1 0.333`:                                   `>0 2 0 1 0.333`,
		`Name="Shown" NumberOfTuples="1" format="ascii">3`: `Name="Shown" format="ascii">4`,
	} {
		if !bytes.Contains(whole, []byte(from)) {
			t.Fatalf("the file has no %s", from)
		}
		refused(to, bytes.Replace(whole, []byte(from), []byte(to), 1))
	}
}

// Pieces that are not of one snapshot are refused, as are an index without some, and snapshots
// whose parts do not fit together.
func TestWrongPieces(t *testing.T) {
	dir := t.TempDir()
	s := snapshot([3]int{4, 3, 6}, grid.Double)
	if _, err := WriteSnapshot(dir, 0, cut(s, 2, 4)); err == nil ||
		!strings.Contains(err.Error(), "planes 2 to 3 of 6") {
		t.Errorf("a piece is written as a snapshot: %v", err)
	}
	if _, err := WritePieces(dir, 0, cut(s, 0, 2), cut(s, 2, 5)); err == nil {
		t.Error("an index without the last plane is written")
	}
	if _, err := WritePieces(dir, 0); err == nil {
		t.Error("a snapshot of no pieces is written")
	}
	files, err := WritePieces(dir, 1, cut(s, 0, 2), cut(s, 2, 6))
	if err != nil {
		t.Fatal(err)
	}
	later := *cut(s, 2, 6)
	later.Step++
	short := *cut(s, 2, 6)
	short.Fields = short.Fields[:2]
	moved := *cut(s, 2, 6)
	moved.Origin[0]++
	for about, piece := range map[string]*grid.Snapshot{"of another time": &later, "of less": &short,
		"elsewhere": &moved, "of other planes": cut(s, 3, 6)} {
		if _, err := WritePiece(dir, 1, 1, piece); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(filepath.Join(dir, files[0])); err == nil ||
			!strings.Contains(err.Error(), "grid_00001_1.vti: ") {
			t.Errorf("a piece %s is read: %v", about, err)
		}
	}
	list := filepath.Join(dir, SeriesFile)
	for text, want := range map[string]string{
		"<VTKFile>":           "cannot be read",
		"<VTKFile></VTKFile>": "has none",
		`<VTKFile><Collection><DataSet timestep="0" file="../a.vti"/></Collection></VTKFile>`: "../a.vti",
	} {
		if err := os.WriteFile(list, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Choose(dir, output.When{Time: 1}); err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), list) {
			t.Errorf("%s: the error is %v; it does not have %q", text, err, want)
		}
	}
	short.Fields[0].Values = short.Fields[0].Values[:5]
	if _, err := WritePiece(dir, 2, 0, &short); err == nil {
		t.Error("a field with too few values is written")
	}
}

// Only the fields that are named are read, also of pieces, and files of before, which do not say
// how a flow is shown, are of staggered grids.
func TestSomeFields(t *testing.T) {
	dir := t.TempDir()
	s := snapshot([3]int{4, 3, 6}, grid.Double)
	s.Shown = ""
	files, err := WritePieces(dir, 1, cut(s, 0, 2), cut(s, 2, 6))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(filepath.Join(dir, files[0]), "Solid", "Salt", "Heat")
	if err != nil || len(got.Fields) != 2 || got.Shown != "" ||
		!reflect.DeepEqual(got.Field("Salt"), s.Field("Salt")) {
		t.Errorf("of two fields there are %d: %v", len(got.Fields), err)
	}
	path := filepath.Join(dir, files[1])
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Replace(data, []byte(`Name="Staggered"`), []byte(`Name="Else"`), 1)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(path); err != nil || !got.Staggered {
		t.Errorf("a file of before is not of a staggered grid: %v", err)
	}
}

// full is a disk without room.
type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, syscall.ENOSPC
	}
	return len(b), nil
}

// A disk that is full is an error wherever it begins, and no half file is left.
func TestDiskFull(t *testing.T) {
	s := snapshot([3]int{30, 9, 8}, grid.Double)
	var size bytes.Buffer
	if err := Write(&size, s); err != nil {
		t.Fatal(err)
	}
	for room := 0; room < size.Len(); room += 1 + size.Len()/50 {
		if err := Write(&full{room}, s); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("with room for %d bytes the error is %v", room, err)
		}
	}
	dir := t.TempDir()
	err := writeTo(dir, "data/grid_00000.vti", func(w io.Writer) error {
		return errors.Join(Write(w, s), syscall.ENOSPC)
	})
	left, _ := os.ReadDir(filepath.Join(dir, dataDir))
	if err == nil || !strings.Contains(err.Error(), "grid_00000.vti") || len(left) > 0 {
		t.Errorf("the error is %v, and %v are left", err, left)
	}
}
