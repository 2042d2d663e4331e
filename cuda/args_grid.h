// Argument structs of the kernels of grids, as args.h has those of particles. Numbers of fields are
// double or float, by the kernel.
#pragma once
#include "args.h"

#define GRID_SWEEPS 64 // of the coarsest level, at most
#define GRID_DEPTH 4
#define GRID_SLOTS 32 // in which blocks add up, so that few wait for each other
#define GRID_WORDS 4  // of a tally: two sums, and four maxima in two words
#define GRID_SLOT_WORDS 8

// The lengths of a cell along a stretched axis, and of the way to the cell before it.
STRUCT(GridLength) {
	double width;    // Δ [m]
	double perWidth; // 1/Δ
	double perApart; // 1 over the distance between both centres; at a wall 1/Δ
	double own;      // the cell's part of both widths
} END(GridLength);

// The planes of a device, of one level. Cells lie along x first, then y, then z.
STRUCT(GridSlab) {
	int32_t cells[3];  // of the slab
	int32_t first;     // its first plane in the domain
	int32_t planes;    // of the domain
	int32_t walls;     // bit d: the ends of axis d are walls; else it is periodic
	int32_t whole;     // the slab is the domain: planes beyond its ends are its own
	int32_t coloured;  // of each row the cells with even x + y + z lie before the others
	int32_t depth;     // cells of a thread, one above the other: 1 or GRID_DEPTH
	int32_t unused;
	double perDelta[3]; // 1/Δ along each axis; of stretched ones the mean Δ
	double perRow[2];  // 1/cells, along x and y
	// of a stretched grid: from the slab's first cell on, with one more at each end; else null
	PTR(const struct GridLength) along[3];
} END(GridSlab);

// Where a kernel stores a field: from the first own plane on, and its first and last plane also
// where the neighbours read them, or null.
STRUCT(GridStore) {
	PTR(void) at;
	PTR(void) left;
	PTR(void) right;
} END(GridStore);

// What the iterations of a solver tell each other. Every device has the same.
STRUCT(GridSolve) {
	double alpha, beta;
	double gamma;              // r·z
	double perGamma, perDelta; // units of the sums that come next: 1/q
	double residual;           // the greatest
	double limit;              // of the residual
	int32_t iterations;
	int32_t most;              // iterations
	int32_t done;              // see enum in gridsolve.h
	int32_t restart;           // the next direction is z alone
	double ofResidual, ofGamma; // r·z over the greatest r², and p·A p over r·z, at most
} END(GridSolve);

STRUCT(GridCollectArgs) {
	PTR(int64_t) slots;
	PTR(int64_t) words;
	PTR(const struct GridSolve) solve; // null, or nothing is done where that is done
} END(GridCollectArgs);

STRUCT(GridPredictArgs) {
	GridSlab slab;
	PTR(const void) u[3];
	PTR(const void) before[3]; // rates of the stage before
	PTR(const void) pressure;
	PTR(const void) temperature; // null is none
	PTR(const uint8_t) mask;     // null where there are no solids
	GridStore out[3];
	PTR(void) rates[3];
	double wall[3][2][3]; // velocity of the walls at the ends of an axis
	double nu;            // in the rates
	double ofRates, ofBefore, ofDiffusion, ofPressure; // weights in what comes out
	double buoyancy[3];   // -β g
	double reference;     // temperature without buoyancy
} END(GridPredictArgs);

STRUCT(GridTemperatureArgs) {
	GridSlab slab;
	PTR(const void) u[3];
	PTR(const void) temperature;
	PTR(const void) before;
	GridStore out;
	PTR(void) rates;
	double wall[3][2]; // temperature of walls, where not insulated
	int32_t insulated[3][2];
	double diffusivity, source, ofRates, ofBefore;
	double ofDiffusion; // weight of ∇²T in what comes out, where diffusivity is 0 in the rates
} END(GridTemperatureArgs);

STRUCT(GridDivergenceArgs) {
	GridSlab slab;
	PTR(const void) u[3];
	PTR(const uint8_t) mask;
	PTR(void) out;
	PTR(int64_t) slots;
	double scale; // of what is stored
} END(GridDivergenceArgs);

STRUCT(GridProjectArgs) {
	GridSlab slab;
	PTR(const void) from[3];
	PTR(const void) before[3]; // velocities that the change is measured from
	PTR(const void) phi;
	PTR(const uint8_t) mask;
	GridStore u[3];
	GridStore pressure;
	PTR(const struct GridSolve) solve;
	PTR(int64_t) slots;
	double step; // Δt α
} END(GridProjectArgs);

STRUCT(GridSumArgs) {
	GridSlab slab;
	PTR(const void) u[3];
	PTR(const void) temperature;
	PTR(const uint8_t) mask;
	PTR(int64_t) slots;
	double perUnit[2];
	// velocity; and in the kernel of heat at walls, [axis][end][0] is the temperature
	double wall[3][2][3];
	int32_t axis, end;    // of that
} END(GridSumArgs);

STRUCT(GridIterationArgs) {
	GridSlab slab;
	PTR(struct GridSolve) solve;
	PTR(int64_t) slots;
	PTR(void) x;
	PTR(const void) b;
	PTR(const void) z;
	PTR(const void) p;
	PTR(const void) w;
	PTR(const void) r;
	PTR(const uint8_t) mask;
	GridStore out[3];
	double sigma;      // the matrix is sigma - Σ kappa δ²
	double kappa[3];
	double pre[2];     // z = pre[0] r - pre[1] A r
	int32_t component; // of the velocity that is solved for; -1 is what lies in centres
	int32_t unused;
	// What the ends of an axis with walls add to the row of a cell there, in parts of its own value:
	// 0 where nothing passes, 2 where the wall's value is 0, and 1 where it is that of the next face.
	double bound[3][2];
	GridSolve now;     // a copy of solve on the host, which the compiler knows that no store changes
} END(GridIterationArgs);

STRUCT(GridScalarArgs) {
	PTR(struct GridSolve) solve;
	PTR(int64_t) slots; // to collect, or null
	PTR(int64_t) words;
	double limit;       // of the residual, at the beginning
	double cells;       // of the domain
	double bound;       // of the matrix's eigenvalues
	double pre;         // and of the preconditioner's
	int32_t most;
	int32_t iterations; // to begin with
} END(GridScalarArgs);

// A level of multigrid, and the next coarser.
STRUCT(GridLevelArgs) {
	GridSlab slab, coarse;
	PTR(const struct GridSolve) solve;
	PTR(int64_t) slots;
	PTR(const void) in;
	PTR(const void) b;
	GridStore out;
	double kappa[3];
	int32_t colour;
	int32_t fromZero; // 1: what is in the field before counts as zero; 2: the other colour, too
	int32_t own[2];   // coarse planes that are computed, from and to: others are set to zero
	double omega;     // of a sweep; 1 is Gauss-Seidel
} END(GridLevelArgs);

// The coarsest level.
STRUCT(GridCoarsestArgs) {
	GridSlab slab;
	PTR(const struct GridSolve) solve;
	PTR(void) x;
	PTR(void) scratch;
	PTR(const void) b;
	double kappa[3];
	double omega[GRID_SWEEPS]; // of each sweep
	int32_t sweeps;
	int32_t unused;
} END(GridCoarsestArgs);
