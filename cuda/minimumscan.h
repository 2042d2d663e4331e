// MinimumScan: the time step that all particles of all devices allow. Every
// device does it for itself on the same numbers, so the host need not know.
//   Δt = C min(√(h/|a|), h/c),  Δt <= 0.125 h²/ν
#pragma once
#include "physics.h"
#include "spread.h"

enum { RUN, SKIN_USED, END_REACHED, NOT_A_NUMBER, STEP_TOO_LONG, DEVICE_LOST };

// A period begins: the lists are new.
KERNEL(begin, BeginArgs)
{
	Clock *c = a.clock;
	c->used = 0.0f;
	c->closing = 0.0f;
	c->longest = 0;
	if (c->halt == SKIN_USED)
		c->halt = RUN;
}

// Hands this device's maxima to all and clears them for the next forces.
KERNEL(publish, PublishArgs)
{
	*a.out = *a.maxima;
	*a.maxima = Maxima{0, 0, 0, 0, 0, 0, 0, 0};
}

// Hands this device's maxima to the others and waits for theirs, for some ten
// seconds: whether they came. All devices run at once, or they would wait for
// ever. What a device's forces have stored in others' memory is there then, too.
FN bool meet(const MinimumScanArgs &a)
{
	Maxima m = *a.own;
	for (int d = 0; d < a.outs; d++) {
		volatile Maxima *out = a.out[d];
		out->accel2 = m.accel2;
		out->speed2 = m.speed2;
		out->rel = m.rel;
		out->used = m.used;
		out->longest = m.longest;
		out->forwards = m.forwards;
		out->backwards = m.backwards;
	}
	fence();
	for (int d = 0; d < a.outs; d++)
		((volatile Maxima *)a.out[d])->turn = a.turn;
	for (int d = 0; d < a.devices; d++) {
		const volatile uint32_t *turn = &a.maxima[d].turn;
		for (int k = 0; *turn != a.turn; k++)
			if (k == 10000000)
				return false;
	}
	fence();
	return true;
}

KERNEL(minimumscan, MinimumScanArgs)
{
	Clock c = *a.clock;
	if (a.turn && !meet(a) && !c.halt)
		c.halt = a.clock->halt = DEVICE_LOST;
	if (c.halt)
		return;
	uint32_t accel2 = 0, speed2 = 0, rel = 0, used = 0, longest = 0, forwards = 0, backwards = 0;
	for (int d = 0; d < a.devices; d++) {
		const volatile Maxima *m = a.maxima + d;
		accel2 = m->accel2 > accel2 ? m->accel2 : accel2;
		speed2 = m->speed2 > speed2 ? m->speed2 : speed2;
		rel = m->rel > rel ? m->rel : rel;
		used = m->used > used ? m->used : used;
		forwards = m->forwards > forwards ? m->forwards : forwards;
		backwards = m->backwards > backwards ? m->backwards : backwards;
		longest = m->longest > longest ? m->longest : longest;
	}
	if (a.own)
		*a.own = Maxima{0, 0, 0, 0, 0, 0, 0, 0};
	float accel = sqrtf(asFloat(accel2)), speed = sqrtf(asFloat(speed2)), x = 1.0f + asFloat(rel);
	float dt = a.cfl * a.h / (a.c0 * x * x * x);
	if (accel > 0.0f)
		dt = minimum(dt, a.cfl * sqrtf(a.h / accel));
	if (a.dtViscous > 0.0f)
		dt = minimum(dt, a.dtViscous);
	if ((int)longest > c.longest)
		c.longest = (int)longest;
	// Bits above the greatest number's are infinity or NaN; a comparison of floats
	// would not survive fast math.
	if (accel2 > 0x7f7fffff || speed2 > 0x7f7fffff || rel > 0x7f7fffff) {
		c.halt = NOT_A_NUMBER;
	} else if (a.half == 0) {
		// If particles may come closer than the lists know by the middle of this
		// step, or one may leave the cells next to its own, where alone it is looked
		// for, or particles may come into reach from slices that are not compared,
		// then the step is put off until the lists are new.
		c.used = asFloat(used);
		c.closing = asFloat(forwards) + asFloat(backwards);
		c.speed = speed;
		if (c.step > 0)
			dt = minimum(dt, c.dtNext);
		if (a.dtFixed > 0.0f)
			dt = a.dtFixed;
		bool last = c.time + dt >= a.end;
		if (last)
			dt = (float)(a.end - c.time);
		float excess = maximum(c.used, c.closing / a.mostSkin);
		if (c.time >= a.end) {
			c.halt = END_REACHED;
		} else if (excess > 1.0f) {
			if (!a.shorten) {
				c.halt = SKIN_USED;
			} else if (a.dtFixed > 0.0f) {
				c.halt = STEP_TOO_LONG;
			} else {
				dt = minimum(dt, 0.999f * a.longest / excess);
				last = false;
			}
		}
		if (!c.halt) {
			c.dt = dt;
			c.last = last;
		}
	} else if (c.dt * (0.5f * c.speed + 0.5f * accel * c.dt) > 0.16f * a.cell) {
		c.halt = STEP_TOO_LONG; // to where nobody looks for it
	} else {
		c.dtNext = dt;
		c.time = c.last ? a.end : c.time + c.dt;
		c.step++;
	}
	*a.clock = c;
}

// Tells the host: i is from 0 to the number of slices, and BINS at least.
KERNEL(tell, TellArgs)
{
	if (i == 0) {
		*a.clockOut = *a.clock;
		a.motionOut->most = a.motion->most;
		a.motionOut->forwards = a.motion->forwards;
		a.motionOut->backwards = a.motion->backwards;
	}
	if (i < BINS)
		a.motionOut->bins[i] = a.motion->bins[i];
	a.workOut[i] = a.work[i];
}
