// BuildNeibs, second half: the neighbour list.
#pragma once
#include "active.h"

// Eight entries on their way to the list: a new one becomes the last, and the
// first falls out; or the other way round.
FN void pushBack(uint4 &e, uint32_t entry)
{
	e.x = e.x >> 16 | e.y << 16;
	e.y = e.y >> 16 | e.z << 16;
	e.z = e.z >> 16 | e.w << 16;
	e.w = e.w >> 16 | entry << 16;
}

FN void pushFront(uint4 &e, uint32_t entry)
{
	e.w = e.w << 16 | e.z >> 16;
	e.z = e.z << 16 | e.y >> 16;
	e.y = e.y << 16 | e.x >> 16;
	e.x = e.x << 16 | entry;
}

#ifndef LANES
// Which of n <= 32 particles are nearer to p than lists reach, and which are
// walls, as bits. Distances are squared [quanta²].
FN void test(const NeibsArgs &a, int4 p, float fluid2, float walls2, int first, int n, uint32_t &near, uint32_t &walls)
{
	near = walls = 0;
	for (int b = 0; b < n; b++) {
		int4 q = load(a.pos + first + b);
		float x = toFloat(p.x - q.x), y = toFloat(p.y - q.y), z = toFloat(p.z - q.z);
		near |= (uint32_t)(x * x + y * y + z * z < (isWall(q) ? walls2 : fluid2)) << b;
		walls |= (uint32_t)isWall(q) << b;
	}
}
#else
// The same LANES at a time; reads beyond the last.
FN void test(const NeibsArgs &a, int4 p, float fluid2, float walls2, int first, int n, uint32_t &near, uint32_t &walls)
{
	near = walls = 0;
	for (int b = 0; b < n; b += LANES) {
		Ints qx, qy, qz, qw;
		loadColumns(a.pos + first + b, qx, qy, qz, qw);
		Real x = __builtin_convertvector(p.x - qx, Real), y = __builtin_convertvector(p.y - qy, Real);
		Real z = __builtin_convertvector(p.z - qz, Real);
		Ints wall = (qw & 1) != 0;
		near |= maskOf(x * x + y * y + z * z < select(wall, Real{} + walls2, Real{} + fluid2)) << b;
		walls |= maskOf(wall) << b;
	}
	near &= n < 32 ? (1u << n) - 1 : ~0u;
}
#endif

// Makes one column of the list. Columns without a particle have keys that come last.
KERNEL(neibs, NeibsArgs)
{
	int column = i;
	if ((uint32_t)column >= a.blocks.numbers->active || a.column[column] == NO_PARTICLE) {
		a.keys[column] = 0;
		if ((uint32_t)column < a.blocks.numbers->active)
			a.counts[column] = 0;
		return;
	}
	i = (int)a.column[column];
	int4 p = a.pos[i];
	int cell = cellOf(a.grid, p);
	bool wall = isWall(p);
	int block = blockOf(a.grid, a.blocks, cell);
	if (wall && !(a.blocks.flags[block] & FLUID_REACHED)) {
		a.counts[column] = WALL;
		a.keys[column] = keyOf(WALL, layerOf(a.grid, p), column);
		return;
	}
	float walls2 = (a.support + a.blocks.skin[2 * block + 1]) * a.perQuantum;
	float fluid2 = wall ? walls2 : (a.support + a.blocks.skin[2 * block]) * a.perQuantum;
	walls2 *= walls2;
	fluid2 *= fluid2;
	uint4 *front = (uint4 *)groups(a.list, column);
	uint4 *back = front + ((a.list.capacity >> 3) - 1) * 32;
	uint4 fluid = {0, 0, 0, 0}, walls = {0, 0, 0, 0};
	int fluidCount = 0, wallCount = 0;
	uint32_t own = i - (int)a.list.start[firstRow(a.list, cell, REACH)];
	uint32_t furthest = own; // place in a layer
	for (int k = 0; k < ROWS; k++) {
		int row = firstRow(a.list, cell, k);
		int base = (int)a.list.start[row];
		for (int m = 0; m < ROWS; m++, row += a.list.rowStride) {
			int to = (int)a.list.start[row + ROWS];
			// Tests and entries take turns by 32, so that a warp's threads, whose
			// neighbours are not the same, part seldom.
			for (int first = (int)a.list.start[row]; first < to; first += 32) {
				uint32_t near, solid;
				test(a, p, fluid2, walls2, first, to - first < 32 ? to - first : 32, near, solid);
				if ((uint32_t)(i - first) < 32)
					near &= ~(1u << (i - first));
				for (uint32_t left = near & ~solid; left; left &= left - 1) {
					uint32_t place = first - base + lowestBit(left);
					furthest = place > furthest ? place : furthest;
					pushBack(fluid, k << PLACE_BITS | place);
					if ((++fluidCount & 7) == 0 && fluidCount <= a.list.capacity)
						front[((fluidCount >> 3) - 1) * 32] = fluid;
				}
				for (uint32_t left = wall ? 0 : near & solid; left; left &= left - 1) {
					uint32_t place = first - base + lowestBit(left);
					furthest = place > furthest ? place : furthest;
					pushFront(walls, k << PLACE_BITS | place);
					if ((++wallCount & 7) == 0 && wallCount <= a.list.capacity)
						back[(1 - (wallCount >> 3)) * 32] = walls;
				}
			}
		}
	}
	uint32_t count = fluidCount | wallCount << 12 | (wall ? WALL : 0);
	int used = (fluidCount + 7 & ~7) + (wallCount + 7 & ~7);
	if (used > a.list.capacity || fluidCount > MOST || wallCount > MOST || furthest >> PLACE_BITS) {
		atomicMaximum(a.entriesNeeded, used);
		count = NO_LIST | (wall ? WALL : 0);
	} else {
		uint32_t self = REACH << PLACE_BITS | own;
		for (int k = fluidCount; k & 7; k++)
			pushBack(fluid, self);
		for (int k = wallCount; k & 7; k++)
			pushFront(walls, self);
		if (fluidCount & 7)
			front[(fluidCount >> 3) * 32] = fluid;
		if (wallCount & 7)
			back[-(wallCount >> 3) * 32] = walls;
	}
	a.counts[column] = count;
	a.keys[column] = keyOf(count, layerOf(a.grid, p), column);
}
