package convert

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// volumeOf is that of the mesh that a shape names among the files of a result [m³].
func volumeOf(t *testing.T, res *Result, s casefile.Shape) float64 {
	t.Helper()
	if s.STL == nil || res.Files[s.STL.File] == nil {
		t.Fatalf("%+v is no mesh among the files", s)
	}
	stl, err := geometry.ReadSTL(res.Files[s.STL.File])
	if err != nil {
		t.Fatal(err)
	}
	mesh, err := geometry.NewMesh(stl.Triangles, 0)
	if err != nil {
		t.Fatal(err)
	}
	if faults := mesh.Faults(0); len(faults) > 0 {
		t.Errorf("the mesh has faults: %+v", faults)
	}
	return mesh.Volume()
}

// Solids that no other shape is become meshes beside the case file, with their volumes and extents.
func TestSolidsOfFaces(t *testing.T) {
	const frustum = `<drawprism><point/><point x="2"/><point x="2" z="2"/><point z="2"/>` +
		`<point x="0.5" y="3" z="0.5"/><point x="1.5" y="3" z="0.5"/><point x="1.5" y="3" z="1.5"/>` +
		`<point x="0.5" y="3" z="1.5"/></drawprism>`
	const pyramid = `<drawpyramid><point x="0.5" y="0.5" z="3"/><point/><point x="1"/>` +
		`<point x="1" y="1"/><point y="1"/></drawpyramid>`
	// an L, whose area is 3, along a slanted way
	const slanted = `<drawextrude closed="true"><point/><point x="2"/><point x="2" z="1"/>` +
		`<point x="1" z="1"/><point x="1" z="2"/><point z="2"/>` +
		`<extrude x="1" y="2" z="0.5"/></drawextrude>`
	for _, test := range []struct {
		commands  string
		volume    float64
		low, high vec
	}{
		{frustum, 7, vec{}, vec{2, 3, 2}}, // h (a² + a b + b²)/3
		{pyramid, 1, vec{}, vec{1, 1, 3}},
		{`<move x="1"/><scale x="2" y="1" z="1"/>` + pyramid, 2, vec{1, 0, 0}, vec{3, 1, 3}},
		{slanted, 6, vec{}, vec{3, 2, 2.5}},
	} {
		res, err := DualSPHysics(definition(test.commands), Source{Name: "solids"})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Case.Walls) != 1 {
			t.Fatalf("%s: %v", test.commands, res.Notes)
		}
		s := res.Case.Walls[0].Shape
		if got := volumeOf(t, res, s); math.Abs(got-test.volume) > 1e-6 {
			t.Errorf("%s has %g m³, not %g m³", test.commands, got, test.volume)
		}
		if low, high, known := Bounds(s); !known || low != test.low || high != test.high {
			t.Errorf("%s reaches from %v to %v", test.commands, low, high)
		}
	}
}

// In two dimensions a prism whose ends differ is the one of its section.
func TestSectionOfPrism(t *testing.T) {
	flat := strings.NewReplacer(`y="-10" z="-10"`, `y="1" z="-10"`, `y="10" z="10"`, `y="1" z="10"`)
	text := flat.Replace(string(definition(`<drawprism><point y="0"/><point x="2" y="0"/>` +
		`<point y="0" z="2"/><point x="1" y="4"/><point x="2" y="4"/>` +
		`<point x="1" y="4" z="6"/></drawprism>`)))
	c, notes := converted(t, []byte(text))
	if len(c.Walls) != 1 || c.Walls[0].Prism == nil {
		t.Fatal(notes)
	}
	if got := fmt.Sprint(c.Walls[0].Prism.Outline); got != "[[0.25 0] [2 0] [0.25 3]]" {
		t.Errorf("a quarter of the way its corners are %s", got)
	}
}

