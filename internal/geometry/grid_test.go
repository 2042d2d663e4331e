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
	if g.Columns != 4 || g.Rows != 3 || g.X != 10 || g.Y != 20 || g.At(1, 1) != 2 || g.At(3, 0) != 3 || g.At(3, 2) != 0 || g.Missing != 0 {
		t.Errorf("%+v", g)
	}
	missing := must[*Grid](t)(ReadGrid([]byte(strings.Replace(hill, "0 2 1 0", "0 -1 nan 0", 1))))
	if missing.Missing != 2 {
		t.Errorf("%d heights missing, want 2", missing.Missing)
	}
	if _, err := NewHeightMap(missing, -5); err == nil || !strings.Contains(err.Error(), "(11.5, 21.5)") {
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
		strings.Replace(hill, "xllcorner 10", "xllcorner ten", 1):       "no number",
		strings.Replace(hill, "xllcorner 10\n", "", 1):                  "xllcorner",
		strings.Replace(hill, "xllcorner", "xllcorner 3\nxllcenter", 1): "both",
		strings.Replace(hill, "xllcorner", "xllcorner 3\nxllcorner", 1): "twice",
		strings.Replace(hill, "0 2 1 0", "0 two 1 0", 1):                "no number",
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
		if h, err := NewHeightMap(g, least-g.Cell); err == nil {
			h.Nearest(Vec{g.X, g.Y, 0}, math.Inf(1))
			h.Inside(Vec{g.X, g.Y, least})
		}
	})
}

// The ground is below its heights; as a mesh it is closed, and agrees with itself as other shapes do.
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
	for _, c := range [][3]float64{{11.5, 21.5, 2}, {12, 22, 1}, {14, 20, 3}, {13.8, 20.3, 3}, {12.5, 21.5, 1}, {12, 21.25, 1.125}, {12, 20.75, 0.5 - 0.25 + 0.25}} {
		if z, ok := ground.Height(c[0], c[1]); !ok || math.Abs(z-c[2]) > 1e-12 {
			t.Errorf("at (%g, %g): %g, want %g", c[0], c[1], z, c[2])
		}
	}
	if want := 0.5 * 12; math.Abs(cover.Volume()-want) > 1e-12 {
		t.Errorf("the cover has %g m³, want %g", cover.Volume(), want)
	}
}
