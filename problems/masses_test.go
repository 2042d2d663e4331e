package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

const twoFluids = `name = "Reservoir"
dimension = 2
spacing = 0.0125
end = 0.2
[domain]
min = [0, -0.5, 0]
max = [1.6, 0.5, 0.6]
open = ["zmax"]
[[fluid]]
name = "reservoir"
box = { min = [0, -0.5, 0], max = [0.4, 0.5, 0.3] }
[[fluid]]
name = "layer"
box = { min = [0.4, -0.5, 0], max = [1.6, 0.5, %g] }
`

// Fluids whose lattices have other cells have materials of their own, and each its mass. Those
// whose cells are alike share one, with walls where their cells are.
func TestMasses(t *testing.T) {
	for _, test := range []struct {
		depth     float64
		materials []sph.Material
		mass      float64 // of the layer [kg]
		warning   string
	}{
		{0.03, []sph.Material{{Name: "reservoir", Mass: 0.15625}, {Name: "layer", Mass: 0.1875}}, 36, "2 spacings deep"},
		{0.025, nil, 30, "2 spacings deep"},
		{0.02501, nil, 30.012, "2 spacings deep"},
	} {
		t.Run(fmt.Sprint(test.depth), func(t *testing.T) {
			c := setUp(t, fmt.Sprintf(twoFluids, test.depth))
			same := func(a, b sph.Material) bool { return a.Name == b.Name && math.Abs(a.Mass/b.Mass-1) < 1e-9 }
			if !slices.EqualFunc(c.Materials, test.materials, same) {
				t.Errorf("materials %v, want %v", c.Materials, test.materials)
			}
			of := map[bool]float64{} // by whether it is the layer
			for i, x := range c.Particles.Position {
				if c.Particles.Type[i] == sph.Fluid {
					of[x[0] > 0.4] += c.MassOf(i)
				}
			}
			tolerance := 0.001
			if test.materials == nil {
				tolerance = 0.003 // what its own weight compresses it by
			}
			if math.Abs(of[false]/120-1) > tolerance || math.Abs(of[true]/test.mass-1) > tolerance {
				t.Errorf("the reservoir has %g kg, the layer %g kg, want 120 and %g", of[false], of[true], test.mass)
			}
			if math.Abs(c.FluidMass()/(of[false]+of[true])-1) > 1e-9 {
				t.Errorf("the fluid has %g kg, its parts %g", c.FluidMass(), of[false]+of[true])
			}
			if all := strings.Join(c.Warnings, "\n"); !strings.Contains(all, test.warning) {
				t.Errorf("warnings are %q", all)
			}
			if err := c.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// In a wider tank each width has the materials of the first, and walls have the first material.
func TestMassesOfImages(t *testing.T) {
	c := setup(t, "DamBreak3D", 0.0331, "--widths", "2", "--wet-bed", "0.08")
	counts := map[string][2]int{}
	for i, x := range c.Particles.Position {
		k := c.Particles.Material[i]
		if c.Particles.Type[i] != sph.Fluid {
			if k != 0 {
				t.Fatalf("particle %d is a wall's, but has material %d", i, k)
			}
			continue
		}
		want := "column"
		if x[0] > damColumn {
			want = "wet bed"
		}
		name := c.Materials[k].Name
		if name != want {
			t.Fatalf("particle %d at %v is of %q, not of %q", i, x, name, want)
		}
		n := counts[name]
		if x[WideAxis] > damWidth {
			n[1]++
		} else {
			n[0]++
		}
		counts[name] = n
	}
	for name, n := range counts {
		if n[0] != n[1] {
			t.Errorf("%s has %d particles in the first width, and %d in the second", name, n[0], n[1])
		}
	}
	if len(counts) != 2 {
		t.Errorf("there is fluid of %v", counts)
	}
}
