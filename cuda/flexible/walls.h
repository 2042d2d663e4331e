// Between flexible parts and the particles of a flow: the force of the fluid on them, and their
// walls.
#pragma once
#include "../sample.h"
#include "../turn.h"
#include "bent.h"
#include "state.h"

FN BentWalls bentWalls(const FlexTable &t, const uint32_t *id)
{
	return {t.states, t.rows, id, t.first, t.ids, t.count, t.words, FLEX_NORMAL, FLEX_ACCEL};
}

// The forces of the fluid of task i on particles of flexible parts: the reaction to theirs.
KERNEL(flex_push, FlexPushArgs)
{
	const ForcesArgs &f = a.forces;
	Task t;
	if (!taskToDo(*f.clock, f.euler.step, f.part, f.list, i, t) || t.count & WALL)
		return;
	if (!(t.count & NO_LIST) && wallsOf(t.count) == 0)
		return;
	BentWalls bent = bentWalls(a.of, a.id);
	auto isOf = [&](int j) { return isMovingWall(f.list.predictedPos[j]) && flexRow(bent, j) >= 0; };
	forceOnWalls<LIMITED, DYNAMIC>(f, t, isOf, [&](int j, double fx, double fy, double fz) {
		int64_t *sums = a.of.sums + 3 * (int64_t)flexRow(bent, j);
		atomicSum(sums, roundToLong(fx * a.of.scale));
		atomicSum(sums + 1, roundToLong(fy * a.of.scale));
		atomicSum(sums + 2, roundToLong(fz * a.of.scale));
	});
}

// Puts wall particles where flexible parts are in the middle or at the end of a step.
KERNEL(flex_walls, FlexWallsArgs)
{
	const EulerArgs &e = a.turn.euler;
	const FlexTable &of = a.of;
	Task t;
	if (!taskToDo(*a.turn.clock, e.step, a.turn.part, a.turn.list, i, t) || !(t.count & WALL))
		return;
	int n = (int)t.particle;
	int4 p = e.from.pos[n];
	if (!isMovingWall(p))
		return;
	int row = flexRow(bentWalls(of, a.id), n);
	if (row < 0)
		return;
	bool halfStep = e.half == 0;
	const double *state = flexState(of, *a.turn.clock, e.step + 1);
	const double *from = halfStep ? of.middle : state;
	double x[3], v[3];
	flexVector(of, from, FLEX_X, row, x);
	flexVector(of, from, FLEX_V, row, v);
	p = {(int)roundToLong(x[0] / of.quantum), (int)roundToLong(x[1] / of.quantum),
		(int)roundToLong(x[2] / of.quantum), p.w};
	storeAll(e, n, p, {(float)v[0], (float)v[1], (float)v[2], e.to.vel[n].w}, {0, 0});
}

// Gives particles the stress, the strain and the displacement that snapshots have, as a step ends.
KERNEL(flex_shown, FlexWallsArgs)
{
	const EulerArgs &e = a.turn.euler;
	const FlexTable &of = a.of;
	Task t;
	if (!taskToDo(*a.turn.clock, e.step, a.turn.part, a.turn.list, i, t))
		return;
	int n = (int)t.particle;
	float4 shown = {0.0f, 0.0f, 0.0f, 0.0f};
	int row = t.count & WALL ? flexRow(bentWalls(of, a.id), n) : -1;
	if (row >= 0) {
		const double *state = flexState(of, *a.turn.clock, e.step + 1);
		const float *low = (const float *)(state + (int64_t)FLEX_SHOWN * of.count + row);
		shown = {low[0], low[1], low[2 * (int64_t)of.count], 0.0f};
	}
	((float4 *)a.shown.to)[n] = shown;
	if (n < e.edges.leftTo)
		((float4 *)a.shown.left)[n] = shown;
	if (n >= e.edges.rightFrom)
		((float4 *)a.shown.right)[n] = shown;
}
