// Exchange: neighbours tell each other that the particles at their edges are stored.
#pragma once
#include "minimumscan.h"

// Tells the neighbour that what it waits for in this turn is in its memory, and waits
// for some ten seconds for the same from there. Both run at once, or they would wait
// for ever; a device that is lost is not waited for again.
MEETING_KERNEL(exchange, ExchangeArgs)
{
	fence();
	storeAtOnce(a.out, a.turn);
	int k = 0;
	while ((int)(loadAtOnce(a.in) - a.turn) < 0)
		if (a.clock->halt == DEVICE_LOST || ++k == PATIENCE) {
			fail(*a.clock, DEVICE_LOST);
			return;
		}
	fence();
}
