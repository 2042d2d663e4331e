package problems

import (
	"fmt"
	"strings"
	"testing"
)

// Openings of other sizes than whole spacings are told of in one sentence, which says what follows
// for what is given, and a spacing after which no warning is left.
func TestSizesOfOpenings(t *testing.T) {
	const channel = `name = "Channel"
spacing = %s
end = 1
[domain]
min = [0, 0, 0]
max = [1.2, 0.8, 0.42]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1.2, 0.8, 0.24] }
velocity = [0.5, 0, 0]
[[inlet]]
name = "in"
side = "xmin"
%s
[[outlet]]
name = "out"
side = "xmax"
level = 0.24
`
	of := func(spacing, given string) (warnings []string) {
		for _, w := range flowOfCase(t, fmt.Sprintf(channel, spacing, given)).Warnings {
			if strings.Contains(w, "sites take") || strings.Contains(w, "whole spacings") {
				warnings = append(warnings, w)
			}
		}
		return warnings
	}
	for _, test := range []struct{ given, want string }{
		{"discharge = 0.096", "so that its discharge has a velocity that is 1.25 % less; the width of " +
			`the outlet "out" differs, too; use --deltap 0.02, which divides the lengths of the case`},
		{"velocity = 0.5", "so that 1.25 % more flows with its velocity; the width of"},
		{"level = 0.24", "so that 1.25 % more flows through it at the same level and pressure; the"},
	} {
		var sizes []string
		for _, w := range of("0.03", test.given) {
			if strings.Contains(w, "sites take") {
				sizes = append(sizes, w)
			}
		}
		const begins = `the inlet "in" is 0.8 m wide, but its sites take 0.81 m, `
		if len(sizes) != 1 || !strings.HasPrefix(sizes[0], begins+test.want) {
			t.Errorf("%s: %q, not %q", test.given, sizes, begins+test.want)
		}
		if left := of("0.02", test.given); left != nil {
			t.Errorf("%s: with the spacing that is advised: %q", test.given, left)
		}
	}
}
