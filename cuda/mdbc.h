// Walls that extrapolate the fluid linearly, in the manner of modified dynamic boundary conditions (English et al. 2022). There the state of a
// wall particle is what a ghost in the water, mirrored at the surface, has by corrected sums. Here the water around the wall particle itself
// tells, in two passes before Forces; docs/design/mdbc.md has why.
//
//   1. Each particle of water that lists walls takes the gradient of its relative density from the water around it. It is exact for what is
//      linear. What cannot be told from too few neighbours goes over to what gravity makes of it, less the acceleration of the walls around.
//   2. A wall particle has the mean of what those around it say of its place, and pushes only:
//        x_w = max(Σ w (x_j + G_j·(r_w - r_j)) / Σ w, 0),   w = -r⁻¹ dW/dr.
//      What comes much nearer than a spacing raises x_w: a particle by itself has no pressure, and would go into the wall.
//
// One field has both: of water the gradient, of walls the way to their surface, and of each the
// relative density.
#pragma once
#include "flexible/bent.h"
#include "further.h"
#include "gradient.h"

// Particle j in the sums. With materials it is what a wall of the first would have of its pressure:
// with P/ρ0² = c0²/ρ0 t, x = t - t² but for t⁴.
template <int KERNEL, class J> FN auto seen(const PassArgs &a, const J &j)
{
	auto q = particle(a.p, a.packed, a.vel, j);
	if constexpr (KERNEL == VOLUMES) {
		auto m = materialAt(a.p, a.list.predictedPos, j);
		auto t = (pressureTerm(m, q.rel) - a.p.materials->background)
			* (a.p.rho0 * perSoundSpeed2(a.p));
		q.rel = select(m.kind == 0.0f, q.rel, t * (1.0f - t));
	}
	return q;
}

// The gradient of relative density that body forces make at particle i of fluid at rest [1/unit].
FN Vector byGravity(const PassArgs &a, int i)
{
	Vector g = bodyForce<true>(a.record->at[a.euler.half], a.frame, a.central, {},
		[&] { return fromCentre(a, i); });
	if (!a.p.materials)
		return hydrostaticGradient(a.p, perSoundSpeed2(a.p), g);
	const Material &m = rowOf(a.p, a.list.predictedPos, i);
	float density = m.density * buoyancyOf(a, m, i); // as in Forces
	return hydrostaticGradient(a.p, density * perSoundSpeed2(a.p), g);
}

// The same for what the walls around accelerate by, in the mean: the water before them does, too. It is 0 where none moves.
template <int KERNEL> FN Vector byMotion(const PassArgs &a, const Task &t)
{
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(a.packed, i);
	Real w = {}, x = {}, y = {}, z = {};
	forNeighbours(a.list, t, [](auto) {},
		[&](auto j) {
			Real s = slopeAt<KERNEL>(a.p, separation(self, packedPosition(a.walls, j)).r2);
			s = select(j != i, s, 0.0f * s);
			const BodyMotion &m = *a.euler.motions;
			Columns accel = ofBody(a.euler.references, a.list.predictedPos, m.acceleration[a.euler.half], m.curve[a.euler.half], j);
			accel = bentAcceleration(a.bent, *a.clock, a.euler.step, j, accel);
			w += s;
			x += s * accel.x;
			y += s * accel.y;
			z += s * accel.z;
		});
	float all = total(w), k = all > 0.0f ? perSoundSpeed2(a.p) * a.p.unit / all : 0.0f;
	if (a.p.materials)
		k *= rowOf(a.p, a.list.predictedPos, i).density;
	return {k * total(x), k * total(y), k * total(z)};
}

// As differences, of what differs from what gravity makes, h.
template <int KERNEL> FN Differences differencesFrom(const PassArgs &a, const Task &t, const Vector &h)
{
	auto self = seen<KERNEL>(a, (int)t.particle);
	Differences s = {};
	forNeighbours(a.list, t,
		[&](auto j) INLINE {
			auto other = seen<KERNEL>(a, j);
			auto d = separation(self.at, other.at);
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j), k = w * (self.rel - other.rel - (h.x * d.x + h.y * d.y + h.z * d.z));
			addSquare(s.rr, w, d);
			addAlong(s, k, d);
		},
		[](auto) {});
	return s;
}

