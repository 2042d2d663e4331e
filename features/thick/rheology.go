package thick

import (
	"math"

	"gpusph/sph"
)

// Rheology is that of a material: the dynamic viscosity at the shear rate s is
//
//	μ = K s^(n-1) + τy (1 - exp(-m s))/s             (Herschel and Bulkley 1926, Papanastasiou 1987)
//
// times exp(-b (T - T0)) where fluid has a temperature T. Without a consistency K is ρ0 ν.
type Rheology struct {
	Consistency    float64 // K [Pa sⁿ]
	Index          float64 // n; 0 is 1
	YieldStress    float64 // τy [Pa]
	Regularisation float64 // m [s]
	Thinning       float64 // b [1/K]
}

// MaxIndex is the greatest exponent of a power law.
const MaxIndex = 3

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

// set reports whether there is a rheology at all.
func (r *Rheology) set() bool { return *r != Rheology{} }

// Bounded is the rheology of a material of a case, with all that it leaves out: the consistency [Pa
// sⁿ], the index and the regularisation [s].
func Bounded(c *sph.Case, material int) Rheology {
	m, r := c.PropertiesOf(material), Of(c)[material]
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

// bounded are the rheologies of all materials.
func bounded(c *sph.Case) (all []Rheology) {
	for k := range Of(c) {
		all = append(all, Bounded(c, k))
	}
	return all
}

// ShearRates are those between which the power of a bounded rheology is taken [1/s].
func (r *Rheology) ShearRates(p *sph.Params) (least, most float64) {
	most = greatestShear * p.C0 / p.DeltaP
	if r.Regularisation > 0 {
		least = min(1/r.Regularisation, most)
	}
	return least, most
}

// Viscosity is the dynamic viscosity of a bounded rheology at a shear rate [1/s] and T0 [Pa s].
func (r *Rheology) Viscosity(p *sph.Params, shear float64) float64 {
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
func (r *Rheology) Greatest(p *sph.Params) float64 {
	_, most := r.ShearRates(p)
	return max(r.Viscosity(p, 0), r.Viscosity(p, most))
}
