// Sweeps of the dry atmosphere along an axis, each in one kernel: polynomials, fluxes and the
// update. In one along z half of the weight of a step acts on what is read, and half on what is
// written.
//
// On a GPU a warp has 32 cells of a row for a sweep along x, of which 30 are its own: each thread
// has a polynomial and the flux at its lower interface, and gets those of the next by shuffles. In
// a sweep along z a thread has several cells one above the other. On the host a thread's cells are
// the same ones, and those of neighbouring threads are computed in lines, with vectors.
#pragma once
#include "gridair.h"

constexpr int AIR_TILE = 30; // cells of a row that 32 threads of a sweep along x have

FN int tilesOf(const GridSlab &s) { return (s.cells[0] + AIR_TILE - 1) / AIR_TILE; }

// The field that is a variable of a sweep.
FN constexpr int fieldOf(int axis, int v)
{
	return axis && (v == ACROSS || v == ALONG) ? 3 - v : v;
}

// The cell of an axis that is the image of one beyond a wall, or the same one beyond a periodic
// end.
FN int imageOf(int place, int cells, bool walled, bool &image)
{
	image = walled && (place < 0 || place >= cells);
	if (place < 0)
		return walled ? -1 - place : place + cells;
	if (place >= cells)
		return walled ? 2 * cells - 1 - place : place - cells;
	return place;
}

// The same of a plane of a slab. Beyond its ends there are others, but for those of the domain.
FN int planeImage(const GridSlab &s, int z, bool &image)
{
	int last = s.planes - 1 - s.first, inside = z < -s.first ? -s.first : z > last ? last : z;
	int beyond = z - inside;
	image = beyond != 0;
	return beyond < 0 ? inside - beyond - 1 : beyond > 0 ? inside - beyond + 1 : z;
}

// The planes that a thread of a sweep along z has.
struct AirChunk {
	int from, to;
};

FN AirChunk chunkOf(const AirSweepArgs &a, int chunk)
{
	int inner = a.slab.cells[2] - 2 * a.edge, inners = (inner + a.depth - 1) / a.depth;
	int k = chunk - a.edge;
	if (k < 0)
		return {chunk, chunk + 1};
	int from = a.edge + (k < inners ? k * a.depth : inner + k - inners), end = a.edge + inner;
	return {from, k < inners ? (from + a.depth < end ? from + a.depth : end) : from + 1};
}

template <class T> FN const AirRow<T> &rowAt(const void *rows, int z)
{
	return ((const AirRow<T> *)rows)[z];
}

// Stores a value, also where the neighbours read it.
template <class T> FN void storeAir(const GridSlab &s, const GridStore &to, int z, int x, T value)
{
	int64_t at = (int64_t)z * s.cells[0] + x;
	((T *)to.at)[at] = value;
	if (to.left && z < AIR_HALO)
		((T *)to.left)[at] = value;
	if (to.right && z >= s.cells[2] - AIR_HALO)
		((T *)to.right)[at - (int64_t)(s.cells[2] - AIR_HALO) * s.cells[0]] = value;
}

template <class T> FN Tally tallyOf(const AirRow<T> &row, const T (&q)[4])
{
	T speed, sound;
	speedsOf(row, q, speed, sound);
	return {{}, {sizeBits(speed + sound), sizeBits(speed)}};
}

#ifdef __CUDACC__

// The polynomials of a cell, of the five cells whose value(v, j) is that of variable v.
template <class T, class F> FN AirSide<T> sideOf(F value)
{
	AirSide<T> side;
#pragma unroll
	for (int v = 0; v < 4; v++)
		reconstruct<T>(value(v, 0), value(v, 1), value(v, 2), value(v, 3), value(v, 4), side.p[v]);
	return side;
}

