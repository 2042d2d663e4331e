// Surfaces of walls that bend, for models of walls.
#pragma once
#include "../particle.h"

// The row of particle n of a flexible part; -1 is none.
FN int flexRow(const BentWalls &b, int n)
{
	uint32_t k = b.id[n] - b.first;
	return k < b.ids ? b.rows[k] : -1;
}

// The normal and the distance of the surface at particle n, as a step begins.
FN float4 bentNormal(const BentWalls &b, const Clock &c, int step, int n, float4 otherwise)
{
	int row = flexRow(b, n);
	if (row < 0)
		return otherwise;
	const double *state = b.states + ((c.first + step) & 1) * (int64_t)b.words * b.count;
	const float *low = (const float *)(state + (int64_t)b.normal * b.count + row);
	const float *high = low + 2 * (int64_t)b.count;
	return {low[0], low[1], high[0], high[1]};
}
