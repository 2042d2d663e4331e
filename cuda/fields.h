// Further fields: remainders of positions, and values that not every flow has. Each is moved by itself;
// position, velocity and id are moved by the kernels of the phases.
#pragma once
#include "physics.h"
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

// As give does.
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

// The task of a thread, as taskToDo, if it is of fluid.
FN bool fluidTask(const PassArgs &a, int i, Task &t)
{
	return taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) && !(t.count & WALL);
}

// Stores what a pass has computed for particle i, and for neighbours that see it.
template <class T> FN void storePass(const PassArgs &a, int i, T v)
{
	((T *)a.to)[i] = v;
	if (i < a.euler.edges.leftTo)
		((T *)a.left)[i] = v;
	if (i >= a.euler.edges.rightFrom)
		((T *)a.right)[i] = v;
}

// Takes particle i's value on by half a step or a whole one, as Euler does with the particle.
FN void takeOn(const PassArgs &a, int i, float rate)
{
	float dt = a.record->length;
	storePass(a, i, ((const float *)a.from)[i] + rate * (a.euler.half == 0 ? 0.5f * dt : dt));
}
