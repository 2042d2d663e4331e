// Argument structs of the lattice Boltzmann method D2Q37; see gridlattice.h. Units are cells and
// steps.
#pragma once
#include "args_grid.h"

#define LATTICE_POPULATIONS 37 // of a site
#define LATTICE_REACH 3        // rows and columns that a population moves in a step, at most
#define LATTICE_SHELLS 8       // of velocities with the same distance

// What a collision needs besides populations. The equilibrium of a shell is made of
//   even0 = 1 + e even[0] - v/2 + v²/8 + e (v even[1] + e even[2])
//   even1 = 1/2 - v/4 + e ofEven1
//   odd0  = 1 - v/2 + e ofOdd
// with e = T/T₀ - 1 and v = u²/T₀: see relax in package lattice.
STRUCT(LatticeCollision) {
	double perTemperature; // 1/T₀
	double omega, kept;    // 1/τ, 1 - 1/τ
	double push[2];        // û - u, along x and z: see lattice.Forced
	double warming;        // T̂ - T
	double half[2];        // g/2: see lattice.Hydrodynamic
	double halfWarming;    // g²/(4 D)
	double weights[LATTICE_SHELLS];
	double even[3][LATTICE_SHELLS];
	double ofEven1[LATTICE_SHELLS];
	double ofOdd[LATTICE_SHELLS];
} END(LatticeCollision);

// A step of the sites of a slab, or a part of one.
STRUCT(LatticeArgs) {
	GridSlab slab;
	LatticeCollision collision;
	PTR(const double) from; // populations after the last collision, from the slab's first row on
	GridStore to;
} END(LatticeArgs);

// Walls at the lower and the upper end of the lattice.
STRUCT(LatticeWallsArgs) {
	GridSlab slab;
	LatticeCollision collision;
	PTR(const double) from;
	GridStore to;
	double rest[2];        // moments of a fluid at rest: velocity,
	double warm[2];        // and temperature at each wall
	double pressure[2][3]; // hydrostatic, of each wall's rows over that of the first
	double excess;         // lattice.WallExcess
} END(LatticeWallsArgs);

// Fields of the fluid, and populations.
STRUCT(LatticeFieldsArgs) {
	GridSlab slab;
	LatticeCollision collision;
	PTR(double) populations;
	PTR(double) density;
	PTR(double) velocity[2]; // along x and z
	PTR(double) temperature;
	PTR(int64_t) slots;
	double perUnit[2]; // of the sums
	int32_t energy;    // the sums are momentum along z and energy, else mass and momentum along x
	int32_t unused;
} END(LatticeFieldsArgs);
