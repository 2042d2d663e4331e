// Solvers of (sigma - Σ κ δ²) x = b on a grid: conjugate gradients, with a polynomial of the matrix
// as preconditioner or without, and Jacobi's iteration. An iteration of conjugate gradients is two
// kernels of cells, each of which does all that needs no sum of its own:
//
//     direction   p = z + β p,  w = A p,                      and p·w
//     update      x += α p,  r -= α w,  z = (c0 - c1 A) r,    and r·z, max |r|
//
// that read and write 88 bytes a cell in double precision. Kernels find p, r and z of neighbours
// anew from what these were made of, so each has its old and its new array.
//
// Sums are of integers in units of what the last iteration summed to, so all devices have the same
// bits, and no device waits for the host. A sum that does not fit is cut off: the step is shorter
// then than it might be, but r stays b - A x.
#pragma once
#include "gridcell.h"

enum { GOES_ON, CONVERGED, TOO_MANY, NOT_FINITE }; // GridSolve.done

enum Solids { NONE, PRESSURE, FACES, WALLS };

// What the ways to both neighbours along an axis have in the matrix of a stretched grid, of the
// component of velocity that is solved for, or of what lies in centres.
template <class T, class C> struct Coupling {
	T below, above;
	FN_MEMBER Coupling(const GridSlab &s, const C &c, int axis, int component)
	{
		bool own = axis == component;
		T per = own ? perApart<T>(s, c, axis) : perWidth<T>(s, c, axis);
		below = per * (own ? perWidth<T>(s, c, axis, -1) : perApart<T>(s, c, axis));
		above = per * (own ? perWidth<T>(s, c, axis) : perApart<T>(s, c, axis, 1));
	}
};

// The row of a stretched grid with solids: of the pressure, or of a component of velocity. From a
// face along the surface of a solid it is half a cell to the surface.
template <class T, class A, class C, class F> FN T rowAmongSolids(const A &a, const C &c, F value)
{
	T own = value(0), sum = 0;
	int axis = a.component;
	if (axis >= 0 && !isOpen(a.mask[c.at], axis))
		return 0;
	for (int d = 0; d < 3; d++) {
		int64_t low = c.lower(d), high = c.upper(d);
		Coupling<T, C> k(a.slab, c, d, axis);
		T below = own - value(low), above = own - value(high);
		if (axis < 0) {
			below = isOpen(a.mask[c.at], d) ? below : (T)0;
			above = isOpen(a.mask[c.at + high], d) ? above : (T)0;
		} else if (d != axis) {
			T toSurface = (T)2 * own, half = perWidth<T>(a.slab, c, d) * perWidth<T>(a.slab, c, d);
			if (isBuried(a.mask[c.at + low], axis)) {
				below = toSurface;
				k.below = half;
			}
			if (isBuried(a.mask[c.at + high], axis)) {
				above = toSurface;
				k.above = half;
			}
		}
		sum += (T)a.kappa[d] * (k.below * below + k.above * above);
	}
	return (T)a.sigma * own + sum;
}

// The value of the matrix's row of c times a field, whose value at a distance from c is
// value(distance). Where there are solids, A is that of the pressure, which no face of theirs lets
// pass, or that of a component of velocity, which is zero there. WALLS are those at the ends of the
// domain, where what is solved for is zero; they are of increments, since walls do not change.
template <Solids OF, class T, class A, class C, class F>
FN T rowTimes(const A &a, const C &c, F value)
{
	T own = value(0), sum = 0;
	int axis = 0;
	if constexpr (OF == FACES) {
		axis = a.component;
		if (!isOpen(a.mask[c.at], axis))
			return 0;
	}
	if constexpr (C::STRETCHED) {
		if (a.mask)
			return rowAmongSolids<T>(a, c, value);
	}
	if constexpr (OF == WALLS) {
		axis = a.component;
		if (axis >= 0 && a.slab.walls >> axis & 1 && c.atLow(axis))
			return 0;
	}
	for (int d = 0; d < 3; d++) {
		int64_t low = c.lower(d), high = c.upper(d);
		T below, above;
		if constexpr (OF == PRESSURE) {
			below = isOpen(a.mask[c.at], d) ? own - value(low) : (T)0;
			above = isOpen(a.mask[c.at + high], d) ? own - value(high) : (T)0;
		} else if constexpr (OF == FACES) {
			below = isBuried(a.mask[c.at + low], axis) ? 2 * own : own - value(low);
			above = isBuried(a.mask[c.at + high], axis) ? 2 * own : own - value(high);
		} else if constexpr (OF == WALLS) {
			below = c.atLow(d) ? (T)a.bound[d][0] * own : own - value(low);
			above = c.atHigh(d) ? (T)a.bound[d][1] * own : own - value(high);
		} else {
			below = own - value(low);
			above = own - value(high);
		}
		if constexpr (C::STRETCHED) {
			Coupling<T, C> k(a.slab, c, d, a.component);
			sum += (T)a.kappa[d] * (k.below * below + k.above * above);
		} else {
			sum += (T)a.kappa[d] * (below + above);
		}
	}
	return (T)a.sigma * own + sum;
}

