// Free bodies: rigid bodies that the fluid carries. They take part in the predictor and the
// corrector as particles do:
//   predictor: x' = x + v Δt/2,   v' = v + a Δt/2
//   corrector: v  = v + a'Δt,     x  = x + (v_old + v) Δt/2
// with a and a' from the forces at the beginning and in the middle of the step. The same is done
// with the angular momentum about the pivot, and the rotation follows from dq/dt = ω q/2, ω = R I⁻¹
// Rᵀ L, by four stages of Runge and Kutta. So momentum, and what turns about a principal axis, is
// kept but for round-off.
//
// Forces on bodies are sums of integers over pairs of fluid and walls, the reaction to what walls
// do to the fluid. All devices combine them, and each computes where all bodies go, so they have
// the same bits. There is a third state besides those of even and odd steps, that of the middle of
// a step, as particles have it; a rejected step leaves the state that it began with.
#pragma once
#include "ties.h"

// How a body turns within a part of a step: with an angular momentum that grows by a moment, or,
// where some axes are locked, with an angular velocity that grows by an acceleration.
struct Turning {
	const FreeBody &b;
	const double (&begin)[3], (&rate)[3];

	// dq/dt at a time since.
	FN_MEMBER void slope(const double (&q)[4], double time, double (&d)[4]) const
	{
		double grown[3], w[3];
		for (int a = 0; a < 3; a++)
			grown[a] = w[a] = begin[a] + time * rate[a];
		if (b.axes == 3)
			angularVelocity(b, q, grown, w);
		d[0] = -0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
		d[1] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
		d[2] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
		d[3] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
	}
};

FN void turnFor(const Turning &t, double time, double (&q)[4])
{
	double sum[4] = {}, last[4] = {};
	const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
	for (int stage = 0; stage < 4; stage++) {
		double p[4], d[4];
		for (int k = 0; k < 4; k++)
			p[k] = q[k] + at[stage] * time * last[k];
		t.slope(p, at[stage] * time, d);
		for (int k = 0; k < 4; k++) {
			sum[k] += weight[stage] * d[k];
			last[k] = d[k];
		}
	}
	double size2 = 0.0;
	for (int k = 0; k < 4; k++) {
		q[k] += time * sum[k];
		size2 += q[k] * q[k];
	}
	double size = sqrt(size2);
	for (int k = 0; k < 4; k++)
		q[k] /= size;
}

// The angular acceleration by a moment, of a body that turns about one axis or two.
FN void lockedAcceleration(const FreeBody &b, const Matrix &inertia, const double (&spin)[3],
	const double (&moment)[3], double (&of)[3])
{
	double turning[3], gyro[3], rest[3];
	times(inertia, spin, turning);
	cross(spin, turning, gyro);
	for (int a = 0; a < 3; a++)
		rest[a] = moment[a] - gyro[a];
	double m[2][2] = {{1.0, 0.0}, {0.0, 1.0}}, v[2] = {}, x[2] = {};
	for (int k = 0; k < b.axes; k++) {
		double of[3];
		times(inertia, b.axis[k], of);
		for (int l = 0; l < b.axes; l++)
			m[l][k] = dot(b.axis[l], of);
		v[k] = dot(b.axis[k], rest);
	}
	double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
	x[0] = (v[0] * m[1][1] - m[0][1] * v[1]) / det;
	x[1] = (m[0][0] * v[1] - v[0] * m[1][0]) / det;
	for (int a = 0; a < 3; a++)
		of[a] = (b.axes > 0 ? x[0] * b.axis[0][a] : 0.0) + (b.axes > 1 ? x[1] * b.axis[1][a] : 0.0);
}

