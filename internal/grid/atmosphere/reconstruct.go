package atmosphere

// FlopsCell counts additions, multiplications and divisions of Reconstruct for the four variables
// of a cell, each operation as one. Five for each variable are divisions.
const FlopsCell = 4 * 127

// Polynomial is a reconstruction within one cell: coefficients of ξ⁰ to ξ⁴, with ξ from -1/2 at
// the lower to 1/2 at the upper face.
type Polynomial [5]float64

// At returns the value at ξ. The even and the odd part are summed apart, so a mirrored polynomial
// has the same bits at -ξ.
func (p *Polynomial) At(xi float64) float64 {
	s := xi * xi
	return (p[0] + s*(p[2]+s*p[4])) + xi*(p[1]+s*p[3])
}

// Linear weights of CWENO of the three parabolas and of the quartic, 1 : 2 : 1 : 1000. With so
// much on the quartic thin layers keep their amplitude, and steps still do not ring: the warm
// bubble of Bryan and Fritsch keeps 1.51 K of 2 K with cells of 250 m, 1.23 K with 1/8, 1/4, 1/8
// and 1/2 (Cravero et al. 2018), and 1.57 K with the quartic alone, which undershoots by 0.10 K
// instead of 0.04 K.
const (
	weightSide    = 1.0 / 1004 // of the lower and of the upper parabola
	weightCentral = 2.0 / 1004
	weightQuartic = 1000.0 / 1004
)

// weightEpsilon keeps denominators from zero [the variable's unit squared]. In single precision
// too, squares of ratios do not overflow while the differences of neighbours are below 150.
const weightEpsilon = 1e-14

// Reconstruct returns the polynomial of CWENO-Z of the middle one of five cells from their
// averages, in their order along the axis. It has the average of its cell. In smooth flow it is
// the quartic with all five averages, of fifth order; next to a steep change that of the parabolas
// which do not cross it has most of the weight, of third order.
//
// The nonlinear weights are α = d (1 + (τ / (I + ε))²) over their sum, where I are the indicators
// of smoothness of Jiang and Shu (J. Comput. Phys. 126, 1996) and τ = |I_lower - I_upper| (Borges
// et al., ibid. 227, 2008).
func Reconstruct(q *[5]float64) Polynomial {
	// Sums and differences of the outer and the inner pair, with the middle one.
	outer, inner := q[0]+q[4], q[1]+q[3]
	odd2, odd1 := q[4]-q[0], q[3]-q[1]
	// The quartic.
	o4 := ((outer + 6*q[2]) - 4*inner) * (1.0 / 24)
	o3 := (odd2 - 2*odd1) * (1.0 / 12)
	o2 := ((12*inner - 22*q[2]) - outer) * (1.0 / 16)
	o1 := (34*odd1 - 5*odd2) * (1.0 / 48)
	// The parabolas.
	l1, l2 := ((3*q[2]-4*q[1])+q[0])*0.5, ((q[2]-2*q[1])+q[0])*0.5
	u1, u2 := ((3*q[2]-4*q[3])+q[4])*-0.5, ((q[2]-2*q[3])+q[4])*0.5
	c1, c2 := odd1*0.5, (inner-2*q[2])*0.5

	lower, upper := roughness(l1, l2), roughness(u1, u2)
	tau := lower - upper // only its square matters
	wl, wu := weight(weightSide, tau, lower), weight(weightSide, tau, upper)
	wc := weight(weightCentral, tau, roughness(c1, c2))
	wo := weight(weightQuartic, tau, roughnessQuartic(o1, o2, o3, o4))
	sum := 1 / ((wo + wc) + (wl + wu))
	// The quartic's weight is spread over P_opt - Σ d P of the parabolas.
	r := wo * sum * (1 / weightQuartic)
	wl = wl*sum - r*weightSide
	wu = wu*sum - r*weightSide
	wc = wc*sum - r*weightCentral

	var p Polynomial
	p[4] = r * o4
	p[3] = r * o3
	p[2] = (r*o2 + wc*c2) + (wl*l2 + wu*u2)
	p[1] = (r*o1 + wc*c1) + (wl*l1 + wu*u1)
	p[0] = (q[2] - p[2]*(1.0/12)) - p[4]*(1.0/80)
	return p
}

// roughness is the integral over the cell of the squares of both derivatives of a parabola with
// coefficients a and b of ξ and ξ².
func roughness(a, b float64) float64 { return a*a + (13.0/3)*(b*b) }

// roughnessQuartic is Σ ∫ (dⁿp/dξⁿ)² dξ, n = 1 to 4.
func roughnessQuartic(a, b, c, d float64) float64 {
	return (roughness(a, b) + (0.5*(a*c) + 4.2*(b*d))) +
		((3129.0/80)*(c*c) + (87617.0/140)*(d*d))
}

// weight is d (1 + (τ/(I + ε))²).
func weight(d, tau, indicator float64) float64 {
	ratio := tau / (indicator + weightEpsilon)
	return d + d*(ratio*ratio)
}
