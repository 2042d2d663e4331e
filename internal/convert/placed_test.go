package convert

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// Commands that move what is drawn after them. Turns are clockwise for a viewer who looks against
// the axis: (x, y) becomes (x cos 30° + y sin 30°, -x sin 30° + y cos 30°).
const (
	moveIt   = `<move x="1" y="2" z="3"/>`
	turnIt   = `<rotate ang="30" x="0" y="0" z="2"/>`
	scaleIt  = `<scale x="2" y="3" z="0.5"/>`
	doubleIt = `<scale x="2.5" y="2.5" z="2.5"/>`
	halveIt  = `<scale x="0.5" y="0.5" z="0.5"/>`
	aboutIt  = `<rotateline ang="90"><point x="1" y="1" z="0"/><point x="1" y="1" z="5"/></rotateline>`
	allOfIt  = `<move x="1"/><rotate ang="90" z="1"/><scale x="2" y="2" z="2"/>` // scaled first
)

const (
	aBox      = `<drawbox><point x="1" y="0" z="0"/><size x="2" y="1" z="2"/></drawbox>`
	aSphere   = `<drawsphere radius="0.5"><point x="1" y="2" z="3"/></drawsphere>`
	aCylinder = `<drawcylinder radius="0.5"><point x="1" y="0" z="0"/><point x="1" y="0" z="2"/>` +
		`</drawcylinder>`
	aBeach = `<drawbeach><point x="0" y="1" z="0"/><point x="2" y="1" z="0"/><point x="2" y="1" ` +
		`z="1"/></drawbeach>`
	aWedge = `<drawextrude closed="true"><point x="0" y="0" z="0"/><point x="2" y="0" z="0"/>` +
		`<point x="2" y="0" z="1"/><extrude y="1"/></drawextrude>`
)

