// Surfaces of walls that bend, for models of walls.
#pragma once
#include "../motion.h"

// The row of particle n of a flexible part; -1 is none.
FN int flexRow(const BentWalls &b, int n)
{
	uint32_t k = b.id[n] - b.first;
	return k < b.ids ? b.rows[k] : -1;
}

// Four floats of a row in an array of the state as a step begins, and in the next one.
FN float4 bentFloats(const BentWalls &b, const Clock &c, int step, int row, int array)
{
	const double *state = b.states + ((c.first + step) & 1) * (int64_t)b.words;
	const float *low = (const float *)(state + (int64_t)array * b.count + row);
	const float *high = low + 2 * (int64_t)b.count;
	return {low[0], low[1], high[0], high[1]};
}

// The normal and the distance of the surface at particle n, as a step begins.
FN float4 bentNormal(const BentWalls &b, const Clock &c, int step, int n, float4 otherwise)
{
	int row = flexRow(b, n);
	if (row < 0)
		return otherwise;
	return bentFloats(b, c, step, row, b.normal);
}

// The acceleration of wall particle j in the step before, or another one where it does not bend.
FN Columns bentAcceleration(const BentWalls &b, const Clock &c, int step, int j, Columns otherwise)
{
	int row = b.states ? flexRow(b, j) : -1;
	if (row < 0)
		return otherwise;
	float4 accel = bentFloats(b, c, step, row, b.accel);
	Columns none = {};
	return {none.x + accel.x, none.y + accel.y, none.z + accel.z};
}
#ifdef LANES
FN Columns bentAcceleration(const BentWalls &b, const Clock &c, int step, const Indices &j,
	Columns otherwise)
{
	for (int k = 0; b.states && k < LANES; k++) {
		int row = flexRow(b, (int)j.at[k]);
		if (row < 0)
			continue;
		float4 accel = bentFloats(b, c, step, row, b.accel);
		otherwise.x[k] = accel.x;
		otherwise.y[k] = accel.y;
		otherwise.z[k] = accel.z;
	}
	return otherwise;
}
#endif
