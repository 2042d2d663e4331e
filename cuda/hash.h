// BuildNeibs, first half: particles into the order of their cells. Within a
// cell the order is fluid, walls that move, other walls, then place, then id: the same whichever
// device sorts, however the particles lay before.
#pragma once
#include "args.h"
#include "list.h"
#include "packed.h"

FN int along(int axis, int4 p) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

FN int layerOf(const Grid &g, int4 p) { return along(g.axis, p) >> g.shift; }

// The slice of a row of a layer.
FN int sliceOf(const Grid &g, int layer, int row) { return layer * g.perLayer + (row >> g.rowShift); }
FN int sliceOf(const Grid &g, int4 p) { return sliceOf(g, layerOf(g, p), along(g.planeAxis, p) >> g.shift); }
FN bool sees(const Grid &g, int slice) { return slice >= g.from && slice < g.to; }
FN bool owns(const Grid &g, int slice) { return slice >= g.ownFrom && slice < g.ownTo; }

FN int cellOf(const Grid &g, int4 p)
{
	return (p.x >> g.shift) * g.stride[0] + (p.y >> g.shift) * g.stride[1]
		+ (p.z >> g.shift) * g.stride[2] - g.first * g.stride[g.axis];
}

FN bool inDomain(const Grid &g, int4 p)
{
	return p.x >= g.low[0] && p.x <= g.limit[0] && p.y >= g.low[1] && p.y <= g.limit[1]
		&& p.z >= g.low[2] && p.z <= g.limit[2];
}

// The cell of the particles that do not stay, behind all others of the window.
FN uint32_t discardCell(const Grid &g) { return g.layers * g.stride[g.axis]; }

// The displacement until the middle of the lists' period, along an axis [quanta].
FN float predictedDisplacement(const Prediction &a, float speed)
{
	return minimum(maximum(speed * a.quantaPerSpeed, -a.limit), a.limit);
}

// The position in the middle of the lists' period, if particle p keeps its velocity.
FN int4 predictedPosition(const Prediction &a, int4 p, float4 v)
{
	float k = finenessOf(p.w);
	return {p.x + roundToInt(predictedDisplacement(a, k * v.x)),
		p.y + roundToInt(predictedDisplacement(a, k * v.y)), p.z + roundToInt(predictedDisplacement(a, k * v.z)), p.w};
}

// The same, moved into the domain. Lists may be made for any position: the skin check measures
// how far particles are from it.
FN int4 predictedInDomain(const Grid &g, const Prediction &a, int4 p, float4 v)
{
	if (!moves(p))
		return p;
	auto inside = [&](int x, int axis) { return x < g.low[axis] ? g.low[axis] : x > g.limit[axis] ? g.limit[axis] : x; };
	int4 to = predictedPosition(a, p, v);
	return {inside(to.x, 0), inside(to.y, 1), inside(to.z, 2), p.w};
}

// Of a PeriodicImage's shift: two bits for each axis, and whether it is this device's to keep up to date.
enum { FORWARDS = 1, BACKWARDS = 2, LOCAL = 64 };
constexpr uint32_t NOWHERE = ~0u;

FN int shiftAlong(const int32_t *period, uint32_t shift, int axis)
{
	uint32_t way = shift >> 2 * axis & 3;
	return way == FORWARDS ? period[axis] : way == BACKWARDS ? -period[axis] : 0;
}

FN int4 imageAt(const Grid &g, int4 p, uint32_t shift)
{
	return {p.x + shiftAlong(g.period, shift, 0), p.y + shiftAlong(g.period, shift, 1), p.z + shiftAlong(g.period, shift, 2), p.w | IMAGE_INFO};
}

// Whether there is something at a place of the pool; it is particle `from`, or its image.
FN bool isThere(const Pool &a, int i, int &from)
{
	from = i;
	if (i < a.particles)
		return true;
	if ((uint32_t)(i - a.particles) >= *a.count)
		return false;
	from = (int)a.images[i - a.particles].of;
	return true;
}

FN int4 inPool(const Grid &g, const Pool &a, int i, int from)
{
	return i < a.particles ? a.pos[from] : imageAt(g, a.pos[from], a.images[i - a.particles].shift);
}