// Each shape lies where it is moved, turned and scaled to. The points were worked out by hand: they
// are 0.02 and less inside and outside of a corner or a face.
func TestPlaced(t *testing.T) {
	aPrism := prismText("", 0, 1, [][2]float64{{0, 0}, {2, 0}, {2, 1}}...)
	for _, test := range []struct {
		by, shape string
		in, out   []vec
	}{
		{moveIt, aBox, []vec{{2.01, 2.01, 3.01}, {3.99, 2.99, 4.99}},
			[]vec{{1.99, 2.5, 4}, {4.01, 2.5, 4}, {3, 3.01, 4}, {3, 2.5, 5.01}}},
		{scaleIt, aBox, []vec{{2.02, 0.02, 0.01}, {5.98, 2.98, 0.99}},
			[]vec{{1.98, 1, 0.5}, {6.02, 1, 0.5}, {3, 3.02, 0.5}, {3, 1, 1.01}}},
		{turnIt, aBox, []vec{{1.98205, -0.56699, 1}, {3.07076, -0.64130, 1.98}},
			[]vec{{3.10540, -0.66130, 1}, {2, 0.5, 1}, {1.98205, -0.56699, 2.01}}},
		{aboutIt, aBox, []vec{{0.02, 0.98, 1}, {0.98, -0.98, 1}}, []vec{{1.02, 0, 1}, {0.5, 1.02, 1},
			{0.5, -1.02, 1}}},
		{allOfIt, aBox, []vec{{1.02, -2.02, 0.02}, {2.98, -5.98, 3.98}},
			[]vec{{0.98, -3, 1}, {2, -1.98, 1}, {2, -6.02, 1}, {2, -3, 4.02}}},

		{moveIt, aSphere, []vec{{2.49, 4, 6}, {2, 4.49, 6}, {2, 4, 5.51}},
			[]vec{{2.51, 4, 6}, {2, 3.49, 6}, {2, 4, 6.51}}},
		{doubleIt, aSphere, []vec{{3.74, 5, 7.5}, {2.5, 3.76, 7.5}, {2.5, 5, 8.74}},
			[]vec{{3.76, 5, 7.5}, {2.5, 3.74, 7.5}, {2.5, 5, 8.76}}},
		{scaleIt, aSphere, []vec{{2.98, 6, 1.5}, {2, 7.48, 1.5}, {2, 6, 1.74}},
			[]vec{{3.02, 6, 1.5}, {2, 7.52, 1.5}, {2, 6, 1.76}}},
		{turnIt, aSphere, []vec{{1.86603 + 0.49, 1.23205, 3}, {1.86603, 1.23205 - 0.49, 3}},
			[]vec{{1.86603 + 0.51, 1.23205, 3}, {1, 2, 3}}},
		{aboutIt, aSphere, []vec{{2, 1.49, 3}, {2.49, 1, 3}}, []vec{{2, 1.51, 3}, {1, 2, 3}}},
		{allOfIt, aSphere, []vec{{5, -2, 6.98}, {5.98, -2, 6}, {5, -2.98, 6}},
			[]vec{{5, -2, 7.02}, {6.02, -2, 6}, {5, -3.02, 6}}},

		{moveIt, aCylinder, []vec{{2.49, 2, 3.01}, {2, 2.49, 4.99}},
			[]vec{{2.51, 2, 4}, {2, 2, 5.01}, {2, 2, 2.99}}},
		{doubleIt, aCylinder, []vec{{3.74, 0, 0.01}, {2.5, -1.24, 4.99}},
			[]vec{{3.76, 0, 1}, {2.5, 1.26, 1}, {2.5, 0, 5.01}}},
		{scaleIt, aCylinder, []vec{{2.98, 0, 0.5}, {2, 1.48, 0.99}},
			[]vec{{3.02, 0, 0.5}, {2, 1.52, 0.5}, {2, 0, 1.01}}},
		{turnIt, aCylinder, []vec{{0.86603 + 0.49, -0.5, 1}, {0.86603, -0.01, 1.99}},
			[]vec{{0.86603 + 0.51, -0.5, 1}, {0.86603, 0.01, 1}, {0.86603, -0.5, 2.01}}},
		{aboutIt, aCylinder, []vec{{0, 1.49, 1}, {-0.49, 1, 0.01}}, []vec{{0, 1.51, 1}, {1, 0, 1}}},
		{allOfIt, aCylinder, []vec{{1, -2.98, 3.98}, {1.98, -2, 0.02}},
			[]vec{{1, -3.02, 1}, {2.02, -2, 1}, {1, -2, 4.02}}},

		{moveIt, aPrism, []vec{{2.98, 2.01, 3.98}, {1.1, 2.99, 3.02}},
			[]vec{{2, 2.5, 3.52}, {3.02, 2.5, 3.5}, {2, 3.01, 3.1}, {2, 1.99, 3.1}}},
		{doubleIt, aPrism, []vec{{4.98, 0.02, 2.47}, {2.5, 2.48, 1.24}},
			[]vec{{2.5, 1, 1.27}, {5.02, 1, 1}, {2.5, 2.52, 1}}},
		{scaleIt, aPrism, []vec{{3.98, 0.02, 0.49}, {2, 2.98, 0.24}},
			[]vec{{2, 1, 0.26}, {4.02, 1, 0.2}, {2, 3.02, 0.1}}},
		{turnIt, aPrism, []vec{{1.99519 - 0.02, -0.56699 + 0.01, 0.97}, {1.11603, -0.06699, 0.49}},
			[]vec{{1.11603, -0.06699, 0.51}, {1, 0.7, 0.25}}},
		{aboutIt, aPrism, []vec{{0.5, 0.02, 0.97}, {0.02, 1.01, 0.48}},
			[]vec{{0.5, 1.01, 0.52}, {0.5, -0.02, 0.5}, {-0.02, 1, 0.2}}},
		{allOfIt, aPrism, []vec{{1.02, -3.98, 1.96}, {2.98, -2, 0.98}},
			[]vec{{2, -2, 1.02}, {2, -4.02, 1}, {0.98, -3, 0.5}}},

		{moveIt, aBeach, []vec{{2.98, 1.01, 3.98}, {2, 2.99, 3.48}},
			[]vec{{2, 2, 3.52}, {2, 3.01, 3.1}, {2, 0.99, 3.1}}},
		{scaleIt, aBeach, []vec{{2, -2.98, 0.24}, {2, 2.98, 0.24}},
			[]vec{{2, 0, 0.26}, {2, 3.02, 0.1}, {2, -3.02, 0.1}}},
		{turnIt, aBeach, []vec{{0.86603 + 0.49, -0.5 + 0.84871, 0.48}},
			[]vec{{0.86603 + 0.51, -0.5 + 0.88335, 0.48}, {0.86603, -0.5, 0.52}}},
		{moveIt, aWedge, []vec{{2.98, 2.01, 3.98}, {2, 2.99, 3.48}},
			[]vec{{2, 2.5, 3.52}, {2, 3.01, 3.1}, {2, 1.99, 3.1}}},
		{doubleIt, aWedge, []vec{{2.5, 2.48, 1.24}}, []vec{{2.5, 1, 1.27}, {2.5, 2.52, 1}}},
		{turnIt, aWedge, []vec{{1.11603, -0.06699, 0.49}}, []vec{{1.11603, -0.06699, 0.51},
			{1, 0.7, 0.25}}},
	} {
		t.Run(test.by+test.shape, func(t *testing.T) {
			c, notes := converted(t, definition(test.by+test.shape))
			if len(c.Walls) != 1 {
				t.Fatal(notes)
			}
			for _, x := range test.in {
				if !inShape(t, c.Walls[0].Shape, x) {
					t.Errorf("%v is not in it", x)
				}
			}
			for _, x := range test.out {
				if inShape(t, c.Walls[0].Shape, x) {
					t.Errorf("%v is in it", x)
				}
			}
		})
	}
}

