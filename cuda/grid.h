// All kernels of grids. They are compiled apart from those of particles.
#pragma once
#include "gridflow.h"
#include "gridlevel.h"
#include "gridairstep.h"
#include "gridlatticefields.h"
#include "gridlatticewalls.h"

#define BOTH_PRECISIONS(X, name, Args) X(name, Args) X(name##_single, Args)
#define STRETCHED_TOO(X, name, Args) \
	BOTH_PRECISIONS(X, name, Args)   \
	BOTH_PRECISIONS(X, name##_stretched, Args)
#define OF_SOLIDS(X, name, Args)             \
	BOTH_PRECISIONS(X, name, Args)           \
	BOTH_PRECISIONS(X, name##_pressure, Args) \
	BOTH_PRECISIONS(X, name##_faces, Args)   \
	BOTH_PRECISIONS(X, name##_stretched, Args)

#define GRID_KERNELS(X)                                       \
	STRETCHED_TOO(X, grid_predict, GridPredictArgs)         \
	STRETCHED_TOO(X, grid_temperature, GridTemperatureArgs) \
	STRETCHED_TOO(X, grid_divergence, GridDivergenceArgs)   \
	STRETCHED_TOO(X, grid_project, GridProjectArgs)         \
	STRETCHED_TOO(X, grid_energies, GridSumArgs)            \
	STRETCHED_TOO(X, grid_heats, GridSumArgs)               \
	OF_SOLIDS(X, grid_residual, GridIterationArgs)            \
	OF_SOLIDS(X, grid_direction, GridIterationArgs)           \
	OF_SOLIDS(X, grid_update, GridIterationArgs)              \
	BOTH_PRECISIONS(X, grid_direction_walls, GridIterationArgs) \
	BOTH_PRECISIONS(X, grid_update_walls, GridIterationArgs)  \
	STRETCHED_TOO(X, grid_jacobi, GridIterationArgs)        \
	BOTH_PRECISIONS(X, grid_into_level, GridLevelArgs)        \
	BOTH_PRECISIONS(X, grid_out_of_level, GridLevelArgs)      \
	STRETCHED_TOO(X, grid_relax, GridLevelArgs)             \
	STRETCHED_TOO(X, grid_restrict, GridLevelArgs)          \
	STRETCHED_TOO(X, grid_prolong, GridLevelArgs)           \
	STRETCHED_TOO(X, grid_coarsest, GridCoarsestArgs)     \
	BOTH_PRECISIONS(X, grid_precondition, GridIterationArgs)  \
	BOTH_PRECISIONS(X, grid_descend, GridIterationArgs)       \
	BOTH_PRECISIONS(X, air_sweep_x, AirSweepArgs)             \
	BOTH_PRECISIONS(X, air_sweep_z, AirSweepArgs)             \
	BOTH_PRECISIONS(X, air_sums, AirSumArgs)                  \
	BOTH_PRECISIONS(X, air_fields, AirFieldsArgs)             \
	X(air_clock, AirClockArgs)                                \
	X(grid_collect, GridCollectArgs)                          \
	X(grid_solve_begin, GridScalarArgs)                       \
	X(grid_solve_alpha, GridScalarArgs)                       \
	X(grid_solve_beta, GridScalarArgs)                        \
	X(grid_solve_count, GridScalarArgs)                       \
	X(grid_solve_flexible, GridScalarArgs)                    \
	X(lattice_step, LatticeArgs)                              \
	X(lattice_propagate, LatticeArgs)                         \
	X(lattice_collide, LatticeArgs)                           \
	X(lattice_walls, LatticeWallsArgs)                        \
	X(lattice_bc, LatticeWallsArgs)                           \
	X(lattice_moments, LatticeFieldsArgs)                     \
	X(lattice_begin, LatticeFieldsArgs)
