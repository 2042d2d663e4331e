// Package tension is surface tension between fluids, and contact angles at walls.
// docs/design/materials.md has the reasons, cuda/tension the kernel.
package tension

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gpusph/features/feature"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// Name is what surface tension is called in flows, and as what limits their steps.
const Name = "surface tension"

// Feature is surface tension, for the table of features.
var Feature = feature.Feature{
	Flow: flow, Table: table, Reading: &reading.Feature{Tables: "[[tension]]", Fill: fill},
}

// Capillary is the quantity of sph.Params that is the greatest σ/ρ0 of the surfaces [m³/s²].
const Capillary = "surface tension over density"

// Tension is the surface tension between two fluids, or between one and the walls.
type Tension struct {
	Between [2]string // kinds of the materials
	Sigma   float64   // [N/m]
	// at which the surface meets walls, through the first fluid [°]; 90 is neutral
	Angle float64
}

// leastSurface is |∇C| h of the colour of a fluid from which on there is a surface; it is about 0.6
// at a flat one.
const leastSurface = 0.02

var flow = &sph.Feature{
	Name: Name, Quantities: []string{Capillary}, LongestStep: longestStep, Drives: true,
	Passes: []sph.Pass{{ // once a step: the corrector takes what it has computed
		Name: "surface tension", Kernel: "tension", Anchor: sph.WallStates, Volumes: true,
		Over: scheme.Fluid, Neighbours: []int{sph.PackedField}, Writes: []int{sph.StressField},
		Term: sph.StressTerm, Only: new(scheme.Predictor), Kept: true,
		Constants: func(p *sph.Params, _ float64) [4]float32 {
			return [4]float32{float32(leastSurface / p.H)}
		},
	}},
	Constants: []sph.KernelConstant{{Constant: sph.Constant{
		Name: "surface tension: least gradient of the colour, times h", Value: leastSurface,
		Source: "chosen: cuda/tension/tension.h",
	}}},
	Check: checkCase,
	Hash: func(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
		add("the surface tensions", func(h io.Writer) { fmt.Fprintf(h, "%+v", Of(c)) })
	},
}

// Of are the surface tensions of a case.
func Of(c *sph.Case) []Tension {
	all, _ := c.Part(Name).([]Tension)
	return all
}

// Give gives a case the surface tensions between its materials; it has these before.
func Give(c *sph.Case, all []Tension) {
	if len(all) == 0 {
		c.Give(Name, nil)
		*c.Params.Number(Capillary) = 0
		return
	}
	c.Give(Name, all)
	*c.Params.Number(Capillary) = capillary(c)
}

// capillary is the greatest σ/ρ0 of a case [m³/s²].
func capillary(c *sph.Case) (greatest float64) {
	for k := range c.Materials {
		m := c.PropertiesOf(k)
		for _, t := range Of(c) {
			if slices.Contains(t.Between[:], m.Kind) {
				greatest = max(greatest, t.Sigma/m.Rho0)
			}
		}
	}
	return greatest
}

// longestStep is the longest step that surface tension allows [s], 0.25 √(ρ h³/(2π σ)) (Brackbill,
// Kothe and Zemach 1992).
func longestStep(p *sph.Params) float64 {
	most := *p.Number(Capillary)
	if most == 0 {
		return 0
	}
	return 0.25 * math.Sqrt(p.H*p.H*p.H/(2*math.Pi*most))
}

// checkCase returns the first thing about surface tension that cannot be simulated.
func checkCase(c *sph.Case) error {
	kinds := c.Kinds()
	for _, t := range Of(c) {
		if sph.KindIndex(kinds, t.Between[0]) < 0 || sph.KindIndex(kinds, t.Between[1]) < 0 ||
			t.Between[0] == t.Between[1] {
			return fmt.Errorf("problem %s has a surface tension between %q and %q, which are no "+
				"two of its materials", c.Name, t.Between[0], t.Between[1])
		}
	}
	if most := *c.Params.Number(Capillary); most != capillary(c) {
		return fmt.Errorf("problem %s has surface tensions up to %g m³/s² over the density, but its "+
			"step is of %g m³/s²; this is a bug", c.Name, capillary(c), most)
	}
	return nil
}
