package validate

import (
	"fmt"
	"math"

	"gpusph/features/heat"
	"gpusph/sph"
)

// Heat: conduction at rest, with exact solutions, and natural convection.

// heatText is the case file of a flow in two dimensions in a box [m].
func heatText(name, about string, spacing, end float64, low, high [2]float64, rest string) string {
	return fmt.Sprintf(`name = %q
about = %q
dimension = 2
spacing = %g
end = %g

[domain]
min = [%g, %g]
max = [%g, %g]
`, name, about, spacing, end, low[0], low[1], high[0], high[1]) + rest
}

// convectionText is physics and heat of a case file of convection between a warm side at the low
// end of an axis and a cold one. A difference of 1 K, buoyancy of 1 m/s² and a metre between them
// have velocities in √(g β ΔT L).
func convectionText(axis string, ra, pr float64) string {
	return fmt.Sprintf(`[physics]
gravity = [0, -5]
speed = 1
c0 = 20
rho0 = 1
nu = %.9g

[heat]
conductivity = %.9g
heat-capacity = 1
expansion = 0.2
reference = 0.5
length = 1
difference = 1

[[heat-wall]]
name = "warm"
of = ["%[3]smin"]
temperature = 1

[[heat-wall]]
name = "cold"
of = ["%[3]smax"]
temperature = 0
`, math.Sqrt(pr/ra), 1/math.Sqrt(pr*ra), axis)
}

// slabDiffusivity is k/(ρ c) of the slab [m²/s], which is 1 m thick.
const slabDiffusivity = 0.01

var heatSlab = &Case{
	Name: "HeatSlab",
	What: "a slab of fluid at rest, 1 m thick, at 1 at first, whose faces are at 0: temperatures",
	How: "Differences are of all particles from the series, over the temperature at first, at " +
		"κ t/L² = 0.1. The balance is what the fluid has lost less what the faces have taken.",
	Source: "Fourier series: Carslaw & Jaeger (1959), section 3.3.",
	Text: heatText("HeatSlab", "a slab of fluid cools at both faces", 0.04, 10, [2]float64{0, 0},
		[2]float64{1, 1}, `periodic = ["x"]

[physics]
gravity = [0, 0]
speed = 0.1
boundary = "mdbc"
rho0 = 1

[heat]
conductivity = 0.01
heat-capacity = 1
temperature = 1
length = 1
difference = 1

[[heat-wall]]
name = "faces"
of = ["zmin", "zmax"]
temperature = 0

[[fluid]]
name = "slab"
box = { min = [0, 0], max = [1, 1] }
`),
	Levels: [levels]Plan{
		Short: {10, []float64{0.04, 0.02}}, Nightly: {10, []float64{0.04, 0.02, 0.01}},
		GPU: {10, []float64{0.02, 0.01}},
	},
	Samples: 1, Snapshots: 10,
	Look: func(s *sph.Snapshot) []float64 {
		return []float64{offTemperature(s, func(_, z float64) float64 { return slabAt(z, s.Time) })}
	},
	Norms: []Norm{
		{Name: "temperatures off, RMS", Unit: "%", Exact: true, Gate: Gate{Most: 0.01,
			Finer: Limit{Most: 0.005, DeltaP: 0.02}}, Of: lastLook},
		{Name: "heat balance", Unit: "%", Gate: Gate{Most: 1e-5}, Of: heatBalance},
	},
	Figures: []Figure{{
		Name: "mean", What: "mean temperature", X: "t [s]", Y: "T / T0",
		Of: func(r *Run) Curve { return r.Of(storedHeat) },
		Reference: func() (c Curve) {
			for _, t := range Times(0, 10, 0.25) {
				c.X, c.Y = append(c.X, t), append(c.Y, slabMean(t))
			}
			return c
		},
		Is: "series",
	}},
}

// slabMean is the mean temperature of the slab.
func slabMean(time float64) (sum float64) {
	for n := 1.0; n < 400; n += 2 {
		sum += 8 / (n * n * math.Pi * math.Pi) * math.Exp(-n*n*math.Pi*math.Pi*slabDiffusivity*time)
	}
	return sum
}

// storedHeat is the heat of the fluid [J/m], the last of the energies.
func storedHeat(s *sph.Sample) float64 {
	if len(s.Energy) <= sph.CommonEnergies {
		return math.NaN()
	}
	return s.Energy[len(s.Energy)-1]
}

// slabAt is the temperature at a height in the slab [m].
func slabAt(z, time float64) (sum float64) {
	for n := 1.0; n < 400; n += 2 {
		sum += 4 / (math.Pi * n) * math.Sin(n*math.Pi*z) *
			math.Exp(-n*n*math.Pi*math.Pi*slabDiffusivity*time)
	}
	return sum
}

