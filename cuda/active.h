// The particles for which there is something to do in a step: all but the walls that
// are out of reach of the fluid, as most are. A list has a column for each, in the
// order of the particles, fluid before walls; and a task, which is in the order in
// which Forces takes them: by windows, those with the most neighbours first. A GPU
// takes 32 at a time, which last as long as the longest.
//
// What is out of reach keeps its state, so walls must be such that it is what Forces
// and Euler would make of it. Walls next to another device's slices are active
// wherever they are: neighbours wait for their forces.
#pragma once
#include "list.h"
#include "spread.h"

enum { WINDOW = 128 };

KERNEL(active, ActiveArgs)
{
	bool fluid = false, wall = false;
	if ((uint32_t)i < a.start[a.grid.slices * a.grid.stride[a.grid.axis]]) {
		int4 p = a.pos[i];
		int cell = cellOf(a.grid, p);
		int slice = cell / a.grid.stride[a.grid.axis], behind = a.grid.slices - 1 - slice;
		int edge = slice < behind ? slice : behind;
		if (edge >= REACH) {
			fluid = !isWall(p);
			wall = !fluid && (a.walls || edge < 2 * REACH
				|| a.blocks.flags[blockOf(a.grid, a.blocks, cell)] & FLUID_REACHED);
		}
	}
	a.place[i] = fluid;
	a.place[a.particles + i] = wall;
}

// Between them, place has become the sum of what was before it.
KERNEL(columns, ActiveArgs)
{
	for (int k = i; k < 2 * a.particles; k += a.particles)
		if (a.place[k + 1] > a.place[k])
			a.column[a.place[k]] = i;
	if (i == 0)
		*a.told = a.blocks.numbers->active = a.place[2 * a.particles];
}

// Fluid before walls, then by groups of entries, then by column; not 0.
FN uint32_t keyOf(uint32_t count, int column)
{
	uint32_t fluids = (fluidsOf(count) + 7) / 8, all = fluids + (wallsOf(count) + 7) / 8;
	if (count & NO_LIST)
		all = 2 * (MOST + 1) / 8;
	return (count & WALL ? 1u << 29 : 1u << 30) | all << 18 | fluids << 8 | (WINDOW - 1 - column % WINDOW);
}

KERNEL(tasks, NeibsArgs)
{
	if ((uint32_t)i >= a.blocks.numbers->active)
		return;
	int window = i / WINDOW * WINDOW;
	uint32_t key = a.keys[i], place = 0;
	for (int k = window; k < window + WINDOW; k += 4) {
		uint4 other = load((const uint4 *)(a.keys + k));
		place += (other.x > key) + (other.y > key) + (other.z > key) + (other.w > key);
	}
	uint32_t particle = a.column[i];
	a.list.tasks[window + place] = {particle, (uint32_t)i, a.counts[i], (uint32_t)cellOf(a.grid, a.pos[particle])};
}
