// Multigrid for the pressure: V-cycles with two sweeps of red-black Gauss-Seidel before the coarser
// level and two, with the colours the other way round, after it. The coarser level takes the mean
// of the residuals of its cells, and gives its solution back by trilinear interpolation. With the
// transpose of that in place of the mean a cycle leaves 0.21 of the residual, not 0.15. The first
// and the last sweep are over-relaxed: 0.13.
//
// Fields of a level have in each row the cells of one colour before those of the other, so that
// half a sweep moves only what it needs.
#pragma once
#include "gridsolve.h"

// The place of a cell of a slab in a field of its level.
FN int64_t placeOf(const GridSlab &s, int x, int y, int z)
{
	int64_t row = (int64_t)(z * s.cells[1] + y) * s.cells[0];
	if (!s.coloured)
		return row + x;
	int colour = (x + y + z + s.first) & 1;
	return row + colour * (s.cells[0] / 2) + x / 2;
}

// Where a cell is, counted on beyond an end by one: along an axis with a wall it is the last again.
FN int within(int place, int cells, bool walled)
{
	if (place < 0)
		return walled ? 0 : place + cells;
	if (place >= cells)
		return walled ? cells - 1 : place - cells;
	return place;
}
FN int withinZ(const GridSlab &s, int z)
{
	bool walled = s.walls & 4;
	if (s.whole)
		return within(z, s.cells[2], walled);
	if (walled && (s.first + z < 0 || s.first + z >= s.planes))
		return z < 0 ? 0 : z - 1;
	return z;
}

// Stores a value of a field of a level, also where the neighbours read it.
template <class C, class T>
FN void storeAt(const GridSlab &s, const GridStore &to, int64_t at, int z, T value)
{
	((T *)to.at)[at] = value;
	if (C::INNER)
		return;
	if (to.left && z == 0)
		((T *)to.left)[at] = value;
	if (to.right && z == s.cells[2] - 1)
		((T *)to.right)[at - z * planeOf(s)] = value;
}

// Between the order of a level and that of all else.
template <class T, class C> FN void intoLevel(const GridLevelArgs &a, const C &c)
{
	storeAt<C>(a.slab, a.out, placeOf(a.slab, c.x, c.y, c.z), c.z, ((const T *)a.in)[c.at]);
}
template <class T, class C> FN void outOfLevel(const GridLevelArgs &a, const C &c)
{
	store(a.slab, a.out, c, ((const T *)a.in)[placeOf(a.slab, c.x, c.y, c.z)]);
}
CELLS_OF_BOTH(grid_into_level, GridLevelArgs, intoLevel)
CELLS_OF_BOTH(grid_out_of_level, GridLevelArgs, outOfLevel)

// A cell of one colour: the k-th of it in its row.
struct Coloured {
	static constexpr bool INNER = false, STRETCHED = false;
	int64_t at, other; // of it, and of the k-th of the other colour
	int64_t low[3], high[3]; // its neighbours, from the other
	int x, y, z;
	bool walled[2][3]; // there is none
};

struct InnerColoured : Coloured {
	static constexpr bool INNER = true;
};

FN Coloured colouredOf(const GridSlab &s, int row, int k, int colour)
{
	Cell c;
	Coloured d;
	int half = s.cells[0] / 2;
	findRow(s, row, c);
	c.x = 2 * k + ((colour + c.y + c.z + s.first) & 1);
	findAlongX(s, c);
	d.at = (int64_t)row * s.cells[0] + colour * half + k;
	d.other = (int64_t)row * s.cells[0] + (1 - colour) * half + k;
	d.low[0] = (c.x + c.low[0]) / 2 - k;
	d.high[0] = (c.x + c.high[0]) / 2 - k;
	for (int axis = 1; axis < 3; axis++)
		d.low[axis] = c.low[axis], d.high[axis] = c.high[axis];
	for (int axis = 0; axis < 3; axis++)
		d.walled[0][axis] = c.low[axis] == 0, d.walled[1][axis] = c.high[axis] == 0;
	d.x = c.x;
	d.y = c.y;
	d.z = c.z;
	return d;
}

