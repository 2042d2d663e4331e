// How fast particles move relative to those in reach of them, which is what uses
// up the lists' skin: a flow that moves as a whole does not, and a drop that
// flies alone does not either. Velocities are compared between blocks of cells,
// by their least and greatest components. Blocks are one slice thick, so that
// what is in reach of a slice does not depend on how slices lie on devices; what
// is further away may still come into reach across the slices, so the greatest
// speeds in that direction are bounded on their own.
#pragma once
#include "hash.h"

enum { BLOCK = 4 }; // cells along the other axes; at least REACH

struct Box {
	float4 low, high;
};

// The velocities in each block; walls stand still, whatever theirs are used for.
KERNEL(spread, SpreadArgs)
{
	const Blocks &b = a.blocks;
	int row = i / b.minor, first = i % b.minor * BLOCK;
	int slice = row / b.middle, middle = row % b.middle * BLOCK;
	int across = first + BLOCK <= b.cellsMinor ? BLOCK : b.cellsMinor - first;
	Box box = {{1e30f, 1e30f, 1e30f, 0.0f}, {-1e30f, -1e30f, -1e30f, 0.0f}};
	for (int m = middle; m < middle + BLOCK && m < b.cellsMiddle; m++) {
		int cell = slice * a.grid.stride[a.grid.axis] + m * a.grid.stride[a.grid.middle] + first;
		int to = (int)a.start[cell + across];
		for (int j = (int)a.start[cell]; j < to; j++) {
			float4 v = {0.0f, 0.0f, 0.0f, 0.0f};
			if (!isWall(load(a.pos + j))) {
				v = load(a.vel + j);
				box.low.w = 1.0f;
			}
			box.low = {minimum(box.low.x, v.x), minimum(box.low.y, v.y), minimum(box.low.z, v.z), box.low.w};
			box.high = {maximum(box.high.x, v.x), maximum(box.high.y, v.y), maximum(box.high.z, v.z), 0.0f};
		}
	}
	b.box[2 * i] = box.low;
	b.box[2 * i + 1] = box.high;
}

// Calls visit(box) for the boxes in reach of block i.
template <class Visit> FN void boxesInReach(const Grid &g, const Blocks &b, int i, Visit visit)
{
	int row = i / b.minor, minor = i % b.minor;
	int slice = row / b.middle, middle = row % b.middle;
	for (int s = slice - REACH; s <= slice + REACH; s++)
		for (int m = middle - 1; m <= middle + 1; m++)
			for (int n = minor - 1; n <= minor + 1; n++)
				if (s >= 0 && s < g.slices && m >= 0 && m < b.middle && n >= 0 && n < b.minor) {
					const float4 *box = b.box + 2 * ((s * b.middle + m) * b.minor + n);
					visit(Box{box[0], box[1]});
				}
}

KERNEL(widest, SpreadArgs)
{
	if (a.clock->halt)
		return;
	float4 low = a.blocks.box[2 * i], high = a.blocks.box[2 * i + 1];
	if (low.x > high.x)
		return; // nothing is there
	float x = 0.0f, y = 0.0f, z = 0.0f;
	boxesInReach(a.grid, a.blocks, i, [&](const Box &o) {
		x = maximum(x, maximum(o.high.x - low.x, high.x - o.low.x));
		y = maximum(y, maximum(o.high.y - low.y, high.y - o.low.y));
		z = maximum(z, maximum(o.high.z - low.z, high.z - o.low.z));
	});
	atomicMaximum(&a.maxima->spread2, asBits(x * x + y * y + z * z) & 0x7fffffff);
	int axis = a.grid.axis;
	float forwards = axis == 0 ? high.x : axis == 1 ? high.y : high.z;
	float backwards = axis == 0 ? low.x : axis == 1 ? low.y : low.z;
	atomicMaximum(&a.maxima->forwards, asBits(maximum(forwards, 0.0f)));
	atomicMaximum(&a.maxima->backwards, asBits(maximum(-backwards, 0.0f)));
}

KERNEL(wet, SpreadArgs)
{
	uint8_t fluid = 0;
	boxesInReach(a.grid, a.blocks, i, [&](const Box &o) { fluid |= o.low.w > 0.0f; });
	a.blocks.wet[i] = fluid;
}

// The block of a cell of the window.
FN int blockOf(const Grid &g, const Blocks &b, int cell)
{
	int axis = g.stride[g.axis], middle = g.stride[g.middle];
	return (cell / axis * b.middle + cell % axis / middle / BLOCK) * b.minor + cell % middle / BLOCK;
}
