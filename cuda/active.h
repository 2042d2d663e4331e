// The active particles: those that a step has to compute. They are the fluid and the dynamic
// walls in reach of fluid, walls that move, and solids. Other walls have no state
// that changes.
//
// A list has a column for each active particle, in the order of the particles, fluid before
// walls. Walls begin with a sort group of their own. Forces takes tasks instead, one for each
// column. The tasks of a sort group are sorted by layer, and within a layer those with the most
// neighbours come first: a GPU takes 32 at a time, and these last as long as their longest list.
//
// A particle that is not active keeps its state. That is right only where Forces and Euler would
// not change it, which dynamic walls out of reach of fluid must fulfil. Walls at the edge of
// another device's slices are active wherever they are: neighbours wait for their forces.
#pragma once
#include "list.h"
#include "skins.h"

enum { SORT_GROUP = 128 };
constexpr uint32_t NO_PARTICLE = ~0u; // particle of the columns between fluid and walls

// Which of 32 particles are active: fluid and walls, as bits.
FN uint2 activeOf(const ActiveArgs &a, int i)
{
	if (i >= a.particles || (uint32_t)i >= a.start[discardCell(a.grid)])
		return {0, 0};
	int4 p = a.pos[i];
	int slice = sliceOf(a.grid, p);
	if (isImage(p) || !owns(a.grid, slice))
		return {0, 0};
	if (isFluid(p))
		return {1, 0};
	if (isMovingWall(p))
		return {0, 1};
	bool edge = slice < a.grid.ownFrom + a.grid.edge || slice >= a.grid.ownTo - a.grid.edge;
	return {0, a.walls && (edge || isSolid(p)
		|| a.blocks.flags[blockOf(a.grid, a.blocks, cellOf(a.grid, p))] & FLUID_REACHED)};
}

KERNEL(active, ActiveArgs)
{
	uint2 tile = bitsOf(i, [&](int k) { return activeOf(a, k); });
	if (i % 32 > 0)
		return;
	a.tiles[i / 32] = tile;
	a.place[i / 32] = bits(tile.x);
	a.place[a.count + i / 32] = bits(tile.y);
}

// How many columns of fluid and of walls come before particle i's. Between the kernels,
// place has become the sum of what was before it.
FN uint2 columnsBefore(const ActiveArgs &a, int i)
{
	uint32_t below = (1u << (i & 31)) - 1;
	uint2 before = {a.place[i / 32], a.place[a.count + i / 32] - a.place[a.count]};
	if (below) {
		uint2 tile = a.tiles[i / 32];
		before = {before.x + bits(tile.x & below), before.y + bits(tile.y & below)};
	}
	return before;
}

// For i up to the number of tiles' particles, layers and SORT_GROUP at least.
KERNEL(columns, ActiveArgs)
{
	uint32_t fluids = a.place[a.count], gap = -fluids % SORT_GROUP;
	if (i < a.count * 32) {
		uint2 tile = a.tiles[i / 32], before = columnsBefore(a, i);
		uint32_t bit = 1u << (i & 31);
		if (tile.x & bit)
			a.column[before.x] = i;
		if (tile.y & bit)
			a.column[fluids + gap + before.y] = i;
	}
	if (i < (int)gap)
		a.column[fluids + i] = NO_PARTICLE;
	if (i <= a.grid.layers)
		a.columnsBefore[i] = columnsBefore(a, (int)a.start[i * a.grid.stride[a.grid.axis]]);
	if (i == 0)
		a.blocks.numbers->active = a.place[2 * a.count] + gap;
}

// The key that sorts the tasks of a sort group: by layer, then those near walls first, then by
// groups of entries, then by column. So a warp whose particles list no walls leaves out what is
// done for walls. The key is never 0. Four bits of the layer are enough to tell those of a sort
// group apart where a part may begin.
constexpr uint32_t LAYER = 1u << 28;

FN uint32_t keyOf(uint32_t count, int layer, int column)
{
	uint32_t fluids = (fluidsOf(count) + 7) / 8, walls = (wallsOf(count) + 7) / 8;
	uint32_t all = fluids + walls;
	if (count & NO_LIST || all >= 1 << 8)
		all = (1 << 8) - 1;
	if (count & NO_LIST || walls > 0)
		all |= 1 << 8;
	if (count & MIXED) // they take longer, and not the same time
		all |= 1 << 9;
	return -(uint32_t)layer * LAYER | all << 18 | fluids << 8 | (SORT_GROUP - column % SORT_GROUP);
}

KERNEL(tasks, NeibsArgs)
{
	if ((uint32_t)i >= a.blocks.numbers->active || a.column[i] == NO_PARTICLE)
		return;
	int group = i / SORT_GROUP * SORT_GROUP;
	// The layer of the first column comes first.
	uint32_t beyond = (a.keys[group] / LAYER + 1) * LAYER, key = a.keys[i] - beyond, place = 0;
	auto before = [&](uint32_t other) { return other && other - beyond > key; };
	for (int k = group; k < group + SORT_GROUP; k += 4) {
		uint4 other = load((const uint4 *)(a.keys + k));
		place += before(other.x) + before(other.y) + before(other.z) + before(other.w);
	}
	uint32_t particle = a.column[i];
	a.list.tasks[group + place] = {particle, (uint32_t)i, a.counts[i], (uint32_t)cellOf(a.grid, a.pos[particle])};
}
