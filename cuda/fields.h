// Further fields: remainders of positions, and values that not every flow has. Each is moved by itself;
// position, velocity and id are moved by the kernels of the phases.
#pragma once
#include "restore.h"

// Moves a value of 4, 8 or 16 bytes.
FN void move(void *to, int k, const void *from, int i, int bytes)
{
	if (bytes == 4)
		((uint32_t *)to)[k] = ((const uint32_t *)from)[i];
	else if (bytes == 8)
		((uint2 *)to)[k] = ((const uint2 *)from)[i];
	else
		((uint4 *)to)[k] = ((const uint4 *)from)[i];
}

// As reorder does.
KERNEL(reorder_field, ReorderFieldArgs)
{
	if ((uint32_t)i < *a.kept)
		move(a.out, i, a.in, (int)a.order[i], a.bytes);
}

// Stores a field of particles in the memory of devices that need them for their next lists: two
// ranges at most.
KERNEL(give_field, GiveFieldArgs)
{
	int to = i >= a.count[0], k = to ? i - a.count[0] : i;
	move(a.out[to], k, a.in, a.first[to] + k, a.bytes);
}

// As restore does.
KERNEL(restore_field, RestoreFieldArgs)
{
	i = restored(a.of, i);
	if (i >= 0)
		move(a.to, i, a.from, i, a.bytes);
}
