// Exchange: neighbours tell each other that the particles at their edges are stored.
#pragma once
#include "minimumscan.h"

// Called by all threads of a kernel that stores particles in the neighbours' memory: when
// the last warp comes by, the neighbours are told.
FN void announce(const Announcement &a, int i)
{
	if (!a.done || !endsWarp(i))
		return;
	fence();
	if (atomicInc(a.done) + 1 < a.warps)
		return;
	*a.done = 0;
	fence();
	for (int side = 0; side < 2; side++)
		if (a.flags[side])
			storeAtOnce(a.flags[side], a.turn);
}

// Waits for some ten seconds for a neighbour, which runs at the same time or would be
// waited for for ever. A device that is lost is not waited for again.
KERNEL(exchange, ExchangeArgs)
{
	int k = 0;
	while ((int)(loadAtOnce(a.flag) - a.turn) < 0)
		if (a.clock->halt == DEVICE_LOST || ++k == 10000000) {
			fail(*a.clock, DEVICE_LOST);
			return;
		}
	fence();
}
