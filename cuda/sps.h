// Sub-particle scale turbulence (Gotoh et al. 2001; Dalrymple & Rogers 2006): what eddies smaller than a
// spacing Δ do to the flow, as a stress
//   τ/ρ = ν_t (2 S - 2/3 tr(S) I) - 2/3 C_I Δ² |S|² I,   ν_t = (C_s Δ)² |S|,   |S| = √(2 S:S)
// with the rate of strain S, the symmetric part of
//   ∇v = Σ m/ρ_j (v_j - v_i) ∇W.
// A pass computes the stress of each particle of fluid, from particles of fluid. Forces adds
//   dv/dt = Σ m (τ_i/ρ_i² + τ_j/ρ_j²) ∇W.
#pragma once
#include "pass.h"
#include "forces.h"

// τ/ρ² [m⁵/(kg s²)]. A neighbour's is one sector of memory.
template <class F> struct alignas(16) Stress {
	F xx, xy, xz, yy, yz, zz, unused[2];
};

FN Stress<float> stressOf(const void *all, int i)
{
	const float4 *stress = (const float4 *)all;
	float4 a = load(stress + 2 * i), b = load(stress + 2 * i + 1);
	return {a.x, a.y, a.z, a.w, b.x, b.y};
}

#ifdef LANES
FN Stress<Real> stressOf(const void *all, const Indices &i)
{
	auto of = [&](int k) { return loadAt((const float *)all + k, 8, i); };
	return {of(0), of(1), of(2), of(3), of(4), of(5)};
}
#endif

// What the stress does to fluid, for Forces. That of the particle itself is taken along the sum over all.
struct Turbulence {
	Real x, y, z; // Σ w r
	template <class F> static FN_MEMBER void along(const Stress<F> &t, Real x, Real y, Real z, Sums &f)
	{
		f.x -= t.xx * x + t.xy * y + t.xz * z;
		f.y -= t.xy * x + t.yy * y + t.yz * z;
		f.z -= t.xz * x + t.yz * y + t.zz * z;
	}
	template <int KERNEL, class I, class J, class N> FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, Sums &f)
	{
		auto d = apart(i.at, j.at);
		Real w = slopeAt<KERNEL>(a.p, d.r2);
		x += w * d.x;
		y += w * d.y;
		z += w * d.z;
		along(stressOf(a.more, n), w * d.x, w * d.y, w * d.z, f);
	}
	FN_MEMBER void finish(const ForcesArgs &a, int i, Sums &f) { along(stressOf(a.more, i), x, y, z, f); }
};

#define SPS_VARIANTS(X, name, Args)                     \
	WALLED(X, name##_wendland_sps, Args, WENDLAND, true) \
	WALLED(X, name##_cubic_sps, Args, CUBIC, true)       \
	WALLED(X, name##_quintic_sps, Args, QUINTIC, true)
#define TURBULENT_FORCES(name, Args, KIND, LAMINAR, WALLS) \
	WALK_KERNEL(name, Args) { forces<Loaded, Turbulence, KIND, LAMINAR, WALLS>(a, i); }
SPS_VARIANTS(TURBULENT_FORCES, forces, ForcesArgs)

// The stress of a particle, from its rate of strain. The constants are (C_s Δ)² and 2/3 C_I Δ².
FN Stress<float> stressBy(const Stress<float> &s, float density, const float *constant)
{
	float size2 = 2.0f * (s.xx * s.xx + s.yy * s.yy + s.zz * s.zz) + 4.0f * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz);
	float viscosity = constant[0] * sqrtf(size2), trace = s.xx + s.yy + s.zz;
	float all = (2.0f / 3.0f) * viscosity * trace + constant[1] * size2, k = 2.0f * viscosity;
	return {(k * s.xx - all) / density, k * s.xy / density, k * s.xz / density, (k * s.yy - all) / density, k * s.yz / density, (k * s.zz - all) / density};
}

template <int KERNEL> FN Stress<float> strainRate(const PassArgs &a, const Task &t)
{
	auto self = particle(a.p, a.packed, a.vel, (int)t.particle);
	Stress<Real> s = {};
	forNeighbours(a.list, t,
		[&](auto n) {
			auto other = particle(a.p, a.packed, a.vel, n);
			auto d = pairOf(self, other);
			Real w = slopeAt<KERNEL>(a.p, d.r2) * reciprocal(1.0f + other.rel);
			Real x = w * d.x, y = w * d.y, z = w * d.z;
			s.xx += x * d.vx;
			s.yy += y * d.vy;
			s.zz += z * d.vz;
			s.xy += x * d.vy + y * d.vx;
			s.xz += x * d.vz + z * d.vx;
			s.yz += y * d.vz + z * d.vy;
		},
		[](auto) {});
	float k = -a.p.relScale, half = 0.5f * k;
	return {k * total(s.xx), half * total(s.xy), half * total(s.xz), k * total(s.yy), half * total(s.yz), k * total(s.zz)};
}

WALK_KERNEL(stress, PassArgs)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	Stress<float> s = a.p.kernel == WENDLAND ? strainRate<WENDLAND>(a, t) : strainRate<ANY>(a, t);
	int n = (int)t.particle;
	storePass(a, n, stressBy(s, a.p.rho0 * (1.0f + load(a.vel + n).w), a.constant));
}
