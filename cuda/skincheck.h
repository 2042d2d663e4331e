// Skins: how far lists reach beyond the support, and whether that suffices.
//
// A skin depends on how fast particles move relative to others in reach. A flow that moves
// as a whole needs none. Particles are not compared one by one: a block of cells has a box, the
// least and greatest components of a vector of its particles, and boxes in reach of each other
// are compared. When lists are built the vectors are velocities, which give the skins. In steps
// they are displacements from the predicted positions, which give the use of the skins.
//
// A block is one layer thick and belongs to one slice, so what is in reach of it does not depend
// on which device has which slices. Particles further away may still come into reach across the
// layers. So the greatest displacements in that direction are bounded on their own.
#pragma once
#include "hash.h"

enum { BLOCK = 4 }; // cells along the other axes; at least REACH
enum { BINS = 32 }; // of Motion

// The least and greatest components of vectors; w are the numbers of fluid and wall particles.
struct Box {
	float4 low, high;
};

constexpr Box EMPTY = {{1e30f, 1e30f, 1e30f, 0.0f}, {-1e30f, -1e30f, -1e30f, 0.0f}};

FN void extend(Box &b, float x, float y, float z)
{
	b.low = {minimum(b.low.x, x), minimum(b.low.y, y), minimum(b.low.z, z), b.low.w};
	b.high = {maximum(b.high.x, x), maximum(b.high.y, y), maximum(b.high.z, z), b.high.w};
}

FN void include(Box &b, float4 low, float4 high)
{
	b.low = {minimum(b.low.x, low.x), minimum(b.low.y, low.y), minimum(b.low.z, low.z), b.low.w + low.w};
	b.high = {maximum(b.high.x, high.x), maximum(b.high.y, high.y), maximum(b.high.z, high.z), b.high.w + high.w};
}

// On a GPU, CELLS threads that lie together share a block, one for each cell. On the host one
// thread does all.
enum { CELLS = BLOCK * BLOCK };
#ifdef __CUDACC__
enum { TOGETHER = true };
FN float4 apart(float4 v, int by)
{
	unsigned together = 0xffffu << (threadIdx.x & 16);
	return {__shfl_xor_sync(together, v.x, by), __shfl_xor_sync(together, v.y, by), __shfl_xor_sync(together, v.z, by),
		__shfl_xor_sync(together, v.w, by)};
}
FN bool anyOfThreads(bool here) { return __any_sync(0xffffu << (threadIdx.x & 16), here); }
FN void uniteThreads(Box &b)
{
	for (int by = 1; by < CELLS; by *= 2)
		include(b, apart(b.low, by), apart(b.high, by));
}
#else
enum { TOGETHER = false };
FN bool anyOfThreads(bool here) { return here; }
FN void uniteThreads(Box &) {}
#endif

// Two boxes of the same particles, as they lie in memory.
struct Boxes {
	Box now, later;
};

FN void include(Boxes &b, const float4 *boxes, int i)
{
	include(b.now, boxes[4 * i], boxes[4 * i + 1]);
	include(b.later, boxes[4 * i + 2], boxes[4 * i + 3]);
}

FN void store(float4 *boxes, int i, const Boxes &b)
{
	boxes[4 * i] = b.now.low;
	boxes[4 * i + 1] = b.now.high;
	boxes[4 * i + 2] = b.later.low;
	boxes[4 * i + 3] = b.later.high;
}

// What there is in a block, in it and those next to it in its layer, and in reach.
enum { FLUID_IN = 1, WALLS_IN = 2, FLUID_NEAR = 4, FLUID_REACHED = 8, WALLS_REACHED = 16 };

// The block of a cell of the window.
FN int blockOf(const Grid &g, const Blocks &b, int cell)
{
	int layerStride = g.stride[g.axis], rowStride = g.stride[g.planeAxis];
	return (cell / layerStride * b.planeBlocks + cell % layerStride / rowStride / BLOCK) * b.rowBlocks + cell % rowStride / BLOCK;
}

