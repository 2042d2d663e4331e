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
	Vector h = hydroOf(a.record->at[a.euler.half]), r = fromCentre(a, n);
	float k = a.central.hydro;
	storePass(a, n, float4{-(h.x + k * r.x), -(h.y + k * r.y), -(h.z + k * r.z), 0.0f});
}
