package text

import (
	"math"
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		x             float64
		number, exact string
	}{
		{0, "0", "0"},
		{0.01670002331757221, "0.0167", "0.01670002331757221"},
		{1.5, "1.5", "1.5"},
		{0.06, "0.06", "0.06"},
		{-0.123456, "-0.1235", "-0.123456"},
		{99.996, "100", "99.996"},
		{1000, "1000", "1000"},
		{12345.6, "12346", "12345.6"},
		{99999999999, "99999999999", "99999999999"},
		{math.MaxInt32, "2147483647", "2147483647"},
		{2e-6, "2e-6", "2e-6"},
		{0.000584, "0.000584", "0.000584"},
		{1e9, "1e9", "1e9"},
		{1e-9, "1e-9", "1e-9"},
		{1.23456e-12, "1.235e-12", "1.23456e-12"},
		{1e20, "1e20", "1e20"},
		{math.NaN(), "NaN", "NaN"},
		{math.Inf(1), "+Inf", "+Inf"},
	} {
		if got := Number(test.x); got != test.number {
			t.Errorf("Number(%g) is %s, want %s", test.x, got, test.number)
		}
		if got := Exact(test.x); got != test.exact {
			t.Errorf("Exact(%g) is %s, want %s", test.x, got, test.exact)
		}
	}
}

func TestShort(t *testing.T) {
	for _, test := range []struct {
		x    float64
		want string
	}{
		{30 * 0.001, "0.03"}, {0.8999999999999999, "0.9"}, {5 * 0.0254, "0.127"}, {0.1 + 0.2, "0.3"},
		{1e-9 * 3, "3e-9"},
		{1.0 / 3, "0.333333333333"}, {512345.678, "512345.678"}, {0, "0"}, {-0.30000000000000004, "-0.3"},
		{123456789, "123456789"},
		{math.Inf(-1), "-Inf"}, {math.NaN(), "NaN"}, {math.MaxFloat64, "1.79769313486e308"},
	} {
		if got := Short(test.x); got != test.want {
			t.Errorf("Short(%g) is %s, want %s", test.x, got, test.want)
		}
	}
	for x, want := range map[float64]string{
		0.8999999999999999: "0.9", 0.011430000000000001: "0.01143", 1.0 / 3: "0.3333333333333333",
		0.25: "0.25", 0: "0", -0.30000000000000004: "-0.3",
		0.90000000001: "0.90000000001", math.Inf(1): "+Inf",
	} {
		if got := Clean(x); got != want {
			t.Errorf("Clean(%v) is %s, want %s", x, got, want)
		}
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1.000", 9.87654: "9.877", 12.346: "12.35", 123.46: "123.5", 1234.5: "1,235",
		1234567: "1,234,567", 0.012345: "0.0123", 1e-6: "1e-06",
	} {
		if got := Digits(x); got != want {
			t.Errorf("%g is %s, want %s", x, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", -1000: "-1,000", 123456: "123,456",
		-123456: "-123,456"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"deltap", "devices", "dt", "tend", "predictive", "DamBreak3D", "slide", "wide"}
	for word, want := range map[string]string{
		"delta_p": "deltap", "dletap": "deltap", "DT": "dt", "device": "devices", "ted": "tend",
		"pred":       "predictive",
		"dambraek3d": "DamBreak3D", "DamBrake": "DamBreak3D", "DAM": "DamBreak3D", "d": "", "x": "",
		"": "", "qqqq": "", "bogus": "", "tnt": "", "gpus": "", "dp": "", "td": "dt",
		"slope": "", "width": "wide", "slied": "slide",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("nearest to %q is %q, not %q", word, got, want)
		}
	}
	if got := Meant("ted", words) + Meant("qqqq", words); got != "; did you mean tend?" {
		t.Errorf("what was meant is %q", got)
	}
}

func TestLists(t *testing.T) {
	for _, test := range []struct{ words, or, and string }{
		{"", "", ""}, {"a", "a", "a"}, {"a b", "a or b", "a and b"}, {"a b c", "a, b or c", "a, b and c"},
	} {
		words := strings.Fields(test.words)
		if or, and := Or(words), And(words); or != test.or || and != test.and {
			t.Errorf("%q is %q, %q", test.words, or, and)
		}
	}
}

func TestAlign(t *testing.T) {
	var b strings.Builder
	Align(&b, [][]string{{"µ", "one", ""}, {"long", "x", "y"}}, 1)
	if got, want := b.String(), "µ     one\nlong    x  y\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEdits(t *testing.T) {
	for _, v := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"same", "same", 0},
		{"ab", "ba", 1}} {
		if d := edits(v.a, v.b); d != v.want {
			t.Errorf("edits(%q, %q) is %d, not %d", v.a, v.b, d, v.want)
		}
	}
}

func TestThree(t *testing.T) {
	for _, test := range []struct{ x, down, up float64 }{{0.061234, 0.0612, 0.0613},
		{0.06, 0.06, 0.06}, {123.4, 123, 124}, {0.00129999999999, 0.0013, 0.0013}} {
		down, up := Three(test.x, math.Floor), Three(test.x, math.Ceil)
		if down != test.down || up != test.up {
			t.Errorf("%g is %g or %g, not %g or %g", test.x, down, up, test.down, test.up)
		}
	}
	if got := Figure(0.1234) + " " + Figure(12.34) + " " + Figure(1234.5); got != "0.123 12.3 1,235" {
		t.Error(got)
	}
}
