package convert

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/internal/convert"
)

// pool is a tank with water, a block and a body, as GenCase left it.
const pool = `<case><casedef>
<constantsdef><gravity x="0" y="0" z="-10"/><rhop0 value="1000"/>
<hswl value="0" auto="true"/><coefsound value="20"/><coefh value="1.2"/></constantsdef>
<geometry><definition dp="0.1">
<pointmin x="-1" y="0" z="-1"/><pointmax x="5" y="0" z="3"/></definition>
<commands><mainlist><setdrawmode mode="full"/>
<setmkfluid mk="0"/><drawbox><boxfill>solid</boxfill>
<point x="0" y="-1" z="0"/><size x="2" y="2" z="1.2"/></drawbox>
<setmkbound mk="1"/><drawbox><boxfill>solid</boxfill>
<point x="3" y="-1" z="0"/><size x="0.2" y="2" z="0.4"/></drawbox>
<setmkbound mk="5"/><drawbox><boxfill>solid</boxfill>
<point x="0.8" y="-1" z="0.6"/><size x="0.4" y="2" z="0.4"/></drawbox>
<setmkbound mk="0"/><drawbox><boxfill>all^top</boxfill>
<point x="0" y="-1" z="0"/><size x="4" y="2" z="2"/></drawbox>
</mainlist></commands></geometry>
<floatings><floating mkbound="5" rhopbody="500"/></floatings></casedef>
<execution><parameters><parameter key="TimeMax" value="1"/></parameters>
<particles np="256" nb="41" nbf="32" mkboundfirst="11" mkfluidfirst="1">
<fixed mkbound="0" mk="11" begin="0" count="41"/>
<fluid mkfluid="0" mk="1" begin="41" count="215"/></particles>
<constants><gravity x="0" y="0" z="-10"/><gamma value="7"/><rhop0 value="1000"/><dp value="0.1"/>
<h value="0.169705627"/><b value="628571.4286"/><massfluid value="10"/></constants>
</execution></case>`

// comparedPool converts the pool, lets change alter the case, and compares.
func comparedPool(t *testing.T, text string, change func(*convert.Result)) (c *comparison,
	notes []convert.Note) {
	t.Helper()
	o := options{to: filepath.Join(t.TempDir(), "pool.toml")}
	res, err := convert.DualSPHysics([]byte(text), convert.Source{Name: "pool"})
	if err != nil {
		t.Fatal(err)
	}
	res.Case.Name = "pool"
	if change(res); saveCase(res, o.to) != nil {
		t.Fatal("not written")
	}
	c, notes, err = o.tried([]byte(text), res, o.to)
	if err != nil {
		t.Fatal(err)
	}
	return c, notes
}

// A case that is its definition has the particles that GenCase makes, and its height sets the speed
// of sound. The table has them all.
func TestCompareSame(t *testing.T) {
	c, notes := comparedPool(t, pool, func(*convert.Result) {})
	if len(notes) > 0 {
		t.Fatal(notes)
	}
	if got := c.res.Case.Physics.Options["c0"]; got != 66.3325 { // 20 √(10 · 1.1)
		t.Errorf("the speed of sound is %v m/s", got)
	}
	var b strings.Builder
	c.tell(&b)
	for _, want := range []string{"mkfluid 0, particles 215 215 224 9",
		"x [m]  -  0.1 … 2  0.05 … 1.95  -0.05 … -0.05",
		"mkbound 5 (floating), particles  0  25", "speed of sound [m/s]  66.33  66.33  66.33",
		"smoothing length [m]  0.1697"} {
		words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		if !strings.Contains(words(b.String()), words(want)) {
			t.Errorf("there is no %q in\n%s", want, b.String())
		}
	}
}

