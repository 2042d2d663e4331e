// Restore: a step reads the particles in one array and writes them to another. What it began with
// must stay, since neighbours read it and since the step may be rejected. Two arrays take turns.
// Between periods the particles are in the first.
#pragma once
#include "list.h"

enum { NO_WALLS, MOVING_WALLS, ALL_WALLS, SOLID_WALLS }; // that are restored

// The i-th of the particles that are to be restored, or -1.
FN int restored(const RestoreArgs &a, int i)
{
	if ((a.clock->step - a.clock->first) % 2 == 0)
		return -1;
	if (i >= a.left + a.right) {
		int column = memberOf(a.part, i - a.left - a.right);
		if (column < 0)
			return -1;
		i = (int)a.column[column];
	} else if (i >= a.left) {
		i = a.rightFrom + i - a.left;
	}
	int4 p = a.to.pos[i];
	return isFluid(p) || a.walls == ALL_WALLS || (a.walls == MOVING_WALLS && moves(p))
		|| (a.walls == SOLID_WALLS && isSolid(p)) ? i : -1;
}

KERNEL(restore, RestoreArgs)
{
	i = restored(a, i);
	if (i < 0)
		return;
	a.to.pos[i] = a.from.pos[i];
	a.to.vel[i] = a.from.vel[i];
}
