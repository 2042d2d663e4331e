package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math"
	"reflect"
	"slices"
	"testing"

	"gpusph/sph"
)

// A flow in two dimensions is seen from the front, where its particles leave no gaps.
func TestPicturePlane(t *testing.T) {
	const dp, n = 0.01, 20
	c := &sph.Case{Name: "Plane", Params: sph.Defaults(dp)}
	c.Params.Min, c.Params.Max = [3]float64{0, -dp, 0}, [3]float64{n * dp, dp, n * dp}
	s := &sph.Snapshot{Case: c, Devices: 1}
	for x := range n {
		for z := range n {
			s.ID = append(s.ID, uint32(len(s.ID)))
			s.Position = append(s.Position, [3]float32{(float32(x) + 0.5) * dp, 0, (float32(z) + 0.5) * dp})
			s.Velocity, s.Density, s.Pressure = append(s.Velocity, [3]float32{1, 0, 0}),
				append(s.Density, 1000), append(s.Pressure, 0)
			s.Type, s.Body, s.Device = append(s.Type, sph.Fluid), append(s.Body, 0), append(s.Device, 0)
		}
	}
	size := Options{Width: 640, Height: 360}
	fromFront := size
	fromFront.View = Front
	plain, front := picture(t, s, size), picture(t, s, fromFront)
	if !reflect.DeepEqual(plain, front) {
		t.Error("it is not seen from the front")
	}
	gaps := 0
	for y := 70; y < 320; y++ {
		for x := 170; x < 420; x++ { // well within the fluid
			if r, g, b, _ := plain.At(x, y).RGBA(); min(r, g, b) > 0xb000 {
				gaps++
			}
		}
	}
	if gaps > 0 {
		t.Errorf("%d pixels between the particles are empty", gaps)
	}
	s.Position[0][1] = dp / 2
	if reflect.DeepEqual(picture(t, s, size), picture(t, s, fromFront)) {
		t.Error("a flow in three dimensions is seen from the front")
	}
}

// TestViews holds what points where in each view, that what is nearer to the eye is
// larger, and that the box fills the frame one way and keeps within it the other.
func TestViews(t *testing.T) {
	low, high := vec{-1, 2, 0}, vec{3, 5, 1}
	f := frame{100, 50, 900, 650}
	middle := low.plus(high).times(0.5)
	for view, axes := range []struct{ right, up, away vec }{
		Oblique: {vec{1, 0.4, 0}, vec{0, 0, 1}, vec{-0.4, 1, -0.4}},
		Front:   {vec{1, 0, 0}, vec{0, 0, 1}, vec{0, 1, 0}},
		Side:    {vec{0, 1, 0}, vec{0, 0, 1}, vec{-1, 0, 0}},
		Top:     {vec{1, 0, 0}, vec{0, 1, 0}, vec{0, 0, -1}},
	} {
		cam := look(View(view).Angles(), low, high, f)
		x, y, z := cam.project(middle)
		if rx, ry, _ := cam.project(middle.plus(axes.right.times(0.1))); rx < x+5 || math.Abs(ry-y) > 0.35*(rx-x) {
			t.Errorf("%s: %v is not to the right", Views[view], axes.right)
		}
		if ux, uy, _ := cam.project(middle.plus(axes.up.times(0.1))); uy > y-5 || math.Abs(ux-x) > 0.1*(y-uy) {
			t.Errorf("%s: %v is not upwards", Views[view], axes.up)
		}
		if _, _, away := cam.project(middle.plus(axes.away.times(0.1))); away < z+0.05 {
			t.Errorf("%s: %v is not away from the eye", Views[view], axes.away)
		}
		width := func(at vec) float64 {
			x0, _, _ := cam.project(at)
			x1, _, _ := cam.project(at.plus(axes.right.unit().times(0.1)))
			return x1 - x0
		}
		if width(middle.plus(axes.away)) >= width(middle.plus(axes.away.times(-1))) {
			t.Errorf("%s: what is farther away is not smaller", Views[view])
		}
		var xs, ys []float64
		for _, p := range corners(low, high) {
			x, y, _ := cam.project(p)
			xs, ys = append(xs, x), append(ys, y)
		}
		room := []float64{slices.Min(xs) - f.left, f.right - slices.Max(xs), slices.Min(ys) - f.top,
			f.bottom - slices.Max(ys)}
		if slices.Min(room) < -1e-6 || slices.Min(room) > 1e-6 ||
			math.Abs(room[0]-room[1])+math.Abs(room[2]-room[3]) > 1e-6 {
			t.Errorf("%s: the box leaves %.3g pixels of the frame", Views[view], room)
		}
	}
}

