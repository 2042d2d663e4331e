// How far lists must reach: by how fast particles move relative to those in reach
// of them. A flow that moves as a whole needs no skin, and a drop that flies alone
// none either. Particles are compared between blocks of cells, by the least and
// greatest components of their velocities, when lists are built; and in every step
// by those of their deviations from where the lists expect them.
//
// Blocks are one slice thick, so that what is in reach of a slice does not depend
// on how slices lie on devices; what is further away may still come into reach
// across the slices, so the furthest ways in that direction are bounded on their own.
#pragma once
#include "hash.h"

enum { BLOCK = 4 }; // cells along the other axes; at least REACH
enum { BINS = 32 }; // of Motion

struct Box {
	float4 low, high; // w: the numbers of fluid and of wall particles
};

FN void extend(Box &b, float x, float y, float z)
{
	b.low = {minimum(b.low.x, x), minimum(b.low.y, y), minimum(b.low.z, z), b.low.w};
	b.high = {maximum(b.high.x, x), maximum(b.high.y, y), maximum(b.high.z, z), b.high.w};
}

constexpr Box EMPTY = {{1e30f, 1e30f, 1e30f, 0.0f}, {-1e30f, -1e30f, -1e30f, 0.0f}};

// Calls fluid(j, p) for the fluid particles of block i, and returns the numbers of
// fluid and wall particles.
struct Numbers {
	float fluid, walls;
};

template <class Fluid>
FN Numbers forBlock(const Grid &g, const Blocks &b, const uint32_t *start, const int4 *pos, int i, Fluid fluid)
{
	int row = i / b.minor, first = i % b.minor * BLOCK;
	int slice = row / b.middle, middle = row % b.middle * BLOCK;
	int across = first + BLOCK <= b.cellsMinor ? BLOCK : b.cellsMinor - first;
	Numbers n = {0.0f, 0.0f};
	for (int m = middle; m < middle + BLOCK && m < b.cellsMiddle; m++) {
		int cell = slice * g.stride[g.axis] + m * g.stride[g.middle] + first;
		int to = (int)start[cell + across];
		for (int j = (int)start[cell]; j < to; j++) {
			int4 p = load(pos + j);
			if (isWall(p)) {
				n.walls += 1.0f;
			} else {
				n.fluid += 1.0f;
				fluid(j, p);
			}
		}
	}
	return n;
}

FN void store(float4 *boxes, int i, Box b, Numbers n)
{
	b.low.w = n.fluid;
	b.high.w = n.walls;
	boxes[2 * i] = b.low;
	boxes[2 * i + 1] = b.high;
}

FN float length(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }

// The longest vector in a box.
FN float longest(const Box &b)
{
	return length(maximum(b.high.x, -b.low.x), maximum(b.high.y, -b.low.y), maximum(b.high.z, -b.low.z));
}

// How much what is in block i differs from other fluid in reach, and from walls,
// which are 0; of a wall in the block, from fluid.
struct Differences {
	float fluid, walls;
	bool wet; // there is fluid in reach
};

FN Differences differences(const Grid &g, const Blocks &b, const float4 *boxes, int i)
{
	Box own = {boxes[2 * i], boxes[2 * i + 1]};
	int row = i / b.minor, minor = i % b.minor;
	int slice = row / b.middle, middle = row % b.middle;
	float x = 0.0f, y = 0.0f, z = 0.0f;
	Differences d = {0.0f, 0.0f, false};
	for (int s = slice - REACH; s <= slice + REACH; s++)
		for (int m = middle - 1; m <= middle + 1; m++)
			for (int n = minor - 1; n <= minor + 1; n++) {
				if (s < 0 || s >= g.slices || m < 0 || m >= b.middle || n < 0 || n >= b.minor)
					continue;
				int k = (s * b.middle + m) * b.minor + n;
				Box o = {boxes[2 * k], boxes[2 * k + 1]};
				if (o.low.w > 0.0f) {
					d.wet = true;
					if (own.high.w > 0.0f)
						d.walls = maximum(d.walls, longest(o));
				}
				if (own.low.w > 0.0f && o.low.w > 0.0f) {
					x = maximum(x, maximum(o.high.x - own.low.x, own.high.x - o.low.x));
					y = maximum(y, maximum(o.high.y - own.low.y, own.high.y - o.low.y));
					z = maximum(z, maximum(o.high.z - own.low.z, own.high.z - o.low.z));
				}
				if (own.low.w > 0.0f && o.high.w > 0.0f)
					d.walls = maximum(d.walls, longest(own));
			}
	d.fluid = length(x, y, z);
	return d;
}

