// Copies of the particles that a step begins with, where it is nearest to a time asked for; see kernel
// moment. Elsewhere the kernel returns at once.
#pragma once
#include "active.h"
#include "fields.h"

// Copies particle i. Odd steps of a period begin with the odd state of active particles and the even one of
// others. The even state of active ones is being written, and not read.
KERNEL(copy, CopyArgs)
{
	int copy = a.moment->copy - 1;
	if (copy < 0)
		return;
	uint2 active = activeOf(a.active, i);
	bool solid = isSolid(a.active.pos[i]) && !isImage(a.active.pos[i]);
	int64_t to = (int64_t)copy * a.room;
	if (i == a.first)
		a.stamps[copy] = {a.moment->time, a.moment->step, 0};
	for (int k = 0; k < a.fields; k++) {
		bool changes = a.odd[k] && (active.x || (active.y && a.walls >> k & 1)
			|| (solid && a.solids >> k & 1));
		move((char *)a.to[k] + to * a.bytes[k], i - a.first, changes ? a.odd[k] : a.even[k], i, a.bytes[k]);
	}
}
