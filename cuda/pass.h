// What the kernels of passes besides Forces have in common.
#pragma once
#include "physics.h"

// The task of a thread, as taskToDo, if it is of fluid.
FN bool fluidTask(const PassArgs &a, int i, Task &t)
{
	return taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) && !(t.count & WALL);
}

// Stores what a pass has computed for particle i, and for neighbours that see it.
template <class Args, class T> FN void storePass(const Args &a, int i, T v)
{
	((T *)a.out.to)[i] = v;
	if (i < a.euler.edges.leftTo)
		((T *)a.out.left)[i] = v;
	if (i >= a.euler.edges.rightFrom)
		((T *)a.out.right)[i] = v;
}

// Takes particle i's value on by half a step or a whole one, as Euler does with the particle.
FN void takeOn(const PassArgs &a, int i, float rate)
{
	float dt = a.record->length;
	storePass(a, i, ((const float *)a.from)[i] + rate * (a.euler.half == 0 ? 0.5f * dt : dt));
}
