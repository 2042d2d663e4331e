package validate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

// columnWidth is that of the column of water, a [m], and columnTime is √(a/g) [s].
const columnWidth = 0.05715

var columnTime = math.Sqrt(columnWidth / gravity)

// damBreakColumn is compared with Martin & Moyce. What they measured is the edge of the water on
// the floor. In the run that is a film of one particle on a floor without friction, which runs
// further ahead the finer the spacing is. So what is held to the gate is the front as of
// DamBreak3D; the edge is reported.
var damBreakColumn = &Case{
	Name: "DambreakColumn",
	What: "a column of water collapses, in two dimensions: its front and its height, as measured",
	How: "The front is where 0.5 % of the water lies beyond, the edge the particle that is furthest, both as parts of the measured distance from the wall. " +
		"The height is that at the wall behind, in parts of that at first. The time is that since the water was set free: T = t √(2g/a) for the front, τ = t √(g/a) for the height.",
	Source:  "Martin & Moyce, Phil. Trans. R. Soc. A 244 (1952) 312-324, tables 2 and 6: n² = 2, a = 57.15 mm.",
	Problem: "DambreakColumn",
	Levels: [levels]Plan{
		Short:   {2.46 * columnTime, []float64{columnWidth / 20}},
		Nightly: {7.41 * columnTime, []float64{columnWidth / 20, columnWidth / 40, columnWidth / 80}},
		GPU:     {7.41 * columnTime, []float64{columnWidth / 80, columnWidth / 160, columnWidth / 320}},
	},
	Samples:   0.02 * columnTime,
	Snapshots: 0.02 * columnTime,
	Look:      lookAtColumn,
	Norms: []Norm{
		{Name: "front off, RMS", Unit: "%", Of: func(r *Run) float64 { return RMS(frontOff(r, columnFront)) }, Gate: Gate{Most: 0.08}},
		{
			Name: "front further off than at the coarser spacing", Unit: "%",
			Between: func(coarse, fine *Run) float64 {
				return max(0, RMS(frontOff(fine, columnFront))-RMS(frontOff(coarse, columnFront)))
			},
			Gate: Gate{Most: 0.002, DeltaP: columnWidth / 40},
		},
		{Name: "edge off, RMS", Unit: "%", Of: func(r *Run) float64 { return RMS(frontOff(r, columnEdge)) }},
		{Name: "height off, RMS", Unit: "%", Of: heightOff, Gate: Gate{Most: 0.04}},
	},
	Figures: []Figure{
		{Name: "front", What: "front, beyond which 0.5 % of the water is", X: "T = t √(2g/a)", Y: "x / a", Of: func(r *Run) Curve { return frontOf(r, columnFront) }, Reference: measuredFront, Is: "measured"},
		{Name: "edge", What: "the particle of water that is furthest", X: "T = t √(2g/a)", Y: "x / a", Of: func(r *Run) Curve { return frontOf(r, columnEdge) }, Reference: measuredFront, Is: "measured"},
		{Name: "height", What: "height at the wall behind", X: "τ = t √(g/a)", Y: "h / 2a", Of: heightOfColumn, Reference: measuredColumn, Is: "measured"},
	},
}

// What is kept of a snapshot.
const (
	columnFront = iota
	columnEdge
)

func lookAtColumn(s *sph.Snapshot) []float64 {
	var x []float64
	fluid(s, func(i int) { x = append(x, float64(s.Position[i][0])) })
	slices.Sort(x)
	return []float64{columnFront: frontAmong(x), columnEdge: x[len(x)-1] + s.Case.Params.DeltaP/2}
}

func measuredFront() Curve {
	return Reference("martin_moyce_front.csv", "t_sqrt_2g_over_a", "x_over_a")
}

func measuredColumn() Curve {
	return Reference("martin_moyce_height.csv", "t_sqrt_g_over_a", "height_over_2a")
}

func frontOf(r *Run, k int) Curve {
	return r.Seen(k).Map(func(t float64) float64 { return t / columnTime * math.Sqrt2 }, func(x float64) float64 { return x / columnWidth })
}

// frontOff is by how much it is ahead at the times of the measured one, as a part of that.
func frontOff(r *Run, k int) (all []float64) {
	front, measured := frontOf(r, k), measuredFront()
	for i, t := range measured.X {
		all = append(all, front.At(t)/measured.Y[i]-1)
	}
	return all
}

