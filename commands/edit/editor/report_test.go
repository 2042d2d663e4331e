package editor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What check prints becomes a report with its result first, in the words of the page.
func TestReport(t *testing.T) {
	const said = `Flow         Whole at deltap 0.05 m
Particles    7,593: 768 fluid, 6,825 boundary
Overlaps     none nearer than 0.5 deltap
Time         about 8.81 s, by 20 steps of 3.5 ms on host:0 (AMD EPYC, 2 cores)
             about 12.7 MiB in all, in this directory
Advice       use --deltap 0.025 for these; that makes about 35,000 particles
Note         pillar moves at up to 4 m/s
Warning      the fluid "column" is 3 spacings deep; use --deltap 0.02 or a finer --h-factor
Result       No errors, 1 warning.
`
	r := reportOf(said, "", true, "case.toml", []byte(whole))
	if r.Result != "No errors, 1 warning." || len(r.Faults) != 0 {
		t.Errorf("%+v", r)
	}
	if want := []Fault{{10, 1, `the fluid "column" is 3 spacings deep; use ` +
		`spacing = 0.02 or a finer h-factor`}}; !slices.Equal(r.Warnings, want) {
		t.Errorf("the warnings are %+v", r.Warnings)
	}
	if len(r.Notes) != 2 || r.Notes[0].Line != 2 || r.Notes[1].Line != 14 {
		t.Errorf("the notes are %+v", r.Notes)
	}
	if len(r.Rows) != 5 || r.Rows[2] != [2]string{"Overlaps", "none nearer than 0.5 spacings"} {
		t.Errorf("the rows are %q", r.Rows)
	}
	if r.rate != 7593/0.0035 {
		t.Errorf("the rate is %g", r.rate)
	}
	r = reportOf("", "gpusph: case.toml, line 16, column 3: the wall is thin; use --deltap 0.02; the "+
		"line reads: cylinder = { }\n", false, "case.toml", []byte(whole))
	want := []Fault{{16, 3, "the wall is thin; use spacing = 0.02"}}
	if !slices.Equal(r.Faults, want) ||
		r.Result != "A run would go wrong." || r.rate != 0 {
		t.Errorf("%+v", r)
	}
	r = reportOf("", "gpusph: a run would go wrong: 3 pairs of particles\n", false, "case.toml", nil)
	if len(r.Faults) != 1 || r.Faults[0] != (Fault{Text: "3 pairs of particles"}) {
		t.Errorf("%+v", r)
	}
}

// Errors of motions that check would refuse are found by a look, at their line.
func TestWrongMotionsAtTheirLine(t *testing.T) {
	for motion, says := range map[string]string{
		"times = [0, 0.01, 0.3], displacements = [[0, 0, 0], [0, 0, 0.2], [0, 0, 0.2]]": "in [physics]",
		"times = [0, 0.5, 1], displacements = [[0, 0, 0], [0, 0, 0.9], [0, 0, 0.9]]":    "the domain",
		"times = [0, 0.5], displacements = [[0, 0, 0], [0, 0, 0.1]]":                    "an earlier end",
		"times = [0, 0.5, 1], displacements = [[0, 0, 0], [0, 0.4, 0], [0, 0.4, 0]]":    "another wall",
	} {
		for _, spacing := range []string{"spacing = 0.05", "spacing = 0.004"} { // and of a sample
			text := strings.Replace(whole, "spacing = 0.05", spacing, 1) + "motion = { " + motion + " }\n"
			a := lookAt(t, t.TempDir(), text)
			if says == "another wall" && spacing != "spacing = 0.05" {
				continue // which takes all particles
			}
			if len(a.Errors) != 1 || a.Errors[0].Line != 17 || !strings.Contains(a.Errors[0].Text, says) {
				t.Errorf("%s, %s: %+v", spacing, motion, a.Errors)
			}
		}
	}
}

// Walls over fluids and other walls are noted with how much they cover, those beside them are not.
func TestOverlaps(t *testing.T) {
	wall := func(name, low, high string) string {
		return "\n[[wall]]\nname = \"" + name + "\"\nbox = { min = " + low + ", max = " + high + " }\n"
	}
	for _, test := range []struct{ more, note string }{
		{"", ""},
		{wall("beside", "[0.4, 0, 0]", "[0.6, 0.6, 0.4]"), ""},
		{wall("half", "[0.2, 0, 0]", "[0.6, 0.6, 0.4]"),
			`the wall "half" takes the place of about 50 % of the fluid "column"`},
		{wall("over", "[0.7, 0.1, 0]", "[1.2, 0.5, 0.7]"),
			`the wall "over" lies over all of the wall "pillar"`},
	} {
		a := lookAt(t, t.TempDir(), whole+test.more)
		if len(a.Errors) > 0 {
			t.Errorf("%+v", a.Errors)
			continue
		}
		got := Fault{}
		if len(a.Notes) > 0 {
			got = a.Notes[0]
		}
		if got.Text != test.note || len(a.Notes) > 1 || test.note != "" && got.Line != 18 {
			t.Errorf("the notes are %+v, want %q", a.Notes, test.note)
		}
	}
}

// TestManyOverlaps holds that of many walls in one place not all pairs are compared, and says so.
func TestManyOverlaps(t *testing.T) {
	text := whole
	for n := range 100 {
		text += fmt.Sprintf("\n[[wall]]\nname = \"w%d\"\nbox = { min = [0.5, 0, 0], "+
			"max = [0.7, 0.6, 0.4] }\n", n)
	}
	a := lookAt(t, t.TempDir(), text)
	if n := len(a.Notes); n != mostOverlaps+2 || !strings.HasPrefix(a.Notes[mostOverlaps].Text,
		"more than 2000 pairs of walls and fluids lie near each other") {
		t.Errorf("%+v, %+v", a.Errors, a.Notes)
	}
}

// A speed that a check has measured replaces that of a small flow, and that of a run both.
func TestRates(t *testing.T) {
	e, err := New(filepath.Join(t.TempDir(), "case.toml"), Commands{})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var f *Flow
	for _, test := range []struct {
		put  speed
		want string
	}{
		{speed{1e6, bySmall, smallSlack}, bySmall}, {speed{2e6, byCheck, checkSlack}, byCheck},
		{speed{1e6, bySmall, smallSlack}, byCheck}, {speed{3e5, byRun, runSlack}, byRun},
		{speed{2e6, byCheck, checkSlack}, byRun},
	} {
		e.rates.put(false, test.put)
		a, _, err := e.look(t.Context(), []byte(whole))
		if err != nil {
			t.Fatal(err)
		}
		if f = a.Flow; f.Speed.By != test.want || e.rates.of(true) != (speed{}) {
			t.Errorf("after %+v it is %+v", test.put, f.Speed)
		}
	}
	e.learnRun([]byte(whole), 44)
	if got := f.Steps * (f.Fluid + f.Wall) / e.rates.of(false).Rate; got < 43.99 || got > 44.01 {
		t.Errorf("a run of 44 s is predicted to take %g s", got)
	}
	e.learnRun([]byte("another text"), 20)
	e.learnRun([]byte(whole), 1) // which mostly begins and ends
	if got := e.rates.of(false).Rate; got > 1e6 {
		t.Errorf("a run of another text, or a short one, gives %g", got)
	}
}
