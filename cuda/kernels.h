// All kernels, and the list of them that the host device and the tests read.
#pragma once
#include "hash.h"
#include "neibs.h"
#include "forces.h"
#include "minimumscan.h"
#include "exchange.h"
#include "fields.h"
#include "spread.h"
#include "turn.h"
#include "damp.h"
#include "heat/insolids.h"
#include "periodic.h"
#include "passes.h"
#include "further.h"
#include "porous.h"
#include "combine.h"
#include "energies.h"
#include "sample.h"
#include "freebody.h"
#include "absorb.h"
#include "openings/births.h"
#include "openings/step.h"
#include "zones/births.h"
#include "flexible/walls.h"
#include "lines/fluid.h"
#include "copy.h"
#include "preview.h"
#include "limits.h"

// The host's forms of these have files of their own, hostcontact.cpp and hostjoints.cpp.
#define CONTACTS(X) X(overlap, ContactArgs) X(contact, ContactArgs) X(restore_contacts, ContactArgs)
#define JOINTS(X)                                                                           \
	X(joined_bodies, JointsArgs) X(restore_joints, RestoreJointsArgs) X(part_joints, PartJointsArgs)
// That of these is in hostlines.cpp.
#define LINES(X) X(lines, LinesArgs) X(pull_bodies, LinePullArgs) X(lined, LinedArgs)
// And of these in hostflexible.cpp.
#define FLEXIBLE(X)                                                                         \
	X(flex_leaf, FlexArgs) X(flex_branch, FlexArgs) X(flex_near, FlexArgs)                  \
	X(flex_begin, FlexArgs) X(flex_strain, FlexArgs) X(flex_move, FlexArgs)                 \
	X(flex_take, FlexArgs) X(flex_pull, FlexPullArgs) X(flex_energy, FlexedArgs)            \
	X(flexed, FlexedArgs)
// And of this one in hostrelaxation.cpp.
#define RELAXATION(X) X(relax, RelaxArgs)
#ifdef __CUDACC__
#include "contact.h"
#include "flexible/readings.h"
#include "joints/joints.h"
#include "lines/readings.h"
#include "relaxation/relax.h"
#else
#define DECLARE(name, Args) extern "C" void host_##name(const void *args, int from, int to);
CONTACTS(DECLARE)
JOINTS(DECLARE)
LINES(DECLARE)
FLEXIBLE(DECLARE)
RELAXATION(DECLARE)
#undef DECLARE
#endif

