package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// The depth of the water and the length of the tank [m], the wave's number [1/m] and frequency
// [1/s], and its period [s].
const (
	waveDepth  = 1.0
	waveLength = 1.0
	waveNumber = math.Pi / waveLength
)

var (
	waveFrequency = math.Sqrt(gravity * waveNumber * math.Tanh(waveNumber*waveDepth))
	wavePeriod    = 2 * math.Pi / waveFrequency
)

var standingWave = &Case{
	Name: "StandingWave",
	What: "half a wave that stands in a tank, in two dimensions: its period and its decay",
	How: "The amplitude is that of the centre of mass along the tank, to which the second harmonic adds nothing. The period is twice the mean time between its zeros, " +
		"the decay the slope of the logarithm of its greatest values, over five periods. Linear theory has ω² = g k tanh(k H) and exp(-2 ν k² t), ν = α h c0/16.",
	Source:  "Exact for small amplitudes and smooth walls: Antuono & Colagrossi, Wave Motion 50 (2013) 197-209.",
	Problem: "StandingWave",
	Options: []string{"--reynolds=250", "--preset=classic"},
	Why: "The flow is the same at all spacings, with H √(g H)/ν = 250 of a plain artificial " +
		"viscosity, and walls without any.",
	Levels: [levels]Plan{
		Short:   {5 * wavePeriod, []float64{0.05}},
		Nightly: {5 * wavePeriod, []float64{0.05, 0.02, 0.01}},
		GPU:     {5 * wavePeriod, []float64{0.02, 0.01, 0.005}},
	},
	Snapshots: wavePeriod / 100,
	Look:      lookAtWave,
	Norms: []Norm{
		{Name: "period longer by", Unit: "%", Of: func(r *Run) float64 { return periodOf(waveAmplitude(r))/wavePeriod - 1 }, Gate: Gate{Most: 0.01, DeltaP: waveDepth / 50}},
		{Name: "decay faster by", Unit: "%", Of: func(r *Run) float64 { return decayOf(waveAmplitude(r))/waveDecay(r) - 1 }, Gate: Gate{Most: 0.1, DeltaP: waveDepth / 50}},
	},
	Figures: []Figure{
		{Name: "amplitude", What: "amplitude, of the centre of mass", X: "t / T", Y: "a / A", Of: func(r *Run) Curve { return waveAmplitude(r).Map(inWavePeriods, same) }},
	},
}

func inWavePeriods(t float64) float64 { return t / wavePeriod }

// lookAtWave keeps the mean x of the water.
func lookAtWave(s *sph.Snapshot) []float64 {
	sum, n := 0.0, 0
	fluid(s, func(i int) { sum, n = sum+float64(s.Position[i][0]), n+1 })
	return []float64{sum / float64(n)}
}

// waveAmplitude is the amplitude, over that at first.
func waveAmplitude(r *Run) Curve {
	c := r.Seen(0)
	first := c.Y[0] - waveLength/2
	return c.Map(same, func(x float64) float64 { return (x - waveLength/2) / first })
}

// waveDecay is the rate of linear theory [1/s].
func waveDecay(r *Run) float64 {
	return 2 * r.Flow.Params.ArtificialViscosity() * waveNumber * waveNumber
}

// zeros are where a curve changes its sign.
func zeros(c Curve) (all []float64) {
	for i := 1; i < len(c.X); i++ {
		if a, b := c.Y[i-1], c.Y[i]; a*b < 0 {
			all = append(all, c.X[i-1]+a/(a-b)*(c.X[i]-c.X[i-1]))
		}
	}
	return all
}

// periodOf is that of an oscillation about 0; NaN where it has not two zeros.
func periodOf(c Curve) float64 {
	z := zeros(c)
	if len(z) < 2 {
		return math.NaN()
	}
	return 2 * (z[len(z)-1] - z[0]) / float64(len(z)-1)
}

// decayOf is the rate at which the greatest values between zeros become less: the slope of the line
// through their logarithms. It is NaN of less than two.
func decayOf(c Curve) float64 {
	z := zeros(c)
	var t, y []float64
	for k := 1; k < len(z); k++ {
		half := c.Between(z[k-1], z[k])
		at := 0
		for i := range half.Y {
			if math.Abs(half.Y[i]) > math.Abs(half.Y[at]) {
				at = i
			}
		}
		t, y = append(t, half.X[at]), append(y, math.Log(math.Abs(half.Y[at])))
	}
	return -slopeOf(Curve{X: t, Y: y})
}