// Half a sweep: cell i of one colour takes the value that its neighbours ask for.
template <class T, class D> FN void relaxed(const GridLevelArgs &a, const D &d)
{
	const T *x = (const T *)a.out.at;
	T sum = load((const T *)a.b + d.at), diagonal = 0;
	for (int axis = 0; axis < 3; axis++) {
		T below = (T)a.kappa[axis], above = below;
		if constexpr (D::STRETCHED) {
			Coupling<T, D> k(a.slab, d, axis, -1);
			below = k.below;
			above = k.above;
		}
		T low = d.walled[0][axis] ? (T)0 : below, high = d.walled[1][axis] ? (T)0 : above;
		diagonal += low + high;
		if (a.fromZero < 2) {
			sum += low * load(x + d.other + (d.walled[0][axis] ? 0 : d.low[axis]));
			sum += high * load(x + d.other + (d.walled[1][axis] ? 0 : d.high[axis]));
		}
	}
	T value = sum / diagonal;
	if (a.omega != 1) {
		T own = a.fromZero ? (T)0 : x[d.at];
		value = own + (T)a.omega * (value - own);
	}
	storeAt<D>(a.slab, a.out, d.at, d.z, value);
}

// b - A x of a cell of a level, whose colour is that of d.
template <class T, class D> FN T leftOver(const GridLevelArgs &a, const D &d)
{
	const T *x = (const T *)a.in;
	T own = load(x + d.at), sum = load((const T *)a.b + d.at);
	for (int axis = 0; axis < 3; axis++) {
		T below = (T)a.kappa[axis], above = below;
		if constexpr (D::STRETCHED) {
			Coupling<T, D> k(a.slab, d, axis, -1);
			below = k.below;
			above = k.above;
		}
		if (!d.walled[0][axis])
			sum -= below * (own - load(x + d.other + d.low[axis]));
		if (!d.walled[1][axis])
			sum -= above * (own - load(x + d.other + d.high[axis]));
	}
	return sum;
}

// Kernels of half the cells of a slab, those of one colour: threads count them. On the host they go
// along rows, whose inner cells are alike.
#ifdef __CUDACC__
// Calls f for the cells of one colour that are the place-th of it in their rows, of thread i.
template <class F> FN void halvesOf(const GridSlab &s, int i, int row, int place, int colour, F f)
{
	int chunk = (int)((row + 0.5) * s.perRow[1]), y = row - chunk * s.cells[1];
	ofThread(s, chunk, [&](int z) { f(colouredOf(s, z * s.cells[1] + y, place, colour)); });
}
#define HALVES(name, f, T)                                                              \
	KERNEL(name, GridLevelArgs)                                                         \
	{                                                                                   \
		if (isIdle(a, 0))                                                               \
			return;                                                                     \
		int row = (int)((i + 0.5) * (2 * a.slab.perRow[0])), half = a.slab.cells[0] / 2; \
		halvesOf(a.slab, i, row, i - row * half, a.colour, [&](const Coloured &d) { f<T>(a, d); }); \
	}
#else
// Calls f for the cells of one colour of a row, from a place on.
template <class F> FN void alongHalf(const GridSlab &s, int row, int k, int end, int colour, F f)
{
	int half = s.cells[0] / 2;
	auto upTo = [&](int end) INLINED {
		for (; k < end; k++)
			f(colouredOf(s, row, k, colour));
	};
	int z = row / s.cells[1];
	if (z > 0 && z < s.cells[2] - 1) {
		upTo(end < 1 ? end : 1);
		int inner = end < half ? end : half - 1;
		if (k < inner) {
			InnerColoured d, e;
			(Coloured &)d = colouredOf(s, row, k, colour);
			e = d;
#pragma GCC ivdep
			for (int n = 0; n < inner - k; n++) {
				e.at = d.at + n;
				e.other = d.other + n;
				e.x = d.x + 2 * n;
				f(e);
			}
			k = inner;
		}
	}
	upTo(end);
}
#define HALVES(name, f, T)                                                              \
	extern "C" void HOST(name)(const void *args, int from, int to)                     \
	{                                                                                   \
		const GridLevelArgs a = *(const GridLevelArgs *)args;                           \
		if (isIdle(a, 0))                                                               \
			return;                                                                     \
		rowsOf(a.slab, a.slab.cells[0] / 2, from, to, [&](int row, int k, int end) INLINED {    \
			alongHalf(a.slab, row, k, end, a.colour, [&](const auto &d) INLINED { f<T>(a, d); }); \
		});                                                                             \
	}
