package validate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

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
			return Curve{X: []float64{0, slumpEnd}}.from(func(float64) float64 { return length })
		},
		Is: "at rest",
	}},
}
