package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// A dam that breaks on a wet bed: depth before and after it [m], length of the tank on each side of
// the dam, end of the run, and widths of the columns of water whose depths are compared, all over
// the depth before it and √(h1/g).
const (
	wetBedHigh   = 0.5
	wetBedLow    = 0.2 * wetBedHigh
	wetBedSide   = 12
	wetBedEnd    = 10
	wetBedColumn = 0.25
)

var wetBedTime = math.Sqrt(wetBedHigh / gravity)

// stoker is the solution of the shallow-water equations (Stoker 1957): depth and velocity between
// rarefaction and bore, and the speed of the bore, over h1 and √(g h1), for depths h0 and 1:
//
//	um = 2 (1 - √hm),  S = hm um/(hm - h0),  um = (hm - h0) √((hm + h0)/(2 hm h0)).
func stoker(h0 float64) (depth, velocity, bore float64) {
	low, high := h0, 1.0
	for range 60 {
		depth = (low + high) / 2
		velocity = 2 * (1 - math.Sqrt(depth))
		if velocity > (depth-h0)*math.Sqrt((depth+h0)/(2*depth*h0)) {
			low = depth
		} else {
			high = depth
		}
	}
	return depth, velocity, depth * velocity / (depth - h0)
}

var wetBed = &Case{
	Name: "StokerWetBed",
	What: "a dam breaks on a wet bed of a fifth of its depth, in two dimensions: the level between " +
		"the wave that runs back and the bore, and the speed of the bore",
	How: "Depths are those of columns of water a quarter of h1 wide. The level is the mean depth " +
		"from 2 to 7 h1 after the dam at the end, 10 √(h1/g), the bore is where the depth is halfway " +
		"between the level and the still water, and its speed the slope of that from 4 √(h1/g) on.",
	Source: "Stoker, Water Waves (1957): exact for shallow water.",
	Text:   wetBedText(),
	Levels: [levels]Plan{
		Nightly: {wetBedEnd * wetBedTime, []float64{wetBedHigh / 25, wetBedHigh / 50}},
		GPU:     {wetBedEnd * wetBedTime, []float64{wetBedHigh / 50, wetBedHigh / 100}},
	},
	Snapshots: wetBedTime / 10,
	Look:      lookAtWetBed,
	Norms: []Norm{
		{
			Name: "level off", Unit: "%", End: wetBedEnd * wetBedTime,
			Of: func(r *Run) float64 {
				depth, _, _ := stoker(wetBedLow / wetBedHigh)
				return wetBedProfile(r, len(r.Looks)-1).Mean(2, 7)/depth - 1
			},
			Gate: Gate{Most: 0.03, DeltaP: wetBedHigh / 50},
		},
		{
			Name: "speed of the bore off", Unit: "%", End: wetBedEnd * wetBedTime,
			Of: func(r *Run) float64 {
				_, _, speed := stoker(wetBedLow / wetBedHigh)
				return slopeOf(wetBedFront(r).Between(4, wetBedEnd))/speed - 1
			},
			Gate: Gate{Most: 0.03, DeltaP: wetBedHigh / 50},
		},
	},
	Figures: []Figure{{
		Name: "profile", What: "depth at 10 √(h1/g)", X: "x / h1", Y: "h / h1",
		Of:        func(r *Run) Curve { return wetBedProfile(r, len(r.Looks)-1) },
		Reference: wetBedExact, Is: "shallow water",
	}},
}

// lookAtWetBed keeps the depth of columns of water along the tank, over h1.
func lookAtWetBed(s *sph.Snapshot) []float64 {
	depths := make([]float64, int(2*wetBedSide/wetBedColumn))
	p := &s.Case.Params
	each := p.Mass / (p.Rho0 * wetBedColumn * wetBedHigh * wetBedHigh)
	fluid(s, func(i int) {
		k := int((placeOf(s, i)[0]/wetBedHigh + wetBedSide) / wetBedColumn)
		depths[min(max(k, 0), len(depths)-1)] += each
	})
	return depths
}

// wetBedProfile is the depth over the distance from the dam, both over h1, of a look.
func wetBedProfile(r *Run, look int) (c Curve) {
	if look < 0 {
		return c
	}
	for k, depth := range r.Looks[look].Values {
		c.X = append(c.X, (float64(k)+0.5)*wetBedColumn-wetBedSide)
		c.Y = append(c.Y, depth)
	}
	return c
}

// wetBedFront is where the bore is over time, over h1 and √(h1/g): the furthest place of half its
// height.
func wetBedFront(r *Run) (c Curve) {
	level, _, _ := stoker(wetBedLow / wetBedHigh)
	half := (level + wetBedLow/wetBedHigh) / 2
	for look := range r.Looks {
		p := wetBedProfile(r, look)
		for k := len(p.X) - 2; k >= 0; k-- {
			if p.Y[k] > half && p.Y[k+1] <= half {
				part := (p.Y[k] - half) / (p.Y[k] - p.Y[k+1])
				c.X = append(c.X, r.Looks[look].Time/wetBedTime)
				c.Y = append(c.Y, p.X[k]+part*wetBedColumn)
				break
			}
		}
	}
	return c
}

// wetBedExact is the profile at the end.
func wetBedExact() (c Curve) {
	low := wetBedLow / wetBedHigh
	depth, velocity, bore := stoker(low)
	for _, x := range Times(-wetBedSide, wetBedSide, 0.05) {
		at, h := x/wetBedEnd, low
		switch {
		case at < -1:
			h = 1
		case at < velocity-math.Sqrt(depth):
			h = (2 - at) * (2 - at) / 9
		case at < bore:
			h = depth
		}
		c.X, c.Y = append(c.X, x), append(c.Y, h)
	}
	return c
}

func wetBedText() string {
	return fmt.Sprintf(`name = "StokerWetBed"
about = "a dam breaks on a wet bed, in two dimensions: Stoker's solution"
dimension = 2
spacing = %.6g
end = %.6g

[domain]
min = [%.6g, 0]
max = [%.6g, %.6g]
open = ["zmax"]

[[fluid]]
name = "reservoir"
box = { min = [%.6g, 0], max = [0, %.6g] }

[[fluid]]
name = "bed"
box = { min = [0, 0], max = [%.6g, %.6g] }
`, wetBedHigh/50, wetBedEnd*wetBedTime, -wetBedSide*wetBedHigh, wetBedSide*wetBedHigh,
		1.5*wetBedHigh, -wetBedSide*wetBedHigh, wetBedHigh, wetBedSide*wetBedHigh, wetBedLow)
}
