// Boxes: the least and greatest components of a vector of the particles in a block of cells, which
// stand for all of these where lists and skins are concerned (see skins.h).
//
// A block is one layer thick and belongs to one slice, so what is in reach of it does not depend
// on which device has which slices. Particles just out of reach, REACH + 1 layers away, may still
// come into reach across the layers. So how much closer they come is bounded on its own.
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
FN float4 fromThread(float4 v, int by)
{
	unsigned together = 0xffffu << (threadIdx.x & 16);
	return {__shfl_xor_sync(together, v.x, by), __shfl_xor_sync(together, v.y, by), __shfl_xor_sync(together, v.z, by),
		__shfl_xor_sync(together, v.w, by)};
}
FN bool anyOfThreads(bool here) { return __any_sync(0xffffu << (threadIdx.x & 16), here); }
FN void uniteThreads(Box &b)
{
	for (int by = 1; by < CELLS; by *= 2)
		include(b, fromThread(b.low, by), fromThread(b.high, by));
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
enum {
	FLUID_IN = 1, WALLS_IN = 2, FLUID_NEAR = 4, FLUID_REACHED = 8, WALLS_REACHED = 16,
	WALLS_NEAR = 32
};

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
			if (!moves(p))
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
	if (!known && near.now.high.w > 0.0f)
		b.flags[i] |= WALLS_NEAR;
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

// The slice of block i.
FN int sliceOf(const Grid &g, const Blocks &b, int i)
{
	int row = i / b.rowBlocks;
	return sliceOf(g, g.first + row / b.planeBlocks, row % b.planeBlocks * BLOCK);
}

// By how much the fluid of block i comes closer, across the layers, to what lies out of reach: to
// fluid and walls of the first layer ahead that lists do not look at, or to walls of the first one
// behind. (Fluid there has the fluid of block i ahead.) Layers beyond are a cell further away: two
// particles may come no further from their predicted positions. span(boxes, k) is the displacement
// of boxes k. The device that owns the block one layer on, which sees all that it takes, computes
// it. There may be none: then it is 0.
template <class Displacement>
FN float approach(const Grid &g, const Blocks &b, int i, Displacement span)
{
	int each = b.planeBlocks * b.rowBlocks, layer = i / each, apart = REACH + 1;
	float closer = 0.0f;
	if (layer + apart < g.layers && owns(g, sliceOf(g, b, i + each))) {
		uint32_t flags = b.flags[i + apart * each];
		if (flags & WALLS_NEAR)
			closer = span(b.own, i).high;
		if (flags & FLUID_NEAR)
			closer = maximum(closer, span(b.own, i).high - span(b.near, i + apart * each).low);
	}
	bool walls = layer - apart >= 0 && b.flags[i - apart * each] & WALLS_NEAR;
	if (walls && owns(g, sliceOf(g, b, i - each)))
		closer = maximum(closer, -span(b.own, i).low);
	return closer;
}
