// For passes behind Euler that move particles otherwise than by their velocities.
#pragma once
#include "pass.h"
#include "remainder.h"

// Stores where a particle is, and for neighbours that see it.
FN void storePlace(const State &s, int i, int4 p, uint2 packed, uint2 remainder)
{
	s.pos[i] = p;
	s.packed[i] = packed;
	s.remainder[i] = remainder;
}

// Moves particle i, where the corrector has brought it, by d [m], but no further than `most` [m]. That
// is what the check of the skins knows of; see Pass.Drift in sph/passes.go.
template <class Args> FN void displace(const Args &a, int i, Vector d, float most)
{
	float far = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z), k = a.euler.perQuantum;
	if (far > most)
		k *= most / far;
	int4 p = a.euler.to.pos[i];
	Remainder r = unpackRemainder(a.euler.to.remainder[i]);
	moveBy(d.x * k, p.x, r.x);
	moveBy(d.y * k, p.y, r.y);
	moveBy(d.z * k, p.z, r.z);
	uint2 packed = pack(p, a.euler.shift), remainder = packRemainder(r);
	storePlace(a.euler.to, i, p, packed, remainder);
	if (i < a.euler.edges.leftTo)
		storePlace(a.euler.edges.left, i, p, packed, remainder);
	if (i >= a.euler.edges.rightFrom)
		storePlace(a.euler.edges.right, i, p, packed, remainder);
}
