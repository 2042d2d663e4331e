package wavemaker

import (
	"math"
	"math/cmplx"
)

// second is the theory of wave makers to second order, for the part with twice the frequency of the
// paddle (H. A. Schäffer, Second-order wavemaker theory for irregular waves, Ocean Engineering 23,
// 1996). With z up from the bed, the displacement x = Re X exp(iωt) f(z) makes waves to first order
// with the potential
//
//	φ = Re Σ ig a_j/ω cosh k_j z/cosh k_j d exp(i(ωt - k_j x)),  ω² = g k tanh kd,
//
// of which the first runs, and the others, k_j = -iκ_j, stay near the paddle. The conditions at the
// surface bind to each pair the potential ½ a_j a_l B_jl cosh sz/cosh sd exp(i(2ωt - sx)) with s =
// k_j + k_l and
//
//	B = i (3ω³ - 2g² k_j k_l/ω - g² (k_j² + k_l²)/2ω)/(g s tanh sd - 4ω²).
//
// At the paddle ∂φ₂/∂x = f ẋ₂ - x f ∂²φ/∂x² + x f′ ∂φ/∂z. No free wave runs where both sides, less
// the bound part, have no component along cosh Kz, (2ω)² = g K tanh Kd. That gives x₂.
type second struct {
	p    *Paddle
	w    float64      // ω
	k, a []complex128 // of the parts of first order
	x    complex128   // X
}

// secondModes is how many parts there are. What is left out of the amplitude falls as one over it,
// and is about 0.5 %.
const secondModes = 100

// deepestSecond is the greatest kd that numbers hold in hyperbolic functions.
const deepestSecond = 60

// newSecond is the theory for waves of an amplitude and a frequency.
func newSecond(p *Paddle, amplitude, f float64) *second {
	s := &second{p: p, w: 2 * math.Pi * f}
	k := p.Number(f)
	s.x = complex(0, -amplitude/p.Ratio(k))
	for j := range secondModes {
		k := complex(k, 0)
		if j > 0 {
			k = complex(0, -p.evanescent(s.w, j))
		}
		d := complex(p.Depth, 0)
		a := complex(0, s.w*s.w/p.Gravity) / k * cmplx.Cosh(k*d) * p.along(k) /
			p.both(Paddle{Depth: p.Depth}.along, k, k)
		s.k, s.a = append(s.k, k), append(s.a, a*s.x)
	}
	return s
}

// evanescent is κ_j, with -g κ tan κd = ω² between (j - ½) π and jπ over d.
func (p *Paddle) evanescent(w float64, j int) float64 {
	low, high := (float64(j)-0.5)*math.Pi/p.Depth, float64(j)*math.Pi/p.Depth
	sign := math.Cos(high * p.Depth)
	for range 100 {
		k := (low + high) / 2
		sin, cos := math.Sincos(k * p.Depth)
		if sign*(w*w*cos+p.Gravity*k*sin) > 0 {
			high = k
		} else {
			low = k
		}
	}
	return (low + high) / 2
}

// along is the integral of the shape times cosh kz over the depth.
func (p Paddle) along(k complex128) complex128 {
	d := complex(p.Depth, 0)
	if !p.Flap {
		if cmplx.Abs(k*d) < 1e-9 {
			return d
		}
		return cmplx.Sinh(k*d) / k
	}
	low, arm := max(p.Hinge, 0), p.Depth-p.Hinge
	upTo := func(z float64) complex128 {
		h, at := complex(z-p.Hinge, 0), complex(z, 0)
		if cmplx.Abs(k*d) < 1e-6 {
			return h * h / 2
		}
		return h*cmplx.Sinh(k*at)/k - cmplx.Cosh(k*at)/(k*k)
	}
	return (upTo(p.Depth) - upTo(low)) / complex(arm, 0)
}

// steep is the integral of the shape's derivative times sinh kz.
func (p Paddle) steep(k complex128) complex128 {
	if !p.Flap || cmplx.Abs(k)*p.Depth < 1e-9 {
		return 0
	}
	low, arm := complex(max(p.Hinge, 0), 0), complex(p.Depth-p.Hinge, 0)
	return (cmplx.Cosh(k*complex(p.Depth, 0)) - cmplx.Cosh(k*low)) / (k * arm)
}

