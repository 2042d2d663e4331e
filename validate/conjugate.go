package validate

import (
	"fmt"
	"math"

	"gpusph/features/heat"
	"gpusph/sph"
)

// Heat in solids, and through free surfaces.

var conjugateBlock = &Case{
	Name: "ConjugateBlock",
	What: "a block with k = 3 W/(m K) at 1 touches fluid at rest with k = 1 W/(m K) at 0: " +
		"temperatures after 0.05 s",
	How: "Differences are of all particles of block and fluid from the exact solution, over the " +
		"difference at first. The balance is what both store more than at first, over what the " +
		"fluid has taken.",
	Source: "Carslaw & Jaeger (1959), section 2.15.",
	Text: heatText("ConjugateBlock", "heat goes from a block into fluid at rest", 0.04, 0.05,
		[2]float64{0, 0}, [2]float64{4, 1.2}, `periodic = ["z"]

[physics]
gravity = [0, 0]
speed = 1
rho0 = 1
boundary = "mdbc"

[heat]
conductivity = 1
heat-capacity = 1
temperature = 0

[[wall]]
name = "block"
box = { min = [0, 0], max = [2, 1.2] }

[[heat-wall]]
name = "block"
of = ["block"]
conductivity = 3
heat-capacity = 2
density = 0.5
temperature = 1

[[fluid]]
name = "fluid"
box = { min = [2, 0], max = [4, 1.2] }
`),
	Levels: [levels]Plan{
		Short: {0.05, []float64{0.04}}, Nightly: {0.05, []float64{0.04, 0.02}},
		GPU: {0.05, []float64{0.02, 0.01}},
	},
	Samples: 0.05, Snapshots: 0.05,
	Look: func(s *sph.Snapshot) []float64 {
		return []float64{offTemperatures(s, inBlockAndFluid,
			func(x, _ float64) float64 { return blockAt(x-2, s.Time) })}
	},
	Norms: []Norm{
		{Name: "temperatures off, RMS", Unit: "%", Exact: true,
			Gate: Gate{Most: 0.01, Finer: Limit{Most: 0.005, DeltaP: 0.02}}, Of: lastLook},
		{Name: "heat balance", Unit: "%", Gate: Gate{Most: 1e-5}, Of: balanceOfSolids},
	},
	Figures: []Figure{{
		Name: "off", What: "temperatures off, RMS", X: "t [s]", Y: "over the difference at first",
		Of: func(r *Run) Curve { return r.Seen(0) },
	}},
}

// blockAt is the temperature at x from the face of the block [m], which is at x < 0.
func blockAt(x, time float64) float64 {
	return contactAt(-x, time)
}

// inBlockAndFluid reports whether a particle of a snapshot conducts.
func inBlockAndFluid(s *sph.Snapshot, i int) bool {
	return s.Type[i] == sph.Fluid || s.Position[i][0] > 0 && s.Position[i][0] < 2
}

// balanceOfSolids is what fluid and solids store more than was given, over what the fluid took.
func balanceOfSolids(r *Run) float64 {
	if len(r.Samples) < 2 || r.Flow == nil {
		return math.NaN()
	}
	first, last := &r.Samples[0], &r.Samples[len(r.Samples)-1]
	b := heat.BalanceOf(r.Flow, first, last)
	return b.Off() / math.Abs(heat.Stored(r.Flow, last)-heat.Stored(r.Flow, first))
}

// A layer of lava, 0.1 m deep: [K], [W/(m K)], [J/(m³ K)], and its surface.
const (
	layerDepth, layerWidth        = 0.1, 0.08
	layerAtFirst                  = 1400.
	layerK, layerCapacity         = 2., 2600. * 1200
	layerEmissivity, layerAir     = 0.9, 300.
	layerConvection, layerSeconds = 20., 100.
)

