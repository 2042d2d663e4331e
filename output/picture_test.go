package output

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"testing"

	"gpusph/sph"
)

// tank is a snapshot of a tank with a pillar and a column of water, of about n
// particles, as a dam break begins.
func tank(n int, devices int) *sph.Snapshot {
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
				p := [3]float32{float32((float64(x) + 0.5) * dp), float32((float64(y) + 0.5) * dp), float32((float64(z) + 0.5) * dp)}
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

func picture(t *testing.T, s *sph.Snapshot, o PictureOptions) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := Picture(&b, s, o); err != nil {
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
	s := tank(3000, 1)
	for _, size := range [][4]int{{0, 0, 1280, 720}, {320, 180, 320, 180}, {321, 700, 321, 700}, {1000, 200, 1000, 200}} {
		img := picture(t, s, PictureOptions{Width: size[0], Height: size[1]})
		if got := img.Bounds().Size(); got != (image.Point{size[2], size[3]}) {
			t.Errorf("%v gives %v", size, got)
		}
		if r, g, b, _ := img.At(0, 0).RGBA(); r+g+b != 3*0xffff {
			t.Error("the background is not white")
		}
	}
	if err := Picture(&bytes.Buffer{}, s, PictureOptions{Width: 10, Height: 10}); err == nil {
		t.Error("a picture of 10 x 10 pixels is drawn")
	}
}

// TestPictureDevices holds that each device has its colour in the picture, as
// large as its share, beyond that in the legend.
func TestPictureDevices(t *testing.T) {
	for _, devices := range []int{2, 3, 6} {
		img := picture(t, tank(20000, devices), PictureOptions{Width: 640, Height: 360})
		for d := range devices {
			if n := like(img, deviceColour(d)); n < 1000 {
				t.Errorf("%d devices: %d pixels have the colour of device %d", devices, n, d)
			}
		}
	}
	// One device alone is coloured by speed, and several are if that is asked for.
	for _, img := range []image.Image{picture(t, tank(20000, 1), PictureOptions{Width: 640, Height: 360}), picture(t, tank(20000, 2), PictureOptions{Width: 640, Height: 360, Colouring: BySpeed})} {
		for _, x := range []float64{0.2, 0.5, 0.8} {
			if n := like(img, speedColour(x)); n < 1000 {
				t.Errorf("%d pixels have the colour of %g of the highest speed", n, x)
			}
		}
	}
	if one := picture(t, tank(20000, 1), PictureOptions{Width: 640, Height: 360, Colouring: ByDevice}); like(one, deviceColour(0)) < 5000 {
		t.Error("one device is not in its colour where that is asked for")
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

// TestPictureOdd holds that snapshots with little in them, or nonsense, are drawn.
func TestPictureOdd(t *testing.T) {
	nan := float32(math.NaN())
	for name, s := range map[string]*sph.Snapshot{
		"empty":           {Case: testCase()},
		"without domain":  {Case: &sph.Case{}},
		"one particle":    testSnapshot(1, 0),
		"few particles":   testSnapshot(7, 0),
		"only walls":      only(tank(3000, 1), sph.Wall),
		"only fluid":      only(tank(3000, 1), sph.Fluid),
		"not numbers":     {Case: testCase(), ID: []uint32{0, 1}, Position: [][3]float32{{nan, 0, 0}, {0.1, 0.1, 0.1}}, Velocity: [][3]float32{{}, {nan, 0, 0}}, Density: []float32{0, 0}, Pressure: []float32{0, 0}, Type: []sph.Type{0, 0}, Body: []uint8{0, 0}, Device: []uint8{0, 0}},
		"not even a wall": {Case: testCase(), ID: []uint32{0}, Position: [][3]float32{{nan, 0, 0}}, Velocity: [][3]float32{{}}, Density: []float32{0}, Pressure: []float32{0}, Type: []sph.Type{1}, Body: []uint8{0}, Device: []uint8{0}},
	} {
		t.Run(name, func(t *testing.T) { picture(t, s, PictureOptions{Width: 640, Height: 360}) })
	}
}

// only are the particles of one type.
func only(s *sph.Snapshot, t sph.Type) *sph.Snapshot {
	o := &sph.Snapshot{Case: s.Case, Devices: s.Devices}
	for i := range s.ID {
		if s.Type[i] == t {
			o.ID, o.Position, o.Velocity = append(o.ID, s.ID[i]), append(o.Position, s.Position[i]), append(o.Velocity, s.Velocity[i])
			o.Density, o.Pressure = append(o.Density, s.Density[i]), append(o.Pressure, s.Pressure[i])
			o.Type, o.Body, o.Device = append(o.Type, s.Type[i]), append(o.Body, s.Body[i]), append(o.Device, s.Device[i])
		}
	}
	return o
}

// TestSurface holds that of the walls of a tank the floor and the four sides are
// found, by their inner face and once.
func TestSurface(t *testing.T) {
	s := tank(20000, 1)
	dp := s.Case.Params.DeltaP
	surfels, low, high := surface(s, dp)
	faces := map[string]int{}
	for _, q := range surfels {
		faces[fmt.Sprint(q.normal)]++
	}
	if len(faces) != 5 || faces["[0 0 1]"] == 0 || faces["[0 0 -1]"] != 0 {
		t.Errorf("the faces look to %v", faces)
	}
	if math.Abs(low[2]) > 1e-6 || math.Abs(low[0]) > 1e-6 || math.Abs(high[0]-float64(int(1.6/dp))*dp) > 1e-6 {
		t.Errorf("the tank is from %v to %v", low, high)
	}
}

func TestPictureDeterministic(t *testing.T) {
	s := tank(20000, 2)
	var one, two bytes.Buffer
	if err := Picture(&one, s, PictureOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := Picture(&two, s, PictureOptions{}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two pictures of the same snapshot differ")
	}
}

func BenchmarkPicture(b *testing.B) {
	s := tank(1000000, 1)
	b.Logf("%d particles", s.Len())
	for b.Loop() {
		if err := Picture(&bytes.Buffer{}, s, PictureOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
