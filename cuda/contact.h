// Contacts of free bodies with walls and with each other. Points of a body's faces whose signed distance d from an obstacle is less
// than three quarters of a spacing are one contact for each of six directions that normals may point along most. Its place and normal are means
// with weights w = (3/4 Δp - d)² times the part of the face that a point stands for, so they go on evenly as a body rolls from point to
// point, and do not depend on how many there are.
// Its depth is that of the deepest place, -(mean - 1.1 σ): faces that are flat there have no deviation σ of d, where a cylinder
// touches a plane the mean is 0.87 σ above the deepest place, and where a ball does 1.29 σ. The force is that of a spring and a damper,
//   F = m (ω² depth - 2 ζ ω v_n) >= 0,
// ζ following from the restitution, and m being the mass that the bodies have against a push there, so that all contacts last π/ω, which Δt resolves. Friction is
// Coulomb's, and a damper m ω where that is less: what sticks creeps with the tangential acceleration over ω.
//
// Overlaps are summed in integers, so all devices have the same. Walls have no friction or restitution of their own; of two bodies the
// lesser count.
#pragma once
#include "freebody.h"

enum { SIDES = 6, OVERLAP = 9 }; // words of a side: Σw, Σwd, Σwd², Σwn, Σwx

constexpr double CONTACT_REACH = 0.75; // in spacings
constexpr double FACING = -0.3; // greatest product of the normals of a face and of what it touches

constexpr double OVERLAP_SCALE = 1 << 24; // of these, lengths being in spacings

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

// The signed distance from an obstacle at a place from its pivot, at time 0, and its gradient. It is linear along each axis between nodes.
// Outside of the grid it is false.
FN bool distanceAt(const ContactArgs &a, const Obstacle &o, const double (&r)[3], double &distance, double (&gradient)[3])
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
	double value[2][2][2];
	const float *first = a.distances + o.first + ((int64_t)at[2] * o.nodes[1] + at[1]) * o.nodes[0] + at[0];
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 2; y++)
			for (int x = 0; x < 2; x++)
				value[z][y][x] = first[((int64_t)z * o.nodes[1] + y) * o.nodes[0] + x];
	auto mix = [](double p, double u, double v) { return u + p * (v - u); };
	double row[2][2], slope[2][2];
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 2; y++) {
			row[z][y] = mix(part[0], value[z][y][0], value[z][y][1]);
			slope[z][y] = value[z][y][1] - value[z][y][0];
		}
	distance = mix(part[2], mix(part[1], row[0][0], row[0][1]), mix(part[1], row[1][0], row[1][1]));
	gradient[0] = mix(part[2], mix(part[1], slope[0][0], slope[0][1]), mix(part[1], slope[1][0], slope[1][1]));
	gradient[1] = mix(part[2], row[0][1] - row[0][0], row[1][1] - row[1][0]);
	gradient[2] = mix(part[1], row[1][0], row[1][1]) - mix(part[1], row[0][0], row[0][1]);
	return true;
}

FN int sideOf(const double (&n)[3])
{
	auto size = [](double x) { return x < 0.0 ? -x : x; };
	int axis = size(n[1]) > size(n[0]) ? 1 : 0;
	if (size(n[2]) > size(n[axis]))
		axis = 2;
	return 2 * axis + (n[axis] < 0.0);
}

FN bool mayTouch(const ContactArgs &a, const Obstacle &body, const Stance &s, const Obstacle &other, const Stance &t)
{
	if (other.radius < 0.0)
		return true;
	double far2 = 0.0, reach = body.radius + other.radius;
	for (int k = 0; k < 3; k++)
		far2 += (s.at[k] - t.at[k]) * (s.at[k] - t.at[k]);
	return far2 < reach * reach;
}

FN int64_t *overlapOf(const ContactArgs &a, int body, int other) { return a.overlaps + ((int64_t)body * a.count + other) * SIDES * OVERLAP; }

// Sums where points of free bodies overlap with obstacles. 32 threads do it for some points of a body and an obstacle; on the host
// one does.
KERNEL(overlap, ContactArgs)
{
	int lane = i % 32, lanes = TOGETHER ? 32 : 1, chunk = i / 32 % a.chunks, pair = i / 32 / a.chunks;
	int body = pair / a.count, other = pair % a.count;
	if (lane >= lanes || body == other || a.step >= a.clock->limit)
		return;
	const Obstacle &b = a.obstacles[body], &o = a.obstacles[other];
	int first = b.firstPoint + chunk * CHUNK, end = first + CHUNK < b.endPoint ? first + CHUNK : b.endPoint;
	if (first >= end)
		return;
	Stance s = stanceOf(a, b), t = stanceOf(a, o);
	if (!mayTouch(a, b, s, o, t))
		return;
	int64_t *sums = overlapOf(a, body, other);
	for (int p = first + lane; p < end; p += lanes) {
		float4 point = a.points[2 * p], face = a.points[2 * p + 1];
		double r[3] = {point.x, point.y, point.z}, lever[3], from[3], own[3], distance, gradient[3];
		outOf(s, r, lever);
		for (int k = 0; k < 3; k++)
			from[k] = s.at[k] + lever[k] - t.at[k];
		backIn(t, from, own);
		if (!distanceAt(a, o, own, distance, gradient) || !(distance < CONTACT_REACH * a.spacing))
			continue;
		double size = sqrt(dot(gradient, gradient)), normal[3];
		if (!(size > 0.0))
			continue;
		outOf(t, gradient, normal);
		for (int k = 0; k < 3; k++)
			normal[k] /= size;
		double before[3] = {face.x, face.y, face.z}, outward[3];
		outOf(s, before, outward);
		if (dot(outward, normal) > FACING)
			continue; // beside the obstacle, as the sides of a box on a floor are
		double d = distance / a.spacing, w = (CONTACT_REACH - d) * (CONTACT_REACH - d) * point.w;
		int64_t *to = sums + sideOf(normal) * OVERLAP;
		atomicSum(to, roundToLong(w * OVERLAP_SCALE));
		atomicSum(to + 1, roundToLong(w * d * OVERLAP_SCALE));
		atomicSum(to + 2, roundToLong(w * d * d * OVERLAP_SCALE));
		for (int k = 0; k < 3; k++) {
			atomicSum(to + 3 + k, roundToLong(w * normal[k] * OVERLAP_SCALE));
			atomicSum(to + 6 + k, roundToLong(w * lever[k] / a.spacing * OVERLAP_SCALE));
		}
	}
}