var surfaceCooling = &Case{
	Name: "SurfaceCooling",
	What: fmt.Sprintf("a layer of lava at rest, %g m deep and at %g K, loses heat through its free "+
		"surface by radiation and convection: heat lost, temperatures", layerDepth, layerAtFirst),
	How: "The heat lost in 100 s is compared with that of the solution of the equation of heat with " +
		"800 cells. Differences of temperatures are of all particles, over the difference from the air.",
	Source: "Equation of heat with q = ε σ (T⁴ - T_a⁴) + h (T - T_a) at the surface, by finite" +
		" volumes.",
	Text: heatText("SurfaceCooling", "a layer of lava cools at its free surface", 0.005, layerSeconds,
		[2]float64{0, 0}, [2]float64{layerWidth, 0.15}, fmt.Sprintf(`periodic = ["x"]
open = ["zmax"]

[physics]
gravity = [0, 0]
speed = 0.001
rho0 = 2600
boundary = "mdbc"

[heat]
conductivity = %g
heat-capacity = 1200
temperature = %g
surface = { emissivity = %g, convection = %g, air = %g }

[[fluid]]
name = "lava"
box = { min = [0, 0], max = [%g, %g] }
`, layerK, layerAtFirst, layerEmissivity, layerConvection, layerAir, layerWidth, layerDepth)),
	Levels: [levels]Plan{
		Short:   {layerSeconds, []float64{0.005, 0.0025}},
		Nightly: {layerSeconds, []float64{0.005, 0.0025, 0.00125}},
		GPU:     {layerSeconds, []float64{0.005, 0.0025, 0.00125}},
	},
	Samples: 5, Snapshots: layerSeconds,
	Look: func(s *sph.Snapshot) []float64 {
		exact, _ := layerAt(s.Time)
		return []float64{offTemperatures(s, isFluid, func(_, z float64) float64 {
			return exact[min(len(exact)-1, max(0, int(z/layerDepth*float64(len(exact)))))]
		}) / (layerAtFirst - layerAir)}
	},
	Norms: []Norm{
		{Name: "heat lost off", Unit: "%",
			Gate: Gate{Most: 0.05, Finer: Limit{Most: 0.02, DeltaP: 0.00125}}, Of: lostOff},
		{Name: "temperatures off, RMS", Unit: "%", Of: lastLook},
		{Name: "heat balance", Unit: "%", Gate: Gate{Most: 1e-5}, Of: balanceOfSolids},
	},
	Figures: []Figure{{
		Name: "lost", What: "heat lost to the air", X: "t [s]", Y: "[MJ/m²]",
		Of: func(r *Run) Curve { return r.Of(lostToAir) },
		Reference: func() (c Curve) {
			for _, t := range Times(0, layerSeconds, 5) {
				_, lost := layerAt(t)
				c.X, c.Y = append(c.X, t), append(c.Y, lost/1e6)
			}
			return c
		},
		Is: "finite volumes",
	}},
}

func isFluid(s *sph.Snapshot, i int) bool { return s.Type[i] == sph.Fluid }

// lostToAir is what a square metre of the layer has lost [MJ/m²]. The air is last of the flows of
// heat, and it is of a layer of some width.
func lostToAir(s *sph.Sample) float64 {
	if len(s.Sums) == 0 {
		return math.NaN()
	}
	return -s.Sums[len(s.Sums)-1] / layerWidth / 1e6
}

func lostOff(r *Run) float64 {
	if len(r.Samples) == 0 {
		return math.NaN()
	}
	last := &r.Samples[len(r.Samples)-1]
	_, lost := layerAt(last.Time)
	return lostToAir(last)*1e6/lost - 1
}

// layerAt are the temperatures of cells of the layer from the bottom up [K], which lets no heat
// through, and what it has lost [J/m²]: explicit steps, with the temperature of the surface by
// bisection.
func layerAt(time float64) (cells []float64, lost float64) {
	const n, dz = 800, layerDepth / 800
	cells = make([]float64, n)
	for i := range cells {
		cells[i] = layerAtFirst
	}
	steps := int(math.Ceil(time * layerK / layerCapacity / (0.4 * dz * dz)))
	flow := make([]float64, n+1) // upwards through the lower face of each, and through the surface
	for range steps {
		dt := time / float64(steps)
		for i := 1; i < n; i++ {
			flow[i] = layerK * (cells[i-1] - cells[i]) / dz
		}
		low, high := layerAir, cells[n-1]
		for range 40 {
			middle := (low + high) / 2
			q := layerEmissivity*heat.StefanBoltzmann*(math.Pow(middle, 4)-math.Pow(layerAir, 4)) +
				layerConvection*(middle-layerAir)
			if q > layerK*(cells[n-1]-middle)/(dz/2) {
				high = middle
			} else {
				low = middle
			}
			flow[n] = q
		}
		for i := range cells {
			cells[i] += dt / (layerCapacity * dz) * (flow[i] - flow[i+1])
		}
		lost += dt * flow[n]
	}
	return cells, lost
}

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
[wall.prism]
outline = [[-2, -2], [28, -2], [28, 1], [16, 2], [8, 4.5], [-2, 9.5]]
along = "y"
from = -2
to = 14

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
			return lavaShare(r, func(b *heat.Balance, _ float64) float64 { return -b.Air })
		}},
		{Name: "share of the ground", Unit: "%", Of: func(r *Run) float64 {
			return lavaShare(r, func(_ *heat.Balance, ground float64) float64 { return ground })
		}},
	},
	Figures: []Figure{{
		Name: "heat", What: "heat of the lava, over that at first", X: "t [s]", Y: "",
		Of: func(r *Run) Curve {
			first := math.NaN()
			return r.Of(func(s *sph.Sample) float64 {
				if math.IsNaN(first) {
					first = heat.Stored(r.Flow, s)
				}
				return heat.Stored(r.Flow, s) / first
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
func lavaShare(r *Run, part func(b *heat.Balance, ground float64) float64) float64 {
	if len(r.Samples) < 2 || r.Flow == nil {
		return math.NaN()
	}
	first, last := &r.Samples[0], &r.Samples[len(r.Samples)-1]
	b := heat.BalanceOf(r.Flow, first, last)
	ground := heat.StoredInSolids(r.Flow, last) - heat.StoredInSolids(r.Flow, first)
	return part(&b, ground) / (heat.Stored(r.Flow, first) - heat.Stored(r.Flow, last))
}
