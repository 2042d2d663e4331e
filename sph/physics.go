package sph

import "math"

// neighbours is how many particles at rest are in the support of one.
func (p *Params) Neighbours() float64 {
	return p.ball() * p.Volume(p.Support()/p.DeltaP)
}

// ball is the volume of a ball of radius 1, or in two dimensions the area of a circle.
func (p *Params) ball() float64 {
	if p.Dim == 2 {
		return math.Pi
	}
	return 4.0 / 3 * math.Pi
}

// viscosityOfLattice is what Morris's sum makes of a viscosity of 1 where particles lie on a
// lattice, Σ Δp³ x² (-W'/r). As an integral it is 1. With Wendland's kernel and h/Δp 1.3 it is
// 0.979, and 0.974 in two dimensions, however far its rows have slid.
func (p *Params) ViscosityOfLattice() (sum float64) {
	n := int(p.Support()/p.DeltaP) + 1
	across := n
	if p.Dim == 2 {
		across = 0
	}
	for x := -n; x <= n; x++ {
		for y := -across; y <= across; y++ {
			for z := -n; z <= n; z++ {
				u, v, w := float64(x)*p.DeltaP, float64(y)*p.DeltaP, float64(z)*p.DeltaP
				if r := math.Sqrt(u*u + v*v + w*w); r > 0 {
					sum += u * u * p.Slope(r)
				}
			}
		}
	}
	return sum * p.Volume(p.DeltaP) * p.SlopeScale()
}

// laminarParts are how much of a pair's velocity v laminar viscosity acts on: of the whole, and of
// its part along the line between the two. Morris's sum comes to ν ∇²v. With (d + 2) (v·r) r/r² in
// place of v, in d dimensions, it comes to ν (∇²v + 2 ∇(∇·v)), since the mean of r_a r_b r_c r_d/r⁴
// over directions is (δ_ab δ_cd + δ_ac δ_bd + δ_ad δ_bc)/d(d + 2). That is the same where the flow
// keeps its volume. Elsewhere there is a bulk viscosity of 5/3 ν with it, or 2 ν in two dimensions.
func (p *Params) LaminarParts() (across, along float32) {
	if p.Laminar == MonaghanGingold {
		return 0, float32(p.Dim + 2)
	}
	return 1, 0
}

// leavesOutHydrostatic reports whether density diffusion leaves out what gravity makes of
// densities. Antuono's does in the first half of a step: see passes.
func (p *Params) LeavesOutHydrostatic() bool {
	return p.Diffusion == Fourtakas || p.Diffusion == Antuono
}

// listRadius is how far neighbour lists reach at most [m].
func (p *Params) ListRadius() float64 { return p.Support() + p.Skin }

// DtMax is a bound of the time step [s].
func (p *Params) DtMax() float64 {
	if p.Dt > 0 {
		return p.Dt
	}
	return p.DefaultStep()
}

// longestStep bounds it where all is rounded [s].
func (p *Params) LongestStep() float64 { return 1.01 * p.DtMax() }

// firstStep is the length of the very first step [s], before there are forces: what
// sound allows at the greatest relative density, gravity [m/s²], viscosity and density diffusion.
func (p *Params) FirstStep(rel, gravity float64) float64 {
	dt := p.stableStep(1 + max(rel, 0))
	if gravity > 0 {
		dt = min(dt, p.CFL*math.Sqrt(p.H/(gravity*p.Finest())))
	}
	return dt
}

// listCapacity is the number of entries that a list at rest fills, with room to
// spare; lists that need more get it during the run.
func (p *Params) ListCapacity() int {
	return (int(p.ball()*p.Volume(p.ListRadius()/p.DeltaP)*1.1) + 16) / 8 * 8
}

// wallSums are sums over a wall's particles around a point, where w is the slope at their distance
// r; see physics.h.
type wallSums struct {
	Size    float64 // |Σ w r| [m]
	Squares float64 // Σ w r² [m²]
	Mean    float64 // Σ w r⁴ over that [m²]
}

// overFlatWall is the sums at a height [m] over a flat wall.
func (p *Params) OverFlatWall(height float64) (s wallSums) {
	n := int(p.Support()/p.DeltaP) + 1
	across := n
	if p.Dim == 2 {
		across = 0
	}
	for x := -n; x <= n; x++ {
		for y := -across; y <= across; y++ {
			for layer := range n + 1 {
				u, v, z := float64(x)*p.DeltaP, float64(y)*p.DeltaP, height+(float64(layer)+0.5)*p.DeltaP
				r2 := u*u + v*v + z*z
				w := p.Slope(math.Sqrt(r2))
				s.Size += w * z
				s.Squares += w * r2
				s.Mean += w * r2 * r2
			}
		}
	}
	s.Mean /= s.Squares
	return s
}

// FullSquares is Σ w r² of a particle amid fluid on a lattice [m²]: as much along each axis as
// ViscosityOfLattice has along x.
func (p *Params) FullSquares() float64 {
	return float64(p.Dim) * p.ViscosityOfLattice() / (p.SlopeScale() * p.Volume(p.DeltaP))
}

// StateEquation is the equation of state of a fluid,
//
//	P = B ((ρ/ρ0)^γ - 1) + P0,   B = ρ0 c0²/γ          (Tait; Monaghan 1994)
//
// with the background pressure P0 that all fluids of a flow share.
type StateEquation struct {
	Rho0       float64 // reference density [kg/m³]
	C0         float64 // speed of sound at it [m/s]
	Gamma      float64 // exponent γ
	Background float64 // P0 [Pa]
}

// Equation is that of the fluid of the parameters, the reference fluid.
func (p *Params) Equation() StateEquation { return p.EquationOf(&Properties{}) }

// EquationOf is that of a fluid with some properties.
func (p *Params) EquationOf(m *Properties) StateEquation {
	or := func(x, other float64) float64 {
		if x > 0 {
			return x
		}
		return other
	}
	return StateEquation{or(m.Rho0, p.Rho0), or(m.C0, p.C0), or(m.Gamma, Gamma),
		p.Further.Background}
}

// Stiffness is B [Pa].
func (e *StateEquation) Stiffness() float64 { return e.Rho0 * e.C0 * e.C0 / e.Gamma }

// Pressure at the relative density ρ/ρ0 - 1 [Pa].
func (e *StateEquation) Pressure(rel float64) float64 {
	x := 1 + rel
	if e.Gamma == Gamma {
		x3 := x * x * x
		return e.Stiffness()*(x3*x3*x-1) + e.Background
	}
	return e.Stiffness()*(math.Pow(x, e.Gamma)-1) + e.Background
}

// RelativeDensity is the inverse of Pressure: ρ/ρ0 - 1 at the pressure [Pa].
func (e *StateEquation) RelativeDensity(pressure float64) float64 {
	return math.Pow(1+e.Gamma*(pressure-e.Background)/(e.Rho0*e.C0*e.C0), 1/e.Gamma) - 1
}

// Density at the relative density ρ/ρ0 - 1 [kg/m³].
func (e *StateEquation) Density(rel float64) float64 { return e.Rho0 * (1 + rel) }

// Equations are those of the materials, by their numbers; without materials there is one.
func (c *Case) Equations() (all []StateEquation) {
	for k := range c.Materials {
		all = append(all, c.Params.EquationOf(&c.Materials[k].Properties))
	}
	if len(all) == 0 {
		all = append(all, c.Params.Equation())
	}
	return all
}