#endif
HALVES(grid_relax, relaxed, double)
HALVES(grid_relax_single, relaxed, float)
template <class T, class D> FN void relaxedStretched(const GridLevelArgs &a, const D &d)
{
	relaxed<T>(a, StretchedCell<D>(d));
}
HALVES(grid_relax_stretched, relaxedStretched, double)
HALVES(grid_relax_stretched_single, relaxedStretched, float)

// The right side of a coarse cell: the mean of the residuals of its cells. They have its place in
// the halves of their rows. Of a level that every device has, one computes its own planes only.
template <class T, class C> FN Tally restricted(const GridLevelArgs &a, const C &c)
{
	const GridSlab &f = a.slab;
	bool flatY = a.coarse.cells[1] == f.cells[1];
	int z0 = 2 * (c.z + a.coarse.first) - f.first, y0 = flatY ? c.y : 2 * c.y;
	Tally t = {};
	T sum = 0;
	if (c.z >= a.own[0] && c.z < a.own[1])
		for (int z = z0; z < z0 + 2; z++)
			for (int y = y0; y < (flatY ? y0 + 1 : y0 + 2); y++)
				for (int colour = 0; colour < 2; colour++) {
					T r = leftOver<T>(a, colouredOf(f, z * f.cells[1] + y, c.x, colour));
					Tally of = {{}, {sizeBits(r)}};
					t.add(of);
					sum += r;
				}
	sum *= flatY ? (T)0.25 : (T)0.125;
	storeAt<C>(a.coarse, a.out, placeOf(a.coarse, c.x, c.y, c.z), c.z, sum);
	return t;
}
TALLY_AT(grid_restrict, GridLevelArgs, restricted<double>, coarse, 0, 1)
TALLY_AT(grid_restrict_single, GridLevelArgs, restricted<float>, coarse, 0, 1)

// How many cells of a level make one of the next along an axis: one where only others are halved.
FN int halving(const GridLevelArgs &a, int axis)
{
	bool same = axis < 2 ? a.coarse.cells[axis] == a.slab.cells[axis] :
		a.coarse.planes == a.slab.planes;
	return same ? 1 : 2;
}

// The same of a stretched grid, some axes of which may be as before: the mean by volumes.
template <class T, class C> FN Tally restrictedStretched(const GridLevelArgs &a, const C &c)
{
	const GridSlab &f = a.slab;
	int n[3] = {halving(a, 0), halving(a, 1), halving(a, 2)};
	int x0 = n[0] * c.x, y0 = n[1] * c.y, z0 = n[2] * (c.z + a.coarse.first) - f.first;
	T sum = 0;
	if (c.z >= a.own[0] && c.z < a.own[1])
		for (int z = z0; z < z0 + n[2]; z++)
			for (int y = y0; y < y0 + n[1]; y++)
				for (int x = x0; x < x0 + n[0]; x++) {
					int colour = (x + y + z + f.first) & 1;
					Coloured d = colouredOf(f, z * f.cells[1] + y, x / 2, colour);
					double part = f.along[0][x].width * f.along[1][y].width * f.along[2][z].width;
					sum += (T)part * leftOver<T>(a, StretchedCell<Coloured>(d));
				}
	const GridSlab &g = a.coarse;
	sum *= (T)(g.along[0][c.x].perWidth * g.along[1][c.y].perWidth * g.along[2][c.z].perWidth);
	storeAt<C>(g, a.out, placeOf(g, c.x, c.y, c.z), c.z, sum);
	return {};
}
TALLY_AT(grid_restrict_stretched, GridLevelArgs, restrictedStretched<double>, coarse, 0, 1)
TALLY_AT(grid_restrict_stretched_single, GridLevelArgs, restrictedStretched<float>, coarse, 0, 1)

