// MinimumScan: the time step that all particles of all devices allow,
//   Δt = C min(√(h/|a|), h/c),  Δt <= 0.125 h²/D, see diffusiveStep in sph/stability.go
// Every device computes it from the maxima of all, so the host is not needed. It is for the
// step after the next: while the next step is computed there is time to hear from all devices.
#pragma once
#include "forcing.h"
#include "motion.h"
#include "physics.h"
#include "skincheck.h"
#include "stillwater.h"
#include "wait.h"

// What limits the length of a step.
enum { BY_SOUND, BY_FORCES, BY_DIFFUSION };

enum { RUN, SKIN_USED, END_REACHED, NOT_A_NUMBER, STEP_TOO_LONG, DEVICE_LOST };

// Publishes this device's maxima and clears them for the next forces.
KERNEL(publish_maxima, PublishMaximaArgs)
{
	*a.out = *a.maxima;
	*a.maxima = Maxima{};
}

FN uint32_t greater(uint32_t a, uint32_t b) { return a > b ? a : b; }

FN Maxima unite(const Maxima &a, const Maxima &b)
{
	return {greater(a.accel2, b.accel2), greater(a.speed2, b.speed2), greater(a.rel, b.rel), 0,
		greater(a.used, b.used), greater(a.approach, b.approach), greater(a.surface, b.surface), 0,
		greater(a.usedAhead, b.usedAhead), greater(a.approachAhead, b.approachAhead),
		greater(a.flowSpeed2, b.flowSpeed2), 0,
		greater(a.entriesNeeded, b.entriesNeeded), greater(a.overLimit, b.overLimit), greater(a.unlisted, b.unlisted), 0};
}

// Stores this device's maxima for the others and waits for theirs; thread i does it for device i.
// It unites them in all, and returns whether a device is lost. All devices must run at once.
//
// Maxima travel in parts of 16 bytes, each with the turn in it. One instruction stores a part,
// so where the turn is there, the data is too.
FN bool meet(const MinimumScanArgs &a, int i, Maxima &all)
{
	all = *a.own;
	all.turn = all.turn2 = all.turn3 = all.turn4 = a.turn;
	fence();
	uint32_t lost = loadAtOnce(a.patience.lost); // as an earlier kernel has noted; it comes while others are waited for
	if (i < a.outs)
		for (int part = 0; part < 4; part++)
			storeAtOnce((uint4 *)a.out[i] + part, ((uint4 *)&all)[part]);
	if (i < a.devices) {
		Wait w = {};
		do
			for (int part = 0; part < 4; part++)
				((uint4 *)&all)[part] = loadAtOnce((const uint4 *)(a.maxima + i) + part);
		while ((all.turn != a.turn || all.turn2 != a.turn || all.turn3 != a.turn || all.turn4 != a.turn) && !(lost |= inVain(a.patience, w)));
	}
	fence();
	all = {greatest(all.accel2), greatest(all.speed2), greatest(all.rel), 0, greatest(all.used), greatest(all.approach), greatest(all.surface), 0,
		greatest(all.usedAhead), greatest(all.approachAhead), greatest(all.flowSpeed2), 0,
		greatest(all.entriesNeeded), greatest(all.overLimit), greatest(all.unlisted), 0};
	return greatest(lost) > 0;
}

// Ends the flow: no kernel does anything more.
FN void fail(Clock &c, int why)
{
	c.halt = why;
	c.limit = -1;
}

// The greatest use of a skin, as a part of it. Beyond 1 a pair may be missing from the lists.
FN float skinOveruse(const MinimumScanArgs &a, const Clock &c) { return maximum(c.used, c.layerApproach / a.skinMax); }

// Tells the kernels of step k, which begins at a time, of it. MOVES: bodies may move. That has kernels of its own, or all flows would
// wait for its registers.
template <bool MOVES>
FN void record(const MinimumScanArgs &a, int k, double time, float length, int still)
{
	a.records[k & 1] = {time, length, still,
		{forcingAt(a.forcing, time), forcingAt(a.forcing, time + 0.5 * length)}};
	if constexpr (MOVES)
		recordMotions(a.motion, k, time, length);
}