// The flux between the cells 1 and 2 of five.
template <int AXIS, class T, class F>
FN void fluxBelow(const AirSweepArgs &a, const AirSide<T> &low, const AirSide<T> &high, int z,
	F value, T (&flux)[4])
{
	const AirRow<T> &lowRow = rowAt<T>(a.rows, z - AXIS), &highRow = rowAt<T>(a.rows, z);
	T m[4];
	for (int v = 0; v < 4; v++)
		m[v] = (T)0.5 * (value(v, 1) + value(v, 2));
	fluxOf<AXIS>(low, high, m, lowRow, highRow, (T)a.clock->ratio, flux);
	if (a.rate != 0)
		diffuse({value(0, 1), value(1, 1), value(2, 1), value(3, 1)},
			{value(0, 2), value(1, 2), value(2, 2), value(3, 2)}, lowRow, highRow, (T)a.rate, flux);
}

template <class T> FN void sweepAlongX(const AirSweepArgs &a, int i, Tally &t)
{
	const GridSlab &s = a.slab;
	int tiles = tilesOf(s), tile = i / 32, z = tile / tiles, lane = i % 32;
	int x = (tile - z * tiles) * AIR_TILE + lane - 1, nx = s.cells[0];
	bool own = lane > 0 && lane <= AIR_TILE && x < nx;
	x = x < nx ? x : nx;
	int at[5];
	bool image[5];
	for (int j = 0; j < 5; j++)
		at[j] = z * nx + imageOf(x + j - 2, nx, s.walls & 1, image[j]);
	auto value = [&](int v, int j) {
		T q = load((const T *)a.in[v] + at[j]);
		return v == ACROSS && image[j] ? -q : q;
	};
	AirSide<T> high = sideOf<T>(value), low;
	for (int v = 0; v < 4; v++)
		for (int k = 0; k < 5; k++)
			low.p[v][k] = __shfl_up_sync(~0u, high.p[v][k], 1);
	T flux[4], q[4];
	fluxBelow<0>(a, low, high, z, value, flux);
	for (int v = 0; v < 4; v++)
		q[v] = value(v, 2) - (T)a.clock->ratio * (__shfl_down_sync(~0u, flux[v], 1) - flux[v]);
	if (!own)
		return;
	for (int v = 0; v < 4; v++)
		storeAir(s, a.out[v], z, x, q[v]);
	if (a.slots)
		t = tallyOf(rowAt<T>(a.rows, z), q);
}

template <class T> FN void sweepAlongZ(const AirSweepArgs &a, int i, Tally &)
{
	const GridSlab &s = a.slab;
	int chunk = i / s.cells[0], x = i - chunk * s.cells[0];
	AirChunk planes = chunkOf(a, chunk);
	int from = planes.from, to = planes.to;
	T impulse = (T)a.clock->impulse, flux[4] = {};
	AirSide<T> low = {};
#pragma unroll 1
	for (int z = from - 1; z <= to; z++) {
		auto value = [&](int v, int j) {
			bool image;
			int at = planeImage(s, z + j - 2, image) * s.cells[0] + x;
			T q = load((const T *)a.in[fieldOf(1, v)] + at);
			if (v != ACROSS)
				return q;
			q += impulse * load((const T *)a.in[RHO] + at);
			return image ? -q : q;
		};
		AirSide<T> high = sideOf<T>(value);
		T upper[4] = {};
		if (z >= from)
			fluxBelow<1>(a, low, high, z, value, upper);
		if (z > from) {
			T q[4];
			for (int v = 0; v < 4; v++)
				q[v] = value(v, 1) - (T)a.clock->ratio * (upper[v] - flux[v]);
			q[ACROSS] += impulse * q[RHO];
			for (int v = 0; v < 4; v++)
				storeAir(s, a.out[fieldOf(1, v)], z - 1, x, q[v]);
		}
		for (int v = 0; v < 4; v++)
			flux[v] = upper[v];
		low = high;
	}
}

// A multiprocessor holds three blocks, so a thread has 168 registers, which is just enough.
#define SWEEP(name, f)                                    \
	TALLY_OF(name, AirSweepArgs, 0, 2, 3) { f(a, i, t); }

#else

#include "gridairlines.h"

#endif

#define SWEEP_OF_BOTH(name, f) SWEEP(name, f<double>) SWEEP(name##_single, f<float>)
SWEEP_OF_BOTH(air_sweep_x, sweepAlongX)
SWEEP_OF_BOTH(air_sweep_z, sweepAlongZ)
