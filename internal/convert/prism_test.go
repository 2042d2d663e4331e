package convert

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// inShape reports whether a point lies in a shape. It is written apart from what makes shapes, with
// the definitions of docs/reference/cases.md: scaled first, then turned, then shifted.
func inShape(t *testing.T, s casefile.Shape, x vec) bool {
	t.Helper()
	if s.Translate != nil {
		for i := range 3 {
			x[i] -= s.Translate[i]
		}
	}
	if s.Rotate != nil {
		x = turnedBack(s.Rotate, x)
	}
	for i := range s.Scale {
		if len(s.Scale) == 1 {
			x = vec{x[0] / s.Scale[0], x[1] / s.Scale[0], x[2] / s.Scale[0]}
			break
		}
		x[i] /= s.Scale[i]
	}
	all := func(parts []casefile.Shape) (in int) {
		for _, part := range parts {
			if inShape(t, part, x) {
				in++
			}
		}
		return in
	}
	switch {
	case s.Box != nil:
		for i := range 3 {
			if x[i] < s.Box.Min[i] || x[i] > s.Box.Max[i] {
				return false
			}
		}
		return true
	case s.Sphere != nil:
		c := s.Sphere.Centre
		return math.Hypot(math.Hypot(x[0]-c[0], x[1]-c[1]), x[2]-c[2]) <= s.Sphere.Radius
	case s.Cylinder != nil:
		c := s.Cylinder
		var long, along, squared float64
		for i := range 3 {
			long += (c.To[i] - c.From[i]) * (c.To[i] - c.From[i])
			along += (x[i] - c.From[i]) * (c.To[i] - c.From[i])
			squared += (x[i] - c.From[i]) * (x[i] - c.From[i])
		}
		part := along / long
		return part >= 0 && part <= 1 && squared-part*part*long <= c.Radius*c.Radius
	case s.Prism != nil:
		return inPrism(s.Prism, x)
	case s.Union != nil:
		return all(s.Union) > 0
	case s.Intersection != nil:
		return all(s.Intersection) == len(s.Intersection)
	case s.Difference != nil:
		return all(s.Difference[:1]) == 1 && all(s.Difference[1:]) == 0
	}
	t.Fatalf("the test knows no shape as %+v", s)
	return false
}

func inPrism(p *casefile.Prism, x vec) bool {
	u, v, w := map[string]int{"x": 1, "y": 0, "z": 0}[p.Along], map[string]int{"x": 2, "y": 2,
		"z": 1}[p.Along], map[string]int{"x": 0, "y": 1, "z": 2}[p.Along]
	if x[w] < p.From || x[w] > p.To {
		return false
	}
	round := 0.0 // the angle that the corners go through, seen from the point
	for k, a := range p.Outline {
		b := p.Outline[(k+1)%len(p.Outline)]
		from, to := math.Atan2(a[1]-x[v], a[0]-x[u]), math.Atan2(b[1]-x[v], b[0]-x[u])
		round += math.Remainder(to-from, 2*math.Pi)
	}
	return math.Abs(round) > math.Pi
}

// turnedBack turns a point clockwise for a viewer who looks against the axis (Rodrigues' formula).
func turnedBack(r *casefile.Rotate, x vec) vec {
	n := r.Axis
	length := math.Sqrt(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])
	sin, cos := math.Sincos(-r.Angle * math.Pi / 180)
	n = vec{n[0] / length, n[1] / length, n[2] / length}
	along := n[0]*x[0] + n[1]*x[1] + n[2]*x[2]
	cross := vec{n[1]*x[2] - n[2]*x[1], n[2]*x[0] - n[0]*x[2], n[0]*x[1] - n[1]*x[0]}
	var out vec
	for i := range 3 {
		out[i] = x[i]*cos + cross[i]*sin + n[i]*along*(1-cos)
	}
	return out
}

// prismText is a <drawprism> of a profile in x and z, from y = 0 to 1.
func prismText(attributes string, from, to float64, profile ...[2]float64) string {
	s := "<drawprism " + attributes + ">"
	for _, y := range []float64{from, to} {
		for _, x := range profile {
			s += fmt.Sprintf(`<point x="%g" y="%g" z="%g"/>`, x[0], y, x[1])
		}
	}
	return s + "</drawprism>"
}

const water = `<setmkfluid mk="0"/><drawbox><point x="0.3" y="0.3" z="0.3"/><size x="0.4" ` +
	`y="0.4" z="0.4"/></drawbox>`

