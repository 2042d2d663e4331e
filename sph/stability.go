package sph

import (
	"fmt"
	"strings"
)

// diffusiveStep is the longest step [s] that viscosity, density diffusion and that of further
// fields allow, 0.125 h²/D (Morris et al. 1997), and the option that limits it; 0 where there is
// none of either.
//
// All are sums over pairs, 2D Σ m/ρ (-W'/r) (a_i - a_j). D is ν for velocities and ξ h c0 for
// densities. Artificial viscosity has α c0 h/2 along each pair, and a third of that in the mean of
// all directions, or half of it in two dimensions. Waves as short as the spacing decay fastest. By
// von Neumann's analysis on a cubic or a square lattice they do so at most at 7 D/h² with
// Wendland's kernel, 6 D/h² with the cubic and 4 D/h² with the quintic spline, for any h/Δp. With
// Monaghan and Gingold's viscosity the fastest are planes of the lattice that move towards each
// other in turns, at 18 ν/h² with Wendland's kernel and h/Δp 1.3. Viscosity acts up to twice as
// fast at a wall, where a particle's image moves against it. The midpoint rule is stable while the
// rate times the step is at most 2. Dam breaks need the rest: where water hits a wall, particles
// lie closer, and with 0.25 densities blow up.
//
// Position Verlet is stable while the rate times the step is at most 1 - γ, γ being the
// extrapolation of its rates: docs/design/scheme.md.
//
// Features may have diffusion of their own, and so steps of their own.
func (p *Params) DiffusiveStep() (dt float64, option string) {
	dt, option = p.PairDiffusiveStep()
	for _, f := range features {
		if f.DiffusiveStep == nil || !p.Has(f) {
			continue
		}
		if longest, by := f.DiffusiveStep(p); dt == 0 || longest < dt {
			dt, option = longest, by
		}
	}
	return dt, option
}

// ConstantStep is the longest step [s] that the flow's constants allow, whatever the flow does, and
// what limits it: that of DiffusiveStep, or of a feature. It is 0 where nothing does. MinimumScan
// takes it.
func (p *Params) ConstantStep() (dt float64, by StepLimit) {
	dt, _ = p.DiffusiveStep()
	by = ByDiffusion
	shorten := func(longest float64, limit StepLimit) {
		if longest > 0 && (dt == 0 || longest < dt) {
			dt, by = longest, limit
		}
	}
	shorten(p.longestOfFeatures())
	shorten(p.longestOfScheme())
	return dt / p.Finest(), by
}

// gingoldRate is how much faster the fastest waves decay with Monaghan and Gingold's viscosity.
const gingoldRate = 18. / 7

// PairDiffusiveStep is DiffusiveStep without the steps of features.
func (p *Params) PairDiffusiveStep() (dt float64, option string) {
	diffusivity, option := p.greatestDiffusivity()
	if diffusivity == 0 {
		return 0, ""
	}
	return p.stableDiffusion() * p.H * p.H / diffusivity, option
}

// greatestDiffusivity is that of what is summed over pairs [m²/s], and the option that sets it.
func (p *Params) greatestDiffusivity() (diffusivity float64, option string) {
	artificial := p.Alpha * p.FastestSound() * p.H / float64(2*p.Dim)
	laminar := p.LaminarDiffusivity(max(p.LaminarOfForces(), p.blendViscosity()))
	diffusivity, option = laminar+artificial, "nu"
	if artificial > laminar {
		option = "alpha"
	}
	if ofDensity := p.Xi * p.H * p.FastestSound(); p.Diffusion != NoDiffusion && ofDensity > diffusivity {
		diffusivity, option = ofDensity, "xi"
	}
	for k := range Fields {
		if f := &Fields[k]; f.Diffusivity != nil && f.Diffusivity(p) > diffusivity {
			diffusivity, option = f.Diffusivity(p), f.Option
		}
	}
	return diffusivity, option
}

