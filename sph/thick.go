package sph

import (
	"fmt"
	"io"
	"math"

	"gpusph/sph/scheme"
)

// Thick fluids have a rheology. Their viscosity acts in sub-steps, the stages of a Runge-Kutta-
// Legendre scheme (Meyer, Balsara and Aslam 2012): q stages are stable for (q² + q)/2 times the
// step that is stable without. See cuda/thick.h and docs/design/viscosity.md.
const (
	minViscousStages = 3
	MaxViscousStages = 48
)

// Rates at which the viscosity of thick fluids is bounded, where the material does not say.
const (
	// Regularisation m over the time K/τy of a Bingham fluid. At the shear rate where both parts
	// of its stress are equal, the yield stress then is 0.1 % off what a fluid without
	// regularisation has in its plugs.
	usualRegularisation = 1000
	// Of power laws without a yield stress [s].
	powerLawRegularisation = 1000
	// The shear rate above which shear-thickening fluids thicken no further, over c0/Δp: that of
	// particles a spacing apart at a tenth of the speed of sound.
	greatestShear = 0.1
)

// Thick reports whether the flow has thick fluids; Case.Thicken says so.
func (p *Params) Thick() bool { return p.Further.Viscosity > 0 }

// Set reports whether there is a rheology at all.
func (r *Rheology) Set() bool { return *r != Rheology{} }

// BoundedRheology is the rheology of a material, with all that it leaves out: the consistency [Pa
// sⁿ], the index and the regularisation [s].
func (c *Case) BoundedRheology(material int) Rheology {
	m := c.PropertiesOf(material)
	r := m.Rheology
	if r.Index == 0 {
		r.Index = 1
	}
	if r.Consistency == 0 {
		r.Consistency = m.Rho0 * m.Nu
	}
	if r.Regularisation == 0 {
		switch {
		case r.YieldStress > 0 && r.Consistency > 0:
			r.Regularisation = usualRegularisation * math.Pow(r.Consistency/r.YieldStress,
				1/r.Index)
		case r.Index < 1:
			r.Regularisation = powerLawRegularisation
		}
	}
	return r
}

// ShearRates are those between which the power of a bounded rheology is taken [1/s].
func (r *Rheology) ShearRates(p *Params) (least, most float64) {
	most = greatestShear * p.C0 / p.DeltaP
	if r.Regularisation > 0 {
		least = min(1/r.Regularisation, most)
	}
	return least, most
}

// Viscosity is the dynamic viscosity of a bounded rheology at a shear rate [1/s] and T0 [Pa s].
func (r *Rheology) Viscosity(p *Params, shear float64) float64 {
	least, most := r.ShearRates(p)
	sum := r.Consistency
	if r.Index != 1 {
		sum *= math.Pow(min(max(shear, least), most), r.Index-1)
	}
	if r.YieldStress > 0 {
		if shear == 0 {
			return sum + r.YieldStress*r.Regularisation
		}
		sum += r.YieldStress * -math.Expm1(-r.Regularisation*shear) / shear
	}
	return sum
}

// Greatest is the viscosity that a bounded rheology never exceeds [Pa s].
func (r *Rheology) Greatest(p *Params) float64 {
	_, most := r.ShearRates(p)
	return max(r.Viscosity(p, 0), r.Viscosity(p, most))
}

// Thicken makes the flow one of thick fluids, if one of its materials has a rheology. Then all
// viscosity of fluids is that of materials: Forces has none. It comes after the materials and the
// options of the flow are known.
func (c *Case) Thicken() {
	c.Params.Further.Viscosity = 0
	for _, m := range c.Materials {
		if m.Rheology.Set() {
			for k := range c.Materials {
				r := c.BoundedRheology(k)
				nu := r.Greatest(&c.Params) / c.PropertiesOf(k).Rho0
				c.Params.Further.Viscosity = max(c.Params.Further.Viscosity, nu)
			}
			return
		}
	}
}

// rheologies are those of the materials, in a flow of thick fluids.
func (c *Case) rheologies() (all []Rheology) {
	for k := range c.Materials {
		all = append(all, c.BoundedRheology(k))
	}
	return all
}

// hashRheologies writes them.
func (c *Case) hashRheologies(h io.Writer) { fmt.Fprintf(h, "%+v ", c.rheologies()) }

// LaminarOfForces is the viscosity that Forces has [m²/s].
func (p *Params) LaminarOfForces() float64 {
	if p.Thick() {
		return 0
	}
	return p.Nu
}

// blendViscosity is the greatest viscosity of several fluids that Forces has [m²/s].
func (p *Params) blendViscosity() float64 {
	if p.Thick() {
		return 0
	}
	return p.Further.Blend.Nu
}

// thickDiffusivity is the greatest viscosity of thick fluids, as DiffusiveStep counts it [m²/s].
func (p *Params) thickDiffusivity() float64 {
	if p.Laminar == MonaghanGingold {
		return gingoldRate * p.Further.Viscosity
	}
	return p.Further.Viscosity
}

// ViscousStages is how many stages the viscosity of thick fluids has: as many as the step needs
// that all else allows, MaxViscousStages at most; 0 in other flows.
func (p *Params) ViscousStages() int {
	if !p.Thick() {
		return 0
	}
	single := diffusive * p.H * p.H / p.thickDiffusivity()
	want := p.CFL * p.H / p.FastestSound()
	if longest, _ := p.otherDiffusion(); longest > 0 {
		want = min(want, longest)
	}
	if p.Dt > 0 {
		want = p.Dt
	}
	stages := minViscousStages
	for stages < MaxViscousStages && viscousGain(stages)*single < want {
		stages++
	}
	return stages
}

