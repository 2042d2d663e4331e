// Thick fluids: the viscosity depends on the shear rate, and acts in sub-steps, so that it does not
// limit the time step. Forces leaves laminar viscosity out in such flows.
//
//   1. The viscosity of each particle of fluid, from the velocities at the beginning of the step,
//        μ = K s^(n-1) + τy (1 - e^(-m s))/s,   s = √(2 S:S)
//      (Herschel and Bulkley 1926, Papanastasiou 1987). S is the symmetric part of ∇v, which is
//      exact for what is linear (Randles and Libersky 1996), walls included.
//   2. Stages of dv/dt = L v + F over the whole step, F being what Forces has come to, by the
//      Runge-Kutta-Legendre scheme RKL1 (Meyer, Balsara and Aslam 2012). With q stages it is stable
//      for (q² + q)/2 times the step of Euler's. Y_0 = v, and
//        Y_k = μ_k Y_(k-1) + (1 - μ_k) Y_(k-2) + μ_k w Δt (L Y_(k-1) + F),
//        μ_k = 2 - 1/k,   w = 2/(q² + q).
//      A state with L v + F = 0 stays. L is that of Morris et al. 1997, or of Monaghan and Gingold
//      1983, with the harmonic mean of Cleary and Monaghan 1999:
//        L v = Σ m_j/(ρ_i ρ_j) 4 μ_i μ_j/(μ_i + μ_j) r⁻¹ dW/dr (v_i - v_j).
//      What viscosity adds to the velocity in the step is Y_q - v - F Δt. The last stage stores it,
//      and adds half of it to the velocity in the middle.
//   3. At the end of the step it is added to the velocity, and with half the step to the place.
//
// Fluid sticks to walls of all kinds as to dummy walls (walls.h): seen from i the velocity
// against the wall is extrapolated linearly through the face.
#pragma once
#include "../correction.h"
#include "../displace.h"
#include "../heat/coupling.h"
#include "../powers.h"
#include "../residual.h"

// What a fluid's particles have; those of walls have none.
FN const Rheology &rheologyOf(const PassArgs &a, int i)
{
	int k = a.p.materials ? materialOf(load(&a.list.predictedPos[i].w)) : 0;
	return a.rheologies[k];
}

// The dynamic viscosity at a shear rate s [1/s], T - T0 being `warmer` [Pa s].
FN float viscosityAt(const Rheology &r, float s, float warmer)
{
	float viscosity = r.consistency;
	if (r.power != 0.0f)
		viscosity *= power(minimum(maximum(s, r.least), r.most), r.power);
	viscosity += r.yieldStress * r.regularisation * decayedPart(r.regularisation * s);
	if (r.thinning != 0.0f)
		viscosity *= exponential(-r.thinning * warmer);
	return minimum(viscosity, r.limit);
}

// Adds wall particle j to the sums over walls.
template <int KERNEL, class J>
FN Real addWall(const PassArgs &a, const PackedPosition<uint32_t> &self, int i, const J &j,
	Separation<Real> &d, WallSums &c)
{
	d = separation(self, packedPosition(a.walls, j));
	Real w = slopeAt<KERNEL>(a.p, d.r2);
	w = select(j != i, w, 0.0f * w);
	addAlong(c, w, d);
	auto nearer = (j != i) & (d.r2 < c.near.r2);
	c.near = {select(nearer, d.x, c.near.x), select(nearer, d.y, c.near.y),
		select(nearer, d.z, c.near.z), select(nearer, d.r2, c.near.r2)};
	if (a.wallVel) {
		Real s = w * d.r2;
		c.r2 += s;
		c.vx += s * loadAt(&a.wallVel->x, 4, j);
		c.vy += s * loadAt(&a.wallVel->y, 4, j);
		c.vz += s * loadAt(&a.wallVel->z, 4, j);
	}
	return w;
}

// The walls near a particle: their normal, |Σ w r| [unit], the height over their face [unit], and
// their velocity [m/s]. Without walls the size is 0.
struct Nearby {
	Vector normal, velocity;
	float size, height;
};

