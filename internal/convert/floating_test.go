package convert

import (
	"fmt"
	"math"
	"testing"

	"gpusph/internal/casefile"
)

// A body in the plane of x and z turns about y: it takes Iyy of three moments or of a matrix, and
// locks of x, z and of the turn about y. In space all count.
func TestFloatingInPlane(t *testing.T) {
	const matrix = `<inertia><values v11="1" v12="0.1" v13="0.2"/><values v21="0.1" v22="2" ` +
		`v23="0.3"/><values v31="0.2" v32="0.3" v33="3"/></inertia>`
	const locks = `<translationDOF x="1" y="0" z="0"/><rotationDOF x="0" y="0" z="1"/>`
	for _, test := range []struct {
		plane bool
		has   string
		want  string // inertia, matrix, locks
	}{
		{false, `<inertia x="1" y="2" z="3"/>`, "[1 2 3] [] []"},
		{true, `<inertia x="1" y="2" z="3"/>`, "[2] [] []"},
		{false, matrix, "[] [[1 0.1 0.2] [0.1 2 0.3] [0.2 0.3 3]] []"},
		{true, matrix, "[2] [] []"},
		{false, locks, "[] [] [y z rotation-x rotation-y]"},
		{true, locks, "[] [] [z rotation-y]"},
		{true, `<translationDOF x="0" y="1" z="1"/><rotationDOF x="1" y="1" z="0"/>`, "[] [] [x]"},
	} {
		e, err := parse([]byte(`<floating mkbound="1">` + test.has + `</floating>`))
		if err != nil {
			t.Fatal(err)
		}
		mass := 2.0
		r, b := &reader{plane: test.plane}, casefile.Body{Mass: &mass}
		if err := r.inertia(e.child("inertia"), &b); err != nil {
			t.Fatal(err)
		}
		r.lock(e, &b)
		if got := fmt.Sprint(b.Inertia, b.Matrix, b.Lock); got != test.want {
			t.Errorf("in the plane %v: %s is %s, not %s", test.plane, test.has, got, test.want)
		}
	}
}

// A body with a density and a centre, or an inertia, has the mass of its volume. A thin mesh is
// scaled by a spacing at most.
func TestMassOfVolume(t *testing.T) {
	e, err := parse([]byte(`<floating mkbound="1" rhopbody="500"><center x="0.1"/></floating>`))
	if err != nil {
		t.Fatal(err)
	}
	box := extent{vec{0, 0, 0}, vec{1, 2, 0.5}}.box()
	r := &reader{dp: 0.1, painter: painter{items: []*item{{stuff: bound, mk: 1, shape: box}}}}
	b := casefile.Body{Shape: box}
	if err := r.weigh(e, &b, 1); err != nil || b.Density != nil || *b.Mass != 500 ||
		*b.Centre != [3]float64{0.1} {
		t.Errorf("%+v, %v", b, err)
	}
	r.painter.items = append(r.painter.items, r.painter.items[0])
	b = casefile.Body{Shape: box}
	if err := r.weigh(e, &b, 1); err != nil || b.Mass != nil || b.Centre != nil ||
		len(r.notes) != 2 {
		t.Errorf("%+v, %v, %v", b, err, r.notes)
	}
	mesh := casefile.Body{Shape: casefile.Shape{STL: &casefile.STL{
		Corners: &[2][3]float64{{1, 0, 0}, {1.35, 2, 0.2}}}}}
	r.thicken(e, &mesh)
	want := 0.4 / 0.35
	if mesh.Scale == nil || math.Abs(mesh.Scale[0]-want) > 1e-9 || mesh.Scale[2] != 1 ||
		math.Abs((*mesh.Translate)[0]-(1-want)*1.175) > 1e-9 {
		t.Errorf("%v, %v", mesh.Scale, mesh.Translate)
	}
}