// X is for kernels of one form, V for those that have vector forms on the host.
#define KERNELS(X, V)                                                                       \
	X(hash, HashArgs) X(scatter, ScatterArgs) X(rank, RankArgs)                             \
	X(reorder, ReorderArgs) X(slices, SlicesArgs) X(block_velocity, SkinsArgs)              \
	X(skins, SkinsArgs) X(neighbourhood_boxes, BlocksArgs)                                  \
	X(block_displacement, SkinCheckArgs) X(skin_use, SkinCheckArgs)                         \
	X(active, ActiveArgs) X(columns, ActiveArgs) X(tasks, NeibsArgs)                        \
	V(neibs, NeibsArgs) V(neibs_materials, NeibsArgs)                                       \
	VARIANTS(V, forces, ForcesArgs)                                                         \
	X(begin, MinimumScanArgs) X(publish_maxima, PublishMaximaArgs) X(minimumscan, MinimumScanArgs) \
	X(begin_moving, MinimumScanArgs) X(minimumscan_moving, MinimumScanArgs)                 \
	X(check, MinimumScanArgs)                                                               \
	X(publish_clock, PublishClockArgs) X(publish_lists, PublishListsArgs)                   \
	X(predict, ForcesArgs)                                                                  \
	X(exchange, ExchangeArgs) X(restore, RestoreArgs)                                       \
	X(reorder_field, ReorderFieldArgs) X(give_field, GiveFieldArgs)                         \
	X(wrap, WrapArgs) X(place_images, PlaceImagesArgs) X(copy_images, CopyImagesArgs)       \
	X(restore_field, RestoreFieldArgs) X(spread, SpreadArgs) X(turn, TurnArgs)               \
	X(damp, DampArgs) V(rough, ForcesArgs)                                                  \
	X(keep_heat, HeatArgs) V(heat_walls, HeatArgs) V(heat, HeatArgs)                        \
	V(heat_walls_materials, HeatArgs) V(heat_solids, HeatArgs)                              \
	PASSES(V)                                                                               \
	TERM_VARIANTS(V, gradient) TERM_VARIANTS(V, strain) TERM_VARIANTS(V, stress) ALL_TERMS(V) \
	USUAL_WALLS(V, forces_wendland_limited, LIMITED)                                        \
	USUAL_WALLS(V, forces_wendland_stress_limited, LIMITED) LIMITED_TERMS(V)                \
	RESIDUAL_WALLS(V, forces_wendland_residual, LIMITED)                                    \
	RESIDUAL_WALLS(V, forces_wendland_fit, SLIDING)                                         \
	RESIDUAL_WALLS(V, forces_wendland_fit_laminar, LIMITED)                                 \
	USUAL_WALLS(V, forces_wendland_heat, ARTIFICIAL)                                        \
	USUAL_WALLS(V, forces_wendland_heat_laminar, LAMINAR)                                   \
	USUAL_WALLS(V, forces_wendland_two, ARTIFICIAL)                                         \
	USUAL_WALLS(V, forces_wendland_two_laminar, LAMINAR)                                    \
	USUAL_WALLS(V, forces_wendland_two_heat_laminar, LAMINAR)                               \
	TWO_FIT(V)                                                                              \
	USUAL_WALLS(V, forces_wendland_porous, LIMITED)                                         \
	MOVED(V, forces_any_porous, ForcesArgs, ANY, LIMITED) X(soak, PorousArgs)               \
	MOVED(V, forces_any_materials, ForcesArgs, ANY, LIMITED)                                \
	X(moment, MomentArgs) X(publish_moments, PublishMomentsArgs)                            \
	X(publish_sums, CombineArgs) X(combine, CombineArgs) X(loop, LoopArgs)               \
	X(energy, EnergyArgs) X(field_sum, FieldSumArgs)                                        \
	X(probe, ProbeArgs) X(wallpressure, ProbeArgs)                                          \
	X(paddle_level, ProbeArgs) X(absorb, AbsorbArgs) X(absorbed, AbsorbedArgs)               \
	X(measure_openings, MeasureOpeningsArgs)                                                \
	X(measure_openings_materials, MeasureOpeningsArgs) X(wet_openings, AdvanceOpeningsArgs) \
	X(advance_openings, AdvanceOpeningsArgs) X(opening, OpeningArgs)                        \
	X(cross, CrossArgs) X(births, CrossArgs) X(publish_openings, PublishOpeningsArgs)       \
	X(opened, OpenedArgs)                                                                   \
	X(measure_zones, MeasureZonesArgs) X(advance_zone_points, AdvanceZonesArgs)             \
	X(advance_zone_sites, AdvanceZonesArgs) X(in_zone, InZoneArgs)                          \
	X(cross_zones, CrossZonesArgs) X(zone_births, CrossZonesArgs)                           \
	X(publish_zones, PublishZonesArgs)                                                      \
	X(copy, CopyArgs) X(preview, PreviewArgs)                                                \
	MOVED(X, body, BodyArgs, ANY, LIMITED) MOVED(X, work, WorkArgs, ANY, LIMITED)           \
	X(totals, TotalsArgs) X(commit_totals, CommitTotalsArgs) X(turned, TurnedArgs)           \
	MOVED(X, carry, CarryArgs, ANY, LIMITED) X(free_bodies, FreeBodiesArgs)                 \
	X(restore_bodies, FreeBodiesArgs) X(record_bodies, RecordBodiesArgs)                    \
	CONTACTS(X) JOINTS(X) X(line_fluid, LineFluidArgs) LINES(X)                             \
	X(flex_push, FlexPushArgs) X(flex_walls, FlexWallsArgs)                                 \
	X(flex_shown, FlexWallsArgs) FLEXIBLE(X) RELAXATION(X)                                  \
	USUAL_WALLS(V, arithmetic, ARTIFICIAL)

#ifndef __CUDACC__
#define DECLARE(name, Args, ...)                                                            \
	extern "C" void host8_##name(const void *args, int from, int to);                       \
	extern "C" void host16_##name(const void *args, int from, int to);
#define NOTHING(name, Args, ...)
KERNELS(NOTHING, DECLARE)
#endif
