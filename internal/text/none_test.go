package text

import (
	"math"
	"testing"
)

// What is no number is a dash in every table, and never a word or the digits of one.
func TestNoNumbers(t *testing.T) {
	for name, form := range map[string]func(float64) string{
		"Digits": Digits, "Figure": Figure, "Mips": Mips, "Milliseconds": Milliseconds,
		"Percent": Percent, "Change": Change,
		"Fixed": func(x float64) string { return Fixed(x, 2) },
	} {
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			if got := form(x); got != "—" {
				t.Errorf("%s of %g is %q", name, x, got)
			}
		}
	}
	if got := Fixed(-1.25, 1) + " " + Change(-0.5); got != "-1.2 -50.0 %" {
		t.Errorf("numbers are %s", got)
	}
}