// extremesOf are the values furthest from 0 between zeros of a curve, the first after its first
// zero.
func extremesOf(c Curve) (all []float64) {
	z := zeros(c)
	for k := 1; k < len(z); k++ {
		most := 0.0
		for _, y := range c.Between(z[k-1], z[k]).Y {
			if math.Abs(y) > math.Abs(most) {
				most = y
			}
		}
		all = append(all, most)
	}
	return all
}

// halfDecrement is the logarithm of the ratio of the first two extremes after the first zero; NaN
// without them.
func halfDecrement(c Curve) float64 {
	e := extremesOf(c)
	if len(e) < 2 {
		return math.NaN()
	}
	return math.Log(math.Abs(e[0] / e[1]))
}

// fullPeriod is the time from the first zero to the third; NaN without them.
func fullPeriod(c Curve) float64 {
	z := zeros(c)
	if len(z) < 3 {
		return math.NaN()
	}
	return z[2] - z[0]
}

// Depth of the water, length of the tank, which is half that of the wave, and amplitude [m].
const (
	freeDepth     = 0.5
	freeLength    = 1.44
	freeAmplitude = 0.035 // k A is 0.076
	freeNumber    = math.Pi / freeLength
)

// freePeriod is that of linear theory [s].
var freePeriod = 2 * math.Pi / math.Sqrt(gravity*freeNumber*math.Tanh(freeNumber*freeDepth))

var standingWaveInviscid = &Case{
	Name: "StandingWaveInviscid",
	What: "half a wave that stands in a tank without artificial viscosity, in two dimensions, for ten periods: its energy stays",
	How: "Energies are those of WaveTrain, over ρ g A² L/4 for a tank of the length L and a metre of width, which is all of the wave's. The kinetic energy " +
		"of a standing wave is next to 0 when the surface is highest: what it has then is of particles that move on their own.",
	Source:  "Exact for an ideal fluid.",
	Problem: "StandingWave",
	Options: []string{fmt.Sprintf("--depth=%g", freeDepth), fmt.Sprintf("--length=%g", freeLength),
		fmt.Sprintf("--amplitude=%g", freeAmplitude/freeDepth), "--alpha=0"},
	Why: "A wave of k A 0.076 in water of k d 1.1, without viscosity, which would hide a gain.",
	Levels: [levels]Plan{
		Nightly: {10 * freePeriod, []float64{freeAmplitude / 1.75}},
		GPU:     {10 * freePeriod, []float64{freeAmplitude / 1.75, freeAmplitude / 3.5, freeAmplitude / 7}},
	},
	Samples: freePeriod / 80,
	Norms: []Norm{
		{
			Name: "energy above the first, most", Unit: "%",
			Of:   func(r *Run) float64 { return mostOf(freeEnergy(r)) },
			Gate: Gate{Most: 0.01},
		},
		{
			Name: "least kinetic energy of the last period over the greatest",
			Of: func(r *Run) float64 {
				c := freeKinetic(r).Between(r.End-freePeriod, math.Inf(1))
				return -mostOf(c.Map(same, func(e float64) float64 { return -e })) / mostOf(c)
			},
			Gate: Gate{Most: 0.03},
		},
		{Name: "energy lost", Unit: "%", Of: func(r *Run) float64 { return -last(freeEnergy(r)) }},
	},
	Figures: []Figure{
		{
			Name: "kinetic", What: "kinetic energy", X: "t / T", Y: "E_kin / (ρ g A² L/4)",
			Of: func(r *Run) Curve {
				return freeKinetic(r).Map(func(t float64) float64 { return t / freePeriod }, same)
			},
		},
	},
}

// freeUnit is the energy of the wave [J].
func freeUnit(r *Run) float64 {
	return r.Flow.Params.Rho0 * gravity * freeAmplitude * freeAmplitude * freeLength / 4
}

func freeEnergy(r *Run) Curve { return gained(r, freeUnit(r)) }

func freeKinetic(r *Run) Curve {
	return r.Of(func(s *sph.Sample) float64 { return s.Energy[sph.Kinetic] / freeUnit(r) })
}

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
