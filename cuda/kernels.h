// All kernels, and the list of them that the host device and the tests read.
#pragma once
#include "hash.h"
#include "neibs.h"
#include "forces.h"
#include "minimumscan.h"
#include "euler.h"
#include "sample.h"

#define FORCES_KERNELS(X, prefix, Args)                                                \
	X(prefix##_wendland_lennard_jones, Args) X(prefix##_wendland_dynamic, Args)        \
	X(prefix##_wendland_dummy, Args) X(prefix##_wendland_laminar_lennard_jones, Args)  \
	X(prefix##_wendland_laminar_dynamic, Args) X(prefix##_wendland_laminar_dummy, Args) \
	X(prefix##_cubic_lennard_jones, Args) X(prefix##_cubic_dynamic, Args)              \
	X(prefix##_cubic_dummy, Args) X(prefix##_cubic_laminar_lennard_jones, Args)        \
	X(prefix##_cubic_laminar_dynamic, Args) X(prefix##_cubic_laminar_dummy, Args)

#define KERNELS(X)                                                                     \
	X(hash, HashArgs) X(scatter, ScatterArgs) X(rank, RankArgs)                        \
	X(reorder, ReorderArgs) X(slices, SlicesArgs) X(neibs, NeibsArgs)                  \
	FORCES_KERNELS(X, forces, ForcesArgs)                                              \
	X(begin, BeginArgs) X(publish, PublishArgs) X(minimumscan, MinimumScanArgs)        \
	X(tell, TellArgs) X(euler, EulerArgs)                          \
	X(energy, EnergyArgs) X(probe, ProbeArgs)                                          \
	FORCES_KERNELS(X, body, BodyArgs)
