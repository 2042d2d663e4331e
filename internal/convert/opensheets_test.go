package convert

import (
	"fmt"
	"strings"
	"testing"

	"gpusph/internal/geometry"
)

// openBox are the triangles of a box of 0.6 m from 0.2 m on without its upper face, whose normals
// point outwards, or with all of its faces but one of many small triangles on top.
func openBox(inwards, almostClosed bool) (all []geometry.Triangle) {
	quad := func(a, b, c, d vec) {
		if inwards {
			b, d = d, b
		}
		all = append(all, geometry.Triangle{a, b, c}, geometry.Triangle{a, c, d})
	}
	at := func(i int) vec {
		return vec{0.2 + 0.6*float64(i&1), 0.2 + 0.6*float64(i>>1&1), 0.2 + 0.6*float64(i>>2&1)}
	}
	for _, f := range [][4]int{{0, 2, 3, 1}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		quad(at(f[0]), at(f[1]), at(f[2]), at(f[3]))
	}
	if almostClosed {
		const small = 0.02
		middle, right, back := vec{0.5, 0.5, 0.8}, vec{0.5 + small, 0.5, 0.8}, vec{0.5, 0.5 + small, 0.8}
		all = append(all, []geometry.Triangle{{at(4), at(5), middle}, {at(5), right, middle},
			{at(5), at(7), right}, {at(7), back, right}, {at(7), at(6), back}, {at(6), at(4), back},
			{at(4), middle, back}}...)
	}
	return all
}

// A mesh without a face is a wall of layers on the side without fluid, on both where that is not
// known; what floats, and a mesh with a small hole, stay solids.
func TestOpenMeshes(t *testing.T) {
	const draw = `<setmkbound mk="3"/><drawfilestl file="box.stl"/>`
	within := `<setmkfluid mk="0"/>` + boxText(vec{0.3, 0.3, 0.3}, vec{0.7, 0.7, 0.5})
	for _, test := range []struct {
		inwards, almostClosed bool
		commands, parts       string
		want                  string
	}{
		{false, false, draw + within, "", "front"},
		{true, false, draw + within, "", "back"},
		{false, false, draw, "", "both"},
		{false, true, draw + within, "", "solid"},
		{false, false, strings.Replace(draw, "/>", ` autofill="true"/>`, 2), "", "solid"},
		{false, false, draw + within, `<floatings><floating mkbound="3" massbody="9"/></floatings>`,
			"solid"},
	} {
		text := strings.Replace(string(definition(test.commands)), "</casedef>",
			test.parts+"</casedef>", 1)
		res, err := DualSPHysics([]byte(text), Source{Name: "case", Read: func(string) ([]byte, error) {
			return asSTL(openBox(test.inwards, test.almostClosed)), nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		shape := res.Case.Bodies
		got, told := "solid", fmt.Sprint(res.Notes)
		if len(shape) == 0 {
			s := res.Case.Walls[0].Shape
			if s.Difference != nil { // less the fluid
				s = s.Difference[0]
			}
			low, high, known := Bounds(s)
			if s.STL.Thickness > 0 {
				got = s.STL.Side
				if got == "" {
					got = "back"
				}
				if !known || !(low[2] < 0.2) || high[2] < 0.8 || s.STL.Thickness != tidy(3*res.Case.Spacing) {
					t.Errorf("%+v: %+v from %v to %v", test, s.STL, low, high)
				}
			}
		}
		if got != test.want || strings.Contains(told, "the mesh has a hole") == (got == "solid") {
			t.Errorf("%+v: %s, %s", test, got, told)
		}
	}
}
