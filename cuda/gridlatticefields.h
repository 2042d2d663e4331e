// Fields of the fluid of the lattice Boltzmann method D2Q37, and populations made of them.
#pragma once
#include "gridlatticestep.h"

// Density, velocity and temperature of the fluid of a site, and their sums and maxima. Populations
// are those after a collision, so the fluid's fields are half a step back: see
// lattice.Hydrodynamic. Sums are mass and momentum along x, or momentum along z and energy. Maxima
// are speed, temperature, its inverse and density; the speed is infinite where density or
// temperature is not positive.
FN Tally moments(const LatticeFieldsArgs &a, int x, int z)
{
	Populations f;
	loadSite(a.slab, a.populations, x, z, f);
	FluidState u = momentsOf(f);
	u.x -= a.collision.half[0];
	u.z -= a.collision.half[1];
	u.temperature += a.collision.halfWarming;
	int64_t at = (int64_t)z * a.slab.cells[0] + x;
	a.density[at] = u.density;
	a.velocity[0][at] = u.x;
	a.velocity[1][at] = u.z;
	a.temperature[at] = u.temperature;
	double square = u.x * u.x + u.z * u.z;
	double first = a.energy ? u.density * u.z : u.density;
	double second = a.energy ? u.density * (u.temperature + square / 2) : u.density * u.x;
	uint32_t speed = u.density > 0 && u.temperature > 0 ? sizeBits(sqrt(square)) : 0x7f800000;
	return {{units(first, a.perUnit[0]), units(second, a.perUnit[1])},
		{speed, sizeBits(u.temperature), sizeBits(1 / u.temperature), sizeBits(u.density)}};
}

// Whether a row is in the slab, or one of those beyond its ends that populations come from.
FN bool hasRow(const GridSlab &s, int z)
{
	if (z >= 0 && z < s.cells[2])
		return true;
	int row = s.first + z;
	return !s.whole && (!(s.walls & 4) || (row >= 0 && row < s.planes));
}

// Populations of a fluid at the beginning, also in the rows beyond the slab's ends, so thread 0 has
// the third row before the first. They are the equilibrium of Kinetic's velocity and temperature
// after a collision: so after n steps they are those of the oracle after n steps and a collision.
FN void begin(const LatticeFieldsArgs &a, int x, int z)
{
	int64_t at = (int64_t)z * a.slab.cells[0] + x;
	FluidState u = {a.density[at], a.velocity[0][at] - a.collision.half[0],
		a.velocity[1][at] - a.collision.half[1], a.temperature[at] - a.collision.halfWarming};
	Populations f;
	equilibrium(a.collision, u, 1, [&](auto p, double part) INLINED { f[p.index] = part; });
	collide(a.collision, f);
	storeSite(a.slab, a.populations, x, z, f);
}

#ifdef __CUDACC__

TALLY_OF(lattice_moments, LatticeFieldsArgs, 2, 4)
{
	int z = rowOf(a.slab, i);
	t.add(moments(a, i - z * a.slab.cells[0], z));
}

KERNEL(lattice_begin, LatticeFieldsArgs)
{
	int row = rowOf(a.slab, i), z = row - LATTICE_REACH;
	if (hasRow(a.slab, z))
		begin(a, i - row * a.slab.cells[0], z);
}

#else

extern "C" void HOST(lattice_moments)(const void *args, int from, int to)
{
	const LatticeFieldsArgs a = *(const LatticeFieldsArgs *)args;
	Tally t = {};
	rowsOf(a.slab, a.slab.cells[0], from, to, [&](int z, int x, int end) INLINED {
#pragma GCC ivdep
		for (int k = x; k < end; k++)
			t.add(moments(a, k, z));
	});
	addOfLoop<2, 4>(a.slots, t);
}

extern "C" void HOST(lattice_begin)(const void *args, int from, int to)
{
	const LatticeFieldsArgs a = *(const LatticeFieldsArgs *)args;
	GridSlab rows = a.slab;
	rows.cells[2] += 2 * LATTICE_REACH;
	rowsOf(rows, rows.cells[0], from, to, [&](int row, int x, int end) INLINED {
		if (!hasRow(a.slab, row - LATTICE_REACH))
			return;
#pragma GCC ivdep
		for (int k = x; k < end; k++)
			begin(a, k, row - LATTICE_REACH);
	});
}

#endif
