package raster

import (
	"fmt"
	"slices"
	"testing"
)

// points are <point> elements of coordinates in the plane y=y.
func points(y float64, xz ...float64) (text string) {
	for i := 0; i < len(xz); i += 2 {
		text += fmt.Sprintf(`<point x="%g" y="%g" z="%g"/>`, xz[i], y, xz[i+1])
	}
	return text
}

// profile of a tank of 20 by 10 spacings, open at its top, from the upper left corner on.
var profile = []float64{0, 1, 0, 0, 2, 0, 2, 1}

const (
	bound = `<setmkbound mk="0"/>`
	full  = `<setdrawmode mode="full"/>`
	solid = `<setdrawmode mode="solid"/>`
	face  = `<setdrawmode mode="face"/>`
)

func prism(mask string) string {
	return `<drawprism mask="` + mask + `">` + points(0, profile...) + points(1, profile...) +
		`</drawprism>`
}

func cylinder(inner string) string {
	return `<drawcylinder radius="0.25">` + points(0, 1, 1) + points(1, 1, 1) + inner +
		`</drawcylinder>`
}

// TestFigures has counts of figures other than boxes, by hand.
func TestFigures(t *testing.T) {
	slope := points(0, 0, 0, 1, 0.5)
	sphere := `<drawsphere radius="0.25"><point x="1" y="1" z="1"/></drawsphere>`
	cases := []struct {
		name string
		xml  []byte
		want string
	}{
		{"a line along an axis", cube(bound + `<drawline>` + points(0, 0, 0, 1, 0) + `</drawline>`),
			"fixed 0 11"},
		// Nodes on the slope of 1:2 and those at 1/√5 = 0.447 spacings: 6 + 5 + 5.
		{"a slanted line", definition(`x="-1" y="0" z="-1"`, `x="3" y="0" z="3"`,
			bound+`<drawline>`+slope+`</drawline>`), "fixed 0 16"},
		{"a slanted strip", flat(bound + `<drawextrude closed="false">` + slope +
			`<extrude x="0" y="1" z="0"/></drawextrude>`), "fixed 0 16"},
		{"layers of a strip", flat(bound + `<drawextrude closed="false">` +
			points(0, 0, 0, 1, 0) + `<extrude x="0" y="1" z="0"/><layers vdp="0,-1,-2"/>` +
			`</drawextrude>`), "fixed 0 33"},
		{"a beach", flat(bound + `<drawbeach mask="1|2|6">` + points(1, profile...) +
			`</drawbeach>`), "fixed 0 41"}, // 11 + 21 + 11 − 2
		{"a beach without its last strip", flat(bound + `<drawbeach mask="1|2|5|6">` +
			points(1, profile...) + `</drawbeach>`), "fixed 0 31"},
		{"a mask of bits", flat(bound + `<drawbeach mask="51">` + points(1, profile...) +
			`</drawbeach>`), "fixed 0 31"}, // 1 + 2 + 16 + 32: faces 1, 2, 5 and 6
		{"a closed beach", flat(bound + `<drawbeach mask="1|2">` + points(1, profile...) +
			`</drawbeach>`), "fixed 0 60"},
		{"an open prism has no inside", flat(full + bound + prism("1 | 2 | 6")), "fixed 0 41"},
		{"a closed prism", flat(full + bound + prism("0")), "fixed 0 231"},
		{"the inside of a prism", flat(solid + bound + prism("0")), "fixed 0 171"},
		{"the shell of a prism", flat(face + bound + prism("0")), "fixed 0 60"},
		{"a wedge in three dimensions", cube(full + bound + `<drawprism>` +
			points(0, 0, 0, 0.4, 0, 0, 0.4) + points(0.2, 0, 0, 0.4, 0, 0, 0.4) +
			`</drawprism>`), "fixed 0 45"}, // 15 a layer; 1/√2 is out of reach
		{"a disc", flat(full + bound + cylinder("")), "fixed 0 29"},                // within 3.1 spacings
		{"the inside of a disc", flat(solid + bound + cylinder("")), "fixed 0 21"}, // within 2.5
		{"a ring", flat(face + bound + cylinder("")), "fixed 0 20"},                // 1.9 to 3.1
		{"a ball", cube(full + bound + sphere), "fixed 0 123"},
		{"a shell", cube(face + bound + sphere), "fixed 0 96"}, // 123 − 27
		{"layers of a box", flat(bound + `<drawbox><boxfill>all</boxfill>` + points(0, 0, 0) +
			`<size x="1" y="1" z="1"/><layers vdp="0,1"/></drawbox>`), "fixed 0 88"}, // 40 + 48
		{"a face of a turned box", cube(bound + `<rotateline ang="90">` + points(0, 0, 0, 0, 1) +
			`</rotateline>` + box("left", unit, `x="1" y="0.2" z="0"`)), "fixed 0 3"},
		{"move after turn", cube(full + bound + `<move x="1" y="0" z="0"/><rotate ang="180" ` +
			`x="0" y="0" z="1"/>` + box("solid", unit, `x="1.5" y="0" z="0"`)), "fixed 0 16"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := counts(t, c.xml); got != c.want {
				t.Errorf("groups %q, want %q", got, c.want)
			}
		})
	}
}

