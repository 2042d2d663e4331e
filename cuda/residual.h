// The rate of strain of the fluid around a particle, by differences,
//   S = (G + Gᵀ)/2,   G = Σ m/ρ0 (v_j - v_i) ⊗ ∇W M⁻¹,   M = Σ m/ρ0 (r_j - r_i) ⊗ ∇W,
// which is exact for what is linear, also at a free surface. Only fluid takes part. Where too few
// are around for M to be inverted it goes over to 0. Artificial viscosity leaves out what it
// explains: residualterm.h. It is computed at the beginning of a step, and Forces takes it in both
// halves.
#pragma once
#include "divergence.h"
#include "constants.h"

// What Forces takes of a particle.
struct alignas(16) Strain {
	Symmetric<float> rate; // [m/s/unit]
	float damping, unused; // of divergence.h
};

// S of the sums [m/s/unit]. The constant is 1 in two dimensions, where M has nothing along y.
FN Symmetric<float> strainOf(const PassArgs &a, const Spreads &s)
{
	float k = -a.p.relScale * a.p.unit;
	Symmetric<float> m = totals(s.rr, k);
	m.yy += a.constant[0];
	Symmetric<float> l = inverse(m, STRAIN_DETERMINANT, 0.0f);
	auto row = [&](const Real *sum) {
		return times(l, {k * total(sum[0]), k * total(sum[1]), k * total(sum[2])});
	};
	Vector x = row(s.x), y = row(s.y), z = row(s.z);
	return {x.x, 0.5f * (x.y + y.x), 0.5f * (x.z + z.x), y.y, 0.5f * (y.z + z.y), z.z};
}

template <bool MANY> FN void strainRate(const PassArgs &a, int n)
{
	Task t;
	if (!fluidTask(a, n, t))
		return;
	int i = (int)t.particle;
	WalledSpreads s = FORM(MANY, walledSpreads, a, t);
	storePass(a, i, Strain{strainOf(a, s.fluid), dampingPressure(a, i, s, {}), 0.0f});
}
VOLUME_KERNELS(TERM_KERNEL, strain_rate, strainRate)