// TestTurbo compares the colours with those of Turbo's table, which the polynomial is
// near.
func TestTurbo(t *testing.T) {
	for x, want := range map[float64]rgb{
		0: {0.18995, 0.07176, 0.23217}, 0.5: {0.64362, 0.98999, 0.23356}, 1: {0.4796, 0.01583, 0.01055},
	} {
		got := turbo(x)
		for a := range got {
			if math.Abs(float64(got[a]-want[a])) > 0.13 {
				t.Errorf("at %g there is %.3f, want %.3f", x, got, want)
			}
		}
	}
	if scaleColour(0) != turbo(0.1) || scaleColour(0.5) != turbo(0.1+0.9*0.5) ||
		scaleColour(1) != turbo(1) || scaleColour(7) != turbo(1) {
		t.Error("the scale is not of the last nine tenths of the map")
	}
}

// TestScale holds that scales go from and to round numbers around nearly all values of
// the fluid, and are marked at round numbers.
func TestScale(t *testing.T) {
	flow := func(most float32, pressures ...float32) *sph.Snapshot {
		s := diagonal(2000)
		for i := range s.Position {
			x := float32(i) / 1999
			s.Velocity[i] = [3]float32{0, -0.6 * most * x, 0.8 * most * x}
			s.Pressure[i] = pressures[i%len(pressures)]
		}
		s.Velocity[1999][0] = 1e6 // one of two thousand
		for i := 900; i < 920; i++ {
			s.Type[i], s.Velocity[i][1], s.Pressure[i] = sph.Wall, 1e6, -1e6
		}
		return s
	}
	nan := math.NaN()
	none := [2]float64{nan, nan}
	for _, test := range []struct {
		s         *sph.Snapshot
		field     Field
		limits    [2]float64
		low, high float64
		label     string
		marks     []string
	}{
		{flow(2.3, 0), Speed, none, 0, 2.5, "speed [m/s]", []string{"0", "0.5", "1", "1.5", "2", "2.5"}},
		{flow(2.02, 0), Speed, none, 0, 2.5, "speed [m/s]", []string{"0", "0.5", "1", "1.5", "2", "2.5"}},
		{flow(2.3, 0), Speed, [2]float64{nan, 8}, 0, 8, "speed [m/s]", []string{"0", "2", "4", "6", "8"}},
		{flow(0, 0), Speed, none, 0, 1, "speed [m/s]", []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{flow(9, 7000, 10), Pressure, none, 0, 8000, "pressure [kPa]", []string{"0", "2", "4", "6", "8"}},
		{flow(9, 700, -10), Pressure, none, 0, 800, "pressure [Pa]",
			[]string{"0", "200", "400", "600", "800"}},
		{flow(9, 700, -300), Pressure, none, -300, 800, "pressure [Pa]",
			[]string{"−250", "0", "250", "500", "750"}},
		{flow(2.3, 0), Density, none, 1000, 1000.25, "density [kg/m³]",
			[]string{"1000", "1000.05", "1000.1", "1000.15", "1000.2", "1000.25"}},
		{flow(2, 7000, 10), Pressure, [2]float64{-1000, 4000}, -1000, 4000, "pressure [kPa]",
			[]string{"−1", "0", "1", "2", "3", "4"}},
		{flow(2, 700, -300), Speed, [2]float64{5, nan}, 5, 10, "speed [m/s]",
			[]string{"5", "6", "7", "8", "9", "10"}},
	} {
		c := NewScale(test.field, test.limits, test.s)
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9*(1+math.Abs(b)) }
		var marks []string
		for _, x := range c.ticks() {
			marks = append(marks, c.number(x))
		}
		if label, _ := c.unit(); !near(c.low, test.low) || !near(c.high, test.high) ||
			label != test.label || !slices.Equal(marks, test.marks) {
			t.Errorf("%s from %g to %g, with marks at %q; want %s from %g to %g, %q", label, c.low, c.high,
				marks, test.label, test.low, test.high, test.marks)
		}
		middle := (test.low + test.high) / 2
		if c.part(test.low) != 0 || c.part(test.high) != 1 || !near(c.part(middle), 0.5) ||
			c.part(middle-9*test.high) != 0 || c.part(9*test.high) != 1 || c.part(math.NaN()) != 1 {
			t.Errorf("%g is at %g of a scale from %g to %g", middle, c.part(middle), test.low, test.high)
		}
	}
}