// TestRedraw has the commands that change nodes by what they or their neighbours hold.
func TestRedraw(t *testing.T) {
	fluid := `<setmkfluid mk="0"/>`
	dot := `<drawpoint x="1" y="0.5" z="1"/>`
	near := func(attributes string) string {
		return `<redrawnear ` + attributes + ` targettp="void" bordertp="fluid" bordermk="0"/>`
	}
	cases := []struct {
		name string
		xml  []byte
		want string
	}{
		{"neighbours in the plane", flat(fluid + dot + bound + near(`times="1"`)),
			"fluid 0 1; fixed 0 8"},
		{"neighbours in space", cube(fluid + `<drawpoint x="1" y="1" z="1"/>` + bound + near("")),
			"fluid 0 1; fixed 0 26"},
		{"grown fluid", flat(fluid + dot + near(`times="2"`)), "fluid 0 25"},
		{"each node of the domain", definition(`x="0" y="0" z="0"`, `x="1" y="0" z="0.5"`,
			bound+`<redraw/>`), "fixed 0 50"},
		{"another mk", flat(fluid + dot + `<setmkbound mk="2"/><redraw mkfluid="0"/>`),
			"fixed 2 1"},
		{"a fill with the limits of its box", flat(fluid + `<setboxlimitmode mode="full"/>` +
			`<fillbox x="0.5" y="0.5" z="0.5"><modefill>void</modefill>` + points(0, 0, 0) +
			`<size x="1" y="1" z="1"/></fillbox>`), "fluid 0 121"},
		{"a part that is switched off", flat(fluid + `<setactive drawpoints="0"/>` + dot +
			`<setactive drawpoints="1"/><drawpoint x="0" y="0.5" z="0"/>`), "fluid 0 1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := counts(t, c.xml); got != c.want {
				t.Errorf("groups %q, want %q", got, c.want)
			}
		})
	}
}

// TestApproximate names figures whose surfaces follow from counts, and edges that may be rounded
// to either side.
func TestApproximate(t *testing.T) {
	turned := `<rotate ang="30" x="0" y="0" z="1"/>` + box("all", unit, `x="1" y="1" z="1"`)
	for xml, want := range map[string][]string{
		bound + box("all", unit, `x="1" y="1" z="1"`):    nil,
		bound + box("all", unit, `x="1.05" y="1" z="1"`): {"drawbox halfway between nodes"},
		bound + turned:       {"drawbox turned"},
		bound + prism("0"):   nil,
		bound + cylinder(""): {"drawcylinder"},
	} {
		result, err := Particles(cube(xml), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(result.Approximate, want) || result.Groups == nil {
			t.Errorf("%s: approximate %q, want %q", xml, result.Approximate, want)
		}
	}
}

// Layers of round figures are further out or in, also those of covers, and only the first of a
// shell is at its radius.
func TestRoundLayers(t *testing.T) {
	const draw = `<setdrawmode mode="face"/><setmkbound mk="0"/><drawcylinder radius="5">` +
		`<point x="0" y="0" z="-4"/><point x="0" y="0" z="4"/><layers vdp="0,2"/></drawcylinder>` +
		`<setmkbound mk="1"/><drawsphere radius="2"><point x="0" y="0" z="0"/>` +
		`<layers vdp="-1"/></drawsphere>`
	result, err := Particles([]byte(`<case><casedef><geometry><definition dp="1">`+
		`<pointmin x="-10" y="-10" z="-10"/><pointmax x="11" y="11" z="11"/></definition><commands>`+
		`<mainlist>`+draw+`</mainlist></commands></geometry></casedef></case>`), Options{})
	if err != nil || len(result.Unsupported) > 0 || len(result.Groups) != 2 {
		t.Fatal(result, err)
	}
	for k, want := range [][3]float64{{7, 7, 6}, {1, 1, 1}} {
		if g := result.Groups[k]; g.Max != want {
			t.Errorf("mkbound %d reaches to %v, not to %v", g.MkOf, g.Max, want)
		}
	}
	if n := result.Groups[1].Count; n > 27 || n < 6 {
		t.Errorf("the sphere has %d particles", n)
	}
}
