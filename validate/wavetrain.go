package validate

import (
	"math"
	"math/cmplx"

	"gpusph/sph"
)

// The wave of the problems WaveTrain and WaveTrain3D: height, length and depth [m], and its period
// by Stokes' third order (Fenton 1985) [s].
const (
	trainHeight = 0.1
	trainLength = 2.88
	trainDepth  = 0.5
	trainNumber = 2 * math.Pi / trainLength
)

var trainPeriod = stokesPeriod(trainNumber, trainHeight, trainDepth)

// stokesPeriod is the period of a wave of a number k [1/m] and a height [m] by Stokes' third order,
//
//	c = √(g/k tanh kd) (1 + (kH/2)² (2 + 7 S²)/(4 (1 - S)²)),  S = sech 2kd   (Fenton 1985).
func stokesPeriod(k, height, depth float64) float64 {
	s, e := 1/math.Cosh(2*k*depth), k*height/2
	c := math.Sqrt(gravity/k*math.Tanh(k*depth)) * (1 + e*e*(2+7*s*s)/(4*(1-s)*(1-s)))
	return 2 * math.Pi / (k * c)
}

const trainHow = "The first harmonic of the surface is that of the mass along the wave. Its amplitude is that of the wave that " +
	"travels: the mean of the harmonic over a period, in the frame of its phase, of the eleventh period against the first. " +
	"The period is that of its phase. The energy is the greatest sum of kinetic, potential and internal energy less that " +
	"at first, over ρ g H² L/8 a metre of width."

var (
	waveTrain = trainCase("WaveTrain", "a periodic wave that travels ten wavelengths, in two dimensions: nothing takes its energy", 1,
		Gate{Most: 0.1, DeltaP: trainHeight / 5, Finer: Limit{0.07, trainHeight / 10}}, [levels]Plan{
			Nightly: {11 * trainPeriod, []float64{trainHeight / 5, trainHeight / 10}},
			GPU:     {11 * trainPeriod, []float64{trainHeight / 2.5, trainHeight / 5, trainHeight / 10, trainHeight / 20}},
		})
	waveTrain3D = trainCase("WaveTrain3D", "the same in space: a slice that is periodic across the wave", 0.3,
		Gate{Most: 0.15, DeltaP: trainHeight / 5}, [levels]Plan{
			GPU: {11 * trainPeriod, []float64{trainHeight / 5}},
		})
)

// trainCase is the problem of that name, of a width [m]. lost is the gate of the amplitude.
func trainCase(name, what string, width float64, lost Gate, plans [levels]Plan) *Case {
	return &Case{
		Name: name, What: what, How: trainHow,
		Source:    "Exact: waves of permanent form. Fenton, J. Waterway, Port, Coastal, Ocean Eng. 111 (1985) 216-234, to the third order.",
		Problem:   name,
		Levels:    plans,
		Samples:   trainPeriod / 40,
		Snapshots: trainPeriod / 40,
		Look:      lookAtTrain,
		Norms: []Norm{
			{Name: "first harmonic lost", Unit: "%", Of: trainLost, Gate: lost},
			{
				Name: "period longer by", Unit: "%",
				Of:   func(r *Run) float64 { return 2*math.Pi/harmonicFrequency(r)/trainPeriod - 1 },
				Gate: Gate{Most: 0.01, DeltaP: trainHeight / 5},
			},
			{
				Name: "energy above the first, most", Unit: "%",
				Of:   func(r *Run) float64 { return mostOf(trainEnergy(r, width)) },
				Gate: Gate{Most: 0.01, DeltaP: trainHeight / 5},
			},
			{Name: "energy lost", Unit: "%", Of: func(r *Run) float64 { return -last(trainEnergy(r, width)) }},
		},
		Figures: []Figure{
			{
				Name: "amplitude", What: "amplitude of the first harmonic", X: "t / T", Y: "a / a(0)",
				Of: func(r *Run) Curve {
					c := r.Seen(0).Map(inTrainPeriods, same)
					for k, z := range harmonics(r) {
						c.Y[k] = cmplx.Abs(z) / cmplx.Abs(harmonics(r)[0])
					}
					return c
				},
			},
			{
				Name: "energy", What: "energy of the wave that is gained", X: "t / T", Y: "(E - E(0)) / (ρ g H² L/8)",
				Of: func(r *Run) Curve { return trainEnergy(r, width).Map(inTrainPeriods, same) },
			},
		},
	}
}

func inTrainPeriods(t float64) float64 { return t / trainPeriod }

// lookAtTrain keeps the first harmonic of the mass along the wave, over the mean.
func lookAtTrain(s *sph.Snapshot) []float64 {
	var sum complex128
	n := 0
	fluid(s, func(i int) {
		sum, n = sum+cmplx.Rect(1, trainNumber*float64(s.Position[i][0])), n+1
	})
	return []float64{real(sum) / float64(n), imag(sum) / float64(n)}
}

// harmonics are those of the looks of a run.
func harmonics(r *Run) (all []complex128) {
	for _, l := range r.Looks {
		all = append(all, complex(l.Values[0], l.Values[1]))
	}
	return all
}

// harmonicFrequency is the slope of the phase over time [1/s].
func harmonicFrequency(r *Run) float64 {
	z := harmonics(r)
	var phase Curve
	at := 0.0
	for k, l := range r.Looks {
		if k > 0 {
			at += cmplx.Phase(z[k] / z[k-1])
		}
		phase.X, phase.Y = append(phase.X, l.Time), append(phase.Y, at)
	}
	return slopeOf(phase)
}

// slopeOf is that of the line through a curve.
func slopeOf(c Curve) float64 {
	var xy, xx float64
	for i := range c.X {
		xy += (c.X[i] - mean(c.X)) * (c.Y[i] - mean(c.Y))
		xx += (c.X[i] - mean(c.X)) * (c.X[i] - mean(c.X))
	}
	return xy / xx
}

// trainLost is what part of the amplitude of the first period the eleventh lacks.
func trainLost(r *Run) float64 {
	z, omega := harmonics(r), harmonicFrequency(r)
	amplitude := func(from, to float64) float64 {
		var sum complex128
		n := 0
		for k, l := range r.Looks {
			if l.Time >= from && l.Time <= to {
				sum, n = sum+z[k]*cmplx.Rect(1, -omega*l.Time), n+1
			}
		}
		return cmplx.Abs(sum) / float64(n)
	}
	period := 2 * math.Pi / omega
	return 1 - amplitude(10*period, 11*period)/amplitude(0, period)
}

// trainEnergy is the energy less that at first, over that of the wave, of a width [m].
func trainEnergy(r *Run, width float64) Curve {
	p := &r.Flow.Params
	return gained(r, p.Rho0*gravity*trainHeight*trainHeight/8*trainLength*width)
}

// gained is the sum of the energies less that at first, over a unit [J].
func gained(r *Run, unit float64) Curve {
	all := r.Of(func(s *sph.Sample) float64 {
		return s.Energy[sph.Kinetic] + s.Energy[sph.Potential] + s.Energy[sph.Internal]
	})
	first := all.Y[0]
	return all.Map(same, func(e float64) float64 { return (e - first) / unit })
}

// mostOf is the greatest value, which may be NaN.
func mostOf(c Curve) float64 {
	most := math.Inf(-1)
	for _, y := range c.Y {
		most = max(most, y)
	}
	return most
}

// last is the last value.
func last(c Curve) float64 { return c.Y[len(c.Y)-1] }
