// The gradient of relative density that gravity and a central force make in fluid at rest. It is linear in the place. So the mean
// of two particles' is exact half way between them, and Forces leaves it out of diffusion as it does gradient.h's.
#pragma once
#include "forces.h"
#include "pass.h"

WALK_KERNEL(hydrostatic, PassArgs)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	int n = (int)t.particle;
	Vector h = leftOut(a.record->at[a.euler.half], a.central, fromCentre(a, n));
	storePass(a, n, float4{-h.x, -h.y, -h.z, 0.0f});
}
