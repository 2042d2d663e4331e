package geometry

import (
	"math"
	"testing"
)

// Volumes by formulas are those that lines along z have.
func TestVolumes(t *testing.T) {
	ring := must[*Revolved](t)(NewRevolved(Vec{1, 1, 1}, Vec{1, 2, 3},
		[][2]float64{{0.5, 0}, {0.7, 0.1}, {0.6, 0.4}, {0.5, 0.3}, {0.5, 0}}))
	box := Box{Vec{0.1, 0.2, 0.3}, Vec{1, 2, 3}}
	turned := must[Shape](t)(Rotate(box, Vec{1, 2, 3}, 0.7, Vec{}))
	for name, c := range map[string]struct {
		shape Shape
		exact float64 // 0 is not known
	}{
		"box":      {box, 0.9 * 1.8 * 2.7},
		"turned":   {turned, 0.9 * 1.8 * 2.7},
		"larger":   {must[Shape](t)(Scale(turned, Vec{2, 2, 2})), 8 * 0.9 * 1.8 * 2.7},
		"sphere":   {Sphere{Vec{1, 1, 1}, 0.5}, math.Pi / 6},
		"cylinder": {must[*Revolved](t)(NewCylinder(Vec{}, Vec{0, 1, 1}, 0.5)), math.Pi / 4 * math.Sqrt2},
		"cone":     {must[*Revolved](t)(NewCone(Vec{}, Vec{0, 0, 1}, 0.5, 0)), math.Pi / 12},
		"ring":     {ring, 0},
		"prism":    {must[*Prism](t)(NewPrism([][2]float64{{0, 0}, {1, 0}, {0, 1}}, 1, -1, 1)), 1},
		"mesh":     {must[*Mesh](t)(Tessellate(box, 0.5)), 0.9 * 1.8 * 2.7},
		"apart":    {Union(box, Sphere{Vec{5, 1, 1}, 0.5}), 0.9*1.8*2.7 + math.Pi/6},
	} {
		volume, ok := Volume(c.shape)
		if c.exact > 0 && math.Abs(volume/c.exact-1) > 1e-12 || !ok {
			t.Errorf("%s: %g %t, want %g", name, volume, ok, c.exact)
		}
		if got := Sampled(c.shape, space, false); math.Abs(got/volume-1) > 3e-3 && name != "apart" {
			t.Errorf("%s: %g by lines, want %g", name, got, volume)
		}
	}
	if _, ok := Volume(Union(box, Sphere{Vec{1, 1, 1}, 0.5})); ok {
		t.Error("a union of shapes through each other has a formula")
	}
	tilted := must[Shape](t)(Rotate(Box{Vec{0, -1, 0}, Vec{1, 2, 3}}, Vec{0, 1, 0}, 0.3, Vec{}))
	for name, c := range map[string]struct {
		shape Shape
		exact float64
	}{
		"box":    {Box{Vec{0, -1, 0}, Vec{1, 1, 3}}, 3},
		"tilted": {must[Shape](t)(Scale(tilted, Vec{2, 2, 2})), 12},
		"sphere": {Sphere{Vec{1, 0.3, 1}, 0.5}, math.Pi * 0.16},
		"prism":  {must[*Prism](t)(NewPrism([][2]float64{{0, 0}, {1, 0}, {0, 1}}, 1, -1, 1)), 0.5},
		"turned": {must[Shape](t)(Rotate(must[*Prism](t)(NewPrism([][2]float64{{0, 0}, {1, 0}, {0, 1}}, 1,
			-1, 1)), Vec{0, 1, 0}, 0.3, Vec{})), 0.5},
	} {
		area, ok := SectionArea(Section(c.shape))
		if math.Abs(area/c.exact-1) > 1e-12 || !ok {
			t.Errorf("section of the %s: %g %t, want %g", name, area, ok, c.exact)
		}
		if got := Sampled(Section(c.shape), space, true); math.Abs(got/c.exact-1) > 1e-3 {
			t.Errorf("section of the %s: %g by lines, want %g", name, got, c.exact)
		}
	}
}

// Shapes whose section has no formula have none when they are turned about y either.
func TestSectionWithoutFormula(t *testing.T) {
	cylinder := must[*Revolved](t)(NewCylinder(Vec{0, 0, 0}, Vec{1, 0, 0}, 0.5))
	turned := must[Shape](t)(Rotate(cylinder, Vec{0, 1, 0}, 0.3, Vec{}))
	if area, ok := SectionArea(Section(turned)); ok {
		t.Errorf("a cylinder that is turned has the section %g m²", area)
	}
}

// A part of a lattice has the same sites in a shape.
func TestWithin(t *testing.T) {
	l := Lattice{Origin: Vec{-1, -1, -1}, Step: Vec{0.1, 0.11, 0.09}, N: [3]int{40, 40, 40}}
	for _, s := range []Shape{
		Sphere{Vec{0.5, 0.5, 0.5}, 0.4}, Box{Vec{-5, 0, 0}, Vec{5, 1, 1}},
		Box{Vec{-5, -5, 0}, Vec{-3, 1, 1}}, Plane{Vec{}, Vec{0, 0, 1}},
	} {
		if got, want := Sites(Runs(s, l.Within(s.Bounds()))), Sites(Runs(s, l)); got != want {
			t.Errorf("%v: %d sites, want %d", s, got, want)
		}
	}
}
