// Euler: the particles move.
//   predictor: x' = x + v Δt/2,  v' = v + a Δt/2,  ρ' = ρ + ρ̇ Δt/2
//   corrector: v  = v + a'Δt,    x  = x + (v_old + v) Δt/2,  ρ = ρ + ρ̇'Δt
// The corrector keeps what x has beyond whole quanta.
// Forces calls it for each particle as soon as the sums are there.
//
// Position Verlet (--scheme verlet) has no forces at the beginning of a step. The predictor takes
// rates that the corrector before has left,
//   r = a' + γ (a' - r_old)
// and the same of ρ̇: docs/design/scheme.md. Walls have none.
#pragma once
#include "motion.h"
#include "packed.h"
#include "physics.h"
#include "remainder.h"

// At half a step only Forces reads the positions, in their packed form. Walls have no remainder.
FN void store(const State &s, bool halfStep, int i, int4 p, float4 v, uint2 packed, uint2 remainder)
{
	if (!halfStep) {
		s.pos[i] = p;
		if (isFluid(p))
			s.remainder[i] = remainder;
	}
	s.vel[i] = v;
	s.packed[i] = packed;
}

// Stores particle i, here and for the neighbours that see it.
FN void storeAll(const EulerArgs &a, int i, int4 p, float4 v, uint2 remainder)
{
	uint2 packed = pack(p, a.shift);
	bool halfStep = a.half == 0;
	store(a.to, halfStep, i, p, v, packed, remainder);
	if (i < a.edges.leftTo)
		store(a.edges.left, halfStep, i, p, v, packed, remainder);
	if (i >= a.edges.rightFrom)
		store(a.edges.right, halfStep, i, p, v, packed, remainder);
}

// Stores the velocity of particle i, here and for the neighbours that see it.
FN void storeVelocity(const EulerArgs &a, int i, float4 v)
{
	a.to.vel[i] = v;
	if (i < a.edges.leftTo)
		a.edges.left.vel[i] = v;
	if (i >= a.edges.rightFrom)
		a.edges.right.vel[i] = v;
}

// Leaves the rate that the predictor of the next step takes of particle i, after forces f.
FN void storeRate(const EulerArgs &a, int i, float4 f)
{
	const float g = RATE_EXTRAPOLATION;
	float4 old = a.from.rate[i], r = {f.x + g * (f.x - old.x), f.y + g * (f.y - old.y),
		f.z + g * (f.z - old.z), f.w + g * (f.w - old.w)};
	a.to.rate[i] = r;
	if (i < a.edges.leftTo)
		a.edges.left.rate[i] = r;
	if (i >= a.edges.rightFrom)
		a.edges.right.rate[i] = r;
}

// Moves particle i by the forces f, in a step of length dt. Returns whether the particle would go
// beyond the displacement limit: then it stays where it is, and MinimumScan ends the flow.
FN bool euler(const EulerArgs &a, int wall, float dt, int i, float4 f)
{
	bool overLimit = false;
	int4 p = a.from.pos[i];
	dt *= finenessOf(p.w);
	float step = a.half == 0 ? 0.5f * dt : dt;
	float4 v = a.from.vel[i];
	uint2 remainder = {0, 0};
	if (a.half)
		remainder = a.from.remainder[i];
	if (isFluid(p)) {
		float4 u = {v.x + f.x * step, v.y + f.y * step, v.z + f.z * step, v.w + f.w * step};
		float quantaPerSpeed = 0.5f * dt * a.perQuantum;
		if (a.half == 0) { // without the remainder: half a quantum is nothing to the forces
			p.x += roundToInt(v.x * quantaPerSpeed);
			p.y += roundToInt(v.y * quantaPerSpeed);
			p.z += roundToInt(v.z * quantaPerSpeed);
		} else if (exceeds((u.x * u.x + u.y * u.y + u.z * u.z) * quantaPerSpeed * quantaPerSpeed, a.displacementLimit * a.displacementLimit)) {
			overLimit = !isBetweenZones(p.w); // those in buffers are held, or slowed down
			u = v;
		} else {
			Remainder r = unpackRemainder(remainder);
			moveBy((v.x + u.x) * quantaPerSpeed, p.x, r.x);
			moveBy((v.y + u.y) * quantaPerSpeed, p.y, r.y);
			moveBy((v.z + u.z) * quantaPerSpeed, p.z, r.z);
			remainder = packRemainder(r);
		}
		v = u;
	} else {
		if (wall == DYNAMIC) // A wall does not pull: what would cling to it falls.
			v.w = maximum(v.w + f.w * step, 0.0f);
		if (isMovingWall(p))
			moveWall(a.motions[bodyOf(p) + 1], a.half == 0 ? MIDDLE : ENDING, p, v);
	}
	storeAll(a, i, p, v, remainder);
	if (a.half && a.to.rate && isFluid(p))
		storeRate(a, i, f);
	return overLimit;
}