// profiles of prisms, and for each face a point that is 0.15 outside of its middle: the ends first.
var profiles = []struct {
	profile [][2]float64
	outside []vec
}{
	{[][2]float64{{0, 0}, {2, 0}, {2, 1}, {0, 1}}, []vec{
		{1, -0.15, 0.5}, {1, 1.15, 0.5}, {1, 0.5, -0.15}, {2.15, 0.5, 0.5}, {1, 0.5, 1.15},
		{-0.15, 0.5, 0.5},
	}},
	{[][2]float64{{0, 0}, {2, 0}, {3, 1}, {3, 2}, {0, 2}}, []vec{
		{1, -0.15, 1}, {1, 1.15, 1}, {1, 0.5, -0.15}, {2.606, 0.5, 0.394}, {3.15, 0.5, 1.5},
		{1.5, 0.5, 2.15},
		{-0.15, 0.5, 1},
	}},
	{[][2]float64{{0, 0}, {0, 2}, {1, 2}, {1, 1}, {3, 1}, {3, 0}}, []vec{ // an L, the other way round
		{0.5, -0.15, 0.5}, {0.5, 1.15, 0.5}, {-0.15, 0.5, 1}, {0.5, 0.5, 2.15}, {1.15, 0.5, 1.5},
		{2, 0.5, 1.15},
		{3.15, 0.5, 0.5}, {1.5, 0.5, -0.15},
	}},
}

// A mask leaves out faces, by bits or by numbers; the others are walls on the outside.
func TestPrismMask(t *testing.T) {
	for _, p := range profiles {
		faces := len(p.outside)
		for hidden := range faces {
			other := (hidden + 2) % faces
			for mask, open := range map[string][]int{
				fmt.Sprint(1 << hidden):                          {hidden},
				fmt.Sprintf("%d|%d", hidden+1, hidden+1):         {hidden},
				fmt.Sprintf("%d | %d", hidden+1, other+1):        {hidden, other},
				fmt.Sprint(1<<hidden | 1<<other):                 {hidden, other},
				fmt.Sprintf("%d|%d | 9 | 64", other+1, hidden+1): {hidden, other},
				fmt.Sprintf("%d", uint64(1<<hidden|1<<40|1<<62)): {hidden},
			} {
				c, notes := converted(t, definition(prismText(`mask="`+mask+`"`, 0, 1, p.profile...)+water))
				if len(notes) > 0 || len(c.Walls) != 1 || len(c.Fluids) != 1 {
					t.Fatalf("mask %s: %d walls, %q", mask, len(c.Walls), notes)
				}
				for face, x := range p.outside {
					if want := !slices.Contains(open, face); inShape(t, c.Walls[0].Shape, x) != want {
						t.Errorf("%d corners, mask %s: a wall outside of face %d: %t, want %t", len(p.profile), mask,
							face+1, !want, want)
					}
				}
				if inShape(t, c.Walls[0].Shape, vec{0.5, 0.5, 0.5}) {
					t.Errorf("%d corners, mask %s: the prism is solid", len(p.profile), mask)
				}
			}
		}
	}
}

// The usual flume in two dimensions, whose top and left side are open.
func TestFlume(t *testing.T) {
	plane := strings.NewReplacer(`y="-10"`, `y="0"`, `y="10"`, `y="0"`).Replace(string(definition(
		prismText(`mask="96"`, -1, 1, [][2]float64{{0, 0}, {2, 0}, {3, 1}, {3, 2}, {0, 2}}...) +
			`<setmkfluid mk="0"/><fillbox x="0.5" y="0" z="0.1"><modefill>void</modefill>
<point x="0" y="-1" z="0"/><size x="4" y="2" z="0.5"/></fillbox>`)))
	c, notes := converted(t, []byte(plane))
	if len(notes) > 0 || c.Dimension != 2 || len(c.Walls) != 1 {
		t.Fatal(notes, c.Walls)
	}
	wall, fill := c.Walls[0].Shape, c.Fluids[0].Fill
	if fill == nil || fill.Within == nil || fill.Level != 0.5 || fill.Seed != (vec{0.5, 0, 0.1}) {
		t.Fatalf("the fluid is %+v", c.Fluids[0])
	}
	fluid := *fill.Within // and below the wall, which ends it
	for _, want := range []struct {
		x           vec
		wall, fluid bool
	}{
		{vec{1, 0, -0.05}, true, false}, {vec{1, 0, -0.39}, true, false},
		{vec{1, 0, -0.41}, false, false},
		{vec{1, 0, 0.01}, false, true}, {vec{1, 0, 0.49}, false, true}, {vec{1, 0, 0.51}, false, false},
		{vec{2.606, 0, 0.394}, true, false}, {vec{2.3, 0, 0.4}, false, true},
		{vec{2.9, 0, 0.2}, false, true}, // behind the slope, where the seed does not come to
		{vec{3.15, 0, 1.5}, true, false}, {vec{3.05, 0, 1.02}, true, false},
		{vec{1, 0, 2.05}, false, false},
		{vec{-0.05, 0, 1}, false, false}, {vec{0.01, 0, 0.1}, false, true},
		{vec{2.03, 0, -0.05}, true, false},
	} {
		if got := inShape(t, wall, want.x); got != want.wall {
			t.Errorf("%v is in the wall: %t", want.x, got)
		}
		if got := inShape(t, fluid, want.x) && !want.wall; got != want.fluid {
			t.Errorf("%v is in the fluid: %t", want.x, got)
		}
	}
	if got := c.Domain; got.Min != (vec{0, -0.5, -0.4}) || got.Max != (vec{3.4, 0.5, 2}) ||
		len(got.Open) != 4 {
		t.Errorf("the domain is %v to %v, open at %v", got.Min, got.Max, got.Open)
	}
}

