// Where points of free bodies overlap with obstacles: sums over the points of a side of a contact;
// see contact.h. They are sums of integers, so all devices have the same.
#pragma once
#include "ties.h"

// The words of a side, d being in spacings and x, from the body's pivot, in its radii: Σw, Σwd,
// Σwd², Σw x, and for q = (n, x × n), n = ∂d/∂x, the sums of w q, w d q, w' q, w' d q and w' d² q,
// w' being dw/dd; last Σw x² of flat faces.
enum { FIRST_PLACE = 3, FIRST_WAY = 6, WAYS = 5, SPREAD = FIRST_WAY + 6 * WAYS };
static_assert(SPREAD + 1 == OVERLAP, "the words of a side");

constexpr double FACING = -0.3; // greatest product of the normals of a face and what it touches
#ifdef __CUDACC__
constexpr int SHARERS = 32; // threads that share the points of a chunk
#else
constexpr int SHARERS = 1;
#endif
constexpr double TOWARDS = 0.5; // cosine of the widest angle of normals of the first side
constexpr double OVERLAP_SCALE = 1LL << 38;
constexpr double FLAT_REACH = 0.05; // faces of less are flat, in spacings

// Where an obstacle is in a half step.
struct Stance {
	double at[3]; // its pivot [m from position 0]
	Matrix less;  // its rotation less the unit matrix
};

FN Stance stanceOf(const ContactArgs &a, const Obstacle &o)
{
	const BodyMotion &m = a.motions[o.body];
	int moment = a.half ? MIDDLE : BEGINNING;
	Stance s;
	for (int k = 0; k < 3; k++)
		s.at[k] = o.pivot[k] + m.displacement[moment][k] * a.quantum;
	for (int e = 0; e < 9; e++)
		s.less.of[e] = m.turns ? m.rotation[moment][e] : 0.0;
	return s;
}

// A vector from the pivot, as the obstacle has it at time 0.
FN void backIn(const Stance &s, const double (&v)[3], double (&r)[3])
{
	times(transposed(s.less), v, r);
	for (int k = 0; k < 3; k++)
		r[k] += v[k];
}

FN void outOf(const Stance &s, const double (&r)[3], double (&v)[3])
{
	times(s.less, r, v);
	for (int k = 0; k < 3; k++)
		v[k] += r[k];
}

// The signed distance from an obstacle at a place from its pivot, at time 0, and its gradient. It
// is linear along each axis between nodes. Outside of the grid it is false.
FN bool distanceAt(const ContactArgs &a, const Obstacle &o, const double (&r)[3],
	double &distance, double (&gradient)[3])
{
	int at[3];
	double part[3];
	for (int k = 0; k < 3; k++) {
		double x = (r[k] - o.low[k]) / o.step;
		if (!(x >= 0.0 && x < o.nodes[k] - 1))
			return false;
		at[k] = (int)x;
		part[k] = x - at[k];
	}
	auto valueAt = [&](int x, int y, int z) {
		int64_t node = ((int64_t)(at[2] + z) * o.nodes[1] + at[1] + y) * o.nodes[0] + at[0] + x;
		return (double)a.distances[o.first + node];
	};
	auto mix = [](double p, double u, double v) { return u + p * (v - u); };
	double row[2][2], slope[2][2]; // along x, by z and y
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 2; y++) {
			double u = valueAt(0, y, z), v = valueAt(1, y, z);
			row[z][y] = mix(part[0], u, v);
			slope[z][y] = v - u;
		}
	auto along = [&](const double (&v)[2]) { return mix(part[1], v[0], v[1]); };
	distance = mix(part[2], along(row[0]), along(row[1]));
	gradient[0] = mix(part[2], along(slope[0]), along(slope[1]));
	gradient[1] = mix(part[2], row[0][1] - row[0][0], row[1][1] - row[1][0]);
	gradient[2] = along(row[1]) - along(row[0]);
	return true;
}

// The side of a contact by the direction of its normal. The first side of two bodies has normals
// that point roughly from one to the other, so that the contact of round bodies is not divided.
FN int sideOf(const Obstacle &o, const Stance &s, const Stance &t, const double (&n)[3])
{
	const double apart[3] = {s.at[0] - t.at[0], s.at[1] - t.at[1], s.at[2] - t.at[2]};
	double along = dot(apart, n);
	if (o.radius >= 0.0 && along > TOWARDS * sqrt(dot(apart, apart) * dot(n, n)))
		return 0;
	// Unequal, so that rounding does not divide the points of a contact at 45°.
	const double part[3] = {1.0, 0.95, 0.9};
	auto size = [&](int k) { return part[k] * (n[k] < 0.0 ? -n[k] : n[k]); };
	int axis = size(1) > size(0) ? 1 : 0;
	if (size(2) > size(axis))
		axis = 2;
	int side = 2 * axis + (n[axis] < 0.0);
	return o.radius >= 0.0 ? 1 + side % (SIDES - 1) : side;
}

