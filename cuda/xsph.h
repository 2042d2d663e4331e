// XSPH (Monaghan 1989): particles of fluid move with a mean of their own velocity and of those around,
//   dx/dt = v + ε Σ m/ρ̄ (v_j - v_i) W,   ρ̄ = (ρ_i + ρ_j)/2.
// The sum is of the middle of the step. Walls are left out. The constants are 2 ε m W(0)/ρ0, and how far a
// particle may be moved [m].
#pragma once
#include "displace.h"

template <int KERNEL> FN Vector meanAgainst(const PassArgs &a, const Task &t)
{
	int n = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, n);
	Real x = {}, y = {}, z = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto other = particle(a.p, a.packed, a.vel, j);
			auto d = pairOf(self, other);
			Real w = weight(a.p.kernel, squareRoot(d.r2) * a.p.toSupport) * reciprocal(2.0f + self.rel + other.rel);
			w = timesVolume<KERNEL>(a, w, j);
			x += w * d.vx;
			y += w * d.vy;
			z += w * d.vz;
		},
		[](auto) {});
	return {total(x), total(y), total(z)};
}

template <bool MANY> FN void moveWith(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	Vector v = MANY ? meanAgainst<VOLUMES>(a, t) : meanAgainst<ANY>(a, t);
	float k = -a.constant[0] * a.record->length * finenessOf(a.list.predictedPos[n].w);
	displace(a, n, {k * v.x, k * v.y, k * v.z}, a.constant[1]);
}
VOLUME_KERNELS(WALK_KERNEL, xsph, moveWith)
