// Cells of a grid, as kernels see them: one thread has one, and the host goes along rows. Grids
// have kernels in one form only, without fused operations, so they round alike everywhere.
#pragma once
#include "args_grid.h"
#include "vec.h"

// A cell, and how far its neighbours are in memory. Beyond a wall a cell is its own neighbour: what
// depends on differences only has no flux there.
struct Cell {
	static constexpr bool INNER = false, STRETCHED = false;
	int64_t at;
	int x, y, z; // z of the slab
	int64_t low[3], high[3];
	FN_MEMBER int64_t lower(int axis) const { return low[axis]; }
	FN_MEMBER int64_t upper(int axis) const { return high[axis]; }
	FN_MEMBER bool atLow(int axis) const { return low[axis] == 0; }
	FN_MEMBER bool atHigh(int axis) const { return high[axis] == 0; }
};

// One with cells on both sides along x, and along z in the slab, for the host's rows: all of them
// are alike, so that the compiler makes vectors of them.
struct InnerCell : Cell {
	static constexpr bool INNER = true;
	FN_MEMBER int64_t lower(int axis) const { return axis == 0 ? -1 : low[axis]; }
	FN_MEMBER int64_t upper(int axis) const { return axis == 0 ? 1 : high[axis]; }
	FN_MEMBER bool atLow(int axis) const { return axis == 0 ? false : low[axis] == 0; }
	FN_MEMBER bool atHigh(int axis) const { return axis == 0 ? false : high[axis] == 0; }
};

// A cell of a stretched grid, for the same kernels: their operators then have the lengths of each.
template <class C> struct StretchedCell : C {
	static constexpr bool STRETCHED = true;
	FN_MEMBER StretchedCell(const C &c) : C(c) {}
};

template <class C> FN const GridLength &lengthOf(const GridSlab &s, const C &c, int axis, int from)
{
	return s.along[axis][(axis == 0 ? c.x : axis == 1 ? c.y : c.z) + from];
}

// 1/Δ of the cell that is a number of cells from c along an axis, and 1 over the distance between
// its centre and that of the cell before it.
template <class T, class C> FN T perWidth(const GridSlab &s, const C &c, int axis, int from = 0)
{
	if constexpr (C::STRETCHED)
		return (T)lengthOf(s, c, axis, from).perWidth;
	return (T)s.perDelta[axis];
}
template <class T, class C> FN T perApart(const GridSlab &s, const C &c, int axis, int from = 0)
{
	if constexpr (C::STRETCHED)
		return (T)lengthOf(s, c, axis, from).perApart;
	return (T)s.perDelta[axis];
}

// The volume of a cell of a stretched grid over the mean; along one axis, if any, that between the
// centres of the cell and of the one before it.
template <class C> FN double volumeOf(const GridSlab &s, const C &c, int between)
{
	double v = 1;
	for (int d = 0; d < 3; d++) {
		const GridLength &l = lengthOf(s, c, d, 0);
		v *= (d == between ? 1 / l.perApart : l.width) * s.perDelta[d];
	}
	return v;
}

FN int64_t planeOf(const GridSlab &s) { return (int64_t)s.cells[0] * s.cells[1]; }

// How far the neighbour is along an axis on which a cell has a place among others.
FN int64_t towardsLow(int place, int cells, bool walled, int64_t stride)
{
	return place > 0 ? -stride : walled || cells == 1 ? 0 : (cells - 1) * stride;
}
FN int64_t towardsHigh(int place, int cells, bool walled, int64_t stride)
{
	return place < cells - 1 ? stride : walled || cells == 1 ? 0 : -(cells - 1) * stride;
}

// Along z the planes beyond the slab's ends are there, unless the slab is the domain.
FN void findAlongZ(const GridSlab &s, Cell &c)
{
	int64_t plane = planeOf(s);
	bool walled = s.walls & 4;
	if (s.whole) {
		c.low[2] = towardsLow(c.z, s.cells[2], walled, plane);
		c.high[2] = towardsHigh(c.z, s.cells[2], walled, plane);
	} else {
		c.low[2] = walled && s.first + c.z == 0 ? 0 : -plane;
		c.high[2] = walled && s.first + c.z == s.planes - 1 ? 0 : plane;
	}
}