// What differs from what GenCase makes by more than a layer is named, and so is what it recorded.
func TestCompareDiffers(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*convert.Result)
		from   string // replaced in the definition
		to     string
		want   string
	}{
		"too much fluid": {change: func(r *convert.Result) { r.Case.Fluids[0].Box.Max[0] = 2.6 },
			want: "the fluid of mkfluid 0 has 296 particles, but GenCase draws 215"},
		"elsewhere": {change: func(r *convert.Result) {
			r.Case.Fluids[0].Box.Min[0], r.Case.Fluids[0].Box.Max[0] = 0.4, 2.4
		},
			want: "the fluid of mkfluid 0 reaches from 0.45 to 2.35 m along x"},
		"body": {change: func(r *convert.Result) { r.Case.Bodies[0].Box.Max[2] = 1.3 },
			want: "what floats as mkbound 5 reaches from 0.6 to 1.3 m along z"},
		"no body": {change: func(r *convert.Result) { r.Case.Bodies, r.Marks.Bodies = nil, nil },
			want: "what floats as mkbound 5 is missing"},
		"no fluid": {change: func(r *convert.Result) { r.Marks.Fluids[0] = 7 },
			want: "the fluid of mkfluid 0 is missing"},
		"walls": {change: func(r *convert.Result) { r.Case.Domain.Max[0] = 3.5 },
			want: "walls reach only to 3.8, but GenCase's to 4 m"},
		"period": {change: func(r *convert.Result) {
			r.Case.Domain.Periodic, r.Case.Domain.Open = []string{"x"}, nil
		}, want: "the flow repeats every 4 m along x, but GenCase's every 4.1 m"},
		"height": {change: func(r *convert.Result) {
			calls := 0 // the first is that of the case
			r.Rise = func(float64) {
				calls++
				r.Case.Physics.Options["c0"] = map[bool]float64{true: 100, false: 66}[calls == 1]
			}
		}, want: "the speed of sound is 100 m/s, but that of GenCase's fluid 66 m/s"},
		"record": {from: `count="215"`, to: `count="290"`, want: "but GenCase recorded 290"},
		"sound": {from: `<b value="628571.4286"/>`, to: `<b value="157142.857"/>`,
			want: "the speed of sound is 66.33 m/s, but GenCase recorded 33.17 m/s"},
		"length": {change: func(r *convert.Result) { r.Case.Physics.Options["h-factor"] = 2.0 },
			want: "the smoothing length is 0.2 m, but GenCase recorded 0.1697 m"},
	} {
		text, change := strings.Replace(pool, test.from, test.to, 1), test.change
		if change == nil {
			change = func(*convert.Result) {}
		}
		_, notes := comparedPool(t, text, change)
		found := false
		for _, n := range notes {
			found = found || n.Rank == convert.ChangesFlow && strings.Contains(n.Text, test.want)
		}
		if !found {
			t.Errorf("%s: %v", name, notes)
		}
	}
}

// Particles that GenCase puts on surfaces are compared as those on nodes.
func TestCompareFreeDraw(t *testing.T) {
	text := strings.Replace(pool, "<mainlist>", `<mainlist><setfrdrawmode auto="true"/>`, 1)
	c, notes := comparedPool(t, text, func(*convert.Result) {})
	if len(notes) > 0 || c.drawn == nil || !slices.Contains(c.drawn.Approximate, "setfrdrawmode") {
		t.Error(notes)
	}
}

// --compare prints the table, and the exit code is that of a difference.
func TestCompareCommand(t *testing.T) {
	from := filepath.Join(t.TempDir(), "Pool_Def.xml")
	for _, test := range []struct {
		text string
		same bool
	}{{pool, true}, {
		strings.Replace(pool, `<b value="628571.4286"/>`, `<b value="157142.857"/>`, 1), false}} {
		if err := os.WriteFile(from, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		err := (&options{compare: true, force: true}).convert(from, &b)
		if (err == nil) != test.same || cli.IsUsageError(err) ||
			!strings.Contains(b.String(), "mkfluid 0, particles") {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
}

// Fluid of few layers differs by much where a face is half a spacing elsewhere, and a note says so.
func TestCompareFewLayers(t *testing.T) {
	low := strings.ReplaceAll(pool, `<size x="2" y="2" z="1.2"/>`, `<size x="0.35" y="2" z="0.25"/>`)
	low = low[:strings.Index(low, "<particles np")] + "</execution></case>"
	low = strings.ReplaceAll(low, `<point x="0.8" y="-1" z="0.6"/>`, `<point x="0.8" y="-1" z="1.2"/>`)
	_, notes := comparedPool(t, low, func(*convert.Result) {})
	if len(notes) != 1 || notes[0].Rank != convert.Approximated ||
		!strings.Contains(notes[0].Text, "% more particles than GenCase makes") {
		t.Errorf("the notes are %v", notes)
	}
}