var twoMaterialContact = &Case{
	Name: "TwoMaterialContact",
	What: "two fluids at rest that touch at x = 0, one at 0 with k = 1 W/(m K), one at 1 with " +
		"k = 3 W/(m K): temperatures after 0.05 s",
	How: "Differences are of all particles from the exact solution, over the difference at first.",
	Source: "Cleary & Monaghan, J. Comput. Phys. 148 (1999) 227-264; Carslaw & Jaeger (1959), " +
		"section 2.15.",
	Text: heatText("TwoMaterialContact", "heat crosses from one fluid into another", 0.04, 0.05,
		[2]float64{-2, 0}, [2]float64{2, 1.2}, `periodic = ["z"]

[physics]
gravity = [0, 0]
speed = 1
rho0 = 1

[[material]]
name = "poor"
rho0 = 1
conductivity = 1
heat-capacity = 1

[[material]]
name = "good"
rho0 = 1
conductivity = 3
heat-capacity = 1

[heat]

[[fluid]]
name = "cold"
box = { min = [-2, 0], max = [0, 1.2] }
material = "poor"
temperature = 0

[[fluid]]
name = "warm"
box = { min = [0, 0], max = [2, 1.2] }
material = "good"
temperature = 1
`),
	Levels: [levels]Plan{
		Short: {0.05, []float64{0.04}}, Nightly: {0.05, []float64{0.04, 0.02}},
		GPU: {0.05, []float64{0.02, 0.01}},
	},
	Snapshots: 0.05,
	Look: func(s *sph.Snapshot) []float64 {
		return []float64{offTemperature(s, func(x, _ float64) float64 { return contactAt(x-2, s.Time) })}
	},
	Norms: []Norm{{Name: "temperatures off, RMS", Unit: "%", Exact: true,
		Gate: Gate{Most: 0.01, Finer: Limit{Most: 0.005, DeltaP: 0.02}}, Of: lastLook}},
	Figures: []Figure{{
		Name: "off", What: "temperatures off, RMS", X: "t [s]", Y: "over the difference at first",
		Of: func(r *Run) Curve { return r.Seen(0) },
	}},
}

// contactAt is the temperature at x from the contact [m].
func contactAt(x, time float64) float64 {
	const poor, good = 1., 3. // k, κ
	contact := math.Sqrt(good) / (math.Sqrt(poor) + math.Sqrt(good))
	if x < 0 {
		return contact * math.Erfc(-x/math.Sqrt(4*poor*time))
	}
	return contact + (1-contact)*math.Erf(x/math.Sqrt(4*good*time))
}

// offTemperature is the root mean square of how far the temperatures of the fluid are off.
func offTemperature(s *sph.Snapshot, exact func(x, z float64) float64) float64 {
	return offTemperatures(s, isFluid, exact)
}

// offTemperatures is the same of some particles.
func offTemperatures(s *sph.Snapshot, some func(s *sph.Snapshot, i int) bool,
	exact func(x, z float64) float64) float64 {
	var off []float64
	for _, v := range s.Extra {
		if v.Name != heat.Temperature {
			continue
		}
		for i, x := range s.Position {
			if some(s, i) {
				off = append(off, float64(v.Of[i])-exact(float64(x[0]), float64(x[2])))
			}
		}
	}
	return RMS(off)
}

// lastLook is what is kept of the last snapshot.
func lastLook(r *Run) float64 {
	if len(r.Looks) == 0 {
		return math.NaN()
	}
	return r.Looks[len(r.Looks)-1].Values[0]
}

// heatBalance is what the fluid stores more than it has been given, over what it stored at first.
func heatBalance(r *Run) float64 {
	if len(r.Samples) < 2 {
		return math.NaN()
	}
	stored := func(s *sph.Sample) float64 { return s.Energy[len(s.Energy)-1] }
	first, last := &r.Samples[0], &r.Samples[len(r.Samples)-1]
	given := 0.0
	for _, by := range heat.Heats(r.Flow, last) {
		given += by
	}
	return (stored(last) - stored(first) - given) / stored(first)
}

