package convert

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

var update = flag.Bool("update", false, "write the golden files")

// dump is what a case has, a line for each number or word, by the keys of case files.
func dump(b *strings.Builder, path string, v reflect.Value) {
	switch {
	case v.IsZero() && v.Kind() != reflect.Struct:
	case v.Kind() == reflect.Pointer:
		if v.Elem().Kind() != reflect.Struct {
			fmt.Fprintf(b, "%s = %v\n", path, v.Elem())
			return
		}
		dump(b, path, v.Elem())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			key := f.Tag.Get("key")
			if f.Anonymous || key == "*" {
				dump(b, path, v.Field(i))
				continue
			}
			dump(b, strings.TrimPrefix(path+"."+key, "."), v.Field(i))
		}
	case v.Kind() == reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int {
			return strings.Compare(a.String(),
				b.String())
		})
		for _, k := range keys {
			fmt.Fprintf(b, "%s.%s = %v\n", path, k, v.MapIndex(k))
		}
	case v.Type() == reflect.TypeFor[casefile.Added](): // the tables of features
		for place, rows := range v.Interface().(casefile.Added) {
			dump(b, casefile.FeatureKeys()[place], reflect.ValueOf(rows).Elem())
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
		for i := range v.Len() {
			dump(b, fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
	default:
		fmt.Fprintf(b, "%s = %v\n", path, v)
	}
}

var rankWords = map[Rank]string{ChangesFlow: "flow", Approximated: "near", Information: "info"}

func testFile(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join("testdata", filepath.Base(name)))
}

// converted is a case and its notes as lines.
func converted(t *testing.T, data []byte) (*casefile.Case, []string) {
	t.Helper()
	res, err := DualSPHysics(data, Source{})
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	for _, n := range res.Notes {
		notes = append(notes, n.String())
	}
	return res.Case, notes
}

// result is a case and what was not taken, or the error, as a golden file has it.
func result(data []byte) string {
	res, err := DualSPHysics(data, Source{Dir: "..", Read: testFile, Name: "case"})
	var b strings.Builder
	if err != nil {
		return fmt.Sprintf("error: %v\n", err)
	}
	dump(&b, "", reflect.ValueOf(res.Case))
	for _, n := range res.Notes {
		fmt.Fprintln(&b, "#", rankWords[n.Rank], n)
	}
	for _, file := range slices.Sorted(maps.Keys(res.Files)) {
		fmt.Fprintf(&b, "# %s\n%s", file, res.Files[file])
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.xml")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		golden := strings.TrimSuffix(file, ".xml") + ".golden"
		got := result(data)
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s gives\n%s\nwant\n%s", file, got, want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	variables := map[string]float64{"Dp": 0.02, "x2": 7, "PosMin_x": 0.01}
	for s, want := range map[string]float64{
		"1": 1, " 2 + 3*4 ": 14, "(2+3)*4": 20, "-2*-3": 6, "8/4/2": 1, "7-2-1": 4, "1e-3+.5": 0.501,
		"2E+1": 20, "Dp*100": 2, "x[1+1]": 7, "7%4": 3,
		"min(3, 1, 2)": 1, "max(1)": 1, "pow(2,3)": 8, "sindg(30)": 0.5, "pi()": math.Pi, "round(2.5)": 3,
		"int(-2.7)": -2, "eval(1<2,3,4)": 3,
		"1<2 && 2>=3 || !0": 1, "1==1 != true": 0, "roundposx(0.0449)": 0.05,
		"roundpos(0.11, 0, 0.02)": 0.12, "fmod(7,4)": 3,
	} {
		if got, err := evaluate(s, variables); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %v (%v), want %v", s, got, err, want)
		}
	}
	for s, want := range map[string]string{
		"": "a number is missing", "1+": "a number is missing", "(1": "a ) is missing",
		"1 2": "not expected", "Dq": "no variable Dq", "rand(1)": "function rand is not known",
		"sqrt(1,2)": "sqrt has 2 arguments", "1/0": "no finite value", "sqrt(-1)": "no finite value",
		"x[1": "a ] is missing", "1.2.3": "no number", "max(1 2)": "a ) is missing",
		strings.Repeat("(", 1000): "too many parentheses",
	} {
		if _, err := evaluate(s, variables); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", s, err, want)
		}
	}
}

