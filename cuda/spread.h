// Spread: walls that stand still are in the state of even steps only, and those that move in all. Kernels that look for
// both take them from the state that they read. So the others get what does not change, once for new lists.
#pragma once
#include "list.h"

KERNEL(spread, SpreadArgs)
{
	if (moves(a.pos[i]))
		return;
	for (int k = 0; k < 2; k++) {
		a.velOut[k][i] = a.vel[i];
		a.packedOut[k][i] = a.packed[i];
	}
}