FN void findAlongX(const GridSlab &s, Cell &c)
{
	c.low[0] = towardsLow(c.x, s.cells[0], s.walls & 1, 1);
	c.high[0] = towardsHigh(c.x, s.cells[0], s.walls & 1, 1);
}

// The row of a cell, without what depends on x. Divisions are products of doubles, which are exact
// enough for numbers of 31 bits and half a cell.
FN int rowOf(const GridSlab &s, int i) { return (int)((i + 0.5) * s.perRow[0]); }

FN void findRow(const GridSlab &s, int row, Cell &c)
{
	c.z = (int)((row + 0.5) * s.perRow[1]);
	c.y = row - c.z * s.cells[1];
	c.low[1] = towardsLow(c.y, s.cells[1], s.walls & 2, s.cells[0]);
	c.high[1] = towardsHigh(c.y, s.cells[1], s.walls & 2, s.cells[0]);
	findAlongZ(s, c);
}

FN Cell cellOf(const GridSlab &s, int i)
{
	Cell c;
	int row = rowOf(s, i);
	c.at = i;
	c.x = i - row * s.cells[0];
	findRow(s, row, c);
	findAlongX(s, c);
	return c;
}

// Stores a value, also where the neighbours read it.
template <class T, class C>
FN void store(const GridSlab &s, const GridStore &to, const C &c, T value)
{
	((T *)to.at)[c.at] = value;
	if (C::INNER)
		return;
	if (to.left && c.z == 0)
		((T *)to.left)[c.at] = value;
	if (to.right && c.z == s.cells[2] - 1)
		((T *)to.right)[c.at - c.z * planeOf(s)] = value;
}

// What cells add up to: sums of integers and maxima of numbers that are not negative, by their
// bits. So neither has an order.
struct Tally {
	int64_t sum[2];
	uint32_t most[4];
	FN_MEMBER void add(const Tally &t)
	{
		for (int k = 0; k < 2; k++)
			sum[k] += t.sum[k];
		for (int k = 0; k < 4; k++)
			most[k] = t.most[k] > most[k] ? t.most[k] : most[k];
	}
};

FN uint32_t sizeBits(double x) { return asBits((float)fabs(x)); }

// x as a number of units, of which there are perUnit in one. What is too large is cut off: whoever
// adds up then has a smaller sum, and a larger unit the next time. The sum is rounded by adding a
// number whose last bit is one.
FN int64_t units(double x, double perUnit)
{
	const double most = 1125899906842624.0, shift = 6755399441055744.0; // 2⁵⁰, 1.5 · 2⁵²
	double v = x * perUnit;
	v = v < most ? v : most;
	v = v > -most ? v : -most;
	v += shift;
	int64_t bits, zero;
	memcpy(&bits, &v, 8);
	memcpy(&zero, &shift, 8);
	return bits - zero;
}

// Whether a kernel has nothing to do, since its solve is done. Kernels whose arguments have no
// solve always have.
template <class A> FN auto isIdle(const A &a, int) -> decltype(a.solve->done, false)
{
	return a.solve && a.solve->done;
}
template <class A> FN auto isIdle(const A &a, int) -> decltype(a.clock->done, false)
{
	return a.clock->done;
}
template <class A> FN bool isIdle(const A &, long) { return false; }

#ifdef __CUDACC__

#define INLINED
FN const GridSolve &solveOf(const GridIterationArgs &a) { return *a.solve; }

FN int64_t sumOfWarp(int64_t v)
{
	for (int apart = 16; apart; apart /= 2)
		v += __shfl_xor_sync(~0u, (long long)v, apart);
	return v;
}

// Adds up what the threads of a block have, in a slot. words is which of a tally's words matter.
template <int SUMS, int MAXIMA> FN void addOfBlock(int64_t *slots, Tally t)
{
	__shared__ Tally of[4];
	for (int k = 0; k < SUMS; k++)
		t.sum[k] = sumOfWarp(t.sum[k]);
	for (int k = 0; k < MAXIMA; k++)
		t.most[k] = greatest(t.most[k]);
	if (threadIdx.x % 32 == 0)
		of[threadIdx.x / 32] = t;
	__syncthreads();
	if (threadIdx.x)
		return;
	for (int w = 1; w < 4; w++)
		t.add(of[w]);
	int64_t *slot = slots + blockIdx.x % GRID_SLOTS * GRID_SLOT_WORDS;
	for (int k = 0; k < SUMS; k++)
		atomicSum(slot + k, t.sum[k]);
	for (int k = 0; k < MAXIMA; k++)
		atomicMaximum((uint32_t *)(slot + 2) + k, t.most[k]);
}

