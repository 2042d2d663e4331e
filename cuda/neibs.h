// BuildNeibs, second half: the neighbour list.
#pragma once
#include "active.h"

#ifndef LANES

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

// The entries of a column that are found, of fluid or of walls. Groups of eight are stored as soon as
// they are full: those of fluid from the front on, those of walls backwards from the back.
template <bool FRONT> struct Entries {
	uint4 *groups;
	int capacity;
	int count = 0;
	uint4 last = {0, 0, 0, 0};

	FN_MEMBER Entries(uint4 *groups, int capacity) : groups(groups), capacity(capacity) {}

	FN_MEMBER void add(uint32_t entry)
	{
		if (FRONT)
			pushBack(last, entry);
		else
			pushFront(last, entry);
	}

	// Adds first + b for each bit b.
	FN_MEMBER void add(uint32_t found, uint32_t first)
	{
		for (; found; found &= found - 1) {
			add(first + lowestBit(found));
			if ((++count & 7) == 0 && count <= capacity)
				groups[FRONT ? ((count >> 3) - 1) * 32 : (1 - (count >> 3)) * 32] = last;
		}
	}

	// Fills the last group up.
	FN_MEMBER void finish(uint32_t self)
	{
		for (int k = count; k & 7; k++)
			add(self);
		if (count & 7)
			groups[FRONT ? (count >> 3) * 32 : -(count >> 3) * 32] = last;
	}
};

#endif

// Makes one column of the list. Columns without a particle have keys that come last. With more than
// one material, particles that have others around them are marked.
template <bool MATERIALS> FN void makeColumn(const NeibsArgs &a, int i)
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
	bool wall = isWall(p), active = isSolid(p);
	int block = blockOf(a.grid, a.blocks, cell);
	if (wall && !active && !(a.blocks.flags[block] & FLUID_REACHED)) {
		a.counts[column] = WALL;
		a.keys[column] = keyOf(WALL, layerOf(a.grid, p), column);
		return;
	}
	float toWalls = (a.support + a.blocks.skin[2 * block + 1]) * a.perQuantum;
	float toFluid = moves(p) ? (a.support + a.blocks.skin[2 * block]) * a.perQuantum : toWalls;
	Radii radii = {toFluid * toFluid, toWalls * toWalls};
	uint4 *front = (uint4 *)groups(a.list, column);
	uint4 *back = front + ((a.list.capacity >> 3) - 1) * 32;
	Entries<true> fluid(front, a.list.capacity);
	Entries<false> walls(back, a.list.capacity);
	uint32_t others = 0;
	uint32_t own = i - (int)a.list.start[firstRow(a.list, cell, REACH)];
	uint32_t furthest = own; // place in a layer
	around<4, MATERIALS>(a.list, i, p, cell, radii, [&](int k, int base, int first, const Tested &of) {
		uint32_t near = of.near, solid = of.walls;
		if (MATERIALS)
			others |= near & ~solid & of.others;
		uint32_t place = first - base, entry = (k << PLACE_BITS) + place;
		if (wall && !active)
			near &= ~solid;
		fluid.add(near & ~solid, entry);
		walls.add(near & solid, entry);
		if (near) {
			place += highestBit(near);
			furthest = place > furthest ? place : furthest;
		}
	});
	int fluidCount = fluid.count, wallCount = walls.count;
	uint32_t count = fluidCount | wallCount << 12 | (wall ? WALL : 0) | (others ? MIXED : 0);
	int used = (fluidCount + 7 & ~7) + (wallCount + 7 & ~7);
	bool unlisted = fluidCount > MOST || wallCount > MOST || furthest >> PLACE_BITS; // whatever the capacity
	if (unlisted || used > a.list.capacity) {
		if (unlisted)
			atomicSum(&a.maxima->unlisted, 1);
		else
			atomicMaximum(&a.maxima->entriesNeeded, used);
		count = NO_LIST | MIXED | (wall ? WALL : 0);
		*front = {asBits(radii.fluid2), asBits(radii.walls2), 0, 0};
	} else {
		uint32_t self = REACH << PLACE_BITS | own;
		fluid.finish(self);
		walls.finish(self);
	}
	int buffer = bufferOf(p);
	a.counts[column] = count | (!buffer ? 0 : buffer < ZONE_BUFFERS ? IN_BUFFER : BETWEEN_ZONES);
	a.keys[column] = keyOf(count, layerOf(a.grid, p), column);
}
KERNEL(neibs, NeibsArgs) { makeColumn<false>(a, i); }
KERNEL(neibs_materials, NeibsArgs) { makeColumn<true>(a, i); }