// A product of two cells' values in a sum. The matrix of a stretched grid is symmetric in products
// that count volumes.
template <class A, class C> FN double inSum(const A &a, const C &c, double product)
{
	if constexpr (C::STRETCHED)
		return product * volumeOf(a.slab, c, a.component);
	return product;
}

// r = b - A x, and the greatest.
template <Solids OF, class T, class C> FN Tally residualOf(const GridIterationArgs &a, const C &c)
{
	const T *x = (const T *)a.x;
	auto value = [&](int64_t d) INLINED { return load(x + c.at + d); };
	T r = load((const T *)a.b + c.at) - rowTimes<OF, T>(a, c, value);
	store(a.slab, a.out[0], c, r);
	return {{}, {sizeBits(r)}};
}

template <Solids OF, class T, class C> FN Tally directionOf(const GridIterationArgs &a, const C &c)
{
	const T *z = (const T *)a.z, *p = (const T *)a.p;
	T beta = (T)solveOf(a).beta;
	auto next = [&](int64_t d) INLINED { return load(z + c.at + d) + beta * load(p + c.at + d); };
	T own = next(0), w = rowTimes<OF, T>(a, c, next);
	store(a.slab, a.out[0], c, own);
	store(a.slab, a.out[1], c, w);
	return {{units(inSum(a, c, (double)own * (double)w), solveOf(a).perDelta)}, {}};
}

template <Solids OF, class T, class C> FN Tally updateOf(const GridIterationArgs &a, const C &c)
{
	const T *r = (const T *)a.r, *w = (const T *)a.w;
	T alpha = (T)solveOf(a).alpha;
	auto next = [&](int64_t d) INLINED { return load(r + c.at + d) - alpha * load(w + c.at + d); };
	T own = next(0), z = (T)a.pre[0] * own;
	if (a.pre[1] != 0)
		z -= (T)a.pre[1] * rowTimes<OF, T>(a, c, next);
	T x = load((const T *)a.x + c.at) + alpha * load((const T *)a.p + c.at);
	store(a.slab, a.out[0], c, own);
	store(a.slab, a.out[1], c, z);
	store(a.slab, a.out[2], c, x);
	return {{units(inSum(a, c, (double)own * (double)z), solveOf(a).perGamma)}, {sizeBits(own)}};
}

// x + ω (b - A x)/diagonal, with ω as pre[0]; and the greatest residual.
template <class T, class C> FN Tally jacobiOf(const GridIterationArgs &a, const C &c)
{
	const T *x = (const T *)a.x;
	auto value = [&](int64_t d) INLINED { return load(x + c.at + d); };
	T r = load((const T *)a.b + c.at) - rowTimes<C::STRETCHED ? WALLS : NONE, T>(a, c, value);
	T diagonal = (T)a.sigma;
	for (int d = 0; d < 3; d++) {
		if constexpr (C::STRETCHED) {
			Coupling<T, C> k(a.slab, c, d, -1);
			diagonal += (T)a.kappa[d] * ((c.lower(d) != 0 ? k.below : (T)0) +
				(c.upper(d) != 0 ? k.above : (T)0));
		} else {
			diagonal += (T)a.kappa[d] * (T)((c.lower(d) != 0) + (c.upper(d) != 0));
		}
	}
	store(a.slab, a.out[0], c, x[c.at] + (T)a.pre[0] * r / diagonal);
	return {{}, {sizeBits(r)}};
}

