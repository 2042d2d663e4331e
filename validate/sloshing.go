package validate

import "gpusph/sph"

// impactOver is the pressure [Pa] at P1 that says that water hits the wall, and recordStep the time
// between values of the record [s].
const (
	impactOver = 500
	recordStep = 0.005
)

// sloshing is compared with one record.
var sloshing = &Case{
	Name:    "Sloshing",
	What:    "water in a tank that rolls: when it hits the side wall, and mean pressures then, as measured",
	How:     "An impact is where the pressure at P1 comes over 500 Pa. Pressures are means from there on. Peaks are not compared: those of the experiment differ by a quarter from run to run, and it has air.",
	Source:  "Botia-Vera, Souto-Iglesias, Bulian & Lobovsky, 5th SPHERIC workshop (2010), one record of SPHERIC test 10, lateral impact of water.",
	Problem: "Sloshing",
	Filter:  "mean over 5 ms",
	Levels: [levels]Plan{
		Short:   {2.75, []float64{0.0207}},
		Nightly: {4.25, []float64{0.0155, 0.0103, 0.0062}},
		GPU:     {4.25, []float64{0.0062, 0.0041, 0.0031}},
	},
	Samples: 0.0005,
	Norms: []Norm{
		{
			Name: "first impact comes later by", Unit: "%", Of: func(r *Run) float64 { return impact(r, 0)/measuredImpact(0, "time_s") - 1 },
			Gate: Gate{Most: 0.03, DeltaP: 0.0155},
		},
		{Name: "p after the first, to 50 ms, too high by", Unit: "%", Of: func(r *Run) float64 { return firstMean(r, 0) }},
		{Name: "p after the first, 50 to 300 ms, too high by", Unit: "%", Of: func(r *Run) float64 { return laterMean(r, 0) }},
		{Name: "second impact comes later by", Unit: "%", End: 4.25, Of: func(r *Run) float64 { return impact(r, 1)/measuredImpact(1, "time_s") - 1 }},
		{Name: "p after the second, to 50 ms, too high by", Unit: "%", End: 4.25, Of: func(r *Run) float64 { return firstMean(r, 1) }},
		{Name: "p after the second, 50 to 140 ms, too high by", Unit: "%", End: 4.25, Of: func(r *Run) float64 { return laterMean(r, 1) }},
	},
	Figures: []Figure{
		{Name: "P1", What: "pressure P1 on the side wall", X: "t [s]", Y: "p [Pa]", Of: sloshingPressure, Reference: measuredMeans, Is: "measured means"},
	},
}

// sloshingPressure is the pressure at P1, as it is compared.
func sloshingPressure(r *Run) Curve {
	return r.Of(func(s *sph.Sample) float64 { return s.Pressure[0] }).Smooth(recordStep).Between(2, 4.25)
}

// betweenImpacts is a time at which no water is at the sensor [s].
const betweenImpacts = 3.5

// impact is when water hits the wall [s].
func impact(r *Run, k int) float64 {
	return sloshingPressure(r).FirstFrom([]float64{2, betweenImpacts}[k], impactOver)
}

// measuredImpact is a value of one of the two impacts.
func measuredImpact(k int, column string) float64 {
	return Reference("sloshing_impacts.csv", "impact", column).Y[k]
}

func firstMean(r *Run, k int) float64 {
	t := impact(r, k)
	return sloshingPressure(r).Mean(t, t+0.05)/measuredImpact(k, "first_Pa") - 1
}

func laterMean(r *Run, k int) float64 {
	t := impact(r, k)
	return sloshingPressure(r).Mean(t+0.05, t+measuredImpact(k, "later_s"))/measuredImpact(k, "later_Pa") - 1
}

// measuredMeans are the measured means, each in the middle of its time.
func measuredMeans() (c Curve) {
	for k := range 2 {
		t, later := measuredImpact(k, "time_s"), measuredImpact(k, "later_s")
		c.X = append(c.X, t+0.025, t+(0.05+later)/2)
		c.Y = append(c.Y, measuredImpact(k, "first_Pa"), measuredImpact(k, "later_Pa"))
	}
	return c
}
