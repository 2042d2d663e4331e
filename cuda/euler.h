// Euler: the particles move.
//   predictor: x' = x + v Δt/2,  v' = v + a Δt/2,  ρ' = ρ + ρ̇ Δt/2
//   corrector: v  = v + a'Δt,    x  = x + (v_old + v) Δt/2,  ρ = ρ + ρ̇'Δt
// Forces calls it for each particle as soon as the sums are there.
#pragma once
#include "packed.h"
#include "physics.h"

// In the middle of a step positions are needed as forces read them only.
FN void store(const State &s, bool middle, int i, int4 p, float4 v, uint2 packed)
{
	if (!middle)
		s.pos[i] = p;
	s.vel[i] = v;
	s.packed[i] = packed;
}

// Moves particle i by what Forces has found, in a step of a length. Whether it is thrown
// to where nobody looks for it; then it stays, and MinimumScan ends the flow.
FN bool euler(const EulerArgs &a, int wall, float dt, int i, float4 f)
{
	bool thrown = false;
	float step = a.half == 0 ? 0.5f * dt : dt;
	int4 p = a.from.pos[i];
	float4 v = a.from.vel[i];
	if (!isWall(p)) {
		float4 u = {v.x + f.x * step, v.y + f.y * step, v.z + f.z * step, v.w + f.w * step};
		float way = 0.5f * dt * a.perQuantum;
		if (a.half == 0) {
			p.x += roundToInt(v.x * way);
			p.y += roundToInt(v.y * way);
			p.z += roundToInt(v.z * way);
		} else if (exceeds((u.x * u.x + u.y * u.y + u.z * u.z) * way * way, a.most * a.most)) {
			thrown = true;
			u = v;
		} else {
			p.x += roundToInt((v.x + u.x) * way);
			p.y += roundToInt((v.y + u.y) * way);
			p.z += roundToInt((v.z + u.z) * way);
		}
		v = u;
	} else if (wall == DYNAMIC) {
		// A wall does not pull: what would cling to it falls.
		v.w = maximum(v.w + f.w * step, 0.0f);
	}
	uint2 packed = pack(p, a.shift);
	bool middle = a.half == 0;
	store(a.to, middle, i, p, v, packed);
	if (i < a.edges.leftTo)
		store(a.edges.left, middle, i, p, v, packed);
	if (i >= a.edges.rightFrom)
		store(a.edges.right, middle, i, p, v, packed);
	return thrown;
}