// vtkFile is a cube of side 2 of polygons, or of strips, as a text or binary.
func vtkFile(isBinary, strips bool) []byte {
	var b bytes.Buffer
	kind := map[bool]string{true: "BINARY", false: "ASCII"}[isBinary]
	fmt.Fprintf(&b, "# vtk DataFile Version 3.0\ncube\n%s\nDATASET POLYDATA\nPOINTS 8 float\n", kind)
	put := func(x float64, whole bool) {
		switch {
		case !isBinary:
			fmt.Fprintln(&b, x)
		case whole:
			_ = binary.Write(&b, binary.BigEndian, int32(x))
		default:
			_ = binary.Write(&b, binary.BigEndian, float32(x))
		}
	}
	for k := range 8 {
		for a := range 3 {
			put(float64(k>>a&1*2), false)
		}
	}
	faces := [][]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2},
		{1, 3, 7, 5}}
	word := "POLYGONS"
	if strips {
		word = "TRIANGLE_STRIPS"
		for k, f := range faces {
			faces[k] = []int{f[0], f[1], f[3], f[2]}
		}
	}
	fmt.Fprintf(&b, "\n%s 6 30\n", word)
	for _, f := range faces {
		put(4, true)
		for _, k := range f {
			put(float64(k), true)
		}
	}
	fmt.Fprint(&b, "\nCELL_DATA 6\n")
	return b.Bytes()
}

// Meshes of VTK are solids, with what scales and moves them.
func TestMeshesOfVTK(t *testing.T) {
	const draw = `<drawfilevtk file="cube.vtk"><drawmove x="1" y="0" z="0"/>` +
		`<drawscale x="2" y="1" z="1"/></drawfilevtk>`
	for _, kind := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		read := func(string) ([]byte, error) { return vtkFile(kind[0], kind[1]), nil }
		res, err := DualSPHysics(definition(draw), Source{Name: "case", Read: read})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Case.Walls) != 1 {
			t.Fatalf("%v: %v", kind, res.Notes)
		}
		s := res.Case.Walls[0].Shape
		low, high, _ := Bounds(s)
		if got := volumeOf(t, res, s); math.Abs(got-16) > 1e-6 || low != (vec{1, 0, 0}) ||
			high != (vec{5, 2, 2}) {
			t.Errorf("%v: %g m³ from %v to %v", kind, got, low, high)
		}
	}
	const ascii = "# vtk DataFile Version 3.0\n\nASCII\nDATASET "
	binary := strings.Replace(ascii, "ASCII", "BINARY", 1)
	for _, test := range [][2]string{
		{"ply", "no legacy file of VTK"},
		{ascii + "UNSTRUCTURED_GRID\n", "DATASET POLYDATA"},
		{ascii + "POLYDATA\nPOINTS 1 float\n0 0 0\n", "no polygons"},
		{ascii + "POLYDATA\nPOLYGONS 1 4\n3 0 1 2\n", "there is no point 0"},
		{binary + "POLYDATA\nPOINTS 2 float\n12345678", "it has not 6 numbers"},
		{ascii + "POLYDATA\nPOLYGONS 2 3\n9 3 3\n", "version 4.2"},
		{ascii + "POLYDATA\nPOINTS 1 float\nx", `"x" is no number`},
		{ascii + "POLYDATA\nPOINTS -1 float\n", `"-1" is no number`},
	} {
		_, err := readVTK([]byte(test[0]))
		if err == nil || !strings.Contains(err.Error(), test[1]) {
			t.Errorf("%q: %v, not %s", test[0], err, test[1])
		}
	}
}

// Lengths of a mesh that is scaled by 0.001 are millimetres, and its extents are known.
func TestMeshInMillimetres(t *testing.T) {
	cube := asSTL(must(readVTK(vtkFile(false, false))))
	const draw = `<drawfilestl file="cube.stl"><drawscale x="0.001" y="0.001" z="0.001"/>` +
		`<drawmove x="1" y="0" z="0"/></drawfilestl>`
	res, err := DualSPHysics(definition(draw), Source{Read: func(string) ([]byte, error) {
		return cube, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := res.Case.Walls[0].Shape
	low, high, known := Bounds(s)
	if s.STL.Unit != "mm" || s.Scale != nil || !known || low != (vec{1, 0, 0}) ||
		high != (vec{1.002, 0.002, 0.002}) {
		t.Errorf("%+v from %v to %v", s, low, high)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// A polygon that is not convex is cut into triangles without overlaps.
func TestCornersOfPolygon(t *testing.T) {
	polygon := []vec{{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {2, 1, 0}, {0, 3, 0}, {0, 3, 0}}
	sum, all := 0.0, corners(polygon)
	for _, c := range all {
		area := dot(areaOf([]vec{polygon[c[0]], polygon[c[1]], polygon[c[2]]}), vec{0, 0, 1}) / 2
		if area < 0 {
			t.Errorf("%v goes round the other way", c)
		}
		sum += area
	}
	if len(all) != 3 || math.Abs(sum-8) > 1e-12 {
		t.Errorf("%v have an area of %g", all, sum)
	}
}