// LaminarOfForces is the viscosity that Forces has [m²/s].
func (p *Params) LaminarOfForces() float64 {
	if p.ownViscosity() > 0 {
		return 0
	}
	return p.Nu
}

// blendViscosity is the greatest viscosity of several fluids that Forces has [m²/s].
func (p *Params) blendViscosity() float64 {
	if p.ownViscosity() > 0 {
		return 0
	}
	return p.Further.Blend.Nu
}

// LaminarDiffusivity is a laminar viscosity as DiffusiveStep counts it [m²/s].
func (p *Params) LaminarDiffusivity(nu float64) float64 {
	if p.Laminar == MonaghanGingold {
		return gingoldRate * nu
	}
	return nu
}

// The longest step that diffusion allows over h²/D, with the predictor and corrector and with
// position Verlet.
const (
	DiffusionNumber = 0.125
	verletDiffusive = DiffusionNumber * (1 - rateExtrapolation) / 2
)

// stableDiffusion is the longest step over h²/D, for the scheme.
func (p *Params) stableDiffusion() float64 {
	if ofVerlet(p) {
		return verletDiffusive
	}
	return DiffusionNumber
}

// Scheme is how the flow is integrated. By itself that is position Verlet, unless diffusion makes
// its steps so short that twice as many evaluations take less time, or the predictor has stresses
// of turbulence to compute.
func (p *Params) Scheme() Scheme {
	if p.Further.Scheme != Automatic {
		return p.Further.Scheme
	}
	if p.Further.Smagorinsky != 0 {
		return PredictorCorrector
	}
	diffusivity, _ := p.greatestDiffusivity()
	if diffusivity == 0 {
		return Verlet
	}
	unit := p.H * p.H / diffusivity
	other := p.Dt
	if other == 0 {
		other = min(p.soundStep(1), DiffusionNumber*unit)
	}
	if verletDiffusive*unit < leastVerletStep*other {
		return PredictorCorrector
	}
	return Verlet
}

// leastVerletStep is the part of the step of the predictor and corrector from which on position
// Verlet takes less time: half the evaluations, and the lists beside them.
const leastVerletStep = 0.6

// ArtificialViscosity is the kinematic viscosity [m²/s] that artificial viscosity has for flows
// that keep their volume: α c0 h/2 along each pair, in the mean of all directions, over 2 (d + 2)
// in d dimensions (Monaghan 2005, section 8).
func (p *Params) ArtificialViscosity() float64 { return p.Alpha * p.C0 * p.H / float64(4*(p.Dim+2)) }

// DefaultStep is a bound of the time step [s] where none is fixed: what sound allows in fluid that
// is not compressed, and viscosity and density diffusion.
func (p *Params) DefaultStep() float64 { return p.stableStep(1) }

// soundStep is what sound allows in fluid of a relative density x, where it is x³ times as fast,
// and features.
func (p *Params) soundStep(x float64) float64 {
	dt := p.CFL * p.H / (p.FastestSound() * x * x * x)
	if longest, _ := p.longestOfFeatures(); longest > 0 {
		dt = min(dt, longest)
	}
	return dt / p.Finest()
}

// stableStep is DefaultStep in fluid of a relative density x.
func (p *Params) stableStep(x float64) float64 {
	dt := p.soundStep(x)
	if longest, _ := p.ConstantStep(); longest > 0 {
		dt = min(dt, longest)
	}
	return dt
}

// limitedBy says what allows no more than UsualStep.
func (p *Params) limitedBy() string {
	switch longest, by := p.ConstantStep(); {
	case longest != p.DefaultStep():
	case by >= firstOfFeatures && features[by-firstOfFeatures].StepLimit != "":
		return features[by-firstOfFeatures].StepLimit
	case by >= firstOfFeatures:
		return by.String()
	}
	longest, option := p.DiffusiveStep()
	if longest != p.DefaultStep() {
		return fmt.Sprintf("a Courant number of %g", p.CFL)
	}
	values := p.NumbersBy()
	values["nu"], values["alpha"], values["xi"] = max(p.Nu, p.Further.Blend.Nu), p.Alpha, p.Xi
	for _, f := range p.FlowFields().Extra {
		if f.Diffusivity != nil {
			values[f.Option] = f.Diffusivity(p)
		}
	}
	return fmt.Sprintf("%s = %g", option, values[option])
}