// Calls f(z) for the cells of a thread, which lie one above the other. A thread with several loads
// what they need at once.
template <class F> FN void ofThread(const GridSlab &s, int chunk, F f)
{
	int z = chunk * s.depth;
	if (s.depth == GRID_DEPTH && z + GRID_DEPTH <= s.cells[2]) {
#pragma unroll
		for (int k = 0; k < GRID_DEPTH; k++)
			f(z + k);
		return;
	}
	for (int k = 0; k < s.depth && z + k < s.cells[2]; k++)
		f(z + k);
}

// The cells of thread i, of a slab.
template <class F> FN void cellsOf(const GridSlab &s, int i, F f)
{
	int row = rowOf(s, i);
	Cell c;
	c.x = i - row * s.cells[0];
	findRow(s, row, c);
	findAlongX(s, c);
	int chunk = c.z, inPlane = c.y * s.cells[0] + c.x;
	ofThread(s, chunk, [&](int z) {
		Cell d = c;
		d.z = z;
		d.at = z * planeOf(s) + inPlane;
		findAlongZ(s, d);
		f(d);
	});
}

// A kernel of cells. f(a, c) does what is to be done with one.
#define CELLS_OF(name, Args, f, SLAB) \
	KERNEL(name, Args)                                                  \
	{                                                                   \
		if (!isIdle(a, 0))                                              \
			cellsOf(a.SLAB, i, [&](const Cell &c) { f(a, c); });        \
	}
#define CELLS(name, Args, f) CELLS_OF(name, Args, f, slab)

