package wavemaker

import (
	"math"
	"math/cmplx"
)

// subharmonic is the amplitude, over the product of theirs, of the long wave that two waves of
// higher angular frequency w, with number k, and lower v, with number l, carry with them (H. A.
// Schäffer, Second-order wavemaker theory for irregular waves, Ocean Engineering 23, 1996, eq.
// 9-13):
//
//	G = ((w - v) H/D - L)/g,  D = g (k - l) tanh (k - l)d - (w - v)²
//	H = (w - v) (-wv - g² kl/(wv)) + (w³ - v³)/2 - g²/2 (k²/w - l²/v)
//	L = ½ (g² kl/(wv) + wv - w² - v²)
func (p *Paddle) subharmonic(w, k, v, l float64) float64 {
	g := p.Gravity
	product := g * g * k * l / (w * v)
	d := g*(k-l)*math.Tanh((k-l)*p.Depth) - (w-v)*(w-v)
	h := (w-v)*(-w*v-product) + (w*w*w-v*v*v)/2 - g*g/2*(k*k/w-l*l/v)
	return ((w-v)*h/d - (product+w*v-w*w-v*v)/2) / g
}

// addBound adds to the motion x of a paddle the long waves that pairs of the level's parts carry.
// The water that has come through the plane x = 0 is that behind the paddle, ∫q dt = D x₂ + x₁η₁ to
// second order, D being the integral of the paddle's shape over the depth. A long wave of the
// number Δk has q = η Δω/Δk, so with the level Σ a cos(ωt + φ) and the displacement Σ a/m sin(ωt +
// φ) the part of each pair is
//
//	x₂ = a b/D (G/Δk - ½ (1/m_a - 1/m_b)) sin(Δω t + Δφ).
//
// This leaves out what of the second order stays near the paddle (F. C. K. Ottesen-Hansen et al.
// 1980; V. Barthel et al. 1983 have it), as Madsen does for the second harmonic. It is exact in the
// limit of long groups.
func addBound(p *Paddle, level, x *lines) {
	type part struct{ w, k, slow float64 } // slow is 1/m
	parts := make([]part, len(level.c))
	for n := range parts {
		if level.c[n] != 0 && n > 0 {
			f := float64(n) / level.period
			k := p.Number(f)
			parts[n] = part{2 * math.Pi * f, k, 1 / p.Ratio(k)}
		}
	}
	for n, a := range level.c {
		for m, b := range level.c[:n] {
			if a == 0 || b == 0 {
				continue
			}
			i, j := &parts[n], &parts[m]
			by := (p.subharmonic(i.w, i.k, j.w, j.k)/(i.k-j.k) - (i.slow-j.slow)/2) / p.area()
			x.c[n-m] += a * cmplx.Conj(b) * complex(0, -by)
		}
	}
}