func heightOfColumn(r *Run) Curve {
	c := r.Of(func(s *sph.Sample) float64 { return s.Height[0] / (2 * columnWidth) })
	return c.Map(func(t float64) float64 { return t / columnTime }, same)
}

// heightOff compares the height with those measured until the end of the run.
func heightOff(r *Run) float64 {
	measured := measuredColumn().Between(0, r.End/columnTime)
	return RMS(Off(heightOfColumn(r), measured, measured.X))
}

// impactDepth is the height of the column of water, H [m], and impactTime is √(H/g) [s].
const impactDepth = 0.3

var impactTime = math.Sqrt(impactDepth / gravity)

// The times t √(g/H) that are compared with the measured band.
const impactFrom, impactTo = 2.6, 5.99

var damBreakImpact = &Case{
	Name: "DambreakImpact",
	What: "a column of water collapses and hits a wall, in two dimensions: the pressure at Lobovsky's sensor 2, as measured",
	How: "The pressure of the run is the mean over 1 ms, of the water half a spacing before the wall, 15 mm over the floor. The band is that of 95 % of the measured runs, compared every 0.01 √(H/g) from 2.6 to 6. " +
		"The time is that since the gate began to move; there is no gate in the run. The plateau is the mean from 3.6 to 5.5 √(H/g).",
	Source:  "Lobovsky, Botia-Vera, Castellana, Mas-Soler & Souto-Iglesias, J. Fluids Struct. 48 (2014) 407-434: median, 2.5 and 97.5 % of repeated runs.",
	Problem: "DambreakColumn",
	Options: []string{"--column=0.6", "--ratio=0.5", "--far-wall=1.61"},
	Why:     "Their tank: 1.61 m long, with a column of 0.6 m by 0.3 m.",
	Levels: [levels]Plan{
		Short:   {6 * impactTime, []float64{0.02}},
		Nightly: {6 * impactTime, []float64{0.01, 0.005, 0.0025}},
		GPU:     {6 * impactTime, []float64{0.0025, 0.00125, 0.000625}},
	},
	Samples: 0.0001,
	Norms:   impactNorms(impactPressure),
	Figures: impactFigures(impactPressure),
}

// impactNorms compare the pressure at sensor 2.
func impactNorms(pressure func(*Run) Curve) []Norm {
	return []Norm{
		{Name: "S2 outside the band", Unit: "%",
			Of:   func(r *Run) float64 { return outsideBand(pressure(r)) },
			Gate: Gate{Most: 0.3, DeltaP: 0.0025}},
		{Name: "S2 > ρ g H / 2 comes later by", Unit: "√(H/g)", Of: func(r *Run) float64 {
			return pressure(r).First(0.5) - measuredImpactPressure().First(0.5)
		}},
		{Name: "plateau of S2 too high by", Unit: "%", Of: func(r *Run) float64 {
			return plateauOf(pressure(r))/plateauOf(measuredImpactPressure()) - 1
		}},
	}
}

func impactFigures(pressure func(*Run) Curve) []Figure {
	return []Figure{{Name: "S2", What: "pressure at sensor 2", X: "t √(g/H)", Y: "p / (ρ g H)",
		Of: pressure, Reference: measuredImpactPressure, Is: "median", Band: "95 % of runs"}}
}

func plateauOf(c Curve) float64 { return c.Mean(3.6, 5.5) }

// impactPressure is that of the second probe of DambreakColumn, over ρ g H.
func impactPressure(r *Run) Curve { return impactPressureAt(r, 1) }

func impactPressureAt(r *Run, probe int) Curve {
	unit := r.Flow.Params.Rho0 * gravity * impactDepth
	c := r.Of(func(s *sph.Sample) float64 { return s.Pressure[probe] }).Smooth(0.001)
	return c.Map(func(t float64) float64 { return t / impactTime }, func(p float64) float64 { return p / unit })
}

func measuredImpactPressure() Curve {
	column := func(y string) Curve { return Reference("lobovsky_sensor2.csv", "t_sqrt_g_over_H", y) }
	c := column("median_over_rho_g_H")
	c.Least, c.Most = column("p2.5_over_rho_g_H").Y, column("p97.5_over_rho_g_H").Y
	return c
}

