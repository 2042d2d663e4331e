// What a particle is. That stands in the fourth word of its position and is read here alone. Lists
// ask whether it moves, physics what it is. particle.go makes the word.
#pragma once
#include "args.h"

template <class Word> FN auto isWall(Word info) { return (info & (int)WALL_INFO) != 0; }
FN bool isWall(int4 p) { return isWall(p.w); }
FN bool isImage(int4 p) { return (p.w & (int)IMAGE_INFO) != 0; } // of a particle, see periodic.h
FN bool isFluid(int4 p) { return !isWall(p); }
FN bool isMovingWall(int4 p) { return (p.w & (int)MOVING_INFO) != 0; } // of a body with a motion; see motion.h
template <class Word> FN auto moves(Word info) { return (info & (int)(WALL_INFO | MOVING_INFO)) != (int)WALL_INFO; }
FN bool moves(int4 p) { return moves(p.w); } // other particles stay where they are
FN int bodyOf(int4 p) { return (p.w >> BODY_INFO & 0xff) - 1; } // -1 is none
// How much finer its zone is than the flow, and one over that: powers of two. Lengths and times of
// a particle are those of the flow, magnified by this: see zones/zones.h.
FN uint32_t finenessBits(int info) { return info >> FINENESS_INFO & 7; }
FN float finenessOf(int info) { return asFloat(127u + finenessBits(info) << 23); }
FN float coarsenessOf(int info) { return asFloat(127u - finenessBits(info) << 23); }
// Where a particle is in the flow [quanta], and what coarsenessOf has.
struct Place {
	double x, y, z, coarse;
};

FN Place inFlow(const ZoneMaps &m, int4 p)
{
	for (int k = 0; k < m.count; k++) {
		const ZoneMap &z = m.of[k];
		int at = m.axis == 0 ? p.x : m.axis == 1 ? p.y : p.z;
		if (at >= z.from && at <= z.to)
			return {(p.x - z.shift[0]) * z.coarse, (p.y - z.shift[1]) * z.coarse,
				(p.z - z.shift[2]) * z.coarse, z.coarse};
	}
	return {(double)p.x, (double)p.y, (double)p.z, 1.0};
}
// A volume where the particle is, in the flow; an area has one dimension less.
FN double inFlow(double coarse, int dimensions)
{
	return dimensions == 3 ? coarse * coarse * coarse : dimensions == 2 ? coarse * coarse : coarse;
}
// Σ over the flow is Σ over particles that are not in a buffer of a zone.
FN bool isBetweenZones(int info) { return (info >> BUFFER_INFO & BUFFER_MASK) >= ZONE_BUFFERS; }
// In whose buffer it is, from 1 on; 0 is none.
FN int bufferOf(int4 p) { return p.w >> BUFFER_INFO & BUFFER_MASK; }
// Of a solid: a wall that has states of its own in some fields.
FN bool isSolid(int4 p) { return (p.w & (int)SOLID_INFO) != 0; }
// Of a wall, with a row in the table of loads: two bodies share what it does; see sample.h.
FN bool isShared(int4 p) { return (p.w & (int)SHARED_INFO) != 0; }
FN bool isGone(int4 p) { return (p.w & (int)GONE_INFO) != 0; } // where particles are removed
template <class Word> FN Word materialOf(Word info) { return info >> (int)MATERIAL_INFO & 0xf; } // place in the table of materials
// Under which of LEFT_KINDS a particle is counted that leaves the domain. Walls of no body are the
// first of the walls.
FN int leftKind(int4 p)
{
	return isWall(p) ? MOST_MATERIALS + (p.w >> BODY_INFO & 0xff) : materialOf(p.w);
}
