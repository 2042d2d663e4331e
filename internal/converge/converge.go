// Package converge has the mathematics of grid convergence: the observed order, the extrapolated
// value and the grid convergence index (GCI) of a quantity at three spacings, and what a finer
// spacing costs. It knows numbers only.
//
// The procedure is that of Celik, Ghia, Roache, Freitas, Coleman and Raad, J. Fluids Eng. 130,
// 078001 (2008), which the journal asks authors to follow. The index is due to Roache, J. Fluids
// Eng. 116, 405 (1994).
package converge

import "math"

// Kind is how a quantity changes from the coarsest spacing to the finest.
type Kind int

// The kinds. Those that diverge have no order.
const (
	Monotone             Kind = iota
	Oscillatory               // the two changes have different signs
	Diverging                 // the second change is too large for any positive order
	DivergingOscillatory      // both
	Unchanged                 // the finest two values are equal
)

// Names are those of the kinds.
var Names = []string{"monotone", "oscillatory", "diverging", "diverging, oscillatory", "unchanged"}

func (k Kind) String() string { return Names[k] }

// Converges reports whether there is an order.
func (k Kind) Converges() bool { return k == Monotone || k == Oscillatory }

// Safety is the factor of safety of the GCI with three spacings (Celik et al., step 5).
const Safety = 1.25

// LeastRatio is the least ratio of two spacings for which the procedure is recommended (Celik et
// al., step 2).
const LeastRatio = 1.3

// Triple is the values of a quantity at three spacings, the finest first.
type Triple struct {
	Spacings [3]float64 // [m]
	Values   [3]float64
}

// Result is what three values tell. Numbers that do not exist are NaN: those of a quantity that
// diverges, and relative ones where they are relative to 0.
type Result struct {
	Kind
	Order        float64 // p
	Extrapolated float64 // at the spacing 0, by Richardson's extrapolation
	Band         float64 // half width of the band of the GCI about the finest value, in its unit
	Change       float64 // from the middle spacing to the finest, as a part of the finest value
	Distance     float64 // of the finest value from the extrapolated one, as a part of that
	GCI          float64 // of the finest value, as a part of it
	Bound        float64 // uncertainty of the finest value, in its unit
	Uncertainty  float64 // the same as a part of the value
}

// Analyse finds the order, the extrapolated value and the GCI.
//
//	r21 = h2/h1, r32 = h3/h2, ε21 = φ2 - φ1, ε32 = φ3 - φ2, s = sign(ε32/ε21)
//	p = |ln|ε32/ε21| + q(p)| / ln r21, q(p) = ln((r21^p - s)/(r32^p - s))
//	φext = (r21^p φ1 - φ2)/(r21^p - 1)
//	GCI = 1.25 |(φ1 - φ2)/φ1| / (r21^p - 1)
//
// (Celik et al., equations 3 to 7)
func (t *Triple) Analyse() Result {
	r := t.richardson()
	r.Bound = t.bound(&r)
	r.Uncertainty = part(r.Bound, t.Values[0])
	return r
}

func (t *Triple) richardson() Result {
	none := math.NaN()
	r := Result{Order: none, Extrapolated: none, Band: none, Distance: none, GCI: none}
	h, v := t.Spacings, t.Values
	e21, e32 := v[1]-v[0], v[2]-v[1]
	r.Change = part(e21, v[0])
	switch {
	case math.IsNaN(e21 + e32):
		r.Kind, r.Change = Diverging, none
		return r
	case e21 == 0: // the order is not known, or infinite
		r.Kind = Unchanged
		r.Extrapolated, r.Band, r.Distance, r.GCI = v[0], 0, 0, 0
		return r
	case e32 == 0:
		r.Kind = Diverging
		return r
	}
	r.Kind, r.Order = order(h[1]/h[0], h[2]/h[1], e32/e21)
	if !r.Converges() {
		return r
	}
	grown := math.Pow(h[1]/h[0], r.Order) - 1
	r.Extrapolated = v[0] - e21/grown
	r.Band = Safety * math.Abs(e21) / grown
	r.Distance = part(r.Extrapolated-v[0], r.Extrapolated)
	r.GCI = part(r.Band, v[0])
	return r
}

