package atmosphere

import "math"

// FlopsInterfaceX and FlopsInterfaceZ count additions, multiplications, divisions and the root of
// Flux along an axis, each as one, as a number that counts finds them in cuda/gridair.h. Eight are
// divisions, one for each Gauss point and two of the Jacobian. Along x the base has no profile.
const FlopsInterfaceX, FlopsInterfaceZ = 342, 388

// FlopsStep counts those of a cell and step where each polynomial and each flux is computed once:
// two sweeps with an update of four variables, and the weight twice. FlopsStepRecomputed is that
// of one kernel a sweep in which each cell computes the polynomials of three cells and both its
// fluxes.
const (
	FlopsStep           = 2*(FlopsCell+12) + FlopsInterfaceX + FlopsInterfaceZ + 4
	FlopsStepRecomputed = 2*(3*FlopsCell+12) + 2*(FlopsInterfaceX+FlopsInterfaceZ) + 4
)

// Places of variables in arrays of four, of a sweep along one axis.
const (
	Rho      = iota // ρ' [kg/m³]
	Across          // momentum along the sweep's axis [kg/(m² s)]: ρu along x, ρw along z
	Along           // the other momentum
	RhoTheta        // (ρθ)' [K kg/m³]
)

// Side is one of the two cells of an interface.
type Side struct {
	Mean       [4]float64 // averages
	Polynomial [4]Polynomial
	Base       Base
}

// gauss are the places of two Gauss points on the interval from 0 to 1, (1 ± 1/√3)/2.
var gauss = [2]float64{0.21132486540518713, 0.7886751345948129}

// series are the coefficients s of ((1 + x)^γ - 1)/(γ x) = 1 + s1 x + s2 x² + ..., and slopes those
// of its derivative's, (1 + x)^(γ-1) = 1 + 2 s1 x + 3 s2 x² + ...
var series, slopes = func() (s [4]float64, d [3]float64) {
	last := 1.0
	for k := range s {
		last *= (Gamma - float64(k+1)) / float64(k+2)
		s[k] = last
		if k < len(d) {
			d[k] = float64(k+2) * last
		}
	}
	return s, d
}()

// PressureExcess returns p' [Pa] of (ρθ)' on a base with a stiffness and a 1/(ρ θ0): p ((1 + x)^γ -
// 1) with x = (ρθ)'/(ρ θ0), by the binomial series up to x⁵. Its relative error is below 1e-12 for
// |x| < 0.01, which sound and the flows of this package do not exceed, and 3e-9 for 0.05, a
// pressure that is 7 % off that of the base.
func PressureExcess(stiffness, perRhoTheta, rhoTheta float64) float64 {
	x := perRhoTheta * rhoTheta
	return stiffness * rhoTheta *
		(1 + x*(series[0]+x*(series[1]+x*(series[2]+x*series[3]))))
}

// Stiffness returns ∂p/∂(ρθ) = γ p/(ρθ) [m²/(K s²)] of (ρθ)' on a base. Its relative error is below
// 1e-9 for |x| < 0.01 and 3e-7 for 0.05. It only decides what part of a flux comes from where.
func Stiffness(stiffness, perRhoTheta, rhoTheta float64) float64 {
	x := perRhoTheta * rhoTheta
	return stiffness * (1 + x*(slopes[0]+x*(slopes[1]+x*slopes[2])))
}

// Speed returns max(|u|, |w|) + c [m/s] of a state in a row. c² is γ p/ρ = θ ∂p/∂(ρθ).
func Speed(q *[4]float64, r *Row) float64 {
	per := 1 / (r.MeanDensity + q[Rho])
	theta := (BaseTheta*r.MeanDensity + q[RhoTheta]) * per
	h := Stiffness(r.Level.Stiffness[0], r.Level.PerRhoTheta[0], q[RhoTheta])
	return max(math.Abs(q[Across]), math.Abs(q[Along]))*per + math.Sqrt(h*theta)
}

// Physical returns the flux f of a state q on a base.
func Physical(q *[4]float64, base *Face) [4]float64 {
	u := q[Across] / (base.Density + q[Rho])
	return [4]float64{
		q[Across],
		q[Across]*u + PressureExcess(base.Stiffness, base.PerRhoTheta, q[RhoTheta]),
		q[Along] * u,
		(BaseTheta*base.Density + q[RhoTheta]) * u,
	}
}

// sound returns the sums of f1 - u f0 and of f3 at the Gauss points of an interval of a length, in
// cells, within the side s from its face at ξ = face, ±1/2, inwards.
func (s *Side) sound(face, length, u float64) (push, heat float64) {
	at := func(g float64) (push, heat float64) {
		xi := face - 2*face*(length*g)
		base, m := s.Base.densityAt(xi), s.Polynomial[Across].At(xi)
		rhoTheta := s.Polynomial[RhoTheta].At(xi)
		v := m * (1 / (base + s.Polynomial[Rho].At(xi)))
		p := PressureExcess(s.Base.stiffnessAt(xi), s.Base.perRhoThetaAt(xi), rhoTheta)
		return m*(v-u) + p, (BaseTheta*base + rhoTheta) * v
	}
	p0, h0 := at(gauss[0])
	p1, h1 := at(gauss[1])
	return p0 + p1, h0 + h1
}

