package atmosphere

// FlopsCell counts additions, multiplications and divisions of Reconstruct for the four variables
// of a cell, each operation as one. One for each variable is a division.
const FlopsCell = 4 * 102

// Polynomial is a reconstruction within one cell: coefficients of ξ⁰ to ξ⁴, with ξ from -1/2 at
// the lower to 1/2 at the upper face.
type Polynomial [5]float64

// At returns the value at ξ. The even and the odd part are summed apart, so a mirrored polynomial
// has the same bits at -ξ.
func (p *Polynomial) At(xi float64) float64 {
	s := xi * xi
	return (p[0] + s*(p[2]+s*p[4])) + xi*(p[1]+s*p[3])
}

// Linear weights of CWENO of the central parabola and of the quartic, over that of the lower or the
// upper parabola: 1 : 2 : 1 : 1000. With so much on the quartic thin layers keep their amplitude,
// and steps still do not ring: the warm bubble of Bryan and Fritsch keeps 1.51 K of 2 K with cells
// of 250 m, 1.23 K with 1/8, 1/4, 1/8 and 1/2 (Cravero et al. 2018), and 1.57 K with the quartic
// alone, which undershoots by 0.10 K instead of 0.04 K.
const (
	weightCentral = 2.0
	weightQuartic = 1000.0
	weightSum     = 2 + weightCentral + weightQuartic
)

// weightEpsilon keeps denominators from zero [the variable's unit squared]. In single precision
// too, squares of ratios do not overflow while the differences of neighbours are below 100.
const weightEpsilon = 1e-14

// Reconstruct returns the polynomial of CWENO-Z of the middle one of five cells from their
// averages, in their order along the axis. It has the average of its cell. In smooth flow it is
// the quartic with all five averages, of fifth order; next to a steep change that of the parabolas
// which do not cross it has most of the weight, of third order.
//
// The nonlinear weights are α = d (1 + (τ / (I + ε))²) over their sum, where I are the indicators
// of smoothness of Jiang and Shu (J. Comput. Phys. 126, 1996) and τ = |I_lower - I_upper| (Borges
// et al., ibid. 227, 2008). Here they are multiplied by all (I + ε)², which leaves one division.
//
// With the even a and b and the odd c and d below, the coefficients of ξ and ξ² are
//
//	lower    d + a         b - c
//	upper    d - a         b + c
//	central  d + c         b - a
//	quartic  d + 7/12 c    b - 5/4 a,    and c/3 and a/6 of ξ³ and ξ⁴
//
// The quartic's weight is spread over P_opt - Σ d P of the parabolas, so d and b have all weights.
func Reconstruct(q *[5]float64) Polynomial {
	twice := q[2] + q[2]
	even2, even1 := (q[0]+q[4])-twice, (q[1]+q[3])-twice
	odd2, odd1 := q[4]-q[0], q[3]-q[1]
	outerEven, outerOdd := 0.25*even2, 0.25*odd2
	c1, c2 := 0.5*odd1, 0.5*even1
	a, b := outerEven-even1, outerEven-c2
	c, d := outerOdd-c1, odd1-outerOdd

	lower, upper := roughness(d+a, b-c), roughness(d-a, b+c)
	tau := lower - upper
	t := tau * tau
	sl, su := square(lower+weightEpsilon), square(upper+weightEpsilon)
	sc := square(roughness(c1, c2) + weightEpsilon)
	so := square(roughnessQuartic(a, b, c, d) + weightEpsilon)
	sides, others := sl*su, sc*so
	wl, wu := others*((sl+t)*su), others*((su+t)*sl)
	wc, wo := sides*((sc+t)*so), sides*((so+t)*sc)
	quartic, central := weightSum*wo, weightCentral*(wc-wo)
	uneven := wl - wu
	share := 1 / ((quartic + central) + ((wl - wo) + (wu - wo)))
	quartic, central, uneven = quartic*share, central*share, uneven*share

	var p Polynomial
	p[4] = quartic * (1.0 / 6) * a
	p[3] = quartic * (1.0 / 3) * c
	p[2] = b - ((quartic*(5.0/4)+central)*a + uneven*c)
	p[1] = d + ((quartic*(7.0/12)+central)*c + uneven*a)
	p[0] = (q[2] - p[2]*(1.0/12)) - p[4]*(1.0/80)
	return p
}

func square(x float64) float64 { return x * x }

// roughness is the integral over the cell of the squares of both derivatives of a parabola with
// coefficients a and b of ξ and ξ².
func roughness(a, b float64) float64 { return a*a + (13.0/3)*(b*b) }

// roughnessQuartic is Σ ∫ (dⁿp/dξⁿ)² dξ, n = 1 to 4, of the quartic.
func roughnessQuartic(a, b, c, d float64) float64 {
	return (d*(d+(4.0/3)*c) + (287.0/60)*(c*c)) +
		(b*((13.0/3)*b-(152.0/15)*a) + (29333.0/1260)*(a*a))
}
