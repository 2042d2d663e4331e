// The physics of one particle and of one pair: smoothing kernels, equation of
// state, and what a neighbour adds to the sums. Nothing here knows of lists.
//
// s is r over the radius of the support, 2h or 3h. W and its derivative have the support
// 0 <= s < 1; beyond it they are exactly zero, which is what lets lists hold more than the support.
#pragma once
#include "constants.h"
#include "list.h"
#include "frame.h"
#include "material.h"
#include "motion.h"
#include "packed.h"

// The coefficients of terms. Options in sph/terms.go name them and give them values.
enum { ARTIFICIAL_VISCOSITY, LAMINAR_VISCOSITY, LIMITER_RATE, LIMITER_FLOOR, DENSITY_DIFFUSION, WALL_FRICTION,
	DIVERGENCE_DAMPING, COEFFICIENTS };
static_assert(COEFFICIENTS <= MOST_COEFFICIENTS, "raise MOST_COEFFICIENTS in args.h, and make generate");

// Any is the one that Physics names, and volumes is any, in sums of passes over particles of
// different volumes.
enum { WENDLAND, CUBIC, QUINTIC, ANY, VOLUMES };
// Kinds of walls. The kernels of dynamic walls have mdbc, too: Physics names which. Moving is dummy
// walls of which some move.
enum { LENNARD_JONES, DYNAMIC, DUMMY, MDBC, MOVING };

// Which gradients are corrected, and how: correction.h. Physics has it.
enum { NOT_CORRECTED, CORRECTED, CORRECTED_INSIDE };

// Viscosities that a kernel is compiled for: artificial; with friction of walls, which may be 0;
// with laminar as well; and all with a limiter of the artificial one.
enum { ARTIFICIAL, SLIDING, LAMINAR, LIMITED };

// -r⁻¹ dW/dr over its scale: 5α/h² for Wendland C2 (α = 21/16πh³, in two dimensions 7/4πh²), α/h² for the
// cubic spline (α = 1/πh³, 10/7πh²), 120α/h² for the quintic spline (Morris et al. 1997; α = 1/120πh³, 7/478πh²),
//   W = α ((3 - q)^5 - 6 (2 - q)^5 + 15 (1 - q)^5), q = r/h, without brackets that are negative.
template <int KERNEL, class F> FN F slope(F s)
{
	if (KERNEL == QUINTIC) {
		F q = 3.0f * s;
		F t = maximum(3.0f - q, 0.0f), u = maximum(2.0f - q, 0.0f);
		t *= t, u *= u;
		return select(q < 1.0f, 1.0f - q * q + (5.0f / 12.0f) * q * q * q, (t * t - 6.0f * (u * u)) / (24.0f * q));
	}
	if (KERNEL == WENDLAND) {
		F t = maximum(1.0f - s, 0.0f);
		return t * t * t;
	}
	F q = 2.0f * s;
	F t = maximum(2.0f - q, 0.0f);
	return select(q < 1.0f, 3.0f - 2.25f * q, 0.75f * t * t / q);
}

// The slope at a squared distance [unit²].
template <int KERNEL, class F> FN F slopeAt(const Physics &p, F r2)
{
	F s = squareRoot(r2) * p.toSupport;
	if constexpr (KERNEL < ANY)
		return slope<KERNEL>(s);
	return p.kernel == WENDLAND ? slope<WENDLAND>(s) : p.kernel == CUBIC ? slope<CUBIC>(s) : slope<QUINTIC>(s);
}

// W over its value at s = 0.
template <class F> FN F weight(int kernel, F s)
{
	F t = maximum(1.0f - s, 0.0f);
	if (kernel == QUINTIC) {
		F u = maximum(2.0f - 3.0f * s, 0.0f), v = maximum(1.0f - 3.0f * s, 0.0f);
		return (243.0f * t * t * t * t * t - 6.0f * u * u * u * u * u + 15.0f * v * v * v * v * v) / 66.0f;
	}
	if (kernel == WENDLAND)
		return t * t * t * t * (1.0f + 4.0f * s);
	F q = 2.0f * s;
	return select(q < 1.0f, 1.0f - 1.5f * q * q + 0.75f * q * q * q, 2.0f * t * t * t);
}

