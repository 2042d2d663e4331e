package raster

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// definition is a file with the commands in its main list, at a spacing of 0.1 m.
func definition(lo, hi, commands string) []byte {
	return []byte(`<?xml version="1.0" encoding="UTF-8" ?>
<case><casedef><constantsdef><gravity x="0" y="0" z="-9.81"/></constantsdef>
<mkconfig boundcount="240" fluidcount="9"/>
<geometry><definition dp="0.1"><pointmin ` + lo + `/><pointmax ` + hi + `/></definition>
<commands><mainlist>` + commands + `</mainlist></commands></geometry>
<motion><objreal ref="3"><begin mov="1" start="0"/><mvnull id="1"/></objreal></motion>
<floatings><floating mkbound="4-5" rhopbody="500"/></floatings></casedef></case>`)
}

// cube is a domain with 41 nodes along each axis, from −1 on; flat one with a single y.
func cube(commands string) []byte {
	return definition(`x="-1" y="-1" z="-1"`, `x="3.05" y="3.05" z="3.05"`, commands)
}

func flat(commands string) []byte {
	return definition(`x="-1" y="0.5" z="-1"`, `x="3.05" y="0.5" z="3.05"`, commands)
}

func box(fill, point, size string) string {
	return fmt.Sprintf(`<drawbox><boxfill>%s</boxfill><point %s/><size %s/></drawbox>`, fill, point,
		size)
}

// counts are the groups as "kind number count".
func counts(t *testing.T, xml []byte) string {
	t.Helper()
	result, err := Particles(xml, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Unsupported) > 0 {
		return "unsupported: " + strings.Join(result.Unsupported, ", ")
	}
	var groups []string
	for _, g := range result.Groups {
		groups = append(groups, fmt.Sprintf("%v %d %d", g.Kind, g.MkOf, g.Count))
	}
	return strings.Join(groups, "; ")
}

const unit = `x="0" y="0" z="0"`

// TestCounts has the numbers of particles by GenCase's rules, counted by hand.
func TestCounts(t *testing.T) {
	fluid := `<setmkfluid mk="0"/>`
	cases := []struct {
		name string
		xml  []byte
		want string
	}{
		{"full box: inside and faces", cube(full + fluid +
			box("solid", unit, `x="1" y="0.5" z="0.2"`)),
			"fluid 0 198"}, // 11 · 6 · 3
		{"solid box: inside alone", cube(solid + fluid +
			box("solid", unit, `x="1" y="0.5" z="0.2"`)),
			"fluid 0 36"}, // 9 · 4 · 1
		{"solid is the mode at the start", cube(fluid +
			box("solid", unit, `x="1" y="0.5" z="0.2"`)),
			"fluid 0 36"},
		{"face box: shell", cube(face + fluid + box("solid", unit, `x="1" y="0.5" z="0.2"`)),
			"fluid 0 162"}, // 198 − 36
		{"all faces in each mode", cube(solid + bound + box("all", unit, `x="1" y="0.5" z="0.2"`)),
			"fixed 0 162"},
		{"without top and bottom", cube(bound + box("all ^ top ^ bottom", unit,
			`x="1" y="0.5" z="0.2"`)), "fixed 0 90"}, // (2 · 11 + 2 · 6 − 4) · 3
		{"edges go to the nearest node", cube(full + bound + box("solid", `x="0.04" y="0.06" z="0"`,
			`x="1" y="0.5" z="0"`)), "fixed 0 66"}, // x 0 to 1.0, y 0.1 to 0.6
		{"a negative size", cube(full + bound + box("solid", unit, `x="-0.5" y="0.2" z="0.2"`)),
			"fixed 0 54"},
		{"later commands replace", flat(full + fluid +
			box("solid", unit, `x="1" y="1" z="0.5"`) + bound +
			box("left | bottom | right", unit, `x="2" y="1" z="1"`)),
			"fluid 0 50; fixed 0 41"}, // 11 · 6 − 6 − 10; 21 + 2 · 10
		{"void takes particles away", flat(full + fluid +
			box("solid", unit, `x="1" y="1" z="0.5"`) +
			`<setmkvoid/>` + box("solid", unit, `x="0.1" y="1" z="0.1"`)), "fluid 0 62"},
		{"pointmax is outside", definition(`x="0" y="0" z="0"`, `x="1" y="1" z="1"`,
			full+fluid+box("solid", `x="-1" y="0" z="0"`, `x="3" y="0" z="0"`)), "fluid 0 10"},
		{"kinds", cube(full + `<setmkbound mk="3"/>` + box("solid", unit, unit) +
			`<setmkbound mk="5"/>` + box("solid", `x="1" y="0" z="0"`, unit)),
			"moving 3 1; floating 5 1"},
		{"a fill stays inside its own box", flat(bound +
			box("all", unit, `x="1" y="1" z="1"`) + fluid +
			`<fillbox x="0.5" y="0.5" z="0.3"><modefill>void</modefill><point x="-1" y="0" z="-1"/>` +
			`<size x="4" y="1" z="1.52"/></fillbox>`), "fluid 0 36; fixed 0 40"}, // 9 · 4
		{"a fill ends at walls", flat(bound + box("all", unit, `x="1" y="1" z="1"`) + fluid +
			`<fillvoidpoint x="0.5" y="0.5" z="0.5"/>`), "fluid 0 81; fixed 0 40"},
		{"a fill from inside a wall", flat(bound + box("all", unit, `x="1" y="1" z="1"`) + fluid +
			`<fillvoidpoint x="0" y="0.5" z="0.5"/>`), "fixed 0 40"},
		{"a fill through fluid", flat(full + fluid + box("solid", unit, `x="1" y="1" z="1"`) +
			`<setmkfluid mk="1"/><fillpoint x="0.5" y="0.5" z="0.5"><modefill>fluid</modefill>` +
			`</fillpoint>`), "fluid 1 121"},
		{"lists, moves and the next mk", cube(full + `<setmkbound mk="7"/><matrixsave/>` +
			strings.Repeat(box("solid", unit, `x="0.1" y="0" z="0"`)+
				`<move x="0.5" y="0" z="0"/><setmknextbound next="true"/>`, 2) + `<matrixload/>` +
			box("solid", unit, unit)), "fixed 7 1; fixed 8 2; fixed 9 1"},
		{"a turn by a right angle", cube(full + bound +
			`<rotateline ang="90"><point x="0" y="0" z="0"/><point x="0" y="0" z="1"/></rotateline>` +
			box("solid", unit, `x="1" y="0.2" z="0"`)),
			"fixed 0 33"},
		{"conditions and disabled commands", cube(full + bound + `<newvar a="2" b="a*dp"/>` +
			`<_drawbox/><setmkbound mk="1" if="#a<2 @@ true"/><setmkbound mk="2" if="#b<1"/>` +
			box("solid", unit, `x="#b" y="0" z="0"`)), "fixed 2 3"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := counts(t, c.xml); got != c.want {
				t.Errorf("groups %q, want %q", got, c.want)
			}
		})
	}
}

