// A step of the lattice Boltzmann method D2Q37. Sites are the cells of a slab that has one cell
// along y. Populations lie as [row][slot][x], in two arrays that take turns, with three rows beyond
// each end of a slab. The first slots of a row cross a plane above it, and the last ones a plane
// below.
//
// A step is lattice_step, and lattice_walls for the rows at walls: both pull, collide and store.
// lattice_propagate, lattice_bc and lattice_collide are a step with the same bits in three kernels.
// A GPU has a thread for each site; the processor does parts of rows.
#pragma once
#include "gridlattice.h"

FN int64_t rowLength(const GridSlab &s) { return (int64_t)LATTICE_POPULATIONS * s.cells[0]; }

// Whether a row is one of the three at a wall.
FN bool atWall(const GridSlab &s, int z)
{
	int row = s.first + z;
	return s.walls & 4 && (row < LATTICE_REACH || row >= s.planes - LATTICE_REACH);
}

// Where the row is that populations with a component c_z come from. Beyond the ends of a slab that
// is the domain it is at the other end.
FN int64_t rowFrom(const GridSlab &s, int z, int c)
{
	int from = z - c, planes = s.cells[2];
	if (s.whole)
		from += from < 0 ? planes : from >= planes ? -planes : 0;
	return from * rowLength(s);
}

// The column that populations with a component c_x come from.
FN int columnFrom(const GridSlab &s, int x, int c)
{
	int from = x - c, cells = s.cells[0];
	return from + (from < 0 ? cells : from >= cells ? -cells : 0);
}

// Calls f(row of the left or right neighbour's halo, population) for those populations of a row
// that cross the slab's end there.
template <class F> FN void crossing(const GridSlab &s, const GridStore &to, int z, F f)
{
	int beyond = s.cells[2] - 1 - z; // rows
	double *left = (double *)to.left + z * rowLength(s);
	double *right = (double *)to.right + (LATTICE_REACH - 1 - beyond) * rowLength(s);
	if (to.left && z < LATTICE_REACH)
		everyPopulation([&](auto p) INLINED {
			if (-p.z > z)
				f(left, p);
		});
	if (to.right && beyond < LATTICE_REACH)
		everyPopulation([&](auto p) INLINED {
			if (p.z > beyond)
				f(right, p);
		});
}

// The populations of one site, for kernels that take sites one by one.
FN void pull(const GridSlab &s, const double *from, int x, int z, Populations &f)
{
	const double *rows[2 * LATTICE_REACH + 1];
	int columns[2 * LATTICE_REACH + 1];
	for (int k = -LATTICE_REACH; k <= LATTICE_REACH; k++) {
		rows[k + LATTICE_REACH] = from + rowFrom(s, z, k);
		columns[k + LATTICE_REACH] = columnFrom(s, x, k);
	}
	everyPopulation([&](auto p) INLINED {
		unsigned at = p.slot * s.cells[0] + columns[p.x + LATTICE_REACH];
		f[p.index] = load(rows[p.z + LATTICE_REACH] + at);
	});
}

FN void loadSite(const GridSlab &s, const double *from, int x, int z, Populations &f)
{
	const double *own = from + z * rowLength(s) + x;
	everyPopulation([&](auto p) INLINED { f[p.index] = own[p.slot * s.cells[0]]; });
}

// Zero, which the compiler does not know: addresses with it are computed anew, and none is kept in
// registers where populations need them.
FN int hiddenZero()
{
	int zero = 0;
#ifdef __CUDACC__
	asm volatile("mov.u32 %0, 0;" : "=r"(zero));
#endif
	return zero;
}

FN void storeSite(const GridSlab &s, double *to, int x, int z, const Populations &f)
{
	double *own = to + z * rowLength(s) + x + hiddenZero();
	everyPopulation([&](auto p) INLINED { own[p.slot * s.cells[0]] = f[p.index]; });
}

// Stores the populations of a site that cross an end of the slab where a neighbour reads them. They
// are loaded again: kept in registers until here they would not fit.
FN void storeCrossing(const GridSlab &s, const GridStore &to, int x, int z)
{
	const double *own = (const double *)to.at + z * rowLength(s) + x;
	asm volatile("" ::: "memory");
	crossing(s, to, z, [&](double *row, auto p) INLINED {
		row[p.slot * s.cells[0] + x] = own[p.slot * s.cells[0]];
	});
}

#ifdef __CUDACC__

template <bool PULLS, bool COLLIDES> FN void stepSite(const LatticeArgs &a, int i)
{
	int z = rowOf(a.slab, i), x = i - z * a.slab.cells[0];
	double *to = (double *)a.to.at;
	Populations f;
	if (PULLS && COLLIDES && atWall(a.slab, z))
		return;
	if (PULLS)
		pull(a.slab, a.from, x, z, f);
	else
		loadSite(a.slab, to, x, z, f);
	if (COLLIDES)
		collide(a.collision, f);
	storeSite(a.slab, to, x, z, f);
	if (COLLIDES)
		storeCrossing(a.slab, a.to, x, z);
}

