// MinimumScan: the time step that all particles of all devices allow. Every
// device does it for itself on the same numbers, so the host need not know.
//   Δt = C min(√(h/|a|), h/c),  Δt <= 0.125 h²/ν
#pragma once
#include "physics.h"

enum { RUN, SKIN_USED, END_REACHED, NOT_A_NUMBER, STEP_TOO_LONG, DEVICE_LOST };

// A period begins: the lists are new.
KERNEL(begin, BeginArgs)
{
	Clock *c = a.clock;
	c->travel = 0.0f;
	c->moved = 0.0f;
	c->closing = 0.0f;
	c->pending = 0.0f;
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
// ever.
FN bool meet(const MinimumScanArgs &a)
{
	Maxima m = *a.own;
	volatile Maxima *out = a.maxima + a.device;
	out->accel2 = m.accel2;
	out->speed2 = m.speed2;
	out->rel = m.rel;
	out->spread2 = m.spread2;
	out->longest = m.longest;
	out->forwards = m.forwards;
	out->backwards = m.backwards;
	fence();
	out->turn = a.turn;
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
	uint32_t accel2 = 0, speed2 = 0, rel = 0, spread2 = 0, longest = 0, forwards = 0, backwards = 0;
	for (int d = 0; d < a.devices; d++) {
		const volatile Maxima *m = a.maxima + d;
		accel2 = m->accel2 > accel2 ? m->accel2 : accel2;
		speed2 = m->speed2 > speed2 ? m->speed2 : speed2;
		rel = m->rel > rel ? m->rel : rel;
		spread2 = m->spread2 > spread2 ? m->spread2 : spread2;
		forwards = m->forwards > forwards ? m->forwards : forwards;
		backwards = m->backwards > backwards ? m->backwards : backwards;
		longest = m->longest > longest ? m->longest : longest;
	}
	if (a.own)
		*a.own = Maxima{0, 0, 0, 0, 0, 0, 0, 0};
	float accel = sqrtf(asFloat(accel2)), speed = sqrtf(asFloat(speed2)), spread = sqrtf(asFloat(spread2)), x = 1.0f + asFloat(rel);
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
		// No two particles have moved further relative to each other than the
		// greatest relative speeds allow. If the way to the middle of this step
		// may use up the lists' skin, the step is put off until they are new; and
		// if any may leave the cells next to its own, where alone it is looked for,
		// or come into reach from slices that spread does not compare.
		c.travel += 0.5f * (c.spread + spread) * c.pending;
		c.moved += 0.5f * (c.speed + speed) * c.pending;
		float across = asFloat(forwards) + asFloat(backwards);
		c.closing += 0.5f * (c.across + across) * c.pending;
		c.speed = speed;
		c.spread = spread;
		c.across = across;
		if (c.step > 0)
			dt = minimum(dt, c.dtNext);
		if (a.dtFixed > 0.0f)
			dt = a.dtFixed;
		bool last = c.time + dt >= a.end;
		if (last)
			dt = (float)(a.end - c.time);
		if (c.time >= a.end) {
			c.halt = END_REACHED;
		} else if (c.travel + 0.5f * spread * dt > a.skin || c.moved + speed * dt > 0.9f * a.cell
			|| c.closing + 0.5f * across * dt > a.mostSkin) {
			if (c.travel > 0.0f || c.moved > 0.0f || a.skin < a.mostSkin)
				c.halt = SKIN_USED;
			else if (a.dtFixed > 0.0f)
				c.halt = STEP_TOO_LONG;
			else {
				// A speed of 0 gives infinity, which is never the least of these.
				dt = minimum(minimum(a.skin / spread, a.mostSkin / across), 0.9f * a.cell / speed);
				last = false;
			}
		}
		if (!c.halt) {
			c.dt = dt;
			c.pending = dt;
			c.last = last;
		}
	} else if (c.moved + c.dt * (c.speed + 0.5f * accel * c.dt) > a.cell) {
		c.halt = STEP_TOO_LONG; // to where nobody looks for it
	} else {
		c.dtNext = dt;
		c.time = c.last ? a.end : c.time + c.dt;
		c.step++;
	}
	*a.clock = c;
}

// Tells the host.
KERNEL(tell, TellArgs)
{
	*a.out = *a.clock;
}
