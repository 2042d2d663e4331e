package scene

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// What no mirror image would follow is refused.
func TestImagesUnderForcing(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  func(*sph.Case)
		refused bool
	}{
		{"gravity down", func(c *sph.Case) { c.Params.Gravity = [3]float64{1, 0, -9} }, false},
		{"gravity across", func(c *sph.Case) { c.Params.Gravity[1] = 1 }, true},
		{"a table across", func(c *sph.Case) { c.Gravity.Values = [][3]float64{{}, {0, 1e-9, 0}} }, true},
		{"about y", func(c *sph.Case) { c.RotatingFrame.Axis = [3]float64{0, -2, 0} }, false},
		{"about x", func(c *sph.Case) { c.RotatingFrame.Axis = [3]float64{1, 1, 0} }, true},
	} {
		c := &sph.Case{Name: "tank"}
		test.change(c)
		for images := range 2 {
			s := Scene{Images: images}
			err := s.checkImages(c)
			if got := err != nil && strings.Contains(err.Error(), "--widths 1"); got != (test.refused && images > 0) {
				t.Errorf("%s, %d images: %v", test.name, images, err)
			}
		}
	}
}

// An image begins as what it is an image of.
func TestImagesBegin(t *testing.T) {
	f := &sph.Fields[sph.ScalarField]
	before := f.Begin
	defer func() { f.Begin = before }()
	f.Begin = func(x, _, _ [3]float64) float32 { return float32(x[WideAxis]) }
	const width = 0.67
	s := Scene{Tank: Box{Max: [3]float64{1.6, width, 0.6}}, Pools: []Pool{{Name: "water", Box: Box{Max: [3]float64{0.4, width, 0.4}}}}, Images: 1}
	c := &sph.Case{Name: "images", Params: sph.Defaults(0.05)}
	c.Params.Further.Scalar = 1e-4
	if err := s.Fill(c); err != nil {
		t.Fatal(err)
	}
	for i, x := range c.Particles.Position {
		want := x[WideAxis]
		if want > width {
			want = 2*width - want
		}
		if got := float64(c.Particles.Extra["Scalar"][i]); c.Particles.Type[i] == sph.Fluid && math.Abs(got-want) > 1e-6 {
			t.Fatalf("a particle at %v has %g, not %g", x, got, want)
		}
	}
}