// A multiprocessor has four blocks of a kernel, each with as many registers as 37 populations and a
// collision take.
#define LATTICE_STEP(name, PULLS, COLLIDES) \
	KERNEL_OF(name, LatticeArgs, LAUNCH_NEXT, 128, 4) { stepSite<PULLS, COLLIDES>(a, i); }

#else

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define PART 256 // sites of a row that the processor does at once, so that they stay in its cache

// The populations of a part, each padded: with a distance of 4 KiB they would displace each other.
struct LatticePart {
	alignas(64) double f[LATTICE_POPULATIONS][PART + 8];
};

// Lets the numbers of a part come nearer, which are needed soon.
FN void bringNearer(const double *row)
{
	for (int k = 0; k < PART; k += 8)
		__builtin_prefetch(row + k, 0, 2);
}

// Inlined for each population, what follows would take long to compile.
#define CALLED static __attribute__((noinline)) void

// Copies n numbers to memory that is not read again soon, past the caches.
CALLED streamOut(double *to, const double *from, int n)
{
	int k = 0;
#ifdef __SSE2__
	for (; k < n && (uintptr_t)(to + k) % 64; k++)
		to[k] = from[k];
	for (; k + 2 <= n; k += 2)
		_mm_stream_pd(to + k, _mm_loadu_pd(from + k));
#endif
	for (; k < n; k++)
		to[k] = from[k];
}

// Copies n numbers of a row from a column on, which may be before its beginning or end after it.
CALLED copyAround(double *to, const double *row, int cells, int column, int n)
{
	for (; n > 0 && column < 0; n--, column++)
		*to++ = row[column + cells];
	int within = cells - column < n ? cells - column : n;
	if (within > 0) {
		memcpy(to, row + column, 8 * (size_t)within);
		n -= within;
		to += within;
		column += within;
	}
	for (; n > 0; n--, column++)
		*to++ = row[column - cells];
}

// Takes the populations of a part from memory, and lets those of the next part come nearer.
template <bool PULLS> FN void loadPart(const LatticeArgs &a, LatticePart &part, int z, int x, int n)
{
	int cells = a.slab.cells[0];
	everyPopulation([&](auto p) INLINED {
		const double *row = PULLS ? a.from + rowFrom(a.slab, z, p.z)
			: (const double *)a.to.at + z * rowLength(a.slab);
		row += p.slot * (int64_t)cells;
		bringNearer(row + x + PART);
		if (PULLS)
			copyAround(part.f[p.index], row, cells, x - p.x, n);
		else
			memcpy(part.f[p.index], row + x, 8 * (size_t)n);
	});
}

template <bool PULLS, bool COLLIDES>
FN void stepPart(const LatticeArgs &a, LatticePart &part, int z, int x, int n)
{
	int cells = a.slab.cells[0];
	double *own = (double *)a.to.at + z * rowLength(a.slab) + x;
	loadPart<PULLS>(a, part, z, x, n);
	if (COLLIDES)
#pragma GCC ivdep
		for (int k = 0; k < n; k++) {
			Populations f;
			everyPopulation([&](auto p) INLINED { f[p.index] = part.f[p.index][k]; });
			collide(a.collision, f);
			everyPopulation([&](auto p) INLINED { part.f[p.index][k] = f[p.index]; });
		}
	everyPopulation([&](auto p) INLINED {
		streamOut(own + p.slot * (int64_t)cells, part.f[p.index], n);
	});
	if (COLLIDES)
		crossing(a.slab, a.to, z, [&](double *row, auto p) INLINED {
			memcpy(row + p.slot * (int64_t)cells + x, part.f[p.index], 8 * (size_t)n);
		});
}

template <bool PULLS, bool COLLIDES> FN void stepParts(const LatticeArgs &a, int from, int to)
{
	LatticePart part;
	rowsOf(a.slab, a.slab.cells[0], from, to, [&](int z, int x, int end) INLINED {
		if (PULLS && COLLIDES && atWall(a.slab, z))
			return;
		for (; x < end; x += PART)
			stepPart<PULLS, COLLIDES>(a, part, z, x, end - x < PART ? end - x : PART);
	});
#ifdef __SSE2__
	_mm_sfence();
#endif
}

#define LATTICE_STEP(name, PULLS, COLLIDES)                            \
	extern "C" void HOST(name)(const void *args, int from, int to)     \
	{                                                                  \
		const LatticeArgs a = *(const LatticeArgs *)args;              \
		stepParts<PULLS, COLLIDES>(a, from, to);                       \
	}

#endif

LATTICE_STEP(lattice_step, true, true)
LATTICE_STEP(lattice_propagate, true, false)
LATTICE_STEP(lattice_collide, false, true)