// Sets the length of step k, which begins at a time. It is shortened if the skins do not suffice
// and it must not be rejected. A step that begins at the end or behind it is not done. None is
// shortened for the end: what comes before must not depend on where a flow ends.
template <bool MOVES> FN void prepare(const MinimumScanArgs &a, int k, double time, Clock &c)
{
	float dt = a.dtFixed > 0.0f ? a.dtFixed : c.allowed[k & 1];
	if (time >= a.end) {
		if (c.limit > k) {
			c.halt = END_REACHED;
			c.limit = k;
		}
	} else if (a.shorten && skinOveruse(a, c) > 1.0f) {
		if (a.dtFixed > 0.0f)
			fail(c, STEP_TOO_LONG);
		dt = minimum(dt, 0.999f * a.dtMax / skinOveruse(a, c));
	}
	c.length[k & 1] = dt;
	record<MOVES>(a, k, time, dt, c.still);
}

// Unites the maxima of all devices in m, and clears this device's. It returns false in all
// threads but the first, and where the flow has ended.
FN bool uniteAll(const MinimumScanArgs &a, int i, Clock &c, Maxima &m)
{
	c = *a.clock;
	m = {};
	if (!a.turn) {
		for (int d = 0; d < a.devices; d++)
			m = unite(m, a.maxima[d]);
	} else if (meet(a, i, m) && i == 0 && c.limit >= 0) {
		fail(c, DEVICE_LOST);
		*a.clock = c;
	}
	if (i > 0 || c.limit < 0)
		return false;
	if (a.own)
		*a.own = Maxima{};
	return true;
}

// Takes the use of the skins from the maxima.
FN void takeSkinUse(const Maxima &m, Clock &c)
{
	c.used = asFloat(m.used);
	c.layerApproach = asFloat(m.approach);
}

// Sets until which step the lists are known to be good. If the skins suffice for all steps that
// were checked, these need no check of their own. Else the step `otherwise` is the next to check.
FN void verify(const MinimumScanArgs &a, int otherwise, const Maxima &m, Clock &c)
{
	bool ahead = asFloat(m.usedAhead) <= 1.0f && asFloat(m.approachAhead) <= a.skinMax;
	c.verifiedUntil = ahead ? a.step + a.verifiedSteps : otherwise;
	c.accelerationBound = ACCELERATION_GROWTH * c.accel;
}

// Notes what limits a length: that allowed for even or for odd steps, or that of the last step.
enum { OF_LAST = 2 };
FN void noteLimit(Clock &c, int place, int by)
{
	c.limitedBy = (c.limitedBy & ~(255 << 8 * place)) | by << 8 * place;
}
FN int limitOf(const Clock &c, int place) { return c.limitedBy >> 8 * place & 255; }

// The time at which step k ends, which has begun.
FN double endOf(int k, const Clock &c) { return c.time + c.length[k & 1]; }

// Begins a period with new lists. The lengths that forces have allowed are those of the two steps
// that come next. Lists are made for predicted positions, so they may be used up before the first
// step, where particles have begun to move apart faster than was predicted. Then no step is done.
template <bool MOVES> FN void beginPeriod(const MinimumScanArgs &a, int i)
{
	Clock c;
	Maxima m;
	if (!uniteAll(a, i, c, m))
		return;
	takeSkinUse(m, c);
	if ((c.step - c.first) & 1) {
		float next = c.allowed[1];
		c.allowed[1] = c.allowed[0];
		c.allowed[0] = next;
		int even = limitOf(c, 0);
		noteLimit(c, 0, limitOf(c, 1));
		noteLimit(c, 1, even);
	}
	c.entriesNeeded = c.unlisted = 0;
	verify(a, 0, m, c);
	c.first = c.step;
	c.halt = RUN;
	c.limit = 0x7fffffff;
	if (!a.shorten && skinOveruse(a, c) > 1.0f) {
		c.halt = SKIN_USED;
		c.limit = 0;
		// for what is measured before the lists that follow
		record<MOVES>(a, 0, c.time, 0.0f, c.still);
	} else {
		prepare<MOVES>(a, 0, c.time, c);
		if (c.limit > 0)
			prepare<MOVES>(a, 1, endOf(0, c), c);
	}
	*a.clock = c;
}
MEETING_KERNEL(begin, MinimumScanArgs) { beginPeriod<false>(a, i); }
MEETING_KERNEL(begin_moving, MinimumScanArgs) { beginPeriod<true>(a, i); }

