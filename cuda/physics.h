// The physics of one particle and of one pair: smoothing kernels, equation of
// state, and what a neighbour adds to the sums. Nothing here knows of lists.
//
// s = r / 2h. W and its derivative have the support 0 <= s < 1; beyond it they
// are exactly zero, which is what lets lists hold more than the support.
#pragma once
#include "list.h"
#include "packed.h"

enum { WENDLAND, CUBIC };
enum { LENNARD_JONES, DYNAMIC, DUMMY };

// -r⁻¹ dW/dr over its scale: 5α/h² for Wendland C2 (α = 21/16πh³ in 3D), α/h²
// for the cubic spline (α = 1/πh³).
template <int KERNEL, class F> FN F slope(F s)
{
	if (KERNEL == WENDLAND) {
		F t = maximum(1.0f - s, 0.0f);
		return t * t * t;
	}
	F q = 2.0f * s;
	F t = maximum(2.0f - q, 0.0f);
	return select(q < 1.0f, 3.0f - 2.25f * q, 0.75f * t * t / q);
}

// W over its value at s = 0.
template <class F> FN F weight(int kernel, F s)
{
	F t = maximum(1.0f - s, 0.0f);
	if (kernel == WENDLAND)
		return t * t * t * t * (1.0f + 4.0f * s);
	F q = 2.0f * s;
	return select(q < 1.0f, 1.0f - 1.5f * q * q + 0.75f * q * q * q, 2.0f * t * t * t);
}

// (1 + x)^7 - 1 without the cancellation: P = B * tait7(ρ/ρ0 - 1).
FN float tait7(float x)
{
	return x * (7.0f + x * (21.0f + x * (35.0f + x * (35.0f + x * (21.0f + x * (7.0f + x))))));
}

// P/ρ² at the relative density x, Tait's (1 + x)^5 - (1 + x)^-2 as a polynomial
// that is off by x^5 of itself: 10⁻⁸ at the 2 % of compression that a weakly
// compressible flow stays below, 10⁻⁵ at 10 %. It costs less than a load.
template <class F> FN F pressureTerm(const Physics &p, F x)
{
	return p.tait * (x * (7.0f + x * (7.0f + x * (14.0f + 7.0f * x * x))));
}

// The relative density at which tait7 is y >= 0, by Newton's method.
FN float inverseTait7(float y)
{
	float x = y * (1.0f / 7.0f);
	for (int k = 0; k < 4; k++) {
		float b = 1.0f + x, b2 = b * b;
		x -= (tait7(x) - y) / (7.0f * b2 * b2 * b2);
	}
	return x;
}

// One particle, or as many as a vector has lanes.
template <class F, class Word> struct Particles {
	Top<Word> at;  // [units]
	F vx, vy, vz;  // [m/s]
	F rel;         // ρ/ρ0 - 1
	F term;        // P/ρ²
};

FN Particles<float, uint32_t> particle(const Physics &p, const uint2 *packed, const float4 *vel, int i)
{
	uint2 w = load(packed + i);
	float4 v = load(vel + i);
	return {unpack(w.x, w.y), v.x, v.y, v.z, v.w, pressureTerm(p, v.w)};
}

#ifdef LANES
#include "lanes_particle.h"
#endif

// Separation of pairs, i minus j.
template <class F> struct Pairs {
	F x, y, z, r2;   // [units], [units²]
	F vx, vy, vz;    // [m/s]
	F vr;            // v · r
};

template <class I, class J> FN auto pairOf(const I &i, const J &j)
{
	Pairs<decltype(i.rel - j.rel)> d;
	d.x = difference(i.at.x, j.at.x);
	d.y = difference(i.at.y, j.at.y);
	d.z = difference(i.at.z, j.at.z);
	d.r2 = d.x * d.x + d.y * d.y + d.z * d.z;
	d.vx = i.vx - j.vx;
	d.vy = i.vy - j.vy;
	d.vz = i.vz - j.vz;
	d.vr = d.vx * d.x + d.vy * d.y + d.vz * d.z;
	return d;
}

struct Sums {
	Real x, y, z; // momentum
	Real rel;     // continuity
};

// Adds what pushes and drags i away from j, w being the slope of W.
template <bool LAMINAR, class I, class J, class D>
FN void momentum(const Physics &p, const I &i, const J &j, const D &d, Real w, Real push, Sums &f)
{
	Real k = w * push;
	f.x += k * d.x;
	f.y += k * d.y;
	f.z += k * d.z;
	if (LAMINAR) {
		Real l = w * p.laminar * (2.0f + i.rel + j.rel) * reciprocal((1.0f + i.rel) * (1.0f + j.rel));
		f.x -= l * d.vx;
		f.y -= l * d.vy;
		f.z -= l * d.vz;
	}
}

