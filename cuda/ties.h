// What pulls free bodies besides the fluid: springs, ropes, torsion springs and moorings. They act
// where bodies are in a half step, and need sums, products, quotients and square roots only.
#pragma once
#include "motion.h"

// What acts on a rigid body.
struct Wrench {
	double force[3], moment[3]; // about the pivot
};

FN double dot(const double (&a)[3], const double (&b)[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

FN void cross(const double (&a)[3], const double (&b)[3], double (&c)[3])
{
	c[0] = a[1] * b[2] - a[2] * b[1];
	c[1] = a[2] * b[0] - a[0] * b[2];
	c[2] = a[0] * b[1] - a[1] * b[0];
}

// The part of a vector along some orthonormal directions.
FN void along(const double (&directions)[3][3], int count, const double (&v)[3], double (&of)[3])
{
	of[0] = of[1] = of[2] = 0.0;
	for (int k = 0; k < count; k++) {
		double size = dot(v, directions[k]);
		for (int a = 0; a < 3; a++)
			of[a] += size * directions[k][a];
	}
}

// The rotation of a quaternion, less the unit matrix, which has all digits of a small turn.
FN Matrix rotationLessUnit(const double (&q)[4])
{
	double w = q[0], x = q[1], y = q[2], z = q[3];
	return {{-2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
		2.0 * (x * y + w * z), -2.0 * (x * x + z * z), 2.0 * (y * z - w * x),
		2.0 * (x * z - w * y), 2.0 * (y * z + w * x), -2.0 * (x * x + y * y)}};
}

FN Matrix rotationOf(const double (&q)[4])
{
	Matrix r = rotationLessUnit(q);
	r.of[0] += 1.0;
	r.of[4] += 1.0;
	r.of[8] += 1.0;
	return r;
}

FN void times(const Matrix &m, const double (&v)[3], double (&w)[3])
{
	for (int a = 0; a < 3; a++)
		w[a] = row(m, a, v);
}

FN Matrix transposed(const Matrix &m)
{
	return {{m.of[0], m.of[3], m.of[6], m.of[1], m.of[4], m.of[7], m.of[2], m.of[5], m.of[8]}};
}

FN Matrix crossMatrix(const double (&v)[3])
{
	return {{0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0}};
}

// A matrix of the body, as its rotation has turned it: R M Rᵀ.
FN Matrix turnedMatrix(const Matrix &r, const double (&m)[9])
{
	Matrix of;
	for (int e = 0; e < 9; e++)
		of.of[e] = m[e];
	return product(product(r, of), transposed(r));
}

FN void angularVelocity(const FreeBody &b, const double (&q)[4], const double (&momentum)[3],
	double (&spin)[3])
{
	Matrix r = rotationOf(q), back = transposed(r);
	double own[3], of[3];
	times(back, momentum, own);
	Matrix inverse;
	for (int e = 0; e < 9; e++)
		inverse.of[e] = b.inverse[e];
	times(inverse, own, of);
	times(r, of, spin);
}

// The angle [rad] whose tangent is y over x, x being positive or 0: three times halved, then by its
// series.
FN double angleOf(double y, double x)
{
	for (int k = 0; k < 3; k++)
		x += sqrt(x * x + y * y);
	double t = y / x, u = t * t;
	return 8.0 * t * (1.0 - u * (1.0 / 3 - u * (1.0 / 5 - u * (1.0 / 7
		- u * (1.0 / 9 - u * (1.0 / 11 - u * (1.0 / 13)))))));
}

// Where a point of a body is from where its pivot was at time 0, and how fast; it is r from the
// pivot at time 0.
struct Moving {
	double x[3], v[3], lever[3];
};

FN Moving pointOf(const BodyState &s, const double (&r)[3])
{
	Moving p;
	Matrix of = rotationOf(s.turn);
	times(of, r, p.lever);
	cross(s.spin, p.lever, p.v);
	for (int a = 0; a < 3; a++) {
		p.x[a] = s.shift[a] + p.lever[a];
		p.v[a] += s.velocity[a];
	}
	return p;
}

FN void pull(Wrench &w, const double (&lever)[3], const double (&force)[3])
{
	double moment[3];
	cross(lever, force, moment);
	for (int a = 0; a < 3; a++) {
		w.force[a] += force[a];
		w.moment[a] += moment[a];
	}
}

// The forces of a mooring: horizontal and vertical, from a table by the distances of its ends,
// between which they are linear.
FN void lineForces(const Tie &t, const double *lines, double across, double up, double &pull,
	double &down)
{
	double x = across / t.across, y = up / t.up;
	int i = (int)(x < 0.0 ? 0.0 : x), j = (int)(y < 0.0 ? 0.0 : y);
	i = i > t.columns - 2 ? t.columns - 2 : i;
	j = j > t.rows - 2 ? t.rows - 2 : j;
	double u = x - i, v = y - j;
	u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
	v = v < 0.0 ? 0.0 : v > 1.0 ? 1.0 : v;
	auto at = [&](int part) {
		const double *p = lines + 2 * (t.table + j * t.columns + i) + part;
		double below = p[0] + u * (p[2] - p[0]);
		double above = p[2 * t.columns] + u * (p[2 * t.columns + 2] - p[2 * t.columns]);
		return below + v * (above - below);
	};
	pull = at(0);
	down = at(1);
}

// What a spring, a rope or a mooring does to a body, as all bodies are.
FN void addTie(const FreeBodiesArgs &a, const BodyState *all, const BodyState &s, const Tie &t,
	Wrench &w)
{
	if (t.kind == TORSION_TIE) {
		double half = t.at[0] * s.turn[1] + t.at[1] * s.turn[2] + t.at[2] * s.turn[3], real = s.turn[0];
		double rate = dot(s.spin, t.at);
		double angle = 2.0 * angleOf(real < 0.0 ? -half : half, real < 0.0 ? -real : real);
		for (int k = 0; k < 3; k++)
			w.moment[k] -= (t.stiff * angle + t.damping * rate) * t.at[k];
		return;
	}
	Moving p = pointOf(s, t.at), q = {{t.to[0], t.to[1], t.to[2]}, {}, {}};
	if (t.other > 0) {
		q = pointOf(all[t.other - 1], t.to);
		for (int k = 0; k < 3; k++)
			q.x[k] += t.between[k];
	}
	double d[3], force[3];
	for (int k = 0; k < 3; k++)
		d[k] = q.x[k] - p.x[k];
	if (t.kind == MOORING_TIE) {
		double across = sqrt(d[0] * d[0] + d[1] * d[1]), level, down;
		lineForces(t, a.lines, across, -d[2], level, down);
		double part = across > 0.0 ? level / across : 0.0;
		force[0] = part * d[0];
		force[1] = part * d[1];
		force[2] = -down;
		for (int k = 0; k < 3; k++)
			force[k] -= t.damping * p.v[k];
	} else {
		double length = sqrt(dot(d, d));
		if (length == 0.0)
			return;
		double apart = 0.0;
		for (int k = 0; k < 3; k++)
			apart += d[k] / length * (q.v[k] - p.v[k]);
		double size = t.stiff * (length - t.length) + t.damping * apart;
		if (t.kind == ROPE_TIE && (length <= t.length || size < 0.0))
			return;
		for (int k = 0; k < 3; k++)
			force[k] = size * d[k] / length;
	}
	pull(w, p.lever, force);
}