// outsideBand is the part of the times at which the pressure is not in the measured band.
func outsideBand(got Curve) float64 {
	measured := measuredImpactPressure()
	least, most := Curve{X: measured.X, Y: measured.Least}, Curve{X: measured.X, Y: measured.Most}
	times, outside := Times(impactFrom, impactTo, 0.01), 0
	for _, t := range times {
		if p := got.At(t); !(p >= least.At(t) && p <= most.At(t)) {
			outside++
		}
	}
	return float64(outside) / float64(len(times))
}

// A block of thick fluid beside a wall, let go, in two dimensions: its height and width [m], and
// the density [kg/m³].
const (
	slumpHeight  = 0.2
	slumpDensity = 1000.0
)

var slumpSpeed = math.Sqrt(gravity * slumpHeight) // [m/s]

// slumpText is the case file of a block of a width on a floor of a length [m], of a material.
func slumpText(name, about, material string, width, floor, depth, end float64) string {
	return fmt.Sprintf(`name = %q
about = %q
dimension = 2
spacing = 0.01
end = %g
[domain]
min = [0, 0]
max = [%g, %g]
open = ["zmax"]
[physics]
depth = %g
boundary = "dummy"
[[material]]
name = "fluid"
%s[[fluid]]
name = "fluid"
material = "fluid"
box = { min = [0, 0], max = [%g, %g] }
`, name, about, end, floor, 1.2*slumpHeight, depth, material, width, slumpHeight)
}

// What is kept of a snapshot: the front beyond which 0.5 % of the fluid is [m], and the height at
// the wall, that of the volume beside it [m].
const (
	slumpFront = iota
	slumpWall
)

func lookAtSlump(s *sph.Snapshot) []float64 {
	const beside = slumpHeight / 4
	var x []float64
	near := 0
	fluid(s, func(i int) {
		x = append(x, float64(s.Position[i][0]))
		if x[len(x)-1] < beside {
			near++
		}
	})
	slices.Sort(x)
	dp := s.Case.Params.DeltaP
	return []float64{
		slumpFront: x[len(x)-1] + dp/2,
		slumpWall:  float64(near) * dp * dp / beside,
	}
}

// huppertViscosity is that of the current [m²/s], and huppertWidth the width of the block [m].
const (
	huppertViscosity = 0.01
	huppertWidth     = 0.4
	huppertEnd       = 20.0
)

// huppertFront is the front of a current of a constant area, in two dimensions (Huppert 1982) [m].
func huppertFront(t float64) float64 {
	area := huppertWidth * slumpHeight
	return 1.411 * math.Pow(gravity*area*area*area/(3*huppertViscosity), 0.2) * math.Pow(t, 0.2)
}

// huppertLine is the exponent of the front in time and its factor over Huppert's, from 4 s on,
// when the current is ten times as long as it is high.
func huppertLine(r *Run) (exponent, factor float64) {
	front := r.Seen(slumpFront).Between(4, math.Inf(1))
	exponent = slopeOf(front.Map(math.Log, math.Log))
	sum := 0.0
	for k, t := range front.X {
		sum += front.Y[k] / huppertFront(t)
	}
	return exponent, sum / float64(len(front.X))
}

var huppertCurrent = &Case{
	Name: "HuppertCurrent",
	What: "a block of viscous fluid spreads on a floor, in two dimensions: its front against x " +
		"= 1.411 (g q³/3ν)^(1/5) t^(1/5)",
	How: "The front is the particle that is furthest and half a spacing. The exponent is the " +
		"slope of its logarithm over that of the time from 4 s on, " +
		"the prefactor its mean over the exact front from there on.",
	Source: "Huppert, J. Fluid Mech. 121 (1982) 43-58: the similarity solution of a thin " +
		"current, after its beginning.",
	Text: slumpText("HuppertCurrent", "a block of viscous fluid spreads on a floor, in two "+
		"dimensions (Huppert 1982)",
		fmt.Sprintf("consistency = %g\n", huppertViscosity*slumpDensity), huppertWidth, 3,
		slumpHeight/2, huppertEnd),
	Levels: [levels]Plan{
		Nightly: {huppertEnd, []float64{slumpHeight / 20}},
		GPU:     {huppertEnd, []float64{slumpHeight / 20, slumpHeight / 40, slumpHeight / 80}},
	},
	Snapshots: huppertEnd / 100,
	Look:      lookAtSlump,
	Norms: []Norm{
		{
			Name: "exponent off", Unit: "%",
			Of:   func(r *Run) float64 { exponent, _ := huppertLine(r); return exponent/0.2 - 1 },
			Gate: Gate{Most: 0.05, DeltaP: slumpHeight / 40},
		},
		{
			Name: "prefactor off", Unit: "%",
			Of:   func(r *Run) float64 { _, factor := huppertLine(r); return factor - 1 },
			Gate: Gate{Most: 0.1, DeltaP: slumpHeight / 40},
		},
	},
	Figures: []Figure{{
		Name: "front", What: "front of the current", X: "t [s]", Y: "x [m]",
		Of:        func(r *Run) Curve { return r.Seen(slumpFront) },
		Reference: func() Curve { return Curve{X: Times(1, huppertEnd, 0.5)}.from(huppertFront) },
		Is:        "Huppert's",
	}},
}