// Adds to a fine cell what the coarse level has found, interpolated.
template <class T, class C> FN void prolonged(const GridLevelArgs &a, const C &c)
{
	const GridSlab &g = a.coarse;
	const T *e = (const T *)a.in;
	bool flatY = g.cells[1] == a.slab.cells[1];
	int x = c.x / 2, xx = within(c.x & 1 ? x + 1 : x - 1, g.cells[0], g.walls & 1);
	int y = flatY ? c.y : c.y / 2;
	int yy = flatY ? y : within(c.y & 1 ? y + 1 : y - 1, g.cells[1], g.walls & 2);
	int z = (c.z + a.slab.first) / 2 - g.first, zz = withinZ(g, c.z & 1 ? z + 1 : z - 1);
	auto row = [&](int y, int z) INLINED {
		T near = load(e + placeOf(g, x, y, z)), far = load(e + placeOf(g, xx, y, z));
		return (T)0.75 * near + (T)0.25 * far;
	};
	auto plane = [&](int z) INLINED {
		return flatY ? row(y, z) : (T)0.75 * row(y, z) + (T)0.25 * row(yy, z);
	};
	T value = (T)0.75 * plane(z) + (T)0.25 * plane(zz);
	int64_t at = placeOf(a.slab, c.x, c.y, c.z);
	storeAt<C>(a.slab, a.out, at, c.z, ((const T *)a.out.at)[at] + value);
}
CELLS_OF_BOTH(grid_prolong, GridLevelArgs, prolonged)

// The coarse cell of a fine one along an axis of a stretched grid, the next on its side, and what
// part that has: linear between both centres. in is the fine cell of its slab, and counted in the
// domain.
template <class T> struct Between {
	int near, far;
	T part;
	FN_MEMBER Between(const GridLevelArgs &a, int axis, int in, int domain)
	{
		const GridSlab &g = a.coarse;
		if (halving(a, axis) == 1) {
			near = far = axis == 2 ? domain - g.first : in;
			part = 0;
			return;
		}
		bool up = domain & 1;
		near = axis == 2 ? domain / 2 - g.first : in / 2;
		int next = near + (up ? 1 : -1);
		far = axis == 2 ? withinZ(g, next) : within(next, g.cells[axis], g.walls >> axis & 1);
		part = (T)(0.5 * a.slab.along[axis][in + (up ? -1 : 1)].width *
			g.along[axis][near + up].perApart);
	}
};

template <class T, class C> FN void prolongedStretched(const GridLevelArgs &a, const C &c)
{
	const GridSlab &g = a.coarse;
	const T *e = (const T *)a.in;
	Between<T> x(a, 0, c.x, c.x), y(a, 1, c.y, c.y), z(a, 2, c.z, c.z + a.slab.first);
	auto row = [&](int j, int k) INLINED {
		T near = load(e + placeOf(g, x.near, j, k)), far = load(e + placeOf(g, x.far, j, k));
		return near + x.part * (far - near);
	};
	auto plane = [&](int k) INLINED {
		T near = row(y.near, k), far = row(y.far, k);
		return near + y.part * (far - near);
	};
	T near = plane(z.near), far = plane(z.far);
	int64_t at = placeOf(a.slab, c.x, c.y, c.z);
	storeAt<C>(a.slab, a.out, at, c.z, ((const T *)a.out.at)[at] + near + z.part * (far - near));
}
CELLS_OF_BOTH(grid_prolong_stretched, GridLevelArgs, prolongedStretched)