// Makes the boxes of a block: calls fluid(boxes, j, p) for its fluid particles, and counts
// particles. It returns whether this thread is the one that stores the boxes.
template <class Fluid>
FN bool boxesOf(const Grid &g, const Blocks &b, const uint32_t *start, const int4 *pos, int block, int thread, Boxes &boxes, Fluid fluid)
{
	int row = block / b.rowBlocks, alongRow = block % b.rowBlocks * BLOCK;
	int layer = row / b.planeBlocks, alongPlane = row % b.planeBlocks * BLOCK;
	int cells = alongRow + BLOCK <= b.rowCells ? BLOCK : b.rowCells - alongRow;
	int rows = alongPlane + BLOCK <= b.planeCells ? BLOCK : b.planeCells - alongPlane;
	int first = layer * g.stride[g.axis] + alongPlane * g.stride[g.planeAxis] + alongRow;
	auto visit = [&](int cell) {
		int from = (int)start[cell], to = (int)start[cell + 1], j = from;
		for (; j < to; j++) {
			int4 p = load(pos + j);
			if (isWall(p))
				break; // as all that follow
			fluid(boxes, j, p);
		}
		boxes.now.low.w += (float)(j - from);
		boxes.now.high.w += (float)(to - j);
	};
	boxes = {EMPTY, EMPTY};
	if (!TOGETHER && thread > 0)
		return false;
	if (TOGETHER && thread / BLOCK < rows && thread % BLOCK < cells)
		visit(first + thread / BLOCK * g.stride[g.planeAxis] + thread % BLOCK);
	if (!TOGETHER)
		for (int m = 0; m < rows; m++)
			for (int n = 0; n < cells; n++)
				visit(first + m * g.stride[g.planeAxis] + n);
	if (anyOfThreads(boxes.now.low.w + boxes.now.high.w > 0.0f)) { // most blocks of a large tank are empty
		uniteThreads(boxes.now);
		uniteThreads(boxes.later);
	}
	boxes.later.low.w = boxes.now.low.w;
	boxes.later.high.w = boxes.now.high.w;
	return thread == 0;
}

FN void uniteNeighbourhood(const Blocks &b, int i, bool known)
{
	int row = i / b.rowBlocks, alongRow = i % b.rowBlocks;
	int layer = row / b.planeBlocks, alongPlane = row % b.planeBlocks;
	Boxes near = {EMPTY, EMPTY};
	for (int m = alongPlane - 1; m <= alongPlane + 1; m++)
		for (int n = alongRow - 1; n <= alongRow + 1; n++) {
			int k = (layer * b.planeBlocks + m) * b.rowBlocks + n;
			if (m >= 0 && m < b.planeBlocks && n >= 0 && n < b.rowBlocks && b.flags[k] & (known ? FLUID_IN : FLUID_IN | WALLS_IN))
				include(near, b.own, k);
		}
	store(b.near, i, near);
	if (!known && near.now.low.w > 0.0f) {
		b.flags[i] |= FLUID_NEAR;
		b.nears[atomicInc(&b.numbers->near)] = i;
	}
}

// Whether the skins are checked in a step: it is to be done, and no step before has verified it.
FN bool isChecked(const Clock &c, int step) { return step < c.limit && step >= c.verifiedUntil; }

KERNEL(neighbourhood_boxes, BlocksArgs)
{
	if (!a.threads) {
		uniteNeighbourhood(a.blocks, i, false);
		return;
	}
	if (!isChecked(*a.clock, a.step))
		return;
	for (uint32_t k = i; k < a.blocks.numbers->near; k += a.threads)
		uniteNeighbourhood(a.blocks, (int)a.blocks.nears[k], true);
}

FN float length(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }

// The longest vector in a box.
FN float maxNorm(const Box &b)
{
	return length(maximum(b.high.x, -b.low.x), maximum(b.high.y, -b.low.y), maximum(b.high.z, -b.low.z));
}

// What is in a block, and in reach of it.
struct InReach {
	Boxes own, near;
};

FN InReach inReach(const Grid &g, const Blocks &b, int i, bool known)
{
	InReach r = {{EMPTY, EMPTY}, {EMPTY, EMPTY}};
	if (!known || b.flags[i] & FLUID_IN)
		include(r.own, b.own, i);
	int layer = i / (b.planeBlocks * b.rowBlocks);
	for (int s = -REACH; s <= REACH; s++) {
		int k = i + s * b.planeBlocks * b.rowBlocks;
		if (layer + s >= 0 && layer + s < g.layers && (!known || b.flags[k] & FLUID_NEAR))
			include(r.near, b.near, k);
	}
	return r;
}

// The greatest difference between the fluid in a block and other fluid in reach.
FN float fromFluid(const Box &own, const Box &near)
{
	return length(maximum(near.high.x - own.low.x, own.high.x - near.low.x),
		maximum(near.high.y - own.low.y, own.high.y - near.low.y),
		maximum(near.high.z - own.low.z, own.high.z - near.low.z));
}

// The greatest difference between fluid and walls, which are 0: of the fluid in the block from
// walls in reach, or of fluid in reach from walls in the block.
FN float fromWalls(uint32_t flags, const Box &own, const Box &near)
{
	if (flags & WALLS_IN)
		return maxNorm(near);
	return flags & FLUID_IN && flags & WALLS_REACHED ? maxNorm(own) : 0.0f;
}

// Raises bits to those of a number, if it is positive. As bits -0 would be the greatest of all.
FN void raise(uint32_t *bits, float v)
{
	uint32_t b = asBits(maximum(v, 0.0f));
	if (b > *bits) // where many would wait for each other
		atomicMaximum(bits, b);
}

// A box along the split axis.
struct Span {
	float low, high;
};

FN Span across(const Grid &g, const Box &b)
{
	return {g.axis == 0 ? b.low.x : g.axis == 1 ? b.low.y : b.low.z, g.axis == 0 ? b.high.x : g.axis == 1 ? b.high.y : b.high.z};
}

