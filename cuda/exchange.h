// Exchange: devices store particles in each other's memory, and set flags when those at their edges
// are there.
#pragma once
#include "wait.h"

// Stores particles in the memory of other devices, which need them for their next lists.
KERNEL(give, GiveArgs)
{
	int to = i >= a.count[0];
	int k = to ? i - a.count[0] : i, from = a.first[to] + k;
	a.posOut[to][k] = a.pos[from];
	a.velOut[to][k] = a.vel[from];
	a.idOut[to][k] = a.id[from];
}

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
