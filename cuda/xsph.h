// XSPH (Monaghan 1989): particles of fluid move with a mean of their own velocity and of those around,
//   dx/dt = v + ε Σ m/ρ̄ (v_j - v_i) W,   ρ̄ = (ρ_i + ρ_j)/2.
// The sum is of the middle of the step. Walls are left out.
#pragma once
#include "displace.h"

WALK_KERNEL(xsph, PassArgs)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, n);
	Vector u = {};
	forNeighbours(a.list, t,
		[&](int j) {
			auto other = particle(a.p, a.packed, a.vel, j);
			auto d = pairOf(self, other);
			float w = weight(a.p.kernel, squareRoot(d.r2) * a.p.toSupport) * reciprocal(2.0f + self.rel + other.rel);
			u = {u.x - w * d.vx, u.y - w * d.vy, u.z - w * d.vz};
		},
		[](int) {});
	float k = a.constant[0] * a.record->length; // 2 ε m W(0)/ρ0, which the sum is over, times the step
	displace(a, n, {k * u.x, k * u.y, k * u.z}, a.constant[1]);
}