FN Nearby nearby(const PassArgs &a, const WallSums &c)
{
	Nearby b = {};
	Vector s = {total(c.x), total(c.y), total(c.z)};
	b.size = sqrtf(s.x * s.x + s.y * s.y + s.z * s.z);
	if (a.p.slips || !(b.size > 0.0f)) {
		b.size = 0.0f;
		return b;
	}
	b.normal = {s.x / b.size, s.y / b.size, s.z / b.size};
	Separation<float> near = nearest(c.near);
	float over = near.x * b.normal.x + near.y * b.normal.y + near.z * b.normal.z - a.p.halfSpacing;
	b.height = maximum(over, DUMMY_LEAST_HEIGHT * a.p.halfSpacing);
	float all = total(c.r2);
	if (all > 0.0f)
		b.velocity = {total(c.vx) / all, total(c.vy) / all, total(c.vz) / all};
	return b;
}

template <int KERNEL> FN WalledSpreads shearOf(const PassArgs &a, const Task &t, WallSums &c)
{
	int i = (int)t.particle;
	WalledSpreads s = {};
	s.fluid = spreads<KERNEL>(a, t, [&](const auto &self, auto j) {
		Separation<Real> d;
		Real w = addWall<KERNEL>(a, self.at, i, j, d, c);
		addSquare(s.walls, w, d);
	});
	return s;
}

// A row of ∇v [1/s] times the unit, from that of the sums, with what walls add: the velocity
// against them over the height, along R n.
FN Vector gradientRow(const Symmetric<float> &l, float k, const Real *row, float against,
	const Vector &walls)
{
	return times(l, {k * (total(row[0]) + against * walls.x),
		k * (total(row[1]) + against * walls.y), k * (total(row[2]) + against * walls.z)});
}

// Viscosities of a particle over ρ0 of Physics [m²/s]: between fluid, and against walls.
struct alignas(8) Viscosities {
	float own, wall;
};

// Stores the viscosities of a particle. That against walls is at the shear rate from it to their
// face, if this is greater. The constant is 1 in two dimensions, where the matrix has nothing along
// y.
template <bool MANY> FN void effectiveViscosity(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	WallSums c = noWalls();
	WalledSpreads s = FORM(MANY, shearOf, a, t, c);
	Nearby b = nearby(a, c);
	float k = -a.p.relScale * a.p.unit;
	Symmetric<float> m = totals(s.fluid.rr, k);
	Vector along = {}, against = {}; // R n, and the velocity against walls over the height
	if (b.size > 0.0f) {
		Symmetric<float> w = totals(s.walls, 1.0f);
		along = times(w, b.normal);
		m = {m.xx + k * w.xx, m.xy + k * w.xy, m.xz + k * w.xz, m.yy + k * w.yy,
			m.yz + k * w.yz, m.zz + k * w.zz};
		float4 v = load(a.vel + n);
		against = {(v.x - b.velocity.x) / b.height, (v.y - b.velocity.y) / b.height,
			(v.z - b.velocity.z) / b.height};
	}
	m.yy += a.constant[0];
	Symmetric<float> l = inverse(m, DENSITY_GRADIENT_DETERMINANT, 0.0f);
	Vector x = gradientRow(l, k, s.fluid.x, against.x, along);
	Vector y = gradientRow(l, k, s.fluid.y, against.y, along);
	Vector z = gradientRow(l, k, s.fluid.z, against.z, along);
	float xy = x.y + y.x, xz = x.z + z.x, yz = y.z + z.y;
	float rate2 = 2.0f * (x.x * x.x + y.y * y.y + z.z * z.z) + xy * xy + xz * xz + yz * yz;
	float rate = sqrtf(rate2) / a.p.unit;
	const Rheology &r = rheologyOf(a, n);
	float warmer = aboveT0(a, r.t0, n);
	float size = sqrtf(against.x * against.x + against.y * against.y + against.z * against.z);
	Viscosities v = {viscosityAt(r, rate, warmer) / a.p.rho0, 0.0f};
	float faster = maximum(rate, size / a.p.unit);
	v.wall = b.size > 0.0f ? viscosityAt(r, faster, warmer) / a.p.rho0 : v.own;
	storePass(a, n, v);
}
VOLUME_KERNELS(TERM_KERNEL, effective_viscosity, effectiveViscosity)

