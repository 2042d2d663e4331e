package validate

import (
	"math"

	"gpusph/sph"
)

// The time until which the vortices are compared, in L/U = 1 s, and what their velocity falls as,
// e^bt.
const (
	vortexEnd   = 2
	vortexDecay = -8 * math.Pi * math.Pi / 100 // [1/s]
)

// taylorGreen is compared with the exact solution, particle by particle.
var taylorGreen = &Case{
	Name: "TaylorGreen",
	What: "four vortices in a periodic square, Re 100, to 2 L/U: each particle's velocity against the exact one where it is, and the decay of the energy",
	How: "L1 is the mean of the size of a difference over the mean size of the exact velocity, of all particles; the greatest over time, every 0.1 L/U from 0.1 on. " +
		"That of speeds compares sizes only. The decay is by how much ln E_kin falls, as a part of what it should fall by.",
	Source:  "Exact: Taylor & Green, Proc. R. Soc. A 158 (1937) 499-521.",
	Problem: "TaylorGreen",
	Levels: [levels]Plan{
		Short:   {vortexEnd, []float64{0.04, 0.02}},
		Nightly: {vortexEnd, []float64{0.04, 0.02, 0.01}},
		GPU:     {vortexEnd, []float64{0.02, 0.01, 0.005}},
	},
	Samples:   0.05,
	Snapshots: 0.1,
	Look:      lookAtVortices,
	Norms: []Norm{
		{
			Name: "decay off", Unit: "%", Exact: true,
			Of:   func(r *Run) float64 { return decayOff(r, vortexDecay, vortexEnd) },
			Gate: Gate{Most: 0.02, DeltaP: 0.01},
		},
		{
			Name: "L1 of speeds, most", Unit: "%", Exact: true,
			Of:   func(r *Run) float64 { return Greatest(r.Seen(vortexSpeeds).Between(0.09, math.Inf(1)).Y) },
			Gate: Gate{Most: 0.03, Order: 1, Falls: true, DeltaP: 0.01},
		},
		{
			Name: "L1 of velocities, most", Unit: "%", Exact: true,
			Of: func(r *Run) float64 { return Greatest(r.Seen(vortexVelocities).Between(0.09, math.Inf(1)).Y) },
		},
	},
	Figures: []Figure{
		{
			Name: "energy", What: "kinetic energy over that at first", X: "t U / L", Y: "ln (E_kin / E_0)",
			Of: logEnergy, Reference: func() Curve { return straight(2*vortexDecay, vortexEnd) }, Is: "exact", Band: "±2 %",
		},
		{
			Name: "velocity", What: "L1 of velocities", X: "t U / L", Y: "L1 [%]",
			Of: func(r *Run) Curve { return r.Seen(vortexVelocities).Map(same, percent) },
		},
	},
}

// What is kept of a snapshot.
const (
	vortexSpeeds = iota
	vortexVelocities
)

func lookAtVortices(s *sph.Snapshot) []float64 {
	const k = 2 * math.Pi
	size := math.Exp(vortexDecay * s.Time)
	var speeds, velocities, all float64
	fluid(s, func(i int) {
		x, z := k*float64(s.Position[i][0]), k*float64(s.Position[i][2])
		u, w := float64(s.Velocity[i][0]), float64(s.Velocity[i][2])
		exactU, exactW := -size*math.Cos(x)*math.Sin(z), size*math.Sin(x)*math.Cos(z)
		exact := math.Hypot(exactU, exactW)
		speeds += math.Abs(math.Hypot(u, w) - exact)
		velocities += math.Hypot(u-exactU, w-exactW)
		all += exact
	})
	return []float64{speeds / all, velocities / all}
}

// logEnergy is the logarithm of the kinetic energy, as a part of that at first.
func logEnergy(r *Run) Curve {
	energy := r.Of(func(s *sph.Sample) float64 { return s.Energy[sph.Kinetic] })
	return energy.Map(same, func(e float64) float64 { return math.Log(e / energy.Y[0]) })
}

// decayOff is by how much more the logarithm of the energy falls until the end, as a part of what
// it should, where velocities fall as e^bt.
func decayOff(r *Run, b, end float64) float64 { return logEnergy(r).At(end)/(2*b*end) - 1 }

// straight is a line through 0 with a slope, up to an end, with a band of 2 %.
func straight(slope, end float64) (c Curve) {
	for _, t := range Times(0, end, end/100) {
		c.X, c.Y = append(c.X, t), append(c.Y, slope*t)
		c.Least, c.Most = append(c.Least, 1.02*slope*t), append(c.Most, 0.98*slope*t)
	}
	return c
}

func percent(x float64) float64 { return 100 * x }
