// What the kernels of passes besides Forces have in common.
#pragma once
#include "physics.h"

// The task of a thread, as taskToDo, if it is of fluid.
FN bool fluidTask(const PassArgs &a, int i, Task &t)
{
	return taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) && !(t.count & WALL);
}

// The two kernels of a pass, of flows with one material and with many: `of` is a function template that says which.
#define VOLUME_KERNELS(KIND, name, of)                \
	KIND(name, PassArgs) { of<false>(a, i); }   \
	KIND(name##_materials, PassArgs) { of<true>(a, i); }

// Calls f for Wendland's smoothing kernel or for any, or for any with the volumes of neighbours.
#define FORM(MANY, f, a, ...) \
	(MANY ? f<VOLUMES>(a, __VA_ARGS__) : (a).p.kernel == WENDLAND ? f<WENDLAND>(a, __VA_ARGS__) : f<ANY>(a, __VA_ARGS__))

// A weight of neighbour j, times its volume where there are materials.
template <int KERNEL, class J> FN Real timesVolume(const PassArgs &a, Real w, const J &j)
{
	if constexpr (KERNEL == VOLUMES)
		w *= volumeOf(a.p, a.list.predictedPos, j);
	return w;
}

// Stores particle i's value of a field, and for neighbours that see it.
template <class Args, class T> FN void storeField(const Args &a, const Stores &out, int i, T v)
{
	((T *)out.to)[i] = v;
	if (i < a.euler.edges.leftTo)
		((T *)out.left)[i] = v;
	if (i >= a.euler.edges.rightFrom)
		((T *)out.right)[i] = v;
}

// The same for what a pass has computed.
template <class Args, class T> FN void storePass(const Args &a, int i, T v)
{
	storeField(a, a.out, i, v);
}

// Takes particle i's value on by half a step or a whole one, as Euler does with the particle.
FN void takeOn(const PassArgs &a, int i, float rate)
{
	float dt = a.record->length;
	storePass(a, i, ((const float *)a.from)[i] + rate * (a.euler.half == 0 ? 0.5f * dt : dt));
}
