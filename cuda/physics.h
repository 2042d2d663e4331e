// The physics of one particle and of one pair: smoothing kernels, equation of
// state, and what a neighbour adds to the sums. Nothing here knows of lists.
//
// s is r over the radius of the support, 2h or 3h. W and its derivative have the support
// 0 <= s < 1; beyond it they are exactly zero, which is what lets lists hold more than the support.
#pragma once
#include "constants.h"
#include "list.h"
#include "forcing.h"
#include "motion.h"
#include "packed.h"

enum { WENDLAND, CUBIC, QUINTIC, ANY }; // any is the one that Physics names
// Forces of dynamic walls has those of mdbc, too. Moving is dummy walls of which some move.
enum { LENNARD_JONES, DYNAMIC, DUMMY, MDBC, MOVING };
FN constexpr bool isDummy(int walls) { return walls == DUMMY || walls == MOVING; }

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
	if constexpr (KERNEL != ANY)
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

// Where particle i is.
FN Top<uint32_t> place(const uint2 *packed, int i)
{
	uint2 w = load(packed + i);
	return unpack(w.x, w.y);
}

#ifdef LANES
#include "lanes_particle.h"
#endif

// From j to i.
template <class F> struct Apart {
	F x, y, z, r2;   // [units], [units²]
};

// The vector to the nearest; with lanes, one of them.
FN Apart<float> nearest(const Apart<float> &d) { return d; }
#ifdef LANES
FN Apart<float> nearest(const Apart<Real> &d)
{
	int k = 0;
	for (int m = 1; m < LANES; m++)
		k = d.r2[m] < d.r2[k] ? m : k;
	return {d.x[k], d.y[k], d.z[k], d.r2[k]};
}
#endif

template <class I, class J> FN auto apart(const I &i, const J &j)
{
	Apart<decltype(difference(i.x, j.x))> d;
	d.x = difference(i.x, j.x);
	d.y = difference(i.y, j.y);
	d.z = difference(i.z, j.z);
	d.r2 = d.x * d.x + d.y * d.y + d.z * d.z;
	return d;
}

// Separation of pairs, i minus j.
template <class F> struct Pairs : Apart<F> {
	F vx, vy, vz;    // [m/s]
	F vr;            // v · r
};

