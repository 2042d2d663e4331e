package validate

import (
	"math"

	"gpusph/sph"
)

// The wave of the problem SolitaryTravel: height and depth, and the length of the channel [m]. Its
// speed is that of the third order (Grimshaw 1971) [m/s].
const (
	solitaryHeight = 0.15
	solitaryDepth  = 0.5
	solitaryLength = 15.0
)

var (
	solitaryRatio = solitaryHeight / solitaryDepth
	solitarySpeed = math.Sqrt(gravity * solitaryDepth * (1 + solitaryRatio -
		math.Pow(solitaryRatio, 2)/20 - 3./70*math.Pow(solitaryRatio, 3)))
	solitaryTime = 10 * solitaryDepth / solitarySpeed // that it takes for ten depths [s]
)

var solitaryTravel = &Case{
	Name: "SolitaryTravel",
	What: "a solitary wave of H/d 0.3 that travels ten depths, in two dimensions: it keeps its height and speed",
	How: "The surface at a place is the volume of the water within half a depth of it, weighted by a cosine squared. Its " +
		"height is the greatest at any place, at the end against that at first. The speed is that of this place. " +
		"The energy is as that of WaveTrain, over that of the wave, 8/(3 √3) ρ g H^(3/2) d^(3/2) a metre of width.",
	Source:  "Exact: a wave of permanent form. Grimshaw, J. Fluid Mech. 46 (1971) 611-622, to the third order.",
	Problem: "SolitaryTravel",
	Levels: [levels]Plan{
		Nightly: {solitaryTime, []float64{solitaryHeight / 5, solitaryHeight / 10}},
		GPU:     {solitaryTime, []float64{solitaryHeight / 5, solitaryHeight / 10, solitaryHeight / 20}},
	},
	Samples:   solitaryTime / 50,
	Snapshots: solitaryTime / 50,
	Look:      lookAtSolitary,
	Norms: []Norm{
		{
			Name: "height lost", Unit: "%",
			Of: func(r *Run) float64 {
				h := r.Seen(solitarySeenHeight).Y
				return 1 - h[len(h)-1]/h[0]
			},
			Gate: Gate{Most: 0.05, DeltaP: solitaryHeight / 10},
		},
		{
			Name: "speed off", Unit: "%",
			Of: func(r *Run) float64 { return slopeOf(r.Seen(solitarySeenPlace))/solitarySpeed - 1 },
		},
		{
			Name: "energy above the first, most", Unit: "%",
			Of:   func(r *Run) float64 { return mostOf(solitaryEnergy(r)) },
			Gate: Gate{Most: 0.01, DeltaP: solitaryHeight / 10},
		},
	},
	Figures: []Figure{
		{
			Name: "height", What: "height of the crest", X: "x / d", Y: "H / H(0)",
			Of: func(r *Run) Curve {
				c := r.Seen(solitarySeenHeight)
				first := c.Y[0]
				return c.Map(func(t float64) float64 { return t * solitarySpeed / solitaryDepth },
					func(h float64) float64 { return h / first })
			},
		},
	},
}

// What is kept of a snapshot: the height of the crest above still water [m], and its place [m].
const (
	solitarySeenHeight = iota
	solitarySeenPlace
)

// lookAtSolitary finds the crest: the greatest weighted volume, by the parabola through three
// places.
func lookAtSolitary(s *sph.Snapshot) []float64 {
	const step = solitaryDepth / 20
	const places = int(20 * solitaryLength / solitaryDepth)
	const window = solitaryDepth
	var level [places]float64
	n := 0
	fluid(s, func(i int) {
		x := float64(s.Position[i][0])
		from := int(math.Ceil((x - window/2) / step))
		for k := from; float64(k)*step < x+window/2; k++ {
			cos := math.Cos(math.Pi / window * (float64(k)*step - x))
			level[(k%places+places)%places] += 2 / window * cos * cos
		}
		n++
	})
	volume := solitaryVolume() / float64(n)
	crest := 0
	for k := range level {
		if level[k] *= volume; level[k] > level[crest] {
			crest = k
		}
	}
	before, at, after := level[(crest+places-1)%places], level[crest], level[(crest+1)%places]
	bend := before - 2*at + after
	off := 0.0
	if bend < 0 {
		off = (before - after) / (2 * bend)
	}
	return []float64{
		solitarySeenHeight: at - (before-after)*off/4 - solitaryDepth,
		solitarySeenPlace:  (float64(crest) + off) * step,
	}
}

// solitaryVolume is that of the water, for each metre of width [m²]: to the first order the wave
// has 4 √(H d³/3).
func solitaryVolume() float64 {
	return solitaryLength*solitaryDepth + 4*math.Sqrt(solitaryHeight*cubed(solitaryDepth)/3)
}

func cubed(x float64) float64 { return x * x * x }

// solitaryEnergy is the energy less that at first, over that of the wave.
func solitaryEnergy(r *Run) Curve {
	unit := 8 / (3 * math.Sqrt(3)) * r.Flow.Params.Rho0 * gravity * math.Sqrt(cubed(solitaryHeight*solitaryDepth))
	return gained(r, unit)
}