// contact returns the means of f0, f2 and f3 at the Gauss points of such an interval.
func (s *Side) contact(face, length float64) (mass, along, heat float64) {
	at := func(g float64) (mass, along, heat float64) {
		xi := face - 2*face*(length*g)
		base, m := s.Base.densityAt(xi), s.Polynomial[Across].At(xi)
		v := m * (1 / (base + s.Polynomial[Rho].At(xi)))
		return m, s.Polynomial[Along].At(xi) * v,
			(BaseTheta*base + s.Polynomial[RhoTheta].At(xi)) * v
	}
	m0, a0, h0 := at(gauss[0])
	m1, a1, h1 := at(gauss[1])
	return 0.5 * (m0 + m1), 0.5 * (a0 + a1), 0.5 * (h0 + h1)
}

// Flux returns the flux through the interface between two cells, averaged over a step. ratio is
// Δt/Δx [s/m].
//
// With velocities u and w, θ and the speed of sound c of the interface, the waves u ± c have the
// eigenvectors (1, u ± c, w, θ) and the amplitudes ½ (f3/θ ± (f1 - u f0)/c). Two contact waves move
// with u: (1, u, 0, 0), with the amplitude f0 - f3/θ, and (0, 0, 1, 0) with f2 - w f3/θ. f is that
// of the cell from which the wave comes, so the flow must be subsonic, |u| < c. heat below is θ
// times the sum of the amplitudes of sound, and push is c times their difference.
func Flux(low, high *Side, base *Face, ratio float64) [4]float64 {
	var m [4]float64
	for k := range m {
		m[k] = 0.5 * (low.Mean[k] + high.Mean[k])
	}
	per := 1 / (base.Density + m[Rho])
	u, w := m[Across]*per, m[Along]*per
	theta := (BaseTheta*base.Density + m[RhoTheta]) * per
	h := Stiffness(base.Stiffness, base.PerRhoTheta, m[RhoTheta])
	c := math.Sqrt(h * theta)
	perC := 1 / c
	ofPush, ofHeat := theta*perC, h*perC // θ/c and c/θ
	perTheta := ofHeat * perC

	pushUp, heatUp := low.sound(0.5, (c+u)*ratio, u)
	pushDown, heatDown := high.sound(-0.5, (c-u)*ratio, u)
	heat := 0.25 * ((heatUp + heatDown) + ofPush*(pushUp-pushDown))
	push := 0.25 * ((pushUp + pushDown) + ofHeat*(heatUp-heatDown))

	var f0, f2, f3 float64
	switch {
	case u > 0:
		f0, f2, f3 = low.contact(0.5, u*ratio)
	case u < 0:
		f0, f2, f3 = high.contact(-0.5, -u*ratio)
	default:
		f0, f2, f3 = low.contact(0.5, 0)
		g0, g2, g3 := high.contact(-0.5, 0)
		f0, f2, f3 = 0.5*(f0+g0), 0.5*(f2+g2), 0.5*(f3+g3)
	}
	both, carried := heat*perTheta, f3*perTheta
	mass := both + (f0 - carried)
	return [4]float64{mass, u*mass + push, w*both + (f2 - w*carried), heat}
}

// DiffusiveFlux returns what Flux has in addition with a constant kinematic viscosity and
// diffusivity K: -K ρ ∂v/∂x of v = u, w and θ. rate is K/Δx [m/s]. Straka et al. (1993) have K ∇²v
// without density. The difference is K ∇ρ·∇v/ρ, a drift of K over the scale height, 0.01 m/s for K
// = 75 m²/s, and this form conserves.
func DiffusiveFlux(low, high *Side, rate float64) [4]float64 {
	a, b := low.Base.MeanDensity+low.Mean[Rho], high.Base.MeanDensity+high.Mean[Rho]
	k := -rate * (0.5 * (a + b))
	perA, perB := 1/a, 1/b
	return [4]float64{
		0,
		k * (high.Mean[Across]*perB - low.Mean[Across]*perA),
		k * (high.Mean[Along]*perB - low.Mean[Along]*perA),
		k * ((high.Mean[RhoTheta]-BaseTheta*high.Mean[Rho])*perB -
			(low.Mean[RhoTheta]-BaseTheta*low.Mean[Rho])*perA),
	}
}

// ThetaExcess returns θ - θ0 [K] of a state: ((ρθ)' - θ0 ρ')/ρ, without the difference of large
// numbers.
func ThetaExcess(q *[4]float64, density float64) float64 {
	return (q[RhoTheta] - BaseTheta*q[Rho]) * (1 / (density + q[Rho]))
}

// Weight returns the change of ρw [kg/(m² s)] by the weight -g ρ' over a time [s].
func Weight(rho, time float64) float64 { return -(Gravity * time) * rho }