KERNEL(block_velocity, SkinsArgs)
{
	Boxes boxes;
	int block = i / CELLS;
	if (!boxesOf(a.grid, a.blocks, a.start, a.pos, block, i % CELLS, boxes, [&](Boxes &b, int j, int4 p) {
			float4 v = load(a.vel + j);
			extend(b.now, v.x, v.y, v.z);
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

// The slice of block i.
FN int sliceOf(const Grid &g, const Blocks &b, int i)
{
	int row = i / b.rowBlocks;
	return sliceOf(g, g.first + row / b.planeBlocks, row % b.planeBlocks * BLOCK);
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

// Raises the maxima to the use of block i's skin and to the displacements across the layers, at the
// beginning of the period and in the steps that follow. Before the first step no acceleration is known,
// so nothing is verified ahead.
FN void raiseUsed(const SkinsArgs &a, int i, uint32_t flags, const Box &ownSpeeds, const Box &nearSpeeds)
{
	Box own = displacement(a, ownSpeeds, 0.0f), near = displacement(a, nearSpeeds, 0.0f);
	Box later = displacement(a, ownSpeeds, a.horizon);
	float used = flags & FLUID_IN ? fromFluid(own, near) / a.blocks.skin[2 * i] : 0.0f;
	used = maximum(used, fromWalls(flags, own, near) / a.blocks.skin[2 * i + 1]);
	raise(&a.maxima->used, used);
	float accel = a.clock->accel, drift = ACCELERATION_GROWTH * accel * a.drift + a.rounding;
	bool known = a.horizon > 0.0f && accel > 0.0f;
	raise(&a.maxima->usedAhead, known
		? maximum(used, usedBy(a.blocks, a.displacementMax, i, flags, later, displacement(a, nearSpeeds, a.horizon), drift)) : 2.0f);
	if (flags & FLUID_IN) {
		Span along = across(a.grid, own), ahead = across(a.grid, later);
		raise(&a.maxima->forwards, along.high);
		raise(&a.maxima->backwards, -along.low);
		raise(&a.maxima->forwardsAhead, maximum(along.high, ahead.high + drift));
		raise(&a.maxima->backwardsAhead, maximum(-along.low, drift - ahead.low));
	}
}

KERNEL(skins, SkinsArgs)
{
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
	a.blocks.skin[2 * i] = minimum(fluid * a.skinTime + a.slack, a.skinMax);
	a.blocks.skin[2 * i + 1] = minimum(walls * a.skinTime + a.slack, a.skinMax);
	if (fluids + solids)
		atomicSum(work,
			fluids * FLUID_WORK + solids * (a.walls && flags & FLUID_REACHED ? WET_WORK : DRY_WORK));
	raise(&a.motion->most, maximum(fluid, walls));
	if (flags & FLUID_REACHED)
		raiseUsed(a, i, flags, own, near);
	if (fluids) {
		atomicSum(a.motion->bins + (int)minimum(fluid * a.bin, BINS - 1.0f), fluids);
		Span along = across(a.grid, own);
		raise(&a.motion->forwards, along.high);
		raise(&a.motion->backwards, -along.low);
	}
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
				extend(b.later, x + v.x * a.horizon, y + v.y * a.horizon, z + v.z * a.horizon);
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
	float drift = ACCELERATION_GROWTH * a.clock->accel * a.drift + a.rounding;
	float used = 0.0f, usedAhead = 0.0f, forwards = 0.0f, forwardsAhead = 0.0f, backwards = 0.0f, backwardsAhead = 0.0f;
	for (uint32_t k = i; k < a.blocks.numbers->wet; k += a.threads) {
		int block = (int)a.blocks.wets[k];
		uint32_t flags = a.blocks.flags[block];
		InReach r = inReach(a.grid, a.blocks, block, true);
		auto usedBy = [&](const Box &own, const Box &near, float drift) { return ::usedBy(a.blocks, a.displacementMax, block, flags, own, near, drift); };
		float now = usedBy(r.own.now, r.near.now, 0.0f);
		used = maximum(used, byHalfStep(a, now, usedBy(r.own.later, r.near.later, 0.0f)));
		usedAhead = maximum(usedAhead, maximum(now, usedBy(r.own.later, r.near.later, drift)));
		if (!(flags & FLUID_IN))
			continue;
		Span along = across(a.grid, r.own.now), later = across(a.grid, r.own.later);
		forwards = maximum(forwards, byHalfStep(a, along.high, later.high));
		backwards = maximum(backwards, byHalfStep(a, -along.low, -later.low));
		forwardsAhead = maximum(forwardsAhead, maximum(along.high, later.high + drift));
		backwardsAhead = maximum(backwardsAhead, maximum(-along.low, drift - later.low));
	}
	raise(&a.maxima->used, used);
	raise(&a.maxima->forwards, forwards);
	raise(&a.maxima->backwards, backwards);
	raise(&a.maxima->usedAhead, usedAhead);
	raise(&a.maxima->forwardsAhead, forwardsAhead);
	raise(&a.maxima->backwardsAhead, backwardsAhead);
}
