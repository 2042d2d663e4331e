package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// A cylinder that is let go half immersed: radius [m], density over that of water, depth of the
// water and width of the tank over the radius, and until when it is compared, in √(r/g).
const (
	fallRadius  = 0.5
	fallDensity = 1.2
	fallDepth   = 12
	fallWidth   = 20
	fallEnd     = 7.75
)

var fallTime = math.Sqrt(fallRadius / gravity)

var fallingCylinder = &Case{
	Name: "FallingCylinder",
	What: "a cylinder of 1.2 times the density of water is let go half immersed, in two " +
		"dimensions: how far it falls, as computed for an ideal fluid",
	How: "The RMS of the differences from 0.6 to 7.5 √(r/g) is over the distance then. Another " +
		"norm ends at 3 √(r/g), when the cylinder has fallen 1.3 r. The tank is 20 r wide, the water " +
		"12 r deep.",
	Source: "Moyo & Greenhow, Appl. Ocean Res. 22 (2000) 31-44, as digitised by others; the paper " +
		"itself was not read. Density and place at first are those of DualSPHysics' case of it.",
	Text: fallText(),
	Levels: [levels]Plan{
		Nightly: {fallEnd * fallTime, []float64{fallRadius / 10, fallRadius / 16}},
		GPU:     {fallEnd * fallTime, []float64{fallRadius / 10, fallRadius / 20, fallRadius / 40}},
	},
	Samples: fallTime / 40,
	Norms: []Norm{
		fallNorm("distance off, RMS", 0.97*fallEnd, Gate{Most: 0.05, DeltaP: fallRadius / 20}),
		fallNorm("distance off to 3 √(r/g), RMS", 3, Gate{}),
		{
			Name: "fallen at the end, of the reference", End: 0.97 * fallEnd * fallTime,
			Of: func(r *Run) float64 {
				at := 0.97 * fallEnd
				return fallen(r).At(at) / fallReference().At(at)
			},
		},
	},
	Figures: []Figure{
		{
			Name: "distance", What: "distance that the cylinder has fallen", X: "t √(g/r)",
			Y: "distance / r", Of: fallen, Reference: fallReference, Is: "Moyo & Greenhow",
		},
		{
			Name: "speed", What: "speed of the cylinder", X: "t √(g/r)", Y: "v / √(g r)",
			Of: func(r *Run) Curve {
				return r.ofBody(func(p *sph.BodyPose) float64 {
					return -p.Velocity[2] * fallTime / fallRadius
				}).Map(func(t float64) float64 { return t / fallTime }, same)
			},
			Reference: func() Curve { return fallColumn("speed_over_sqrt_g_r") },
			Is:        "Moyo & Greenhow",
		},
	},
}

// fallNorm compares distances from where the reference begins to an end, in √(r/g).
func fallNorm(name string, end float64, gate Gate) Norm {
	return Norm{Name: name, Unit: "%", End: end * fallTime, Gate: gate, Of: func(r *Run) float64 {
		known := fallReference()
		return RMS(Off(fallen(r), known, Times(0.6, end, 0.05))) / known.At(end)
	}}
}

// fallen is the distance over the radius, at t √(g/r).
func fallen(r *Run) Curve {
	return r.rise().Map(func(t float64) float64 { return t / fallTime },
		func(by float64) float64 { return -by / fallRadius })
}

func fallReference() Curve { return fallColumn("fallen_over_r") }

func fallColumn(name string) Curve {
	return Reference("falling_cylinder_moyo_greenhow2000.csv", "t_sqrt_g_over_r", name)
}

func fallText() string {
	middle, depth := fallWidth*fallRadius/2, fallDepth*fallRadius
	return fmt.Sprintf(`name = "FallingCylinder"
about = "a cylinder is let go half immersed and sinks, in two dimensions"
dimension = 2
spacing = %.6g
end = %.6g

[domain]
min = [0, 0]
max = [%.6g, %.6g]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0], max = [%.6g, %.6g] }

[[body]]
name = "cylinder"
cylinder = { from = [%.6g, -1, %.6g], to = [%.6g, 1, %.6g], radius = %.6g }
density = %.6g
`, fallRadius/20, fallEnd*fallTime, 2*middle, depth+3*fallRadius, 2*middle, depth,
		middle, depth, middle, depth, fallRadius, 1000*fallDensity)
}
