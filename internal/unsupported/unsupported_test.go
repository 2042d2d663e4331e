package unsupported

import (
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	for word, feature := range map[string]string{
		"floating": "", "MoorDyn": "files of MoorDyn", "flexstrucs": "",
		"relaxationzones": "", "mlayerpistons": "files of pistons in layers",
		"mlayer_piston": "files of pistons in layers",
		"inlet":         "", "inout": "",
		"surface-tension": "effects of surface tension",
		"awas_zsurf":      "flaps that absorb waves", "": "", "s": "", "box": "", "sphere": "",
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
	if s := Sentence("mooring"); !strings.HasPrefix(s, "files of MoorDyn are not supported yet; ") {
		t.Errorf("%q", s)
	}
	if s := Sentence("nothing"); s != `"nothing" is unknown` {
		t.Errorf("%q", s)
	}
}

func TestAdvice(t *testing.T) {
	options := []string{"deltap", "dt", "tend", "nu", "alpha", "output-interval", "velocity", "end"}
	for _, test := range []struct{ word, prefix, want string }{
		{"dp", "--", "; did you mean --deltap?"},
		{"DP", "--", "; did you mean --deltap?"},
		{"tmax", "--", "; did you mean --tend?"},
		{"tout", "", "; did you mean output-interval?"},
		{"viscosity", "--", "; --nu is the kinematic viscosity [m²/s], 1e-6 for water, and --alpha the " +
			"artificial viscosity of Monaghan"},
		{"viscosity", "", "; nu is the kinematic viscosity [m²/s], 1e-6 for water, and alpha the " +
			"artificial viscosity of Monaghan"},
		{"slope", "", "; " + slope},
		{"inlet", "", ""},
		{"cfl", "--", ""}, {"rubbish", "--", ""}, {"", "--", ""},
	} {
		if got := Advice(test.word, options, test.prefix); got != test.want {
			t.Errorf("%s%s: %q, want %q", test.prefix, test.word, got, test.want)
		}
	}
}

func TestAdviceOfValue(t *testing.T) {
	walls := []string{"lennard-jones", "dynamic", "dummy", "mdbc"}
	for word, want := range map[string]string{
		"DBC": "; did you mean dynamic?", "adami": "; did you mean dummy?", "molteni": "", "": "",
		"mbdc": "",
		"semi-analytical": "; semi-analytical walls are not supported yet; " +
			"--boundary mdbc, dummy and dynamic are there",
	} {
		if got := AdviceOfValue(word, walls); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// Each word stands in one row of names.
func TestNames(t *testing.T) {
	rows := map[string]int{}
	for i, n := range names {
		for _, w := range n.Words {
			if before, ok := rows[plain(w)]; ok && before != i {
				t.Errorf("%q is in rows %v and %v", w, names[before].Words, n.Words)
			}
			rows[plain(w)] = i
			if w != strings.ToLower(w) {
				t.Errorf("%q is not in lower case", w)
			}
		}
		if len(n.Is) == 0 && n.How == "" {
			t.Errorf("%v have no advice", n.Words)
		}
	}
}
