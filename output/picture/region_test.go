package picture

import (
	"math"
	"strings"
	"testing"

	"gpusph/internal/surface"
	"gpusph/sph"
)

// A region is all that a picture shows: its particles, its part of a surface, its axes. One beyond
// the domain is refused.
func TestRegion(t *testing.T) {
	s := basin(20000, 1)
	inf := math.Inf(1)
	r := Region{[3]float64{0.5, -inf, -inf}, [3]float64{0.8, inf, 0.2}}
	p, err := NewPainter(s, Options{Width: 640, Height: 360, Region: &r})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := NewPainter(s, Options{Width: 640, Height: 360})
	if err != nil {
		t.Fatal(err)
	}
	want := [2]vec{{0.5, whole.low[1], whole.low[2]}, {0.8, whole.high[1], 0.2}}
	if p.low != want[0] || p.high != want[1] {
		t.Errorf("the picture is from %v to %v, want %v", p.low, p.high, want)
	}
	inside := 0
	for i, x := range s.Position {
		if s.Type[i] == sph.Fluid && x[0] >= 0.5 && x[0] <= 0.8 && x[2] <= 0.2 {
			inside++
		}
	}
	if n := len(p.spheres(s, true, false)); n != inside || n == 0 {
		t.Errorf("%d particles of fluid are drawn, want %d", n, inside)
	}
	for _, d := range p.discs() {
		if x := p.cam.point(float64(d.x), float64(d.y), float64(d.z)); x[0] < 0.49 || x[0] > 0.81 {
			t.Errorf("a wall at %v is drawn", x)
			break
		}
	}
	mesh := &surface.Mesh{
		Points:    [][3]float32{{0.6, 0.1, 0.1}, {0.7, 0.1, 0.1}, {0.7, 0.2, 0.1}, {0.9, 0.1, 0.1}},
		Triangles: [][3]int32{{0, 1, 2}, {1, 2, 3}}, Lines: [][2]int32{{0, 1}, {1, 3}},
	}
	if m := p.shownPart(mesh); len(m.Triangles) != 1 || len(m.Lines) != 1 {
		t.Errorf("%d triangles and %d lines are drawn, want one of each", len(m.Triangles), len(m.Lines))
	}
	r.Low[0], r.High[0] = 3, 4
	_, err = NewPainter(s, Options{Region: &r})
	if err == nil || !strings.Contains(err.Error(), "use bounds between these") {
		t.Errorf("a region beyond the domain gives %v", err)
	}
}
