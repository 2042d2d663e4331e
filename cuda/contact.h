// Contacts of free bodies with walls and with each other.
//
// A point of a body's faces touches an obstacle if its signed distance d from it is less than
// CONTACT_REACH spacings and the face looks towards it. The points on one side, one of six that
// normals may point along most, are one contact. With weights w = (reach - d)², times the part of
// the face that a point stands for, its depth is that of the deepest place,
//   depth = 1.1 (√(σ² + ε²) - ε) - mean d,
// σ being the deviation of d: faces that lie flat on each other have none, where a cylinder touches
// a plane the mean is 0.87 σ above the deepest place, and where a ball does 1.29 σ. So contacts go
// on evenly as bodies roll from point to point, and do not depend on how many points there are.
//
// Forces follow from a potential of the depth, m ω² depth²/2, with a damper along the same way:
//   F = m (ω² depth + 2 ζ ω d(depth)/dt) >= 0,   on each point -F ∂depth/∂d n.
// m is the mass that the bodies have against such a push, so that all contacts last π/ω, which Δt
// resolves, and ζ follows from the restitution. Friction is Coulomb's, at the deepest place, and a
// damper m ω where that is less: what sticks creeps with the tangential acceleration over ω. Walls
// have no friction or restitution of their own; of two bodies the lesser count.
//
// Overlaps are summed in integers, so all devices have the same.
#pragma once
#include "freebody.h"

constexpr double CONTACT_REACH = 0.75; // in spacings
constexpr double FLAT = 0.05;          // ε, in spacings
constexpr double DEEPER = 1.1;         // than the mean, in deviations
constexpr double FACING = -0.3; // greatest product of the normals of a face and of what it touches

// The words of a side, lengths being in spacings: Σw, Σwd, Σwd², Σw x, and for q = (n, x × n) the
// sums of w q, w d q, w' q, w' d q and w' d² q; x is from the body's pivot, and w' is dw/dd.
enum { FIRST_PLACE = 3, FIRST_WAY = 6, WAYS = 5 };
static_assert(FIRST_WAY + 6 * WAYS == OVERLAP, "the words of a side");

constexpr double OVERLAP_SCALE = 1 << 24;

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