func TestExtents(t *testing.T) {
	result, err := Particles(cube(`<setdrawmode mode="full"/><setmkfluid mk="2"/>`+
		box("solid", `x="0.04" y="0.06" z="-5"`, `x="1" y="0.5" z="6"`)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := result.Group(true, 2)
	if g == nil || g.Mk != 3 {
		t.Fatalf("groups are %+v, want mkfluid 2 with mk 3", result.Groups)
	}
	for a, want := range [3][2]float64{{0, 1}, {0.1, 0.6}, {-1, 1}} {
		if math.Abs(g.Min[a]-want[0]) > 1e-9 || math.Abs(g.Max[a]-want[1]) > 1e-9 {
			t.Errorf("axis %d from %g to %g, want %g to %g", a, g.Min[a], g.Max[a], want[0], want[1])
		}
	}
}

func TestOtherSpacing(t *testing.T) {
	xml := cube(`<setdrawmode mode="full"/><setmkfluid mk="0"/>` +
		box("solid", unit, `x="1" y="0.5" z="0.2"`))
	result, err := Particles(xml, Options{DP: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	if got := result.Groups[0].Count; got != 21*11*5 {
		t.Errorf("%d particles at half the spacing, want %d", got, 21*11*5)
	}
	if _, err := Particles(xml, Options{DP: 1e-4, MaxNodes: 1e6}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v at 10⁻⁴ m, want %v", err, ErrTooLarge)
	}
	high := cube(`<setdrawmode mode="full"/><setmkfluid mk="0"/>` +
		box("solid", unit, `x="1" y="0.5" z="2"`))
	result, err = Particles(high, Options{DP: 0.05, MaxNodes: page, Coarser: 4})
	if err != nil || result.DP != 0.1 || result.Groups[0].Count != 11*6*21 {
		t.Errorf("coarser: dp %g, %+v, %v", result.DP, result.Groups, err)
	}
}

func TestUnsupportedIsNamed(t *testing.T) {
	got := counts(t, cube(`<drawnovel/>`))
	if want := "unsupported: drawnovel"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestExpressions(t *testing.T) {
	v := variables{"x1": 3, "x2": 5, "long_name": 2}
	for text, want := range map[string]float64{
		"1+2*3": 7, "-(1+2)*2": -6, "x[1]+x[1+1]": 8, "eval(2>1 @@ true,4,5)": 4,
		"1e-2*100": 1, "Long_Name-1": 1, "max(1,2,3)/min(4,6)": 0.75, "!(1==2)": 1,
		"tandg(45)": 1, "round(2.6)": 3, "1e+1": 10,
	} {
		got, err := v.eval(text)
		if err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %g (%v), want %g", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1+", "unknown", "sin(", "2^3", "f(1)", "2 3"} {
		if got, err := v.eval(text); err == nil {
			t.Errorf("%q is %g, want an error", text, got)
		}
	}
}

// TestLenientText has what encoding/xml refuses and GenCase reads.
func TestLenientText(t *testing.T) {
	root, err := parse([]byte("<!----a----><a b=\"1<2\"c='&lt;'>t<!-- <d/> --><e/></a>\n"))
	if err != nil {
		t.Fatal(err)
	}
	a := root.child("a")
	want := []attr{{"b", "1<2"}, {"c", "<"}}
	if !reflect.DeepEqual(a.attrs, want) || a.text != "t" || len(a.children) != 1 {
		t.Errorf("read %+v", a)
	}
	for _, text := range []string{"<a>", "</a>", "<a b=1/>", "<a b=\"1/>", "<>", "<a"} {
		if _, err := parse([]byte(text)); err == nil {
			t.Errorf("%s is read without an error", text)
		}
	}
}

func TestRecorded(t *testing.T) {
	record, err := Recorded([]byte(`<case app="GenCase v5"><execution>
<parameters><parameter key="XPeriodicIncZ" value="0.5"/><parameter key="Visco" value="1"/>
</parameters>
<particles np="30" nb="10" nbf="7" mkboundfirst="11" mkfluidfirst="1">
<_summary><positions><posmin x="1" y="2" z="3"/><posmax x="4" y="2" z="6"/></positions></_summary>
<fixed mkbound="0" mk="11" begin="0" count="7"/>
<floating mkbound="1" mk="12" begin="7" count="3"><massbody value="6"/><masspart value="2"/>
<center x="1" y="2" z="4"/></floating>
<fluid mkfluid="0" mk="1" begin="10" count="20"/></particles>
<constants><data2d value="true"/><gravity x="0" y="0" z="-10"/><gamma value="7"/>
<rhop0 value="1000"/><dp value="0.5"/><h value="0.7"/><b value="7E+003"/><massfluid value="250"/>
</constants></execution></case>`))
	if err != nil {
		t.Fatal(err)
	}
	if g := record.Group(false, 1); g == nil || g.Count != 3 || g.Kind != Floating || g.Mk != 12 {
		t.Errorf("mkbound 1 is %+v", g)
	}
	if record.NP != 30 || !record.TwoD || record.DP != 0.5 || record.Max[2] != 6 {
		t.Errorf("record is %+v", record)
	}
	if c := record.Constants; c.C0() != 7 || !math.IsNaN(c.MassBound) || c.Gravity[2] != -10 {
		t.Errorf("constants are %+v, c0 %g", c, c.C0())
	}
	if len(record.Bodies) != 1 || record.Bodies[0].Center[2] != 4 {
		t.Errorf("bodies are %+v", record.Bodies)
	}
	if len(record.Periodic) != 1 || record.Periodic[0].Value != 0.5 || record.Periodic[0].Line != 2 {
		t.Errorf("periodic data are %+v", record.Periodic)
	}
	if _, err := Recorded(cube("")); !errors.Is(err, ErrNoRecord) {
		t.Errorf("error %v without a record, want %v", err, ErrNoRecord)
	}
}

// TestWalled counts the faces between fluid and walls: 9 + 5 + 5 at the sides of a tank, and 3 + 3
// + 2 + 2 around a block of 3 by 2 nodes of the same mark.
func TestWalled(t *testing.T) {
	xml := flat(`<setmkbound mk="0"/>` + box("left|right|bottom", unit, `x="1" y="1" z="0.5"`) +
		`<setdrawmode mode="full"/><setmkfluid mk="0"/>` + box("solid", `x="0.1" y="0" z="0.1"`,
		`x="0.8" y="1" z="0.4"`) + `<setmkbound mk="0"/>` + box("solid", `x="0.3" y="0" z="0.2"`,
		`x="0.2" y="1" z="0.1"`))
	result, err := Particles(xml, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g := result.Group(true, 0); g == nil || g.Count != 9*5-6 || g.Walled != 9+5+5+10 {
		t.Errorf("%+v", g)
	}
}