#define ITERATIONS(name, f, SUMS, MAXIMA)                                                       \
	TALLY(name, GridIterationArgs, (f<NONE, double>), SUMS, MAXIMA)                             \
	TALLY(name##_single, GridIterationArgs, (f<NONE, float>), SUMS, MAXIMA)                     \
	TALLY(name##_pressure, GridIterationArgs, (f<PRESSURE, double>), SUMS, MAXIMA)              \
	TALLY(name##_pressure_single, GridIterationArgs, (f<PRESSURE, float>), SUMS, MAXIMA)        \
	TALLY(name##_faces, GridIterationArgs, (f<FACES, double>), SUMS, MAXIMA)                    \
	TALLY(name##_faces_single, GridIterationArgs, (f<FACES, float>), SUMS, MAXIMA)
ITERATIONS(grid_residual, residualOf, 0, 1)
ITERATIONS(grid_direction, directionOf, 1, 0)
ITERATIONS(grid_update, updateOf, 1, 1)

template <class T, class C> FN Tally directionAtWalls(const GridIterationArgs &a, const C &c)
{
	return directionOf<WALLS, T>(a, c);
}
template <class T, class C> FN Tally updateAtWalls(const GridIterationArgs &a, const C &c)
{
	return updateOf<WALLS, T>(a, c);
}
TALLY_OF_BOTH(grid_direction_walls, GridIterationArgs, directionAtWalls, 1, 0)
TALLY_OF_BOTH(grid_update_walls, GridIterationArgs, updateAtWalls, 1, 1)
TALLY_OF_ALL(grid_jacobi, GridIterationArgs, jacobiOf, 0, 1)

// Of a stretched grid, with walls or without.
template <class T, class C> FN Tally residualOn(const GridIterationArgs &a, const C &c)
{
	return residualOf<WALLS, T>(a, StretchedCell<C>(c));
}
template <class T, class C> FN Tally directionOn(const GridIterationArgs &a, const C &c)
{
	return directionOf<WALLS, T>(a, StretchedCell<C>(c));
}
template <class T, class C> FN Tally updateOn(const GridIterationArgs &a, const C &c)
{
	return updateOf<WALLS, T>(a, StretchedCell<C>(c));
}
TALLY_OF_BOTH(grid_residual_stretched, GridIterationArgs, residualOn, 0, 1)
TALLY_OF_BOTH(grid_direction_stretched, GridIterationArgs, directionOn, 1, 0)
TALLY_OF_BOTH(grid_update_stretched, GridIterationArgs, updateOn, 1, 1)

// Adds up what blocks have left in the slots, as word i of a device, and clears them.
FN int64_t collected(int64_t *slots, int i)
{
	if (i < 2) {
		int64_t sum = 0;
		for (int s = 0; s < GRID_SLOTS; s++) {
			sum += slots[s * GRID_SLOT_WORDS + i];
			slots[s * GRID_SLOT_WORDS + i] = 0;
		}
		return sum;
	}
	uint32_t low = 0, high = 0;
	for (int s = 0; s < GRID_SLOTS; s++) {
		uint32_t *most = (uint32_t *)(slots + s * GRID_SLOT_WORDS + i);
		low = most[0] > low ? most[0] : low;
		high = most[1] > high ? most[1] : high;
		most[0] = most[1] = 0;
	}
	return (int64_t)((uint64_t)high << 32 | low);
}
KERNEL(grid_collect, GridCollectArgs) { a.words[i] = collected(a.slots, i); }

FN int64_t wordOf(const GridScalarArgs &a, int i)
{
	return a.slots ? collected(a.slots, i) : a.words[i];
}
FN double greatestOf(const GridScalarArgs &a) { return asFloat((uint32_t)wordOf(a, 2)); }

// The number of units in one, a power of two, so that a sum of that size has 52 bits.
FN double unitsFor(double size)
{
	if (!(size > 1e-290))
		return 1.0;
	int exponent;
	frexp(size, &exponent);
	return ldexp(1.0, 52 - exponent);
}

FN void decide(const GridScalarArgs &, GridSolve &s)
{
	if (!(s.residual < 1e300))
		s.done = NOT_FINITE;
	else if (s.residual <= s.limit)
		s.done = CONVERGED;
	else if (s.iterations >= s.most)
		s.done = TOO_MANY;
}

// Units of r·z by what it is at most, if it is not known.
FN double unitsForResidual(const GridSolve &s)
{
	return unitsFor(s.residual * s.residual * s.ofResidual);
}

// Begins a solve, whose greatest residual is known. Conjugate gradients follow with an update with
// α = 0, which is not counted: they begin with -1 iterations.
KERNEL(grid_solve_begin, GridScalarArgs)
{
	GridSolve s = {};
	s.residual = greatestOf(a);
	s.limit = a.limit;
	s.most = a.most;
	s.iterations = a.iterations;
	s.ofResidual = a.cells * a.pre;
	s.ofGamma = a.pre * a.bound;
	s.perGamma = unitsForResidual(s);
	s.restart = 1;
	decide(a, s);
	*a.solve = s;
}

// Whether a sum of integers is too small to be exact enough: its unit was too large. Each cell
// rounds by half a unit at most, and where most cells have less than that they all round to zero.
FN bool isRough(const GridScalarArgs &a, int64_t sum)
{
	return sum < 4096 || (double)sum < 64 * a.cells;
}

// After kernel direction: α. Where p·w is too small for its unit the iteration does nothing, and
// the next begins anew.
KERNEL(grid_solve_alpha, GridScalarArgs)
{
	GridSolve s = *a.solve;
	if (s.done)
		return;
	int64_t sum = wordOf(a, 0);
	if (isRough(a, sum))
		s.restart = 1;
	double delta = sum / s.perDelta;
	s.alpha = s.restart ? 0 : s.gamma / delta;
	s.perDelta = unitsFor(delta);
	*a.solve = s;
}

// After kernel update: β.
KERNEL(grid_solve_beta, GridScalarArgs)
{
	GridSolve s = *a.solve;
	if (s.done)
		return;
	int64_t sum = wordOf(a, 0);
	double gamma = sum / s.perGamma;
	s.residual = greatestOf(a);
	if (isRough(a, sum)) {
		s.perGamma = unitsForResidual(s);
		s.restart = 1;
		s.beta = 0;
	} else {
		s.beta = s.restart ? 0 : gamma / s.gamma;
		s.perGamma = unitsFor(gamma);
		if (s.restart)
			s.perDelta = unitsFor(gamma * s.ofGamma);
		s.restart = 0;
	}
	s.gamma = gamma;
	s.iterations++;
	decide(a, s);
	*a.solve = s;
}

// After kernel precondition, which sums r·z, and the r before times z, in the same unit: β of Polak
// and Ribière, for a preconditioner that is not symmetric. Where the sum is too small for its unit,
// α is 0 in an iteration, and the next has a smaller unit. Since z of a cell follows from all, a
// cell in a corner may have a product larger than the sum: units leave room for 16 times as much.
KERNEL(grid_solve_flexible, GridScalarArgs)
{
	const double room = 64;
	GridSolve s = *a.solve;
	if (s.done)
		return;
	int64_t sum = wordOf(a, 0), before = wordOf(a, 1);
	double gamma = sum / s.perGamma;
	s.beta = s.restart ? 0 : (gamma - before / s.perGamma) / s.gamma;
	if (isRough(a, sum)) {
		s.perGamma = sum > 4096 ? unitsFor(gamma) / room : ldexp(s.perGamma, 20);
		s.restart = 1;
		s.beta = 0;
	} else {
		s.perGamma = unitsFor(gamma) / room;
		s.perDelta = unitsFor(2 * gamma) / room;
		s.restart = 0;
	}
	s.gamma = gamma;
	*a.solve = s;
}

// After an iteration of another solver, which tells the greatest residual before it.
KERNEL(grid_solve_count, GridScalarArgs)
{
	GridSolve s = *a.solve;
	if (s.done)
		return;
	s.residual = greatestOf(a);
	s.iterations++;
	decide(a, s);
	*a.solve = s;
}