// All that acts on a body in a state.
FN Wrench wrenchOn(const FreeBodiesArgs &a, const FreeBody &b, int i, const BodyState *all,
	const float (&gravity)[3])
{
	const BodyState &s = all[i];
	Wrench w;
	for (int k = 0; k < 3; k++) {
		int64_t force = a.sums[6 * i + k], moment = a.sums[6 * i + 3 + k];
		if (a.contacts) {
			force += a.contacts[6 * i + k];
			moment += a.contacts[6 * i + 3 + k];
		}
		w.force[k] = (double)force / a.scale;
		w.moment[k] = (double)moment / a.scale;
	}
	Moving centre = pointOf(s, b.arm);
	double weight[3] = {b.mass * gravity[0], b.mass * gravity[1], b.mass * gravity[2]};
	pull(w, centre.lever, weight);
	for (int k = b.firstTie; k < b.endTie; k++)
		addTie(a, all, s, a.ties[k], w);
	return w;
}

// Sets what a moment of a step has of a body.
FN void setMoment(BodyMotion &m, int moment, const BodyState &s, double perQuantum)
{
	Matrix less = rotationLessUnit(s.turn), r = rotationOf(s.turn), w = crossMatrix(s.spin);
	double angular[3] = {s.felt[3], s.felt[4], s.felt[5]};
	Matrix rate = product(w, r);
	Matrix curve = product(combined(1.0, crossMatrix(angular), 1.0, product(w, w)), r);
	for (int k = 0; k < 3; k++) {
		m.displacement[moment][k] = (int32_t)roundToLong(s.shift[k] * perQuantum);
		m.velocity[moment][k] = (float)s.velocity[k];
		m.acceleration[moment][k] = (float)s.felt[k];
	}
	for (int e = 0; e < 9; e++) {
		m.rotation[moment][e] = less.of[e];
		m.rate[moment][e] = (float)rate.of[e];
		m.curve[moment][e] = (float)curve.of[e];
	}
}

// Bounds of the squares of the speeds and the accelerations of a body's particles: rateArm is half
// the square root of 2 times that of curveArm, the distance of the furthest from the pivot.
FN void boundFree(BodyMotion &m, const MotionBody &b, const BodyState &s)
{
	double spin2 = dot(s.spin, s.spin), v = sqrt(dot(s.velocity, s.velocity)), a2 = 0.0,
		angular2 = 0.0;
	for (int k = 0; k < 3; k++) {
		a2 += s.acceleration[k] * s.acceleration[k];
		angular2 += s.acceleration[3 + k] * s.acceleration[3 + k];
	}
	float speed = (float)(v + b.curveArm * sqrt(spin2));
	float accel = (float)(sqrt(a2) + b.curveArm * (sqrt(angular2) + spin2));
	m.free = 1;
	m.speed2 = asBits(speed * speed) & 0x7fffffff;
	m.accel2 = asBits(accel * accel) & 0x7fffffff;
}

FN BodyMotion &recordFor(const FreeBodiesArgs &a, int step, const FreeBody &b)
{
	return a.motion.at[(step & 1) * a.motion.count + b.body];
}

// Ends the flow where a body is too fast or its state is not a number. Its particles may have left
// the domain, so the maxima of particles do not have that.
FN void checkSpeed(const FreeBodiesArgs &a, const BodyMotion &m)
{
	if (a.maxima && (m.speed2 > asBits(a.maxSpeed2) || m.accel2 > 0x7f7fffff))
		atomicMaximum(&a.maxima->speed2, 0x7fffffff);
}

// What the step after begins with.
FN void beginStep(const FreeBodiesArgs &a, int step, const FreeBody &b, const BodyState &s)
{
	const MotionBody &of = a.motion.bodies[b.body];
	BodyMotion &m = recordFor(a, step, b);
	Matrix less = rotationLessUnit(s.turn);
	m.turns = 1;
	for (int k = 0; k < 3; k++) {
		m.pivot[k] = of.pivot[k];
		m.centre[k] = (int32_t)roundToLong((s.shift[k] + row(less, k, of.centre)) * a.motion.perQuantum);
	}
	setMoment(m, BEGINNING, s, a.motion.perQuantum);
	boundFree(m, of, s);
	moveImages(a.motion, step, b.body);
}

