package problems

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/features/fluids"
	"gpusph/features/openings"
	"gpusph/sph"
)

// layered is water below a lighter fluid in a closed tank, to which more may be added.
const layered = `name = "Layers"
dimension = 2
spacing = 0.025
end = 1
[domain]
min = [0, 0]
max = [0.5, 1]
[[material]]
name = "air"
rho0 = %g
[[material]]
name = "water"
nu = 1e-6
[[fluid]]
name = "below"
material = "water"
%s
[[fluid]]
name = "above"
material = "air"
%s
`

const (
	boxBelow = "box = { min = [0, 0], max = [0.5, 0.5] }"
	boxAbove = "box = { min = [0, 0.5], max = [0.5, 1] }"
)

// TestLayersAtRest: the pressure of fluids at rest is that of all above, whatever shapes they are
// filled with, and each particle's follows from its own equation of state. The mass of each fluid
// is right, and the volumes of particles are alike.
func TestLayersAtRest(t *testing.T) {
	prism := func(box, low, high string) string {
		return fmt.Sprintf("prism = { outline = [[0, %s], [0.5, %s], [0.5, %s], [0, %s]] }", low,
			low, high, high)
	}
	for _, test := range []struct {
		name, below, above string
		air                float64 // [kg/m³]
	}{
		{"boxes", boxBelow, boxAbove, 1},
		{"shapes", prism(boxBelow, "0", "0.5"), prism(boxAbove, "0.5", "1"), 1},
		{"a shape above a box", boxBelow, prism(boxAbove, "0.5", "1"), 10},
		{"between sites", prism(boxBelow, "0", "0.51"), prism(boxAbove, "0.51", "1"), 500},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := setUp(t, fmt.Sprintf(layered, test.air, test.below, test.above))
			if err := c.Check(); err != nil {
				t.Fatal(err)
			}
			kinds, of, mass := c.Kinds(), c.KindOf(), map[int]float64{}
			if len(kinds) != 2 || kinds[0].Kind != "water" || c.Params.Rho0 != 1000 ||
				c.Params.Boundary != sph.Dummy {
				t.Fatalf("fluids %v, walls %v", kinds, c.Params.Boundary)
			}
			level := 0.5
			equations := c.Equations()
			for i, x := range c.Particles.Position {
				k := c.Particles.MaterialOf(i)
				if c.Particles.Type[i] == sph.Wall {
					if k != 0 {
						t.Fatalf("particle %d is a wall's of material %d", i, k)
					}
					continue
				}
				mass[of[k]] += c.MassOf(i)
				if water := x[2] < level; water != (of[k] == 0) {
					t.Fatalf("particle %d at %v is of %s", i, x, kinds[of[k]].Kind)
				}
				want := test.air * gravity * min(1-x[2], 1-level)
				if x[2] < level {
					want += 1000 * gravity * (level - x[2])
				}
				got := equations[k].Pressure(float64(c.Particles.RelDensity[i]))
				if math.Abs(got-want) > 0.005*(want+test.air*gravity) {
					t.Errorf("particle %d at %v has %g Pa, want %g", i, x, got, want)
				}
			}
			for k, want := range []float64{250, test.air * 0.25} {
				if math.Abs(mass[k]/want-1) > 0.007 {
					t.Errorf("there are %g kg of %s, want %g", mass[k], kinds[k].Kind, want)
				}
			}
		})
	}
}

// TestMaterialDefaults holds which fluid is the reference fluid, and the speeds of sound.
func TestMaterialDefaults(t *testing.T) {
	c := setUp(t, fmt.Sprintf(layered, 250., boxBelow, boxAbove))
	water, air := c.Kinds()[0], c.Kinds()[1]
	if want := 10 * math.Sqrt(gravity); math.Abs(water.C0/want-1) > 1e-12 ||
		water.C0 != c.Params.C0 {
		t.Errorf("sound of the water has %g m/s, want %g", water.C0, want)
	}
	if math.Abs(air.C0/(2*water.C0)-1) > 1e-12 || c.Params.FastestSound() != air.C0 {
		t.Errorf("sound of a fluid of a quarter of the density has %g m/s, that of the water %g",
			air.C0, water.C0)
	}
	if water.Nu != 1e-6 || air.Nu != 0 || c.Params.Nu != 0 {
		t.Errorf("viscosities are %g, %g and %g m²/s", water.Nu, air.Nu, c.Params.Nu)
	}
	c = setUp(t, fmt.Sprintf(layered, 1., boxBelow, boxAbove))
	if air := c.Kinds()[1]; air.C0 != 4*c.Params.C0 {
		t.Errorf("sound of air has %g m/s, that of water %g", air.C0, c.Params.C0)
	}
}