// The greatest components along the split axis, forwards and backwards.
FN void across(const Grid &g, const Box &b, uint32_t *forwards, uint32_t *backwards)
{
	float high = g.axis == 0 ? b.high.x : g.axis == 1 ? b.high.y : b.high.z;
	float low = g.axis == 0 ? b.low.x : g.axis == 1 ? b.low.y : b.low.z;
	atomicMaximum(forwards, asBits(maximum(high, 0.0f)));
	atomicMaximum(backwards, asBits(maximum(-low, 0.0f)));
}

KERNEL(velocities, SkinsArgs)
{
	Box b = EMPTY;
	Numbers n = forBlock(a.grid, a.blocks, a.start, a.pos, i, [&](int j, int4) {
		float4 v = load(a.vel + j);
		extend(b, v.x, v.y, v.z);
	});
	store(a.blocks.box, i, b, n);
}

// What a particle costs the balancer's estimate: fluid, walls in reach of it, and
// others.
enum { FLUID_WORK = 20, WET_WORK = 6, DRY_WORK = 1 };

KERNEL(skins, SkinsArgs)
{
	Differences d = differences(a.grid, a.blocks, a.blocks.box, i);
	a.blocks.wet[i] = d.wet;
	a.blocks.skin[2 * i] = minimum(d.fluid * a.way + a.slack, a.most);
	a.blocks.skin[2 * i + 1] = minimum(d.walls * a.way + a.slack, a.most);
	Box own = {a.blocks.box[2 * i], a.blocks.box[2 * i + 1]};
	uint32_t fluids = (uint32_t)own.low.w, walls = (uint32_t)own.high.w;
	if (fluids + walls)
		atomicSum(a.work + i / (a.blocks.middle * a.blocks.minor), fluids * FLUID_WORK + walls * (d.wet ? WET_WORK : DRY_WORK));
	atomicMaximum(&a.motion->most, asBits(maximum(d.fluid, d.walls)));
	if (!fluids)
		return;
	int bin = (int)minimum(d.fluid * a.bin, BINS - 1.0f);
	atomicSum(a.motion->bins + bin, fluids);
	across(a.grid, own, &a.motion->forwards, &a.motion->backwards);
}

// How far particles are from where they were expected, and how far half the
// longest step would bring them, which is further than places between.
KERNEL(deviations, SpreadArgs)
{
	Box now = EMPTY, then = EMPTY;
	Numbers n = forBlock(a.grid, a.blocks, a.start, a.pos, i, [&](int j, int4 p) {
		int4 q = load(a.middle + j);
		float4 v = load(a.vel + j);
		float x = (float)(p.x - q.x) * a.quantum, y = (float)(p.y - q.y) * a.quantum, z = (float)(p.z - q.z) * a.quantum;
		extend(now, x, y, z);
		extend(then, x + v.x * a.half, y + v.y * a.half, z + v.z * a.half);
	});
	store(a.blocks.box, i, now, n);
	store(a.blocks.later, i, then, n);
}

FN void use(const SpreadArgs &a, const float4 *boxes, int i)
{
	Box own = {boxes[2 * i], boxes[2 * i + 1]};
	Differences d = differences(a.grid, a.blocks, boxes, i);
	float used = maximum(d.fluid / a.blocks.skin[2 * i], d.walls / a.blocks.skin[2 * i + 1]);
	if (own.low.w > 0.0f) {
		used = maximum(used, longest(own) / a.most);
		across(a.grid, own, &a.maxima->forwards, &a.maxima->backwards);
	}
	atomicMaximum(&a.maxima->used, asBits(used));
}

KERNEL(widest, SpreadArgs)
{
	if (a.clock->halt)
		return;
	use(a, a.blocks.box, i);
	use(a, a.blocks.later, i);
}

// The block of a cell of the window.
FN int blockOf(const Grid &g, const Blocks &b, int cell)
{
	int axis = g.stride[g.axis], middle = g.stride[g.middle];
	return (cell / axis * b.middle + cell % axis / middle / BLOCK) * b.minor + cell % middle / BLOCK;
}
