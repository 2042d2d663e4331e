// The neighbour list: its layout, and the walk over a particle's neighbours.
//
// An entry has 16 bits: three for the layer, from REACH before the particle's to
// REACH behind, and thirteen for the place after the first particle of the rows
// in reach in this layer. Fluid neighbours fill a particle's entries from the
// front, walls from the back; groups of eight that begin in the middle are
// filled up with the particle itself, which adds exactly nothing to any sum. The
// groups of 32 columns lie together, so that a warp reads whole lines; which
// particles have columns says active.h.
//
// A particle whose neighbours do not fit has no list: its walk goes over the
// cells in reach, in the same order, and so comes to the same sums.
#pragma once
#include "args.h"
#include "lanes.h"

enum { REACH = 2, ROWS = 2 * REACH + 1 };
constexpr uint32_t PLACE_BITS = 13, PLACE = (1 << PLACE_BITS) - 1, MOST = 0xfff, WALL = 1u << 30, NO_LIST = 1u << 31;

FN int fluidsOf(uint32_t count) { return count & MOST; }
FN int wallsOf(uint32_t count) { return count >> 12 & MOST; }

// The groups of eight entries of a column, 32 apart.
FN const uint4 *groups(const List &l, int column)
{
	return (const uint4 *)l.entries + ((size_t)(column >> 5) * (l.capacity >> 3) << 5) + (column & 31);
}

FN Task taskOf(const List &l, int i)
{
	uint4 t = load((const uint4 *)l.tasks + i);
	return {t.x, t.y, t.z, t.w};
}

// The i-th column or task of a part, or -1. Threads are aligned so that a warp takes the same 32 tasks
// wherever the part begins: those of a sort group that are alike. Walls begin with a warp of their own.
FN int memberOf(const Part &p, int i)
{
	int fluid = i - (p.fluid & 31), walls = (p.fluid & 31) + p.fluids + 31 & ~31, wall = i - walls - (p.wall & 31);
	if (i < walls)
		return fluid >= 0 && fluid < p.fluids ? p.fluid + fluid : -1;
	return wall >= 0 ? p.wall + wall : -1;
}

// First cell of the rows in reach of a cell, in the k-th layer in reach.
FN int firstRow(const List &l, int cell, int k) { return cell + (k - REACH) * l.layerStride - REACH * l.rowStride - REACH; }

// The first particles of the rows in reach, by layer.
struct Bases {
	uint32_t first[8];
};

FN Bases basesOf(const List &l, int home)
{
	Bases b;
	for (int k = 0; k < ROWS; k++)
		b.first[k] = load(l.start + firstRow(l, home, k));
	return b;
}

#ifndef LANES

// Calls visit(j) for n neighbours of i in groups that are `next` apart, the
// entries of a group first to last, or backwards if next < 0.
template <class Visit>
FN void visitList(const uint4 *group, int n, int next, const Bases &b, int i, Visit visit)
{
	for (int k = 0; k < n; k += 8, group += next) {
		if (k + 8 < n)
			prefetch(group + next);
		uint4 e = load(group);
		uint32_t w[4] = {e.x, e.y, e.z, e.w};
		for (int m = 0; m < 4; m++) {
			uint32_t u = next < 0 ? w[3 - m] << 16 | w[3 - m] >> 16 : w[m];
			visit((int)(b.first[u >> PLACE_BITS & 7] + (u & PLACE)));
			visit((int)(b.first[u >> (16 + PLACE_BITS)] + (u >> 16 & PLACE)));
		}
	}
}

// Collects neighbours that are found one by one; here there is nothing to
// collect.
template <class Visit> struct Collector {
	Visit visit;
	int i;
	FN_MEMBER void add(int j) { visit(j); }
	FN_MEMBER void finish() {}
};

#else
#include "lanes_list.h"
#endif

// Calls visit(j) for the particles of one kind in the cells in reach that may come near while the
// lists last. It looks at predicted positions: walls that take no part have none at half a step.
template <class Visit>
FN void walkCells(const List &l, const Task &t, float radius2, bool walls, Visit visit)
{
	int i = (int)t.particle;
	Collector<Visit> found{visit, i};
	int4 p = l.predictedPos[i];
	for (int k = 0; k < ROWS; k++) {
		int row = firstRow(l, (int)t.home, k);
		for (int m = 0; m < ROWS; m++, row += l.rowStride) {
			int to = (int)l.start[row + ROWS];
			for (int j = (int)l.start[row]; j < to; j++) {
				int4 q = load(l.predictedPos + j);
				float x = (float)(p.x - q.x), y = (float)(p.y - q.y), z = (float)(p.z - q.z);
				if (isWall(q) == walls && x * x + y * y + z * z < radius2 && j != i)
					found.add(j);
			}
		}
	}
	found.finish();
}

// Calls fluid(j) for the fluid neighbours of the particle in the order of their
// cells, then wall(j) for its wall neighbours. All that are nearer than radius2
// are seen, and perhaps some that are not.
template <class Fluid, class Wall>
FN void forNeighbours(const List &l, const Task &t, float radius2, Fluid fluid, Wall wall)
{
	if (t.count & NO_LIST) {
		walkCells(l, t, radius2, false, fluid);
		if (!(t.count & WALL))
			walkCells(l, t, radius2, true, wall);
		return;
	}
	if (fluidsOf(t.count) + wallsOf(t.count) == 0)
		return;
	Bases bases = basesOf(l, (int)t.home);
	const uint4 *front = groups(l, (int)t.column);
	visitList(front, fluidsOf(t.count), 32, bases, (int)t.particle, fluid);
	visitList(front + ((l.capacity >> 3) - 1) * 32, wallsOf(t.count), -32, bases, (int)t.particle, wall);
}
