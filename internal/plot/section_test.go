package plot

import (
	"bytes"
	"image/color"
	"image/png"
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

// A section without values is refused, and one whose values are all the same is drawn.
func TestSectionLimits(t *testing.T) {
	s := &Section{Cells: [2]int{3, 2}, Spacing: [2]float64{1, 1}, Limits: [2]float64{2, 2},
		Colour: func(part float64) color.Color { return color.Gray{uint8(255 * part)} }}
	if err := s.PNG(&bytes.Buffer{}); err == nil {
		t.Error("a section without values is drawn")
	}
	s.Values = []float64{2, 2, 2, 2, 2, math.NaN()}
	var b bytes.Buffer
	if err := s.PNG(&b); err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(&b); err != nil {
		t.Error(err)
	}
}
