package convert

import (
	"strings"
	"testing"
)

// Notes come with the reason first, and those that differ in numbers only are one.
func TestSortNotes(t *testing.T) {
	got := Sort([]Note{
		{Rank: Information, Text: "a"},
		{Rank: ChangesFlow, From: Comparison, Text: "fluid is missing"},
		{Rank: ChangesFlow, From: AnElement, Line: 9, Text: "<drawline>: mk 3"},
		{Rank: ChangesFlow, From: AnElement, Line: 5, Text: "<drawline>: mk 12"},
		{Rank: ChangesFlow, From: AnElement, Line: 5, Text: "<drawline>: mk 12"},
		{Rank: ChangesFlow, From: TheCheck, Text: "refused"},
		{Rank: ChangesFlow, Text: "no fluid"},
		{Rank: Approximated, From: AnElement, Line: 2, Text: "body 1"},
		{Rank: Approximated, From: AnElement, Line: 3, Text: "body 2"},
	})
	want := []string{"no fluid", "line 5: <drawline>: mk 12 (and 1 more like it)", "refused",
		"fluid is missing", "line 2: body 1", "line 3: body 2", "a"}
	if len(got) != len(want) {
		t.Fatal(got)
	}
	for k, n := range got {
		if n.String() != want[k] {
			t.Errorf("%q, not %q", n, want[k])
		}
	}
	if again := Sort(got); again[1] != got[1] {
		t.Errorf("sorted again it is %q", again[1])
	}
}

// Where fluid is drawn by what cannot be taken, that is the first reason, and not that there is
// none.
func TestReasonOfDryCase(t *testing.T) {
	for commands, want := range map[string]string{
		tub: "the definition draws no fluid",
		tub + `<setmkfluid mk="0"/><drawpyramid/>`: "line 3: <drawpyramid>",
	} {
		_, notes := converted(t, definition(commands))
		if len(notes) == 0 || !strings.HasPrefix(notes[0], want) {
			t.Errorf("%q, not %q", notes, want)
		}
	}
}

// Older definitions name a file of time steps as DtFixed.
func TestFixedStepsOfFile(t *testing.T) {
	res, err := DualSPHysics(parameterised(tub+water, "", `<parameter key="DtFixed" value="dt.txt"/>`),
		Source{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Notes) != 1 || res.Notes[0].Rank != Information || res.Case.Run != nil {
		t.Error(res.Notes)
	}
}

// The smoothing length that GenCase wrote into the file is that of the flow.
func TestRecordedLength(t *testing.T) {
	for h, want := range map[string]float64{"0.25": 2.5, "0.2": 2, "0.2001": 2, "5": 2} {
		text := string(parameterised(tub+water, `<hdp value="2"/>`, ""))
		text = strings.Replace(text, "</execution>",
			`<constants><h value="`+h+`"/></constants></execution>`, 1)
		res, err := DualSPHysics([]byte(text), Source{})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Case.Physics.Options["h-factor"]; got != want {
			t.Errorf("%s m: h-factor is %v, not %v", h, got, want)
		}
	}
}