// Moves a body in a part of a step, from what it was at the beginning of the step, with what acts
// on it.
FN BodyState moved(const FreeBody &b, const BodyState &from, const BodyState &at, const Wrench &w,
	double dt, bool whole)
{
	BodyState to = from;
	double force[3];
	along(b.direction, b.directions, w.force, force);
	for (int k = 0; k < 3; k++) {
		to.acceleration[k] = force[k] / b.mass;
		to.velocity[k] = from.velocity[k] + dt * to.acceleration[k];
		to.shift[k] = from.shift[k]
			+ dt * (whole ? 0.5 * (from.velocity[k] + to.velocity[k]) : from.velocity[k]);
	}
	Matrix inertia = turnedMatrix(rotationOf(at.turn), b.inertia);
	double angular[3] = {};
	if (b.axes == 3) {
		for (int k = 0; k < 3; k++)
			to.momentum[k] = from.momentum[k] + dt * w.moment[k];
		turnFor({b, from.momentum, w.moment}, dt, to.turn);
		angularVelocity(b, to.turn, to.momentum, to.spin);
		double turning[3], gyro[3], rest[3];
		times(inertia, at.spin, turning);
		cross(at.spin, turning, gyro);
		for (int k = 0; k < 3; k++)
			rest[k] = w.moment[k] - gyro[k];
		angularVelocity(b, at.turn, rest, angular);
	} else if (b.axes > 0) {
		lockedAcceleration(b, inertia, at.spin, w.moment, angular);
		for (int k = 0; k < 3; k++)
			to.spin[k] = from.spin[k] + dt * angular[k];
		turnFor({b, from.spin, angular}, dt, to.turn);
	}
	for (int k = 0; k < 3; k++)
		to.acceleration[3 + k] = angular[k];
	for (int k = 0; k < 6; k++)
		to.felt[k] = at.felt[k] + b.smoothing * (to.acceleration[k] - at.felt[k]);
	return to;
}

// Moves a body to the middle of a step of length dt, with the accelerations of the step before.
FN BodyState predicted(const FreeBody &b, const BodyState &from, double dt)
{
	Wrench w;
	Matrix inertia = turnedMatrix(rotationOf(from.turn), b.inertia);
	double angular[3] = {from.acceleration[3], from.acceleration[4], from.acceleration[5]};
	double turning[3], gyro[3], rest[3];
	times(inertia, from.spin, turning);
	cross(from.spin, turning, gyro);
	times(inertia, angular, rest);
	for (int k = 0; k < 3; k++) {
		w.force[k] = b.mass * from.acceleration[k];
		w.moment[k] = rest[k] + gyro[k];
	}
	return moved(b, from, from, w, 0.5 * dt, false);
}

// Moves the i-th free body in half a step.
FN void moveBody(const FreeBodiesArgs &a, int i)
{
	const FreeBody &b = a.bodies[i];
	BodyState *even = a.states, *odd = even + a.count, *middle = odd + a.count;
	const BodyState *from = a.step & 1 ? odd : even, *at = a.half ? middle : from;
	double dt = a.record->length;
	if (a.half == 0) {
		if (a.predicts) {
			middle[i] = predicted(b, from[i], dt);
		} else {
			Wrench w = wrenchOn(a, b, i, at, a.record->at[0].gravity);
			middle[i] = moved(b, from[i], at[i], w, 0.5 * dt, false);
		}
		BodyMotion &m = recordFor(a, a.step, b);
		setMoment(m, MIDDLE, middle[i], a.motion.perQuantum);
		boundFree(m, a.motion.bodies[b.body], middle[i]);
		moveImages(a.motion, a.step, b.body);
	} else {
		BodyState &to = (a.step & 1 ? even : odd)[i];
		Wrench w = wrenchOn(a, b, i, at, a.record->at[1].gravity);
		to = moved(b, from[i], at[i], w, dt, true);
		setMoment(recordFor(a, a.step, b), ENDING, to, a.motion.perQuantum);
		moveImages(a.motion, a.step, b.body);
		beginStep(a, a.step + 1, b, to);
		checkSpeed(a, recordFor(a, a.step + 1, b));
	}
}

// Clears the forces on the i-th free body; a step that is not done may leave some.
FN void clearForces(const FreeBodiesArgs &a, int i)
{
	for (int k = 0; k < 6; k++) {
		a.sums[6 * i + k] = 0;
		if (a.contacts)
			a.contacts[6 * i + k] = 0;
	}
}