// FormalOrder is the order that the method has at most: kernel sums are of the second order in the
// spacing. LeastOrder and MostOrder are those between which an observed order can be believed.
const (
	FormalOrder = 2
	LeastOrder  = 0.5
	MostOrder   = 2.1
)

// cautious is the factor of safety where the observed order cannot be believed.
const cautious = 3

// bound is the uncertainty of the finest value: the band of the GCI where the order can be
// believed; with the formal order and a factor of safety of 3 where it is higher (Roache 1994);
// three times the range of the values where they oscillate or diverge, and at most that where the
// order is lower (Eça and Hoekstra, J. Mar. Sci. Technol. 13, 328, 2008, appendix 1).
func (t *Triple) bound(r *Result) float64 {
	v := t.Values
	spread := cautious * (max(v[0], v[1], v[2]) - min(v[0], v[1], v[2]))
	switch {
	case r.Kind == Unchanged:
		return 0
	case r.Kind != Monotone:
		return spread
	case r.Order > MostOrder:
		grown := math.Pow(t.Spacings[1]/t.Spacings[0], FormalOrder) - 1
		return cautious * math.Abs(v[1]-v[0]) / grown
	case r.Order < LeastOrder:
		return min(r.Band, spread)
	}
	return r.Band
}

// part is the magnitude of x as a part of that of a whole; NaN if this is 0.
func part(x, whole float64) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return math.Abs(x / whole)
}

// order solves for p, with ratios of spacings r21 and r32 and the ratio of the changes.
func order(r21, r32, ratio float64) (Kind, float64) {
	s, kind, diverging := 1.0, Monotone, Diverging
	if ratio < 0 {
		s, kind, diverging = -1, Oscillatory, DivergingOscillatory
	}
	q := func(p float64) float64 {
		return math.Log((math.Pow(r21, p) - s) / (math.Pow(r32, p) - s))
	}
	change, log := math.Log(math.Abs(ratio)), math.Log(r21)
	// change + q(p) - p ln r21 falls with p, so it has a positive root if it is positive near 0
	limit := 0.0 // of q
	if s > 0 {
		limit = math.Log(log / math.Log(r32))
	}
	if change+limit <= 1e-12 {
		return diverging, math.NaN()
	}
	fall := func(p float64) float64 { return change + q(p) - p*log }
	p := math.Abs(change) / log // q = 0, as of equal ratios
	for range 100 {
		before := p
		p = math.Abs(change+q(p)) / log
		if settled := math.Abs(p-before) <= 1e-13*p; settled && math.Abs(fall(p)) <= 1e-9*p*log {
			return kind, p
		}
	}
	return kind, bisect(fall)
}

// bisect finds the positive root of a function that falls through 0. The fixed-point iteration of
// Celik et al. does not converge where r32 is larger than about the square of r21.
func bisect(f func(p float64) float64) float64 {
	low, high := 0.0, 1.0
	for f(high) > 0 && high < 1e4 {
		low, high = high, 2*high
	}
	for range 100 {
		if middle := (low + high) / 2; f(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// At is the value at a spacing, if the error is a power of the spacing:
//
//	φ(h) = φext + (φ1 - φext) (h/h1)^p
func (r *Result) At(t *Triple, spacing float64) float64 {
	return r.Extrapolated + (t.Values[0]-r.Extrapolated)*math.Pow(spacing/t.Spacings[0], r.Order)
}

// Spacing is the one at which the uncertainty is a given part of the value [m]; NaN where the
// values oscillate or diverge. An order above the formal one is not relied on.
//
//	U(h) = U(h1) (h/h1)^p
func (r *Result) Spacing(t *Triple, wanted float64) float64 {
	if r.Kind != Monotone {
		return math.NaN()
	}
	return t.Spacings[0] * math.Pow(wanted/r.Uncertainty, 1/min(r.Order, FormalOrder))
}
