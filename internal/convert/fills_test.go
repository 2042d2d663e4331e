package convert

import (
	"fmt"
	"strings"
	"testing"
)

// changes are the notes that change the flow.
func changes(res *Result) (all []string) {
	for _, n := range res.Notes {
		if n.Rank == ChangesFlow {
			all = append(all, n.String())
		}
	}
	return all
}

func convertedOf(t *testing.T, commands string) *Result {
	t.Helper()
	res, err := DualSPHysics(definition(commands), Source{Name: "case"})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// The number after the present one is that of the next figure; another kind begins at 0.
func TestNextMark(t *testing.T) {
	box := func(x float64) string { return boxText(vec{x, 0, 0}, vec{x + 0.5, 1, 1}) }
	res := convertedOf(t, `<setmkbound mk="4"/>`+box(0)+`<setmknextbound/>`+box(1)+
		`<setmknextbound next="true"/>`+box(2)+`<setmknextbound next="false"/>`+box(3)+
		`<setmknextfluid/>`+box(5)+`<setmknextfluid/>`+box(6)+`<setmknextauto auto="false"/>`)
	if got := fmt.Sprint(res.Marks.Walls, res.Marks.Fluids); got != "[4 5 6 6] [0 1]" ||
		len(changes(res)) > 0 {
		t.Errorf("the marks are %s, %v", got, res.Notes)
	}
}

// Fluid of a point fills up to the limits of the lattice, and that of a figure of walls makes it
// solid.
func TestFillsOfPoints(t *testing.T) {
	res := convertedOf(t, tub+`<setmkfluid mk="0"/><fillvoidpoint x="0.5" y="0.5" z="0.5"/>`)
	seed := vec{0.5, 0.5, 0.5}
	if f := res.Case.Fluids; len(f) != 1 || f[0].Fill == nil || f[0].Fill.Seed != seed ||
		f[0].Fill.Level != res.Case.Domain.Max[2] || len(changes(res)) > 0 {
		t.Errorf("%+v, %v", f, res.Notes)
	}
	// a tube with fluid around it, which is open at an end: its faces alone, and filled
	tube := `<setdrawmode mode="full"/><setmkbound mk="3"/><drawcylinder radius="1" mask="2">` +
		`<point x="4" y="4" z="0"/><point x="4" y="4" z="5"/></drawcylinder>`
	fill := `<fillbox x="4" y="4" z="1"><modefill>void</modefill><point x="2" y="2" z="-1"/>` +
		`<size x="4" y="4" z="8"/></fillbox>`
	inside := vec{4, 4, 2}
	for commands, solid := range map[string]bool{tube: false, tube + fill: true} {
		res := convertedOf(t, commands+`<setmkfluid mk="0"/>`+boxText(vec{0, 0, 0}, vec{1, 1, 1}))
		if len(res.Case.Walls) != 1 || inShape(t, res.Case.Walls[0].Shape, inside) != solid {
			t.Errorf("%s: %+v, %v", commands, res.Case.Walls, res.Notes)
		}
	}
	for fill, want := range map[string]string{
		strings.Replace(fill, `x="4" y="4" z="1"`, `x="6"`, 1): "between several figures",
		`<setmkvoid/>` + fill: "what is free stays free",
		strings.Replace(fill, "void</modefill", "bound</modefill", 1): "what is free (void) is filled",
	} {
		text := fmt.Sprint(convertedOf(t, tube+fill).Notes)
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s, not %s", fill, text, want)
		}
	}
}

