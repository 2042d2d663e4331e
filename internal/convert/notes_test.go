package convert

import "testing"

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
