package check

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"gpusph/internal/text"
	"gpusph/output/picture"
	"gpusph/sph"
)

// drawnCut is a picture that has been drawn, with what says where its places are.
type drawnCut struct {
	*cutPicture
	image.Image
}

func drawCut(t *testing.T, c *sph.Case, at plane) drawnCut {
	t.Helper()
	k := &cut{flow: c, plane: at, layer: layerOf(c, at), pressures: pressuresOf(c)}
	p := k.picture()
	var b bytes.Buffer
	if err := p.write(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return drawnCut{p, img}
}

// pixel is the colour at a point of the picture.
func (d drawnCut) pixel(at vg.Point) color.RGBA {
	const perPoint = cutDPI / 72.
	return color.RGBAModel.Convert(d.At(int(float64(at.X)*perPoint),
		d.Bounds().Dy()-1-int(float64(at.Y)*perPoint))).(color.RGBA)
}

// holds that a place has a colour, up to what edges mix with it.
func (d drawnCut) holds(t *testing.T, what string, at vg.Point, want color.Color) {
	t.Helper()
	got, c := d.pixel(at), color.RGBAModel.Convert(want).(color.RGBA)
	for _, k := range [][2]uint8{{got.R, c.R}, {got.G, c.G}, {got.B, c.B}} {
		if math.Abs(float64(k[0])-float64(k[1])) > 8 {
			t.Errorf("%s: %s has the colour %v, want %v", d.plane, what, got, c)
			return
		}
	}
}

// tank is a flow with all that is drawn: water from x = 0 to 1 and z = 0 to 0.5, walls on the floor
// that move beyond x = 1, a body, normals, a probe and a gauge.
func tank() *sph.Case {
	c := cloud(0, [3]bool{}, [3]float64{})
	c.Name = "Tank"
	c.Params.Min, c.Params.Max = [3]float64{-0.2, -0.2, -0.5}, [3]float64{2.2, 1, 1.5}
	step := [3]float64{0.1, 0.1, 0.1}
	box(c, [3]float64{0.05, 0.05, 0.05}, step, [3]int{10, 8, 5}, sph.Fluid, 0)
	for i, x := range c.Particles.Position {
		c.Particles.RelDensity[i] = float32(c.Params.RelativeDensity(9810 * (0.5 - x[2])))
	}
	box(c, [3]float64{0.05, 0.05, -0.05}, step, [3]int{10, 8, 1}, sph.Wall, 0)
	still := c.Particles.Len()
	box(c, [3]float64{1.05, 0.05, -0.05}, step, [3]int{10, 8, 1}, sph.Wall, 0)
	for i := still; i < c.Particles.Len(); i++ {
		c.Particles.Velocity[i] = [3]float32{1, 0, 0}
	}
	box(c, [3]float64{1.45, 0.05, 0.05}, step, [3]int{2, 8, 3}, sph.Wall, 1)
	c.Bodies = []sph.Body{{Name: "block"}}
	c.Probes = []sph.Probe{{Name: "inside", Position: [3]float64{1.2, 0.35, 1.1}},
		{Name: "aside", Position: [3]float64{0.6, 0.75, 1.1}}}
	c.Gauges = []sph.Gauge{{Name: "near", X: 1.3, Y: 0.4}, {Name: "far", X: 1.85, Y: 0.7}}
	normals := make([]float32, 4*c.Particles.Len())
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Wall && c.Particles.Body[i] == 0 && x[0] > 1 {
			copy(normals[4*i:], []float32{0, 0, 1, 0.05})
		}
	}
	c.Particles.Extra = map[string][]float32{surfaceField: normals}
	return c
}

