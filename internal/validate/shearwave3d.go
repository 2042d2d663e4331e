package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

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
		What: "a wave of shear in a cube that is periodic along all axes, Re 100, to L/U: its amplitude against the exact one",
		How: "The amplitude is 2/n Σ v_x sin(k (z - D t)) of the particles' velocities. The decay is by how much its logarithm falls, as a part of what it should fall by. " +
			"L2 is the root of the sum of squares of differences from the exact velocity over that of the exact one, without drift, of all particles: the greatest of every 0.1 L/U.",
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
				Name: "amplitude", What: "amplitude over that at first", X: "t U / L", Y: "ln (A / A_0)",
				Of: shearFall, Reference: func() Curve { return straight(shearDecay, shearEnd) }, Is: "exact", Band: "±2 %",
			},
		},
	}
	if drift != 0 {
		c.Options = []string{fmt.Sprintf("--drift=%g", drift)}
		c.Why = "All drifts through all faces, along each axis as fast as the wave. That is the same flow seen from elsewhere, so gates, and values but for rounding, are those without."
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
