package validate

import (
	"math"

	"gpusph/sph"
)

var lavaBalance = &Case{
	Name: "LavaBalance",
	What: "lava runs down a slope that conducts, radiates and cools: balances of mass and heat",
	How: "The mass is that of all particles, and of those that have left the domain, over that at " +
		"first. The balance of heat is what lava and ground store more than at first and was not " +
		"given, over what the lava has lost. Shares are parts of what the lava has lost.",
	Source: "conservation",
	Text: `name = "LavaBalance"
about = "lava runs down a slope that conducts, and cools"
spacing = 0.5
end = 10

[domain]
min = [0, 0, 0]
max = [24, 12, 14]
open = ["xmax", "zmax"]

[physics]
depth = 8
boundary = "mdbc"

[[material]]
name = "lava"
rho0 = 2600
consistency = 4000
yield-stress = 1500
regularisation = 50
thinning = 0.01
conductivity = 2
heat-capacity = 1200

[heat]
reference = 1400
temperature = 1400
surface = { emissivity = 0.9, convection = 30, air = 290 }

[[heat-wall]]
name = "ground"
of = ["ground"]
conductivity = 1.5
heat-capacity = 1000
density = 2300
temperature = 290
depth = 1.5

[[wall]]
name = "ground"
prism = { outline = [[-2, -2], [28, -2], [28, 1], [16, 2], [8, 4.5], [-2, 9.5]], along = "y", from = -2, to = 14 }

[[fluid]]
name = "lava"
material = "lava"
box = { min = [1, 3, 4], max = [6, 9, 10] }
`,
	Levels: [levels]Plan{
		Nightly: {10, []float64{0.5}}, GPU: {30, []float64{0.5, 0.25}},
	},
	Samples: 0.5, Snapshots: 1,
	Look: func(s *sph.Snapshot) []float64 {
		n := 0.0
		for _, t := range s.Type {
			if t == sph.Fluid {
				n++
			}
		}
		return []float64{n}
	},
	Norms: []Norm{
		{Name: "mass balance", Unit: "%", Gate: Gate{Most: 0.01}, Of: massBalance},
		{Name: "heat balance", Unit: "%", Gate: Gate{Most: 0.01}, Of: balanceOfSolids},
		{Name: "share of the air", Unit: "%", Of: func(r *Run) float64 {
			return lavaShare(r, func(b *sph.HeatBalance, _ float64) float64 { return -b.Air })
		}},
		{Name: "share of the ground", Unit: "%", Of: func(r *Run) float64 {
			return lavaShare(r, func(_ *sph.HeatBalance, ground float64) float64 { return ground })
		}},
	},
	Figures: []Figure{{
		Name: "heat", What: "heat of the lava, over that at first", X: "t [s]", Y: "",
		Of: func(r *Run) Curve {
			first := math.NaN()
			return r.Of(func(s *sph.Sample) float64 {
				if math.IsNaN(first) {
					first = r.Flow.StoredHeat(s)
				}
				return r.Flow.StoredHeat(s) / first
			})
		},
	}},
}

// massBalance is how many particles there are and have left more than at first, over these.
func massBalance(r *Run) float64 {
	if len(r.Looks) < 2 {
		return math.NaN()
	}
	first, last := r.Looks[0].Values[0], r.Looks[len(r.Looks)-1].Values[0]
	return (last+float64(r.Lost))/first - 1
}

// lavaShare is a part of what the lava has lost.
func lavaShare(r *Run, part func(b *sph.HeatBalance, ground float64) float64) float64 {
	if len(r.Samples) < 2 || r.Flow == nil {
		return math.NaN()
	}
	first, last := &r.Samples[0], &r.Samples[len(r.Samples)-1]
	b := r.Flow.BalanceOfHeat(first, last)
	ground := r.Flow.HeatOfSolids(last) - r.Flow.HeatOfSolids(first)
	return part(&b, ground) / (r.Flow.StoredHeat(first) - r.Flow.StoredHeat(last))
}
