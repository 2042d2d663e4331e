package validate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

// A solitary wave before a plane beach, as Synolakis had it: depth and height [m], the run of the
// beach, and the greatest height over still water that he measured, over the depth. The wave
// breaks: those that are higher than 0.045 of the depth do on this beach.
const (
	runUpDepth    = 0.2144
	runUpHeight   = 0.16 * runUpDepth
	runUpRun      = 19.85
	runUpMeasured = 0.384
	runUpFoot     = 10*runUpDepth + runUpCrestToFoot // of the beach, from the wall behind the wave [m]
)

// At first the wave has a twentieth of its height at the foot of the beach (Synolakis 1987).
const runUpCrestToFoot = 6.29 * runUpDepth

// runUpLast is which particle from the last is the front of the water.
const runUpLast = 5

var runUpTime = math.Sqrt(runUpDepth / gravity)

// What is kept of a snapshot: the height of the front over still water [m].
const runUpSeen = 0

var runUp = &Case{
	Name: "RunUp",
	What: "a solitary wave of H/d 0.16 breaks and runs up a beach of 1:19.85, in two dimensions: " +
		"how high, as measured",
	How: "The front is the height of the beach below the fifth particle from the last along x. Its " +
		"greatest height over still water, over the depth, is compared.",
	Source: "Synolakis, J. Fluid Mech. 185 (1987) 523-545: H/d 0.160, R/d 0.384, d 21.44 cm.",
	Text:   runUpText(),
	Levels: [levels]Plan{
		Nightly: {60 * runUpTime, []float64{runUpHeight / 4}},
		GPU:     {60 * runUpTime, []float64{runUpHeight / 5, runUpHeight / 10, runUpHeight / 20}},
	},
	Snapshots: runUpTime / 4,
	Look: func(s *sph.Snapshot) []float64 {
		var along []float64
		fluid(s, func(i int) { along = append(along, float64(s.Position[i][0])) })
		slices.Sort(along)
		front := along[max(0, len(along)-runUpLast)]
		return []float64{runUpSeen: (front-runUpFoot)/runUpRun - runUpDepth}
	},
	Norms: []Norm{
		{Name: "R/d", Of: runUpReached},
		{
			Name: "R off", Unit: "%",
			Of:   func(r *Run) float64 { return runUpReached(r)/runUpMeasured - 1 },
			Gate: Gate{Most: 0.15, DeltaP: runUpHeight / 10},
		},
	},
	Figures: []Figure{{
		Name: "front", What: "front of the water", X: "t √(g/d)", Y: "z / d",
		Of: func(r *Run) Curve {
			return r.Seen(runUpSeen).Map(func(t float64) float64 { return t / runUpTime },
				func(z float64) float64 { return z / runUpDepth })
		},
		Reference: func() Curve { return lineOf(0, 60, runUpMeasured, 0) },
		Is:        "highest, measured",
	}},
}

// runUpReached is the greatest height of the front, over the depth.
func runUpReached(r *Run) float64 { return slices.Max(r.Seen(runUpSeen).Y) / runUpDepth }

func runUpText() string {
	end := runUpFoot + 1.7*runUpRun*runUpDepth
	return fmt.Sprintf(`name = "RunUp"
about = "a solitary wave breaks and runs up a gentle beach, in two dimensions"
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

[[wall]]
name = "beach"
prism = { outline = [[%.6g, 0], [%.6g, 0], [%.6g, %.6g]] }
`, runUpHeight/10, 60*runUpTime, end, 2*runUpDepth, runUpDepth,
		end, 1.3*runUpDepth, runUpHeight, runUpDepth, 10*runUpDepth,
		runUpFoot, end+1, end+1, (end+1-runUpFoot)/runUpRun)
}
