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
// cells in reach, finds the same in the same order, and so comes to the same sums.
#pragma once
#include "args.h"
#include "lanes.h"
#include "particle.h"

enum { REACH = 2, ROWS = 2 * REACH + 1 };
constexpr uint32_t PLACE_BITS = 13, PLACE = (1 << PLACE_BITS) - 1, MOST = 0xfff;
// flags of a task's count
constexpr uint32_t BETWEEN_ZONES = 1u << 27; // in a buffer of a zone
constexpr uint32_t MIXED = 1u << 28, IN_BUFFER = 1u << 29, WALL = 1u << 30, NO_LIST = 1u << 31;

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

// The task of a kernel's i-th thread, if it has one and the step is to be done.
FN bool taskToDo(const Clock &c, int step, const Part &p, const List &l, int i, Task &t)
{
	i = memberOf(p, i);
	if (i >= 0) // the clock is waited for at the same time
		t = taskOf(l, i);
	return i >= 0 && step < c.limit;
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

// The float of neighbour j in an array of records of `floats` floats.
FN float loadAt(const float *p, int floats, int j) { return load(p + (size_t)floats * j); }

// Calls visit(j) for n neighbours of i in groups that are `next` apart, the
// entries of a group first to last, or backwards if next < 0.
template <class Visit>
FN void visitList(const uint4 *group, int n, int next, const Bases &b, int i, Visit visit)
{
	for (int k = 0; k < n; k += 8, group += next) {
		if (k + 8 < n)
			prefetch(group + next);
		uint4 e = loadOnce(group);
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
	bool backwards;
	FN_MEMBER void add(int j) { visit(j); }
	FN_MEMBER void finish() {}
};

#else
#include "lanes_list.h"
#endif

// How far a list reaches: squares of distances from what moves and from walls that do not [quanta²].
struct Radii {
	float fluid2, walls2;
};

// What is found of up to 32 particles, as bits: which are near, which are walls, and which are of
// another material.
struct Tested {
	uint32_t near, walls, others;
};

#ifndef LANES
// Which of n <= 32 particles are nearer to p than lists reach, which are walls, and which of another
// material, as bits. Distances are squared [quanta²]. UNROLL at a time are tested, so there may be
// some before the first, or, where the array begins, after the last; their bits are dropped. A bit is
// shifted in at the low end, so that it takes one instruction.
template <int UNROLL, bool MATERIALS>
FN Tested test(const int4 *pos, int4 p, Radii r, int first, int n)
{
	int all = (n + UNROLL - 1) / UNROLL * UNROLL, from = first + n - all;
	from = from > 0 ? from : 0;
	Tested t = {};
	for (int b = 0; b < all; b += UNROLL) {
#pragma unroll
		for (int k = 0; k < UNROLL; k++) {
			int4 q = load(pos + from + b + k);
			float x = toFloat(p.x - q.x), y = toFloat(p.y - q.y), z = toFloat(p.z - q.z);
			float reach2 = moves(q) ? r.fluid2 : r.walls2;
			t.near = withSign(t.near, x * x + (y * y + (z * z - reach2)));
			t.walls = t.walls << 1 | (uint32_t)isWall(q);
			if (MATERIALS)
				t.others = t.others << 1 | (uint32_t)(materialOf(p.w) != materialOf(q.w));
		}
	}
	int before = 32 - all + first - from;
	uint32_t of = n < 32 ? (1u << n) - 1 : ~0u;
	return {reversed(t.near) >> before & of, reversed(t.walls) >> before & of,
		reversed(t.others) >> before & of};
}
#else
// The same LANES at a time; reads beyond the last.
template <int, bool MATERIALS> FN Tested test(const int4 *pos, int4 p, Radii r, int first, int n)
{
	Tested t = {};
	for (int b = 0; b < n; b += LANES) {
		Ints qx, qy, qz, qw;
		loadColumns(pos + first + b, qx, qy, qz, qw);
		Real x = __builtin_convertvector(p.x - qx, Real), y = __builtin_convertvector(p.y - qy, Real);
		Real z = __builtin_convertvector(p.z - qz, Real);
		t.near |= maskOf(x * x + y * y + z * z < select(moves(qw), Real{} + r.fluid2, Real{} + r.walls2)) << b;
		t.walls |= maskOf(isWall(qw)) << b;
		if (MATERIALS)
			t.others |= maskOf(materialOf(qw) != materialOf(p.w)) << b;
	}
	t.near &= n < 32 ? (1u << n) - 1 : ~0u;
	return t;
}
#endif

// Calls visit(k, base, first, t) for the particles in the cells in reach of particle i, which is at p
// in its cell: k is the layer, base the first particle of its rows in reach. Of up to 32 particles
// from first on, t.near are the bits of those that lists hold, but for i itself. So a warp's threads,
// whose neighbours are not the same, part seldom.
template <int UNROLL, bool MATERIALS, class Visit>
FN void around(const List &l, int i, int4 p, int home, Radii r, Visit visit)
{
	for (int k = 0; k < ROWS; k++) {
		int row = firstRow(l, home, k), base = (int)l.start[row];
		for (int m = 0; m < ROWS; m++, row += l.rowStride) {
			int to = (int)l.start[row + ROWS];
			for (int first = (int)l.start[row]; first < to; first += 32) {
				int n = to - first < 32 ? to - first : 32;
				Tested t = test<UNROLL, MATERIALS>(l.predictedPos, p, r, first, n);
				if ((uint32_t)(i - first) < 32)
					t.near &= ~(1u << (i - first));
				visit(k, base, first, t);
			}
		}
	}
}

// Calls visit(j) for the neighbours of one kind of a particle that has no list: those that its list
// would hold, in the same order and, with vectors, in the same lanes. How far it would reach is where
// the list would begin. It is done seldom, and in every kernel that walks: so its code is short.
template <class Visit>
FN_RARE void walkCells(const List &l, const Task &t, bool walls, Visit visit)
{
	int i = (int)t.particle;
	uint4 radii = load(groups(l, (int)t.column));
	Collector<Visit> found{visit, i, walls};
	Radii r = {asFloat(radii.x), asFloat(radii.y)};
	around<1, false>(l, i, l.predictedPos[i], (int)t.home, r, [&](int, int, int first, const Tested &of) {
		for (uint32_t left = of.near & (walls ? of.walls : ~of.walls); left; left &= left - 1)
			found.add(first + lowestBit(left));
	});
	found.finish();
}

// Calls fluids(walk), which may choose: walk(fluid) calls fluid(j) for the fluid neighbours of the
// particle in the order of their cells. Then walls(walk), the same for the wall neighbours. All that
// are within the support are seen, and perhaps some that are not.
template <class Fluids, class Walls>
FN void forNeighboursBy(const List &l, const Task &t, Fluids fluids, Walls walls)
{
	int i = (int)t.particle;
	bool listed = !(t.count & NO_LIST);
	const uint4 *front = groups(l, (int)t.column);
	Bases b = basesOf(l, (int)t.home);
	fluids([&](auto fluid) {
		if (!listed)
			walkCells(l, t, false, fluid);
		else
			visitList(front, fluidsOf(t.count), 32, b, i, fluid);
	});
	walls([&](auto wall) {
		if (listed)
			visitList(front + ((l.capacity >> 3) - 1) * 32, wallsOf(t.count), -32, b, i, wall);
		else if (!(t.count & WALL))
			walkCells(l, t, true, wall);
	});
}

// Calls wall(j) for the wall neighbours of a particle of fluid alone.
template <class Wall> FN void forWalls(const List &l, const Task &t, Wall wall)
{
	if (t.count & NO_LIST)
		walkCells(l, t, true, wall);
	else
		visitList(groups(l, (int)t.column) + ((l.capacity >> 3) - 1) * 32, wallsOf(t.count), -32,
			basesOf(l, (int)t.home), (int)t.particle, wall);
}

template <class Fluid, class Wall>
FN void forNeighbours(const List &l, const Task &t, Fluid fluid, Wall wall)
{
	forNeighboursBy(l, t, [&](auto walk) { walk(fluid); }, [&](auto walk) { walk(wall); });
}