// The velocity of an obstacle at a lever from its pivot.
FN void velocityAt(const ContactArgs &a, const Obstacle &o, const Stance &s, const double (&lever)[3], double (&v)[3])
{
	const BodyMotion &m = a.motions[o.body];
	int moment = a.half ? MIDDLE : BEGINNING;
	double r[3];
	backIn(s, lever, r);
	for (int k = 0; k < 3; k++) {
		v[k] = m.velocity[moment][k];
		for (int l = 0; l < 3 && m.turns; l++)
			v[k] += m.rate[moment][3 * k + l] * r[l];
	}
}

// One over the mass that a free body has against a push along a normal at a lever, as far as it may move.
FN double yielding(const ContactArgs &a, const Obstacle &o, const Stance &s, const double (&lever)[3], const double (&normal)[3])
{
	if (o.free == 0)
		return 0.0;
	const FreeBody &b = a.bodies[o.free - 1];
	double free[3], arm[3], turning[3], own[3], of[3];
	along(b.direction, b.directions, normal, free);
	cross(lever, normal, arm);
	along(b.axis, b.axes, arm, turning);
	backIn(s, turning, own);
	Matrix inverse;
	for (int e = 0; e < 9; e++)
		inverse.of[e] = b.inverse[e];
	times(inverse, own, of);
	return dot(free, free) / b.mass + dot(own, of);
}

FN void push(const ContactArgs &a, int free, const double (&lever)[3], const double (&force)[3], double sign)
{
	if (free == 0)
		return;
	double moment[3];
	cross(lever, force, moment);
	for (int k = 0; k < 3; k++) {
		atomicSum(a.sums + 6 * (free - 1) + k, roundToLong(sign * force[k] * a.scale));
		atomicSum(a.sums + 6 * (free - 1) + 3 + k, roundToLong(sign * moment[k] * a.scale));
	}
}

// The force of one side of a contact.
FN void pushSide(const ContactArgs &a, const Obstacle &b, const Obstacle &o, const Stance &s, const Stance &t, const int64_t *sums)
{
	double weight = (double)sums[0], normal[3], lever[3], other[3], v[3], u[3], along[3];
	double mean = (double)sums[1] / weight, square = (double)sums[2] / weight - mean * mean;
	double deeper = 1.1 * sqrt(square > 0.0 ? square : 0.0) * a.spacing, depth = deeper - mean * a.spacing;
	if (!(depth > 0.0))
		return;
	for (int k = 0; k < 3; k++) {
		normal[k] = (double)sums[3 + k] / weight;
		lever[k] = (double)sums[6 + k] / weight * a.spacing;
	}
	double size = sqrt(dot(normal, normal));
	for (int k = 0; k < 3; k++) {
		normal[k] /= size;
		lever[k] -= deeper * normal[k]; // the deepest place
		other[k] = s.at[k] + lever[k] - t.at[k];
	}
	double yields = yielding(a, b, s, lever, normal) + yielding(a, o, t, other, normal);
	if (!(size > 0.0) || !(yields > 0.0))
		return;
	velocityAt(a, b, s, lever, v);
	velocityAt(a, o, t, other, u);
	for (int k = 0; k < 3; k++)
		v[k] -= u[k];
	double apart = dot(v, normal), slide2 = 0.0;
	for (int k = 0; k < 3; k++) {
		along[k] = v[k] - apart * normal[k];
		slide2 += along[k] * along[k];
	}
	// two free bodies look at each other, so each does half
	double mass = (o.free > 0 ? 0.5 : 1.0) / yields, damping = o.free > 0 && o.damping < b.damping ? o.damping : b.damping;
	double pressing = mass * (a.rate * a.rate * depth - 2.0 * damping * a.rate * apart);
	if (!(pressing > 0.0))
		return;
	double friction = o.free > 0 && o.friction < b.friction ? o.friction : b.friction, slide = sqrt(slide2), drag = mass * a.rate;
	if (drag * slide > friction * pressing)
		drag = friction * pressing / slide;
	double force[3];
	for (int k = 0; k < 3; k++)
		force[k] = pressing * normal[k] - drag * along[k];
	push(a, b.free, lever, force, 1.0);
	push(a, o.free, other, force, -1.0);
}

// The forces between a free body and an obstacle.
KERNEL(contact, ContactArgs)
{
	int body = i / a.count, other = i % a.count;
	if (body == other)
		return;
	int64_t *sums = overlapOf(a, body, other);
	const Obstacle &b = a.obstacles[body], &o = a.obstacles[other];
	Stance s = stanceOf(a, b), t = stanceOf(a, o);
	if (!mayTouch(a, b, s, o, t) && a.step < a.clock->limit)
		return;
	for (int side = 0; side < SIDES; side++, sums += OVERLAP) {
		if (sums[0] == 0)
			continue;
		if (a.step < a.clock->limit)
			pushSide(a, b, o, s, t, sums);
		for (int k = 0; k < OVERLAP; k++)
			sums[k] = 0;
	}
}
