package convert

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// boxText draws a box that is solid.
func boxText(low, high vec) string {
	return fmt.Sprintf(`<drawbox><boxfill>solid</boxfill><point x="%g" y="%g" z="%g"/>`+
		`<endpoint x="%g" y="%g" z="%g"/></drawbox>`, low[0], low[1], low[2], high[0], high[1], high[2])
}

// parameterised is a definition with more parameters and constants.
func parameterised(commands, constants, parameters string) []byte {
	s := strings.Replace(string(definition(commands)), "<parameters>", "<parameters>"+parameters, 1)
	return []byte(strings.Replace(s, "<geometry>", "<constantsdef>"+constants+
		"</constantsdef><geometry>", 1))
}

// tub is the tank of these tests.
const tub = `<drawbox><boxfill>all^top</boxfill><point x="0" y="0" z="0"/>` +
	`<size x="2" y="1" z="1"/></drawbox>`

// A period is a spacing longer than the extent of the particles, and what reaches to its ends on
// nodes reaches to them in metres, along each axis.
func TestPeriodOfParticles(t *testing.T) {
	for axis, letter := range axes {
		floor, water, beam := extent{vec{0, 0, 0}, vec{1, 1, 1}}, extent{vec{0, 0, 0}, vec{1, 1, 1}}, ""
		across := (axis + 1) % 3
		floor.low[across], floor.high[across] = -0.3, 0
		switch axis {
		case 0:
			beam = `<drawcylinder radius="0.2"><point x="0" y="0.5" z="0.5"/>` +
				`<point x="1" y="0.5" z="0.5"/></drawcylinder>`
		case 1:
			beam = prismText("", 0, 1, [2]float64{0.2, 0.2}, [2]float64{0.6, 0.2}, [2]float64{0.4, 0.6})
		default:
			beam = `<drawcylinder radius="0.2"><point x="0.5" y="0.5" z="0"/>` +
				`<point x="0.5" y="0.5" z="1"/></drawcylinder>`
		}
		text := boxText(floor.low, floor.high) + `<setmkbound mk="3"/>` + beam +
			`<setmkfluid mk="0"/>` + boxText(water.low, water.high)
		c, notes := converted(t, parameterised(text, "", fmt.Sprintf(
			`<parameter key="%sPeriodicInc%s" value="0"/>`,
			strings.ToUpper(letter), strings.ToUpper(axes[across]))))
		if len(notes) > 0 || len(c.Walls) != 2 || len(c.Fluids) != 1 {
			t.Fatal(notes, c.Walls, c.Fluids)
		}
		shapes := []casefile.Shape{{Box: &casefile.Box{Min: c.Domain.Min, Max: c.Domain.Max}},
			c.Walls[0].Shape, c.Walls[1].Shape, c.Fluids[0].Shape}
		for k, s := range shapes {
			if s.Difference != nil {
				s = s.Difference[0]
			}
			if e, _ := bounds(s); e.low[axis] != -0.05 || e.high[axis] != 1.05 {
				t.Errorf("along %s: %d reaches from %g to %g m", letter, k, e.low[axis], e.high[axis])
			}
		}
		if e, _ := bounds(c.Fluids[0].Shape); e.low[across] != 0 {
			t.Errorf("across %s: the fluid begins at %g m", letter, e.low[across])
		}
	}
}

// Boxes on neighbouring nodes touch in the middle, whichever side they meet at, and fluid meets the
// sides of the tank. What is further apart stays where it is.
func TestNeighboursTouch(t *testing.T) {
	for k := range 6 {
		for _, test := range []struct{ gap, fluid, wall float64 }{
			{0.1, 0.05, 0.05}, {0.08, 0.05, 0.03}, {0, 0, 0}, {0.2, 0, 0},
		} {
			fluid, wall := extent{vec{0, 0, 0}, vec{1, 1, 1}}, extent{vec{0, 0, 0}, vec{1, 1, 1}}
			at := *side(&fluid, k) + outwards(k)*test.gap
			*side(&wall, k^1), *side(&wall, k) = at, at+outwards(k)*0.3
			c, _ := converted(t, definition(boxText(wall.low, wall.high)+`<setmkfluid mk="0"/>`+
				boxText(fluid.low, fluid.high)))
			gotFluid, _ := bounds(c.Fluids[0].Shape)
			gotWall, _ := bounds(c.Walls[0].Shape)
			for _, got := range []struct{ is, want float64 }{
				{*side(&gotFluid, k), *side(&fluid, k) + outwards(k)*test.fluid},
				{*side(&gotWall, k^1), at - outwards(k)*test.wall},
			} {
				if math.Abs(got.is-got.want) > 1e-9 {
					t.Errorf("side %s, %g m apart: %g, not %g", sides[k], test.gap, got.is, got.want)
				}
			}
		}
	}
	c, _ := converted(t, definition(tub+
		`<setmkfluid mk="0"/>`+boxText(vec{0.1, 0.1, 0.1}, vec{1, 0.9, 0.5})))
	if e, _ := bounds(c.Fluids[0].Shape); e != (extent{vec{0, 0, 0}, vec{1, 1, 0.5}}) {
		t.Errorf("in a tank the fluid is %v", e)
	}
}

