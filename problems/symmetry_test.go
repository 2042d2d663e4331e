package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// symmetric is a flow that a mirror at x = 1 m leaves as it is, with lengths that are no binary
// fractions.
const symmetric = `name = "Symmetric"
about = "bodies in the middle of a tank"
dimension = %d
spacing = 0.02
end = 1
[domain]
min = %s
max = %s
open = ["zmax"]
[physics]
depth = 0.2
boundary = "mdbc"
[[fluid]]
name = "water"
box = { min = %s, max = %s }
%s`

func symmetricCase(t *testing.T, dim int, bodies string) *sph.Case {
	t.Helper()
	low, high, level := "[0.6, 0]", "[1.4, 0.5]", "[1.4, 0.2]"
	if dim == 3 {
		low, high, level = "[0.6, 0, 0]", "[1.4, 0.4, 0.5]", "[1.4, 0.4, 0.2]"
	}
	return flowOfCase(t, fmt.Sprintf(symmetric, dim, low, high, low, level, bodies))
}

// A symmetric scene has symmetric particles, whose nearest faces are symmetric, too.
func TestSymmetricScenes(t *testing.T) {
	const body = "[[body]]\ndensity = 500\nname = "
	for name, flow := range map[string]struct {
		dim    int
		bodies []string
	}{
		"box": {2, []string{body + `"l"`, `box = { min = [0.84, 0.12], max = [1.16, 0.28] }`}},
		"turned box": {2, []string{body + `"l"`, `box = { min = [0.92, 0.04], max = [1.08, 0.36] }`,
			`rotate = { angle = 90, about = [1, 0.2] }`}},
		"two boxes": {2, []string{body + `"l"`, `box = { min = [0.7, 0.12], max = [0.86, 0.28] }`,
			body + `"r"`, `box = { min = [1.14, 0.12], max = [1.3, 0.28] }`}},
		"prism": {2, []string{body + `"l"`, `prism = { outline = [[0.84, 0.28], [0.92, 0.12], ` +
			`[1.08, 0.12], [1.16, 0.28]] }`}},
		"disc": {2, []string{body + `"l"`, `cylinder = { from = [1, -1, 0.2], to = [1, 1, 0.2], ` +
			`radius = 0.1 }`}},
		"wall": {2, []string{"[[wall]]", `name = "l"`,
			`box = { min = [0.84, 0], max = [1.16, 0.1] }`}},
		"box in space": {3, []string{body + `"l"`,
			`box = { min = [0.9, 0.1, 0.1], max = [1.1, 0.3, 0.3] }`}},
	} {
		t.Run(name, func(t *testing.T) {
			checkMirrored(t, symmetricCase(t, flow.dim, strings.Join(flow.bodies, "\n")))
		})
	}
}

// checkMirrored holds that a mirror in the middle along x leaves particles and their nearest faces
// as they are.
func checkMirrored(t *testing.T, c *sph.Case) {
	t.Helper()
	const little = 1e-12
	q := &c.Particles
	if c.Particles.Extra["Surface"] == nil {
		t.Fatal("walls have no surfaces")
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range q.Position {
		low, high = min(low, x[0]), max(high, x[0])
	}
	middle := low + (high-low)/2
	key := func(i int, sign float64) [4]int64 {
		x := q.Position[i]
		return [4]int64{int64(math.Round(sign * (x[0] - middle) * 1e6)), int64(math.Round(x[1] * 1e6)),
			int64(math.Round(x[2] * 1e6)), int64(q.Type[i])}
	}
	at := map[[4]int64]int{}
	for i := range q.Position {
		at[key(i, 1)] = i
	}
	for i, x := range q.Position {
		j, ok := at[key(i, -1)]
		if !ok {
			t.Fatalf("what is at %v has no image", x)
		}
		y := q.Position[j]
		if sph.Norm([3]float64{x[0] + y[0] - 2*middle, x[1] - y[1], x[2] - y[2]}) > little {
			t.Fatalf("the image of %v is at %v", x, y)
		}
		s := slices.Clone(q.Extra["Surface"][4*i : 4*i+4])
		s[0] = -s[0]
		for k, v := range q.Extra["Surface"][4*j : 4*j+4] {
			if math.Abs(float64(v-s[k])) > 1e-6 {
				t.Fatalf("the nearest face of %v is %v, of its image %v", x, q.Extra["Surface"][4*i:4*i+4],
					q.Extra["Surface"][4*j:4*j+4])
			}
		}
	}
}