// TestLayersInAClosedTank: without gravity or a free surface, the pressure is the background's.
func TestLayersInAClosedTank(t *testing.T) {
	c := setUp(t, fmt.Sprintf(layered, 500., boxBelow, boxAbove)+"[physics]\ngravity = [0, "+
		"0]\nspeed = 1\nbackground-pressure = 1000\ninterface-sharpness = 0.08\n")
	if e := *c.Params.Number(fluids.Sharpness); e != 0.08 {
		t.Errorf("the sharpness is %g", e)
	}
	equations := c.Equations()
	for i := range c.Particles.Position {
		of := &equations[c.Particles.MaterialOf(i)]
		if p := of.Pressure(float64(c.Particles.RelDensity[i])); math.Abs(p-1000) > 0.01 {
			t.Fatalf("particle %d has %g Pa", i, p)
		}
	}
	if s := c.Snapshot(); math.Abs(float64(s.Density[0])-1000) > 1e-3 ||
		math.Abs(float64(s.Density[c.Particles.Count(sph.Fluid)-1])-500) > 1e-3 {
		t.Errorf("densities are %g and %g kg/m³", s.Density[0],
			s.Density[c.Particles.Count(sph.Fluid)-1])
	}
}

// TestBubbleBeginsToRise: in a bubble the pressure is that of fluid that begins to move. Its
// gradient is 2 ρ1 ρ2/(ρ1 + ρ2) g in a circle (as that of a
// cylinder in a field: ∇·(∇p/ρ) = 0).
func TestBubbleBeginsToRise(t *testing.T) {
	const sphere = "sphere = { centre = [0.25, 0.5], radius = 0.1 }"
	text := fmt.Sprintf(layered, 100.,
		"difference = [{ box = { min = [-0.5, 0], max = [1, 1] } }, { "+sphere+" }]", sphere)
	c := setUp(t, strings.NewReplacer("min = [0, 0]\nmax", "min = [-0.5, 0]\nmax",
		"max = [0.5, 1]\n[", "max = [1, 1]\n[", "0.025", "0.0125").Replace(text))
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	equations := c.Equations()
	var zp, zz, mean, n float64
	for i, x := range c.Particles.Position {
		k, r := c.Particles.MaterialOf(i), math.Hypot(x[0]-0.25, x[2]-0.5)
		p, z := equations[k].Pressure(float64(c.Particles.RelDensity[i])), x[2]-0.5
		if c.Particles.Type[i] == sph.Fluid && k == 1 && r < 0.07 {
			zp, zz, mean, n = zp+z*p, zz+z*z, mean+z, n+1
		}
	}
	if want := -2 * 1000 * 100. / 1100 * gravity; math.Abs(zp/zz/want-1) > 0.1 ||
		math.Abs(mean/n) > 1e-3 {
		t.Errorf("the gradient in the bubble is %g Pa/m, want %g", zp/zz, want)
	}
	if all := strings.Join(c.Notes, "\n"); !strings.Contains(all, `the material "water"`) {
		t.Errorf("notes are %s", all)
	}
}

// TestMaterialsOfSnapshots: volume, centre and interface of each fluid are those of their shapes.
// Walls cut the interface's integral off by about a spacing at each end.
func TestMaterialsOfSnapshots(t *testing.T) {
	c := setUp(t, fmt.Sprintf(layered, 10., boxBelow, boxAbove))
	s := c.Snapshot()
	all := fluids.Samples(c, s)
	for k, m := range all {
		z := c.Params.OnMap(2, m.Centre[2])
		if math.Abs(m.Volume/0.25-1) > 0.005 || math.Abs(z-[]float64{0.25, 0.75}[k]) > 0.002 ||
			math.Abs(m.Interface/0.5-1) > 0.08 || m.Velocity != [3]float64{} {
			t.Errorf("%s: %+v", c.Kinds()[k].Kind, m)
		}
	}
	if all[0].Interface != all[1].Interface && math.Abs(all[0].Interface/all[1].Interface-1) > 1e-9 {
		t.Errorf("interfaces are %g and %g m", all[0].Interface, all[1].Interface)
	}
	for i, kind := range s.Kinds() {
		if (kind == 0) != (s.Type[i] == sph.Wall) {
			t.Fatalf("particle %d of type %d has the material %g", i, s.Type[i], kind)
		}
	}
}

