// What nodes of lines have, the fluid there, and the bed.
#pragma once
#include "../ties.h"

FN int64_t lineStateWords(const LineTable &t)
{
	return (int64_t)NODE_WORDS * t.nodeCount + 3 * t.pullCount;
}

FN double *lineState(const LineTable &t, const Clock &c, int step)
{
	return t.states + ((c.first + step) & 1) * lineStateWords(t);
}

// The fluid at a node.
struct LineWater {
	double part;      // of the volume
	double v[3], a[3]; // [m/s], [m/s²]
};

FN double partBelow(const LineTable &t, const double (&x)[3]) { return x[2] < t.level ? 1.0 : 0.0; }

FN bool beside(const LineTable &t, const double (&x)[3])
{
	for (int k = 0; k < 3; k++)
		if (!(x[k] >= t.low[k] && x[k] <= t.high[k]))
			return true;
	return false;
}

// What the state of a node has of it, at a place. Beside the particles' domain it is at rest.
FN LineWater waterAt(const LineTable &t, const double *state, const double (&x)[3])
{
	LineWater w = {};
	if (t.water == DRY_LINES)
		return w;
	if (t.water == STILL_LINES || beside(t, x)) {
		w.part = partBelow(t, x);
		return w;
	}
	w.part = state[WET_WORD];
	for (int k = 0; k < 3; k++) {
		w.v[k] = state[FLUID_WORD + k];
		w.a[k] = (state[FLUID_WORD + k] - state[SLOW_WORD + k]) * t.perLag;
	}
	return w;
}

// The height of the bed of a grid of heights, and its upward normal. Beside the grid it is that of
// its side.
FN double terrainAt(const LineBed &b, const double (&x)[3], double (&normal)[3])
{
	const int most[2] = {b.columns - 2, b.rows - 2};
	int at[2];
	double part[2];
	for (int k = 0; k < 2; k++) {
		double u = (x[k] - b.low[k]) * b.perStep;
		at[k] = u > 0.0 ? (u < most[k] ? (int)u : most[k]) : 0;
		part[k] = u - at[k];
		part[k] = part[k] < 0.0 ? 0.0 : part[k] > 1.0 ? 1.0 : part[k];
	}
	const float *p = b.heights + (int64_t)at[1] * b.columns + at[0], *q = p + b.columns;
	double low = p[0] + part[0] * ((double)p[1] - p[0]);
	double high = q[0] + part[0] * ((double)q[1] - q[0]);
	double along = ((1.0 - part[1]) * ((double)p[1] - p[0]) + part[1] * ((double)q[1] - q[0]))
		* b.perStep;
	double across = (high - low) * b.perStep, per = 1.0 / sqrt(1.0 + along * along + across * across);
	normal[0] = -along * per;
	normal[1] = -across * per;
	normal[2] = per;
	return low + part[1] * (high - low);
}

// The height of the bed at a place and its upward normal.
FN double bedAt(const LineBed &b, const double (&x)[3], double (&normal)[3])
{
	if (b.heights)
		return terrainAt(b, x, normal);
	for (int k = 0; k < 3; k++)
		normal[k] = b.normal[k];
	return b.level + b.slope[0] * x[0] + b.slope[1] * x[1];
}

// How deep a place is in the bed; not above 0 is outside.
FN double depthInBed(const LineBed &b, const double (&x)[3], double (&normal)[3])
{
	return b.none ? 0.0 : (bedAt(b, x, normal) - x[2]) * normal[2];
}
