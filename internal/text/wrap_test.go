package text

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"short", "as it was\n", 20, "as it was\n"},
		{"words", "one two three four", 9, "one two\nthree\nfour"},
		{"just fits", "one two three", 7, "one two\nthree"},
		{"indented", "    one two three four", 14, "    one two\n    three four"},
		{"row", "  -q, --quiet   print nothing but errors\nnext\n", 34,
			"  -q, --quiet   print nothing but\n                errors\nnext\n"},
		{"three columns", "DamBreak3D  0.02  a column of water collapses", 40,
			"DamBreak3D  0.02  a column of water\n                  collapses"},
		{"wide first column", "      --checkpoint-interval time   wall time between", 40,
			"      --checkpoint-interval time\n        wall time between"},
		{"long word", "see /a/very/long/path/of/a/file now", 12, "see\n/a/very/long/path/of/a/file\nnow"},
		{"letters, not bytes", "größte Höhe über Grund", 11, "größte Höhe\nüber Grund"},
		{"empty", "", 10, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Wrap(test.text, test.width); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Wrapping moves no word and drops none.
func TestWrapKeepsWords(t *testing.T) {
	text := "gpusph: a  column   and words that follow it\n    run   simulate a flow; the word may " +
		"be left out\n\nlast"
	for width := 1; width < 60; width++ {
		if got := strings.Fields(Wrap(text, width)); strings.Join(got, " ") != strings.Join(strings.Fields(text), " ") {
			t.Errorf("at %d the words are %q", width, got)
		}
	}
}
