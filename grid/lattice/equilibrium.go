package lattice

// Moments are density ρ, velocity u and temperature T of populations:
//
//	ρ = Σ f,  ρ u = Σ c f,  D ρ T = Σ |c - u|² f with D = 2.
//
// They are those before the collision. Under gravity those of the fluid are halfway through it:
// Hydrodynamic has them.
func (m *Model) Moments(f *[Populations]float64) (rho, ux, uy, t float64) {
	var momentum [2]float64
	var energy float64 // twice
	for s := range Shells {
		sum := 0.0
		for l := m.First[s]; l < m.First[s+1]; l++ {
			sum += f[l]
			momentum[0] += float64(m.Velocities[l][0]) * f[l]
			momentum[1] += float64(m.Velocities[l][1]) * f[l]
		}
		rho += sum
		energy += m.Squares[s] * sum
	}
	per := 1 / rho
	ux, uy = momentum[0]*per, momentum[1]*per
	return rho, ux, uy, (energy*per - ux*ux - uy*uy) / 2
}

// Forced are the velocity û and the temperature T̂ of the equilibrium under an acceleration g,
// where u and T are moments and τ is in steps:
//
//	û = u + τ g,  T̂ = T + τ (1 - τ) g²/D.
//
// Derivation: a collision adds (f_eq - f)/τ. So momentum grows by ρ (û - u)/τ, which has to be ρ g.
// Twice the energy grows by ρ (D T̂ + û² - D T - u²)/τ = ρ (2 u·g + g²), which is the work of the
// force along the way of the step, at the mean velocity u + g/2. The populations then are those
// before, faster by g, at the same temperature.
//
// Sources: Sbragaglia, Benzi, Biferale, Chen, Shan and Succi, J. Fluid Mech. 628, 2009;
// Scagliarini, Biferale, Sbragaglia, Sugiyama and Toschi, Phys. Fluids 22, 055101, 2010. Calore et
// al. print the limit of small steps, T̂ = T - τ² g²/D, which heats a step too little by g²/D.
func Forced(ux, uy, t, gx, gy, tau float64) (x, y, warm float64) {
	return ux + tau*gx, uy + tau*gy, t + tau*(1-tau)*(gx*gx+gy*gy)/2
}

// Hydrodynamic are velocity and temperature of the fluid, whose momentum and energy are the means
// of those before and after a collision: u + g/2 and T + g²/(4 D). Sources as for Forced.
func Hydrodynamic(ux, uy, t, gx, gy float64) (x, y, warm float64) {
	return ux + gx/2, uy + gy/2, t + (gx*gx+gy*gy)/8
}

// Kinetic takes velocity and temperature of the fluid back to the moments of populations.
func Kinetic(ux, uy, t, gx, gy float64) (x, y, cold float64) {
	return ux - gx/2, uy - gy/2, t - (gx*gx+gy*gy)/8
}

// Equilibrium is the Maxwellian of density ρ, velocity u and temperature T, expanded in Hermite
// polynomials to fourth order (Shan, Yuan and Chen, J. Fluid Mech. 550, 2006). In units
// of T₀, with s = c·u, q = c², v = u², e = T/T₀ - 1 and D = 2:
//
//	f = w ρ (1 + s + (s² - v + e (q-D))/2 + s (s² - 3v + 3e (q-D-2))/6 + (s⁴ - 6 s² v + 3v² +
//	    6e (s² (q-D-4) + v (D+2-q)) + 3e² (q² - 2 (D+2) q + D (D+2)))/24)
//
// Its moments to fourth order are those of the Maxwellian. Viscosity and the flow of heat need no
// more.
func (m *Model) Equilibrium(rho, ux, uy, t float64, f *[Populations]float64) {
	var zero [Populations]float64
	*f = zero
	m.relax(rho, ux, uy, t, 1, f)
}

// Collide relaxes the populations of a site under an acceleration g: f += (f_eq - f)/τ. See the
// package's comment for the number of its operations.
func (m *Model) Collide(f *[Populations]float64, gx, gy, tau float64) {
	rho, ux, uy, t := m.Moments(f)
	ux, uy, t = Forced(ux, uy, t, gx, gy, tau)
	m.relax(rho, ux, uy, t, 1/tau, f)
}

// relax adds ω (f_eq - f). Terms that shells share are computed once, and opposite velocities share
// the even and the odd part, even ± odd.
func (m *Model) relax(rho, ux, uy, t, omega float64, f *[Populations]float64) {
	per := 1 / m.Temperature
	e, v := t*per-1, (ux*ux+uy*uy)*per
	kept, ax, ay := 1-omega, ux*per, uy*per
	for s := range Shells {
		q := m.Squares[s] * per
		weight := m.Weights[s] * rho * omega
		// even = even0 + s² (even1 + s²/24), odd = s (odd0 + s²/6)
		even0 := 1 + e*(q-2)/2 - v/2 + v*v/8 + e*(v*(4-q)/4+e*(q*(q-8)+8)/8)
		even1 := 0.5 - v/4 + e*(q-6)/4
		odd0 := 1 - v/2 + e*(q-4)/2
		half := (m.First[s+1] - m.First[s]) / 2
		if half == 0 { // at rest
			f[0] = kept*f[0] + weight*even0
			continue
		}
		for l := m.First[s]; l < m.First[s]+half; l++ {
			c := m.Velocities[l]
			along := float64(c[0])*ax + float64(c[1])*ay
			square := along * along
			even := even0 + square*(even1+square*(1.0/24))
			odd := along * (odd0 + square*(1.0/6))
			f[l] = kept*f[l] + weight*(even+odd)
			f[l+half] = kept*f[l+half] + weight*(even-odd)
		}
	}
}
