package gridvalidate

import (
	"math"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/grid/lattice"
	"gpusph/validate"
)

// growing is the flow in which the fastest wave of one length grows.
func growing(n int) *lattice.RayleighTaylor {
	r := lattice.NewRayleighTaylor(n)
	r.Reynolds, r.Interface = 500, 0.1
	return r
}

// Times between which the growth is measured [√(L/(A g))].
const growsFrom, growsTo = 0.3, 0.9

var rayleighTaylorLattice = &Case{
	Name: "RayleighTaylorLattice",
	What: "a small wave between cold gas and hot gas below grows: its rate against the eigenvalue " +
		"of the linear equations of a compressible, viscous and conducting gas; mass",
	How: "The flow begins with the eigenfunction of one wave across, of 1e-4 cells a step, at Re " +
		"500 and an interface of 0.1 L. The wave is the RMS over rows of the velocity along z. The " +
		"rate is that from 0.3 to 0.9 √(L/(A g)), over the eigenvalue on the base of 0.6. The base " +
		"diffuses meanwhile.",
	Source: "the eigenvalue problem; Duff, Harlow & Hirt, Phys. Fluids 5 (1962) 417-425; " +
		"conservation.",
	Problem: "RayleighTaylorLattice",
	Options: []string{"--re=500", "--interface=0.1", "--waves=1"},
	Why:     "One wave grows in a layer that changes little meanwhile.",
	Change:  startGrowing,
	Levels: map[validate.Level]Plan{
		validate.Short:   {growsTo, cells(40)},
		validate.Nightly: {growsTo, cells(40, 64)},
		validate.GPU:     {growsTo, cells(64, 128, 256)},
	},
	Every: 20,
	Watch: func(r *Run, s *gridmeasure.Sampler) float64 { return waveOf(r, s) },
	Norms: []Norm{
		{Name: "growth rate off the eigenvalue", Unit: "%", Gate: validate.Gate{Most: 0.05},
			Of: func(r *Run) float64 { return rateOff(r, eigenvalue) }},
		{Name: "growth rate off Duff's", Unit: "%", Gate: validate.Gate{Most: 0.1},
			Of: func(r *Run) float64 { return rateOff(r, duff) }},
		latticeMass,
	},
	Figures: []Figure{{Name: "wave", What: "size of the wave over that at first", X: "t √(A g/L)",
		Y: "a / a(0)", Of: func(r *Run) validate.Curve {
			c := r.Watch()
			first := c.Y[0]
			for i := range c.Y {
				c.Y[i] /= first
			}
			return c
		}}},
}

// latticeMass is how much mass a run has gained, as a part of it.
var latticeMass = Norm{Name: "mass gained", Gate: validate.Gate{Most: 1e-12},
	Of: func(r *Run) float64 {
		first, last := ends(r)
		return last.Of[grid.LatticeDensity]/first.Of[grid.LatticeDensity] - 1
	}}

// startGrowing gives a flow the beginning of growing.
func startGrowing(flow *grid.Flow, size Size) {
	r := growing(size.Cells)
	state, err := r.Growing(1, 1e-4)
	if err != nil {
		return // the flow then begins with other waves, and misses
	}
	e := flow.Equations.(*grid.Lattice)
	e.Tau, e.Gravity, e.State, e.Step = r.Tau(), [2]float64{0, -r.Gravity()}, state,
		1/r.Unit()
}

// waveOf is the size of a wave across, in velocities along z.
func waveOf(r *Run, s *gridmeasure.Sampler) float64 {
	u := s.Field(gridmeasure.Velocity).Values
	w := make([]float64, len(u)/3)
	for i := range w {
		w[i] = u[3*i+2]
	}
	return growing(r.Cells).Wave(1, w)
}

// rateOff is the rate of growth over another one, less 1.
func rateOff(r *Run, other func(*lattice.Base, float64) (float64, error)) float64 {
	c := r.Watch().Between(growsFrom, growsTo)
	last := len(c.X) - 1
	if last < 1 {
		return math.NaN()
	}
	f := growing(r.Cells)
	rate := math.Log(c.Y[last]/c.Y[0]) / (c.X[last] - c.X[0]) / f.Unit() // [1/step]
	base := f.Base().Diffuse((c.X[0] + c.X[last]) / 2 * f.Unit())
	want, err := other(base, f.Number(1))
	if err != nil {
		return math.NaN()
	}
	return rate/want - 1
}

func eigenvalue(b *lattice.Base, k float64) (float64, error) {
	mode, err := b.Mode(k)
	if err != nil {
		return 0, err
	}
	return mode.Rate, nil
}

func duff(b *lattice.Base, k float64) (float64, error) { return b.Duff(k) }

// quiet makes a flow of the lattice a periodic gas without gravity, in cells and steps, that a wave
// along z is in at the beginning: state is given its phase.
func quiet(tau, periods float64, state func(phase float64) (rho, ux, t float64)) func(*grid.Flow,
	Size) {
	return func(flow *grid.Flow, _ Size) {
		e := flow.Equations.(*grid.Lattice)
		flow.Spacing, flow.Periodic[2] = [3]float64{1, 1, 1}, true
		e.Tau, e.Gravity, e.Step = tau, [2]float64{}, 1
		flow.End = math.Ceil(periods * float64(flow.Cells[2]))
		e.State = func(_, row int) (rho, ux, uz, t float64) {
			rho, ux, t = state(waveNumber(flow) * float64(row))
			return rho, ux, 0, t
		}
	}
}

// quietOptions are those of a Rayleigh-Taylor flow that few cells resolve. Nothing of it remains.
var quietOptions = []string{"--re=100", "--interface=0.2", "--waves=1"}