// Sets the length of step k + 1 by the forces in the middle of step k - 1. Bits above those of the
// greatest float are infinity or NaN: fast math would drop a comparison of floats.
template <bool MOVES> FN void scanMinimum(const MinimumScanArgs &a, int i)
{
	Clock c;
	Maxima m;
	int k = a.step, after = k + 1;
	if (!uniteAll(a, i, c, m) || k > c.limit)
		return;
	if ((int)m.entriesNeeded > c.entriesNeeded)
		c.entriesNeeded = (int)m.entriesNeeded;
	if ((int)m.unlisted > c.unlisted)
		c.unlisted = (int)m.unlisted;
	if (m.accel2 > 0x7f7fffff || m.speed2 > 0x7f7fffff || m.rel > 0x7f7fffff) {
		fail(c, NOT_A_NUMBER);
	} else if (m.overLimit) {
		fail(c, STEP_TOO_LONG);
	} else {
		float accel = sqrtf(asFloat(m.accel2)), x = 1.0f + asFloat(m.rel);
		float dt = a.cfl * a.h / (a.c0 * x * x * x);
		int by = BY_SOUND;
		if (accel > 0.0f) {
			float longest = a.cfl * sqrtf(a.h / accel);
			by = longest < dt ? (int)BY_FORCES : by;
			dt = minimum(dt, longest);
		}
		if (a.dtViscous > 0.0f) {
			by = a.dtViscous < dt ? (int)BY_DIFFUSION : by;
			dt = minimum(dt, a.dtViscous);
		}
		noteLimit(c, after & 1, by);
		c.allowed[after & 1] = dt;
		c.accel = accel;
		if (accel > c.accelerationBound)
			c.verifiedUntil = k < c.verifiedUntil ? k : c.verifiedUntil;
		c.speed = sqrtf(asFloat(m.speed2));
		c.flowSpeed = sqrtf(asFloat(m.flowSpeed2));
		if (a.stillRise > 0)
			c.still = stillFrom(a, c.still, m.surface);
		if (!a.over && k < c.limit)
			prepare<MOVES>(a, after, endOf(k, c), c);
	}
	*a.clock = c;
}
MEETING_KERNEL(minimumscan, MinimumScanArgs) { scanMinimum<false>(a, i); }
MEETING_KERNEL(minimumscan_moving, MinimumScanArgs) { scanMinimum<true>(a, i); }

// Decides whether a step counts, before a later step may write over the state that it began with.
// It is rejected if the lists were not good for it: if in its middle particles came closer than
// the skins allow for, a particle left the cells next to its own, or particles came into reach
// from layers that are not compared. A rejected step is done again with new lists. If the lists
// are good for steps that follow too, these are not checked, unless accelerations grow. With `over`
// the step is looked at before it begins: it is rejected now, or is known to be good, and committed
// by its own check.
MEETING_KERNEL(check, MinimumScanArgs)
{
	Clock c;
	Maxima m;
	if (!uniteAll(a, i, c, m) || a.step >= c.limit)
		return;
	int now = a.step & 1;
	bool checked = a.step >= c.verifiedUntil;
	if (checked)
		takeSkinUse(m, c);
	if (checked && !a.shorten && skinOveruse(a, c) > 1.0f) {
		c.halt = SKIN_USED;
		c.limit = a.step;
	} else if (!a.over) {
		c.time = endOf(now, c);
		c.dt = c.length[now];
		noteLimit(c, OF_LAST, limitOf(c, now));
		c.step++;
	}
	if (checked)
		verify(a, a.step + 1, m, c);
	*a.clock = c;
}

// Lets the host read the time.
KERNEL(publish_clock, PublishClockArgs)
{
	*a.out = *a.clock;
}

// Lets the host read the results of a list build: i is from 0 to the number of slices, and BINS at least.
KERNEL(publish_lists, PublishListsArgs)
{
	if (i == 0) {
		*a.numbersOut = *a.numbers;
		a.motionOut->most = a.motion->most;
		a.motionOut->approach = a.motion->approach;
	}
	if (i < BINS)
		a.motionOut->bins[i] = a.motion->bins[i];
	a.workOut[i] = a.work[i];
}
