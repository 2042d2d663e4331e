package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"runtime"
	"slices"
	"testing"

	"gpusph/internal/surface"
	"gpusph/sph"
)

// basin is a snapshot of a tank with a pillar and a column of water, of about n
// particles, as a dam break begins.
func basin(n int, devices int) *sph.Snapshot {
	dp := math.Cbrt(0.35 / float64(n))
	c := &sph.Case{Name: "Tank", Params: sph.Defaults(dp), Bodies: []sph.Body{{Name: "pillar"}}}
	s := &sph.Snapshot{Case: c, Time: 0.25, Devices: devices}
	size := [3]int{int(1.6 / dp), int(0.67 / dp), int(0.6 / dp)}
	const lining = 3
	for a := range 3 {
		c.Params.Min[a], c.Params.Max[a] = -5*dp, float64(size[a]+5)*dp
	}
	for z := -lining; z < size[2]; z++ {
		for y := -lining; y < size[1]+lining; y++ {
			for x := -lining; x < size[0]+lining; x++ {
				p := [3]float32{float32((float64(x) + 0.5) * dp), float32((float64(y) + 0.5) * dp),
					float32((float64(z) + 0.5) * dp)}
				t, body := sph.Fluid, uint8(0)
				switch {
				case x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1]:
					t = sph.Wall
				case math.Abs(float64(p[0])-0.9) < 0.06 && math.Abs(float64(p[1])-0.335) < 0.06:
					t, body = sph.Wall, 1
				case float64(p[2]) > 0.45-0.2*float64(p[0]):
					continue
				}
				s.ID = append(s.ID, uint32(len(s.ID)))
				s.Position = append(s.Position, p)
				s.Velocity = append(s.Velocity, [3]float32{2 * p[0], 0, -0.5})
				s.Density, s.Pressure = append(s.Density, 1000), append(s.Pressure, 0)
				s.Type, s.Body = append(s.Type, t), append(s.Body, body)
				s.Device = append(s.Device, uint8(float64(p[0])/1.61*float64(devices)))
			}
		}
	}
	return s
}

func picture(t *testing.T, s *sph.Snapshot, o Options) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := Draw(&b, s, o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// like counts the pixels whose colour is a lighter or darker c.
func like(img image.Image, c rgb) (n int) {
	hue := func(r, g, b float64) (x, y float64) {
		sum := r + g + b
		return r / sum, g / sum
	}
	cx, cy := hue(float64(c[0]), float64(c[1]), float64(c[2]))
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			if r+g+b < 3*0x2000 {
				continue
			}
			if px, py := hue(float64(r), float64(g), float64(b)); math.Hypot(px-cx, py-cy) < 0.03 {
				n++
			}
		}
	}
	return n
}

func TestPictureSize(t *testing.T) {
	s := basin(3000, 1)
	for _, size := range [][4]int{{0, 0, 1280, 720}, {320, 180, 320, 180}, {321, 700, 321, 700},
		{1000, 200, 1000, 200}} {
		img := picture(t, s, Options{Width: size[0], Height: size[1]})
		if got := img.Bounds().Size(); got != (image.Point{size[2], size[3]}) {
			t.Errorf("%v gives %v", size, got)
		}
		if r, g, b, _ := img.At(0, 0).RGBA(); r+g+b != 3*0xffff {
			t.Error("the background is not white")
		}
	}
	if err := Draw(&bytes.Buffer{}, s, Options{Width: 10, Height: 10}); err == nil {
		t.Error("a picture of 10 x 10 pixels is drawn")
	}
}

// TestPictureDevices holds that each device has its colour in the picture, as
// large as its share, beyond that in the legend.
func TestPictureDevices(t *testing.T) {
	for _, devices := range []int{1, 2, 3, 6} {
		img := picture(t, basin(20000, devices), Options{Width: 640, Height: 360, Field: Device})
		for d := range devices {
			if n := like(img, deviceColour(d)); n < 1000 {
				t.Errorf("%d devices: %d pixels have the colour of device %d", devices, n, d)
			}
		}
	}
	// Else the colours are those of the scale, also of several.
	for devices := range 2 {
		img := picture(t, basin(20000, devices+1), Options{Width: 640, Height: 360})
		for _, x := range []float64{0.2, 0.5, 0.8} {
			if n := like(img, scaleColour(x)); n < 1000 {
				t.Errorf("%d pixels have the colour of %g of the highest speed", n, x)
			}
		}
	}
}

// TestDeviceColours holds that the colours of any two devices differ clearly, and
// from that of walls.
func TestDeviceColours(t *testing.T) {
	all := []rgb{wallColour}
	for d := range 8 {
		all = append(all, deviceColour(d))
	}
	for i, a := range all {
		for j, b := range all[:i] {
			if d := math.Hypot(math.Hypot(float64(a[0]-b[0]), float64(a[1]-b[1])), float64(a[2]-b[2])); d < 0.25 {
				t.Errorf("colours %d and %d are %v and %v", i, j, a, b)
			}
		}
	}
}

