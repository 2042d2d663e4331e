package problems

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

// Fluid in buffers begins with the density of rest by Tait's equation: under a level, and under the
// pressure that is given in the middle of an opening.
func TestDensityOfBuffersAtFirst(t *testing.T) {
	const pipe = `name = "Pipe"
dimension = 2
spacing = 0.02
end = 1
[domain]
min = [0, 0]
max = [1, 0.4]
%s
[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, %g] }
surface = 0.9
[physics]
depth = 0.9
[[inlet]]
name = "in"
side = "xmin"
velocity = 0.3
[[outlet]]
name = "out"
side = "xmax"
%s
`
	// The outermost columns of water are buffers'.
	for _, test := range []struct {
		open   string
		height float64
		given  string
		at     func(z float64) float64 // the pressure [Pa]
	}{
		{`open = ["zmax"]`, 0.3, "level = 0.3", func(z float64) float64 { return 9810 * (0.3 - z) }},
		{"", 0.4, "pressure = 6000", func(z float64) float64 { return 6000 + 9810*(0.2-z) }},
	} {
		c := flowOfCase(t, fmt.Sprintf(pipe, test.open, test.height, test.given))
		p, q, n := &c.Params, &c.Particles, 0
		for i, x := range q.Position {
			if q.Type[i] != sph.Fluid || x[0] < 0.95 || test.at(x[2]) < 0 {
				continue
			}
			n++
			want := math.Pow(1+7*test.at(x[2])/(p.Rho0*p.C0*p.C0), 1.0/7) - 1
			if got := float64(q.RelDensity[i]); math.Abs(got-want) > 1e-6+0.01*want {
				t.Fatalf("%s: at z = %.3f m the density is %.5g over that of rest, not %.5g", test.given,
					x[2], got, want)
			}
		}
		if n < 30 {
			t.Errorf("%s: %d particles are in the buffer", test.given, n)
		}
	}
}
