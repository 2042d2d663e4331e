// The fluid around nodes of lines, as a step begins.
#pragma once
#include "../sample.h"
#include "state.h"

enum : int64_t { FARTHEST_NODE = 1 << 30 }; // [quanta]

// A place along an axis, taken into the domain if that is periodic.
FN int64_t intoPeriod(const Grid &g, int axis, int64_t at)
{
	if (g.period[axis] == 0)
		return at;
	int64_t first = (int64_t)REACH << g.shift, over = (at - first) % g.period[axis];
	return first + over + (over < 0 ? g.period[axis] : 0);
}

// Sums W V and W V v over the fluid around nodes: thread 32 n is for node n.
KERNEL(line_fluid, LineFluidArgs)
{
	int lane = i % 32, lanes = TOGETHER ? 32 : 1; // on the host one thread does all
	if (lane >= lanes || a.step >= a.clock->limit)
		return;
	const ProbeArgs &probe = a.around;
	const double *x = lineState(a.of, *a.clock, a.step) + (int64_t)NODE_WORDS * (i / 32);
	int64_t at[3];
	for (int k = 0; k < 3; k++) {
		at[k] = roundToLong(x[k] / a.of.quantum);
		if (!(at[k] > -FARTHEST_NODE && at[k] < FARTHEST_NODE))
			return;
		at[k] = intoPeriod(probe.grid, k, at[k]);
	}
	int4 p = {(int)at[0], (int)at[1], (int)at[2], 0};
	if (!inDomain(probe.grid, p) || !owns(probe.grid, sliceOf(probe.grid, p)))
		return;
	int64_t sums[NODE_SUMS] = {};
	fluidAround(probe, cellOf(probe.grid, p), p, lane, lanes,
		[&](int j, float w, float, float, float) {
			float4 v = probe.vel[j];
			float volume = w / (1.0f + v.w);
			sums[0] += roundToLong(volume * probe.weightScale);
			sums[1] += roundToLong(volume * v.x * probe.velocityScale);
			sums[2] += roundToLong(volume * v.y * probe.velocityScale);
			sums[3] += roundToLong(volume * v.z * probe.velocityScale);
		});
	for (int k = 0; k < NODE_SUMS; k++)
		addOfWarp(a.of.sums + NODE_SUMS * (i / 32) + k, sums[k]);
}