FN bool mayTouch(const Obstacle &body, const Stance &s, const Obstacle &other, const Stance &t)
{
	if (other.radius < 0.0)
		return true;
	double far2 = 0.0, reach = body.radius + other.radius;
	for (int k = 0; k < 3; k++)
		far2 += (s.at[k] - t.at[k]) * (s.at[k] - t.at[k]);
	return far2 < reach * reach;
}

FN int64_t *overlapOf(const ContactArgs &a, int body, int other)
{
	return a.overlaps + ((int64_t)body * a.count + other) * SIDES * OVERLAP;
}

FN void addTo(int64_t *sum, double x) { atomicSum(sum, roundToLong(x * OVERLAP_SCALE)); }

// Adds a point of a face to its side of a contact, if it touches.
FN void addPoint(const ContactArgs &a, const Obstacle &b, const Obstacle &o, const Stance &s,
	const Stance &t, const float4 &point, const float4 &face, int64_t *sums)
{
	double r[3] = {point.x, point.y, point.z}, before[3] = {face.x, face.y, face.z};
	double lever[3], from[3], own[3], distance, gradient[3], normal[3], outward[3];
	outOf(s, r, lever);
	for (int k = 0; k < 3; k++)
		from[k] = s.at[k] + lever[k] - t.at[k];
	backIn(t, from, own);
	if (!distanceAt(a, o, own, distance, gradient) || !(distance < face.w * a.spacing))
		return;
	double size = sqrt(dot(gradient, gradient));
	if (!(size > 0.0))
		return;
	outOf(t, gradient, normal);
	outOf(s, before, outward);
	if (dot(outward, outward) > 0.5 && dot(outward, normal) > FACING * size)
		return; // beside the obstacle, as the sides of a box on a floor are
	for (int k = 0; k < 3; k++) {
		normal[k] /= o.step; // ∂d/∂x, of length 1 but between the nodes at edges and round faces
		lever[k] /= b.radius;
	}
	double d = distance / a.spacing, over = face.w - d;
	double w = over * over * point.w, slope = -2.0 * over * point.w, turning[3];
	cross(lever, normal, turning);
	int64_t *to = sums + sideOf(o, s, t, normal) * OVERLAP;
	addTo(to, w);
	addTo(to + 1, w * d);
	addTo(to + 2, w * d * d);
	if (face.w < FLAT_REACH)
		addTo(to + SPREAD, w * dot(lever, lever));
	const double ways[WAYS] = {w, w * d, slope, slope * d, slope * d * d};
	for (int k = 0; k < 3; k++) {
		addTo(to + FIRST_PLACE + k, w * lever[k]);
		for (int way = 0; way < WAYS; way++) {
			addTo(to + FIRST_WAY + 6 * way + k, ways[way] * normal[k]);
			addTo(to + FIRST_WAY + 6 * way + 3 + k, ways[way] * turning[k]);
		}
	}
}

// Sums where points of free bodies overlap with obstacles. 32 threads do it for some points of a
// body and an obstacle; on the host one does.
KERNEL(overlap, ContactArgs)
{
	int lane = i % 32, lanes = SHARERS, chunk = i / 32 % a.chunks, pair = i / 32 / a.chunks;
	int body = pair / a.count, other = pair % a.count;
	if (lane >= lanes || body == other || a.step >= a.clock->limit)
		return;
	const Obstacle &b = a.obstacles[body], &o = a.obstacles[other];
	int first = b.firstPoint + chunk * CHUNK;
	int end = first + CHUNK < b.endPoint ? first + CHUNK : b.endPoint;
	if (first >= end)
		return;
	Stance s = stanceOf(a, b), t = stanceOf(a, o);
	if (!mayTouch(b, s, o, t))
		return;
	for (int p = first + lane; p < end; p += lanes)
		addPoint(a, b, o, s, t, a.points[2 * p], a.points[2 * p + 1], overlapOf(a, body, other));
}
