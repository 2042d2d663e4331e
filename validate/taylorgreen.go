package validate

import (
	"fmt"
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
	What: "four vortices in a periodic square, Re 100, to 2 L/U: each particle's velocity " +
		"against the exact one where it is, and the decay of the energy",
	How: "L1 is the mean of the size of a difference over the mean size of the exact velocity, " +
		"of all particles; the greatest over time, every 0.1 L/U from 0.1 on. " +
		"That of speeds compares sizes only. The decay is by how much ln E_kin falls, as a part " +
		"of what it should fall by.",
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
			Of: func(r *Run) float64 {
				return Greatest(r.Seen(vortexSpeeds).Between(0.09,
					math.Inf(1)).Y)
			},
			Gate: Gate{Most: 0.03, Order: 1, Falls: true, DeltaP: 0.01},
		},
		{
			Name: "L1 of velocities, most", Unit: "%", Exact: true,
			Of: func(r *Run) float64 {
				return Greatest(r.Seen(vortexVelocities).Between(0.09,
					math.Inf(1)).Y)
			},
		},
	},
	Figures: []Figure{
		{
			Name: "energy", What: "kinetic energy over that at first", X: "t U / L", Y: "ln " +
				"(E_kin / E_0)",
			Of: logEnergy, Reference: func() Curve {
				return straight(2*vortexDecay,
					vortexEnd)
			}, Is: "exact", Band: "±2 %",
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

// The time until which waves are compared [s], what they fall as, e^bt, and the drift of those that
// drift [m/s].
const (
	shearEnd   = 1
	shearWaves = 2 * math.Pi
	shearDecay = -shearWaves * shearWaves / 100 // [1/s]
	shearDrift = 1
)

// No paper has the gates: they are TaylorGreen's.
var (
	shearWave3D      = shearCase("", 0)
	shearWave3DDrift = shearCase("Drift", shearDrift)
)

// shearCase is a wave of velocity across itself, seen at rest or as it drifts.
func shearCase(suffix string, drift float64) *Case {
	c := &Case{
		Name: "ShearWave3D" + suffix,
		What: "a wave of shear in a cube that is periodic along all axes, Re 100, to L/U: its " +
			"amplitude against the exact one",
		How: "The amplitude is 2/n Σ v_x sin(k (z - D t)) of the particles' velocities. The " +
			"decay is by how much its logarithm falls, as a part of what it should fall by. " +
			"L2 is the root of the sum of squares of differences from the exact velocity over " +
			"that of the exact one, without drift, of all particles: the greatest of every " +
			"0.1 L/U.",
		Source:  "Exact.",
		Problem: "ShearWave3D",
		Levels: [levels]Plan{
			Short:   {shearEnd, []float64{0.1, 0.0625}},
			Nightly: {shearEnd, []float64{0.1, 0.05, 0.025}},
			GPU:     {shearEnd, []float64{0.1, 0.05, 0.025}},
		},
		Snapshots: 0.1,
		Look:      func(s *sph.Snapshot) []float64 { return lookAtShear(s, drift) },
		Norms: []Norm{
			{
				Name: "decay off", Unit: "%", Exact: true,
				Of: func(r *Run) float64 {
					fall := shearFall(r)
					last := len(fall.X) - 1
					return fall.Y[last]/(shearDecay*fall.X[last]) - 1
				},
				Gate: Gate{Most: 0.02, Order: 1, Falls: true, DeltaP: 0.05},
			},
			{
				Name: "L2, most", Unit: "%", Exact: true,
				Of: func(r *Run) float64 { return Greatest(r.Seen(shearL2).Y) },
			},
		},
		Figures: []Figure{
			{
				Name: "amplitude", What: "amplitude over that at first", X: "t U / L", Y: "ln (A " +
					"/ A_0)",
				Of: shearFall, Reference: func() Curve {
					return straight(shearDecay,
						shearEnd)
				}, Is: "exact", Band: "±2 %",
			},
		},
	}
	if drift != 0 {
		c.Options = []string{fmt.Sprintf("--drift=%g", drift)}
		c.Why = "All drifts through all faces, along each axis as fast as the wave. That is the " +
			"same flow seen from elsewhere, so gates, and values but for rounding, are those " +
			"without."
	}
	return c
}

// What is kept of a snapshot.
const (
	shearL2 = iota
	shearAmplitude
)

func lookAtShear(s *sph.Snapshot, drift float64) []float64 {
	size := math.Exp(shearDecay * s.Time)
	var amplitude, off, all, n float64
	fluid(s, func(i int) {
		wave := math.Sin(shearWaves * (float64(s.Position[i][2]) - drift*s.Time))
		v := s.Velocity[i]
		x, y, z := float64(v[0])-drift, float64(v[1])-drift, float64(v[2])-drift
		amplitude += 2 * x * wave
		off += (x-size*wave)*(x-size*wave) + y*y + z*z
		all += size * wave * size * wave
		n++
	})
	return []float64{math.Sqrt(off / all), amplitude / n}
}

// shearFall is the logarithm of the amplitude, as a part of that at first.
func shearFall(r *Run) Curve {
	amplitude := r.Seen(shearAmplitude)
	return amplitude.Map(same, func(a float64) float64 { return math.Log(a / amplitude.Y[0]) })
}
