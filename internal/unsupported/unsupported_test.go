package unsupported

import (
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	for word, feature := range map[string]string{
		"floating": "floating bodies", "Floatings": "floating bodies", "InOut": "inlets and outlets",
		"open_boundary": "inlets and outlets", "open boundaries": "", "surface-tension": "effects of surface tension",
		"wavepaddles": "wave makers by theory", "": "", "s": "", "box": "", "sphere": "",
	} {
		e, ok := Lookup(word)
		if e.Feature != feature || ok != (feature != "") {
			t.Errorf("%q is %q (%t), want %q", word, e.Feature, ok, feature)
		}
	}
}

// Each word names one feature, and each entry makes a sentence.
func TestTable(t *testing.T) {
	of := map[string]string{}
	for _, e := range All() {
		if e.Feature == "" || len(e.Words) == 0 {
			t.Errorf("%+v is not complete", e)
		}
		for _, w := range e.Words {
			if before, ok := of[plain(w)]; ok && before != e.Feature {
				t.Errorf("%q names %s and %s", w, before, e.Feature)
			}
			of[plain(w)] = e.Feature
			if w != strings.ToLower(w) {
				t.Errorf("%q is not in lower case", w)
			}
		}
		if s := e.String(); !strings.Contains(s, "not supported yet") || strings.HasSuffix(s, ".") {
			t.Errorf("%q", s)
		}
	}
	if s := Sentence("mooring"); !strings.HasPrefix(s, "moorings are not supported yet; ") {
		t.Errorf("%q", s)
	}
	if s := Sentence("nothing"); s != `"nothing" is unknown` {
		t.Errorf("%q", s)
	}
}
