// Motion: bodies may move as a table says. The host makes a cubic polynomial of time for each of its intervals. A scan computes
// displacements, velocities and accelerations for a step, with sums and products only, so that all devices and the host come to
// the same bits.
//
// A step adds the difference of two displacements, in whole quanta, to a particle's position. The end of a step is the beginning of
// the next, so the sum of these is the displacement at that time: nothing is accumulated but integers.
#pragma once
#include "list.h"

enum { BEGINNING, MIDDLE, ENDING }; // of a step

// The last of a body's pieces that begins at a time or before; the first if none does.
FN int pieceAt(const MotionPiece *pieces, int first, int end, double time)
{
	while (end - first > 1) {
		int middle = (first + end) / 2;
		(pieces[middle].time <= time ? first : end) = middle;
	}
	return first;
}

FN void recordMotions(const MotionTable &t, int k, double time, float length)
{
	for (int body = 1; body < t.bodies; body++) {
		BodyMotion &m = t.at[(k & 1) * t.bodies + body];
		if (t.first[body] == t.first[body + 1])
			continue; // all is 0
		for (int moment = 0; moment < 3; moment++) {
			double now = moment == ENDING ? time + length : moment == MIDDLE ? time + 0.5 * length : time;
			const MotionPiece &p = t.pieces[pieceAt(t.pieces, t.first[body], t.first[body + 1], now)];
			double s = now - p.time;
			for (int axis = 0; axis < 3; axis++) {
				const double *c = p.of[axis];
				m.displacement[moment][axis] = (int32_t)roundToLong((c[0] + s * (c[1] + s * (c[2] + s * c[3]))) * t.perQuantum);
				m.velocity[moment][axis] = (float)(c[1] + s * (2.0 * c[2] + s * (3.0 * c[3])));
				m.acceleration[moment][axis] = (float)(2.0 * c[2] + s * (6.0 * c[3]));
			}
		}
	}
}

// Moves a particle from the beginning of a step to another moment of it.
FN void moveWall(const BodyMotion &m, int to, int4 &p, float4 &v)
{
	const int32_t *by = m.displacement[to], *from = m.displacement[BEGINNING];
	const float *u = m.velocity[to];
	p = {p.x + by[0] - from[0], p.y + by[1] - from[1], p.z + by[2] - from[2], p.w};
	v = {u[0], u[1], u[2], v.w};
}

// The numbers of the bodies of particles, from 1 on, or 0; info are the words that say what the particles are.
FN int bodies(const int4 *info, int j) { return bodyOf(info[j]) + 1; }
#ifdef LANES
FN Indices bodies(const int4 *info, const Indices &j)
{
	Indices b;
	for (int k = 0; k < LANES; k++)
		b.at[k] = bodies(info, (int)j.at[k]);
	return b;
}
#endif