// Spheres, boxes and cylinders are said by their own numbers where these can say it.
func TestPlacedNumbers(t *testing.T) {
	for commands, want := range map[string]casefile.Shape{
		doubleIt + aSphere: {Sphere: &casefile.Sphere{Centre: vec{2.5, 5, 7.5}, Radius: 1.25}},
		moveIt + doubleIt + aSphere: {Sphere: &casefile.Sphere{Centre: vec{3.5, 7, 10.5},
			Radius: 1.25}},
		halveIt + moveIt + aSphere: {Sphere: &casefile.Sphere{Centre: vec{1, 2, 3}, Radius: 0.25}},
		doubleIt + aCylinder: {Cylinder: &casefile.Cylinder{From: vec{2.5, 0, 0},
			To: vec{2.5, 0, 5}, Radius: 1.25}},
		moveIt + aCylinder: {Cylinder: &casefile.Cylinder{From: vec{2, 2, 3}, To: vec{2, 2, 5},
			Radius: 0.5}},
		scaleIt + aBox:                {Box: &casefile.Box{Min: vec{2, 0, 0}, Max: vec{6, 3, 1}}},
		scaleIt + moveIt + aBox:       {Box: &casefile.Box{Min: vec{4, 6, 1.5}, Max: vec{8, 9, 2.5}}},
		moveIt + scaleIt + aBox:       {Box: &casefile.Box{Min: vec{3, 2, 3}, Max: vec{7, 5, 4}}},
		`<drawfilestl file="a.stl"/>`: {STL: &casefile.STL{File: "a.stl"}},
		`<drawfilestl file="a.stl"><drawscale x="2" y="2" z="2"/><drawrotate angz="40"/><drawmove ` +
			`x="1" y="2" z="3"/></drawfilestl>`: {
			STL: &casefile.STL{File: "a.stl"}, Scale: []float64{2}, Rotate: &casefile.Rotate{Axis: vec{0, 0,
				1}, Angle: 40}, Translate: &vec{1, 2, 3},
		},
		moveIt + `<drawfilestl file="a.stl"><drawscale x="2" y="3" z="0.5"/><drawmove x="1" y="2" ` +
			`z="3"/></drawfilestl>`: {
			STL: &casefile.STL{File: "a.stl"}, Scale: []float64{2, 3, 0.5}, Translate: &vec{2, 4, 6},
		},
		// Turned by 40° and back by 30°; the shift by (1, 2) is turned back, too.
		turnIt + `<drawfilestl file="a.stl"><drawrotate angz="40"/><drawmove x="1" y="2" z="3"/>` +
			`</drawfilestl>`: {
			STL: &casefile.STL{File: "a.stl"}, Rotate: &casefile.Rotate{Axis: vec{0, 0, 1}, Angle: 10},
			Translate: &vec{1.86602540378, 1.23205080757, 3},
		},
		// About x, then y, then z: by quarters that is a third of a turn about (1, 1, 1).
		`<drawfilestl file="a.stl"><drawrotate angx="90" angy="0" angz="90"/></drawfilestl>`: {
			STL: &casefile.STL{File: "a.stl"}, Rotate: &casefile.Rotate{Axis: vec{0.57735026919,
				0.57735026919, 0.57735026919}, Angle: 120},
		},
	} {
		c, notes := converted(t, definition(commands))
		if len(c.Walls) != 1 {
			t.Fatal(commands, notes)
		}
		if got := c.Walls[0].Shape; !reflect.DeepEqual(got, want) {
			t.Errorf("%s is\n%s\nwant\n%s", commands, dumped(got), dumped(want))
		}
	}
}

