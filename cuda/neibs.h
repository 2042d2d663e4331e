// BuildNeibs, second half: the neighbour list. Fluid neighbours fill a
// particle's entries from the front, wall neighbours from the back; groups of
// four that begin in the middle are filled up with the particle itself, which
// adds exactly nothing to any sum. Wall particles list only fluid.
#pragma once
#include "hash.h"

KERNEL(neibs, NeibsArgs)
{
	int4 p = a.pos[i];
	bool wall = isWall(a.info[i]);
	uint32_t *list = (uint32_t *)neighbours(a.list, i, a.capacity);
	// Rows of three cells lie together along the axis of stride 1.
	int row = a.grid.stride[0] == 1 ? 0 : a.grid.stride[1] == 1 ? 1 : 2;
	int u = (row + 1) % 3, v = (row + 2) % 3;
	int cell = cellOf(a.grid, p);
	int fluids = 0, walls = 0;
	for (int du = -1; du <= 1; du++) {
		for (int dv = -1; dv <= 1; dv++) {
			int first = cell + du * a.grid.stride[u] + dv * a.grid.stride[v] - 1;
			int to = (int)a.start[first + 3];
			for (int j = (int)a.start[first]; j < to; j++) {
				int4 q = load(a.pos + j);
				float x = (float)(p.x - q.x), y = (float)(p.y - q.y), z = (float)(p.z - q.z);
				if (!(x * x + y * y + z * z < a.radius2) || j == i)
					continue;
				bool other = isWall(load(a.info + j));
				if (other && wall)
					continue;
				int k = other ? a.capacity - 1 - walls : fluids;
				if (fluids + walls < a.capacity)
					list[(size_t)(k >> 2) * 4 * NEXT_FOUR + (k & 3)] = j;
				walls += other;
				fluids += !other;
			}
		}
	}
	int used = (fluids + 3 & ~3) + (walls + 3 & ~3);
	if (used > a.capacity) {
		atomicMaximum(a.longest, used);
		fluids = walls = 0; // the host makes room and builds again
	}
	for (int k = fluids; k & 3; k++)
		list[(size_t)(k >> 2) * 4 * NEXT_FOUR + (k & 3)] = i;
	for (int k = walls; k & 3; k++) {
		int back = a.capacity - 1 - k;
		list[(size_t)(back >> 2) * 4 * NEXT_FOUR + (back & 3)] = i;
	}
	a.count[i] = (uint32_t)fluids | (uint32_t)walls << 16;
}
