// What joints hold: for each row of a joint the rate at which its error grows by the motion of the
// two bodies, Σ J v, and what it has of velocities that are given.
#pragma once
#include "../bodystep.h"
#include "args.h"

// The end of a joint at one of its bodies.
struct JointEnd {
	double x[3];       // displacement of its point since time 0 [m]
	double lever[3];   // from the pivot to that
	double v[3];       // velocity of the point
	double curve[3];   // its acceleration by what is given: of a free body ω × (ω × lever)
	double spin[3], angular[3]; // angular velocity, and acceleration where the motion is given
	Matrix r;          // rotation
};

FN void vectorOf(const Matrix &cross, double (&v)[3])
{
	for (int k = 0; k < 3; k++) {
		int b = (k + 1) % 3, c = (k + 2) % 3;
		v[k] = 0.5 * (cross.of[3 * c + b] - cross.of[3 * b + c]);
	}
}

FN Matrix matrixOf(const double (&of)[9])
{
	Matrix m;
	for (int e = 0; e < 9; e++)
		m.of[e] = of[e];
	return m;
}

FN JointEnd endOf(const MemberWork &w, const double (&at)[3])
{
	JointEnd e = {};
	double turn[4], v[3];
	for (int k = 0; k < 4; k++)
		turn[k] = w.now[BODY_TURN + k];
	for (int k = 0; k < 3; k++)
		e.spin[k] = w.spin[k];
	Matrix less = rotationLessUnit(turn);
	e.r = matrixOf(w.rotation);
	times(e.r, at, e.lever);
	cross(e.spin, e.lever, v);
	cross(e.spin, v, e.curve);
	for (int k = 0; k < 3; k++) {
		e.x[k] = w.now[BODY_SHIFT + k] + row(less, k, at);
		e.v[k] = w.now[BODY_VELOCITY + k] + v[k];
	}
	return e;
}

// The end at a body that moves by a law, or is fixed.
FN JointEnd endOf(const Pose &p, const double (&at)[3])
{
	JointEnd e = {};
	e.r = p.less;
	for (int k = 0; k < 3; k++)
		e.r.of[4 * k] += 1.0;
	Matrix back = transposed(e.r), spins = product(p.rate, back);
	vectorOf(spins, e.spin);
	vectorOf(combined(1.0, product(p.curve, back), -1.0, product(spins, spins)), e.angular);
	times(e.r, at, e.lever);
	for (int k = 0; k < 3; k++) {
		e.x[k] = p.shift[k] + row(p.less, k, at);
		e.v[k] = p.velocity[k] + row(p.rate, k, at);
		e.curve[k] = p.acceleration[k] + row(p.curve, k, at);
	}
	return e;
}

// What a row keeps: its J, error, Σ J v and, but for J times what is not given, the acceleration of
// its error with the sign changed.
struct JointConstraint {
	double of[12];
	double error, slip, right;
};

struct JointPair {
	const JointEnd &a, &b;
	double apart[3], parting[3], turning[3]; // of the first from the second: place, rate, rotation

	FN_MEMBER JointPair(const JointEnd &a, const JointEnd &b) : a(a), b(b)
	{
		for (int k = 0; k < 3; k++) {
			apart[k] = a.x[k] - b.x[k];
			parting[k] = a.v[k] - b.v[k];
			turning[k] = a.spin[k] - b.spin[k];
		}
	}

	// How far the points are apart along a direction that turns with the second body, or is fixed.
	FN_MEMBER JointConstraint along(const double (&n)[3], bool turns) const
	{
		JointConstraint c = {};
		double own[3], other[3], lever[3], swept[3] = {}, bent[3] = {}, grown[3] = {};
		for (int k = 0; k < 3; k++)
			lever[k] = b.lever[k] + (turns ? apart[k] : 0.0);
		cross(a.lever, n, own);
		cross(lever, n, other);
		if (turns) {
			cross(b.spin, n, swept);
			cross(b.spin, swept, bent);
			cross(b.angular, n, grown);
		}
		for (int k = 0; k < 3; k++) {
			c.of[k] = n[k];
			c.of[3 + k] = own[k];
			c.of[6 + k] = -n[k];
			c.of[9 + k] = -other[k];
			c.right -= n[k] * (a.curve[k] - b.curve[k]) + 2.0 * swept[k] * parting[k]
				+ (bent[k] + grown[k]) * apart[k];
		}
		c.error = dot(n, apart);
		c.slip = dot(n, parting) + dot(swept, apart);
		return c;
	}

	// How fast the first body turns about an axis, seen from the second; the axis turns with a rate.
	FN_MEMBER JointConstraint about(const double (&m)[3], const double (&rate)[3]) const
	{
		JointConstraint c = {};
		for (int k = 0; k < 3; k++) {
			c.of[3 + k] = m[k];
			c.of[9 + k] = -m[k];
			c.right -= rate[k] * turning[k] + m[k] * (a.angular[k] - b.angular[k]);
		}
		c.slip = dot(m, turning);
		return c;
	}

	// The same about one that turns with the second body.
	FN_MEMBER JointConstraint aboutFixed(const double (&m)[3]) const
	{
		double rate[3];
		cross(b.spin, m, rate);
		return about(m, rate);
	}

	// One of three rows of place.
	FN_MEMBER JointConstraint place(const Joint &j, int k) const
	{
		if (j.kind == SLIDER_JOINT) {
			double n[3];
			times(b.r, j.across[k < 2 ? k : 0], n);
			return along(n, true);
		}
		const double n[3] = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
		return along(n, false);
	}

	// One of three rows of rotation. An axis across that of a hinge is at right angles to it.
	FN_MEMBER JointConstraint rotation(const Joint &j, int k) const
	{
		if (j.kind == HINGE_JOINT) {
			double n[3], u[3], m[3], moving[3], other[3], first[3], second[3], rate[3];
			times(b.r, j.across[k < 2 ? k : 0], n);
			times(a.r, j.axis, u);
			cross(u, n, m);
			cross(a.spin, u, moving);
			cross(b.spin, n, other);
			cross(moving, n, first);
			cross(u, other, second);
			for (int e = 0; e < 3; e++)
				rate[e] = first[e] + second[e];
			JointConstraint c = about(m, rate);
			c.error = dot(n, u);
			return c;
		}
		const double e[3] = {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
		double m[3], turn[3];
		times(b.r, e, m);
		JointConstraint c = aboutFixed(m);
		vectorOf(product(transposed(b.r), a.r), turn); // the sine of a small angle
		c.error = turn[k];
		return c;
	}

	// The coordinate; an angle is that nearest to another.
	FN_MEMBER JointConstraint coordinate(const Joint &j, double near) const
	{
		double u[3];
		times(b.r, j.axis, u);
		if (j.kind == SLIDER_JOINT)
			return along(u, true);
		JointConstraint c = aboutFixed(u);
		double n[3], p[3], q[3];
		times(b.r, j.across[0], n);
		times(a.r, j.across[0], p);
		cross(u, n, q);
		double sine = dot(p, q), cosine = dot(p, n), turned;
		if (cosine < 0.0)
			turned = 0.5 * AROUND + angleOf(-sine, -cosine);
		else
			turned = angleOf(sine, cosine);
		c.error = turned + AROUND * floor((near - turned) / AROUND + 0.5);
		return c;
	}
};