// from is the curve with the values of a function.
func (c Curve) from(f func(float64) float64) Curve {
	c.Y = nil
	for _, x := range c.X {
		c.Y = append(c.Y, f(x))
	}
	return c
}

// slumpYield is the yield stress over ρ g H, and slumpConsistency the viscosity [Pa s].
const (
	slumpYield       = 0.02
	slumpConsistency = 5.0
	slumpEnd         = 12.0
)

// slumpExact is the length and the height at the wall of a slump at rest over its height at first,
// by the balance of yield stress and weight in a thin layer (Liu and Mei 1989).
func slumpExact() (length, height float64) {
	length = math.Cbrt(1.5 * 1.5 / (2 * slumpYield))
	return length, math.Sqrt(2 * slumpYield * length)
}

var binghamSlump = &Case{
	Name: "BinghamSlump",
	What: "a block of a Bingham fluid with τy/(ρ g H) = 0.02 slumps on a floor until it rests, " +
		"in two dimensions: its length and height",
	How: "The length is that of the particle that is furthest and half a spacing, the height " +
		"that of the volume within H/4 of the wall, both at the end, " +
		"over those of the layer at rest. The speed is that of the front over the last tenth of " +
		"the run, over √(g H).",
	Source: "Liu & Mei, J. Fluid Mech. 207 (1989) 505-529; Balmforth et al., J. Non-Newtonian " +
		"Fluid Mech. 142 (2007) 219-243: h² = 2 τy (L - x)/(ρ g), for thin layers.",
	Text: slumpText("BinghamSlump", "a block of a Bingham fluid slumps on a floor, in two "+
		"dimensions",
		fmt.Sprintf("consistency = %g\nyield-stress = %.8g\n", slumpConsistency,
			slumpYield*slumpDensity*gravity*slumpHeight), slumpHeight, 1.2, slumpHeight, slumpEnd),
	Levels: [levels]Plan{
		Nightly: {slumpEnd, []float64{slumpHeight / 20}},
		GPU:     {slumpEnd, []float64{slumpHeight / 20, slumpHeight / 40, slumpHeight / 80}},
	},
	Snapshots: slumpEnd / 80,
	Look:      lookAtSlump,
	Norms: []Norm{
		{
			Name: "length off", Unit: "%",
			Of: func(r *Run) float64 {
				length, _ := slumpExact()
				return r.Looks[len(r.Looks)-1].Values[slumpFront]/slumpHeight/length - 1
			},
			Gate: Gate{Most: 0.1, DeltaP: slumpHeight / 40},
		},
		{
			Name: "height at the wall off", Unit: "%",
			Of: func(r *Run) float64 {
				length, height := slumpExact()
				mean := height * 2 / 3 * (1 - math.Pow(1-0.25/length, 1.5)) / (0.25 / length)
				return r.Looks[len(r.Looks)-1].Values[slumpWall]/slumpHeight/mean - 1
			},
			Gate: Gate{Most: 0.1, DeltaP: slumpHeight / 40},
		},
		{
			Name: "speed of the front at the end", Unit: "√(g H)",
			Of: func(r *Run) float64 {
				return slopeOf(r.Seen(slumpFront).Between(0.9*r.End, math.Inf(1))) / slumpSpeed
			},
			Gate: Gate{Most: 0.001, DeltaP: slumpHeight / 40},
		},
	},
	Figures: []Figure{{
		Name: "length", What: "length of the slump", X: "t [s]", Y: "x / H",
		Of: func(r *Run) Curve {
			return r.Seen(slumpFront).Map(same, func(x float64) float64 { return x / slumpHeight })
		},
		Reference: func() Curve {
			length, _ := slumpExact()
			return lineOf(0, slumpEnd, length, 0)
		},
		Is: "at rest",
	}},
}