// Adds up what each(t) adds to a tally, for the threads [from, to). A multiprocessor has a number
// of blocks at least, where that is given.
#define TALLY_OF(name, Args, SUMS, MAXIMA, ...)                         \
	FN void name##_each(const Args &a, int i, Tally &t);                \
	struct name##_launch { int from, to; Args a; };                     \
	extern "C" __global__ void __launch_bounds__(128, ##__VA_ARGS__)    \
	name(const __grid_constant__ name##_launch l)                       \
	{                                                                   \
		IN_TURN;                                                        \
		LAUNCH_NEXT;                                                    \
		int i = (l.from & ~31) + (int)(blockIdx.x * 128 + threadIdx.x); \
		Tally t = {};                                                   \
		if (isIdle(l.a, 0))                                             \
			return;                                                     \
		if (i >= l.from && i < l.to)                                    \
			name##_each(l.a, i, t);                                     \
		if (l.a.slots)                                                  \
			addOfBlock<SUMS, MAXIMA>(l.a.slots, t);                     \
	}                                                                   \
	FN void name##_each(const Args &a, int i, Tally &t)

// A kernel whose f(a, c) returns a Tally, of which SUMS and MAXIMA count.
#define TALLY_AT(name, Args, f, SLAB, SUMS, MAXIMA)                 \
	TALLY_OF(name, Args, SUMS, MAXIMA)                              \
	{                                                               \
		cellsOf(a.SLAB, i, [&](const Cell &c) { t.add(f(a, c)); }); \
	}

#else

#define INLINED __attribute__((always_inline))
FN const GridSolve &solveOf(const GridIterationArgs &a) { return a.now; }

// Takes copies of what arguments point to.
template <class A> FN void take(A &) {}
FN void take(GridIterationArgs &a)
{
	if (a.solve)
		a.now = *a.solve;
}

template <int SUMS, int MAXIMA> FN void addOfLoop(int64_t *slots, const Tally &t)
{
	if (!slots)
		return;
	for (int k = 0; k < SUMS; k++)
		atomicSum(slots + k, t.sum[k]);
	for (int k = 0; k < MAXIMA; k++)
		atomicMaximum((uint32_t *)(slots + 2) + k, t.most[k]);
}

// Calls f(row, from, to) for parts of rows of a length, of which threads [from, to) have the cells.
template <class F> FN void rowsOf(const GridSlab &s, int length, int from, int to, F f)
{
	for (int i = from; i < to;) {
		int row = i / length, begin = i - row * length;
		int end = length < begin + to - i ? length : begin + to - i;
		int y = row % s.cells[1], chunk = row / s.cells[1];
		for (int z = chunk * s.depth; z < (chunk + 1) * s.depth && z < s.cells[2]; z++)
			f(z * s.cells[1] + y, begin, end);
		i += end - begin;
	}
}

// Calls f for the cells of threads [from, to), along rows.
template <class F> FN void alongRows(const GridSlab &s, int from, int to, F f)
{
	rowsOf(s, s.cells[0], from, to, [&](int row, int x, int end) INLINED {
		Cell c;
		int64_t begin = (int64_t)row * s.cells[0];
		findRow(s, row, c);
		auto upTo = [&](int end) INLINED {
			for (; x < end; x++) {
				c.x = x;
				c.at = begin + x;
				findAlongX(s, c);
				f(c);
			}
		};
		if (c.z > 0 && c.z < s.cells[2] - 1) {
			upTo(end < 1 ? end : 1);
			int inner = end < s.cells[0] ? end : s.cells[0] - 1;
			InnerCell d;
			(Cell &)d = c;
#pragma GCC ivdep
			for (int k = x; k < inner; k++) {
				d.x = k;
				d.at = begin + k;
				f(d);
			}
			x = x > inner ? x : inner;
		}
		upTo(end);
	});
}

#define CELLS_OF(name, Args, f, SLAB)                                    \
	extern "C" void HOST(name)(const void *args, int from, int to)      \
	{                                                                    \
		Args a = *(const Args *)args;                                    \
		take(a);                                                         \
		if (!isIdle(a, 0))                                               \
			alongRows(a.SLAB, from, to, [&](const auto &c) INLINED { f(a, c); }); \
	}
#define CELLS(name, Args, f) CELLS_OF(name, Args, f, slab)

#define TALLY_AT(name, Args, f, SLAB, SUMS, MAXIMA)                      \
	extern "C" void HOST(name)(const void *args, int from, int to)      \
	{                                                                    \
		Args a = *(const Args *)args;                                    \
		Tally t = {};                                                    \
		take(a);                                                         \
		if (isIdle(a, 0))                                                \
			return;                                                      \
		alongRows(a.SLAB, from, to, [&](const auto &c) INLINED { t.add(f(a, c)); }); \
		addOfLoop<SUMS, MAXIMA>(a.slots, t);                             \
	}

#endif

#define TALLY(name, Args, f, SUMS, MAXIMA) TALLY_AT(name, Args, f, slab, SUMS, MAXIMA)

// Kernels of both precisions.
#define CELLS_OF_BOTH(name, Args, f) \
	CELLS(name, Args, f<double>) CELLS(name##_single, Args, f<float>)
#define TALLY_OF_BOTH(name, Args, f, SUMS, MAXIMA) \
	TALLY(name, Args, f<double>, SUMS, MAXIMA) TALLY(name##_single, Args, f<float>, SUMS, MAXIMA)

// The same for stretched grids, too.
#define STRETCHES(f, Args)                                              \
	template <class T, class C> FN auto f##Stretched(const Args &a, const C &c) \
	{                                                                   \
		return f<T>(a, StretchedCell<C>(c));                            \
	}
#define CELLS_OF_ALL(name, Args, f)   \
	CELLS_OF_BOTH(name, Args, f)      \
	STRETCHES(f, Args)                \
	CELLS_OF_BOTH(name##_stretched, Args, f##Stretched)
#define TALLY_OF_ALL(name, Args, f, SUMS, MAXIMA)   \
	TALLY_OF_BOTH(name, Args, f, SUMS, MAXIMA)      \
	STRETCHES(f, Args)                              \
	TALLY_OF_BOTH(name##_stretched, Args, f##Stretched, SUMS, MAXIMA)

// Walls within a flow, as bits of a cell: its lower faces that flow may pass, and those between two
// solid cells.
enum { OPEN = 1, BURIED = 8 };
FN bool isOpen(uint8_t mask, int axis) { return mask >> axis & OPEN; }
FN bool isBuried(uint8_t mask, int axis) { return mask >> axis & BURIED; }
