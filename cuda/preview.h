// A preview: some of the particles that move, fewer than a page draws. Which they are depends on their ids only.
#pragma once
#include "fields.h"

// Of each group of successive ids one is taken, at a place that is a hash of the group: ids lie in a
// lattice, and every n-th of them would be planes. Taken in sph/values.go computes the same.
FN uint32_t taken(uint32_t group, uint32_t every)
{
	uint32_t h = group * 2654435769u;
	h ^= h >> 15;
	h *= 2246822519u;
	h ^= h >> 13;
	return h % every;
}

// Copies particle i to the place of its group, if it is the one that is taken. No other has that place, on any device.
KERNEL(preview, PreviewArgs)
{
	int4 p = a.pos[i];
	if (i == a.begin)
		*a.stamp = {a.clock->time, a.clock->step, 0};
	if (isImage(p) || !moves(p))
		return;
	uint32_t id = a.id[i] - a.first, group = id / a.every;
	if (id % a.every != taken(group, a.every))
		return;
	for (int k = 0; k < a.fields; k++)
		move(a.to[k], (int)group, a.from[k], i, a.bytes[k]);
	a.turns[group] = a.turn;
}
