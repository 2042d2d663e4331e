// What samples have of lines.
#pragma once
#include "step.h"

// The size of the force that half of a segment takes to be held at its end.
FN double heldBy(const LineSegment &s, double pull, const double (&way)[3], const LineWater &w,
	const float (&gravity)[3])
{
	double force[3], weight = s.mass - w.part * s.displaced;
	for (int k = 0; k < 3; k++)
		force[k] = pull * way[k] + weight * gravity[k];
	return sqrt(dot(force, force));
}

// The length of half of a segment that lies on the bed.
FN double lies(const LineTable &t, const LineSegment &s, const double (&x)[3])
{
	double n[3];
	return depthInBed(t.bed, x, n) > 0.0 ? 0.5 * s.length : 0.0;
}

FN void readLine(const LinedArgs &a, int line, double *out)
{
	const LineTable &t = a.of;
	const LineRow &row = t.lines[line];
	const double *states = lineState(t, *a.clock, a.step)
		+ (int64_t)NODE_WORDS * t.sets[row.set].firstNode;
	const float(&gravity)[3] = a.records[a.step & 1].at[0].gravity;
	double first = 0.0, last = 0.0, most = 0.0, lying = 0.0;
	for (int k = row.first; k < row.end; k++) {
		const LineSegment &s = t.segments[k];
		const double *from = states + NODE_WORDS * s.from, *to = states + NODE_WORDS * s.to;
		double x[3], y[3], way[3], back[3], apart[3];
		for (int c = 0; c < 3; c++) {
			x[c] = from[c];
			y[c] = to[c];
			way[c] = y[c] - x[c];
			apart[c] = to[3 + c] - from[3 + c];
		}
		double length = sqrt(dot(way, way)), per = length > 0.0 ? 1.0 / length : 0.0;
		for (int c = 0; c < 3; c++) {
			way[c] *= per;
			back[c] = -way[c];
		}
		double pull = tensionOf(s, length, dot(apart, way));
		if (k == row.first)
			most = first = heldBy(s, pull, way, waterAt(t, from, x), gravity);
		if (k == row.end - 1)
			last = heldBy(s, pull, back, waterAt(t, to, y), gravity);
		most = pull > most ? pull : most;
		most = last > most ? last : most;
		lying += lies(t, s, x) + lies(t, s, y);
	}
	out[0] = first;
	out[1] = last;
	out[2] = most;
	out[3] = lying;
}

// Thread i does it for line i, or for a node after these.
KERNEL(lined, LinedArgs)
{
	if (!a.moment->due)
		return;
	if (i < a.of.lineCount) {
		readLine(a, i, a.out + LINE_READINGS * i);
		return;
	}
	int node = i - a.of.lineCount;
	const double *state = lineState(a.of, *a.clock, a.step) + (int64_t)NODE_WORDS * node;
	for (int k = 0; k < 3; k++)
		a.out[LINE_READINGS * a.of.lineCount + 3 * node + k] = a.origin[k] + state[k];
}
