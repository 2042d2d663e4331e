package geometry

import (
	"math"
	"testing"
)

// TestMoments holds volumes, centres and inertias against formulas. Shapes that lines cut are
// differences that leave nothing out, so that they have the moments of what they begin with.
func TestMoments(t *testing.T) {
	must := func(s Shape, err error) Shape {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	box := Box{Vec{1, 2, 3}, Vec{1.2, 2.6, 3.9}}
	ofBox := [3]Vec{{0.108 * (0.36 + 0.81) / 12, 0, 0}, {0, 0.108 * (0.04 + 0.81) / 12, 0},
		{0, 0, 0.108 * (0.04 + 0.36) / 12}}
	ball := 4 * math.Pi / 3 * 0.125
	ofBall := ball * 0.4 * 0.25
	round := math.Pi * 0.04 * 0.5
	axial, radial := round*0.04/2, round*(3*0.04+0.25)/12
	cylinder := must(NewCylinder(Vec{0, 0, 1}, Vec{0, 0, 1.5}, 0.2))
	far := Box{Vec{9, 9, 9}, Vec{10, 10, 10}}
	mesh, err := Tessellate(box, 1)
	if err != nil {
		t.Fatal(err)
	}
	prism := must(NewPrism([][2]float64{{0, 0}, {3, 0}, {0, 3}}, 1, 0, 2))
	for name, c := range map[string]struct {
		shape   Shape
		plane   bool
		volume  float64
		centre  Vec
		inertia [3]Vec
		within  float64
	}{
		"box":  {box, false, 0.108, Vec{1.1, 2.3, 3.45}, ofBox, 1e-12},
		"mesh": {mesh, false, 0.108, Vec{1.1, 2.3, 3.45}, ofBox, 1e-12},
		"sphere": {Sphere{Vec{1, 0, 0}, 0.5}, false, ball, Vec{1, 0, 0},
			[3]Vec{{ofBall}, {0, ofBall}, {0, 0, ofBall}}, 1e-12},
		"cylinder": {cylinder, false, round, Vec{0, 0, 1.25},
			[3]Vec{{radial}, {0, radial}, {0, 0, axial}}, 1e-12},
		"turned": {must(Rotate(cylinder, Vec{0, 1, 0}, math.Pi/2, Vec{})), false, round, Vec{1.25, 0, 0},
			[3]Vec{{axial}, {0, radial}, {0, 0, radial}}, 1e-12},
		"scaled": {must(Scale(cylinder, Vec{2, 2, 2})), false, 8 * round, Vec{0, 0, 2.5},
			[3]Vec{{32 * radial}, {0, 32 * radial}, {0, 0, 32 * axial}}, 1e-12},
		"prism": {prism, false, 9, Vec{1, 1, 1},
			[3]Vec{{7.5, 0, 2.25}, {0, 9, 0}, {2.25, 0, 7.5}}, 1e-12}, // ∫ x z dV is -9/4
		"apart": {Union(box, Box{Vec{3, 2, 3}, Vec{3.2, 2.6, 3.9}}), false, 0.216, Vec{2.1, 2.3, 3.45},
			[3]Vec{{2 * ofBox[0][0]}, {0, 2*ofBox[1][1] + 0.216}, {0, 0, 2*ofBox[2][2] + 0.216}}, 1e-12},
		"box by lines": {Difference(box, far), false, 0.108, Vec{1.1, 2.3, 3.45}, ofBox, 1e-4},
		"ball by lines": {Difference(Sphere{Vec{1, 0, 0}, 0.5}, far), false, ball, Vec{1, 0, 0},
			[3]Vec{{ofBall}, {0, ofBall}, {0, 0, ofBall}}, 1e-4},
		"box in the plane": {Box{Vec{1, -1, 3}, Vec{1.2, 1, 3.9}}, true, 0.18, Vec{1.1, 0, 3.45},
			[3]Vec{{0.18 * 0.81 / 12}, {0, 0.18 * 0.85 / 12}, {0, 0, 0.18 * 0.04 / 12}}, 1e-12},
		"disc in the plane": {Sphere{Vec{1, 0, 0}, 0.5}, true, math.Pi / 4, Vec{1, 0, 0},
			[3]Vec{{math.Pi / 64}, {0, math.Pi / 32}, {0, 0, math.Pi / 64}}, 1e-5},
	} {
		t.Run(name, func(t *testing.T) {
			m, ok := MomentsOf(c.shape, c.plane)
			if !ok || math.Abs(m.Volume/c.volume-1) > min(c.within, 1e-4) {
				t.Errorf("the volume is %v m³ (%v), not %v", m.Volume, ok, c.volume)
			}
			if distance(m.Centre, c.centre) > min(c.within, 1e-4) {
				t.Errorf("the centre is %v, not %v", m.Centre, c.centre)
			}
			trace := c.inertia[0][0] + c.inertia[1][1] + c.inertia[2][2]
			for a, row := range m.Inertia() {
				if distance(row, c.inertia[a]) > c.within*trace {
					t.Errorf("row %d of the inertia is %v m⁵, not %v", a, row, c.inertia[a])
				}
			}
		})
	}
	if _, ok := MomentsOf(Plane{Normal: Vec{0, 0, 1}}, false); ok {
		t.Error("a half space has moments")
	}
	below := VolumeBelow(box, false)
	if v := below(3.3); math.Abs(v-0.036) > 1e-9 {
		t.Errorf("the box has %v m³ below 3.3 m, not 0.036", v)
	}
}
