// Divergence damping: a bulk viscosity β c0 h, whose pressure
//   P_d = -β c0 h ρ ∇·v,   but no less than -max(P, 0),
// takes energy from sound and from impacts, and nothing from what keeps its volume. (Skamarock &
// Klemp 1992 filter sound from air in that way.) ∇·v is that of the continuity equation, with the
// sums that forces have of P_d. So the power of all pairs is
//   Σ V P_d ∇·v ≤ 0
// however particles lie. A better ∇·v, exact for linear flows, gives energy: free surfaces move.
// Particles are not drawn together: P + P_d is not below 0, nor below P where that is.
//
// The image of a particle in a dummy wall has its P_d and -v_n, which makes twice the sum over the
// wall of continuity; other walls have no P_d.
//
// It is computed at the beginning of a step, and Forces takes it in both halves.
#pragma once
#include "spreads.h"

// P_d/ρ² of particle i, and with materials over ρ0² as P/(1 + x)² of material.h. c is 1 - L of
// gradients that are corrected inside.
FN float dampingPressure(
	const PassArgs &a, int i, const WalledSpreads &s, const Symmetric<float> &c)
{
	float k = a.p.coefficient[DIVERGENCE_DAMPING] * a.p.relScale * a.p.unit;
	if (!(k < 0.0f))
		return 0.0f;
	float4 v = load(a.vel + i);
	auto along = [&](const Real *sum, float x, float y, float z) {
		return x * total(sum[0]) + y * total(sum[1]) + z * total(sum[2]);
	};
	const Spreads &f = s.fluid;
	float opens = along(f.x, 1.0f - c.xx, -c.xy, -c.xz) + along(f.y, -c.xy, 1.0f - c.yy, -c.yz)
		+ along(f.z, -c.xz, -c.yz, 1.0f - c.zz);
	float away = v.x * total(s.x) + v.y * total(s.y) + v.z * total(s.z) - total(s.moves);
	float images = a.p.wall == DUMMY ? 2.0f : a.p.wall == LENNARD_JONES ? 0.0f : 1.0f;
	if (!(v.w < 0.0f && away > 0.0f)) // as in the continuity equation
		opens += images * away;
	float pressure;
	if (a.p.materials) {
		const Material &m = rowOf(a.p, a.list.predictedPos, i);
		k *= m.artificial;
		pressure = pressureTerm(m, v.w);
	} else {
		pressure = pressureTerm(a.p, v.w);
	}
	return maximum(k * opens / (1.0f + v.w), 0.0f - maximum(pressure, 0.0f));
}
