package gridpicture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/output/picture"
)

// vortex is a flow that turns about the middle of a plane, with walls around it and hot at the
// left.
func vortex(cells [3]int) *grid.Snapshot {
	s := &grid.Snapshot{Time: 1.25, Cells: cells, Planes: cells[2],
		Periodic: [3]bool{false, true, false}, Staggered: true, Shown: gridmeasure.Temperature}
	for a := range cells {
		s.Spacing[a] = 1 / float64(cells[0])
	}
	height := float64(cells[2]) * s.Spacing[2]
	psi := func(x, z float64) float64 {
		return -math.Pow(math.Sin(math.Pi*x)*math.Sin(math.Pi*z/height), 2)
	}
	velocity := grid.Field{Name: gridmeasure.Velocity, Components: 3, Unit: "m/s"}
	heat := grid.Field{Name: gridmeasure.Temperature, Components: 1, Unit: "K"}
	h := s.Spacing
	for n := range cells[0] * cells[1] * cells[2] {
		x, z := float64(n%cells[0])*h[0], float64(n/cells[0]/cells[1])*h[2]
		u := func(x float64) float64 { return (psi(x, z+h[2]) - psi(x, z)) / h[2] }
		w := func(z float64) float64 { return -(psi(x+h[0], z) - psi(x, z)) / h[0] }
		velocity.Values = append(velocity.Values, (u(x)+u(x+h[0]))/2, 0, (w(z)+w(z+h[2]))/2)
		heat.Values = append(heat.Values, 300-20*(x+h[0]/2))
	}
	s.Fields = []grid.Field{velocity, heat}
	return s
}

func draw(t *testing.T, s *grid.Snapshot, o Options) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := Section(&b, s, o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// planeOf is where the cells are in a picture: all that has a colour, but for the scale at the
// right.
func planeOf(img image.Image) (r image.Rectangle) {
	b := img.Bounds()
	left, right := b.Dx(), 0
	y := b.Dy() / 2
	for x := 0; x < b.Dx()*85/100; x++ {
		if coloured(img.At(x, y)) {
			left, right = min(left, x), max(right, x)
		}
	}
	x := (left + right) / 2
	top, bottom := b.Dy(), 0
	for y := range b.Dy() {
		if coloured(img.At(x, y)) {
			top, bottom = min(top, y), max(bottom, y)
		}
	}
	return image.Rect(left, top, right, bottom)
}

func coloured(c color.Color) bool {
	r, g, b, _ := c.RGBA()
	return max(r, g, b)-min(r, g, b) > 0x3000
}

// A section has the colours of its cells, in the proportions of the plane, and the same bytes every
// time.
func TestSection(t *testing.T) {
	s := vortex([3]int{60, 1, 30})
	o := Options{Title: "Vortex", Axis: 1, Field: "temperature"}
	img := draw(t, s, o)
	r := planeOf(img)
	if ratio := float64(r.Dx()) / float64(r.Dy()); math.Abs(ratio-2) > 0.02 {
		t.Errorf("the plane has %v, not the proportions 2 to 1", r)
	}
	matches := 0
	for i := range 50 {
		part := (float64(i) + 0.5) / 50
		want := picture.ScaleColour(1 - part)
		got := img.At(r.Min.X+int(part*float64(r.Dx())), r.Min.Y+r.Dy()/3)
		if near(got, want) {
			matches++
		}
	}
	if matches < 30 { // isolines hide some
		t.Errorf("of 50 places only %d have the colour of their temperature", matches)
	}
	var a, b bytes.Buffer
	if Section(&a, s, o) != nil || Section(&b, s, o) != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("a section has other bytes the second time")
	}
}

func near(a, b color.Color) bool {
	r, g, c, _ := a.RGBA()
	x, y, z, _ := b.RGBA()
	return math.Abs(float64(r)-float64(x))+math.Abs(float64(g)-float64(y))+
		math.Abs(float64(c)-float64(z)) < 0x1800
}

// grey counts the dark or the middle grey dots in the plane.
func grey(img image.Image, low, high uint32) (n int) {
	r := planeOf(img).Inset(4)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			a, b, c, _ := img.At(x, y).RGBA()
			if max(a, b, c)-min(a, b, c) < 0x800 && a > low && a < high {
				n++
			}
		}
	}
	return n
}

// Streamlines are in flows in a plane alone, and the cells of solids are grey.
func TestLinesAndSolids(t *testing.T) {
	o := Options{Axis: 1, At: 0.01, Field: speed}
	flat, deep := draw(t, vortex([3]int{40, 1, 40}), o), draw(t, vortex([3]int{40, 3, 40}), o)
	if a, b := grey(flat, 0, 0x6000), grey(deep, 0, 0x6000); a < 500 || b > 0 {
		t.Errorf("a flow in a plane has %d dots of lines, one in space %d", a, b)
	}
	s := vortex([3]int{40, 3, 40})
	solid := grid.Field{Name: gridmeasure.Solid, Components: 1, Values: make([]float64, 40*3*40)}
	for n := range solid.Values {
		if x, z := n%40, n/120; x >= 10 && x < 20 && z >= 10 && z < 30 {
			solid.Values[n] = 1
		}
	}
	s.Fields = append(s.Fields, solid)
	img := draw(t, s, o)
	r := planeOf(img)
	got := float64(grey(img, 0xa000, 0xb400)) / float64(r.Dx()*r.Dy())
	if math.Abs(got-0.125) > 0.01 {
		t.Errorf("%.3f of the plane is grey, not an eighth", got)
	}
}

// A run ends with a picture of the field that shows it best, and of its speed where that is
// another.
func TestWriteLast(t *testing.T) {
	dir := t.TempDir()
	s := vortex([3]int{20, 1, 20})
	if err := WriteLast(dir, "Vortex", s); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"last.png": "Temperature", "last_speed.png": "Speed"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		if got := picture.TitleOf(data); got != want {
			t.Errorf("%s has the title %q, not %q", name, got, want)
		}
	}
	still := *s
	still.Fields = []grid.Field{{Name: gridmeasure.Velocity, Components: 3, Unit: "m/s",
		Values: make([]float64, 3*400)}}
	dir = t.TempDir()
	if err := WriteLast(dir, "Still", &still); err != nil {
		t.Errorf("fluid at rest is not drawn: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "last_speed.png")); err == nil {
		t.Error("the speed is drawn twice")
	}
}

// What cannot be drawn is an error in a sentence.
func TestWrongSections(t *testing.T) {
	s := vortex([3]int{8, 1, 8})
	for want, o := range map[string]Options{
		"no salt; use speed, vx, vy, vz, vorticity or temperature": {Field: "salt"},
		"z = 1.5 is outside":      {Axis: 2, At: 1.5},
		"reaches from 0 to 1 m":   {Axis: 0, At: -0.1},
		"reaches from 0 to 0.125": {Axis: 1, At: math.NaN()},
	} {
		if err := Section(&bytes.Buffer{}, s, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v; it does not have %q", err, want)
		}
	}
}