const quietWhy = "With these few cells are allowed; the flow is another."

// waveNumber is that of one wave along z.
func waveNumber(flow *grid.Flow) float64 { return 2 * math.Pi / float64(flow.Cells[2]) }

// latticeWarmth is the temperature of the lattice, T₀.
func latticeWarmth() float64 { return lattice.D2Q37().Temperature }

// sineOf is how much of a sine along z is in a component of a field, summed over rows.
func sineOf(s *gridmeasure.Sampler, name string, components int) (sum float64) {
	for i, v := range s.Field(name).Values {
		if i%components == 0 {
			row := i / components / s.Cells[0]
			sum += v * math.Sin(2*math.Pi*float64(row)/float64(s.Cells[2]))
		}
	}
	return sum
}

// shearTau and soundTau are relaxation times [steps].
const shearTau, soundTau = 0.8, 0.55

var latticeShear = &Case{
	Name: "LatticeShearWave",
	What: "a wave of shear in a periodic gas: its decay against ν = (τ - 1/2) T",
	How: "A wave along z of 1e-3 cells a step, τ = 0.8. The decay is that of the wave over the time " +
		"from a quarter of the run to its end.",
	Source:  "exact: a wave of shear decays with ν k²",
	Problem: "RayleighTaylorLattice",
	Options: quietOptions,
	Why:     quietWhy,
	Change: quiet(shearTau, 2, func(phase float64) (rho, ux, t float64) {
		return 1, 1e-3 * math.Sin(phase), latticeWarmth()
	}),
	Levels: map[validate.Level]Plan{
		validate.Short:   {0, cells(16, 32)},
		validate.Nightly: {0, cells(16, 32, 64)},
		validate.GPU:     {0, cells(32, 64, 128)},
	},
	Every: 8,
	Watch: func(_ *Run, s *gridmeasure.Sampler) float64 { return sineOf(s, gridmeasure.Velocity, 3) },
	Norms: []Norm{
		{Name: "viscosity off", Unit: "%", Gate: from(32, validate.Gate{Most: 0.01}),
			Of: func(r *Run) float64 {
				c := r.Watch()
				first, last := len(c.X)/4, len(c.X)-1
				k := waveNumber(r.Flow)
				rate := math.Log(c.Y[first]/c.Y[last]) / (c.X[last] - c.X[first])
				return rate/(k*k*(shearTau-0.5)*latticeWarmth()) - 1
			}},
		latticeMass,
		{Name: "momentum gained, over that of the wave", Gate: validate.Gate{Most: 1e-10},
			Of: func(r *Run) float64 {
				first, last := ends(r)
				return math.Hypot(last.Of[grid.LatticeMomentumX]-first.Of[grid.LatticeMomentumX],
					last.Of[grid.LatticeMomentumZ]-first.Of[grid.LatticeMomentumZ]) / 1e-3
			}},
	},
	Figures: []Figure{{Name: "wave", What: "wave of shear", X: "t [steps]", Y: "sum [cells/step]",
		Of: (*Run).Watch}},
}

var latticeSound = &Case{
	Name: "LatticeSound",
	What: "a standing wave of sound in a periodic gas: its speed against √(2 T)",
	How: "A wave along z, isentropic, of 1e-4 of the density, τ = 0.55. The speed is from the first " +
		"to the last time at which the wave vanishes.",
	Source:  "exact: √(γ T) with γ = 2",
	Problem: "RayleighTaylorLattice",
	Options: quietOptions,
	Why:     quietWhy,
	Change: quiet(soundTau, 3, func(phase float64) (rho, ux, t float64) {
		part := 1 + 1e-4*math.Sin(phase)
		return part, 0, latticeWarmth() * part
	}),
	Levels: map[validate.Level]Plan{
		validate.Short:   {0, cells(16, 32)},
		validate.Nightly: {0, cells(16, 32, 64)},
		validate.GPU:     {0, cells(32, 64, 128)},
	},
	Every: 2,
	Watch: func(_ *Run, s *gridmeasure.Sampler) float64 { return sineOf(s, "Density", 1) },
	Norms: []Norm{{Name: "speed of sound off", Unit: "%", Gate: from(32, validate.Gate{Most: 0.01}),
		Of: func(r *Run) float64 {
			zeros := zerosOf(r.Watch())
			last := len(zeros) - 1
			if last < 1 {
				return math.NaN()
			}
			speed := math.Pi * float64(last) / (zeros[last] - zeros[0]) / waveNumber(r.Flow)
			return speed/math.Sqrt(2*latticeWarmth()) - 1
		}}},
	Figures: []Figure{{Name: "wave", What: "standing wave of sound", X: "t [steps]", Y: "sum",
		Of: (*Run).Watch}},
}

// zerosOf are where a curve crosses zero, on straight lines.
func zerosOf(c validate.Curve) (all []float64) {
	for i := 1; i < len(c.X); i++ {
		if a, b := c.Y[i-1], c.Y[i]; a*b < 0 {
			all = append(all, c.X[i-1]+(c.X[i]-c.X[i-1])*a/(a-b))
		}
	}
	return all
}

// mixingEvery is how many steps are between heights of a mixing layer.
const mixingEvery = 50

// mixingHeight is the height of the mixing layer between cold gas and hot gas.
func mixingHeight(r *Run, s *gridmeasure.Sampler) float64 {
	e := r.Flow.Equations.(*grid.Lattice)
	cell := s.Spacing[0] / e.Step // a cell a step
	t := lattice.RowMeans(s.Field(gridmeasure.Temperature).Values, s.Cells[0])
	return lattice.MixingHeight(lattice.Fractions(t, e.Walls[1]*cell*cell, e.Walls[0]*cell*cell),
		s.Spacing[2])
}
