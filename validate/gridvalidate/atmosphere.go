package gridvalidate

import (
	"math"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/validate"
)

var densityCurrent = &Case{
	Name: "DensityCurrent",
	What: "cold air falls and spreads over the ground, with a viscosity of 75 m²/s: its front and " +
		"its least potential temperature after 900 s, and how far its halves are mirror images",
	How: "The front is the greatest x with θ' = -1 K in the lowest row, between cells on a straight " +
		"line. With cells of 50 m finite differences of fifth order have it at 15.395 km, and the " +
		"least θ' is -9.71 K. The disturbance at first is of -15 K in temperature, not in θ.",
	Source: "Straka et al., Int. J. Numer. Meth. Fluids 17 (1993) 1-22; front and least θ' by " +
		"finite differences.",
	Problem: "DensityCurrent",
	Levels: map[validate.Level]Plan{
		validate.Short:   {0, cells(128)},
		validate.Nightly: {0, cells(256, 512)},
		validate.GPU:     {0, cells(512, 1024, 2048)},
	},
	Every: 100,
	Watch: func(_ *Run, s *gridmeasure.Sampler) float64 { return frontOf(s) },
	Norms: []Norm{
		{Name: "front off 15.4 km", Unit: "%", Of: frontOff, Gate: from(1024,
			validate.Gate{Most: 0.02})},
		{Name: "least θ' off -9.7 K", Unit: "%", Of: coldestOff, Gate: from(1024,
			validate.Gate{Most: 0.05})},
		{Name: "asymmetry, greatest over the velocity", Of: asymmetry,
			Gate: validate.Gate{Most: 1e-15}}, // it is 0 to the bit
	},
	Figures: []Figure{{Name: "front", What: "front", X: "t [s]", Y: "x [m]",
		Of: (*Run).Watch, References: func() []validate.Named {
			return []validate.Named{{Name: "finite differences, 50 m",
				Curve: validate.Reference("density_current_front.csv", "t_s", "front_minus1K_m")}}
		}}},
}

// strakaFront [m] and strakaTheta [K] are what the density current is compared with.
const strakaFront, strakaTheta = 15400, -9.7

// thetaOf are the θ' of cells [K], along x first.
func thetaOf(s *gridmeasure.Sampler) []float64 {
	return s.Field("PotentialTemperature").Values
}

// frontOf is the greatest x with θ' = -1 K in the lowest row, between centres on a straight line
// [m].
func frontOf(s *gridmeasure.Sampler) float64 {
	_, high := s.Ends()
	y, z := s.Origin[1]+s.Spacing[1]/2, s.Origin[2]+s.Spacing[2]/2
	all, err := s.Crossings("potential-temperature", -1, [3]float64{0, y, z},
		[3]float64{high[0], y, z})
	if err != nil || len(all) == 0 {
		return math.NaN()
	}
	return all[len(all)-1]
}

func frontOff(r *Run) float64 { return frontOf(r.Last)/strakaFront - 1 }

func coldestOff(r *Run) float64 {
	least := 0.0
	for _, v := range thetaOf(r.Last) {
		least = min(least, v)
	}
	return least/strakaTheta - 1
}

// asymmetry is the greatest difference of velocities and their images in the plane x = 0, over the
// greatest velocity.
func asymmetry(r *Run) float64 {
	u, n := r.Last.Field(gridmeasure.Velocity).Values, r.Last.Cells
	most, off := 0.0, 0.0
	for k := range n[2] {
		for i := range n[0] {
			a, b := 3*(k*n[0]+i), 3*(k*n[0]+n[0]-1-i)
			most = max(most, math.Abs(u[a]), math.Abs(u[a+2]))
			off = max(off, math.Abs(u[a]+u[b]), math.Abs(u[a+2]-u[b+2]))
		}
	}
	return off / most
}

var risingThermal = &Case{
	Name: "RisingThermal",
	What: "a bubble of 2 K rises for 1000 s without viscosity: its greatest velocity and potential " +
		"temperature beside those of finite differences, mass, and how far its halves are images of " +
		"each other",
	How: "The bubble is that of Bryan and Fritsch, cos². Without viscosity it does not converge, so " +
		"it is compared with finite differences of the same cells, 100 m, and there is no gate.",
	Source:  "Bryan & Fritsch, Mon. Wea. Rev. 130 (2002) 2917-2928; finite differences; conservation.",
	Problem: "RisingThermal",
	Options: []string{"--shape=cosine"},
	Why:     "It is the bubble that others computed.",
	Levels: map[validate.Level]Plan{
		validate.Short:   {200, cells(100)},
		validate.Nightly: {0, cells(100, 200)},
		validate.GPU:     {0, cells(200, 400)},
	},
	Norms: []Norm{
		{Name: "greatest w off 14.48 m/s", Unit: "%", Cells: 200, Of: func(r *Run) float64 {
			_, w := extremes(r.Last.Field(gridmeasure.Velocity).Values, 3, 2)
			return w/14.479 - 1
		}},
		{Name: "greatest θ' off 2.05 K", Unit: "%", Cells: 200, Of: func(r *Run) float64 {
			_, warm := extremes(thetaOf(r.Last), 1, 0)
			return warm/2.0510 - 1
		}},
		{Name: "mass gained, over that of the bubble", Of: massGained,
			Gate: validate.Gate{Most: 1e-9}},
		{Name: "asymmetry, greatest over the velocity", Of: asymmetry,
			Gate: validate.Gate{Most: 1e-15}}, // it is 0 to the bit
	},
	Every:   100,
	Figures: []Figure{airEnergy},
}

// airEnergy shows how much moves.
var airEnergy = Figure{Name: "energy", What: "kinetic energy, the mean", X: "t [s]", Y: "E [J/m³]",
	Of: func(r *Run) validate.Curve {
		return r.Of(func(s *grid.Sums) float64 { return s.Of[grid.AirKinetic] })
	}}

// extremes are the least and the greatest of values with a stride, from the first on.
func extremes(values []float64, stride, first int) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for i := first; i < len(values); i += stride {
		least, most = min(least, values[i]), max(most, values[i])
	}
	return least, most
}

func massGained(r *Run) float64 {
	first, last := ends(r)
	return last.Of[grid.AirDensity]/first.Of[grid.AirDensity] - 1
}

var airAtRest = &Case{
	Name:    "AirAtRest",
	What:    "a dry atmosphere in which nothing moves, over 1000 s: the greatest velocity",
	How:     "The scheme's fluxes are those of differences from the base, and these are zero.",
	Source:  "hydrostatic balance",
	Problem: "AirAtRest",
	Levels: map[validate.Level]Plan{
		validate.Short:   {200, cells(32)},
		validate.Nightly: {0, cells(64)},
		validate.GPU:     {0, cells(64, 128)},
	},
	Norms: []Norm{{Name: "greatest velocity [m/s]", Gate: validate.Gate{Most: 1e-9},
		Of: func(r *Run) float64 {
			least, most := extremes(r.Last.Field(gridmeasure.Velocity).Values, 1, 0)
			return max(-least, most)
		}}},
	Every:   100,
	Figures: []Figure{airEnergy},
}
