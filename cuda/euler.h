// Euler: the particles move.
//   predictor: x' = x + v Δt/2,  v' = v + a Δt/2,  ρ' = ρ + ρ̇ Δt/2
//   corrector: v  = v + a'Δt,    x  = x + (v_old + v) Δt/2,  ρ = ρ + ρ̇'Δt
#pragma once
#include "minimumscan.h"
#include "list.h"

KERNEL(euler, EulerArgs)
{
	if (a.clock->halt)
		return;
	if (a.column) {
		int column = memberOf(a.part, i);
		if (column < 0)
			return;
		i = (int)a.column[column];
	}
	float dt = a.clock->dt;
	float step = a.half == 0 ? 0.5f * dt : dt;
	int4 p = a.pos[i];
	float4 v = a.vel[i];
	float4 f = a.force[i];
	if (!isWall(p)) {
		float4 u = {v.x + f.x * step, v.y + f.y * step, v.z + f.z * step, v.w + f.w * step};
		float way = 0.5f * dt * a.perQuantum;
		if (a.half == 0) {
			p.x += roundToInt(v.x * way);
			p.y += roundToInt(v.y * way);
			p.z += roundToInt(v.z * way);
		} else if (exceeds((u.x * u.x + u.y * u.y + u.z * u.z) * way * way, a.most * a.most)) {
			// It would go where nobody looks for it; MinimumScan ends the flow.
			atomicMaximum(&a.maxima->thrown, 1);
			u = v;
		} else {
			p.x += roundToInt((v.x + u.x) * way);
			p.y += roundToInt((v.y + u.y) * way);
			p.z += roundToInt((v.z + u.z) * way);
		}
		v = u;
	} else if (a.p.wall == DYNAMIC) {
		// A wall does not pull: what would cling to it falls.
		v.w = maximum(v.w + f.w * step, 0.0f);
	} else if (a.p.wall == DUMMY) {
		v = f;
	}
	a.posOut[i] = p;
	a.velOut[i] = v;
	a.packed[i] = pack(p, a.shift);
}