func dumped(s casefile.Shape) string {
	return fmt.Sprintf("%+v %+v %+v %+v, scale %v, rotate %+v, translate %v", s.Box, s.Sphere,
		s.Cylinder, s.STL, s.Scale, s.Rotate, s.Translate)
}

// Layers on both sides of a face reach half a spacing beyond the outermost particles on each side.
func TestLayersOnBothSides(t *testing.T) {
	faces := `<drawbox><boxfill>left | top</boxfill><point x="0" y="0" z="0"/><size x="2" y="3" ` +
		`z="1"/><layers vdp="-1,0,2*"/></drawbox>`
	c, notes := converted(t, definition(faces))
	if len(c.Walls) != 1 {
		t.Fatal(notes)
	}
	for x, want := range map[vec]bool{
		{-0.24, 1, 0.5}: true, {-0.26, 1, 0.5}: false, {0.14, 1, 0.5}: true, {0.16, 1, 0.5}: false,
		{1, 1, 1.24}: true, {1, 1, 1.26}: false, {1, 1, 0.86}: true, {1, 1, 0.84}: false,
		{-0.2, 1, 1.2}: true,
	} {
		if got := inShape(t, c.Walls[0].Shape, x); got != want {
			t.Errorf("%v is in the wall: %t", x, got)
		}
	}
	round := `<drawsphere radius="1"><point x="0" y="0" z="0"/><layers vdp="-1,0,2"/></drawsphere>` +
		`<drawcylinder radius="1" mask="3"><point x="5" y="0" z="0"/><point x="5" y="0" z="2"/>` +
		`<layers vdp="-2,1"/></drawcylinder>` +
		`<setmkfluid mk="0"/><drawsphere radius="0.5"><point x="0" y="0" z="0"/></drawsphere>`
	c, notes = converted(t, definition(round))
	if len(c.Walls) != 2 {
		t.Fatal(notes)
	}
	for _, test := range []struct {
		wall int
		x    vec
		want bool
	}{
		{0, vec{0.86, 0, 0}, true}, {0, vec{0, 0.84, 0}, false}, {0, vec{0, 0, 1.24}, true},
		{0, vec{1.26, 0, 0}, false},
		{1, vec{5.76, 0, 1}, true}, {1, vec{5, 0.74, 1}, false}, {1, vec{5, -1.14, 1}, true},
		{1, vec{3.84, 0, 1}, false},
	} {
		if got := inShape(t, c.Walls[test.wall].Shape, test.x); got != test.want {
			t.Errorf("%v is in wall %d: %t", test.x, test.wall, got)
		}
	}
}