// checkStep refuses a fixed time step with which no flow goes well. In one, sound comes further
// than h, which is more than any Courant number may ask for. Another is more than twice as long as
// viscosity and density diffusion allow. It blows up at walls and where water is compressed.
func (p *Params) checkStep() error {
	limit := p.DefaultStep()
	if most := p.H / p.FastestSound(); p.Dt > most {
		return fmt.Errorf("dt is %g s, but sound passes h in %.3g s, and no longer step can follow it; use %.3g s", p.Dt, most, limit)
	}
	if longest, _ := p.ConstantStep(); longest > 0 && p.Dt > 2*longest {
		return fmt.Errorf("dt is %g s, more than twice the %.3g s that %s allows; use %.3g s", p.Dt,
			limit, p.limitedBy(), limit)
	}
	return nil
}

// Warnings are sentences on what is not refused, but likely to go wrong.
func (p *Params) Warnings() []string {
	if limit := p.DefaultStep(); p.Dt > limit {
		return []string{fmt.Sprintf("dt is %g s, longer than the %.3g s that %s allows; the flow may blow up", p.Dt, limit, p.limitedBy())}
	}
	var all []string
	for _, f := range features {
		if f.Warnings != nil && p.Has(f) {
			all = append(all, f.Warnings(p)...)
		}
	}
	return all
}

// usualRemedy is what may do where no option is unusual.
const DefaultRemedy = "a smaller cfl, more viscosity or a larger c0 may do"

// Remedy names the options that are the likeliest reasons why a flow blows up, and what is usual
// instead.
func (p *Params) Remedy() string {
	faults := p.faults()
	switch last := len(faults) - 1; last {
	case -1:
		return DefaultRemedy
	case 0:
		return "the likeliest reason is " + faults[0]
	default:
		return "the likeliest reasons are " + strings.Join(faults[:last],
			", ") + " and " + faults[last]
	}
}

// faults are the options that are unusual, the likeliest reason of a flow that blows up first.
func (p *Params) faults() (faults []string) {
	unless := func(good bool, format string, values ...any) {
		if !good {
			faults = append(faults, fmt.Sprintf(format, values...))
		}
	}
	unless(p.Dt <= p.DefaultStep(), "dt %g s (%s allows %.3g s)", p.Dt, p.limitedBy(),
		p.DefaultStep())
	unless(p.Dt > 0 || p.CFL <= 0.4, "cfl %g (0.3 is usual)", p.CFL)
	unless(p.Nu+p.ownViscosity()+p.ArtificialViscosity() > 0.00025*p.C0*p.H,
		"alpha %g (0.02 to 0.1 is usual)", p.Alpha)
	unless(p.Diffusion != NoDiffusion, "diffusion none (%v is usual)", Fourtakas)
	unless(p.Diffusion == NoDiffusion || p.Xi >= 0.02 && p.Xi <= 0.5, "xi %g (0.1 is usual)", p.Xi)
	unless(p.Kernel != CubicSpline, "kernel %v (%v is usual)", p.Kernel, Wendland)
	return faults
}

// ListRemedy names the option that may let lists hold the neighbours of the particles that have
// none: see Progress.Unlisted. Rows of cells are shortest where the shortest axis is not split.
func (p *Params) ListRemedy() string {
	length := func(a Axis) float64 { return p.Max[a%3] - p.Min[a%3] }
	split := p.SplitAxis
	if p.ListCapacity() < MaxNeighbours && length(split) < min(length(split+1), length(split+2)) {
		return fmt.Sprintf("a split-axis other than %v, along which the domain is shortest, may do",
			split)
	}
	return "a smaller h-factor or skin may do"
}