// Σ over fluid of -L v, without its factor, and the sums over walls.
template <int KERNEL> FN Vector sheared(const PassArgs &a, const Task &t, WallSums &c)
{
	int i = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, i);
	float own = load(a.viscosity + 2 * i);
	Real x = {}, y = {}, z = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto other = particle(a.p, a.packed, a.vel, j);
			auto d = pairOf(self, other);
			Real its = loadAt(a.viscosity, 2, j);
			Real mean = own * its * reciprocal((own + its + 1e-30f) * (1.0f + other.rel));
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j) * mean;
			Real along = a.p.along * d.vr * reciprocal(d.r2 + a.p.eta2);
			x += w * (a.p.across * d.vx + along * d.x);
			y += w * (a.p.across * d.vy + along * d.y);
			z += w * (a.p.across * d.vz + along * d.z);
		},
		[&](auto j) {
			Separation<Real> d;
			addWall<KERNEL>(a, self.at, i, j, d, c);
		});
	return {total(x), total(y), total(z)};
}

// A stage. The constants are μ_k, μ_k w, the factor of L [1/m²], and the number k, below 0 for the
// last.
template <bool MANY> FN void viscousStage(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	if (t.count & IN_BUFFER) { // which gives its velocity
		storePass(a, n, a.constant[3] > 0.0f ? a.euler.from.vel[n] : float4{});
		return;
	}
	WallSums c = noWalls();
	Vector s = FORM(MANY, sheared, a, t, c);
	Nearby b = nearby(a, c);
	float4 y = load(a.vel + n), v = a.euler.from.vel[n], middle = a.euler.to.vel[n];
	float factor = -4.0f * a.constant[2] * rheologyOf(a, n).lightness / (1.0f + y.w);
	float drag = b.size > 0.0f ? 0.5f * load(a.viscosity + 2 * n + 1) * b.size / b.height : 0.0f;
	float dt = a.record->length, k = dt * factor;
	Vector force = {2.0f * (middle.x - v.x), 2.0f * (middle.y - v.y), 2.0f * (middle.z - v.z)};
	Vector rate = {k * (s.x + drag * (y.x - b.velocity.x)) + force.x,
		k * (s.y + drag * (y.y - b.velocity.y)) + force.y,
		k * (s.z + drag * (y.z - b.velocity.z)) + force.z};
	float4 before = y; // Y_(k-2), which the first stage has not
	int stage = (int)(a.constant[3] < 0.0f ? -a.constant[3] : a.constant[3]);
	if (stage == 2)
		before = v;
	else if (stage > 2)
		before = ((const float4 *)a.out.to)[n];
	float last = a.constant[0], part = a.constant[1];
	float4 next = {before.x + last * (y.x - before.x) + part * rate.x,
		before.y + last * (y.y - before.y) + part * rate.y,
		before.z + last * (y.z - before.z) + part * rate.z, y.w};
	if (a.constant[3] > 0.0f) {
		storePass(a, n, next);
		return;
	}
	Vector added = {next.x - v.x - force.x, next.y - v.y - force.y, next.z - v.z - force.z};
	storePass(a, n, float4{added.x, added.y, added.z, 0.0f});
	float4 now = {middle.x + 0.5f * added.x, middle.y + 0.5f * added.y,
		middle.z + 0.5f * added.z, middle.w};
	storeVelocity(a.euler, n, now);
}
VOLUME_KERNELS(WALK_KERNEL, viscous_stage, viscousStage)

// Adds what viscosity makes of the velocity, at the end of the step.
KERNEL(viscous_end, PassArgs)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	float4 added = load((const float4 *)a.own + n);
	float4 u = a.euler.to.vel[n], before = a.euler.from.vel[n];
	float4 v = {u.x + added.x, u.y + added.y, u.z + added.z, u.w};
	float dt = a.record->length, half = 0.5f * dt;
	displace(a, n, {half * added.x, half * added.y, half * added.z},
		a.euler.displacementLimit / a.euler.perQuantum);
	storeVelocity(a.euler, n, v);
	// The check of the lists allows for the greatest acceleration.
	float x = (v.x - before.x) / dt, y = (v.y - before.y) / dt, z = (v.z - before.z) / dt;
	atomicMaximum(&a.maxima->accel2, asBits(x * x + y * y + z * z) & 0x7fffffff);
}
