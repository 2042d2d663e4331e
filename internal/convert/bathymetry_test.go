package convert

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// slopePoints are points of z = 0.1 x + 0.2 y, a quarter of a metre apart, 100 m from the origin.
func slopePoints() []byte {
	var b strings.Builder
	for j := range 21 {
		for i := range 21 {
			x, y := 0.25*float64(i), 0.25*float64(j)
			fmt.Fprintf(&b, "%g\t%g %g\n", 100+x, y, 0.1*x+0.2*y)
		}
	}
	return []byte(b.String())
}

const bathymetry = `<setmkbound mk="0"/><drawbathymetry><zpoints file="p.xyz"><move x="-100"/>` +
	`<scale z="2"/><selection><point/><size x="5" y="5"/></selection></zpoints><grid dp="1">` +
	`<initdomain><point x="1" y="1"/><size x="3" y="2"/></initdomain></grid></drawbathymetry>`

func groundOf(t *testing.T, commands string) *Result {
	t.Helper()
	res, err := DualSPHysics(definition(commands), Source{Name: "case",
		Read: func(file string) ([]byte, error) {
			if file == "g.csv" {
				return []byte("# heights\nY \\ X;0;1;4\n0;0;1;1\n2;0;1;1\n"), nil
			}
			return slopePoints(), nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// The ground is solid from the heights of points down to four spacings under the lowest: its volume
// is that under z = 0.2 x + 0.4 y over the grid, with what is added at its sides.
func TestBathymetry(t *testing.T) {
	const base = 0.6 - 0.4 // the lowest height is 0.2 + 0.4
	mean := func(x, y float64) float64 { return 0.2*x + 0.4*y - base }
	with := func(more string) string {
		return strings.Replace(bathymetry, "</initdomain>", "</initdomain>"+more, 1)
	}
	level := with(`<expands><xmax size="2" z="3" size2="1"/></expands>`)
	moved := with(`<finalmove x="1" y="2" z="-3"/>`)
	round := with(`<periodicy rampwidth="0" flatwidth="0"/>`)
	for name, test := range map[string]struct {
		commands  string
		volume    float64
		low, high vec
	}{
		"points": {bathymetry, 6 * mean(2.5, 2), vec{1, 1, base}, vec{4, 3, 2}},
		// from x = 4, a mean height of 1.6, to 3 over 2 m, and then 1 m of that; triangles cut a little
		"expanded": {level, 6*mean(2.5, 2) + 4*((1.6+3)/2-base) + 2*(3-base),
			vec{1, 1, base}, vec{7, 3, 3}},
		"moved": {moved, 6 * mean(2.5, 2), vec{2, 3, base - 3}, vec{5, 5, -1}},
		// both ends have the mean of their heights, which the middle has, too
		"periodic": {round, 6 * (0.2*2.5 + 0.8 - (1.0 - 0.4)), vec{1, 1, 0.6}, vec{4, 3, 1.6}},
		"csv": {`<drawfilecsv file="g.csv" mode="bathymetry"/>`, 1 + 2*3 + 8*0.4,
			vec{0, 0, -0.4}, vec{4, 2, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			res := groundOf(t, test.commands)
			if len(res.Case.Walls) != 1 {
				t.Fatal(res.Notes)
			}
			s := res.Case.Walls[0].Shape
			low, high, _ := Bounds(s)
			got := volumeOf(t, res, s)
			if math.Abs(got-test.volume) > 0.008*test.volume || far(low, test.low) || far(high, test.high) {
				t.Errorf("%g m³ from %v to %v, not %g m³ from %v to %v", got, low, high, test.volume,
					test.low, test.high)
			}
		})
	}
}

func far(a, b vec) bool {
	d := minus(a, b)
	return dot(d, d) > 1e-4
}

// What is free above level ground in a box becomes a wall down to the ground, and grounds that are
// none are refused.
func TestFillAboveGround(t *testing.T) {
	const fill = `<setmkbound mk="10"/><fillbox x="2" y="1" z="3"><modefill>void</modefill>` +
		`<point x="1.5" y="0" z="-5"/><size x="1" y="2" z="9"/></fillbox>`
	const level = `<drawfilecsv file="g.csv" mode="bathymetry"/>`
	res := groundOf(t, level+fill)
	if w := res.Case.Walls; len(w) != 2 || w[1].Box == nil || far(w[1].Box.Min, vec{1.5, 0, 1}) ||
		far(w[1].Box.Max, vec{2.5, 2, 4}) {
		t.Errorf("%+v, %v", w, res.Notes)
	}
	const negative = `</initdomain><expands><ymin size="-1"/></expands>`
	without := func(from, to string) string { return strings.Replace(bathymetry, from, to, 1) }
	for _, test := range [][2]string{
		{bathymetry + strings.ReplaceAll(fill, `x="1.5" y="0"`, `x="1.5" y="1"`), "not level"},
		{`<drawfilecsv file="g.csv"/>`, "tables are those of bathymetry"},
		{without(`dp="1"`, ""), "a dp above 0"},
		{without(`x="3" y="2"`, `x="3" y="0.1"`), "must have from 1 to"},
		{without(`<move x="-100"/>`, ""), "no point in the selection"},
		{without("</initdomain>", negative), "must be above 0"},
		{`<rotate ang="20" z="1"/>` + level, "the ground is not turned"},
		{`<setmkfluid mk="0"/>` + level, "the ground is a wall"},
		{boxText(vec{}, vec{1, 1, 1}) + fill, "between several figures"},
	} {
		got := strings.Join(changes(groundOf(t, test[0])), "\n")
		if !strings.Contains(got, test[1]) {
			t.Errorf("%s: %s, not %s", test[0], got, test[1])
		}
	}
}