// The picture has the colours of what is at a place: fluid by its pressure, walls by their kind,
// the background where nothing is.
func TestCutPicture(t *testing.T) {
	c := tank()
	d := drawCut(t, c, plane{1, 0.35})
	at := func(x, z float64) vg.Point { return d.at([3]float64{x, 0.35, z}) }
	scale := pressuresOf(c)
	for _, z := range []float64{0.05, 0.15, 0.45} {
		d.holds(t, "fluid", at(0.55, z), picture.ScaleColour(scale.part(9810*(0.5-z))))
		d.holds(t, "the edge of a disc", at(0.55+0.045, z), picture.ScaleColour(scale.part(9810*(0.5-z))))
		d.holds(t, "what is between discs", at(0.6, z+0.05), color.White)
	}
	if low, high := d.pixel(at(0.55, 0.05)), d.pixel(at(0.55, 0.45)); low.R < high.R+50 || high.B < low.B+50 {
		t.Errorf("the highest pressure has the colour %v, the lowest %v", low, high)
	}
	d.holds(t, "a wall", at(0.45, -0.05), wallColour)
	d.holds(t, "a wall that moves", at(1.45, -0.05), movingColour)
	d.holds(t, "a body", at(1.55, 0.25), bodyColours[0])
	d.holds(t, "the air", at(0.5, 0.75), color.White)
	d.holds(t, "what is below the floor", at(0.5, -0.3), color.White)
	d.holds(t, "the air behind the body", at(1.75, 0.25), color.White)
	d.holds(t, "a probe in the plane", at(1.2, 1.1), color.Black)
	d.holds(t, "a probe elsewhere", at(0.6, 1.1), paleColour)
	d.holds(t, "a gauge's beginning", at(1.3, -0.5+0.01), color.Black)
	d.holds(t, "a gauge elsewhere", at(1.85, -0.5+0.01), paleColour)
	d.holds(t, "a normal", at(1.25, 0.08), normalColour)
	d.holds(t, "what is above a normal", at(1.25, 0.17), color.White)
	d.holds(t, "where no normal is", at(0.25, 0.08), picture.ScaleColour(scale.part(9810*0.45)))
	for _, x := range [][2]float64{{-0.2, 0.5}, {2.2, 0.5}, {1, -0.5}, {1, 1.5}} {
		d.holds(t, "the border", at(x[0], x[1]), borderColour)
	}
	for _, x := range [][2]float64{{-0.21, 0.5}, {2.21, 0.5}, {1, -0.51}} {
		d.holds(t, "what is beyond the border", at(x[0], x[1]), color.White)
	}
	if got, want := d.layerText(), "particles of the nearest layer: 50 of fluid and 26 of walls, at "+
		"y = 0.35 m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The two axes have the same scale, whatever the domain, and the picture has room for it and for
// what is written.
func TestCutAspect(t *testing.T) {
	for _, size := range [][3]float64{{2, 2, 2}, {30, 1, 1}, {1, 1, 30}, {2e-3, 1, 1e-3},
		{3000, 1, 700}} {
		c := cloud(0, [3]bool{}, size)
		c.Params.DeltaP = size[0] / 20
		c.Particles.Add([3]float64{size[0] / 2, 0.5, size[2] / 2}, sph.Fluid, 0)
		d := drawCut(t, c, plane{1, 0.5})
		low, high := d.at([3]float64{}), d.at(size)
		if ratio := float64((high.X-low.X)/(high.Y-low.Y)) * size[2] / size[0]; math.Abs(ratio-1) > 1e-9 {
			t.Errorf("%v m: a metre along x is %g times one along z", size, ratio)
		}
		if width, height := d.Bounds().Dx(), d.Bounds().Dy(); width != 1200 || height < 200 || height > 1500 {
			t.Errorf("%v m: the picture has %d x %d pixels", size, width, height)
		}
		if low.X < cutLeft || high.X > cutWidth-cutRight || low.Y < cutAxis+cutScale ||
			high.Y > d.height-cutTitle-cutRow {
			t.Errorf("%v m: the domain is from %v to %v", size, low, high)
		}
	}
}

// A picture from above and one from the side have the axes that they say.
func TestCutSides(t *testing.T) {
	c := tank()
	above := drawCut(t, c, plane{2, 0.15})
	above.holds(t, "fluid", above.at([3]float64{0.95, 0.75, 0.15}),
		picture.ScaleColour(pressuresOf(c).part(9810*0.35)))
	above.holds(t, "a body", above.at([3]float64{1.45, 0.05, 0.15}), bodyColours[0])
	above.holds(t, "the air", above.at([3]float64{1.2, 0.15, 0.15}), color.White)
	above.holds(t, "the middle of a gauge's ring", above.at([3]float64{1.3, 0.4, 0}), color.Black)
	side := drawCut(t, c, plane{0, 1.55})
	side.holds(t, "a body", side.at([3]float64{1.55, 0.75, 0.25}), bodyColours[0])
	side.holds(t, "the air", side.at([3]float64{1.55, 0.75, 0.45}), color.White)
	side.holds(t, "a wall that moves", side.at([3]float64{1.55, 0.05, -0.05}), movingColour)
	if empty := drawCut(t, c, plane{2, 1}); empty.layerText() != "no particle is within half a spacing of the plane" {
		t.Errorf("of an empty plane: %q", empty.layerText())
	}
}

// The legend has what is in the picture, and nothing else.
func TestCutLegend(t *testing.T) {
	c := tank()
	names := func(at plane) string {
		k := &cut{flow: c, plane: at, layer: layerOf(c, at), pressures: pressuresOf(c)}
		var all []string
		for _, e := range k.picture().legend() {
			all = append(all, e.name)
		}
		return text.And(all)
	}
	for at, want := range map[plane]string{
		{1, 0.35}: "wall, wall that moves, block, end of the domain, normal, gauge, gauge off the " +
			"plane, probe and probe off the plane",
		{2, 0.15}: "block, end of the domain, gauge and probe off the plane",
		{0, 0.35}: "wall, end of the domain, gauge off the plane and probe off the plane",
	} {
		if got := names(at); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
	c.Params.Periodic, c.Probes, c.Gauges, c.Particles.Extra = [3]bool{true}, nil, nil, nil
	for at, want := range map[plane]string{
		{1, 0.35}: "wall, wall that moves, block, end of the domain and periodic end",
		{0, 1.55}: "wall that moves, block and end of the domain",
	} {
		if got := names(at); got != want {
			t.Errorf("periodic, %s: %s, want %s", at, got, want)
		}
	}
}

// Two pictures of the same cut have the same bytes.
func TestCutDeterministic(t *testing.T) {
	c := flowOf(t, "Spheric2", 0.06)
	for _, at := range middles(c) {
		var one, two bytes.Buffer
		for _, b := range []*bytes.Buffer{&one, &two} {
			k := &cut{flow: c, plane: at, layer: layerOf(c, at), pressures: pressuresOf(c)}
			if err := k.picture().write(b); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s: two pictures differ", at)
		}
	}
}

// Names keep clear of each other and of all marks, also of a row of probes that are nearer to each
// other than their names are high.
func TestLabelsKeepClear(t *testing.T) {
	c := flowOf(t, "Spheric2", 0.06)
	for _, at := range append(middles(c), plane{1, 0.471}) {
		d := drawCut(t, c, at)
		names := d.drawMarks()
		for i, a := range names.taken {
			for j, b := range names.taken[:i] {
				if j < len(names.marks) && i < len(names.marks) {
					continue // marks are where they are
				}
				if a.Max.X > b.Min.X && a.Min.X < b.Max.X && a.Max.Y > b.Min.Y && a.Min.Y < b.Max.Y {
					t.Errorf("%s: names or marks %d and %d overlap, at %v and %v", at, j, i, b, a)
				}
			}
		}
		if len(names.taken) != 2*len(names.marks) || len(names.marks) < 5 {
			t.Errorf("%s: %d marks, of which %d have names", at, len(names.marks),
				len(names.taken)-len(names.marks))
		}
	}
}

// Names above gauges are in rows in which none is over another.
func TestRowsOfNames(t *testing.T) {
	var all []mark
	for k := range 40 {
		all = append(all, mark{names: []string{strings.Repeat("n", 1+k*k%7)},
			at: vg.Point{X: vg.Length(k * k % 97 * 3)}, gauge: true, line: true})
	}
	rows, count := rowsOfNames(all)
	top := 0
	for i := range all {
		top = max(top, rows[i]+1)
		for j := range i {
			x, half := all[i].above()
			y, other := all[j].above()
			if rows[i] == rows[j] && math.Abs(float64(x-y)) < float64(half+other) {
				t.Errorf("names %d and %d are over each other in row %d", j, i, rows[i])
			}
		}
	}
	if count != top || count < 2 || count > 20 {
		t.Errorf("%d rows, of which %d have names", count, top)
	}
}

// Names of gauges at the ends of a picture are in it.
func TestNamesInPicture(t *testing.T) {
	for _, x := range []vg.Length{0, cutLeft, cutWidth / 2, cutWidth - cutRight} {
		m := mark{names: []string{"a gauge with quite a long name"}, at: vg.Point{X: x}}
		if middle, half := m.above(); middle-half < 0 || middle+half > cutWidth || x == cutWidth/2 &&
			middle != x {
			t.Errorf("at %g: %g, and %g to both sides", x, middle, half)
		}
	}
}

// Very many marks are drawn without names.
func TestManyMarks(t *testing.T) {
	c := tank()
	for k := range 3000 {
		x, y := 0.02+0.09*float64(k%20), 0.01*float64(k/20)
		c.Probes = append(c.Probes, sph.Probe{Name: "p", Position: [3]float64{x, 0.35, y}})
		c.Gauges = append(c.Gauges, sph.Gauge{Name: "g", X: 0.0007 * float64(k), Y: 0.35})
	}
	d := drawCut(t, c, plane{1, 0.35})
	d.holds(t, "a probe", d.at([3]float64{1.2, 0.35, 1.1}), color.Black)
	if e := d.legend(); e[len(e)-1].name != "probe off the plane (too many for names)" {
		t.Errorf("the last of the legend is %q", e[len(e)-1].name)
	}
}

// Marks at the same place are one, with all their names or the first and the last.
func TestMarks(t *testing.T) {
	c := tank()
	c.Probes = nil
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		c.Probes = append(c.Probes, sph.Probe{Name: name, Position: [3]float64{0.5, 0.35, 0.5}})
		k := &cut{flow: c, plane: plane{1, 0.35}, layer: nil}
		all := k.picture().marks()
		if want := map[string]string{"a": "a", "b": "a, b", "c": "a, b, c", "d": "a, b, c, d",
			"e": "a, b, c … e"}[name]; len(all) != 3 || all[2].label() != want {
			t.Errorf("%d marks, the last is %q, want %q", len(all), all[2].label(), want)
		}
	}
}

// A gauge stands at its x in a cut across y, at its y in one across x, and at both seen from above.
func TestGaugesInCuts(t *testing.T) {
	c := tank()
	c.Probes, c.Gauges = nil, []sph.Gauge{{Name: "a", X: 0.5, Y: 0.2}, {Name: "b", X: 1.5, Y: 0.7}}
	for axis, want := range map[sph.Axis][2]float64{0: {0.5, 0}, 1: {1, 0}, 2: {1, 0.5}} {
		d := drawCut(t, c, plane{axis, 0.35})
		marks := d.marks()
		if len(marks) != 2 {
			t.Fatalf("across %v there are %d marks", axis, len(marks))
		}
		apart := marks[1].at.Sub(marks[0].at)
		if got := [2]float64{float64(apart.X / d.metre), float64(apart.Y / d.metre)}; math.Abs(got[0]-want[0]) > 1e-9 || math.Abs(got[1]-want[1]) > 1e-9 {
			t.Errorf("across %v the second gauge is %v m from the first, not %v", axis, got, want)
		}
		if marks[0].line != (axis != 2) {
			t.Errorf("across %v a gauge is a line: %v", axis, marks[0].line)
		}
	}
}