// A velocity by its direction has the speed that is given, however long the direction is.
func TestVelocityDirection(t *testing.T) {
	fluid := `<setmkfluid mk="3"/><drawbox><point x="0" y="0" z="0"/><size x="1" y="1" z="1"/>` +
		`</drawbox>`
	with := func(initial string) []byte {
		return []byte(strings.Replace(string(definition(fluid)), "</casedef>",
			"<initials>"+initial+"</initials></casedef>", 1))
	}
	for initial, want := range map[string]vec{
		`<velocity mkfluid="3"><direction x="3" y="0" z="4"/><velocity v="2"/></velocity>`: {1.2,
			0, 1.6},
		`<velocity mkfluid="0,2-4"><direction x="0" y="-0.1" z="0"/><velocity v="5"/></velocity>`: {0, -5,
			0},
		`<velocity mkfluid="3"><direction x="2" y="3" z="6"/><velocity v="-7"/></velocity>`: {-2,
			-3, -6},
		`<velocity mkfluid="3" x="0.5" y="-1.5" z="2"/>`: {0.5,
			-1.5, 2},
	} {
		c, notes := converted(t, with(initial))
		v := c.Fluids[0].Velocity
		if len(notes) > 0 || v == nil {
			t.Fatal(initial, notes)
		}
		if d := minus(*v, want); math.Sqrt(dot(d, d)) > 1e-9 {
			t.Errorf("%s is %v, want %v", initial, *v, want)
		}
	}
}

// A box that is scaled and shifted has both corners there.
func TestPlaceBox(t *testing.T) {
	m := moved(vec{1, 2, 3}).after(scaled(vec{2, 3, 0.5}))
	s, err := m.place(casefile.Shape{Box: &casefile.Box{Min: vec{1, 0, 0}, Max: vec{3, 1, 2}}})
	if want := (casefile.Box{Min: vec{3, 2, 3}, Max: vec{7, 5, 4}}); err != nil || s.Box == nil ||
		*s.Box != want {
		t.Errorf("%+v (%v), want %+v", s.Box, err, want)
	}
}

// The first end of a prism is that of its first points, whichever of the two is lower.
func TestPrismEnds(t *testing.T) {
	square := [][2]float64{{0, 0}, {2, 0}, {2, 1}, {0, 1}}
	for _, test := range []struct {
		from, to, open, shut float64
	}{{0, 1, -0.1, 1.1}, {1, 0, 1.1, -0.1}} {
		c, notes := converted(t, definition(prismText(`mask="1|1"`, test.from, test.to, square...)+water))
		if len(c.Walls) != 1 {
			t.Fatal(notes)
		}
		if inShape(t, c.Walls[0].Shape, vec{1, test.open, 0.5}) || !inShape(t, c.Walls[0].Shape,
			vec{1, test.shut, 0.5}) {
			t.Errorf("from y = %g to %g: the wrong end is open", test.from, test.to)
		}
	}
}

// Void faces open those of the same shape only.
func TestOpenedFaces(t *testing.T) {
	tube := func(x float64) string {
		return fmt.Sprintf(`<drawcylinder radius="1"><point x="%g" y="0" z="0"/><point x="%g" y="0" `+
			`z="2"/></drawcylinder>`, x, x)
	}
	c, notes := converted(t, definition(`<setdrawmode mode="face"/>`+tube(0)+`<setmkvoid/>`+tube(5)))
	if len(c.Walls) != 1 || !strings.Contains(strings.Join(notes, "\n"), "it opens no faces") {
		t.Errorf("%d walls, %q", len(c.Walls), notes)
	}
}
