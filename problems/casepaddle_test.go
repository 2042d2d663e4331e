package problems

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// paddleFlume has a paddle with its lower edge at a height, and water from x = 0.5 or 0 on.
const paddleFlume = `name = "Flume"
dimension = 2
spacing = 0.02
end = 5
[domain]
min = [0, 0]
max = [3, 0.7]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [%g, 0], max = [3, 0.4] }
[[wall]]
name = "paddle"
box = { min = [0.3, %g], max = [0.5, 0.6] }
[wall.motion.waves]
kind = "regular"
height = 0.06
period = 1.2
depth = 0.4
%s
`

// Water below and behind a paddle is reported with what mends it, and no spacing is advised for
// the gap, which none closes. A flap that is hinged at the bed has no gap there.
func TestWaterPastPaddle(t *testing.T) {
	const flap = "paddle = \"flap\"\nhinge = [%g, %g]"
	for _, test := range []struct {
		name         string
		water, above float64
		paddle       string
		want         []string // beginnings of warnings
	}{
		{"piston", 0.5, 0, "", nil},
		{"piston above the bed", 0.5, 0.04, "",
			[]string{`water passes below the paddle "paddle": up to 0.04 m are free between it and the ` +
				"bed; let it begin at the bed"}},
		{"piston in water", 0, 0, "", []string{`water stands behind the paddle "paddle", 0.4 m deep`}},
		{"flap at the bed", 0.5, 0, fmt.Sprintf(flap, 0.5, 0.), nil},
		{"flap hinged in its middle", 0.5, 0, fmt.Sprintf(flap, 0.4, 0.), nil},
		{"flap a spacing above the bed", 0.5, 0.02, fmt.Sprintf(flap, 0.5, 0.), nil},
		{"flap far above the bed", 0.5, 0.08, fmt.Sprintf(flap, 0.5, 0.),
			[]string{`water passes below the paddle "paddle": up to 0.0806 m are free between it and ` +
				"the bed; let it begin at the bed, and hinge it there at its face: hinge = [0.5, 0]"}},
		{"flap hinged below the bed", 0.5, 0, fmt.Sprintf(flap, -0.2, -0.4),
			[]string{`water passes below the paddle "paddle": up to `}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := flowOfCase(t, fmt.Sprintf(paddleFlume, test.water, test.above, test.paddle))
			var got []string
			for _, w := range c.Warnings {
				if strings.HasPrefix(w, "water ") {
					got = append(got, w)
				}
			}
			if len(got) != len(test.want) {
				t.Fatalf("warnings are %q, not %q", got, test.want)
			}
			for k := range got {
				if !strings.HasPrefix(got[k], test.want[k]) {
					t.Errorf("a warning is %q, not %q", got[k], test.want[k])
				}
			}
			if slices.ContainsFunc(c.Resolved, func(r sph.Resolved) bool { return r.Kind == sph.Gap }) {
				t.Errorf("the gap is measured: %+v", c.Resolved)
			}
		})
	}
}

// All of the floor below a flap that is hinged there turns with it, and nothing else does. Notes
// name its axis once.
func TestSoleOfFlap(t *testing.T) {
	c := flowOfCase(t, fmt.Sprintf(paddleFlume, 0.5, 0., "paddle = \"flap\"\nhinge = [0.5, 0]"))
	dp := c.Params.DeltaP
	for i, x := range c.Particles.Position {
		moves := x[0] > 0.3 && x[0] < 0.5 && x[2] < 0.6
		if is := c.Particles.Body[i] == 1; is != moves && c.Particles.Type[i] == sph.Wall {
			t.Fatalf("the wall particle at %v m turns: %t", x, is)
		}
	}
	if sole := c.Bodies[0].Sole; sole == nil || *sole < -0.1*dp || *sole > 0.1*dp {
		t.Errorf("the sole is at %v", sole)
	}
	for _, note := range c.Notes {
		if strings.Count(note, "about the axis") > 1 {
			t.Errorf("an axis is named twice: %s", note)
		}
	}
}
