// Walls of the lattice Boltzmann method D2Q37: see package lattice, and the oracle of its tests. A
// thread has a column of the three rows at a wall.
#pragma once
#include "gridlatticestep.h"

// The rows of a column at a wall, from the wall into the fluid.
struct WallColumn {
	int x, first, up, end; // end is 0 for the lower wall
	FN_MEMBER int row(int k) const { return first + k * up; }
};

// The first threads have the lower wall, where the slab has it.
FN WallColumn columnOf(const GridSlab &s, int i)
{
	int upper = s.first != 0 || i >= s.cells[0];
	return {i % s.cells[0], upper ? s.cells[2] - 1 : 0, upper ? -1 : 1, upper};
}

FN double limited(double x, double bound)
{
	x = x < bound ? x : bound;
	return x > -bound ? x : -bound;
}

// The populations of a row after the pull: FUSED pulls them, else a kernel has done so.
template <bool FUSED>
FN void afterPull(const LatticeWallsArgs &a, const WallColumn &c, int k, Populations &f)
{
	if (FUSED)
		pull(a.slab, a.from, c.x, c.row(k), f);
	else
		loadSite(a.slab, (const double *)a.to.at, c.x, c.row(k), f);
}

// The mass of a column: what its rows have pulled, and what has left them through the wall. What
// they have pulled from beyond it means nothing.
template <bool FUSED> FN double massOf(const LatticeWallsArgs &a, const WallColumn &c)
{
	double mass = 0;
	for (int k = 0; k < LATTICE_REACH; k++) {
		Populations now, before;
		afterPull<FUSED>(a, c, k, now);
		loadSite(a.slab, a.from, c.x, c.row(k), before);
		everyPopulation([&](auto p) INLINED {
			mass += p.z * c.up <= k ? now[p.index] : 0;
			mass += p.z * c.up < -k ? before[p.index] : 0;
		});
	}
	return mass;
}

// Velocity and temperature of a row: those of the straight line through the third row, the wall,
// and the fourth, within bounds. Its density is that of a mass of one at the third row.
FN FluidState atRow(const LatticeWallsArgs &a, int end, int k, const FluidState &fourth)
{
	double d = LATTICE_REACH - 1 - k, warm = a.warm[end]; // d rows from the wall
	double x = a.rest[0] + limited(d * (a.rest[0] - fourth.x), a.excess);
	double temperature = warm + limited(d * (warm - fourth.temperature), a.excess * warm);
	return {a.pressure[end][k] / temperature, x, a.rest[1], temperature};
}

template <bool FUSED> FN void setColumn(const LatticeWallsArgs &a, int i)
{
	WallColumn c = columnOf(a.slab, i);
	double mass = massOf<FUSED>(a, c), shape = 0;
	Populations beyond; // the equilibrium, of the fourth row
	afterPull<FUSED>(a, c, LATTICE_REACH, beyond);
	FluidState fourth = momentsOf(beyond);
	equilibrium(a.collision, fourth, 1, [&](auto p, double part) INLINED {
		beyond[p.index] -= part;
	});
	for (int k = 0; k < LATTICE_REACH; k++)
		shape += atRow(a, c.end, k, fourth).density;
	double perShape = mass / shape;
	for (int k = 0; k < LATTICE_REACH; k++) {
		FluidState u = atRow(a, c.end, k, fourth);
		u.density *= perShape;
		Populations f;
		equilibrium(a.collision, u, 1, [&](auto p, double part) INLINED {
			f[p.index] = part + beyond[p.index];
		});
		if (FUSED)
			collide(a.collision, f);
		storeSite(a.slab, (double *)a.to.at, c.x, c.row(k), f);
		if (FUSED)
			storeCrossing(a.slab, a.to, c.x, c.row(k));
	}
}

KERNEL(lattice_walls, LatticeWallsArgs) { setColumn<true>(a, i); }
KERNEL(lattice_bc, LatticeWallsArgs) { setColumn<false>(a, i); }
