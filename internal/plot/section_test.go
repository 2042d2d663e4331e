package plot

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// Pieces of isolines lie where a linear function has the level, and both ends are on the sides of
// their square. At a saddle there are two pieces that do not cross.
func TestIsolines(t *testing.T) {
	l := &Isolines{Points: [2]int{5, 4}, First: [2]float64{1, 2}, Spacing: [2]float64{0.5, 0.25}}
	of := func(x, y float64) float64 { return 2*x - 3*y }
	for i := range 20 {
		l.Values = append(l.Values, of(1+0.5*float64(i%5), 2+0.25*float64(i/5)))
	}
	found := 0
	for row := range 3 {
		for column := range 4 {
			ends := l.crossings(column, row, -5.1)
			if len(ends)%2 != 0 {
				t.Errorf("in square %d, %d a level has %d ends", column, row, len(ends))
			}
			for _, e := range ends {
				found++
				if math.Abs(of(e[0], e[1])+5.1) > 1e-13 {
					t.Errorf("at %v the value is %g, not -5.1", e, of(e[0], e[1]))
				}
			}
		}
	}
	if found < 4 {
		t.Errorf("a level has %d ends", found)
	}
	saddle := &Isolines{Points: [2]int{2, 2}, Spacing: [2]float64{1, 1}, Values: []float64{1, 0, 0, 1}}
	ends := saddle.crossings(0, 0, 0.25)
	if len(ends) != 4 {
		t.Fatalf("a saddle has the ends %v", ends)
	}
	side := func(e [2]float64) bool { return e[0] > e[1] } // which of the corners of 0 is near
	if side(ends[0]) != side(ends[1]) || side(ends[2]) != side(ends[3]) ||
		side(ends[0]) == side(ends[2]) {
		t.Errorf("the pieces of a saddle are %v", ends)
	}
}

// Where values are steep lines are pale, and beside a hole there are none. The levels are 1 apart,
// and the values of the square in the middle by 10.
func TestShades(t *testing.T) {
	l := &Isolines{Points: [2]int{4, 3}, Spacing: [2]float64{1, 1}, Levels: []float64{2, 3, 4},
		Values: []float64{0, 0, 10, 10, 0, 0, 10, 10, 0, math.NaN(), 10, 10}}
	for side, want := range map[float64]string{0.1: "[7 0 7 0 0 0 7 0]", 20: "[7 3 7 0 0 0 7 0]",
		29: "[7 7 7 0 0 0 7 0]"} {
		if got := fmt.Sprint(l.shades(side)[:8]); got != want {
			t.Errorf("with squares of %g points the shades are %s, not %s", side, got, want)
		}
	}
}

// A section without values is refused, and one whose values are all the same is drawn.
func TestSectionLimits(t *testing.T) {
	s := &Section{Cells: [2]int{3, 2}, Spacing: [2]float64{1, 1}, Limits: [2]float64{2, 2},
		Colour: func(part float64) color.Color { return color.Gray{uint8(255 * part)} }}
	if _, err := s.Image(); err == nil {
		t.Error("a section without values is drawn")
	}
	s.Values = []float64{2, 2, 2, 2, 2, math.NaN()}
	if _, err := s.Image(); err != nil {
		t.Error(err)
	}
}

// A picture has the pixels that are asked for, or as many of them as its proportions need, with the
// proportions of the plane, wherever that begins.
func TestSectionPixels(t *testing.T) {
	red := color.RGBA{200, 0, 0, 255}
	for _, e := range []struct {
		cells  [2]int
		pixels [2]int
		fill   bool
	}{
		{[2]int{40, 40}, [2]int{1280, 720}, false}, {[2]int{40, 40}, [2]int{1280, 720}, true},
		{[2]int{530, 64}, [2]int{1280, 720}, false}, {[2]int{530, 64}, [2]int{801, 601}, true},
		{[2]int{30, 90}, [2]int{500, 500}, false}, {[2]int{530, 64}, [2]int{}, false},
	} {
		s := &Section{Title: "A title", Cells: e.cells, Spacing: [2]float64{0.1, 0.1},
			Origin: [2]float64{-26.5, 1}, Limits: [2]float64{0, 1}, Pixels: e.pixels, Fill: e.fill,
			Values: make([]float64, e.cells[0]*e.cells[1]),
			Colour: func(float64) color.Color { return red }}
		img, err := s.Image()
		if err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Size()
		switch w, h := e.pixels[0], e.pixels[1]; {
		case e.fill && (size.X != w || size.Y != h):
			t.Errorf("%v: the picture has %v pixels", e, size)
		case !e.fill && w > 0 && (size.X > w+1 || size.Y > h+1 || size.X < w*97/100 && size.Y < h*97/100):
			t.Errorf("%v: the picture has %v pixels", e, size)
		}
		// the plane is the longest run of the colour, in a row and in a column
		runs := func(n, m int, at func(i, k int) color.RGBA) (most int) {
			for k := range m {
				run := 0
				for i := range n {
					if run++; at(i, k) != red {
						run = 0
					}
					most = max(most, run)
				}
			}
			return most
		}
		across, up := runs(size.X, size.Y, img.RGBAAt),
			runs(size.Y, size.X, func(k, i int) color.RGBA { return img.RGBAAt(i, k) })
		got, want := float64(across)/float64(up), float64(e.cells[0])/float64(e.cells[1])
		if math.Abs(got/want-1) > 0.03 {
			t.Errorf("%v: the plane has %d times %d pixels", e, across, up)
		}
	}
}