// TestScaleBar holds that the highest colour and number of the scale are above the
// others, and that letters stand on their feet.
func TestScaleBar(t *testing.T) {
	img := picture(t, diagonal(1), Options{Scale: &Scale{Speed, 0, 8}})
	const x = 1280 - 36 - 70 // the left of the bar
	for part, y := range map[float32]int{0.999: 170, 0.75: 265, 0.25: 455, 0.001: 549} {
		r, g, b, _ := img.At(x+8, y).RGBA()
		if want := scaleColour(float64(part)).rgba(); math.Abs(float64(r>>8)-float64(want.R))+math.Abs(float64(g>>8)-float64(want.G))+math.Abs(
			float64(b>>8)-float64(want.B)) > 12 {
			t.Errorf("at %g of the bar there is %d, %d, %d, not %v", part, r>>8, g>>8, b>>8, want)
		}
	}
	for text, y := range map[string]float64{"8": 170, "6": 265, "4": 360, "2": 455, "0": 550} {
		// The number and the mark as they should be, alone.
		want := image.NewRGBA(img.Bounds())
		draw.Draw(want, want.Bounds(), image.White, image.Point{}, draw.Src)
		f, err := fonts()
		if err != nil {
			t.Fatal(err)
		}
		w := &writing{img: want, unit: 1}
		if w.text(x+26, y+5, 14, f.regular, 60, text, 0); w.err != nil {
			t.Fatal(w.err)
		}
		for i := x + 23; i < x+40; i++ {
			for j := int(y) - 9; j < int(y)+9; j++ {
				if color.RGBAModel.Convert(img.At(i, j)) != want.At(i, j) {
					t.Fatalf("there is no %s beside its place in the scale, at %d, %d", text, i, j)
				}
			}
		}
		var rows []int // dark pixels of each
		for j := int(y) - 9; j < int(y)+12; j++ {
			n := 0
			for i := x + 23; i < x+40; i++ {
				if r, _, _, _ := want.At(i, j).RGBA(); r < 0xa000 {
					n++
				}
			}
			if n > 0 {
				rows = append(rows, n)
			}
		}
		// A 2 has its longest row below, and a 4 a short one.
		if last := rows[len(rows)-1]; text == "2" && last != slices.Max(rows) || text == "4" &&
			last > slices.Max(rows)/2 {
			t.Errorf("the rows of a %s have %d pixels", text, rows)
		}
	}
}

// TestShading holds that spheres are lit from the left above, and that what is behind
// others is darker beside these.
func TestShading(t *testing.T) {
	grey := rgb{0.6, 0.6, 0.6}
	draw := func(all ...splat) image.Image {
		c := newCanvas(200, 200)
		c.clear()
		c.spheres(all, 0.1)
		return c.develop(&scene{spheres: all, palette: []rgb{grey}, length: 0.3, radii: [2]int{3, 8}})
	}
	one := draw(splat{100, 100, 40, 5, 0})
	at := func(img image.Image, x, y int) float64 {
		r, _, _, _ := img.At(x/samples, y/samples).RGBA()
		return float64(r) / 0xffff
	}
	level := float64(grey[0])
	if a, b, c, d := at(one, 80, 75), at(one, 120, 75), at(one, 80, 125), at(one, 120, 125); !(a > b && b > c && c >= d && a > level && d < level) {
		t.Errorf("a sphere of %g is %.3f and %.3f above, %.3f and %.3f below", level, a, b, c, d)
	}
	if at(one, 20, 20) != 1 {
		t.Error("the background is shaded")
	}
	// A large sphere behind a small one, which is nearer by much or by nothing.
	behind := splat{100, 100, 70, 5, 0}
	far, near := draw(behind, splat{100, 100, 20, 4.95, 0}), draw(behind, splat{100, 100, 20, 4, 0})
	if a, b := at(near, 125, 100), at(far, 125, 100); a > 0.95*b ||
		at(near, 160, 100) != at(far, 160, 100) {
		t.Errorf("beside a nearer sphere there is %.3f, beside one as near %.3f", a, b)
	}
	if at(near, 100, 100) < level {
		t.Error("the nearer sphere is not seen")
	}
}