// Solves the coarsest level from zero by sweeps of Jacobi's iteration, each with an ω of its own,
// in one block. Its fields are not coloured.
#ifdef __CUDACC__
FN int threadsOfBlock() { return 128; }
FN void meetInBlock() { __syncthreads(); }
#else
FN int threadsOfBlock() { return 1; }
FN void meetInBlock() {}
#endif

template <class T, bool STRETCHED> FN void coarsest(const GridCoarsestArgs &a, int i)
{
	if (i >= threadsOfBlock() || isIdle(a, 0))
		return;
	int cells = (int)planeOf(a.slab) * a.slab.cells[2];
	for (int n = 0; n < a.sweeps; n++) {
		const T *from = (const T *)(n % 2 ? a.scratch : a.x);
		T *to = (T *)(n % 2 ? a.x : a.scratch);
		for (int at = i; at < cells; at += threadsOfBlock()) {
			Cell c = cellOf(a.slab, at);
			T own = n ? from[at] : (T)0, r = ((const T *)a.b)[at], diagonal = 0;
			for (int d = 0; d < 3; d++) {
				T kappa = (T)a.kappa[d];
				if constexpr (STRETCHED) {
					Coupling<T, StretchedCell<Cell>> k(a.slab, c, d, -1);
					diagonal += (c.low[d] ? k.below : (T)0) + (c.high[d] ? k.above : (T)0);
					if (n)
						r -= k.below * (own - from[at + c.low[d]]) + k.above * (own - from[at + c.high[d]]);
					continue;
				}
				diagonal += kappa * (T)((c.low[d] != 0) + (c.high[d] != 0));
				if (n)
					r -= kappa * (own - from[at + c.low[d]]) + kappa * (own - from[at + c.high[d]]);
			}
			to[at] = own + (T)a.omega[n] * r / diagonal;
		}
		meetInBlock();
	}
}
KERNEL(grid_coarsest, GridCoarsestArgs) { coarsest<double, false>(a, i); }
KERNEL(grid_coarsest_single, GridCoarsestArgs) { coarsest<float, false>(a, i); }
KERNEL(grid_coarsest_stretched, GridCoarsestArgs) { coarsest<double, true>(a, i); }
KERNEL(grid_coarsest_stretched_single, GridCoarsestArgs) { coarsest<float, true>(a, i); }

// Conjugate gradients with a cycle as preconditioner, of stretched grids. Kernel precondition takes
// z of the finest level, whose first sweep begins from zero, and sums r·z and the r before times z;
// kernel direction follows; then kernel descend makes x and r, also as the level's right side.
template <class T, class C> FN Tally preconditionOf(const GridIterationArgs &a, const C &c)
{
	T z = load((const T *)a.z + placeOf(a.slab, c.x, c.y, c.z));
	double volume = volumeOf(a.slab, StretchedCell<C>(c), -1) * (double)z;
	store(a.slab, a.out[0], c, z);
	return {{units((double)load((const T *)a.r + c.at) * volume, solveOf(a).perGamma),
		units((double)load((const T *)a.w + c.at) * volume, solveOf(a).perGamma)}, {}};
}
TALLY_OF_BOTH(grid_precondition, GridIterationArgs, preconditionOf, 2, 0)

template <class T, class C> FN Tally descendOf(const GridIterationArgs &a, const C &c)
{
	T alpha = (T)solveOf(a).alpha;
	T r = load((const T *)a.r + c.at) - alpha * load((const T *)a.w + c.at);
	T x = load((const T *)a.x + c.at) + alpha * load((const T *)a.p + c.at);
	((T *)a.out[0].at)[c.at] = r;
	((T *)a.out[1].at)[placeOf(a.slab, c.x, c.y, c.z)] = r;
	store(a.slab, a.out[2], c, x);
	return {{}, {sizeBits(r)}};
}
TALLY_OF_BOTH(grid_descend, GridIterationArgs, descendOf, 0, 1)