// 1/c0² [s²/m²], by Tait's equation of state.
FN float perSoundSpeed2(const Physics &p) { return p.rho0 / (TAIT_EXPONENT * p.bulk); }

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

// One particle, or as many as a vector has lanes.
template <class F, class Word> struct Particles {
	static constexpr bool MATERIAL = false;
	PackedPosition<Word> at;  // [units]
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

// The same in flows with more than one material. `term` is that of material.h.
template <class F, class Word> struct OfMaterial : Particles<F, Word> {
	static constexpr bool MATERIAL = true;
	F volume, kind, artificial, viscosity; // of its material
};

template <class F, class Word>
FN OfMaterial<F, Word> withMaterial(const Particles<F, Word> &q, const MaterialOf<F> &m)
{
	OfMaterial<F, Word> r = {q, m.volume, m.kind, m.artificial, m.viscosity};
	r.term = pressureTerm(m, q.rel);
	return r;
}

// The same in flows with two, which the packed position tells apart.
template <class F, class Word> struct OfTwo : Particles<F, Word> {
	static constexpr bool MATERIAL = true;
	F volume;
};

template <class F, class Word> FN OfTwo<F, Word> ofTwo(const Particles<F, Word> &q, const Material *two)
{
	auto second = q.at.second != 0u;
	auto of = [&](float Material::*what) { return choose(second, two[1].*what, two[0].*what); };
	MaterialOf<F> m = {};
	m.stiffness = of(&Material::stiffness);
	m.background = of(&Material::background);
	m.power[0] += two[0].power[0]; // all have the same
	for (int n = 1; n < 5; n++)
		m.power[n] = choose(second, two[1].power[n], two[0].power[n]);
	OfTwo<F, Word> r = {q, of(&Material::volume)};
	r.term = pressureTerm(m, q.rel);
	return r;
}

// A neighbour of the material of the particle itself.
template <class F, class Word> struct OfOwn : Particles<F, Word> {
	float volume;
};

// The particle that a thread is for, with all of its material.
struct Own : OfMaterial<float, uint32_t> {
	Material of;
};

// The same in flows with two materials, with what it has of pairs with the other one.
struct OwnOfTwo : Own {
	float part, between, repels, diffuses; // partOf, viscosityOf, repulsionOf and diffusionOf
};

// The same for kernels that flows with one material have, too.
FN Own anyOwn(const Physics &p, const uint2 *packed, const float4 *vel, const int4 *info, int i)
{
	Particles<float, uint32_t> q = particle(p, packed, vel, i);
	if (p.materials)
		return {withMaterial(q, materialAt(p, info, i)), rowOf(p, info, i)};
	Own one = {{q, 1.0f, 0.0f, 1.0f, 1.0f}, {}};
	Material &of = one.of;
	of.density = of.lightness = of.speed = of.volume = of.artificial = of.viscosity = 1.0f;
	return one;
}

// Quantities of particle i over those of Physics.
template <class F, class Word> FN float densityOf(const Particles<F, Word> &) { return 1.0f; }
template <class F, class Word> FN float lightnessOf(const Particles<F, Word> &) { return 1.0f; }
// ρ0 c0²
template <class F, class Word> FN float stiffnessOf(const Particles<F, Word> &) { return 1.0f; }
template <class F, class Word> FN float artificialOf(const Particles<F, Word> &) { return 1.0f; }
template <class F, class Word> FN float viscosityOf(const Particles<F, Word> &) { return 1.0f; }
FN float densityOf(const Own &i) { return i.of.density; }
FN float lightnessOf(const Own &i) { return i.of.lightness; }
FN float stiffnessOf(const Own &i) { return i.of.artificial * i.of.speed; }
FN float artificialOf(const Own &i) { return i.of.artificial; }
FN float viscosityOf(const Own &i) { return i.of.viscosity; }

// The slope of W, times the volume of neighbour j where it has one.
template <class F, class J> FN F weighted(F w, const J &) { return w; }
template <class F, class G, class Word>
FN F weighted(F w, const OfMaterial<G, Word> &j) { return w * j.volume; }
template <class F, class G, class Word>
FN F weighted(F w, const OfTwo<G, Word> &j) { return w * j.volume; }
template <class F, class G, class Word>
FN F weighted(F w, const OfOwn<G, Word> &j) { return w * j.volume; }

// What i takes of a pair of different fluids, from 0 to 2: 2 z_j/(z_i + z_j) with the impedances
// z = ρ0 c0, and of one fluid 1. A light particle takes a heavy one for a wall, with its own
// pressure in place of the other's, and a heavy one takes a light one for a free surface. So no
// light particle has the stiffness of the heavy fluid, and each fluid has its own speed of sound.
template <class I, class J> FN auto partOf(const I &, const J &) { return 1.0f; }
template <class F, class Word> FN F partOf(const Own &i, const OfMaterial<F, Word> &j)
{
	return 2.0f * j.artificial * reciprocal(i.artificial + j.artificial);
}
template <class F, class Word> FN F partOf(const OwnOfTwo &i, const OfTwo<F, Word> &j)
{
	return choose(j.at.second != i.at.second, i.part, 1.0f);
}

// The laminar viscosity of a pair over that of Physics: of different fluids it is the harmonic mean
// (Cleary & Monaghan 1999), with which the stress is continuous. A wall has that of i.
template <class I, class J> FN float viscosityOf(const I &i, const J &) { return viscosityOf(i); }
template <class F, class Word> FN F viscosityOf(const Own &i, const OfMaterial<F, Word> &j)
{
	return 2.0f * i.viscosity * j.viscosity * reciprocal(maximum(i.viscosity + j.viscosity, 1e-30f));
}
template <class F, class Word> FN F viscosityOf(const OwnOfTwo &i, const OfTwo<F, Word> &j)
{
	return choose(j.at.second != i.at.second, i.between, i.viscosity);
}

// By how much a pair repels each other, over the size of its pressures.
template <class F, class Word> FN F repulsionOf(const Own &i, const OfMaterial<F, Word> &j)
{
	return choose(j.kind != i.kind, i.of.sharpness, 0.0f);
}
template <class F, class Word> FN F repulsionOf(const OwnOfTwo &i, const OfTwo<F, Word> &j)
{
	return choose(j.at.second != i.at.second, i.repels, 0.0f);
}

// The diffusion of density of a pair, over that of Physics.
template <class I, class J> FN float diffusionOf(const I &, const J &) { return 1.0f; }
template <class I, class F, class Word>
FN float diffusionOf(const I &i, const OfOwn<F, Word> &) { return i.of.speed; }
template <class F, class Word> FN F diffusionOf(const Own &i, const OfMaterial<F, Word> &j)
{
	return choose(j.kind != i.kind, 0.0f, i.of.speed);
}
template <class F, class Word> FN F diffusionOf(const OwnOfTwo &i, const OfTwo<F, Word> &j)
{
	return choose(j.at.second != i.at.second, i.diffuses, i.of.speed);
}

template <class F, class Word>
FN OfOwn<F, Word> ofOwn(const Particles<F, Word> &q, const Own &own)
{
	OfOwn<F, Word> r = {q, own.of.volume};
	r.term = pressureTerm(own.of, q.rel);
	return r;
}

// The particle that a thread is for, where there are two materials.
FN OwnOfTwo ownOfTwo(const Own &own, const Material *two)
{
	OwnOfTwo i = {own, 0.0f, 0.0f, 0.0f, 0.0f};
	const Material &m = two[own.at.second ? 0 : 1];
	OfMaterial<float, uint32_t> other = withMaterial((const Particles<float, uint32_t> &)own,
		{m.stiffness, m.background, m.volume, m.kind, {}, m.artificial, m.viscosity});
	i.part = partOf(own, other);
	i.between = viscosityOf(own, other);
	i.repels = repulsionOf(own, other);
	i.diffuses = diffusionOf(own, other);
	return i;
}

// Where particle i is.
FN PackedPosition<uint32_t> packedPosition(const uint2 *packed, int i)
{
	uint2 w = load(packed + i);
	return unpack(w.x, w.y);
}

#ifdef LANES
#include "lanes_particle.h"
#endif

// From j to i.
template <class F> struct Separation {
	F x, y, z, r2;   // [units], [units²]
};

// The vector to the nearest; with lanes, one of them.
FN Separation<float> nearest(const Separation<float> &d) { return d; }
#ifdef LANES
FN Separation<float> nearest(const Separation<Real> &d)
{
	int k = 0;
	for (int m = 1; m < LANES; m++)
		k = d.r2[m] < d.r2[k] ? m : k;
	return {d.x[k], d.y[k], d.z[k], d.r2[k]};
}
#endif

template <class I, class J> FN auto separation(const I &i, const J &j)
{
	Separation<decltype(difference(i.x, j.x))> d;
	d.x = difference(i.x, j.x);
	d.y = difference(i.y, j.y);
	d.z = difference(i.z, j.z);
	d.r2 = d.x * d.x + d.y * d.y + d.z * d.z;
	return d;
}

// Separation of pairs, i minus j.
template <class F> struct PairState : Separation<F> {
	F vx, vy, vz;    // [m/s]
	F vr;            // v · r
};

template <class I, class J> FN auto pairOf(const I &i, const J &j)
{
	PairState<decltype(i.rel - j.rel)> d;
	(Separation<decltype(i.rel - j.rel)> &)d = separation(i.at, j.at);
	d.vx = i.vx - j.vx;
	d.vy = i.vy - j.vy;
	d.vz = i.vz - j.vz;
	d.vr = d.vx * d.x + d.vy * d.y + d.vz * d.z;
	return d;
}

struct Sums {
	Real x, y, z; // momentum
	Real rel;     // continuity
	Real r2;      // Σ w r² over fluid
};

// Adds k d to a sum of vectors.
template <class Sum, class K, class D> FN void addAlong(Sum &sum, const K &k, const D &d)
{
	sum.x += k * d.x;
	sum.y += k * d.y;
	sum.z += k * d.z;
}

// The force of a pair on i, w being the slope of W and `pressures` P_i/ρ_i² + P_j/ρ_j², or what
// walls have in their place:
//   dv/dt  = -Σ m (P_i/ρ_i² + P_j/ρ_j² + Π) ∇W                 (Monaghan 1992)
//   Π      = -2 α c0 h min(v·r, 0) / ((ρ_i + ρ_j)(r² + 0.01 h²))
//   dv/dt += Σ m ν (ρ_i + ρ_j)/(ρ_i ρ_j) r⁻¹ dW/dr v            (Morris 1997), or
//   dv/dt += Σ m (d + 2) ν (ρ_i + ρ_j)/(ρ_i ρ_j) (v·r)/(r² + 0.01 h²) ∇W
//            (Monaghan & Gingold 1983, Monaghan 2005; d dimensions)
// The last acts on 5 times the velocity's part along the line between the two: over all directions
// in space 5 (v·r) r/r² comes to what v does, where the flow keeps its volume. In two dimensions it
// is 4 times. `artificial` is 2 α c0 h or a part of it, and `approach` is min(v·r, 0) or what is
// left of it by residual.h. `d` has the velocity v of the first viscosity, `sheared` that of the
// second.
//
// A limiter lets artificial viscosity act where particles approach fast (after Zhang, Hu & Adams
// 2017, whose dissipation between Riemann states has min(η max(u, 0), c0)): α becomes
//   α min(floor + η u/c0, 1),   u = -h min(v·r, 0)/(r² + 0.01 h²) 2 ρ0/(ρ_i + ρ_j).
template <int VISCOSITY, class I, class J, class D, class A>
FN void pairForce(const Physics &p, const I &i, const J &j, const D &d, const D &sheared, Real w,
	Real pressures, const A &artificial, Real approach, Sums &f)
{
	Real push;
	if constexpr (VISCOSITY == LIMITED) {
		// The product is that of the other branch, so where the limiter leaves all of it the bits are, too.
		Real over = reciprocal((2.0f + i.rel + j.rel) * (d.r2 + p.eta2));
		Real part = minimum(p.coefficient[LIMITER_FLOOR] - p.coefficient[LIMITER_RATE] * (approach * over), 1.0f);
		push = pressures - artificial * approach * over * part;
	} else {
		push = pressures
			- artificial * approach * reciprocal((2.0f + i.rel + j.rel) * (d.r2 + p.eta2));
	}
	addAlong(f, w * push, d);
	if (VISCOSITY >= LAMINAR) { // no branch where it is 0, or each neighbour would be waited for
		Real sum = 2.0f + i.rel + j.rel, product = (1.0f + i.rel) * (1.0f + j.rel);
		Real l = w * (viscosityOf(i, j) * p.coefficient[LAMINAR_VISCOSITY]) * sum * reciprocal(product);
		Real along = p.along * sheared.vr * reciprocal(d.r2 + p.eta2);
		f.x -= l * (p.across * sheared.vx + along * d.x);
		f.y -= l * (p.across * sheared.vy + along * d.y);
		f.z -= l * (p.across * sheared.vz + along * d.z);
	}
}

// The pair force of fluid j on fluid i, and the continuity equation with its diffusion,
//   dρ/dt  = Σ m v·∇W + 2 ξ h c0 Σ (m/ρ0)(ρ_i - ρ_j - ρ_H) r⁻¹ dW/dr
//            (Molteni & Colagrossi 2009, with the reference volume m/ρ0 so that
//            what one particle gains the other loses; Fourtakas et al. 2019
//            leave out the hydrostatic part ρ_H = ρ0 g·r/c0², here linearised)
// Of different fluids i takes the part q of the pair,
//   q P_i + (2 - q) P_j in place of P_i + P_j,   q v·∇W in place of v·∇W,
// so that the work of the pressure is what compression takes. They may repel each other, by
// ε (|P_i| + |P_j|) besides (Grenier et al. 2009), and density does not diffuse between them.
template <int KERNEL, int VISCOSITY, class I, class J, class Approach>
FN void fluidOnFluid(const Physics &p, const Vector &hydro, const I &i, const J &j, Sums &f, Approach approach)
{
	auto d = pairOf(i, j);
	Real w = weighted(slopeAt<KERNEL>(p, d.r2), j), pressures = i.term + j.term;
	auto part = partOf(i, j);
	auto artificial = artificialOf(i) * part * p.coefficient[ARTIFICIAL_VISCOSITY];
	if constexpr (J::MATERIAL) {
		pressures = part * i.term + (2.0f - part) * j.term;
		Real size = select(j.term < 0.0f, -j.term, j.term) + (i.term < 0.0f ? -i.term : i.term);
		pressures += repulsionOf(i, j) * size;
	}
	f.r2 += w * d.r2;
	pairForce<VISCOSITY>(p, i, j, d, d, w, pressures, artificial, approach(d), f);
	Real excess = i.rel - j.rel + (hydro.x * d.x + hydro.y * d.y + hydro.z * d.z);
	excess *= diffusionOf(i, j);
	f.rel += w * (part * d.vr + p.coefficient[DENSITY_DIFFUSION] * excess);
}
