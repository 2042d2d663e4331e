// The check of the skins in a step: how much of them the displacements from the predicted positions
// use.
#pragma once
#include "boxes.h"

// A check of several steps holds as long as accelerations grow by no more than this factor.
// MinimumScan watches them.
enum { ACCELERATION_GROWTH = 2 };

// The part of the skin of block i that is used, if particles may be as much as drift [m] beyond their
// boxes. A displacement of displacementMax counts as a whole skin.
FN float usedBy(const Blocks &b, float displacementMax, int i, uint32_t flags, const Box &own, const Box &near, float drift)
{
	float used = (fromWalls(flags, own, near) + drift) / b.skin[2 * i + 1];
	if (flags & FLUID_IN)
		used = maximum(maximum(used, (fromFluid(own, near) + 2.0f * drift) / b.skin[2 * i]), (maxNorm(own) + drift) / displacementMax);
	return used;
}

// Makes boxes of the displacements from the predicted positions: those now, and those that
// velocities would give at the horizon. In between they are no greater.
KERNEL(block_displacement, SkinCheckArgs)
{
	if (!isChecked(*a.clock, a.step))
		return;
	for (uint32_t k = i; k < CELLS * a.blocks.numbers->fluid; k += a.threads) {
		Boxes boxes;
		int block = (int)a.blocks.fluids[k / CELLS];
		if (boxesOf(a.grid, a.blocks, a.start, a.predictedPos, block, k % CELLS, boxes, [&](Boxes &b, int j, int4 q) {
				int4 p = load(a.pos + j);
				float4 v = load(a.vel + j);
				float x = (float)(p.x - q.x) * a.quantum, y = (float)(p.y - q.y) * a.quantum, z = (float)(p.z - q.z) * a.quantum;
				extend(b.now, x, y, z);
				float ahead = finenessOf(q.w) * a.horizon;
				extend(b.later, x + v.x * ahead, y + v.y * ahead, z + v.z * ahead);
			}))
			store(a.blocks.own, block, boxes);
	}
}

// A bound from now to the middle of this step. Both uses and displacements are convex in time,
// so between now and the horizon they are at most linear.
FN float byHalfStep(const SkinCheckArgs &a, float now, float later) { return maximum(now, (1.0f - a.halfStepPart) * now + a.halfStepPart * later); }

KERNEL(skin_use, SkinCheckArgs)
{
	if (!isChecked(*a.clock, a.step))
		return;
	float drift = maximum(ACCELERATION_GROWTH * a.clock->accel, a.wallAccel) * a.drift + a.rounding;
	float used = 0.0f, usedAhead = 0.0f, closer = 0.0f, closerAhead = 0.0f;
	for (uint32_t k = i; k < a.blocks.numbers->wet; k += a.threads) {
		int block = (int)a.blocks.wets[k];
		uint32_t flags = a.blocks.flags[block];
		InReach r = inReach(a.grid, a.blocks, block, true);
		auto usedBy = [&](const Box &own, const Box &near, float drift) { return ::usedBy(a.blocks, a.displacementMax, block, flags, own, near, drift); };
		float now = usedBy(r.own.now, r.near.now, 0.0f);
		used = maximum(used, byHalfStep(a, now, usedBy(r.own.later, r.near.later, a.bend)));
		usedAhead = maximum(usedAhead, maximum(now, usedBy(r.own.later, r.near.later, drift)));
	}
	for (uint32_t k = i; k < a.blocks.numbers->fluid; k += a.threads) {
		auto approach = [&](int later) {
			auto span = [&](const float4 *boxes, int block) {
				return across(a.grid, {boxes[4 * block + later], boxes[4 * block + later + 1]});
			};
			return ::approach(a.grid, a.blocks, (int)a.blocks.fluids[k], span);
		};
		float now = approach(0), later = approach(2);
		closer = maximum(closer, byHalfStep(a, now, later) + 2.0f * a.bend);
		closerAhead = maximum(closerAhead, maximum(now, later + 2.0f * drift));
	}
	raise(&a.maxima->used, used);
	raise(&a.maxima->approach, closer);
	raise(&a.maxima->usedAhead, usedAhead);
	raise(&a.maxima->approachAhead, closerAhead);
}
