// Exchange: devices store particles in each other's memory, and neighbours tell each other that
// those at their edges are there.
#pragma once
#include "minimumscan.h"

// Gives particles to other devices, which need them for their next lists.
KERNEL(give, GiveArgs)
{
	int to = i >= a.count[0];
	int k = to ? i - a.count[0] : i, from = a.first[to] + k;
	a.posOut[to][k] = a.pos[from];
	a.velOut[to][k] = a.vel[from];
	a.idOut[to][k] = a.id[from];
}

// Tells the neighbours that what they wait for in this turn is in their memory, and waits
// for some ten seconds for the same from them. All run at once, or they would wait
// for ever; a device that is lost is not waited for again. What this device tells itself is waited
// for however long it takes.
MEETING_KERNEL(exchange, ExchangeArgs)
{
	fence();
	for (int side = 0; side < 2; side++)
		if (a.out[side])
			storeAtOnce(a.out[side], a.turn);
	for (int side = 0, k = 0; side < 2; side++)
		while (a.in[side] && (int)(loadAtOnce(a.in[side]) - a.turn) < 0)
			if (!a.noTimeout && (a.clock->halt == DEVICE_LOST || ++k == PATIENCE)) {
				fail(*a.clock, DEVICE_LOST);
				return;
			}
	fence();
}
