package text

import (
	"strings"
	"testing"
)

// What a shell would take apart is in quotes.
func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"runs/dam_2026-11-25T10-00-00": "runs/dam_2026-11-25T10-00-00", "x=0.8": "x=0.8",
		"a b": "'a b'", "": "''", "it's": `'it'\''s'`, "$(rm)": "'$(rm)'", "*": "'*'", "~/a": "'~/a'",
	} {
		if got := ShellWord(word); got != want {
			t.Errorf("%q is typed as %s, not %s", word, got, want)
		}
	}
}

// Columns of a layout keep to their sides, and rows to their indent.
func TestAlignRows(t *testing.T) {
	var b strings.Builder
	AlignRows(&b, [][]string{{"a", "12", "m"}, {"bcd", "3", ""}}, " l r l")
	if want := "  a    12  m\n  bcd   3\n"; b.String() != want {
		t.Errorf("%q, not %q", b.String(), want)
	}
}