// What fluid j does to fluid i.
//   dv/dt  = -Σ m (P_i/ρ_i² + P_j/ρ_j² + Π) ∇W                 (Monaghan 1992)
//   Π      = -2 α c0 h min(v·r, 0) / ((ρ_i + ρ_j)(r² + 0.01 h²))
//   dv/dt += Σ m ν (ρ_i + ρ_j)/(ρ_i ρ_j) r⁻¹ dW/dr v            (Morris 1997)
//   dρ/dt  = Σ m v·∇W + 2 ξ h c0 Σ (m/ρ0)(ρ_i - ρ_j - ρ_H) r⁻¹ dW/dr
//            (Molteni & Colagrossi 2009, with the reference volume m/ρ0 so that
//            what one particle gains the other loses; Fourtakas et al. 2019
//            leave out the hydrostatic part ρ_H = ρ0 g·r/c0², here linearised)
template <int KERNEL, bool LAMINAR, class I, class J>
FN void fluidOnFluid(const Physics &p, const I &i, const J &j, Sums &f)
{
	auto d = pairOf(i, j);
	Real w = slope<KERNEL>(squareRoot(d.r2) * p.toSupport);
	Real sum = 2.0f + i.rel + j.rel;
	Real push = i.term + j.term
		- p.artificial * minimum(d.vr, 0.0f) * reciprocal(sum * (d.r2 + p.eta2));
	momentum<LAMINAR>(p, i, j, d, w, push, f);
	Real excess = i.rel - j.rel + (p.hydro[0] * d.x + p.hydro[1] * d.y + p.hydro[2] * d.z);
	f.rel += w * (d.vr + p.diffusion * excess);
}

// What a wall particle j does to fluid i: a dynamic one acts as fluid does, but
// takes no part in diffusion; a dummy one pushes with its extrapolated
// pressure, drags with its extrapolated velocity, and stands still for the
// continuity equation; a Lennard-Jones one repels,
//   D ((r0/r)^12 - (r0/r)^6) r / r²,  r < r0                   (Monaghan 1994)
template <int KERNEL, bool LAMINAR, int WALLS, class I, class J>
FN void wallOnFluid(const Physics &p, const I &i, const J &j, Sums &f)
{
	auto d = pairOf(i, j);
	if (WALLS == LENNARD_JONES) {
		Real x = p.ljRadius2 / d.r2, x3 = x * x * x;
		Real k = p.ljForce * (x3 * x3 - x3) / d.r2 / p.accelScale;
		k = select(d.r2 < p.ljRadius2, k, 0.0f * d.r2);
		k = select(d.r2 > 0.0f, k, 0.0f * d.r2);
		f.x += k * d.x;
		f.y += k * d.y;
		f.z += k * d.z;
		return;
	}
	Real w = slope<KERNEL>(squareRoot(d.r2) * p.toSupport);
	Real sum = 2.0f + i.rel + j.rel;
	Real push = i.term + j.term;
	Real vr = d.vr;
	if (WALLS == DYNAMIC)
		push -= p.artificial * minimum(vr, 0.0f) * reciprocal(sum * (d.r2 + p.eta2));
	else
		vr = i.vx * d.x + i.vy * d.y + i.vz * d.z;
	momentum<LAMINAR>(p, i, j, d, w, push, f);
	f.rel += w * vr;
}

// What fluid j does to a dynamic wall particle i: the continuity equation.
template <int KERNEL, class I, class J>
FN void fluidOnDynamic(const Physics &p, const I &i, const J &j, Sums &f)
{
	auto d = pairOf(i, j);
	f.rel += slope<KERNEL>(squareRoot(d.r2) * p.toSupport) * d.vr;
}

// What fluid j adds to the extrapolation to a dummy wall particle i,
//   p_i = Σ (p_j + ρ_j g·r) W / Σ W,  v_i = -Σ v_j W / Σ W       (Adami 2012)
struct Extrapolation {
	Real weight, pressure, vx, vy, vz;
};

template <int KERNEL, class Mask, class I, class J>
FN void fluidOnDummy(const Physics &p, Mask other, const I &i, const J &j, Extrapolation &e)
{
	auto d = pairOf(i, j);
	Real w = weight(KERNEL, squareRoot(d.r2) * p.toSupport);
	w = select(other, w, 0.0f * w); // lists are filled up with i, which would count only here
	Real rho = p.rho0 * (1.0f + j.rel);
	Real head = (p.gravity[0] * d.x + p.gravity[1] * d.y + p.gravity[2] * d.z) * p.unit;
	e.weight += w;
	e.pressure += w * (rho * rho * j.term + rho * head);
	e.vx += w * j.vx;
	e.vy += w * j.vy;
	e.vz += w * j.vz;
}