// emptyCase is a domain without particles.
func emptyCase() *sph.Case {
	c := &sph.Case{Name: "Test", Params: sph.Defaults(0.02)}
	c.Params.Max = [3]float64{1, 1, 1}
	return c
}

// diagonal has n particles of fluid along a line through the domain.
func diagonal(n int) *sph.Snapshot {
	s := &sph.Snapshot{Case: emptyCase(), Devices: 1}
	for i := range n {
		x := (float32(i) + 0.5) / float32(n)
		s.ID, s.Position = append(s.ID, uint32(i)), append(s.Position, [3]float32{x, x, x})
		s.Velocity, s.Density, s.Pressure = append(s.Velocity, [3]float32{x, 0, 0}),
			append(s.Density, 1000), append(s.Pressure, 100*x)
		s.Type, s.Body, s.Device = append(s.Type, sph.Fluid), append(s.Body, 0), append(s.Device, 0)
	}
	return s
}

// TestPictureOdd holds that of snapshots with little in them, or nonsense, what
// makes sense is drawn.
func TestPictureOdd(t *testing.T) {
	nan := float32(math.NaN())
	broken, gone, wall := diagonal(2), diagonal(1), diagonal(1)
	broken.Position[0][1], broken.Velocity[1][2] = nan, nan
	gone.Position[0][2] = float32(math.Inf(1))
	wall.Position[0][0], wall.Type[0] = nan, sph.Wall
	for _, test := range []struct {
		name         string
		s            *sph.Snapshot
		fluid, walls [2]int // pixels, at least and at most
	}{
		// the domain's edges
		{"empty", &sph.Snapshot{Case: emptyCase()}, [2]int{0, 0}, [2]int{500, 5000}},
		{"without domain", &sph.Snapshot{Case: &sph.Case{}}, [2]int{0, 0}, [2]int{500, 5000}},
		{"one particle", diagonal(1), [2]int{10, 60}, [2]int{500, 5000}},
		{"few particles", diagonal(7), [2]int{120, 420}, [2]int{500, 5000}},
		{"only walls", only(basin(3000, 1), sph.Wall), [2]int{0, 0}, [2]int{30000, 150000}},
		{"only fluid", only(basin(3000, 1), sph.Fluid), [2]int{15000, 60000}, [2]int{200, 5000}},
		{"not numbers", broken, [2]int{10, 60}, [2]int{500, 5000}}, // the one whose place is known
		{"far away", gone, [2]int{0, 0}, [2]int{500, 5000}},
		{"not even a wall", wall, [2]int{0, 0}, [2]int{500, 5000}},
	} {
		var fluid, walls int
		img := picture(t, test.s, Options{Width: 640, Height: 360})
		for y := 48; y < 360; y++ {
			for x := range 560 { // without title and scale
				r, g, b, _ := img.At(x, y).RGBA()
				switch low, high := min(r, g, b), max(r, g, b); {
				case high-low > 0x4000:
					fluid++
				case low < 0xfb00:
					walls++
				}
			}
		}
		if fluid < test.fluid[0] || fluid > test.fluid[1] || walls < test.walls[0] ||
			walls > test.walls[1] {
			t.Errorf("%s: %d pixels of fluid and %d of walls, not %d and %d", test.name, fluid, walls,
				test.fluid, test.walls)
		}
	}
}

// only are the particles of one type.
func only(s *sph.Snapshot, t sph.Type) *sph.Snapshot {
	o := &sph.Snapshot{Case: s.Case, Devices: s.Devices}
	for i := range s.ID {
		if s.Type[i] == t {
			o.ID, o.Position, o.Velocity = append(o.ID, s.ID[i]), append(o.Position, s.Position[i]),
				append(o.Velocity, s.Velocity[i])
			o.Density, o.Pressure = append(o.Density, s.Density[i]), append(o.Pressure, s.Pressure[i])
			o.Type, o.Body, o.Device = append(o.Type, s.Type[i]), append(o.Body, s.Body[i]),
				append(o.Device, s.Device[i])
		}
	}
	return o
}

// TestTank holds that of the walls of a tank the floor and the four sides are
// found, by their inner face and once: also where its lattice is not quite of the
// spacing, and where something stands in it that is no body.
func TestTank(t *testing.T) {
	for _, stretch := range []float64{1, 0.985, 1.02} {
		s := basin(100000, 1)
		dp := s.Case.Params.DeltaP
		size := vec{float64(int(1.6/dp)) * dp * stretch, float64(int(0.67/dp)) * dp,
			float64(int(0.6/dp)) * dp}
		pillar := 0
		for i := range s.Position {
			s.Position[i][0] *= float32(stretch)
			if s.Body[i] != 0 {
				s.Body[i] = 0
				pillar++
			}
		}
		found := findTank(liningOf(s), dp)
		faces := map[string]int{}
		for _, q := range found.surface {
			faces[fmt.Sprint(q.normal)]++
			for a := range 3 {
				if q.normal[a] != 0 && math.Abs(q.position[a]) > 0.02*dp &&
					math.Abs(q.position[a]-size[a]) > 0.02*dp {
					t.Fatalf("stretched by %g: a face that looks to %v is at %v", stretch, q.normal, q.position)
				}
			}
		}
		if len(faces) != 5 || faces["[0 0 1]"] == 0 || faces["[0 0 -1]"] != 0 {
			t.Errorf("stretched by %g: the faces look to %v", stretch, faces)
		}
		if found.low.length() > 0.02*dp ||
			math.Abs(found.high[0]-size[0])+math.Abs(found.high[1]-size[1]) > 0.02*dp {
			t.Errorf("stretched by %g: the tank is from %v to %v", stretch, found.low, found.high)
		}
		within := 0
		for i, x := range s.Position {
			if s.Type[i] == sph.Wall && found.within(point(x)) {
				within++
			}
		}
		if within != pillar {
			t.Errorf("stretched by %g: %d particles stand in the tank, not %d", stretch, within, pillar)
		}
	}
}

