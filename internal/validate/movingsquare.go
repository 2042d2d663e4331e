package validate

import "gpusph/sph"

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
	Source:  "SPHERIC test 6 (A. Colagrossi), drag by finite differences, Re 100; internal/validate/references/README.md.",
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

func squareReference() Curve { return reference("movingsquare_re100.csv", "t_s", "cd") }

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