// A fluid that another replaces in part is cut by the other as it is in the end.
func TestCutByNeighbour(t *testing.T) {
	c, _ := converted(t, definition(boxText(vec{1.1, 0, 0}, vec{1.4, 1, 1})+
		`<setmkfluid mk="0"/>`+boxText(vec{0, 0, 0}, vec{1, 1, 1})+
		`<setmkfluid mk="1"/>`+boxText(vec{0.5, 0, 0}, vec{1, 1, 1})))
	cut := c.Fluids[0].Difference
	if len(cut) != 2 || cut[1].Box.Max[0] != c.Fluids[1].Box.Max[0] || c.Fluids[1].Box.Max[0] != 1.05 {
		t.Errorf("%+v and %+v", c.Fluids[0].Shape, c.Fluids[1].Shape)
	}
}

// A fill ends at its own box, less what is drawn later and fluid that is there.
func TestFillEndsAtItsBox(t *testing.T) {
	const fill = `<fillbox x="0.5" y="0.5" z="0.2"><modefill>void</modefill>` +
		`<point x="0.4" y="-1" z="-1"/><endpoint x="0.8" y="2" z="0.6"/></fillbox>`
	for name, test := range map[string]struct {
		commands string
		in, out  []vec
	}{
		"its box": {tub + `<setmkfluid mk="0"/>` + fill,
			[]vec{{0.5, 0.5, 0.1}}, []vec{{0.3, 0.5, 0.1}, {0.9, 0.5, 0.1}}},
		"a prism too": {prismText(`mask="1|2|5"`, 0, 1, [][2]float64{{0, 0}, {2, 0}, {2, 1}, {0, 1}}...) +
			`<setmkfluid mk="0"/>` + fill, []vec{{0.5, 0.5, 0.1}}, []vec{{0.3, 0.5, 0.1}, {0.9, 0.5, 0.1}}},
		"a void after it": {tub + `<setmkfluid mk="0"/>` + fill + `<setmkvoid/>` +
			boxText(vec{0.6, 0.1, 0.1}, vec{0.8, 0.9, 0.9}),
			[]vec{{0.5, 0.5, 0.1}}, []vec{{0.7, 0.5, 0.3}}},
		"fluid before it": {tub + `<setmkfluid mk="1"/>` + boxText(vec{0.6, 0, 0}, vec{0.8, 1, 1}) +
			`<setmkfluid mk="0"/>` + fill,
			[]vec{{0.5, 0.5, 0.1}}, []vec{{0.7, 0.5, 0.1}}},
	} {
		c, notes := converted(t, definition(test.commands))
		last := c.Fluids[len(c.Fluids)-1].Fill
		if len(notes) > 0 || last == nil || last.Within == nil || last.Level != 0.6 {
			t.Errorf("%s: %v, %+v", name, notes, c.Fluids)
			continue
		}
		for want, points := range map[bool][]vec{true: test.in, false: test.out} {
			for _, x := range points {
				if inShape(t, *last.Within, x) != want {
					t.Errorf("%s: %v is within: %t", name, x, !want)
				}
			}
		}
	}
}

// Where fluid and walls meet between nodes the domain of a case without a tank is whole spacings
// away, so that its sites are the nodes.
func TestDomainOnNodes(t *testing.T) {
	c, _ := converted(t, definition(boxText(vec{0, 0, -0.43}, vec{1, 1, -0.1})+
		`<setmkfluid mk="0"/>`+boxText(vec{0, 0, 0}, vec{1, 1, 0.6})))
	if c.Domain.Min[2] != -0.45 || math.Abs(c.Domain.Max[2]-0.65) > 1e-9 {
		t.Errorf("the domain reaches from %g to %g m", c.Domain.Min[2], c.Domain.Max[2])
	}
}

// Faces of boxes between nodes are at the nearest ones; in the middle they stay.
func TestFacesOnNodes(t *testing.T) {
	res, err := DualSPHysics(definition(`<setmkfluid mk="0"/>`+
		boxText(vec{0.02, 0.05, 0.07}, vec{1.04, 1, 1.08})), Source{})
	if err != nil {
		t.Fatal(err)
	}
	b := res.Case.Fluids[0].Box
	if b.Min != (vec{0, 0.05, 0.1}) || b.Max != (vec{1, 1, 1.1}) {
		t.Errorf("the box is %v", b)
	}
	if len(res.Notes) != 1 || !strings.Contains(res.Notes[0].Text, "by 0.04 m at most") {
		t.Error(res.Notes)
	}
}

// A particle far from fluid is room beyond open sides; one in fluid would be a wall.
func TestSinglePoints(t *testing.T) {
	const point = `<setmkbound mk="4"/><drawpoint x="%g" y="0.5" z="%g"/>`
	fluid := `<setmkfluid mk="0"/>` + boxText(vec{0.1, 0.1, 0.1}, vec{1, 0.9, 0.5})
	for _, test := range []struct {
		x, z, room float64
		rank       Rank
	}{{1, 1.7, 0.7, Information}, {1.2, 0.3, 0, ChangesFlow}} {
		res, err := DualSPHysics(definition(tub+fmt.Sprintf(point, test.x, test.z)+fluid), Source{})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Notes) != 1 || res.Notes[0].Rank != test.rank || len(res.Marks.Points) != 1 {
			t.Errorf("at %g m: %v", test.z, res.Notes)
		}
		if got := res.Case.Domain.Room; math.Abs(got-test.room) > 1e-9 {
			t.Errorf("at %g m the room is %g m", test.z, got)
		}
	}
}