// TestOpenToTheEye holds that walls are seen from within only.
func TestOpenToTheEye(t *testing.T) {
	p := &Painter{spacing: 0.1, high: vec{1, 1, 1},
		cam: look(Oblique.Angles(), vec{}, vec{1, 1, 1}, frame{0, 0, 100, 100})}
	drawn := func(normals ...vec) []disc {
		p.tank.surface = nil
		for _, n := range normals {
			p.tank.surface = append(p.tank.surface, surfel{vec{0.5, 0.5, 0.5}, n})
		}
		return p.discs()
	}
	for normal, seen := range map[vec]int{{0, 0, 1}: 1, {0, -1, 0}: 1, {1, 0, 0}: 1, {0, 0, -1}: 0,
		{0, 1, 0}: 0, {-1, 0, 0}: 0} {
		if drawn := drawn(normal); len(drawn) != seen {
			t.Errorf("a wall that looks to %v is drawn %d times", normal, len(drawn))
		}
	}
	if drawn := drawn(vec{0, 1, 0}, vec{0, -1, 0}); len(drawn) != 1 {
		t.Errorf("of a wall that is seen after one that is not, %d are drawn", len(drawn))
	}
}

// TestWallsEndAtTheBox holds that walls are not drawn beyond the edges of the box.
func TestWallsEndAtTheBox(t *testing.T) {
	s := only(basin(20000, 1), sph.Wall)
	p, err := NewPainter(s, Options{Plain: true})
	if err != nil {
		t.Fatal(err)
	}
	img, err := p.Paint(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Beyond the back edges of the box, which are its left and upper border in the picture, there
	// is nothing.
	for _, edge := range [][2]vec{{p.low, {p.low[0], p.low[1], p.high[2]}},
		{{p.low[0], p.high[1], p.high[2]}, p.high}} {
		for k := range 50 {
			at := edge[0].plus(edge[1].minus(edge[0]).times((float64(k) + 0.5) / 50))
			x, y, _ := p.cam.project(at)
			n := 4 // pixels away from the middle of the box
			mx, my, _ := p.cam.project(p.low.plus(p.high).times(0.5))
			if edge[0] == p.low {
				x += math.Copysign(float64(n*samples), x-mx)
			} else {
				y += math.Copysign(float64(n*samples), y-my)
			}
			if r, g, b, _ := img.At(int(x/samples), int(y/samples)).RGBA(); r+g+b != 3*0xffff {
				t.Fatalf("there is something at %.0f, %.0f, beyond an edge", x/samples, y/samples)
			}
		}
	}
}

// TestAxes holds that axes are marked with round numbers along edges that are seen in full length,
// and none where the eye looks along it.
func TestAxes(t *testing.T) {
	s := basin(3000, 1)
	for view, want := range map[View]string{Oblique: "xyz", Front: "xz", Side: "yz", Top: "xy"} {
		p, err := NewPainter(s, Options{View: view})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for a := range 3 {
			e, ok := p.axisEdge(a)
			if !ok {
				continue
			}
			got += "xyz"[a : a+1]
			// No part of the box is beyond the edge.
			for _, c := range corners(p.low, p.high) {
				if x, y := p.at(c); (x-e.x[0])*e.outward[0]+(y-e.y[0])*e.outward[1] > 0.5 {
					t.Errorf("%s: the edge of %c is not one of the outline", Views[view], 'x'+a)
				}
			}
		}
		if got != want {
			t.Errorf("%s has the axes %s, want %s", Views[view], got, want)
		}
	}
	for x, want := range map[float64]float64{0.11: 0.2, 0.2: 0.2, 0.21: 0.5, 3: 5, 6: 10, 1e-3: 1e-3} {
		if got := evenStep(x); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("the step from %g on is %g, want %g", x, got, want)
		}
	}
}

