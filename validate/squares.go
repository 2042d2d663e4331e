package validate

import (
	"math"
	"slices"

	"gpusph/sph"
)

// squareTo is until when the drag of the square is compared [s]: later it is near the far wall.
// From squareFrom on its speed is that at last.
const squareFrom, squareTo = 1.5, 6

// squareRung is where the first of two windows ends [s]. Sound takes as long to and fro.
const squareRung = squareFrom + 2

// movingSquare is compared with a solution by finite differences.
var movingSquare = &Case{
	Name: "MovingSquare",
	What: "a square accelerates to 1 m/s in a closed box, Re 100: its drag, as computed by finite differences",
	How: "C_d is 2 F/(ρ U² L). Sound goes to and fro in the box, which the reference has not: its first mode has a period of 2 s. " +
		"So means over times are compared: while the square accelerates, over the first 2 s at its " +
		"last speed, which is a period of that mode, and over the rest. The RMS is of means over 0.5 s.",
	Source:  "SPHERIC test 6 (A. Colagrossi), drag by finite differences, Re 100; validate/references/README.md.",
	Problem: "MovingSquare",
	Filter:  "mean over 0.5 s from 1.5 s on",
	Levels: [levels]Plan{
		Short:   {2.05, []float64{0.1}},
		Nightly: {6.3, []float64{0.1, 0.05}},
		GPU:     {6.3, []float64{0.05, 0.025, 0.02}},
	},
	Samples: 0.01,
	Norms: []Norm{
		{
			Name: "mean drag from 1.5 to 6 s off", Unit: "%", End: squareTo, Of: func(r *Run) float64 { return squareMean(r, squareFrom, squareTo) },
			Gate: Gate{Most: 0.05, DeltaP: 0.02},
		},
		{
			Name: "mean drag from 0.15 to 1 s off", Unit: "%",
			Of:   func(r *Run) float64 { return squareMean(r, 0.15, 1) },
			Gate: Gate{Most: 0.05, DeltaP: 0.05},
		},
		{
			Name: "mean drag from 1.5 to 3.5 s off", Unit: "%", End: squareRung,
			Of:   func(r *Run) float64 { return squareMean(r, squareFrom, squareRung) },
			Gate: Gate{Most: 0.05, DeltaP: 0.05},
		},
		{
			Name: "mean drag from 3.5 to 6 s off", Unit: "%", End: squareTo,
			Of:   func(r *Run) float64 { return squareMean(r, squareRung, squareTo) },
			Gate: Gate{Most: 0.05, DeltaP: 0.05},
		},
		{Name: "drag off from 1.5 to 6 s, RMS", Unit: "%", End: squareTo, Of: squareRMS},
	},
	Figures: []Figure{
		{Name: "drag", What: "drag of the square", X: "t [s]", Y: "C_d", Of: squareDrag, Reference: func() Curve { return squareReference().Between(0, squareTo) }, Is: "finite differences"},
	},
}

// squareDrag is the drag coefficient.
func squareDrag(r *Run) Curve {
	return r.Of(func(s *sph.Sample) float64 { return -2 * s.Force[0][0] / 1000 }).Between(0, squareTo)
}

func squareReference() Curve { return Reference("movingsquare_re100.csv", "t_s", "cd") }

// squareMean is by how much the mean drag is greater than that of the reference.
func squareMean(r *Run, from, to float64) float64 {
	return squareDrag(r).Mean(from, to)/squareReference().Mean(from, to) - 1
}

// squareRMS is how far means over half a second are off, as a part of the mean drag.
func squareRMS(r *Run) float64 {
	const width = 0.5
	drag, all := squareDrag(r), squareReference()
	var off []float64
	for _, t := range Times(squareFrom, squareTo-width, width) {
		off = append(off, (drag.Mean(t, t+width)-all.Mean(t, t+width))/all.Mean(squareFrom, squareTo))
	}
	return RMS(off)
}

// The time until which the square is looked at [1/ω], and until which its pressure is compared:
// sound comes 0.7 sides far in it.
const (
	squareEnd   = 4
	squareEarly = 0.1
)