// What a case file says of a move is that move.
func TestPlace(t *testing.T) {
	turn := func(axis vec, angle float64) affine {
		m, err := turned(vec{1, 2, 3}, axis, angle)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	shape := func() casefile.Shape {
		return casefile.Shape{Prism: &casefile.Prism{Outline: [][2]float64{{0, 0}, {1, 0}, {1, 2},
			{0, 2}}, Along: "z", To: 3}}
	}
	whole, _ := bounds(shape())
	for name, m := range map[string]affine{
		"identity": identity, "shift": moved(vec{1, -2, 3}), "scales": scaled(vec{1, 2, 3}),
		"turn": turn(vec{0, 0, 1}, 30), "back": turn(vec{0, 1, 0}, -70),
		"skew axis": turn(vec{1, 2, -3}, 100), "half turn": turn(vec{1, 1, 0}, 180),
		"half turn about z": turn(vec{0, 0, 1}, 180), "nearly half": turn(vec{-1, 1, 4}, 179.9999),
		"all": moved(vec{1, 2, 3}).after(turn(vec{3, -1, 2}, 200)).after(scaled(vec{0.5, 2, 3})),
	} {
		got, err := m.place(shape())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		is, _ := bounds(got)
		want := m.extent(whole)
		if !is.inside(want, 1e-6) || !want.inside(is, 1e-6) {
			t.Errorf("%s: %v, want %v", name, is, want)
		}
	}
	for name, m := range map[string]affine{"sheared": scaled(vec{1, 2, 3}).after(turn(vec{0, 0, 1},
		30)), "mirrored": scaled(vec{-1, 1, 1}), "flat": scaled(vec{1, 1, 0})} {
		if _, err := m.place(shape()); err == nil {
			t.Errorf("%s: there is no error", name)
		}
	}
}

// Turns are counterclockwise, with the axis towards the viewer; those of rotate are clockwise.
func TestTurned(t *testing.T) {
	m, err := turned(vec{}, vec{0, 0, 2}, 90)
	if err != nil {
		t.Fatal(err)
	}
	if got := tidied(m.of(vec{1, 0, 0})); got != (vec{0, 1, 0}) {
		t.Errorf("x turned about z is %v, want y", got)
	}
}

// definition is a whole file about some commands.
func definition(commands string) []byte {
	return fmt.Appendf(nil, `<case><casedef><geometry><definition dp="0.1">`+
		`<pointmin x="-10" y="-10" z="-10"/><pointmax x="10" y="10" z="10"/></definition>
<commands><mainlist><setmkbound mk="0"/>
%s
</mainlist></commands></geometry></casedef><execution><parameters>`+
		`<parameter key="TimeMax" value="1"/></parameters></execution></case>`, commands)
}

// Each command that cannot be done says why.
func TestNotTaken(t *testing.T) {
	box := `<point x="0" y="0" z="0"/><size x="1" y="1" z="1"/>`
	for commands, want := range map[string]string{
		`<drawbox><boxfill>lid</boxfill>` + box +
			`</drawbox>`: `line 3: <drawbox>: boxfill is "lid"`,
		`<drawbox><point x="0" y="0" z="0"/></drawbox>`: `its size: a point is missing`,
		`<drawbox><boxfill>all</boxfill><layers vdp="one"/>` + box +
			`</drawbox>`: `the place of a layer is "one"`,
		`<drawbox><point x="50" y="0" z="0"/><size x="1" y="1" z="1"/></drawbox>`: `beyond the limits ` +
			`of the lattice`,
		`<drawsphere radius="0"><point x="0" y="0" z="0"/></drawsphere>`: `its radius must ` +
			`be more than 0`,
		`<drawcylinder radius="1"><point/><point/></drawcylinder>`: `its ends are the ` +
			`same point`,
		`<drawcylinder radius="1" mask="x"><point/><point x="1"/></drawcylinder>`: `its mask is "x"`,
		`<scale x="-1" y="1" z="1"/>`: `cannot say a mirror`,
		`<rotate ang="30"/>`: `its axis has no ` +
			`length`,
		`<matrixload/>`: `no matrix is saved`,
		`<runlist name="none"/>`: `there is no list ` +
			`"none"`,
		`<setmkfluid mk="0"/><drawbox><boxfill>all</boxfill>` + box +
			`</drawbox>`: `a skin of fluid is not there`,
		`<setmkvoid/><drawbox><boxfill>left</boxfill>` + box + `</drawbox>`: `it opens no faces`,
		`<fillbox x="0" y="0" z="0">` + box +
			`</fillbox>`: `between several figures with walls`,
		`<drawfilestl/>`: `its file is ""`,
		`<setmkfluid/><drawbox>` + box + `</drawbox>`: `what to draw is not said`,
		`<drawnew/>`:  `<drawnew>: it is not known here`,
		`<newthing/>`: `<newthing>: it is not known here`,
		`<drawprism mask="31"><point/><point x="1"/><point z="1"/><point y="1"/><point x="1" y="1"/>` +
			`<point y="1" z="2"/></drawprism>`: `its mask leaves no face`,
		`<drawbox if="foo"></drawbox>`: `if="foo": there is no variable foo`,
		"":                             "the definition draws no fluid",
		strings.Repeat("<drawbox>"+box+"</drawbox>", 501): "more than 500 things are drawn",
	} {
		_, notTaken := converted(t, definition(commands))
		if !strings.Contains(strings.Join(notTaken, "\n"), want) {
			t.Errorf("%s: %q, want %q among them", commands, notTaken, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "no XML element",
		"<case>":                    "line 1: this is no XML",
		"<html/>":                   "line 1: the file is about <html>",
		"\n<case><casedef/></case>": "line 2: there is no <geometry>",
		`<?xml version="1.0" encoding="UTF-16"?><case/>`: "save it as UTF-8",
		strings.Replace(string(definition("")), `dp="0.1"`, ``,
			1): "line 1: <definition>: it has no dp",
		strings.Replace(string(definition("")), `dp="0.1"`, `dp="-1"`,
			1): "dp is -1, but",
		strings.Replace(string(definition("")), `dp="0.1"`, `dp="#Dp"`,
			1): "there is no variable Dp",
		// 0, beyond -10
		strings.Replace(string(definition("")), `pointmax x="10"`, `pointmax`, 1): "",
		strings.Replace(string(definition("")), `pointmax x="10"`, `pointmax x="-10"`,
			1): "pointmax must be beyond pointmin",
	} {
		_, err := DualSPHysics([]byte(text), Source{})
		if want == "" && err != nil || want != "" && (err == nil ||
			!strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		}
	}
}

// Later drawings replace earlier ones: fluid and voids cut walls, voids cut fluid, and walls need
// cut nothing.
func TestPainted(t *testing.T) {
	box := func(x float64) string {
		return fmt.Sprintf(`<drawbox><point x="%g" y="0" z="0"/><size x="2" y="1" z="1"/></drawbox>`, x)
	}
	c, notTaken := converted(t,
		definition(box(0)+`<setmkfluid mk="0"/>`+box(1)+`<setmkvoid/>`+box(2.5)+
			`<setmkbound mk="1"/>`+box(2.5)))
	if len(notTaken) > 0 {
		t.Fatal(notTaken)
	}
	cut := func(s casefile.Shape) (from []float64) {
		for _, part := range s.Difference {
			from = append(from, part.Box.Min[0])
		}
		return from
	}
	if got := cut(c.Walls[0].Shape); !slices.Equal(got, []float64{0, 1}) {
		t.Errorf("the wall is cut by %v, want the fluid", got)
	}
	if got := cut(c.Fluids[0].Shape); !slices.Equal(got, []float64{1, 2.5}) {
		t.Errorf("the fluid is cut by %v, want the void", got)
	}
	if c.Walls[1].Box == nil {
		t.Errorf("the second wall is %v, want a box", c.Walls[1].Shape)
	}
}

func FuzzDualSPHysics(f *testing.F) {
	files, err := filepath.Glob("testdata/*.xml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if first := result(data); first != result(data) {
			t.Error("the second time another case comes out")
		}
	})
}

func FuzzEvaluate(f *testing.F) {
	for _, s := range []string{"1+2*3", "min(Dp, 2)/x[2]", "!(1<2) || -e() >= 1e-3", "eval(1,2,3)%4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if x, err := evaluate(s, map[string]float64{"Dp": 0.1}); err == nil &&
			(math.IsNaN(x) || math.IsInf(x, 0)) {
			t.Errorf("%q is %v", s, x)
		}
	})
}