FN int sideOf(const double (&n)[3])
{
	auto size = [](double x) { return x < 0.0 ? -x : x; };
	int axis = size(n[1]) > size(n[0]) ? 1 : 0;
	if (size(n[2]) > size(n[axis]))
		axis = 2;
	return 2 * axis + (n[axis] < 0.0);
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
FN void addPoint(const ContactArgs &a, const Obstacle &o, const Stance &s, const Stance &t,
	const float4 &point, const float4 &face, int64_t *sums)
{
	double r[3] = {point.x, point.y, point.z}, before[3] = {face.x, face.y, face.z};
	double lever[3], from[3], own[3], distance, gradient[3], normal[3], outward[3];
	outOf(s, r, lever);
	for (int k = 0; k < 3; k++)
		from[k] = s.at[k] + lever[k] - t.at[k];
	backIn(t, from, own);
	if (!distanceAt(a, o, own, distance, gradient) || !(distance < CONTACT_REACH * a.spacing))
		return;
	double size = sqrt(dot(gradient, gradient));
	if (!(size > 0.0))
		return;
	outOf(t, gradient, normal);
	outOf(s, before, outward);
	for (int k = 0; k < 3; k++) {
		normal[k] /= size;
		lever[k] /= a.spacing;
	}
	if (dot(outward, outward) > 0.5 && dot(outward, normal) > FACING)
		return; // beside the obstacle, as the sides of a box on a floor are
	double d = distance / a.spacing, over = CONTACT_REACH - d;
	double w = over * over * point.w, slope = -2.0 * over * point.w, turning[3];
	cross(lever, normal, turning);
	int64_t *to = sums + sideOf(normal) * OVERLAP;
	addTo(to, w);
	addTo(to + 1, w * d);
	addTo(to + 2, w * d * d);
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
	int lane = i % 32, lanes = TOGETHER ? 32 : 1, chunk = i / 32 % a.chunks, pair = i / 32 / a.chunks;
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
		addPoint(a, o, s, t, a.points[2 * p], a.points[2 * p + 1], overlapOf(a, body, other));
}

// How an obstacle moves: the velocity of its pivot, and its angular velocity, from dR/dt = ω × R.
struct Sway {
	double velocity[3], spin[3];
};

FN Sway swayOf(const ContactArgs &a, const Obstacle &o, const Stance &s)
{
	const BodyMotion &m = a.motions[o.body];
	int moment = a.half ? MIDDLE : BEGINNING;
	Sway w = {};
	Matrix r = s.less, rate = {};
	for (int k = 0; k < 3; k++) {
		w.velocity[k] = m.velocity[moment][k];
		r.of[4 * k] += 1.0;
	}
	for (int e = 0; e < 9 && m.turns; e++)
		rate.of[e] = m.rate[moment][e];
	Matrix spins = product(rate, transposed(r));
	for (int k = 0; k < 3; k++) {
		int b = (k + 1) % 3, c = (k + 2) % 3;
		w.spin[k] = 0.5 * (spins.of[3 * c + b] - spins.of[3 * b + c]);
	}
	return w;
}

// A way to push a body: a force, and a moment about its pivot.
struct Way {
	double force[3], moment[3];
};

FN double workOf(const Way &w, const Sway &s)
{
	return dot(w.force, s.velocity) + dot(w.moment, s.spin);
}

// The same way for what is pushed back, whose pivot is elsewhere.
FN Way aboutOther(const Way &w, const Stance &s, const Stance &t)
{
	Way o = w;
	double apart[3] = {s.at[0] - t.at[0], s.at[1] - t.at[1], s.at[2] - t.at[2]}, more[3];
	cross(apart, w.force, more);
	for (int k = 0; k < 3; k++)
		o.moment[k] += more[k];
	return o;
}

// One over the mass that a free body has against a push, as far as it may move.
FN double yielding(const ContactArgs &a, const Obstacle &o, const Stance &s, const Way &w)
{
	if (o.free == 0)
		return 0.0;
	const FreeBody &b = a.bodies[o.free - 1];
	double free[3], turning[3], own[3], of[3];
	along(b.direction, b.directions, w.force, free);
	along(b.axis, b.axes, w.moment, turning);
	backIn(s, turning, own);
	Matrix inverse;
	for (int e = 0; e < 9; e++)
		inverse.of[e] = b.inverse[e];
	times(inverse, own, of);
	return dot(free, free) / b.mass + dot(own, of);
}

FN void push(const ContactArgs &a, int free, const Way &w, double size)
{
	for (int k = 0; k < 3 && free > 0; k++) {
		atomicSum(a.sums + 6 * (free - 1) + k, roundToLong(size * w.force[k] * a.scale));
		atomicSum(a.sums + 6 * (free - 1) + 3 + k, roundToLong(size * w.moment[k] * a.scale));
	}
}

// The force of one side of a contact.
FN void pushSide(const ContactArgs &a, const Obstacle &b, const Obstacle &o, const Stance &s,
	const Stance &t, const int64_t *sums)
{
	double weight = (double)sums[0], mean = (double)sums[1] / weight, mean2 = (double)sums[2] / weight;
	double variance = mean2 - mean * mean;
	double size = sqrt((variance > 0.0 ? variance : 0.0) + FLAT * FLAT);
	double depth = DEEPER * (size - FLAT) - mean;
	if (!(depth > 0.0))
		return;
	Way w;
	auto of = [&](int way, int k) { return (double)sums[FIRST_WAY + 6 * way + k] / weight; };
	for (int k = 0; k < 6; k++) { // Σ ∂(mean)/∂d q, Σ ∂(mean of d²)/∂d q
		double first = of(0, k) + of(3, k) - mean * of(2, k);
		double second = 2.0 * of(1, k) + of(4, k) - mean2 * of(2, k);
		double q = first - DEEPER * 0.5 * (second - 2.0 * mean * first) / size;
		(k < 3 ? w.force[k] : w.moment[k - 3]) = k < 3 ? q : q * a.spacing;
	}
	Way back = aboutOther(w, s, t);
	double yields = yielding(a, b, s, w) + yielding(a, o, t, back);
	double length = sqrt(dot(w.force, w.force));
	if (!(yields > 0.0) || !(length > 0.0))
		return;
	Sway v = swayOf(a, b, s), u = swayOf(a, o, t);
	// two free bodies look at each other, so each does half
	double part = o.free > 0 ? 0.5 : 1.0;
	double damping = o.free > 0 && o.damping < b.damping ? o.damping : b.damping;
	double pressing = part / yields * (a.rate * a.rate * depth * a.spacing
		- 2.0 * damping * a.rate * (workOf(w, v) - workOf(back, u)));
	if (!(pressing > 0.0))
		return;
	push(a, b.free, w, pressing);
	push(a, o.free, back, -pressing);

	double normal[3], lever[3], slide[3], other[3], turned[3], turnedOther[3], slide2 = 0.0;
	for (int k = 0; k < 3; k++) {
		normal[k] = w.force[k] / length;
		double place = (double)sums[FIRST_PLACE + k] / weight - DEEPER * size * normal[k];
		lever[k] = place * a.spacing;
		other[k] = s.at[k] + lever[k] - t.at[k];
	}
	cross(v.spin, lever, turned);
	cross(u.spin, other, turnedOther);
	for (int k = 0; k < 3; k++)
		slide[k] = v.velocity[k] + turned[k] - u.velocity[k] - turnedOther[k];
	double apart = dot(slide, normal);
	for (int k = 0; k < 3; k++) {
		slide[k] -= apart * normal[k];
		slide2 += slide[k] * slide[k];
	}
	Way straight = {{normal[0], normal[1], normal[2]}, {}}, drag;
	cross(lever, normal, straight.moment);
	double lightly = yielding(a, b, s, straight) + yielding(a, o, t, aboutOther(straight, s, t));
	if (!(lightly > 0.0))
		return;
	double friction = o.free > 0 && o.friction < b.friction ? o.friction : b.friction;
	double speed = sqrt(slide2), most = friction * pressing * length, rate = part * a.rate / lightly;
	if (rate * speed > most)
		rate = most / speed;
	for (int k = 0; k < 3; k++)
		drag.force[k] = -rate * slide[k];
	cross(lever, drag.force, drag.moment);
	push(a, b.free, drag, 1.0);
	push(a, o.free, aboutOther(drag, s, t), -1.0);
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
	if (!mayTouch(b, s, o, t) && a.step < a.clock->limit)
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
