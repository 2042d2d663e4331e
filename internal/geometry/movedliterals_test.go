package geometry

import (
	"math"
	"testing"
)

// Each shape that is shifted, turned and scaled has its distances, normals, insides and volume
// from literals. A face of the shape as it was has the point and the outward normal that are
// given. The turn takes x to y, y to z and z to x about a point beside the origin.
func TestMovedShapesAgainstLiterals(t *testing.T) {
	box := must[Box](t)(NewBox(Vec{0.5, 1, 2}, Vec{2.5, 4, 3}))
	ball := must[Sphere](t)(NewSphere(Vec{1, 2, 3}, 0.5))
	ground := must[*HeightMap](t)(NewHeightMap(must[*Grid](t)(ReadGrid([]byte(
		"ncols 2\nnrows 2\nxllcorner 1\nyllcorner 2\ncellsize 1\n3 3\n3 3\n"))), 1))
	for name, of := range map[string]struct {
		shape         Shape
		point, normal Vec
		volume        float64 // 0 is unknown
	}{
		"box":    {box, Vec{2.5, 2, 2.6}, Vec{1, 0, 0}, 6},
		"sphere": {ball, Vec{1, 2.3, 3.4}, Vec{0, 0.6, 0.8}, math.Pi / 6},
		"cylinder": {must[*Revolved](t)(NewCylinder(Vec{1, 2, 0}, Vec{1, 2, 4}, 0.5)),
			Vec{1.4, 2.3, 1}, Vec{0.8, 0.6, 0}, math.Pi},
		"cone": {must[*Revolved](t)(NewCone(Vec{1, 2, 0}, Vec{1, 2, 4}, 3, 0)),
			Vec{2.5, 2, 2}, Vec{0.8, 0, 0.6}, 12 * math.Pi},
		"plane": {must[Plane](t)(NewPlane(Vec{1, 2, 3}, Vec{0, -3, 4})), Vec{5, 2, 3},
			Vec{0, -0.6, 0.8}, 0},
		"prism": {must[*Prism](t)(NewPrism([][2]float64{{0, 0}, {4, 0}, {4, 3}}, 1, 1, 3)),
			Vec{2, 1.5, 1.5}, Vec{-0.6, 0, 0.8}, 12},
		"revolved": {must[*Revolved](t)(NewRevolved(Vec{1, 2, 3}, Vec{0, 0, 2},
			[][2]float64{{1, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 0}})), Vec{2.2, 3.6, 3.4},
			Vec{0.6, 0.8, 0}, 3 * math.Pi},
		"height map": {ground, Vec{1.7, 2.6, 3}, Vec{0, 0, 1}, 8},
		"mesh":       {must[*Mesh](t)(Tessellate(box, 5)), Vec{1.7, 4, 2.4}, Vec{0, 1, 0}, 6},
		"union": {Union(box, must[Sphere](t)(NewSphere(Vec{7, 2, 3}, 0.5))), Vec{7.3, 2,
			3.4}, Vec{0.6, 0, 0.8}, 6 + math.Pi/6},
		"difference": {Difference(box, must[Sphere](t)(NewSphere(Vec{2.5, 2.5, 3}, 0.5))),
			Vec{2.1, 2.5, 2.7}, Vec{0.8, 0, 0.6}, 0},
		"intersection": {Intersection(box, must[Plane](t)(NewPlane(Vec{1, 2, 2.5}, Vec{0, -3, 4}))),
			Vec{1.5, 2, 2.5}, Vec{0, -0.6, 0.8}, 0},
	} {
		type change struct {
			name  string
			shape Shape
			to    func(x Vec) Vec // of a point
			way   func(n Vec) Vec // of a direction
			scale float64
		}
		same := func(x Vec) Vec { return x }
		about := Vec{0.25, -1, 2}
		turn := func(x Vec) Vec { // x to y to z
			return Vec{x[2] - about[2] + about[0], x[0] - about[0] + about[1],
				x[1] - about[1] + about[2]}
		}
		turnWay := func(n Vec) Vec { return Vec{n[2], n[0], n[1]} }
		shifted := must[Shape](t)(Translate(of.shape, Vec{1.5, -2.25, 3.5}))
		shift := func(x Vec) Vec { return Vec{x[0] + 1.5, x[1] - 2.25, x[2] + 3.5} }
		double := func(x Vec) Vec { return Vec{2 * x[0], 2 * x[1], 2 * x[2]} }
		turned := must[Shape](t)(Rotate(of.shape, Vec{3, 3, 3}, 2*math.Pi/3, about))
		doubled := must[Shape](t)(Scale(of.shape, Vec{2, 2, 2}))
		all := must[Shape](t)(Rotate(doubled, Vec{1, 1, 1}, 2*math.Pi/3, about))
		all = must[Shape](t)(Translate(all, Vec{1.5, -2.25, 3.5}))
		for _, c := range []change{
			{"as it is", of.shape, same, same, 1}, {"shifted", shifted, shift, same, 1},
			{"turned", turned, turn, turnWay, 1},
			{"scaled", doubled, double, same, 2}, {"scaled, turned and shifted", all,
				func(x Vec) Vec { return shift(turn(double(x))) }, turnWay, 2},
		} {
			point, normal := c.to(of.point), c.way(of.normal)
			for _, off := range []float64{0.0625, -0.0625} {
				x := along(point, off, normal)
				s, ok := c.shape.Nearest(x, 1)
				if !ok || math.Abs(s.Distance-off) > 1e-9 || distance(s.Normal, normal) > 1e-6 ||
					distance(s.Point, point) > 1e-6 {
					t.Errorf("%s, %s: %g m off the face at %v there are %+v, want the normal %v",
						name, c.name, off, point, s, normal)
				}
				if c.shape.Inside(x) != (off < 0) {
					t.Errorf("%s, %s: %g m off the face at %v it is inside: %t", name, c.name,
						off, point, off > 0)
				}
			}
			volume, ok := Volume(c.shape)
			if ok != (of.volume > 0) || ok &&
				math.Abs(volume/(of.volume*c.scale*c.scale*c.scale)-1) > 1e-9 {
				t.Errorf("%s, %s: the volume is %g m³ (%t), want %g m³", name, c.name, volume, ok,
					of.volume*c.scale*c.scale*c.scale)
			}
		}
	}
}