// viscousGain is how many times the step of Euler's scheme that number of stages is stable for.
func viscousGain(stages int) float64 { return float64(stages*stages+stages) / 2 }

// viscousPasses are those of the viscosity of thick fluids: its stages in the predictor, and in
// the corrector what adds it to the velocity.
func (p *Params) viscousPasses(stage scheme.Stage) (rows []Pass) {
	last := p.ViscousStages()
	if stage == scheme.Corrector {
		return []Pass{{
			Name: "viscosity", Kernel: "viscous_end", Over: scheme.Fluid, Carries: true,
			Own: []int{viscousField(last)}, Writes: []int{PositionField, VelocityField, PackedField,
				RemainderField},
		}}
	}
	for k := 1; k <= last; k++ {
		rows = append(rows, p.viscousPass(k, last))
	}
	return rows
}

// viscousField is the field of the velocity after stage k, or, of the last, of what it adds.
func viscousField(k int) int { return EvenStageField + k%2 }

// viscousPass is stage k.
func (p *Params) viscousPass(k, last int) Pass {
	pass := Pass{
		Name: fmt.Sprintf("viscosity, stage %d of %d", k, last), Kernel: "viscous_stage",
		Volumes: true,
		Over:    scheme.Fluid, Neighbours: []int{PackedField, ViscosityField, VelocityField},
		Writes: []int{viscousField(k)},
	}
	if k > 1 {
		pass.Neighbours[2] = viscousField(k - 1)
	}
	number := k
	if k == last {
		number = -k // the kernel ends the sub-steps
		pass.Writes = append(pass.Writes, VelocityField)
	}
	pass.Constants = func(p *Params, unit float64) [4]float32 {
		mu := 2 - 1/float64(k)
		return [4]float32{float32(mu), float32(mu / viscousGain(last)), float32(p.viscousScale()),
			float32(number)}
	}
	return pass
}

// viscousScale is the factor of sums over w v μ/ρ0, w being the slope of W over its scale, such
// that what viscosity does is exact on a lattice [1/m²].
func (p *Params) viscousScale() float64 {
	return p.Mass * p.SlopeScale() / (p.Rho0 * p.ViscosityOfLattice())
}

// CheckThick returns the first thing about thick fluids that cannot be simulated.
func (c *Case) CheckThick() error {
	p := &c.Params
	thick := *c
	thick.Thicken()
	if thick.Params.Further.Viscosity != p.Further.Viscosity {
		return fmt.Errorf("problem %s has thick fluids with a viscosity up to %g m²/s, but its "+
			"step is of %g m²/s; this is a bug",
			c.Name, thick.Params.Further.Viscosity, p.Further.Viscosity)
	}
	if !p.Thick() {
		return nil
	}
	switch {
	case !p.Boundary.Model().Layers:
		return fmt.Errorf("problem %s has thick fluids, but %v walls have no friction; use "+
			"boundary %v", c.Name, p.Boundary, Dummy)
	case p.Further.Smagorinsky != 0:
		return fmt.Errorf("smagorinsky is %g, but thick fluids have no sub-particle turbulence; "+
			"use smagorinsky 0", p.Further.Smagorinsky)
	case p.Further.FreeBodies > 0:
		return fmt.Errorf("problem %s has free bodies in thick fluids, whose viscous stress "+
			"would not act on them; leave the rheology out, or let no body be free", c.Name)
	}
	if err := c.checkFeatures(); err != nil { // some do not go with thick fluids
		return err
	}
	for k := range c.Materials {
		if err := c.checkRheology(k); err != nil {
			return fmt.Errorf("the material %s of problem %s %w", c.Materials[k].Name, c.Name, err)
		}
	}
	return nil
}

// checkRheology returns what of a material's rheology cannot be, as a clause about the material.
func (c *Case) checkRheology(material int) error {
	r := c.BoundedRheology(material)
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	switch {
	case !finite(r.Consistency) || !finite(r.YieldStress) || !finite(r.Regularisation):
		return fmt.Errorf("has a consistency of %g, a yield stress of %g Pa and a "+
			"regularisation of %g s, but none may be negative or infinite",
			r.Consistency, r.YieldStress, r.Regularisation)
	case !(r.Index > 0 && r.Index <= MaxFlowIndex):
		return fmt.Errorf("has a flow index of %g, but that must be above 0 and at most %d",
			r.Index, MaxFlowIndex)
	case r.YieldStress > 0 && r.Regularisation == 0:
		return fmt.Errorf("has a yield stress of %g Pa, but neither a viscosity nor a "+
			"regularisation; set consistency", r.YieldStress)
	}
	return nil
}

// MaxFlowIndex is the greatest exponent of a power law.
const MaxFlowIndex = 3

// thickWarnings are sentences on time steps that the viscosity of thick fluids makes short.
func (p *Params) thickWarnings() (all []string) {
	if !p.Thick() {
		return nil
	}
	longest := viscousGain(p.ViscousStages()) * diffusive * p.H * p.H / p.thickDiffusivity()
	if sound := p.CFL * p.H / p.C0; longest < sound {
		all = append(all, fmt.Sprintf("the viscosity of the thick fluids is up to %.3g m²/s, "+
			"which even %d stages allow a step of %.3g s for, while sound allows %.3g s; a "+
			"smaller regularisation makes steps longer",
			p.Further.Viscosity, MaxViscousStages, longest, sound))
	}
	return all
}
