package validate

import "fmt"

// Convection between a warm floor and a cold lid, 1 m apart and periodic over 2 m, with a
// difference of 1 K and buoyancy of 1 m/s², as the cavities have. At first one half is warmer
// than conduction would have it, by 0.05 K in the mean, and the other colder.
var (
	benard1300 = benardCase(1300, 1, 0.02, [levels]Plan{
		Nightly: {60, []float64{1. / 20}}, GPU: {120, []float64{1. / 20, 1. / 40}}})
	benard2500 = benardCase(2500, 1.475, 0.05, [levels]Plan{
		Nightly: {120, []float64{1. / 20}}, GPU: {120, []float64{1. / 20, 1. / 40}}})
	benard5000 = benardCase(5000, 2.116, 0.05, [levels]Plan{
		Nightly: {60, []float64{1. / 20}}, GPU: {120, []float64{1. / 20, 1. / 40}}})
)

// benardCase is a Rayleigh number and the Nusselt number of steady rolls, which the mean is off by
// a part at most.
func benardCase(ra, nusselt, most float64, plans [levels]Plan) *Case {
	const pr = 0.71
	what := "fluid between a warm floor and a cold lid, Ra %g: rolls begin from a twentieth of the " +
		"difference, and carry heat"
	if nusselt == 1 {
		what = "fluid between a warm floor and a cold lid, Ra %g: it comes to rest, for rolls begin " +
			"at 1708"
	}
	name := fmt.Sprintf("Benard%g", ra)
	return &Case{
		Name: name,
		What: fmt.Sprintf(what, ra),
		How: "The Nusselt number is the mean heat flow of both walls over the last fifth of the " +
			"time, over conduction at rest. The speed of sound is 20 √(g β ΔT L).",
		Source: "Clever & Busse, J. Fluid Mech. 65 (1974) 625-645: rolls of the wave number 3.117, " +
			"Pr 0.71. The length has 3.142.",
		Text:   benardText(name, ra, pr),
		Levels: plans, Samples: 1,
		Norms: []Norm{
			{Name: "Nusselt number", Of: nusseltOf},
			{
				Name: "Nusselt number off", Unit: "%",
				Of:   func(r *Run) float64 { return nusseltOf(r)/nusselt - 1 },
				Gate: Gate{Most: most, DeltaP: 1. / 40},
			},
		},
		Figures: []Figure{{
			Name: "nusselt", What: "Nusselt number", X: "t √(g β ΔT/L)", Y: "Nu", Of: nusseltNumbers,
			Reference: func() Curve { return lineOf(0, plans[GPU].End, nusselt, 0) },
			Is:        "Clever & Busse 1974, steady",
		}},
	}
}

func benardText(name string, ra, pr float64) string {
	return heatText(name, "convection between a warm floor and a cold lid", 0.05, 120,
		[2]float64{0, 0}, [2]float64{2, 1}, `periodic = ["x"]

`+convectionText("z", ra, pr)+`
[[fluid]]
name = "left"
box = { min = [0, 0], max = [1, 1] }
temperature-gradient = { from = [0, 0], to = [0, 1], temperatures = [1, 0.1] }

[[fluid]]
name = "right"
box = { min = [1, 0], max = [2, 1] }
temperature-gradient = { from = [0, 0], to = [0, 1], temperatures = [0.9, 0] }
`)
}