template <class I, class J> FN auto pairOf(const I &i, const J &j)
{
	Pairs<decltype(i.rel - j.rel)> d;
	(Apart<decltype(i.rel - j.rel)> &)d = apart(i.at, j.at);
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

// Adds what pushes and drags i away from j, w being the slope of W. The drag is on the velocity
// (Morris), or on 5 times its part along the line between the two (Monaghan & Gingold): over all
// directions in space 5 (v·r) r/r² comes to what v does, where the flow keeps its volume. In two dimensions it is 4 times.
template <bool LAMINAR, class I, class J, class D>
FN void momentum(const Physics &p, const I &i, const J &j, const D &d, Real w, Real push, Sums &f)
{
	Real k = w * push;
	f.x += k * d.x;
	f.y += k * d.y;
	f.z += k * d.z;
	if (LAMINAR) { // no branch where it is 0, or each neighbour would be waited for
		Real l = w * p.laminar * (2.0f + i.rel + j.rel) * reciprocal((1.0f + i.rel) * (1.0f + j.rel));
		Real along = p.along * d.vr * reciprocal(d.r2 + p.eta2);
		f.x -= l * (p.across * d.vx + along * d.x);
		f.y -= l * (p.across * d.vy + along * d.y);
		f.z -= l * (p.across * d.vz + along * d.z);
	}
}

// What fluid j does to fluid i.
//   dv/dt  = -Σ m (P_i/ρ_i² + P_j/ρ_j² + Π) ∇W                 (Monaghan 1992)
//   Π      = -2 α c0 h min(v·r, 0) / ((ρ_i + ρ_j)(r² + 0.01 h²))
//   dv/dt += Σ m ν (ρ_i + ρ_j)/(ρ_i ρ_j) r⁻¹ dW/dr v            (Morris 1997), or
//   dv/dt += Σ m (d + 2) ν (ρ_i + ρ_j)/(ρ_i ρ_j) (v·r)/(r² + 0.01 h²) ∇W
//            (Monaghan & Gingold 1983, Monaghan 2005; d dimensions)
//   dρ/dt  = Σ m v·∇W + 2 ξ h c0 Σ (m/ρ0)(ρ_i - ρ_j - ρ_H) r⁻¹ dW/dr
//            (Molteni & Colagrossi 2009, with the reference volume m/ρ0 so that
//            what one particle gains the other loses; Fourtakas et al. 2019
//            leave out the hydrostatic part ρ_H = ρ0 g·r/c0², here linearised)
template <int KERNEL, bool LAMINAR, class I, class J>
FN void fluidOnFluid(const Physics &p, const Vector &hydro, const I &i, const J &j, Sums &f)
{
	auto d = pairOf(i, j);
	Real w = slopeAt<KERNEL>(p, d.r2);
	Real sum = 2.0f + i.rel + j.rel;
	Real push = i.term + j.term
		- p.artificial * minimum(d.vr, 0.0f) * reciprocal(sum * (d.r2 + p.eta2));
	momentum<LAMINAR>(p, i, j, d, w, push, f);
	Real excess = i.rel - j.rel + (hydro.x * d.x + hydro.y * d.y + hydro.z * d.z);
	f.rel += w * (d.vr + p.diffusion * excess);
}

// What a dynamic wall particle j does to fluid i: what fluid does, but for diffusion.
template <int KERNEL, bool LAMINAR, class Mask, class I, class J>
FN void dynamicOnFluid(const Physics &p, Mask other, const I &i, const J &j, Sums &f)
{
	auto d = pairOf(i, j);
	Real w = slopeAt<KERNEL>(p, d.r2);
	w = select(other, w, 0.0f * w); // lists are filled up with i, which states of walls are not of
	Real sum = 2.0f + i.rel + j.rel;
	Real push = i.term + j.term
		- p.artificial * minimum(d.vr, 0.0f) * reciprocal(sum * (d.r2 + p.eta2));
	momentum<LAMINAR>(p, i, j, d, w, push, f);
	f.rel += w * d.vr;
}

// What a wall particle j of mdbc does to fluid i. In place of a velocity j has s [units], the way to the nearest point of its surface;
// the wall has the velocity v. With the height z of i over the plane there, velocities go on linearly through the surface to -|s|/z of
// that of i against the wall (Morris et al. 1997): for laminar viscosity as a whole, 5 at most; in the continuity equation half
// of what is along the normal, 1 at most. A quarter of the artificial viscosity acts: all of it would drag too much.
// These walls do not pull. Where water slips neither viscosity acts. docs/design/mdbc.md has why.
template <int KERNEL, bool LAMINAR, class Mask, class I, class J, class V>
FN void mdbcOnFluid(const Physics &p, Mask other, const I &i, const J &j, const V &v, Sums &f)
{
	Pairs<Real> d;
	(Apart<Real> &)d = apart(i.at, j.at);
	d.vx = i.vx - v.x;
	d.vy = i.vy - v.y;
	d.vz = i.vz - v.z;
	d.vr = d.vx * d.x + d.vy * d.y + d.vz * d.z;
	Real w = slopeAt<KERNEL>(p, d.r2);
	w = select(other, w, 0.0f * w);
	Real along = j.vx * d.x + j.vy * d.y + j.vz * d.z, size2 = j.vx * j.vx + j.vy * j.vy + j.vz * j.vz;
	Real over = along - size2; // |s| z
	auto reciprocalAbove = [&](Real least) { return reciprocal(maximum(over - least, 0.0f) + least + 1e-12f); };
	Real normal = MDBC_NORMAL_VELOCITY * reciprocalAbove(size2) * (d.vx * j.vx + d.vy * j.vy + d.vz * j.vz) * along;
	Real push = maximum(i.term + j.term, 0.0f)
		- (p.slips ? 0.0f : MDBC_ARTIFICIAL * p.artificial) * minimum(d.vr, 0.0f) * reciprocal((2.0f + i.rel + j.rel) * (d.r2 + p.eta2));
	f.rel += w * (d.vr + select(over > 0.0f, normal, 0.0f * normal));
	if (LAMINAR) {
		Real part = (p.slips ? 0.0f : 1.0f) * (1.0f + reciprocalAbove(MDBC_LEAST_HEIGHT * size2) * size2);
		d.vx = part * d.vx;
		d.vy = part * d.vy;
		d.vz = part * d.vz;
		d.vr = part * d.vr;
	}
	momentum<LAMINAR>(p, i, j, d, w, push, f);
}

// What fluid j does to a dynamic wall particle i: the continuity equation.
template <int KERNEL, class I, class J>
FN void fluidOnDynamic(const Physics &p, const I &i, const J &j, Sums &f)
{
	auto d = pairOf(i, j);
	f.rel += slopeAt<KERNEL>(p, d.r2) * d.vr;
}

// What a Lennard-Jones wall particle does to fluid,
//   D ((r0/r)^12 - (r0/r)^6) r / r²,  r < r0                   (Monaghan 1994)
template <class Mask, class D>
FN void lennardJonesOnFluid(const Physics &p, Mask other, const D &d, Sums &f)
{
	Real x = p.ljRadius2 / d.r2, x3 = x * x * x;
	Real k = p.ljForce * (x3 * x3 - x3) / d.r2 / p.accelScale;
	k = select(d.r2 < p.ljRadius2, k, 0.0f * d.r2);
	k = select(d.r2 > 0.0f, k, 0.0f * d.r2);
	k = select(other, k, 0.0f * d.r2); // lists are filled up with i, which walls' positions are not of
	f.x += k * d.x;
	f.y += k * d.y;
	f.z += k * d.z;
}

// Dummy walls (after Adami, Hu & Adams 2012) stand for water beyond the wall's face. They
// have no state. To each particle of fluid i they are its own mirror image, with the pressure that
// continues its own hydrostatically:
//   P_w = P_i + ρ_i g·(x_w - x_i),   dv/dt = -Σ m max(P_i + P_w, 0)/ρ_i² ∇W.
// Adami's mean over the fluid around x_w must be known before the forces are. Taken from half a
// step before, it gives energy to all that bounces. docs/design/walls.md has the reasons for the rest.
struct Image {
	float push;    // 2 P_i/ρ_i²
	float x, y, z; // and how much less P_w/ρ_i² is, for each unit of the distance to i
};

template <class I> FN Image imageOf(const Physics &p, const Vector &g, const I &i)
{
	float k = reciprocal(p.rho0 * (1.0f + i.rel));
	return {2.0f * i.term, p.still[0] * k * g.x, p.still[1] * k * g.y, p.still[2] * k * g.z};
}

// Sums over the wall particles near one of fluid, w being the slope of W.
struct Contact {
	Real x, y, z; // Σ w r: away from the wall
	Real r2, r4;  // Σ w r², Σ w r⁴
	Real vx, vy, vz;   // Σ w r² v_w, where walls have velocities,
	Real vr;           // and Σ w v_w·r, of those that move
	Apart<Real> near;  // from the nearest, for laminar viscosity
};

// The sums over none.
FN Contact noContact()
{
	Contact c = {};
	c.near.r2 += 1e30f;
	return c;
}

// It returns w r².
template <int KERNEL, bool LAMINAR, class Seen, class Mask, class D>
FN Real dummyOnFluid(const Physics &p, const Seen &image, Mask other, const D &d, Sums &f, Contact &c)
{
	Real w = slopeAt<KERNEL>(p, d.r2);
	w = select(other, w, 0.0f * w);
	Real k = w * maximum(image.push - (image.x * d.x + image.y * d.y + image.z * d.z), 0.0f);
	f.x += k * d.x;
	f.y += k * d.y;
	f.z += k * d.z;
	c.x += w * d.x;
	c.y += w * d.y;
	c.z += w * d.z;
	Real s = w * d.r2;
	c.r2 += s;
	c.r4 += s * d.r2;
	if (LAMINAR && p.laminar > 0.0f) {
		auto nearer = other & (d.r2 < c.near.r2);
		c.near = {select(nearer, d.x, c.near.x), select(nearer, d.y, c.near.y), select(nearer, d.z, c.near.z),
			select(nearer, d.r2, c.near.r2)};
	}
	return s;
}

// Adds the velocity of wall particle j, whose w r² is s.
template <class J> FN void addVelocity(const float4 *vel, const J &j, Real s, Contact &c)
{
	c.vx += s * loadAt(&vel->x, 4, j);
	c.vy += s * loadAt(&vel->y, 4, j);
	c.vz += s * loadAt(&vel->z, 4, j);
}

// The same where the wall moves: the pressure goes on in its frame, by g - a_w in place of g (Adami et al. 2012).
struct ImageOfMoving {
	float push;
	Real x, y, z;
};

template <class J> FN ImageOfMoving imageOfMoving(const Physics &p, const Image &image, float rel, const BodyMotion *motions, int moment, const int4 *info, const J &j)
{
	float k = reciprocal(p.rho0 * (1.0f + rel));
	auto body = bodies(info, j);
	auto of = [&](int axis) { return p.unit * k * loadAt(&motions->acceleration[moment][axis], sizeof(BodyMotion) / sizeof(float), body); };
	return {image.push, image.x - of(0), image.y - of(1), image.z - of(2)};
}

// The effect of a dummy wall, from its sums.
struct Touch {
	float x, y, z; // Σ w r
	float push;    // that viscosity and the spring add to each pair's
	float rel;     // to the sum of continuity
	float drag;    // that laminar viscosity adds to each pair's, times w r² and the velocity against the wall
};

// The height over a wall's face [Δp/2]. It follows from the mean of r⁴w over that of r²w. At a face,
// in an edge and in a corner that is the same as for a whole ball of wall particles. Over an edge
// that sticks out it is too small. There the wall is smaller than at a face, and by the part that
// is missing, the size of Σ w r says how much higher it is.
FN float heightOver(const Physics &p, float size, float r2, float r4)
{
	float height = (r4 / r2 - p.faceMean) * p.perHeight, bySize = (p.faceSize - size) * p.perSize;
	return height + maximum(1.0f - r2 * p.perSquares, 0.0f) * maximum(bySize - height, 0.0f);
}

// In the continuity equation a wall that slides along its face is at rest, and one that moves has its velocity. Three things are added.
//
// A wall does not pull. The density of water in tension that leaves a wall does not change, so a
// gap opens.
//
// Towards the wall, artificial viscosity acts between i and its image, at the distance h. Their
// velocities are v·n and -v·n.
//
// A particle nearer to the face than a quarter of a spacing Δp may have too few neighbours to push
// it back. A spring with a damper does it, dv/dt = max(ω² (Δp/4 - z) - ω v·n, 0) n with ω = c0/2Δp.
//
// With laminar viscosity water sticks to the wall: seen from i, the velocity against the wall goes on linearly through the face.
// A wall particle at the depth d behind it has 1 + d/z times that of i (Morris et al. 1997), and d + z is n·r. So the sum is
// one over all, |Σ w r|/z. Here z is the height over the plane half a spacing before the nearest wall particle, which is exact at
// a flat wall, and a quarter of a spacing at least.
template <bool LAMINAR, bool MOVES, class I> FN Touch touchOf(const Physics &p, const I &i, const Contact &c)
{
	Touch t = {total(c.x), total(c.y), total(c.z), 0.0f, 0.0f, 0.0f};
	float size2 = t.x * t.x + t.y * t.y + t.z * t.z;
	if (size2 > 0.0f) {
		float size = sqrtf(size2), away = (i.vx * t.x + i.vy * t.y + i.vz * t.z) / size;
		if (MOVES)
			away -= total(c.vr) / size;
		float height = heightOver(p, size, total(c.r2), total(c.r4));
		t.push = p.impact * maximum(-away, 0.0f) / (1.0f + i.rel);
		if (height < DUMMY_SPRING_REACH)
			t.push += maximum(p.spring * (DUMMY_SPRING_REACH - height) - p.damper * away, 0.0f) / size;
		if (!(i.rel < 0.0f && away > 0.0f))
			t.rel = away * size;
		if (LAMINAR) {
			Apart<float> near = nearest(c.near);
			float over = (near.x * t.x + near.y * t.y + near.z * t.z) / size - p.halfSpacing;
			t.drag = 2.0f * p.laminar * size / ((1.0f + i.rel) * maximum(over, DUMMY_LEAST_HEIGHT * p.halfSpacing) * total(c.r2));
		}
	}
	return t;
}