// The first pass. The constants are one over the dimensions in two of them, where the matrix has nothing along y, or 0; the
// determinant that is enough; and how much of the gradient beyond gravity's counts.
template <bool MANY> FN void fluidGradient(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	if (!(t.count & NO_LIST) && wallsOf(t.count) == 0) {
		storePass(a, n, float4{0.0f, 0.0f, 0.0f, 0.0f}); // no wall asks
		return;
	}
	Vector h = byGravity(a, n);
	if (a.euler.motions) { // as water at rest between walls that move alike
		Vector m = a.p.kernel == WENDLAND ? byMotion<WENDLAND>(a, t) : byMotion<ANY>(a, t);
		h = {h.x - m.x, h.y - m.y, h.z - m.z};
	}
	Differences s = FORM(MANY, differencesFrom, a, t, h);
	float trace = total(s.rr.xx) + total(s.rr.yy) + total(s.rr.zz), k = trace > 0.0f ? 1.0f / trace : 0.0f;
	Symmetric<float> m = totals(s.rr, k); // whatever part of the ball is filled, about one over the dimensions along each axis
	m.yy += a.constant[0];
	k *= a.constant[2];
	Vector g = times(inverse(m, a.constant[1], 0.0f), {k * total(s.x), k * total(s.y), k * total(s.z)});
	// so that walls load a record of a neighbour less
	float rel = seen<MANY ? VOLUMES : ANY>(a, n).rel;
	storePass(a, n, float4{h.x + g.x, h.y + g.y, h.z + g.z, rel});
}
VOLUME_KERNELS(WALK_KERNEL, mdbc_gradient, fluidGradient)

// ρ0 c0² of particle j over that of Physics.
template <class J> FN auto stiffnessAt(const PassArgs &a, const J &j)
{
	float perOwn = TAIT_EXPONENT * a.p.rho0 * perSoundSpeed2(a.p);
	return perOwn * materialAt(a.p, a.list.predictedPos, j).stiffness;
}

// Sums over the water around a wall particle.
struct MDBCSums {
	Real w, rel;
	Real near; // Σ max(1 - r²/r0², 0)
};

template <int KERNEL> FN MDBCSums seenBy(const PassArgs &a, const Task &t)
{
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(a.walls, i);
	MDBCSums s = {};
	forNeighbours(a.list, t,
		[&](auto j) INLINE {
			// its gradient in place of a velocity
			auto other = particle(a.p, a.packed, (const float4 *)a.at, j);
			auto d = separation(self, other.at);
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j), none = {};
			auto add = [&](Real &sum, Real of) { sum += select(j != i, w * of, none); }; // lists are filled up with i, which is no water
			add(s.w, none + 1.0f);
			add(s.rel, other.rel + (other.vx * d.x + other.vy * d.y + other.vz * d.z));
			Real close = maximum(1.0f - a.constant[2] * d.r2, 0.0f);
			if constexpr (KERNEL == VOLUMES)
				close *= stiffnessAt(a, j);
			s.near += select(j != i, close, none);
		},
		[](auto) {});
	return s;
}

// The second pass. The constants are the least relative density of walls; and what keeps water out that is nearer than r0: by how much
// it raises the density at most, and 1/r0² [1/unit²].
template <bool MANY> FN void wallDensity(const PassArgs &a, int i)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || !(t.count & WALL))
		return;
	int n = (int)t.particle;
	MDBCSums s = FORM(MANY, seenBy, a, t);
	float w = total(s.w), rel = w > 0.0f ? maximum(total(s.rel) / w, a.constant[0]) + a.constant[1] * total(s.near) : 0.0f;
	float4 surface = load((const float4 *)a.own + n);
	if (a.euler.references.of)
		surface = turnedNormal(a.euler.motions[bodyOf(a.list.predictedPos[n]) + 1], a.euler.half, surface);
	if (a.bent.states)
		surface = bentNormal(a.bent, *a.clock, a.euler.step, n, surface);
	float far = surface.w / a.p.unit;
	storePass(a, n, float4{far * surface.x, far * surface.y, far * surface.z, rel});
}
VOLUME_KERNELS(WALK_KERNEL, mdbc, wallDensity)
