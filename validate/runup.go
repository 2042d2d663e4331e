package validate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

// runUpRun is the run of the beach of Synolakis over its rise.
const runUpRun = 19.85

// runUpLast is which particle from the last is the front of the water.
const runUpLast = 5

// What is kept of a snapshot: the height of the front over still water [m].
const runUpSeen = 0

// A breaker is a solitary wave before a plane beach, as Synolakis had it: height over the depth,
// depth [m], and the greatest height over still water that he measured, over the depth. Waves that
// are higher than 0.045 of the depth break on this beach.
type breaker struct {
	height, depth, measured float64
}

var (
	runUp   = runUpCase("RunUp", breaker{0.16, 0.2144, 0.384}, true)
	runUp05 = runUpCase("RunUp05", breaker{0.047, 0.3, 0.195}, false)
	runUp09 = runUpCase("RunUp09", breaker{0.094, 0.3138, 0.288}, false)
	runUp28 = runUpCase("RunUp28", breaker{0.283, 0.1956, 0.527}, true)
	runUp42 = runUpCase("RunUp42", breaker{0.416, 0.2092, 0.686}, true)
)

// runUpCase is the case of a wave, with a run of the level nightly or without.
func runUpCase(name string, b breaker, nightly bool) *Case {
	high, unit := b.height*b.depth, b.time()
	end := (54 + b.toFoot()) * unit
	reached := func(r *Run) float64 { return slices.Max(r.Seen(runUpSeen).Y) / b.depth }
	c := &Case{
		Name: name,
		What: fmt.Sprintf("a solitary wave of H/d %g breaks and runs up a beach of 1:19.85, in two "+
			"dimensions: how high, as measured", b.height),
		How: "The front is the height of the beach below the fifth particle from the last along x. " +
			"Its greatest height over still water, over the depth, is compared. At first the wave has " +
			"a twentieth of its height at the foot of the beach.",
		Source: fmt.Sprintf("Synolakis, J. Fluid Mech. 185 (1987) 523-545: H/d %g, R/d %g, d %.4g cm; "+
			"NTHMP benchmark problem 4.", b.height, b.measured, 100*b.depth),
		Text:      b.text(name, end),
		Levels:    [levels]Plan{GPU: {end, []float64{high / 5, high / 10}}},
		Snapshots: unit / 4,
		Look: func(s *sph.Snapshot) []float64 {
			var along []float64
			fluid(s, func(i int) { along = append(along, float64(s.Position[i][0])) })
			slices.Sort(along)
			front := along[max(0, len(along)-runUpLast)]
			return []float64{runUpSeen: (front-b.foot())/runUpRun - b.depth}
		},
		Norms: []Norm{
			{Name: "R/d", Of: reached},
			{
				Name: "R off", Unit: "%",
				Of:   func(r *Run) float64 { return reached(r)/b.measured - 1 },
				Gate: Gate{Most: 0.12, DeltaP: high / 10},
			},
		},
		Figures: []Figure{{
			Name: "front", What: "front of the water", X: "t √(g/d)", Y: "z / d",
			Of: func(r *Run) Curve {
				return r.Seen(runUpSeen).Map(func(t float64) float64 { return t / unit },
					func(z float64) float64 { return z / b.depth })
			},
			Reference: func() Curve { return lineOf(0, end/unit, b.measured, 0) },
			Is:        "highest, measured",
		}},
	}
	if nightly {
		c.Levels[Nightly] = Plan{end, []float64{high / 4}}
		c.Levels[GPU].Spacings = append(c.Levels[GPU].Spacings, high/20)
	}
	return c
}

// time is √(d/g) [s].
func (b *breaker) time() float64 { return math.Sqrt(b.depth / gravity) }

// toFoot is the distance of the crest from the foot of the beach at first, over the depth: there
// the wave has a twentieth of its height (Synolakis 1987).
func (b *breaker) toFoot() float64 {
	return math.Acosh(math.Sqrt(20)) / math.Sqrt(0.75*b.height)
}

// crest is where that is at first, and foot where the beach begins, from the wall behind [m].
func (b *breaker) crest() float64 { return 1.6 * b.toFoot() * b.depth }
func (b *breaker) foot() float64  { return b.crest() + b.toFoot()*b.depth }

func (b *breaker) text(name string, time float64) string {
	end := b.foot() + (1+max(0.7, 1.4*b.measured))*runUpRun*b.depth
	return fmt.Sprintf(`name = %q
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
`, name, b.height*b.depth/10, time, end, 2.2*b.depth, b.depth, end, (1.14+b.height)*b.depth,
		b.height*b.depth, b.depth, b.crest(), b.foot(), end+1, end+1, (end+1-b.foot())/runUpRun)
}