// A fill of a part of a figure makes that solid, also under another mark, and leaves the faces of
// the figure; beside fluid, or of a figure that floats, it does not.
func TestFillsOfParts(t *testing.T) {
	// from z = 0 to 5, and filled up to 2
	const tube = `<setmkbound mk="3"/><drawcylinder radius="1" mask="2">` +
		`<point x="4" y="4" z="0"/><point x="4" y="4" z="5"/></drawcylinder>`
	const fill = `<fillbox x="4" y="4" z="1"><modefill>void</modefill><point x="2" y="2" z="-1"/>` +
		`<size x="4" y="4" z="3"/></fillbox>`
	water := `<setmkfluid mk="0"/>` + boxText(vec{0, 0, 0}, vec{1, 1, 1})
	for mark, want := range map[string]string{"": "[3 3]", `<setmkbound mk="7"/>`: "[3 7]"} {
		res := convertedOf(t, tube+mark+fill+water)
		in := func(z float64) (is bool) {
			for _, w := range res.Case.Walls {
				is = is || inShape(t, w.Shape, vec{4, 4, z})
			}
			return is
		}
		if got := fmt.Sprint(res.Marks.Walls); got != want || !in(1.9) || in(2.1) ||
			len(changes(res)) > 0 {
			t.Errorf("%s: %s, %v, %v, %v", mark, got, in(1.9), in(2.1), res.Notes)
		}
	}
	beside := `<setmkfluid mk="0"/>` + boxText(vec{3.5, 3.5, 1}, vec{4.5, 4.5, 3}) +
		`<setmkbound mk="3"/>` + fill
	floats := strings.Replace(string(definition(tube+fill+water)), "</casedef>",
		`<floatings><floating mkbound="3" massbody="1"/></floatings></casedef>`, 1)
	res, err := DualSPHysics([]byte(floats), Source{Name: "case"})
	if err != nil {
		t.Fatal(err)
	}
	for want, res := range map[string]*Result{"beside fluid": convertedOf(t, tube+beside),
		"under another mkbound": res} {
		if got := strings.Join(changes(res), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// Lines of walls are sheets of four layers in two dimensions, and none of fluid or in space.
func TestLines(t *testing.T) {
	flat := strings.NewReplacer(`y="-10" z="-10"`, `y="0" z="-10"`, `y="10" z="10"`, `y="0" z="10"`)
	pool := `<setmkfluid mk="0"/>` + boxText(vec{0.5, 0, 0.3}, vec{1.5, 0, 0.9})
	for _, lines := range []string{
		`<drawlines><point z="2"/><point/><point x="3"/></drawlines>`,
		`<setlinebegin z="2"/><drawlineto/><drawlineto x="3"/>`,
		`<drawline><point z="2"/><point/></drawline><drawline><point/><point x="3"/></drawline>`,
	} {
		res, err := DualSPHysics([]byte(flat.Replace(string(definition(lines+pool)))), Source{})
		if err != nil {
			t.Fatal(err)
		}
		in := func(x vec) (is bool) {
			for _, w := range res.Case.Walls {
				is = is || inShape(t, w.Shape, x)
			}
			return is
		}
		if !in(vec{-0.35, 0, 1}) || !in(vec{1, 0, -0.35}) || in(vec{1, 0, 0.05}) ||
			in(vec{-0.45, 0, 1}) || len(changes(res)) > 0 {
			t.Errorf("%s: %+v, %v", lines, res.Case.Walls, res.Notes)
		}
	}
	for _, lines := range []string{`<drawline><point/><point x="1"/></drawline>`,
		`<drawlines><point/></drawlines>`} {
		if res := convertedOf(t, lines); len(changes(res)) < 2 {
			t.Errorf("%s: %v", lines, res.Notes)
		}
	}
}

// What is drawn again as a void is gone, and as another mark has that; walls around fluid are a
// tank.
func TestRedraw(t *testing.T) {
	box := boxText(vec{0, 0, 0}, vec{1, 1, 1})
	for _, test := range []struct{ commands, want string }{
		{box + `<setmkvoid/><redraw/>` + `<setmkbound mk="3"/>` + box, "[3] []"},
		{box + `<setmkbound mk="2"/>` + box + `<setmkvoid/><redraw mkbound="2"/>`, "[0] []"},
		{box + `<setmkbound mk="2"/><redraw mkbound="0"/>`, "[2] []"},
		{`<setmkfluid mk="1"/>` + box + `<setmkfluid mk="5"/><redraw mkfluid="1"/>`, "[] [5]"},
		{box + `<redrawnear times="3" targettp="void" bordertp="bound"/>`, "[0] []"},
		{box + `<redrawnear targettp="bound" targetmk="1" bordertp="bound"/>`, "[0] []"},
	} {
		res := convertedOf(t, test.commands)
		if got := fmt.Sprint(res.Marks.Walls, res.Marks.Fluids); got != test.want {
			t.Errorf("%s: %s, %v", test.commands, got, res.Notes)
		}
	}
	drop := `<setmkfluid mk="1"/><drawsphere radius="0.2">` +
		`<point x="0.5" y="0.5" z="0.5"/></drawsphere>`
	around := `<setmkfluid mk="0"/>` + box + drop +
		`<setmkbound mk="0"/><redrawnear targettp="void" bordertp="fluid"/>`
	res := convertedOf(t, around)
	d := res.Case.Domain
	if len(changes(res)) > 0 || d.Open != nil || d.Min != (vec{-0.05, -0.05, -0.05}) &&
		d.Min != (vec{-0.1, -0.1, -0.1}) || len(res.Case.Fluids) != 2 {
		t.Errorf("%+v, %v", d, res.Notes)
	}
	const near = `<redrawnear targettp="void" bordertp="fluid"/>`
	for commands, want := range map[string]string{
		box + `<redraw/>`: "all of the lattice",
		box + `<setmkfluid mk="1"/><redraw mkbound="0"/>`:       "fluid does not become walls",
		box + `<redrawnear targettp="fluid" bordertp="bound"/>`: "nothing but walls",
		box + near:                                   "where there is no other wall",
		drop + `<setmkbound/>` + near:                "it has no mk",
		drop + `<setmkbound mk="0"/>` + near:         "fluid that is a box",
		around + `<setmkvoid/><redraw mkfluid="1"/>`: "it replaced others",
	} {
		if got := strings.Join(changes(convertedOf(t, commands)), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s, not %s", commands, got, want)
		}
	}
}

// Layers that are drawn around walls before there is fluid reach into the room for it, and close
// gaps; later ones do not.
func TestWallsGrow(t *testing.T) {
	flat := strings.NewReplacer(`y="-10" z="-10"`, `y="0" z="-10"`, `y="10" z="10"`, `y="0" z="10"`)
	const lines = `<drawlines><point z="2"/><point/><point x="1"/></drawlines>` +
		`<drawline><point x="1.2"/><point x="3"/></drawline>` +
		`<drawbox><boxfill>solid</boxfill><point x="2"/><size x="0.5" y="1" z="0.4"/></drawbox>`
	const near = `<redrawnear times="1" targettp="void" bordertp="bound" bordermk="0"/>`
	pool := `<setmkfluid mk="0"/>` + boxText(vec{0.5, 0, 0.3}, vec{1.5, 0, 0.9}) +
		`<setmkbound mk="0"/>`
	for commands, grown := range map[string]bool{lines + near + pool: true,
		lines + pool + near: false} {
		res, err := DualSPHysics([]byte(flat.Replace(string(definition(commands)))), Source{})
		if err != nil {
			t.Fatal(err)
		}
		in := func(x, z float64) (is bool) {
			for _, w := range res.Case.Walls {
				is = is || inShape(t, w.Shape, vec{x, 0, z})
			}
			return is
		}
		for _, x := range [][2]float64{{0.08, 1}, {0.5, 0.08}, {1.08, 0.05}, {1.92, 0.2}, {2.2, 0.48}} {
			if in(x[0], x[1]) != grown {
				t.Errorf("a wall at %v: %v, not %v", x, !grown, grown)
			}
		}
		if in(0.12, 1) || in(0.5, 0.12) || in(1.88, 0.2) || len(changes(res)) > 0 {
			t.Errorf("%+v, %v", res.Case.Walls, res.Notes)
		}
	}
	drop := `<drawsphere radius="0.2"><point x="0.5" y="0.5" z="0.5"/></drawsphere>`
	for commands, want := range map[string]string{drop + near: "around boxes and faces alone",
		strings.Replace(near, `bordermk="0"`, `bordermk="7"`, 1): "no wall with that mkbound"} {
		if got := strings.Join(changes(convertedOf(t, commands)), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s, not %s", commands, got, want)
		}
	}
}
