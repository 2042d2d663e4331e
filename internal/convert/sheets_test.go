package convert

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// inMesh reports whether a point is in the mesh that a shape names among the files of a result.
func inMesh(t *testing.T, res *Result, s casefile.Shape, x vec) bool {
	t.Helper()
	if s.STL == nil {
		return false
	}
	stl, err := geometry.ReadSTL(res.Files[s.STL.File])
	if err != nil {
		t.Fatal(err)
	}
	mesh, err := geometry.NewMesh(stl.Triangles, 0)
	if err != nil {
		t.Fatal(err)
	}
	return mesh.Inside(x)
}

// Faces become walls of three layers on the side without fluid, and of one and a half on both sides
// of a face with fluid on both, or without any.
func TestSheets(t *testing.T) {
	above := `<setmkfluid mk="0"/>` + boxText(vec{0.2, 0.2, 0.5}, vec{0.8, 0.8, 0.9})
	below := `<setmkfluid mk="1"/>` + boxText(vec{0.2, 0.2, -0.9}, vec{0.8, 0.8, -0.5})
	const square = `<drawquadri><point/><point x="1"/><point x="1" y="1"/><point y="1"/></drawquadri>`
	const fan = `<drawtrianglesfan><point/><point x="1"/><point x="1" y="1"/><point y="1"/>` +
		`</drawtrianglesfan>`
	const strip = `<drawtrianglesstrip><point/><point x="1"/><point y="1"/><point x="1" y="1"/>` +
		`</drawtrianglesstrip>`
	for name, test := range map[string]struct {
		commands string
		from, to float64
	}{
		"above": {square + above, -0.3, 0}, "below": {square + below, 0, 0.3},
		"both": {square + above + below, -0.15, 0.15}, "none": {square, -0.15, 0.15},
		"fan": {fan + above, -0.3, 0}, "strip": {strip + below, 0, 0.3},
	} {
		res := convertedOf(t, test.commands)
		if len(res.Case.Walls) != 1 {
			t.Fatalf("%s: %v", name, res.Notes)
		}
		for z, want := range map[float64]bool{test.from - 0.02: false, test.from + 0.02: true,
			test.to - 0.02: true, test.to + 0.02: false} {
			if got := inMesh(t, res, res.Case.Walls[0].Shape, vec{0.5, 0.4, z}); got != want {
				t.Errorf("%s: at z = %g m there is a wall: %v", name, z, got)
			}
		}
	}
	flat := `<drawquadri><point/><point x="1"/><point x="2"/><point x="3"/></drawquadri>`
	for commands, want := range map[string]string{flat: "on a line",
		`<setmkfluid mk="0"/>` + square: "sheets have no volume"} {
		got := strings.Join(changes(convertedOf(t, commands)), "\n")
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, not %s", commands, got, want)
		}
	}
}

// A channel that rises has its walls beside and under it, joined, and none at its open faces.
func TestChannelThatRises(t *testing.T) {
	res := convertedOf(t, `<drawextrude closed="false"><point y="-1" z="2"/><point y="-1"/>`+
		`<point y="1"/><point y="1" z="2"/><extrude x="4" z="1"/></drawextrude><setmkfluid mk="0"/>`+
		`<fillbox x="1" y="0" z="1"><modefill>void</modefill><point x="-1" y="-2" z="-1"/>`+
		`<size x="5" y="4" z="3"/></fillbox>`)
	if len(changes(res)) > 0 || len(res.Case.Walls) != 1 {
		t.Fatal(res.Notes)
	}
	down := 0.2 / math.Cos(math.Atan2(1, 4)) // 0.2 m behind the floor
	for x, want := range map[vec]bool{
		{2, 0, 0.5 - down}: true, {2, 0, 0.6}: false, {2, 1.2, 1.5}: true, {2, -1.2, 1.5}: true,
		{2, 1.2, 0.5 - down/2}: true, {2, 0, 2.4}: false, {2, 0.9, 1}: false, {4.2, 0, 2}: false,
	} {
		if got := inMesh(t, res, res.Case.Walls[0].Shape, x); got != want {
			t.Errorf("at %v there is a wall: %v", x, got)
		}
	}
}

// Faces of prisms and pyramids that a mask leaves out are open.
func TestFacesOfSolids(t *testing.T) {
	pool := `<setmkfluid mk="0"/>` + boxText(vec{0.4, 0.4, 0.4}, vec{0.6, 0.6, 0.6})
	for _, draw := range []string{
		// a frustum without its ends along y, and a pyramid upside down without its base
		`<drawprism mask="1 | 2"><point/><point x="1"/><point x="1" z="1"/><point z="1"/>` +
			`<point x="-0.2" y="1" z="-0.2"/><point x="1.2" y="1" z="-0.2"/>` +
			`<point x="1.2" y="1" z="1.2"/><point x="-0.2" y="1" z="1.2"/></drawprism>`,
		`<drawpyramid mask="1 | 2"><point x="0.5" y="0.5" z="-0.5"/><point y="1" z="1.5"/>` +
			`<point x="1" y="1" z="1.5"/><point x="1" z="1.5"/><point z="1.5"/></drawpyramid>`,
	} {
		res := convertedOf(t, pool+`<setmkbound mk="0"/>`+draw)
		if len(changes(res)) > 0 || len(res.Case.Walls) != 1 {
			t.Fatal(res.Notes)
		}
		s := res.Case.Walls[0].Shape
		if inMesh(t, res, s, vec{0.5, 0.5, 0.5}) || inMesh(t, res, s, vec{0.5, 1.1, 0.5}) ||
			!inMesh(t, res, s, vec{1.15, 0.4, 0.9}) && !inMesh(t, res, s, vec{1.0, 0.4, 0.9}) {
			t.Errorf("%s has walls elsewhere", draw)
		}
	}
}

// The far face of an obstacle is hidden from the fluid by the near one: its wall is around it.
func TestHiddenFace(t *testing.T) {
	face := func(x float64) string {
		return strings.ReplaceAll(`<drawquadri><point x="X" y="-1" z="-1"/><point x="X" y="1" z="-1"/>`+
			`<point x="X" y="1" z="1"/><point x="X" y="-1" z="1"/></drawquadri>`, "X", fmt.Sprint(x))
	}
	pool := `<setmkfluid mk="0"/>` + boxText(vec{0, -0.5, -0.5}, vec{0.5, 0.5, 0.5})
	res := convertedOf(t, face(2)+face(4)+pool)
	if len(res.Case.Walls) != 2 {
		t.Fatal(res.Notes)
	}
	for x, want := range map[float64]bool{1.98: false, 2.02: true, 2.28: true, 2.32: false} {
		if got := inMesh(t, res, res.Case.Walls[0].Shape, vec{x, 0.1, 0.2}); got != want {
			t.Errorf("at x = %g m the near wall is there: %v", x, got)
		}
	}
	for x, want := range map[float64]bool{3.83: false, 3.87: true, 4.13: true, 4.17: false} {
		if got := inMesh(t, res, res.Case.Walls[1].Shape, vec{x, 0.1, 0.2}); got != want {
			t.Errorf("at x = %g m the far wall is there: %v", x, got)
		}
	}
}
