package convert

import (
	"strings"
	"testing"

	"gpusph/features/flexible"
	"gpusph/internal/casefile"
)

// A plate on a floor of a mark of its own, which what is changed makes another.
func plate(t *testing.T, from, to string) (*reader, *element) {
	t.Helper()
	const text = `<flexstrucs><flexstrucbody mkbound="2" mkclamp="0">
 <density value="1100"/><youngmod value="1e6"/><poissratio value="0.3"/>
 <constitmodel value="1"/><hgfactor value="0.1"/></flexstrucbody></flexstrucs>`
	if !strings.Contains(text, from) {
		t.Fatalf("there is no %s", from)
	}
	e, err := parse([]byte(strings.Replace(text, from, to, 1)))
	if err != nil {
		t.Fatal(err)
	}
	box := func(low, high vec) casefile.Shape { return extent{low, high}.box() }
	walls := []casefile.Wall{
		{Name: "floor", Shape: box(vec{0, -1, -0.1}, vec{1, 1, 0})},
		{Name: "plate", Shape: box(vec{0.5, -1, 0.01}, vec{0.54, 1, 0.2})},
	}
	return &reader{dp: 0.01, plane: true, wallMarks: []int{0, 2}, c: &casefile.Case{Walls: walls}}, e
}

// A structure is a flexible part that reaches into what clamps it.
func TestStructure(t *testing.T) {
	r, e := plate(t, "1e6", "1e6")
	r.structures(e)
	all := flexible.Tables(r.c)
	if len(all) != 1 || len(r.c.Walls) != 1 || len(r.wallMarks) != 1 || len(r.parts) != 1 {
		t.Fatalf("there are the parts %+v and the walls %+v", all, r.c.Walls)
	}
	if p := all[0]; p.Name != "plate" || p.Young != 1e6 || p.Density != 1100 || p.Poisson != 0.3 ||
		p.Narrow || *p.Hourglass != 0.1 || p.Box.Min[2] != -0.04 || p.Box.Max[2] != 0.2 {
		t.Errorf("the part is %+v in %+v", p, p.Box)
	}
}

// What there cannot be stays a wall at rest, and the note has the reason.
func TestRefusedStructures(t *testing.T) {
	for _, test := range []struct{ from, to, says string }{
		{`mkbound="2"`, `mkbound="7"`, "there are none"},
		{`mkclamp="0"`, `mkclamp="5"`, "mkbound 5 of mkclamp"},
		{`<density value="1100"/>`, ``, "no <density>"},
		{`<youngmod value="1e6"/>`, `<youngmod value="-1"/>`, "above 0"},
		{`<poissratio value="0.3"/>`, `<poissratio value="-0.1"/>`, "below 0"},
		{`<constitmodel value="1"/>`, `<constitmodel value="3"/>`, "number of dimensions"},
		{`<constitmodel value="1"/>`, `<constitmodel value="4"/>`, "not known"},
		{`<youngmod value="1e6"/>`, `<youngmod value="soft"/>`, "<youngmod>"},
	} {
		r, e := plate(t, test.from, test.to)
		r.structures(e)
		found := false
		for _, n := range r.notes {
			found = found || n.Rank == ChangesFlow && strings.Contains(n.Text, test.says)
		}
		if !found || len(r.c.Walls) != 2 {
			t.Errorf("%s: %+v, want %q", test.to, r.notes, test.says)
		}
	}
}