// Faces in the mode for them, layers and open profiles are walls; where their corners are, walls
// meet.
func TestPrismFaces(t *testing.T) {
	square := [][2]float64{{0, 0}, {2, 0}, {2, 1}, {0, 1}}
	for name, test := range map[string]struct {
		commands string
		in, out  []vec
	}{
		"face": {
			`<setdrawmode mode="face"/>` + prismText("", 0, 1, square...) + `<setdrawmode mode="full"/>` +
				water,
			[]vec{{-0.1, -0.1, -0.1}, {2.1, 1.1, 1.1}, {2.1, 0.5, -0.1}, {1, -0.29, 0.5}},
			[]vec{{0.5, 0.5, 0.5}, {1, 0.01, 0.5}, {2.31, 0.5, 0.5}},
		},
		"layers inwards": { // of a prism with fluid in it they lie on the outside
			strings.Replace(prismText("", 0, 1, square...), "</drawprism>",
				`<layers vdp="0,-1,-2,-3"/></drawprism>`, 1) + water,
			[]vec{{-0.35, 0.5, 0.5}}, []vec{{0.05, 0.5, 0.5}, {-0.45, 0.5, 0.5}},
		},
		"layers on both sides": {
			strings.Replace(prismText("", 0, 1, square...), "</drawprism>",
				`<layers vdp="-1*,0,1,2"/></drawprism>`, 1) + water,
			[]vec{{-0.24, 0.5, 0.5}, {0.14, 0.5, 0.5}, {1, 0.5, 0.14}},
			[]vec{{-0.26, 0.5, 0.5}, {0.16, 0.5, 0.5}},
		},
		"mode solid": {
			`<setdrawmode mode="solid"/>` + prismText(`mask="32"`, 0, 1, square...), []vec{{1, 0.5, 0.5}},
			[]vec{{1, 0.5, 1.05}},
		},
		"no mask": {prismText(`mask="0"`, 0, 1, square...), []vec{{1, 0.5, 0.5}}, []vec{{1, 0.5, 1.05}}},
		"a dry ramp": { // open below and behind
			prismText(`mask="3|4|1|2"`, 0, 1, [][2]float64{{1, 0}, {2, 0}, {2, 1}}...) + water,
			[]vec{{1.9, 0.5, 0.5}}, []vec{{1.4, 0.5, 0.5}},
		},
		"a dry bucket": { // open above
			prismText(`mask="5|5"`, 0, 1, [][2]float64{{1, 0}, {2, 0}, {2, 1}, {1, 1}}...) + water,
			[]vec{{1.5, 0.5, -0.1}, {0.9, 0.5, 0.5}}, []vec{{1.5, 0.5, 0.5}, {1.5, 0.5, 1.1}},
		},
		"beach": {
			`<drawbeach mask="1|2|6"><point x="0" y="2" z="0"/><point x="2" y="2" z="0"/><point x="3" ` +
				`y="2" z="1"/><point x="3" y="2" z="2"/></drawbeach>` + water,
			[]vec{{1, -1.9, -0.1}, {1, 1.9, -0.1}, {3.1, 0, 1.5}, {2.606, 0, 0.394}},
			[]vec{{1, 2.1, -0.1}, {1, 0, 1.1}, {1, 0, 0.6}},
		},
		"open profile": {
			`<drawextrude closed="false"><point x="0" y="0" z="1"/><point x="0" y="0" z="0"/><point ` +
				`x="2" y="0" z="0"/><extrude y="1"/></drawextrude>` + water,
			[]vec{{-0.1, 0.5, 0.5}, {1, 0.5, -0.1}, {-0.1, 0.5, -0.1}},
			[]vec{{1.3, 0.5, 0.8}, {1, -0.1, 0.5}, {1, 1.1, 0.2}, {0.5, 0.5, 0.5}},
		},
		"opened again": {
			`<setdrawmode mode="face"/>` + prismText("", 0, 1, square...) + `<setmkvoid/>` +
				prismText(`mask="1|2|3|4|6"`, 0, 1, square...) +
				`<setdrawmode mode="full"/>` + water,
			[]vec{{1, 0.5, -0.1}, {2.1, 0.5, 0.5}}, []vec{{1, 0.5, 1.1}},
		},
		"turned": { // by 90° about z, so that x is y
			`<rotate ang="-90" x="0" y="0" z="1"/>` + prismText(`mask="16"`, 0, 1, square...) +
				`<matrixreset/>` +
				strings.Replace(water, `x="0.3"`, `x="-0.7"`, 1),
			[]vec{{-0.5, 1, -0.1}, {-0.5, 2.1, 0.5}, {-1.1, 1, 0.5}}, []vec{{-0.5, 1, 1.1}, {-0.5, 1, 0.5}},
		},
		"aslant and doubled": { // by 30° about z: the middle of the floor is at 2 (cos 30°, sin 30°)
			`<rotate ang="-30" x="0" y="0" z="1"/><scale x="2" y="2" z="2"/>` + prismText(`mask="16"`, 0, 1,
				square...) + `<matrixreset/>` +
				strings.Replace(water, `x="0.3"`, `x="0.7"`, 1),
			[]vec{{1.232, 1.866, -0.29}, {2 * 1.732 * 1.06, 2 * 1 * 1.06, 1}},
			[]vec{{1.232, 1.866, -0.31}, {1.232, 1.866, 1}, {1.232, 1.866, 2.1}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, notes := converted(t, definition(test.commands))
			if len(c.Walls) != 1 {
				t.Fatal(c.Walls, notes)
			}
			for _, x := range test.in {
				if !inShape(t, c.Walls[0].Shape, x) {
					t.Errorf("%v is not in the wall", x)
				}
			}
			for _, x := range test.out {
				if inShape(t, c.Walls[0].Shape, x) {
					t.Errorf("%v is in the wall", x)
				}
			}
		})
	}
}