// Water that begins between two sites of the lattice leaves a gap to the air around it, and both
// sides of the gap have one density in the equations of the pressure. Without that the air in this
// tank began compressed, with half the spacing at twice its density.
func TestPressureAcrossGaps(t *testing.T) {
	c := flowOfCase(t, `name = "gap"
spacing = 0.08
end = 1

[domain]
min = [0, 0, 0]
max = [3.22, 1, 1.5]

[physics]
c0 = 40

[[material]]
name = "water"
rho0 = 1000

[[material]]
name = "air"
rho0 = 1

[[fluid]]
name = "reservoir"
material = "water"
box = { min = [1.992, 0, 0], max = [3.22, 1, 0.55] }

[[fluid]]
name = "air"
material = "air"
difference = [
    { box = { min = [0, 0, 0], max = [3.22, 1, 1.5] } },
    { box = { min = [1.992, 0, 0], max = [3.22, 1, 0.55] } },
]
`)
	for i, rel := range c.Particles.RelDensity {
		if c.Particles.Type[i] == sph.Fluid && (rel < -1e-6 || rel > 0.03) {
			m := c.PropertiesOf(int(c.Particles.MaterialOf(i)))
			t.Fatalf("%s at %v begins with ρ/ρ0 - 1 = %g", m.Kind, c.Particles.Position[i], rel)
		}
	}
}

// Layers come in through inlets side by side, which leave no wall between them, each with its
// material and its temperature. Buffers begin with what comes in at the pressure beside them, and
// outlets with the fluid that is there.
func TestLayersOfOpenings(t *testing.T) {
	c := checkedFlow(t, `name = "layers"
dimension = 2
spacing = 0.02
end = 1

[domain]
min = [0, 0]
max = [2, 0.6]
open = ["zmax"]

[heat]
temperature = 20
conductivity = 0.6
heat-capacity = 4186

[[material]]
name = "salt"
rho0 = 1030

[[material]]
name = "fresh"

[[material]]
name = "brine"
rho0 = 1060

[[fluid]]
name = "below"
material = "salt"
box = { min = [0, 0], max = [2, 0.2] }
temperature = 10

[[fluid]]
name = "above"
material = "fresh"
box = { min = [0, 0.2], max = [2, 0.4] }

[[inlet]]
name = "low"
side = "xmin"
max = [0, 0.2]
velocity = 0.1
material = "brine"
temperature = 30

[[inlet]]
name = "high"
side = "xmin"
min = [0, 0.2]
velocity = 0.1
material = "fresh"
temperature = [[0, 15], [1, 25]]

[[outlet]]
name = "out"
side = "xmax"
level = 0.4
`)
	p, q := &c.Params, &c.Particles
	kinds := []string{"brine", "salt", "fresh"}
	for k, kind := range kinds {
		if m := c.Materials[k]; m.Kind != kind || math.Abs(m.Mass/(m.Rho0*0.02*0.02)-1) > 1e-12 {
			t.Fatalf("material %d is %+v", k, m)
		}
	}
	temperatures := q.Extra["Temperature"]
	layers := openings.Layers(p.Support(), p.DeltaP)
	for k, wanted := range [][2]string{{"brine", "brine"}, {"fresh", "fresh"}, {"salt", "fresh"}} {
		ids := inBuffer(c, k)
		if want := []int{10, 10, 20}[k] * layers; len(ids) != want {
			t.Errorf("%s has %d particles in its buffer, want %d", openings.Of(c)[k].Name, len(ids), want)
		}
		for _, i := range ids {
			x, upper := q.Position[i], 0
			if q.Position[i][2] > 0.2 {
				upper = 1
			}
			m := c.PropertiesOf(int(q.MaterialOf(i)))
			warm := [][2]float32{{30, 30}, {15, 15}, {10, 20}}[k][upper]
			if m.Kind != wanted[upper] || temperatures[i] != warm {
				t.Fatalf("%s has %s of %g at %v, want %s of %g", openings.Of(c)[k].Name, m.Kind,
					temperatures[i], x, wanted[upper], warm)
			}
			rest := 9.81 * (1000*math.Min(0.2, 0.4-x[2]) + 1030*math.Max(0, 0.2-x[2]))
			e := p.EquationOf(&m)
			if got := e.Pressure(float64(q.RelDensity[i])); math.Abs(got-rest) > 40 {
				t.Fatalf("%s begins with %g Pa at %v, want %g", openings.Of(c)[k].Name, got, x, rest)
			}
		}
	}
	for i, x := range q.Position { // nothing stands between the two
		if q.Type[i] == sph.Wall && x[0] > 0 && x[0] < 0.1 && x[2] > 0 && x[2] < 0.4 {
			t.Fatalf("a wall is at %v", x)
		}
	}
}
