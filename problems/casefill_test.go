package problems

import (
	"fmt"
	"strings"
	"testing"

	"gpusph/sph"
)

// halved is a box without a top whose middle has a wall, so that a seed comes to one half.
const halved = `name = "Basin"
dimension = 2
spacing = 0.1
end = 1
[domain]
min = [10, 0, -2]
max = [12, 0, -1]
open = ["zmax", "xmax"]
[[wall]]
name = "middle"
box = { min = [10.8, -0.5, -2], max = [11.2, 0.5, -1] }
[[fluid]]
name = "water"
fill = { seed = [%g, 0, -1.9], level = -1.5, within = { box = ` +
	`{ min = [%g, -1, -3], max = [%g, 1, 0] } } }
`

// Fluid of a seed ends at the shape that it does not leave, and at walls in it.
func TestFillWithin(t *testing.T) {
	for _, c := range []struct {
		seed, low, high float64
		columns         int
	}{
		{10.5, 10.2, 13, 6},   // from the limit to the wall; behind the wall is none
		{11.5, 9, 11.7, 5},    // from the wall to the limit, though the side is open
		{10.5, 9, 11, 8},      // up to the wall, in which the limit ends
		{10.5, 10.2, 10.6, 4}, // the limits alone
	} {
		q := &setUp(t, fmt.Sprintf(halved, c.seed, c.low, c.high)).Particles
		if n := q.Count(sph.Fluid); n != 5*c.columns {
			t.Errorf("seed at %g m, from %g to %g m: %d particles, not %d", c.seed, c.low, c.high, n,
				5*c.columns)
		}
		for i, x := range q.Position {
			x[0] += 10
			if q.Type[i] == sph.Fluid && (x[0] < c.low || x[0] > c.high) {
				t.Fatalf("a particle at %v m is beyond %g to %g m", x, c.low, c.high)
			}
		}
	}
	for text, want := range map[string]string{
		fmt.Sprintf(halved, 11.5, 9., 11.): "is outside of fill.within",
		strings.Replace(fmt.Sprintf(halved, 10.5, 9., 11.), "-3], max", "1], max",
			1): "must be",
		fmt.Sprintf(halved, 10.5, 13., 14.): "is not in the domain",
	} {
		if err := errorOfCase(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}
