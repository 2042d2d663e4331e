// The rate of strain of the fluid around a particle, by differences,
//   S = (G + Gᵀ)/2,   G = Σ m/ρ0 (v_j - v_i) ⊗ ∇W M⁻¹,   M = Σ m/ρ0 (r_j - r_i) ⊗ ∇W,
// which is exact for what is linear, also at a free surface. Only fluid takes part. Where too few
// are around for M to be inverted it goes over to 0. Artificial viscosity leaves out what it
// explains: further.h. It is computed at the beginning of a step, and Forces takes it in both
// halves.
#pragma once
#include "sps.h"
#include "constants.h"

struct Row {
	Real x, y, z;
};

struct Spreads {
	Symmetric<Real> rr; // Σ w r rᵀ
	Row vr[3];          // Σ w v_x r, and so on
};

template <int KERNEL> FN Spreads spreads(const PassArgs &a, const Task &t)
{
	auto self = particle(a.p, a.packed, a.vel, (int)t.particle);
	Spreads s = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto d = pairOf(self, particle(a.p, a.packed, a.vel, j));
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j);
			addSquare(s.rr, w, d);
			addAlong(s.vr[0], w * d.vx, d);
			addAlong(s.vr[1], w * d.vy, d);
			addAlong(s.vr[2], w * d.vz, d);
		},
		[](auto) {});
	return s;
}

// Stores S [m/s/unit]. The constant is 1 in two dimensions, where M has nothing along y.
template <bool MANY> FN void strainRate(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	Spreads s = FORM(MANY, spreads, a, t);
	float k = -a.p.relScale * a.p.unit;
	Symmetric<float> m = totals(s.rr, k);
	m.yy += a.constant[0];
	Symmetric<float> l = inverse(m, STRAIN_DETERMINANT, 0.0f);
	auto row = [&](const auto &sum) {
		return times(l, {k * total(sum.x), k * total(sum.y), k * total(sum.z)});
	};
	Vector x = row(s.vr[0]), y = row(s.vr[1]), z = row(s.vr[2]);
	storePass(a, (int)t.particle,
		Stress{{x.x, 0.5f * (x.y + y.x), 0.5f * (x.z + z.x), y.y, 0.5f * (y.z + z.y), z.z}, {}});
}
VOLUME_KERNELS(TERM_KERNEL, strain_rate, strainRate)
