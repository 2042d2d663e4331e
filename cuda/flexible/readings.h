// What samples have of flexible parts.
#pragma once
#include "step.h"

// The energies of particle i, as a step begins.
KERNEL(flex_energy, FlexedArgs)
{
	if (!a.moment->due)
		return;
	const FlexTable &t = a.of;
	const FlexPart &part = t.parts[t.points[i].part];
	const double *state = flexState(t, *a.clock, a.step);
	const float(&gravity)[3] = a.records[a.step & 1].at[0].gravity;
	double x[3], v[3], at[3], high = 0.0;
	flexVector(t, state, FLEX_X, i, x);
	flexVector(t, state, FLEX_V, i, v);
	flexVector(t, t.at, 0, i, at);
	for (int k = 0; k < 3; k++)
		high -= gravity[k] * (x[k] - at[k]);
	const FlexPoint &p = t.points[i];
	double by[3] = {}, speed[3];
	if (p.by >= 0)
		flexHeld(t, a.motion, a.step, i, p.by, 0.0, by, speed);
	auto placeOf = [&](int j, double (&y)[3]) { flexVector(t, state, FLEX_X, j, y); };
	Matrix f = stretched(part, flexDeformation(t, i, by, placeOf));
	bool held = p.clamp >= 0;
	double *out = flexEnergies(t) + FLEX_ENERGIES * (int64_t)i;
	out[0] = held ? 0.0 : p.share * part.volume * elasticEnergy(part, f);
	out[1] = held ? 0.0 : 0.5 * part.mass * dot(v, v);
	out[2] = held ? 0.0 : part.mass * high;
}

// Thread i sums a reading of a part, or copies where a mark is.
KERNEL(flexed, FlexedArgs)
{
	if (!a.moment->due)
		return;
	const FlexTable &t = a.of;
	const double *state = flexState(t, *a.clock, a.step);
	if (i < FLEX_READINGS * t.partCount) {
		const FlexPart &part = t.parts[i / FLEX_READINGS];
		int what = i % FLEX_READINGS;
		double sum = 0.0;
		for (int k = part.first; k < part.end; k++)
			sum += what < 3 ? flexEnergies(t)[FLEX_ENERGIES * (int64_t)k + what]
				: state[(int64_t)(FLEX_DAMPED + what - 3) * t.count + k];
		a.out[i] = sum;
		return;
	}
	int mark = i - FLEX_READINGS * t.partCount;
	double x[3];
	flexVector(t, state, FLEX_X, t.marks[mark], x);
	for (int k = 0; k < 3; k++)
		a.out[FLEX_READINGS * t.partCount + 3 * mark + k] = a.origin[k] + x[k];
}
