// Quantities in time.
#pragma once
#include "args.h"

// The value at a time of a series of points, each a time and a value: linear between them, and
// constant before and after.
FN double interpolated(const double *s, int points, double time)
{
	int from = 0, to = points - 1;
	if (time <= s[0] || to == 0)
		return s[1];
	if (time >= s[2 * to])
		return s[2 * to + 1];
	while (to - from > 1) {
		int middle = (from + to) / 2;
		if (s[2 * middle] > time)
			to = middle;
		else
			from = middle;
	}
	double part = (time - s[2 * from]) / (s[2 * to] - s[2 * from]);
	return s[2 * from + 1] + part * (s[2 * to + 1] - s[2 * from + 1]);
}
