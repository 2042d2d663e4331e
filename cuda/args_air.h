// Argument structs of the kernels of the dry atmosphere; see gridair.h. Numbers of fields and of
// rows are double or float, by the kernel.
#pragma once
#include "args_grid.h"

#define AIR_VARIABLES 4 // ρ', ρu, ρw and (ρθ)'
#define AIR_HALO 3   // planes beyond each end of a slab
#define AIR_ROW 16   // numbers of a row's base

// Where a flow is, and the step of a pair of steps. Every device has the same.
STRUCT(AirClock) {
	double time;    // [s]
	double dt;      // Δt [s]
	double last;    // that of the last step
	double ratio;   // Δt/Δx [s/m]
	double impulse; // -g Δt/2 [m/s], half of a step's weight
	double fastest; // max(|u|, |w|) + c over the cells at the beginning of the pair [m/s]
	double speed;   // max(|u|, |w|) then [m/s]
	int32_t steps;
	int32_t done;   // see enum in gridairstep.h
} END(AirClock);

// A sweep along an axis.
STRUCT(AirSweepArgs) {
	GridSlab slab;
	PTR(const void) in[AIR_VARIABLES];
	GridStore out[AIR_VARIABLES]; // neighbours read AIR_HALO planes
	PTR(const void) rows;      // of the first own plane, with AIR_HALO of them before it
	PTR(const struct AirClock) clock;
	PTR(int64_t) slots;        // of a tally of speeds; null is none
	double rate;               // K/Δx [m/s]
	int32_t depth;             // cells that a thread of a sweep along z has
	int32_t edge;              // but for as many planes at each end, where it has one
} END(AirSweepArgs);

STRUCT(AirClockArgs) {
	PTR(struct AirClock) clock;
	PTR(int64_t) slots; // to collect, or null
	PTR(int64_t) words;
	double end;         // [s]
	double reach;       // CFL Δx [m]
	double fixed;       // Δt [s]; 0 is by speeds
	double cell;        // Δx [m]
	int32_t steps;      // done since the last time, 1, or 0 at the beginning
	int32_t unused;
} END(AirClockArgs);

STRUCT(AirSumArgs) {
	GridSlab slab;
	PTR(const void) in[AIR_VARIABLES];
	PTR(const void) rows;
	PTR(int64_t) slots;
	double perUnit[2];
	double cell;      // Δx [m]
	int32_t energies; // 0 sums ρ' and (ρθ)', 1 energies
	int32_t unused;
} END(AirSumArgs);

STRUCT(AirFieldsArgs) {
	GridSlab slab;
	PTR(const void) in[AIR_VARIABLES];
	PTR(const void) rows;
	PTR(void) out[4]; // θ' [K], u and w [m/s] and p' [Pa]
} END(AirFieldsArgs);