// The cavity has a side of 1 m, a difference of 1 K and buoyancy of 1 m/s², so that velocities are
// in √(g β ΔT L).
var (
	heatedCavity1e3 = airCavity("1e3", 1e3, 1.118, Gate{Most: 0.01, DeltaP: 0.02}, [levels]Plan{
		Nightly: {13, []float64{0.04, 0.02}}, GPU: {13, []float64{0.02, 0.01}}})
	heatedCavity1e4 = airCavity("1e4", 1e4, 2.243, Gate{Most: 0.02, DeltaP: 0.02}, [levels]Plan{
		Nightly: {30, []float64{0.04, 0.02}}, GPU: {40, []float64{0.02, 0.01}}})
	heatedCavity1e5 = airCavity("1e5", 1e5, 4.519, Gate{Most: 0.03, DeltaP: 0.01}, [levels]Plan{
		Nightly: {50, []float64{0.02}}, GPU: {60, []float64{0.02, 0.01}}})
	heatedCavity1e6 = airCavity("1e6", 1e6, 8.800, Gate{Most: 0.06, DeltaP: 0.01}, [levels]Plan{
		GPU: {100, []float64{0.02, 0.01}}})
	heatedCavityPr7 = waterCavity()
)

// airCavity is a cavity of air, whose Nusselt number De Vahl Davis has.
func airCavity(suffix string, ra, nusselt float64, gate Gate, plans [levels]Plan) *Case {
	c := cavityOfHeat(suffix, suffix, ra, 0.71, plans)
	c.Source = "De Vahl Davis, Int. J. Numer. Meth. Fluids 3 (1983) 249-264. " + c.Source
	c.Norms = append([]Norm{{Name: "Nusselt number off", Unit: "%", Gate: gate,
		Of: func(r *Run) float64 { return nusseltOf(r)/nusselt - 1 }}}, c.Norms...)
	f := &c.Figures[0]
	f.Reference = func() Curve { return lineOf(0, plans[GPU].End, nusselt, 0) }
	f.Is = "De Vahl Davis 1983, steady"
	return c
}

// waterCavity is a cavity of water, which the literature has no table of.
func waterCavity() *Case {
	c := cavityOfHeat("Pr7", "1e5", 1e5, 7, [levels]Plan{
		Nightly: {100, []float64{0.04}}, GPU: {100, []float64{0.02, 0.01, 0.005}}})
	c.Norms[1].Gate = Gate{Most: 0.02, DeltaP: 0.005}
	return c
}

// cavityOfHeat is natural convection at a Rayleigh number, as a word and a number, and a Prandtl
// number, and the Nusselt number of it.
func cavityOfHeat(suffix, rayleigh string, ra, pr float64, plans [levels]Plan) *Case {
	return &Case{
		Name: "HeatedCavity" + suffix,
		What: fmt.Sprintf("natural convection in a square cavity, warm at one side and cold at the "+
			"other, Pr %g, Ra %s: Nusselt number", pr, rayleigh),
		How: "The Nusselt number is the mean heat flow of both walls over the last fifth of the " +
			"time, over conduction at rest. The speed of sound is 20 √(g β ΔT L).",
		Source: "The steady flow on a grid.",
		Text: heatText("HeatedCavity"+suffix, "natural convection in a square cavity", 0.04,
			plans[GPU].End, [2]float64{0, 0}, [2]float64{1, 1}, "\n"+convectionText("x", ra, pr)+`
[[fluid]]
name = "fluid"
box = { min = [0, 0], max = [1, 1] }
temperature-gradient = { from = [0, 0], to = [1, 0], temperatures = [1, 0] }
`),
		Levels: plans, Samples: 1,
		Grid: &Grid{Problem: "GridHeatedCavity", Cells: [levels]int{32, 64, 128},
			Options: []string{"--ra=" + rayleigh, fmt.Sprintf("--pr=%g", pr)}},
		Norms: []Norm{
			{Name: "Nusselt number", Of: nusseltOf},
			{Name: "Nusselt number off the grid's", Unit: "%", Of: func(r *Run) float64 {
				return offGrid(r, nusseltOf(r), func(s *Solution) float64 { return s.Nusselt })
			}},
		},
		Figures: []Figure{{
			Name: "nusselt", What: "Nusselt number", X: "t √(g β ΔT/L)", Y: "Nu", Of: nusseltNumbers,
			Grid: func(s *Solution) Curve { return lineOf(0, plans[GPU].End, s.Nusselt, 0) },
		}},
	}
}

// nusseltNumbers are those of the mean of both walls.
func nusseltNumbers(r *Run) Curve {
	if r.Flow == nil || heat.Of(r.Flow) == nil {
		return Curve{}
	}
	wall := &heat.Of(r.Flow).Walls[0]
	return r.Of(func(s *sph.Sample) float64 {
		if len(s.Rates) < 2 {
			return math.NaN()
		}
		return heat.Nusselt(r.Flow, wall, (s.Rates[0]-s.Rates[1])/2)
	})
}

// nusseltOf is the mean of both walls over the last fifth of a run.
func nusseltOf(r *Run) float64 {
	return mean(nusseltNumbers(r).Between(0.8*r.End, r.End).Y)
}
