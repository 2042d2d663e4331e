// Particle shifting (Lind et al. 2012, with the diffusivity of Skillen et al. 2013): particles of fluid
// move from where they are dense to where they are not,
//   δx = -A h |v| Δt ∇C,   ∇C = Σ m/ρ0 (1 + R (W/W(Δp))⁴) ∇W,   R = 0.2.
// Walls count, so none are moved into them. At a free surface ∇C points out of the water. So nothing is
// moved where Σ m/ρ0 r·(-∇W), which is 3 inside, is below 2.75, and all from 3 on. In two dimensions it is 2 inside,
// and nothing is moved below 1.5 (as DualSPHysics, Domínguez et al. 2022).
#pragma once
#include "displace.h"
#include "constants.h"

struct Crowding {
	Real x, y, z; // Σ w (1 + R (W/W(Δp))⁴) r
	Real r2;      // Σ w r²
};

// The constants are A h, W(0)/W(Δp), how far a particle may be moved [m], and the sum below which nothing is moved. w is the slope of W.
template <int KERNEL, class Mask, class D> FN void addCrowding(const PassArgs &a, Mask other, const D &d, Real w, Crowding &c)
{
	w = select(other, w, 0.0f * w);
	Real near = weight(KERNEL >= ANY ? a.p.kernel : KERNEL, squareRoot(d.r2) * a.p.toSupport) * a.constant[1];
	Real k = w * (1.0f + SHIFTING_CLUMPING * (near * near) * (near * near));
	addAlong(c, k, d);
	c.r2 += w * d.r2;
}

template <int KERNEL> FN Crowding crowdingOf(const PassArgs &a, const Task &t)
{
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(a.packed, i);
	Crowding c = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto d = separation(self, packedPosition(a.packed, j));
			addCrowding<KERNEL>(a, j != i, d, timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j), c);
		},
		[&](auto j) {
			auto d = separation(self, packedPosition(a.walls, j));
			addCrowding<KERNEL>(a, j != i, d, slopeAt<KERNEL>(a.p, d.r2), c);
		});
	return c;
}

template <bool MANY> FN void shiftBy(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	Crowding c = FORM(MANY, crowdingOf, a, t);
	float surface = a.constant[3], inside = surface < 2.0f ? 2.0f : 3.0f;
	float part = (-a.p.relScale * a.p.unit * total(c.r2) - surface) / (inside - surface);
	float4 v = load(a.vel + n);
	float speed = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
	float k = -a.constant[0] * speed * a.record->length * a.p.relScale * minimum(maximum(part, 0.0f), 1.0f)
		* finenessOf(a.list.predictedPos[n].w);
	displace(a, n, {k * total(c.x), k * total(c.y), k * total(c.z)}, a.constant[2]);
}
VOLUME_KERNELS(WALK_KERNEL, shift, shiftBy)
