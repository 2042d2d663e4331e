// Exchange: neighbours tell each other that the particles at their edges are stored.
#pragma once
#include "minimumscan.h"

// Tells the neighbours, behind the kernel that stores in their memory.
KERNEL(announce, AnnounceArgs)
{
	fence();
	for (int side = 0; side < 2; side++)
		if (a.flags[side])
			storeAtOnce(a.flags[side], a.turn);
}

// Waits for some ten seconds for a neighbour, which runs at the same time or would be
// waited for for ever. A device that is lost is not waited for again.
KERNEL(await, AwaitArgs)
{
	int k = 0;
	while ((int)(loadAtOnce(a.flag) - a.turn) < 0)
		if (a.clock->halt == DEVICE_LOST || ++k == 10000000) {
			fail(*a.clock, DEVICE_LOST);
			return;
		}
	fence();
}
