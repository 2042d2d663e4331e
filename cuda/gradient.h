// The gradient of density for the diffusion of δ-SPH (Antuono et al. 2010),
//   ∇ρ = M⁻¹ Σ m/ρ0 (ρ_j - ρ_i) ∇W,   M = Σ m/ρ0 (r_j - r_i) ⊗ ∇W,
// which is exact for what is linear, also at a free surface. Only fluid takes part. In drops of a few
// particles M cannot be inverted, and the gradient goes over to 0. Forces takes the linear part out of the
// diffusion: further.h.
#pragma once
#include "pass.h"
#include "matrix.h"
#include "constants.h"

struct Differences {
	Symmetric<Real> rr; // Σ w r rᵀ
	Real x, y, z;       // Σ w r times the difference of relative density
};

template <int KERNEL> FN Differences differences(const PassArgs &a, const Task &t)
{
	auto self = particle(a.p, a.packed, a.vel, (int)t.particle);
	Differences s = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto other = particle(a.p, a.packed, a.vel, j);
			auto d = separation(self.at, other.at);
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j), k = w * (self.rel - other.rel);
			addSquare(s.rr, w, d);
			addAlong(s, k, d);
		},
		[](auto) {});
	return s;
}

// Stores the gradient of relative density [1/unit]. The constant is 1 in two dimensions, where M has nothing along y.
template <bool MANY> FN void densityGradient(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	Differences s = FORM(MANY, differences, a, t);
	float k = -a.p.relScale * a.p.unit;
	Symmetric<float> m = totals(s.rr, k);
	m.yy += a.constant[0];
	Vector g = times(inverse(m, DENSITY_GRADIENT_DETERMINANT, 0.0f), {k * total(s.x), k * total(s.y), k * total(s.z)});
	storePass(a, (int)t.particle, float4{g.x, g.y, g.z, 0.0f});
}
VOLUME_KERNELS(WALK_KERNEL, gradient, densityGradient)
