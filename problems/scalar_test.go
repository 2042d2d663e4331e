package problems

import (
	"testing"

	"gpusph/sph"
)

// Where there is a scalar, half of the water has it at first, in each width of a wide flow alike;
// without the option no particle has any.
func TestScalarBegins(t *testing.T) {
	for _, args := range [][]string{nil, {"--scalar", "1e-4"}, {"--scalar", "1e-4", "--widths", "3"}} {
		c := setup(t, "DamBreak3D", 0.05, args...)
		values := c.Particles.Extra["Scalar"]
		if on := args != nil; (c.Params.Further.Scalar == 1e-4) != on || (values != nil) != on {
			t.Fatalf("with %v, the diffusivity is %g, and there are %d values", args, c.Params.Further.Scalar, len(values))
		}
		if values == nil {
			continue
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		var with, without int
		for i, x := range c.Particles.Position {
			half := c.Particles.Type[i] == sph.Fluid && x[0] < 0.2 // the water begins at 0 and is 0.4 m long
			if want := map[bool]float32{true: 1}[half]; values[i] != want {
				t.Fatalf("%v: a particle of type %v at %v has %g", args, c.Particles.Type[i], x, values[i])
			}
			if half {
				with++
			} else if c.Particles.Type[i] == sph.Fluid {
				without++
			}
		}
		if with == 0 || with != without {
			t.Errorf("%v: %d particles of water have it, %d have not", args, with, without)
		}
	}
}