// both is an integral with a product of two functions, the second of which is cosh bz, from that
// with one of the kind of the first.
func (p *Paddle) both(of func(complex128) complex128, a, b complex128) complex128 {
	return (of(a+b) + of(a-b)) / 2
}

// displacement is X₂, the complex amplitude of the displacement at the still water's level.
func (s *second) displacement() complex128 {
	free := complex(s.p.Number(s.w/math.Pi), 0)
	return -s.forcing(free) / (complex(0, 2*s.w) * s.p.along(free))
}

// product is the potential of a pair of parts, a_j a_l B, and s = k_j + k_l. It counts a pair once.
func (s *second) product(j, l int) (potential, number complex128) {
	g, w, d := complex(s.p.Gravity, 0), complex(s.w, 0), complex(s.p.Depth, 0)
	k, m := s.k[j], s.k[l]
	n := k + m
	b := 1i * (3*w*w*w - 2*g*g*k*m/w - g*g*(k*k+m*m)/(2*w)) / (g*n*cmplx.Tanh(n*d) - 4*w*w)
	potential = s.a[j] * s.a[l] * b
	if l == j {
		potential /= 2
	}
	return potential, n
}

// forcing is the component along cosh Kz of what free waves and the paddle's displacement of second
// order have to make good for at the paddle.
func (s *second) forcing(free complex128) (sum complex128) {
	p, g, w := s.p, complex(s.p.Gravity, 0), complex(s.w, 0)
	d := complex(p.Depth, 0)
	level := Paddle{Depth: p.Depth}.along
	for j, k := range s.k {
		potential := 1i * g * s.a[j] / w / cmplx.Cosh(k*d)
		sum += s.x / 2 * potential * (k*k*p.both(p.along, k, free) + k*p.both(p.steep, k, free))
		for l := range j + 1 {
			pair, n := s.product(j, l)
			sum += pair * 1i * n * p.both(level, n, free) / cmplx.Cosh(n*d)
		}
	}
	return sum
}

// level is that at a distance before the paddle's face, where that has come, with the displacement
// X₂: the complex amplitudes of first and second order, and the mean above that far away. With φ =
// Re Σ φ_j and φ₂ at the still water's level
//
//	gη₂ = -2iω φ₂ + ¾ω² η₁² - ¼ (∂φ₁/∂x)²,
//
// where φ₂ has the bound parts and free ones, of which all but one stay near the paddle. The last
// part, ½ X ∂η₁/∂x, is that of the place.
func (s *second) level(x2 complex128, distance float64) (first, double complex128, mean float64) {
	p, g, w := s.p, complex(s.p.Gravity, 0), complex(s.w, 0)
	at := func(k complex128) complex128 { return cmplx.Exp(-1i * k * complex(distance, 0)) }
	var along, slope, potential complex128
	for j, k := range s.k {
		part := s.a[j] * at(k)
		first, slope, along = first+part, slope-1i*k*part, along+k*g/w*part
		for l := range j + 1 {
			pair, n := s.product(j, l)
			potential += pair * at(n)
		}
	}
	d := complex(p.Depth, 0)
	for m := range nearModes {
		k := complex(p.Number(s.w/math.Pi), 0)
		if m > 0 {
			k = complex(0, -p.evanescent(2*s.w, m))
		}
		whole := p.both(Paddle{Depth: p.Depth}.along, k, k)
		free := 2i*w*x2*p.along(k) + s.forcing(k)
		potential += 1i * free * cmplx.Cosh(k*d) / (k * whole) * at(k)
	}
	double = (-2i*w*potential+0.75*w*w*first*first-0.25*along*along)/g + s.x/2*slope
	squares := func(level, along complex128) float64 {
		return (s.w*s.w*math.Pow(cmplx.Abs(level), 2) - math.Pow(cmplx.Abs(along), 2)) / (4 * s.p.Gravity)
	}
	mean = squares(first, along) - squares(s.a[0], s.k[0]*g/w*s.a[0]) + real(cmplx.Conj(s.x)*slope)/2
	return first, double, mean
}
