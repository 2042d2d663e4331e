package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// A solitary wave before a vertical wall: depth [m], and the crest's distance from the wall at
// first and from the other end, over the depth.
const (
	wallDepth  = 0.3
	wallBefore = 10
	wallBehind = 10
)

var wallTime = math.Sqrt(wallDepth / gravity)

// suMirie is the run-up of a solitary wave of a height at a vertical wall, both over the depth, to
// the third order (Su and Mirie, J. Fluid Mech. 98 (1980)).
func suMirie(height float64) float64 {
	return 2*height + height*height/2 + 3*height*height*height/4
}

var (
	solitaryWall    = wallCase("SolitaryWall", 0.3, true)
	solitaryWallLow = wallCase("SolitaryWallLow", 0.15, false)
)

// wallCase is the case of a height over the depth. The lower the wave, the more particles has the
// water with as many spacings in the height.
func wallCase(name string, height float64, nightly bool) *Case {
	high := height * wallDepth
	end := (wallBefore + 5) * wallTime
	c := &Case{
		Name: name,
		What: fmt.Sprintf("a solitary wave of H/d %g is reflected by a vertical wall, in two "+
			"dimensions: its run-up", height),
		How: "The run-up is the greatest level over still water at a gauge a tenth of the depth " +
			"before the wall, over the depth. The wave begins ten depths before the wall.",
		Source:  "Su & Mirie, J. Fluid Mech. 98 (1980) 509-525: R/d = 2 ε + ε²/2 + 3 ε³/4, ε = H/d.",
		Text:    wallText(name, height, end),
		Levels:  [levels]Plan{GPU: {end, []float64{high / 5, high / 10, high / 20}}},
		Samples: wallTime / 20,
		Norms: []Norm{
			{Name: "R/d", Of: func(r *Run) float64 { return mostOf(wallLevel(r)) }},
			{
				Name: "R off", Unit: "%", End: end,
				Of:   func(r *Run) float64 { return mostOf(wallLevel(r))/suMirie(height) - 1 },
				Gate: Gate{Most: 0.05, DeltaP: high / 10},
			},
		},
		Figures: []Figure{{
			Name: "level", What: "level at the wall", X: "t √(g/d)", Y: "η / d", Of: wallLevel,
			Reference: func() Curve { return lineOf(0, wallBefore+5, suMirie(height), 0) },
			Is:        "highest, third order",
		}},
	}
	if nightly {
		c.Levels[Nightly] = Plan{end, []float64{high / 5, high / 10}}
	}
	return c
}

// wallLevel is the level at the wall over still water, over the depth, at t √(g/d).
func wallLevel(r *Run) Curve {
	return r.Of(func(s *sph.Sample) float64 { return s.Height[0]/wallDepth - 1 }).Map(
		func(t float64) float64 { return t / wallTime }, same)
}

func wallText(name string, height, end float64) string {
	length := (wallBefore + wallBehind) * wallDepth
	return fmt.Sprintf(`name = %q
about = "a solitary wave is reflected by a vertical wall, in two dimensions"
dimension = 2
spacing = %.6g
end = %.6g

[domain]
min = [0, 0]
max = [%.6g, %.6g]
open = ["zmax"]

[physics]
depth = %.6g

[[fluid]]
name = "water"
box = { min = [0, 0], max = [%.6g, %.6g] }
solitary-wave = { height = %.6g, depth = %.6g, crest = [%.6g, 0] }

[[gauge]]
name = "wall"
at = [%.6g]
`, name, height*wallDepth/10, end, length, (1.5+3*height)*wallDepth, wallDepth, length,
		(1.2+height)*wallDepth, height*wallDepth, wallDepth, wallBehind*wallDepth,
		length-wallDepth/10)
}
