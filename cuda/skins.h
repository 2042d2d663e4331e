// Skins: how far lists reach beyond the support, and whether that suffices.
//
// A skin depends on how fast particles move relative to others in reach. A flow that moves
// as a whole needs none. Particles are not compared one by one: a block of cells has a box, the
// least and greatest components of a vector of its particles, and boxes in reach of each other
// are compared. When lists are built the vectors are velocities, which give the skins. In steps
// they are displacements from the predicted positions, which give the use of the skins.
#pragma once
#include "skincheck.h"

KERNEL(block_velocity, SkinsArgs)
{
	Boxes boxes;
	int block = i / CELLS;
	if (!boxesOf(a.grid, a.blocks, a.start, a.pos, block, i % CELLS, boxes, [&](Boxes &b, int j, int4 p) {
			float4 v = load(a.vel + j);
			float k = finenessOf(p.w);
			extend(b.now, k * v.x, k * v.y, k * v.z);
			if (!inDomain(a.grid, predictedPosition(a.prediction, p, v))) // its prediction was moved into the domain
				raise(&a.maxima->usedAhead, 2.0f);
		}))
		return;
	store(a.blocks.own, block, boxes);
	bool fluid = boxes.now.low.w > 0.0f;
	a.blocks.flags[block] = (fluid ? FLUID_IN : 0) | (boxes.now.high.w > 0.0f ? WALLS_IN : 0);
	if (fluid)
		a.blocks.fluids[atomicInc(&a.blocks.numbers->fluid)] = block;
}

// Whether any fluid is in reach of a block; of most of a dry tank none is.
FN bool fluidInReach(const Grid &g, const Blocks &b, int i)
{
	int layer = i / (b.planeBlocks * b.rowBlocks);
	for (int s = -REACH; s <= REACH; s++)
		if (layer + s >= 0 && layer + s < g.layers && b.flags[i + s * b.planeBlocks * b.rowBlocks] & FLUID_NEAR)
			return true;
	return false;
}

// The displacements from predicted positions of fluid whose velocities are in box v, some time after
// the lists are new [m], but for rounding. Along an axis they are a function of the velocity with two
// bends, where the prediction comes to its limit, so ends and bends are looked at.
FN Box displacement(const SkinsArgs &a, const Box &v, float after)
{
	auto along = [&](float low, float high) {
		Span s = {1e30f, -1e30f};
		float speeds[] = {low, high, minimum(maximum(-a.fastest, low), high), minimum(maximum(a.fastest, low), high)};
		for (float speed : speeds) {
			float off = speed * after - predictedDisplacement(a.prediction, speed) * a.quantum;
			s = {minimum(s.low, off), maximum(s.high, off)};
		}
		return s;
	};
	Span x = along(v.low.x, v.high.x), y = along(v.low.y, v.high.y), z = along(v.low.z, v.high.z);
	return {{x.low, y.low, z.low, 0.0f}, {x.high, y.high, z.high, 0.0f}};
}

// How far particles may be beyond their boxes at the horizon [m].
FN float driftOf(const SkinsArgs &a)
{
	return maximum(ACCELERATION_GROWTH * a.clock->accel, a.wallAccel) * a.drift + a.rounding;
}

// Raises the maxima to the use of block i's skin, at the beginning of the period and in the steps
// that follow. Before the first step no acceleration is known,
// so nothing is verified ahead.
FN void raiseUsed(const SkinsArgs &a, int i, uint32_t flags, const Box &ownSpeeds, const Box &nearSpeeds)
{
	Box own = displacement(a, ownSpeeds, 0.0f), near = displacement(a, nearSpeeds, 0.0f);
	Box later = displacement(a, ownSpeeds, a.horizon);
	float used = flags & FLUID_IN ? fromFluid(own, near) / a.blocks.skin[2 * i] : 0.0f;
	used = maximum(used, fromWalls(flags, own, near) / a.blocks.skin[2 * i + 1]);
	raise(&a.maxima->used, used);
	bool known = a.horizon > 0.0f && a.clock->accel > 0.0f;
	raise(&a.maxima->usedAhead, known
		? maximum(used, usedBy(a.blocks, a.displacementMax, i, flags, later, displacement(a, nearSpeeds, a.horizon), driftOf(a))) : 2.0f);
}

// Raises the maxima to how much closer the fluid of block i comes to what lies out of reach across
// the layers, and Motion to how fast.
FN void raiseApproach(const SkinsArgs &a, int i)
{
	auto speeds = [](const float4 *boxes, int k) { return Box{boxes[4 * k], boxes[4 * k + 1]}; };
	auto after = [&](float time) {
		return approach(a.grid, a.blocks, i, [&](const float4 *boxes, int k) {
			return across(a.grid, displacement(a, speeds(boxes, k), time));
		});
	};
	float now = after(0.0f);
	raise(&a.maxima->approach, now);
	raise(&a.maxima->approachAhead, maximum(now, after(a.horizon) + 2.0f * driftOf(a)));
	raise(&a.motion->approach, approach(a.grid, a.blocks, i, [&](const float4 *boxes, int k) {
		return across(a.grid, speeds(boxes, k));
	}));
}

KERNEL(skins, SkinsArgs)
{
	if (a.blocks.flags[i] & FLUID_IN)
		raiseApproach(a, i);
	int slice = sliceOf(a.grid, a.blocks, i);
	if (!owns(a.grid, slice))
		return;
	uint32_t *work = a.work + slice - a.grid.from;
	if (!fluidInReach(a.grid, a.blocks, i)) {
		a.blocks.skin[2 * i] = a.blocks.skin[2 * i + 1] = minimum(a.slack, a.skinMax);
		if (a.blocks.flags[i] & WALLS_IN)
			atomicSum(work, (uint32_t)a.blocks.own[4 * i + 1].w * DRY_WORK);
		return;
	}
	InReach r = inReach(a.grid, a.blocks, i, false);
	const Box &own = r.own.now, &near = r.near.now;
	uint32_t fluids = (uint32_t)own.low.w, solids = (uint32_t)own.high.w;
	uint32_t flags = (near.low.w > 0.0f ? FLUID_REACHED : 0) | (near.high.w > 0.0f ? WALLS_REACHED : 0)
		| (fluids ? FLUID_IN : 0) | (solids ? WALLS_IN : 0);
	a.blocks.flags[i] |= flags;
	if (flags & FLUID_REACHED && fluids + solids)
		a.blocks.wets[atomicInc(&a.blocks.numbers->wet)] = i;
	float fluid = fluids ? fromFluid(own, near) : 0.0f;
	float walls = flags & FLUID_REACHED ? fromWalls(flags, own, near) : 0.0f;
	float slack = a.slack + maximum(1.0f - near.low.w * a.perFew, 0.0f) * a.skinMax;
	a.blocks.skin[2 * i] = minimum(fluid * a.skinTime + slack, a.skinMax);
	a.blocks.skin[2 * i + 1] = minimum(walls * a.skinTime + slack, a.skinMax);
	if (fluids + solids)
		atomicSum(work,
			fluids * FLUID_WORK + solids * (a.walls && flags & FLUID_REACHED ? WET_WORK : DRY_WORK));
	raise(&a.motion->most, maximum(fluid, walls));
	if (flags & FLUID_REACHED)
		raiseUsed(a, i, flags, own, near);
	if (fluids)
		atomicSum(a.motion->bins + (int)minimum(fluid * a.bin, BINS - 1.0f), fluids);
}
