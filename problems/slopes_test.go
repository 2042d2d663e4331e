package problems

import (
	"math"
	"testing"

	"github.com/spf13/pflag"

	"gpusph/sph"
)

// flowOfCase is the flow of a case file at its spacing.
func flowOfCase(t *testing.T, text string, args ...string) *sph.Case {
	t.Helper()
	p := ofCase(t, text)
	f := pflag.NewFlagSet("case.toml", pflag.ContinueOnError)
	p.Options().Register(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(p.DeltaP())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const basin = `
name = "Basin"
spacing = 0.1
end = 1
[domain]
min = [0, 0, 0]
max = [2, 1, 1]
`

// Sites lie exactly on the surface of a floor and of a slope on it. Those on the floor are the
// fluid's, in all columns, and the weight above lowers them by less than a hundredth of a spacing.
func TestFluidOnSlopes(t *testing.T) {
	const slope = `
[[wall]]
name = "slope"
prism = { outline = [[-1, -1], [3, -1], [3, 0.95], [1.25, 0.45], [1.25, 0.25], [-1, 0.25]], along = "y", from = -1, to = 2 }
[[fluid]]
name = "water"
`
	for _, fluid := range []string{
		"box = { min = [0, 0, 0], max = [2, 1, 0.8] }",
		`prism = { outline = [[0, 0], [2, 0], [2, 0.8], [0, 0.8]], along = "y", from = 0, to = 1 }`,
	} {
		c := flowOfCase(t, basin+slope+fluid)
		checkApart(t, c, 0.5*c.Params.DeltaP)
		lowest := 0
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] != sph.Fluid {
				continue
			}
			if x[2] < 0.249 {
				t.Errorf("%s: a particle of fluid at %v", fluid, x)
			}
			if x[2] < 0.26 {
				lowest++
			}
		}
		// columns whose middle is before the slope; that at 1.25 m is decided as beyond it
		if lowest != 12*10 {
			t.Errorf("%s: %d particles of fluid on the floor", fluid, lowest)
		}
	}
}

// In a channel that falls, what presses on the floor is gravity right across it.
func TestTiltedGravityPresses(t *testing.T) {
	c := flowOfCase(t, basin+`
periodic = ["x"]
[physics]
gravity = [1, 0, -9.76]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [2, 1, 0.5] }
`)
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && x[2] < 0.1 {
			want := 1000 * 9.76 * 0.45
			if got := c.Params.Pressure(float64(c.Particles.RelDensity[i])); math.Abs(got/want-1) > 0.01 {
				t.Fatalf("the pressure at %v is %g Pa, not %g", x, got, want)
			}
		}
	}
}