// TestAxesOnMap holds that marks are coordinates on the map, counted from a round one where these
// have many digits.
func TestAxesOnMap(t *testing.T) {
	for _, test := range []struct {
		low, high, from float64
		added           string
	}{
		{-1, 3, 0, ""}, {2010, 2055, 0, ""}, {511999.9, 512240, 512000, "+ 512000"},
		{512345.6, 512405.6, 512300, "+ 512300"}, {4212395, 4212405, 4212390, "+ 4212390"},
		{-99500, -98000, -100000, "− 100000"},
	} {
		from := beginning(test.low, test.high)
		if from != test.from || added(from) != test.added {
			t.Errorf("from %g to %g m marks are counted from %g m, %q; want %g, %q", test.low, test.high,
				from, added(from), test.from, test.added)
		}
	}
	s := basin(3000, 1)
	paint := func(origin [3]float64) []byte {
		s.Case.Params.Origin = origin
		var b bytes.Buffer
		if err := Draw(&b, s, Options{View: Top}); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	here := paint([3]float64{})
	if there := paint([3]float64{10, 0, 0}); bytes.Equal(here, there) {
		t.Error("marks are the same, wherever the flow is on the map")
	}
}

// TestWallsInTheTank holds that what stands in the tank looks the same whether or not
// it is a body that forces are measured on.
func TestWallsInTheTank(t *testing.T) {
	s := basin(20000, 1)
	body := picture(t, s, Options{Width: 640, Height: 360})
	clear(s.Body)
	if wall := picture(t, s, Options{Width: 640, Height: 360}); !reflect.DeepEqual(body, wall) {
		t.Error("a pillar of wall particles is drawn otherwise than one that is a body")
	}
}

// TestGlass holds that where a pillar hides fluid this is seen behind one of glass, a little greyer
// than without walls.
func TestGlass(t *testing.T) {
	s := basin(20000, 1)
	var images [3]image.Image
	for walls := range images {
		images[walls] = picture(t, s, Options{Width: 640, Height: 360, Walls: Walls(walls), Plain: true})
	}
	hidden, colour := 0, [3]float64{} // pixels, and how far they are from grey
	for y := range 360 {
		for x := range 640 {
			var off [3]float64
			for k, img := range images {
				r, g, b, _ := img.At(x, y).RGBA()
				off[k] = float64(max(r, g, b)-min(r, g, b)) / 0xffff
			}
			if off[Solid] < 0.02 && off[NoWalls] > 0.4 {
				hidden++
				for k := range off {
					colour[k] += off[k]
				}
			}
		}
	}
	if part := colour[Glass] / colour[NoWalls]; hidden < 300 || part < 0.6 || part > 0.85 {
		t.Errorf("of %d pixels that the pillar hides the colour is seen to %.2f", hidden, part)
	}
}

// TestLine holds that a line goes from end to end, but where something is before it by
// more than the slack.
func TestLine(t *testing.T) {
	c := newCanvas(120, 120)
	for i := range c.depth {
		c.depth[i] = 100
		switch x := i % 120; {
		case x >= 40 && x < 50:
			c.depth[i] = 4 // a step before
		case x >= 70 && x < 80:
			c.depth[i] = 4.95 // within the slack
		}
	}
	c.line(10, 20, 5, 110, 70, 5, 2, 0.1, aLine)
	for x := 10; x <= 110; x++ {
		on := c.seen[(20+(x-10)/2)*120+x] == aLine
		if want := x < 40 || x >= 50; on != want {
			t.Errorf("at %d the line is drawn: %v", x, on)
		}
	}
	for i, s := range c.seen {
		if x := i % 120; (x < 8 || x > 111) && s == aLine {
			t.Errorf("the line goes on to %d", x)
		}
	}
}

// TestScaleFits holds that all of the scale is in a picture that is wide and low, or
// narrow and high.
func TestScaleFits(t *testing.T) {
	for _, o := range []Options{{Width: 1000, Height: 200}, {Width: 330, Height: 700}} {
		img := picture(t, &sph.Snapshot{Case: emptyCase()}, o)
		for _, x := range []float64{0, 0.5, 1} {
			if like(img, scaleColour(x)) < 4 {
				t.Errorf("%d x %d pixels have no place for %g of the scale", o.Width, o.Height, x)
			}
		}
	}
}
