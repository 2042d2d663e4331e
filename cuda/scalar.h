// A passive scalar of the fluid: it is carried along, and diffuses between particles of fluid,
//   dC/dt = Σ 2 κ m/ρ_j (C_i - C_j) r⁻¹ dW/dr       (Morris et al. 1997; Cleary & Monaghan 1999).
// Walls and free surfaces let none through.
#pragma once
#include "pass.h"

template <int KERNEL> FN float scalarRate(const PassArgs &a, const Task &t)
{
	const float *values = (const float *)a.at;
	PackedPosition<uint32_t> self = packedPosition(a.packed, (int)t.particle);
	float own = values[t.particle];
	Real sum = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto d = separation(self, packedPosition(a.packed, j));
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j);
			sum += w * (own - loadAt(values, 1, j)) * reciprocal(1.0f + loadAt(&a.vel->w, 4, j));
		},
		[](auto) {});
	return a.p.relScale * a.constant[0] * total(sum);
}

template <bool MANY> FN void diffuse(const PassArgs &a, int i)
{
	Task t;
	if (fluidTask(a, i, t))
		takeOn(a, (int)t.particle, FORM(MANY, scalarRate, a, t));
}
VOLUME_KERNELS(KERNEL, scalar, diffuse)
