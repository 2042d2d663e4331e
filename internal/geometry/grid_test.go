package geometry

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

const hill = `ncols 4
NROWS 3
xllcorner 10
yllcenter 20.5
cellsize 1
NODATA_value -1
0 0 0 0
0 2 1 0
0 0.5 0 3
`

func TestReadGrid(t *testing.T) {
	g := must[*Grid](t)(ReadGrid([]byte(hill)))
	if g.Columns != 4 || g.Rows != 3 || g.X != 10 || g.Y != 20 || g.At(1, 1) != 2 || g.At(3, 0) != 3 ||
		g.At(3, 2) != 0 || g.Missing != 0 {
		t.Errorf("%+v", g)
	}
	missing := must[*Grid](t)(ReadGrid([]byte(strings.Replace(hill, "0 2 1 0", "0 -1 nan 0", 1))))
	if missing.Missing != 2 {
		t.Errorf("%d heights missing, want 2", missing.Missing)
	}
	if _, err := NewHeightMap(missing, -5); err == nil ||
		!strings.Contains(err.Error(), "(11.5, 21.5)") {
		t.Errorf("missing heights: %v", err)
	}
	missing.FillMissing(0.25)
	if missing.Missing != 0 || missing.At(2, 1) != 0.25 {
		t.Errorf("filled: %+v", missing)
	}
	for text, want := range map[string]string{
		strings.Replace(hill, "ncols 4", "ncols 5", 1):                  "the end of the file",
		strings.Replace(hill, "ncols 4", "ncols 3", 1):                  "follows",
		strings.Replace(hill, "ncols 4", "ncols 2000000000", 1):         "the end of the file",
		strings.Replace(hill, "ncols 4", "ncols 2.5", 1):                "number of cells",
		strings.Replace(hill, "ncols 4", "columns 4", 1):                "columns",
		strings.Replace(hill, "ncols 4\n", "", 1):                       "ncols",
		strings.Replace(hill, "cellsize 1", "cellsize 0", 1):            "cellsize",
		strings.Replace(hill, "xllcorner 10", "xllcorner ten", 1):       "not a number",
		strings.Replace(hill, "xllcorner 10\n", "", 1):                  "xllcorner",
		strings.Replace(hill, "xllcorner", "xllcorner 3\nxllcenter", 1): "both",
		strings.Replace(hill, "xllcorner", "xllcorner 3\nxllcorner", 1): "twice",
		strings.Replace(hill, "0 2 1 0", "0 two 1 0", 1):                "not a number",
		"ncols 4": "ends before",
		"":        "ends before",
	} {
		if _, err := ReadGrid([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: error %v, want one with %q", text, err, want)
		}
	}
	if _, err := NewHeightMap(g, 0); err == nil || !strings.Contains(err.Error(), "lower level") {
		t.Errorf("a base that is too high: %v", err)
	}
}

// Grids as other programs write them: cells that are not square, marks at the beginning, carriage
// returns, middles of cells.
func TestGridsOfOtherPrograms(t *testing.T) {
	const gdal = "ncols        3\nnrows        2\nxllcorner    10.5\nyllcorner    20\ndx           " +
		"2\ndy           0.5\nNODATA_value  nan\n 1 2 3\n 4 nan 6\n"
	for name, text := range map[string]string{
		"GDAL": gdal, "a mark": "\ufeff" + gdal,
		"carriage returns": strings.ReplaceAll(gdal, "\n", "\r\n"), "capitals": strings.ToUpper(gdal),
		"both": "\ufeff" + strings.ReplaceAll(gdal, "\n", "\r\n"), "UTF-16": string(utf16Of(gdal)),
		"middles": strings.NewReplacer("xllcorner    10.5", "xllcenter 11.5", "yllcorner    20",
			"yllcenter 20.25").Replace(gdal),
		"-9999": strings.NewReplacer("NODATA_value  nan\n", "", "nan", "-9999").Replace(gdal),
	} {
		g, err := ReadGrid([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if g.X != 10.5 || g.Y != 20 || g.Cell != [2]float64{2, 0.5} || g.Missing != 1 ||
			g.At(0, 1) != 1 || g.At(2, 0) != 6 || !math.IsNaN(g.At(1, 0)) {
			t.Errorf("%s: %+v", name, g)
		}
		if x, y := g.Middle(1, 0); x != 13.5 || y != 20.25 {
			t.Errorf("%s: the second cell is at (%g, %g)", name, x, y)
		}
	}
	for text, want := range map[string]string{
		strings.Replace(gdal, "dx ", "cellsize 1\ndx ", 1):   "both cellsize and dx or dy",
		strings.Replace(gdal, "dy           0.5\n", "", 1):   "should have a dy above 0",
		strings.Replace(gdal, "dx           2", "dx 0", 1):   "should have a dx above 0",
		strings.Replace(gdal, "dx           2", "dx 2,5", 1): "the decimal point is a point",
		strings.Replace(gdal, " 1 2 3", " 1,5 2 3", 1):       "the decimal point is a point",
	} {
		if _, err := ReadGrid([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The ground of cells that are not square goes through the middles of these.
func TestCellsThatAreNotSquare(t *testing.T) {
	g := must[*Grid](t)(ReadGrid([]byte("ncols 2\nnrows 3\nxllcorner 1\nyllcorner 5\ndx 4\ndy " +
		"0.5\n1 3\n1 3\n1 3\n")))
	h := must[*HeightMap](t)(NewHeightMap(g, -1))
	if b := h.Bounds(); b != (Box{Vec{1, 5, -1}, Vec{9, 6.5, 3}}) {
		t.Errorf("%v", b)
	}
	for x, want := range map[float64]float64{1.5: 1, 3: 1, 4: 1.5, 5: 2, 6.5: 2.75, 8: 3} {
		if z, ok := h.Height(x, 5.9); !ok || math.Abs(z-want) > 1e-12 {
			t.Errorf("at x = %g the ground is %g high, want %g", x, z, want)
		}
	}
	if volume, ok := Volume(h); !ok || math.Abs(volume-8*1.5*3) > 1e-9 {
		t.Errorf("the volume is %g", volume)
	}
}

// Cells without a height get that of a cell near them, and are covered by next to nothing.
func TestFillFromNear(t *testing.T) {
	g := must[*Grid](t)(ReadGrid([]byte("ncols 4\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize " +
		"1\n-9999 -9999 -9999 7\n2 -9999 -9999 -9999\n3 4 -9999 -9999\n")))
	if !g.FillFromNear() || g.Missing != 0 {
		t.Fatalf("%+v", g)
	}
	want := []float64{3, 4, 4, 4, 2, 4, 4, 7, 2, 4, 7, 7}
	for i := range want {
		if g.Heights[i] != want[i] {
			t.Errorf("cell %d has %g, want %g", i, g.Heights[i], want[i])
		}
		if g.Filled[i] != (i != 0 && i != 1 && i != 4 && i != 11) {
			t.Errorf("cell %d was filled: %t", i, g.Filled[i])
		}
	}
	cover := must[*HeightMap](t)(NewCover(g, 2))
	if cover.Inside(Vec{0.5, 0.5, 4.9}) != true || cover.Inside(Vec{2.5, 0.5, 4.1}) {
		t.Error("the cover is not where heights are")
	}
	none := must[*Grid](t)(ReadGrid(
		[]byte("ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n-9999\n")))
	if none.FillFromNear() {
		t.Error("no cell has a height, but it is filled")
	}
}

// Any bytes are read or refused.
func FuzzGrid(f *testing.F) {
	f.Add([]byte(hill))
	f.Add([]byte(strings.ReplaceAll(hill, "0", "nan")))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := ReadGrid(data)
		if err != nil {
			return
		}
		if len(g.Heights) != g.Rows*g.Columns || len(g.Heights) > len(data) {
			t.Fatalf("%d × %d cells, %d heights, %d bytes", g.Columns, g.Rows, len(g.Heights), len(data))
		}
		least := 0.0
		for _, z := range g.Heights {
			least = min(least, z)
		}
		if h, err := NewHeightMap(g, least-g.Cell[0]); err == nil {
			h.Nearest(Vec{g.X, g.Y, 0}, math.Inf(1))
			h.Inside(Vec{g.X, g.Y, least})
		}
	})
}

// The ground is below its heights; as a mesh it is closed, and agrees with itself as other shapes
// do.
func TestHeightMap(t *testing.T) {
	g := must[*Grid](t)(ReadGrid([]byte(hill)))
	ground := must[*HeightMap](t)(NewHeightMap(g, -1))
	cover := must[*HeightMap](t)(NewCover(g, 0.5))
	for name, h := range map[string]*HeightMap{"ground": ground, "cover": cover} {
		if f := h.Faults(0.01); len(f) > 0 || h.Flipped {
			t.Errorf("%s: %v, flipped %t", name, f, h.Flipped)
		}
		r := rand.New(rand.NewPCG(1, 9))
		around := h.Bounds().Grown(0.2)
		for range 1000 {
			x := within(r, around)
			checkPoint(t, h, x, 1e-12)
			checkLine(t, h, x, direction(r))
		}
	}
	r := rand.New(rand.NewPCG(2, 9))
	for range 1000 {
		x := within(r, Box{Vec{10, 20, -2}, Vec{14, 23, 4}})
		z, ok := ground.Height(x[0], x[1])
		if !ok || ground.Inside(x) != (x[2] >= -1 && x[2] <= z) {
			t.Fatalf("%v: the ground is at %g, inside %t", x, z, ground.Inside(x))
		}
		if cover.Inside(x) != (x[2] >= z && x[2] <= z+0.5) {
			t.Fatalf("%v: the ground is at %g, covered %t", x, z, cover.Inside(x))
		}
	}
	for _, c := range [][3]float64{{11.5, 21.5, 2}, {12, 22, 1}, {14, 20, 3}, {13.8, 20.3, 3},
		{12.5, 21.5, 1}, {12, 21.25, 1.125}, {12, 20.75, 0.5 - 0.25 + 0.25}} {
		if z, ok := ground.Height(c[0], c[1]); !ok || math.Abs(z-c[2]) > 1e-12 {
			t.Errorf("at (%g, %g): %g, want %g", c[0], c[1], z, c[2])
		}
	}
	if want := 0.5 * 12; math.Abs(cover.Volume()-want) > 1e-12 {
		t.Errorf("the cover has %g m³, want %g", cover.Volume(), want)
	}
}
