package geometry

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func faultsOf(t *testing.T, triangles []Triangle, spacing float64) []Fault {
	t.Helper()
	return must[*Mesh](t)(NewMesh(triangles, 0)).Faults(spacing)
}

// Each fault is found where it is, and nothing else is.
func TestFaults(t *testing.T) {
	tessellated := func(s Shape, length float64) []Triangle {
		return must[*Mesh](t)(
			Tessellate(s, length)).Triangles()
	}
	ball := tessellated(Sphere{Vec{}, 1}, 0.2)
	inverted := func(all []Triangle) []Triangle {
		all = slices.Clone(all)
		for i := range all {
			all[i][0], all[i][1] = all[i][1], all[i][0]
		}
		return all
	}
	nearTop := func(p Triangle) bool { return p[0][2] > 0.95 && p[1][2] > 0.95 && p[2][2] > 0.95 }
	cut := slices.DeleteFunc(slices.Clone(ball), nearTop)
	oneInverted := slices.Clone(ball)
	oneInverted[77][0], oneInverted[77][1] = oneInverted[77][1], oneInverted[77][0]
	small := tessellated(Sphere{Vec{0.1, 0, 0}, 0.3}, 0.2)
	upper := slices.IndexFunc(ball, nearTop)
	fin := append(slices.Clone(ball), Triangle{ball[upper][0], ball[upper][1], Vec{0, 0, 4}})
	for _, c := range []struct {
		name      string
		triangles []Triangle
		spacing   float64
		kinds     []FaultKind
		count     int     // of the first
		size      float64 // of the first
		at        Vec
		off       float64
	}{
		{"a ball", ball, 0.1, nil, 0, 0, Vec{}, 0},
		{"all shapes", tessellated(shapes(t)["bottle"], 0.1), 0.05, nil, 0, 0, Vec{}, 0},
		{"a hole", cut, 0.1, []FaultKind{Hole}, 1, -1, Vec{0, 0, 0.98}, 0.01},
		{"one triangle inverted", oneInverted, 0.01, []FaultKind{Inverted}, 1, 0, ball[77][2], 0.25},
		{"all inverted", inverted(ball), 0.1, []FaultKind{InsideOut}, 1, 0, Vec{}, 2},
		{"a hollow", append(slices.Clone(ball), inverted(small)...), 0.1, []FaultKind{Cavity}, 1, 0,
			Vec{0.1, 0, 0}, 0.31},
		{"a body in a body", append(slices.Clone(ball), small...), 0.1, []FaultKind{Within}, 1, 0,
			Vec{0.1, 0, 0}, 0.31},
		{"two balls, one inside out", append(slices.Clone(ball),
			inverted(tessellated(Sphere{Vec{3, 0, 0}, 0.5}, 0.2))...), 0.1, []FaultKind{InsideOut}, 1, 0,
			Vec{3, 0, 0}, 0.51},
		{"two balls through each other", append(slices.Clone(ball),
			tessellated(Sphere{Vec{1.5, 0, 0}, 1}, 0.2)...), 0, []FaultKind{Crossing}, -1, 0,
			Vec{0.75, 0, 0}, 0.7},
		{"a fin", fin, 0, []FaultKind{Hole, NonManifold}, 1, -1, Vec{0, 0, 2.5}, 0.7},
		{"two balls nearby", append(slices.Clone(ball), tessellated(Sphere{Vec{0, 0, 2.05}, 1}, 0.2)...),
			0.1, []FaultKind{ThinGap}, -1, 0.05, Vec{0, 0, 1}, 0.3},
		{"two balls not so near", append(slices.Clone(ball),
			tessellated(Sphere{Vec{0, 0, 2.2}, 1}, 0.2)...), 0.1, nil, 0, 0, Vec{}, 0},
		{"a plate", tessellated(Box{Vec{}, Vec{1, 1, 0.02}}, 1), 0.1, []FaultKind{ThinWall}, -1, 0.02,
			Vec{0.5, 0.5, 0}, 0.8},
		{"a wedge of 60 degrees", tessellated(
			must[*Prism](t)(NewPrism([][2]float64{{0, 0}, {1, 0}, {0.5, 0.866}}, 2, 0, 1)), 1), 0.05, nil, 0,
			0, Vec{}, 0},
		{"a triangle of no area", append(slices.Clone(ball), Triangle{Vec{}, Vec{1, 0, 0}, Vec{2, 0, 0}}),
			0.1, []FaultKind{Degenerate}, 1, 0, Vec{}, 9},
	} {
		faults := faultsOf(t, c.triangles, c.spacing)
		var kinds []FaultKind
		for _, f := range faults {
			kinds = append(kinds, f.Kind)
			if len(f.Where) > places || f.Text == "" || strings.Contains(f.Text, "%!") {
				t.Errorf("%s: %+v", c.name, f)
			}
		}
		if !slices.Equal(kinds, c.kinds) {
			t.Errorf("%s: %+v, want kinds %v", c.name, faults, c.kinds)
			continue
		}
		if len(faults) == 0 {
			continue
		}
		f := faults[0]
		if c.count >= 0 && f.Count != c.count || f.Count == 0 {
			t.Errorf("%s: %d of %s, want %d", c.name, f.Count, f.Text, c.count)
		}
		if c.size >= 0 && math.Abs(f.Size-c.size) > 0.3*c.size {
			t.Errorf("%s: size %g of %s, want %g", c.name, f.Size, f.Text, c.size)
		}
		for _, p := range f.Where {
			if distance(p, c.at) > c.off {
				t.Errorf("%s: at %v, want about %v", c.name, p, c.at)
			}
		}
		t.Logf("%s: %s", c.name, f.Text)
	}
}

// The hole of a ball without its top is as long around as its rim.
func TestHoleSize(t *testing.T) {
	box := must[*Mesh](t)(Tessellate(Box{Vec{}, Vec{1, 2, 3}}, 1)).Triangles()
	open := slices.DeleteFunc(box, func(t Triangle) bool {
		return t[0][2] == 3 && t[1][2] == 3 &&
			t[2][2] == 3
	})
	f := faultsOf(t, open, 0)
	if len(f) != 1 || f[0].Kind != Hole || math.Abs(f[0].Size-6) > 1e-12 ||
		distance(f[0].Where[0], Vec{0.5, 1, 3}) > 1e-12 {
		t.Errorf("%+v", f)
	}
}