// Numbers the cell of each particle and a place in it. Particles outside the domain, those that
// are removed, and those outside the window go to the discard cell. All but the last are
// counted by kind, by the device that owns the slice that is nearest.
KERNEL(hash, HashArgs)
{
	int from;
	if (!isThere(a.pool, i, from))
		return;
	int4 p = inPool(a.grid, a.pool, i, from);
	uint32_t discard = discardCell(a.grid), cell = discard;
	int4 q = predictedInDomain(a.grid, a.prediction, p, a.pool.vel[from]);
	bool before = i < a.pool.particles && isImage(p); // an image of the lists before
	if (!before && (isGone(p) || !inDomain(a.grid, p))) {
		auto inside = [&](int axis) {
			int k = along(axis, p) >> a.grid.shift, last = a.grid.limit[axis] >> a.grid.shift;
			return k < REACH ? REACH : k > last ? last : k;
		};
		if (owns(a.grid, sliceOf(a.grid, inside(a.grid.axis), inside(a.grid.planeAxis))))
			atomicInc(a.leftDomain + leftKind(p));
	} else if (!before && sees(a.grid, sliceOf(a.grid, q))) {
		cell = cellOf(a.grid, q);
	}
	a.cell[i] = cell;
	if (cell != discard) // where many would wait for each other
		a.slot[i] = atomicInc(a.count + cell);
}

// The three bits below the cell's, of each axis, interleaved.
FN uint32_t orderInCell(const Grid &g, int4 p)
{
	uint32_t x = p.x >> (g.shift - 3), y = p.y >> (g.shift - 3), z = p.z >> (g.shift - 3);
	return (x & 1) | (y & 1) << 1 | (z & 1) << 2 | (x & 2) << 2 | (y & 2) << 3 | (z & 2) << 4
		| (x & 4) << 4 | (y & 4) << 5 | (z & 4) << 6;
}

KERNEL(scatter, ScatterArgs)
{
	int from;
	if (!isThere(a.pool, i, from))
		return;
	uint32_t cell = a.cell[i];
	if (cell == discardCell(a.grid))
		return;
	uint32_t at = a.start[cell] + a.slot[i];
	int4 q = predictedInDomain(a.grid, a.prediction, inPool(a.grid, a.pool, i, from), a.pool.vel[from]);
	uint32_t order = (uint32_t)(isWall(q) + !moves(q)) << 9 | orderInCell(a.grid, q);
	a.key[at] = (uint64_t)order << 32 | a.id[from];
	a.index[at] = i;
}

// Puts each particle where as many of its cell's keys are smaller.
KERNEL(rank, RankArgs)
{
	if ((uint32_t)i >= *a.kept)
		return;
	uint32_t cell = a.cell[a.index[i]];
	uint32_t from = a.start[cell], to = a.start[cell + 1], smaller = 0;
	uint64_t key = a.key[i];
	for (uint32_t k = from; k < to; k++)
		smaller += a.key[k] < key;
	a.order[from + smaller] = a.index[i];
}

KERNEL(reorder, ReorderArgs)
{
	if ((uint32_t)i >= *a.kept)
		return;
	int at = (int)a.order[i], from;
	isThere(a.pool, at, from);
	int4 p = inPool(a.grid, a.pool, at, from);
	float4 v = a.pool.vel[from];
	if (at != from) {
		a.order[i] = from;
		a.pool.images[at - a.pool.particles].at = i;
	} else if (a.place) {
		a.place[from] = i;
	}
	a.posOut[i] = p;
	a.velOut[i] = v;
	a.idOut[i] = a.id[from];
	a.packed[i] = pack(p, a.grid.shift);
	a.predictedPos[i] = predictedInDomain(a.grid, a.prediction, p, v);
}

// Lets the host read where the slices begin.
KERNEL(slices, SlicesArgs)
{
	int slice = i + a.skipped;
	a.out[i] = i <= a.slices ? a.start[(size_t)(slice / a.perLayer) * a.stride + slice % a.perLayer * a.rows] : a.leftDomain[i - a.slices - 1];
}