// A mask of numbers is not one of bits.
func TestMaskOf(t *testing.T) {
	for mask, want := range map[string][]int{
		"": nil, "0": nil, "1": {1}, "2": {2}, "3": {1, 2}, "4": {3}, "12": {3, 4}, "96": {6, 7},
		"1|3": {1, 3}, " 1 | 2|6 ": {1, 2, 6}, "4|4": {4},
		"9999999999|1": {1},
	} {
		hidden, err := maskOf(&element{values: attributes("mask", mask)})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for face := range 62 {
			if hidden(face + 1) {
				got = append(got, face+1)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q leaves out %v, want %v", mask, got, want)
		}
	}
	for _, mask := range []string{"x", "1|x", "-1", "1.5", "99999999999999999999"} {
		if _, err := maskOf(&element{values: attributes("mask", mask)}); err == nil {
			t.Errorf("%q is taken", mask)
		}
	}
}

// Fluid that touches a prism but for rounding is not in it, on whatever side it is; fluid that is
// in a tenth of it is.
func TestTouchingFluidIsNotInPrism(t *testing.T) {
	const e = 1e-15
	outline := [][2]float64{{-e, -e}, {1 + e, -e}, {1 + e, 1 + e}, {-e, 1 + e}}
	s := &sheath{along: 1, from: 0, to: 1, sides: []bool{true, true, true, true}, first: true,
		last: true, matrix: identity, scale: 1, outline: outline}
	for k, test := range []struct {
		low, high [2]float64
		holds     bool
	}{
		{[2]float64{1, 0}, [2]float64{2, 1}, false}, {[2]float64{-1, 0}, [2]float64{0, 1}, false},
		{[2]float64{0, 1}, [2]float64{1, 2}, false}, {[2]float64{0, -1}, [2]float64{1, 0}, false},
		{[2]float64{1, 1}, [2]float64{2, 2}, false}, {[2]float64{0.9, 0}, [2]float64{1.9, 1}, true},
		{[2]float64{-0.9, -0.9}, [2]float64{0.1, 0.1}, true},
	} {
		box := &casefile.Box{Min: vec{test.low[0], 0, test.low[1]},
			Max: vec{test.high[0], 1, test.high[1]}}
		i := &item{stuff: fluid, shape: casefile.Shape{Box: box}}
		r := &reader{painter: painter{items: []*item{i}}}
		if got := r.sheathHolds(&item{skin: &skin{sheath: s}}); got != test.holds {
			t.Errorf("box %d of fluid is in the prism: %v", k, got)
		}
	}
}
