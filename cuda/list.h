// The neighbour list: its layout, and the walk over a particle's neighbours.
//
// An entry has 16 bits: three for the slice, from REACH before the particle's to
// REACH behind, and thirteen for the place after the first particle of the rows
// in reach in this slice. Fluid neighbours fill a particle's entries from the
// front, walls from the back; groups of eight that begin in the middle are
// filled up with the particle itself, which adds exactly nothing to any sum. The
// groups of 32 particles lie together, so that a warp reads whole lines.
//
// A particle whose neighbours do not fit has no list: its walk goes over the
// cells in reach, in the same order, and so comes to the same sums.
#pragma once
#include "args.h"
#include "vec.h"

enum { REACH = 2, ROWS = 2 * REACH + 1 };
enum { PLACE_BITS = 13, MOST = 0xfff };
constexpr uint32_t WALL = 1u << 30, NO_LIST = 1u << 31;

FN int fluidsOf(uint32_t count) { return count & MOST; }
FN int wallsOf(uint32_t count) { return count >> 12 & MOST; }

// The groups of eight entries of particle i, 32 apart.
FN const uint4 *groups(const List &l, int i)
{
	return (const uint4 *)l.entries + ((size_t)(i >> 5) * (l.capacity >> 3) << 5) + (i & 31);
}

// First cell of the rows in reach of a cell, in the k-th slice in reach.
FN int firstRow(const List &l, int cell, int k) { return cell + (k - REACH) * l.axis - REACH * l.middle - REACH; }

// Calls visit(j) for eight entries, first to last or last to first.
template <class Visit> FN void visitGroup(uint4 e, const uint32_t *base, bool backwards, Visit visit)
{
	uint32_t w[4] = {e.x, e.y, e.z, e.w};
	if (backwards) {
		uint32_t r[4] = {e.w << 16 | e.w >> 16, e.z << 16 | e.z >> 16, e.y << 16 | e.y >> 16, e.x << 16 | e.x >> 16};
		for (int k = 0; k < 4; k++)
			w[k] = r[k];
	}
	for (int k = 0; k < 4; k++) {
		visit((int)(base[w[k] >> PLACE_BITS & 7] + (w[k] & 0x1fff)));
		visit((int)(base[w[k] >> (16 + PLACE_BITS)] + (w[k] >> 16 & 0x1fff)));
	}
}

// Calls visit(j) for the particles of one kind in the cells in reach.
template <class Visit>
FN void walkCells(const List &l, const int4 *pos, int i, float radius2, bool walls, Visit visit)
{
	int4 p = pos[i];
	for (int k = 0; k < ROWS; k++) {
		int row = firstRow(l, l.home[i], k);
		for (int m = 0; m < ROWS; m++, row += l.middle) {
			int to = (int)l.start[row + ROWS];
			for (int j = (int)l.start[row]; j < to; j++) {
				int4 q = load(pos + j);
				float x = (float)(p.x - q.x), y = (float)(p.y - q.y), z = (float)(p.z - q.z);
				if (isWall(q) == walls && x * x + y * y + z * z < radius2 && j != i)
					visit(j);
			}
		}
	}
}

// Calls fluid(j) for the fluid neighbours of particle i in the order of their
// cells, then wall(j) for its wall neighbours. Particles no further than
// radius2 are seen, or more.
template <class Fluid, class Wall>
FN void forNeighbours(const List &l, const int4 *pos, int i, uint32_t count, float radius2, Fluid fluid, Wall wall)
{
	if (count & NO_LIST) {
		walkCells(l, pos, i, radius2, false, fluid);
		if (!(count & WALL))
			walkCells(l, pos, i, radius2, true, wall);
		return;
	}
	uint32_t base[ROWS];
	for (int k = 0; k < ROWS; k++)
		base[k] = load(l.start + firstRow(l, l.home[i], k));
	const uint4 *g = groups(l, i);
	for (int k = 0; k < fluidsOf(count); k += 8)
		visitGroup(load(g + (k >> 3) * 32), base, false, fluid);
	const uint4 *last = g + ((l.capacity >> 3) - 1) * 32;
	for (int k = 0; k < wallsOf(count); k += 8)
		visitGroup(load(last - (k >> 3) * 32), base, true, wall);
}
