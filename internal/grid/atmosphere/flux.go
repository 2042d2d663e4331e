package atmosphere

import "math"

// FlopsInterface counts additions, multiplications, divisions and the root of Flux, each as one:
// 61 for the Jacobian, 84 for each of six Gauss points, 35 for waves. Of these 23 are divisions.
// Where the contact wave takes the mean of both sides there are two points more.
const FlopsInterface = 61 + 6*84 + 35

// FlopsStep counts those of a cell and step where each polynomial and each flux is computed once:
// two sweeps with an update of four variables, and the weight twice. FlopsStepRecomputed is that
// of one kernel a sweep in which each cell computes the polynomials of three cells and both its
// fluxes.
const (
	FlopsStep           = 2*(FlopsCell+FlopsInterface+12) + 6
	FlopsStepRecomputed = 2*(3*FlopsCell+2*FlopsInterface+12) + 6
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

// gauss are the places of two Gauss points on the interval from 0 to 1.
var gauss = [2]float64{0.5 - math.Sqrt(1.0/12), 0.5 + math.Sqrt(1.0/12)}

// excess returns (1 + x)^γ - 1 by the binomial series up to x⁸. Its relative error is below 1e-13
// for |x| < 0.05, a pressure that is 7 % off that of the base; sound and the flows of this package
// stay below 0.01.
func excess(x float64) float64 {
	sum := 0.0
	for k := len(binomial) - 1; k >= 0; k-- {
		sum = (sum + binomial[k]) * x
	}
	return sum
}

// binomial are the coefficients of x to x⁸ in (1 + x)^γ.
var binomial = func() (c [8]float64) {
	last := 1.0
	for k := range c {
		last *= (Gamma - float64(k)) / float64(k+1)
		c[k] = last
	}
	return c
}()

// PressureExcess returns p' [Pa] of (ρθ)' on a base of a density and a pressure.
func PressureExcess(density, pressure, rhoTheta float64) float64 {
	return pressure * excess(rhoTheta/(BaseTheta*density))
}

// SoundSpeed returns √(γ p / ρ) [m/s].
func SoundSpeed(pressure, density float64) float64 { return math.Sqrt(Gamma * pressure / density) }

// Physical returns the flux f of a state q on a base of a density and a pressure.
func Physical(q *[4]float64, density, pressure float64) [4]float64 {
	u := q[Across] / (density + q[Rho])
	return [4]float64{
		q[Across],
		q[Across]*u + PressureExcess(density, pressure, q[RhoTheta]),
		q[Along] * u,
		(BaseTheta*density + q[RhoTheta]) * u,
	}
}

// average returns the mean of f over an interval of a length, in cells, within the side s from its
// face at ξ = face, ±1/2, inwards.
func (s *Side) average(face, length float64) (mean [4]float64) {
	inward := -2 * face
	for _, g := range gauss {
		xi := face + inward*(length*g)
		var q [4]float64
		for k := range q {
			q[k] = s.Polynomial[k].At(xi)
		}
		f := Physical(&q, at(s.Base.Density, xi), at(s.Base.Pressure, xi))
		for k := range f {
			mean[k] += 0.5 * f[k]
		}
	}
	return mean
}

// Flux returns the flux through the interface between two cells, averaged over a step. ratio is
// Δt/Δx [s/m].
//
// With velocities u and w, θ and the speed of sound c of the interface, the waves u ± c have the
// eigenvectors (1, u ± c, w, θ) and the amplitudes ½ (f3/θ ± (f1 - u f0)/c). Two contact waves
// move with u: (1, u, 0, 0), with the amplitude f0 - f3/θ, and (0, 0, 1, 0) with f2 - w f3/θ. f is
// that of the cell from which the wave comes, so the flow must be subsonic, |u| < c.
func Flux(low, high *Side, ratio float64) [4]float64 {
	var m [4]float64
	for k := range m {
		m[k] = 0.5 * (low.Mean[k] + high.Mean[k])
	}
	base := 0.5 * (at(low.Base.Density, 0.5) + at(high.Base.Density, -0.5))
	pressure := 0.5 * (at(low.Base.Pressure, 0.5) + at(high.Base.Pressure, -0.5))
	density := base + m[Rho]
	u, w := m[Across]/density, m[Along]/density
	theta := (BaseTheta*base + m[RhoTheta]) / density
	c := SoundSpeed(pressure+PressureExcess(base, pressure, m[RhoTheta]), density)

	f := low.average(0.5, (c+u)*ratio)
	up := 0.5 * (f[3]/theta + (f[1]-u*f[0])/c)
	f = high.average(-0.5, (c-u)*ratio)
	down := 0.5 * (f[3]/theta - (f[1]-u*f[0])/c)
	switch {
	case u > 0:
		f = low.average(0.5, u*ratio)
	case u < 0:
		f = high.average(-0.5, -u*ratio)
	default:
		f = low.average(0.5, 0)
		g := high.average(-0.5, 0)
		for k := range f {
			f[k] = 0.5 * (f[k] + g[k])
		}
	}
	both := up + down
	mass := f[0] - f[3]/theta
	along := f[2] - w*(f[3]/theta)
	return [4]float64{both + mass, u*(both+mass) + c*(up-down), w*both + along, theta * both}
}

// DiffusiveFlux returns what Flux has in addition with a constant kinematic viscosity and
// diffusivity K: -K ρ ∂v/∂x of v = u, w and θ. rate is K/Δx [m/s]. Straka et al. (1993) have K ∇²v
// without density. The difference is K ∇ρ·∇v/ρ, a drift of K over the scale height, 0.01 m/s for K
// = 75 m²/s, and this form conserves.
func DiffusiveFlux(low, high *Side, rate float64) [4]float64 {
	a, b := low.Base.MeanDensity+low.Mean[Rho], high.Base.MeanDensity+high.Mean[Rho]
	k := -rate * (0.5 * (a + b))
	return [4]float64{
		0,
		k * (high.Mean[Across]/b - low.Mean[Across]/a),
		k * (high.Mean[Along]/b - low.Mean[Along]/a),
		k * (ThetaExcess(&high.Mean, high.Base.MeanDensity) -
			ThetaExcess(&low.Mean, low.Base.MeanDensity)),
	}
}

// ThetaExcess returns θ - θ0 [K] of a state: ((ρθ)' - θ0 ρ')/ρ, without the difference of large
// numbers.
func ThetaExcess(q *[4]float64, density float64) float64 {
	return (q[RhoTheta] - BaseTheta*q[Rho]) / (density + q[Rho])
}

// Weight returns the change of ρw [kg/(m² s)] by the weight -g ρ' over a time [s].
func Weight(rho, time float64) float64 { return -(Gravity * time) * rho }