var rotatingSquare = &Case{
	Name: "RotatingSquare",
	What: "a square of fluid that begins to turn like a solid, without walls: its pressure at first, its angular momentum and its centre of mass to ω t = 4",
	How: "The pressure is that of each particle, against the exact one where it is in the square that turns with it. L2 is the root of the sum of squares of differences over that of the exact pressure; " +
		"its mean is over every 0.01/ω after the first, to 0.1/ω. Angular momentum and centre of mass are off by the most at any time. The energy, kinetic and of compression, should never grow.",
	Source:  "Exact at first: Colagrossi (2005), Le Touzé et al. (2013). Later shapes are not published as numbers.",
	Problem: "RotatingSquare",
	Levels: [levels]Plan{
		Short:   {0.5, []float64{0.04, 0.02}},
		Nightly: {squareEnd, []float64{0.04, 0.02, 0.01}},
		GPU:     {squareEnd, []float64{0.02, 0.01, 0.005}},
	},
	Samples:   0.05,
	Snapshots: 0.01,
	Look:      lookAtSquare,
	Norms: []Norm{
		{
			Name: "pressure at first off, L2", Unit: "%", Exact: true,
			Of:   func(r *Run) float64 { return mean(r.Seen(squareL2).Between(0.005, squareEarly+0.005).Y) },
			Gate: Gate{Most: 0.05, DeltaP: 0.01},
		},
		{Name: "angular momentum off, most", Unit: "%", Of: func(r *Run) float64 { return Greatest(squareTurning(r).Y) }, Gate: Gate{Most: 0.01}},
		{Name: "centre of mass off, most, in L", Of: func(r *Run) float64 { return Greatest(r.Seen(squareCentre).Y) }},
		{Name: "energy gained, most", Unit: "%", Of: func(r *Run) float64 {
			energy := r.Of(totalEnergy)
			return slices.Max(energy.Y)/energy.Y[0] - 1
		}},
	},
	Figures: []Figure{
		{
			Name: "pressure", What: "L2 of the pressure", X: "t ω", Y: "L2 [%]",
			Of: func(r *Run) Curve { return r.Seen(squareL2).Between(0, 2*squareEarly).Map(same, percent) },
		},
		{
			Name: "momentum", What: "angular momentum over that at first", X: "t ω", Y: "J / J_0 - 1 [%]",
			Of: func(r *Run) Curve { return squareTurning(r).Map(same, percent) },
		},
	},
}

// What is kept of a snapshot: the norm of the pressure, the angular momentum over the mass [m²/s],
// and how far the centre of mass is off [m].
const (
	squareL2 = iota
	squareMomentum
	squareCentre
)

func lookAtSquare(s *sph.Snapshot) []float64 {
	var off, all, momentum, x, z, n float64
	sin, cos := math.Sincos(s.Time)
	rho := s.Case.Params.Rho0
	early := s.Time < 2.5*squareEarly
	fluid(s, func(i int) {
		px, pz := float64(s.Position[i][0]), float64(s.Position[i][2])
		momentum += pz*float64(s.Velocity[i][0]) - px*float64(s.Velocity[i][2])
		x, z, n = x+px, z+pz, n+1
		if early {
			exact := squareAt(px*cos-pz*sin+0.5, px*sin+pz*cos+0.5)
			d := float64(s.Pressure[i])/rho - exact
			off, all = off+d*d, all+exact*exact
		}
	})
	return []float64{math.Sqrt(off / all), momentum / n, math.Hypot(x/n, z/n)}
}

// squareTurning is by which part the angular momentum has changed.
func squareTurning(r *Run) Curve {
	momentum := r.Seen(squareMomentum)
	return momentum.Map(same, func(j float64) float64 { return j/momentum.Y[0] - 1 })
}

// squareAt is the exact pressure at first over ρ ω² L², at x/L and z/L from a corner: a double
// series, where the problem begins with a single one.
func squareAt(x, z float64) (p float64) {
	const terms = 20
	var sinX, sinZ [terms]float64
	for k := range terms {
		m := float64(2*k+1) * math.Pi
		sinX[k], sinZ[k] = math.Sin(m*x), math.Sin(m*z)
	}
	for k := range terms {
		for l := range terms {
			m, n := float64(2*k+1), float64(2*l+1)
			p -= 32 / (m * n * (m*m + n*n)) * sinX[k] * sinZ[l]
		}
	}
	return p / math.Pow(math.Pi, 4)
}