// TestPictureDeterministic holds that a picture is the same however many goroutines draw it, and
// whatever was drawn before.
func TestPictureDeterministic(t *testing.T) {
	s := basin(20000, 2)
	m, err := surface.Of(s, &s.Case.Params, surface.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, mesh := range []*surface.Mesh{nil, m} {
		var first []byte
		for _, workers := range []int{1, 2, 7} {
			before := runtime.GOMAXPROCS(workers)
			p, err := NewPainter(s, Options{Width: 640, Height: 360})
			if err == nil && workers == 2 {
				_, err = p.Paint(only(s, sph.Wall), mesh)
			}
			if err != nil {
				t.Fatal(err)
			}
			img, err := p.Paint(s, mesh)
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = img.Pix
			}
			if !bytes.Equal(first, img.Pix) {
				t.Errorf("with %d goroutines the picture is another", workers)
			}
		}
	}
}

func BenchmarkPicture(b *testing.B) {
	s := basin(1000000, 1)
	b.Logf("%d particles", s.Len())
	for b.Loop() {
		if err := Draw(&bytes.Buffer{}, s, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFrame is a frame of a movie: without what is done once, and without the file.
func BenchmarkFrame(b *testing.B) {
	s := basin(1000000, 1)
	p, err := NewPainter(s, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d particles", s.Len())
	for b.Loop() {
		if _, err := p.Paint(s, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// A cut leaves out what is on the side of the eye, whatever the view.
func TestCut(t *testing.T) {
	s := basin(20000, 1)
	for _, from := range []Angles{Oblique.Angles(), Front.Angles(), Side.Angles(), Top.Angles(),
		{200, 5}, {-80, -40}} {
		left := func(cut float64) (*Painter, int) {
			p, err := NewPainter(s, Options{Width: 640, Height: 360, From: &from, Cut: cut})
			if err != nil {
				t.Fatal(err)
			}
			return p, len(p.spheres(s, true, true))
		}
		p, cut := left(0.5)
		if _, all := left(0); cut < all/10 || cut > all*9/10 {
			t.Errorf("from %v: %d of %d particles are left", from, cut, all)
		}
		// The eye is farther from what is left than from what is left out.
		axis, way := from.towards()
		if middle := (p.low[axis] + p.high[axis]) / 2; way*(p.cam.eye[axis]-middle) <= 0 {
			t.Errorf("from %v: the cut is on the far side", from)
		}
	}
}

// With a field of solids, parts that bend have its colours, the fluid those of its speed, and
// bodies without it stay grey.
func TestPictureOfSolids(t *testing.T) {
	all := sph.Quantities(sph.FieldsOfFiles())
	k := slices.IndexFunc(all, func(q sph.Quantity) bool { return q.Solids && q.Column > 0 })
	if k < 0 {
		t.Fatal("no quantity is of solids alone")
	}
	of := Field(slices.Index(Fields, all[k].Name))
	s := basin(20000, 1)
	if err := of.Check(s); err == nil {
		t.Error("a run without the field is drawn by it")
	}
	n := len(all[k].Columns)
	values := make([]float32, n*s.Len())
	for i, body := range s.Body {
		if body == 1 {
			values[n*i+all[k].Column] = float32(1e5 * (0.05 + s.Position[i][2]))
		}
	}
	bare := picture(t, s, Options{Width: 640, Height: 360})
	s.Extra = []sph.Values{{Field: all[k].Field, Of: values}}
	img := picture(t, s, Options{Width: 640, Height: 360, Field: of})
	if n := like(img, scaleColour(0.5)); n < 1000 {
		t.Errorf("%d pixels have the colour of half of the highest speed", n)
	}
	for _, x := range []float64{0.3, 0.6, 0.9} {
		if n, without := like(img, solidColour(x)), like(bare, solidColour(x)); n < without+50 {
			t.Errorf("%d pixels have the colour of %g of the scale, %d without it", n, x, without)
		}
	}
	clear(values)
	img = picture(t, s, Options{Width: 640, Height: 360, Field: of, Plain: true})
	if n := like(img, bodyColour); n < 100 {
		t.Errorf("%d pixels are grey where nothing bends", n)
	}
}
