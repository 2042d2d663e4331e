// Exchange: devices that store particles in each other's memory set flags when those at their edges
// are there. fields.h has what sends particles to other devices for their lists.
#pragma once
#include "wait.h"

// Sets flags to this turn, which says that what the neighbours wait for is in their memory, and
// waits until its own flags have the turn. All devices must run at once. If a neighbour is lost
// the next scan ends the flow: the clock is the scans' own.
MEETING_KERNEL(exchange, ExchangeArgs)
{
	fence();
	for (int side = 0; side < 2; side++)
		if (a.out[side])
			storeAtOnce(a.out[side], a.turn);
	Wait w = {};
	for (int side = 0; side < 2; side++)
		while (a.in[side] && (int)(loadAtOnce(a.in[side]) - a.turn) < 0)
			if (inVain(a.patience, w))
				return;
	fence();
}
