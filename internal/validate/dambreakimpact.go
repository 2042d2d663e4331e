package validate

import (
	"math"

	"gpusph/sph"
)

// impactDepth is the height of the column of water, H [m], and impactTime is √(H/g) [s].
const impactDepth = 0.3

var impactTime = math.Sqrt(impactDepth / gravity)

// The times t √(g/H) that are compared with the measured band.
const impactFrom, impactTo = 2.6, 5.99

var damBreakImpact = &Case{
	Name: "DambreakImpact",
	What: "a column of water collapses and hits a wall, in two dimensions: the pressure at Lobovsky's sensor 2, as measured",
	How: "The pressure of the run is the mean over 1 ms, of the water half a spacing before the wall, 15 mm over the floor. The band is that of 95 % of the measured runs, compared every 0.01 √(H/g) from 2.6 to 6. " +
		"The time is that since the gate began to move; there is no gate in the run. The plateau is the mean from 3.6 to 5.5 √(H/g).",
	Source:  "Lobovsky, Botia-Vera, Castellana, Mas-Soler & Souto-Iglesias, J. Fluids Struct. 48 (2014) 407-434: median, 2.5 and 97.5 % of repeated runs.",
	Problem: "DambreakColumn",
	Options: []string{"--column=0.6", "--ratio=0.5", "--far-wall=1.61"},
	Why:     "Their tank: 1.61 m long, with a column of 0.6 m by 0.3 m.",
	Levels: [levels]Plan{
		Short:   {6 * impactTime, []float64{0.02}},
		Nightly: {6 * impactTime, []float64{0.01, 0.005, 0.0025}},
		GPU:     {6 * impactTime, []float64{0.0025, 0.00125, 0.000625}},
	},
	Samples: 0.0001,
	Norms: []Norm{
		{Name: "S2 outside the band", Unit: "%", Of: outsideBand, Gate: Gate{Most: 0.3, DeltaP: 0.0025}},
		{Name: "S2 > ρ g H / 2 comes later by", Unit: "√(H/g)", Of: func(r *Run) float64 { return impactPressure(r).First(0.5) - measuredImpactPressure().First(0.5) }},
		{Name: "plateau of S2 too high by", Unit: "%", Of: func(r *Run) float64 { return plateauOf(impactPressure(r))/plateauOf(measuredImpactPressure()) - 1 }},
	},
	Figures: []Figure{
		{Name: "S2", What: "pressure at sensor 2", X: "t √(g/H)", Y: "p / (ρ g H)", Of: impactPressure, Reference: measuredImpactPressure, Is: "median", Band: "95 % of runs"},
	},
}

func plateauOf(c Curve) float64 { return c.Mean(3.6, 5.5) }

func impactPressure(r *Run) Curve {
	unit := r.Flow.Params.Rho0 * gravity * impactDepth
	c := r.Of(func(s *sph.Sample) float64 { return s.Pressure[1] }).Smooth(0.001)
	return c.Map(func(t float64) float64 { return t / impactTime }, func(p float64) float64 { return p / unit })
}

func measuredImpactPressure() Curve {
	column := func(y string) Curve { return reference("lobovsky_sensor2.csv", "t_sqrt_g_over_H", y) }
	c := column("median_over_rho_g_H")
	c.Least, c.Most = column("p2.5_over_rho_g_H").Y, column("p97.5_over_rho_g_H").Y
	return c
}

// outsideBand is the part of the times at which the pressure is not in the measured band.
func outsideBand(r *Run) float64 {
	measured, got := measuredImpactPressure(), impactPressure(r)
	least, most := Curve{X: measured.X, Y: measured.Least}, Curve{X: measured.X, Y: measured.Most}
	times, outside := Times(impactFrom, impactTo, 0.01), 0
	for _, t := range times {
		if p := got.At(t); !(p >= least.At(t) && p <= most.At(t)) {
			outside++
		}
	}
	return float64(outside) / float64(len(times))
}
