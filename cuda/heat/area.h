// The area of the free surface that each particle of fluid has, over its volume [1/m]: what heat
// leaves through. With C = Σ V_j W, over fluid and walls, |∇C| is greatest at the surface. Below a
// plane surface of a lattice at rest
//   A/V = max(|∇C|/|∇C|_0 - a0, 0)/(Δp Σ_k max(|∇C|_k/|∇C|_0 - a0, 0)),
// k being layers from the surface down, is exactly 1/Δp on the sum of all layers. a0 leaves out
// what is inside. The constants are 1/|∇C|_0 in units of slopes, a0, and one over the rest [1/m].
#pragma once
#include "../pass.h"

template <int KERNEL> FN float areaOf(const PassArgs &a, const Task &t)
{
	PackedPosition<uint32_t> self = packedPosition(a.packed, (int)t.particle);
	Real x = {}, y = {}, z = {};
	auto add = [&](const auto &d, Real w) {
		x += w * d.x;
		y += w * d.y;
		z += w * d.z;
	};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto d = separation(self, packedPosition(a.packed, j));
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j);
			add(d, w * reciprocal(1.0f + loadAt(&a.vel->w, 4, j)));
		},
		[&](auto j) {
			auto d = separation(self, packedPosition(a.walls, j));
			add(d, slopeAt<KERNEL>(a.p, d.r2));
		});
	float gx = total(x), gy = total(y), gz = total(z);
	float size = a.constant[0] * sqrtf(gx * gx + gy * gy + gz * gz);
	return maximum(size - a.constant[1], 0.0f) * a.constant[2];
}

template <bool MANY> FN void surfaceArea(const PassArgs &a, int i)
{
	Task t;
	if (fluidTask(a, i, t))
		storePass(a, (int)t.particle, FORM(MANY, areaOf, a, t));
}
VOLUME_KERNELS(WALK_KERNEL, surface_area, surfaceArea)
