// Motion: bodies move as laws say, which the host makes of polynomials and sinusoids. A scan
// computes where a body is, how fast it is and how it accelerates in a step, with sums, products
// and quotients only, so that all devices and the host come to the same bits.
//
// A body that shifts and turns takes the point X to pivot + d + R (X - pivot). A step adds the
// difference of two displacements, in whole quanta, to a particle's position: of d, and of (R -
// 1)(X - pivot) from where the particle is at time 0. The end of a step is the beginning of the
// next, so the sum of these is the displacement at that time: nothing is accumulated but
// integers.
#pragma once
#include "list.h"

enum { BEGINNING, MIDDLE, ENDING }; // of a step

// A value and its first and second derivative in time.
struct Course {
	double x, v, a;
};

// The last of some pieces that begins at a time or before; the first if none does.
FN int pieceAt(const MotionPiece *pieces, int first, int end, double time)
{
	while (end - first > 1) {
		int middle = (first + end) / 2;
		(pieces[middle].time <= time ? first : end) = middle;
	}
	return first;
}

FN Course cubic(const double (&c)[4], double s)
{
	return {c[0] + s * (c[1] + s * (c[2] + s * c[3])),
		c[1] + s * (2.0 * c[2] + s * (3.0 * c[3])), 2.0 * c[2] + s * (6.0 * c[3])};
}

#define AROUND 6.283185307179586 // a turn [rad]

// The sine and the cosine of an angle [turns], by their series within an eighth of a turn. The
// error is a few 1e-16.
FN void sineCosine(double turns, double &sine, double &cosine)
{
	long long quarters = roundToLong(4.0 * turns);
	double x = AROUND * (turns - 0.25 * (double)quarters), y = x * x;
	double s = x * (1.0 + y * (-1.0 / 6 + y * (1.0 / 120 + y * (-1.0 / 5040 + y * (1.0 / 362880
		+ y * (-1.0 / 39916800
		+ y * (1.0 / 6227020800.0 + y * (-1.0 / 1307674368000.0))))))));
	double c = 1.0 + y * (-1.0 / 2 + y * (1.0 / 24 + y * (-1.0 / 720 + y * (1.0 / 40320
		+ y * (-1.0 / 3628800
		+ y * (1.0 / 479001600 + y * (-1.0 / 87178291200.0 + y * (1.0 / 20922789888000.0))))))));
	bool odd = quarters & 1;
	sine = odd ? c : s;
	cosine = odd ? s : c;
	if (quarters & 2)
		sine = -sine;
	if ((quarters + 1) & 2)
		cosine = -cosine;
}

// The law of a link at a time.
FN Course lawAt(const MotionTable &t, const MotionLink &l, double time)
{
	if (l.period > 0.0 && time > l.from)
		time -= floor((time - l.from) / l.period) * l.period;
	const MotionPiece &p = t.pieces[pieceAt(t.pieces, l.first, l.end, time)];
	double s = time - p.time;
	Course c = cubic(p.value, s);
	if (p.amplitude[0] == 0.0 && p.amplitude[1] == 0.0 && p.amplitude[2] == 0.0
		&& p.amplitude[3] == 0.0)
		return c;
	Course n = cubic(p.amplitude, s);
	double sine, cosine, w = AROUND * p.frequency;
	sineCosine(p.frequency * s + p.phase, sine, cosine);
	return {c.x + n.x * sine, c.v + (n.v * sine + n.x * w * cosine),
		c.a + (n.a * sine + 2.0 * n.v * w * cosine - n.x * w * w * sine)};
}

// A matrix by rows.
struct Matrix {
	double of[9];
};

FN double row(const Matrix &m, int a, const double (&v)[3])
{
	return m.of[3 * a] * v[0] + m.of[3 * a + 1] * v[1] + m.of[3 * a + 2] * v[2];
}

FN Matrix product(const Matrix &m, const Matrix &n)
{
	Matrix o;
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 3; b++)
			o.of[3 * a + b] = m.of[3 * a] * n.of[b] + m.of[3 * a + 1] * n.of[3 + b]
				+ m.of[3 * a + 2] * n.of[6 + b];
	return o;
}

FN Matrix combined(double k, const Matrix &m, double l, const Matrix &n)
{
	Matrix o;
	for (int e = 0; e < 9; e++)
		o.of[e] = k * m.of[e] + l * n.of[e];
	return o;
}

// Where a body is: d and its derivatives, R less the unit matrix, and the derivatives of R.
struct Pose {
	double shift[3], velocity[3], acceleration[3];
	Matrix less, rate, curve;
};

// Lets a link turn a body by an angle [turns]: Q = 1 + sin K + (1 - cos) K² (Rodrigues), K the
// cross product with its axis.
FN void turnBy(Pose &p, const MotionLink &l, const Course &angle)
{
	const double *n = l.axis;
	Matrix k = {{0.0, -n[2], n[1], n[2], 0.0, -n[0], -n[1], n[0], 0.0}}, k2 = product(k, k);
	double sine, cosine, half, rest, w = AROUND * angle.v, c = AROUND * angle.a;
	sineCosine(angle.x, sine, cosine);
	sineCosine(0.5 * angle.x, half, rest);
	Matrix q = combined(sine, k, 2.0 * half * half, k2); // less the unit matrix
	Matrix turned = combined(cosine, k, sine, k2);       // K Q, since K³ = -K
	Matrix first = combined(w, turned, 0.0, k); // derivatives of Q
	Matrix second = combined(c, turned, w * w, product(k, turned));
	Pose o;
	double y[3];
	for (int a = 0; a < 3; a++)
		y[a] = l.arm[a] + p.shift[a];
	for (int a = 0; a < 3; a++) {
		o.shift[a] = p.shift[a] + row(q, a, y);
		o.velocity[a] = p.velocity[a] + row(q, a, p.velocity) + row(first, a, y);
		o.acceleration[a] = p.acceleration[a] + row(q, a, p.acceleration)
			+ 2.0 * row(first, a, p.velocity) + row(second, a, y);
	}
	auto withUnit = [](const Matrix &m, const Matrix &n) { return combined(1.0, m, 1.0, n); };
	// With Q = 1 + q and R = 1 + r: Q R - 1 = r + q + q r.
	o.less = withUnit(p.less, withUnit(q, product(q, p.less)));
	o.rate = withUnit(withUnit(p.rate, product(q, p.rate)),
		withUnit(first, product(first, p.less)));
	o.curve = withUnit(withUnit(p.curve, product(q, p.curve)),
		combined(2.0, product(first, p.rate), 1.0, withUnit(second, product(second, p.less))));
	p = o;
}

// Where a body is at a time. The innermost link comes first.
FN Pose poseAt(const MotionTable &t, const MotionBody &b, double time)
{
	Pose p = {};
	for (int k = b.end - 1; k >= b.first; k--) {
		const MotionLink &l = t.links[k];
		Course c = lawAt(t, l, time);
		if (l.turns) {
			turnBy(p, l, c);
			continue;
		}
		for (int axis = 0; axis < 3; axis++) {
			p.shift[axis] += l.axis[axis] * c.x;
			p.velocity[axis] += l.axis[axis] * c.v;
			p.acceleration[axis] += l.axis[axis] * c.a;
		}
	}
	return p;
}

FN float squareOf(const float (&v)[3]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }
FN float sizeOf(const float (&m)[9])
{
	float sum = 0.0f;
	for (int e = 0; e < 9; e++)
		sum += m[e] * m[e];
	return sqrtf(sum);
}

// Bounds of the squares of the speeds and the accelerations of a body's particles in the middle
// of a step.
FN void boundSpeeds(BodyMotion &m, const MotionBody &b)
{
	float speed2 = squareOf(m.velocity[MIDDLE]), accel2 = squareOf(m.acceleration[MIDDLE]);
	if (m.turns) {
		float speed = sqrtf(speed2) + b.rateArm * sizeOf(m.rate[MIDDLE]);
		float accel = sqrtf(accel2) + b.curveArm * sizeOf(m.curve[MIDDLE]);
		speed2 = speed * speed;
		accel2 = accel * accel;
	}
	m.speed2 = asBits(speed2) & 0x7fffffff;
	m.accel2 = asBits(accel2) & 0x7fffffff;
}

// How a body moves in a zone, where lengths and times are magnified: see zones/zones.h. Bounds are
// of how positions change in the time of the flow, as those of particles.
FN BodyMotion magnified(const BodyMotion &m, const MotionBody &image)
{
	BodyMotion to = m;
	float r = (float)image.fineness, less = 1.0f / r;
	for (int moment = 0; moment < 3; moment++) {
		for (int axis = 0; axis < 3; axis++) {
			to.displacement[moment][axis] *= (int32_t)r;
			to.acceleration[moment][axis] *= less;
		}
		for (int e = 0; e < 9; e++) {
			to.rate[moment][e] *= less;
			to.curve[moment][e] *= less * less;
		}
	}
	for (int axis = 0; axis < 3; axis++) {
		to.pivot[axis] = image.pivot[axis];
		to.centre[axis] *= (int32_t)r;
	}
	to.speed2 = asBits(r * r * asFloat(m.speed2)) & 0x7fffffff;
	to.accel2 = asBits(r * r * asFloat(m.accel2)) & 0x7fffffff;
	return to;
}

// Lets the images of a body move as it does in a step.
FN void moveImages(const MotionTable &t, int k, int body)
{
	BodyMotion *at = t.at + (k & 1) * t.count;
	for (int image = t.bodies[body].image; image; image = t.bodies[image].image)
		at[image] = magnified(at[body], t.bodies[image]);
}

FN void recordMotions(const MotionTable &t, int k, double time, float length)
{
	for (int body = 1; body < t.count; body++) {
		const MotionBody &b = t.bodies[body];
		BodyMotion &m = t.at[(k & 1) * t.count + body];
		if (b.first == b.end)
			continue; // all is 0
		m.turns = b.turns;
		for (int moment = 0; moment < 3; moment++) {
			double part = moment == ENDING ? 1.0 : moment == MIDDLE ? 0.5 : 0.0;
			Pose p = poseAt(t, b, time + part * length);
			for (int axis = 0; axis < 3; axis++) {
				m.displacement[moment][axis] = (int32_t)roundToLong(p.shift[axis] * t.perQuantum);
				m.velocity[moment][axis] = (float)p.velocity[axis];
				m.acceleration[moment][axis] = (float)p.acceleration[axis];
				if (moment == BEGINNING) {
					m.pivot[axis] = b.pivot[axis];
					double centre = p.shift[axis] + row(p.less, axis, b.centre);
					m.centre[axis] = (int32_t)roundToLong(centre * t.perQuantum);
				}
			}
			for (int e = 0; e < 9; e++) {
				m.rotation[moment][e] = p.less.of[e];
				m.rate[moment][e] = (float)p.rate.of[e];
				m.curve[moment][e] = (float)p.curve.of[e];
			}
		}
		boundSpeeds(m, b);
		moveImages(t, k, body);
	}
}

// How far a turn takes what is r from the pivot at time 0, along an axis, in the unit of r.
FN double turned(const BodyMotion &m, int moment, int axis, double x, double y, double z)
{
	const double *k = m.rotation[moment] + 3 * axis;
	return k[0] * x + k[1] * y + k[2] * z;
}

// A row of a derivative of a rotation, times r.
FN float turning(const float (&k)[9], int axis, const float4 &r)
{
	return k[3 * axis] * r.x + k[3 * axis + 1] * r.y + k[3 * axis + 2] * r.z;
}

// A normal, as the turn of its body has turned it at a moment of a step.
FN float4 turnedNormal(const BodyMotion &m, int moment, float4 n)
{
	auto along = [&](int axis) { return (float)turned(m, moment, axis, n.x, n.y, n.z); };
	return {n.x + along(0), n.y + along(1), n.z + along(2), n.w};
}

// Where the box of a zone has come as a step begins [quanta in the flow].
FN void wayOf(const ZoneWay &w, const BodyMotion *motions, int32_t (&by)[3])
{
	for (int a = 0; a < 3; a++) {
		int32_t x = w.row ? motions[w.row].displacement[BEGINNING][a] : 0;
		x = x < w.least[a] ? w.least[a] : x;
		by[a] = x > w.most[a] ? w.most[a] : x;
	}
}

// Where a point of the flow is simulated: in the last of the zones that it is in, the finest.
FN int4 simulated(const ZoneMaps &m, const ZoneOutline *outlines, const BodyMotion *motions, int4 p)
{
	int4 to = p;
	const int32_t at[3] = {p.x, p.y, p.z};
	for (int k = 0; k < m.count; k++) {
		int32_t by[3];
		wayOf(outlines[k].way, motions, by);
		bool in = true;
		for (int a = 0; a < 3; a++)
			in &= at[a] - by[a] >= outlines[k].low[a] && at[a] - by[a] < outlines[k].high[a];
		if (!in)
			continue;
		double r = 1.0 / m.of[k].coarse;
		const double *shift = m.of[k].shift;
		to = {(int)roundToLong(r * p.x + shift[0]), (int)roundToLong(r * p.y + shift[1]),
			(int)roundToLong(r * p.z + shift[2]), p.w};
	}
	return to;
}

// The number of the body of a wall particle, also of its image in a zone; -1 is none.
FN int movedBodyOf(const BodyMotion *motions, int4 p)
{
	return isMovingWall(p) ? motions[bodyOf(p) + 1].of - 1 : bodyOf(p);
}

// Moves a particle from the beginning of a step to another moment of it, but for turns.
FN void moveWall(const BodyMotion &m, int to, int4 &p, float4 &v)
{
	const int32_t *by = m.displacement[to], *from = m.displacement[BEGINNING];
	const float *u = m.velocity[to];
	p = {p.x + by[0] - from[0], p.y + by[1] - from[1], p.z + by[2] - from[2], p.w};
	v = {u[0], u[1], u[2], v.w};
}

// Where particle j is from its body's pivot at time 0; 0 of bodies that do not turn.
FN float4 referenceOf(const References &r, int j)
{
	uint32_t k = r.id[j] - r.first;
	return k < r.count ? r.of[k] : float4{0.0f, 0.0f, 0.0f, 0.0f};
}

// The numbers of the bodies of particles, from 1 on, or 0; info are the words that say what the
// particles are.
FN int bodies(const int4 *info, int j) { return bodyOf(info[j]) + 1; }

struct Columns {
	Real x, y, z;
};

FN Columns referencesOf(const References &r, int j)
{
	float4 v = referenceOf(r, j);
#ifdef LANES
	return {Real{} + v.x, Real{} + v.y, Real{} + v.z};
#else
	return {v.x, v.y, v.z};
#endif
}

#ifdef LANES
FN Indices bodies(const int4 *info, const Indices &j)
{
	Indices b;
	for (int k = 0; k < LANES; k++)
		b.at[k] = bodies(info, (int)j.at[k]);
	return b;
}

FN Columns referencesOf(const References &r, const Indices &j)
{
	Columns c;
	for (int k = 0; k < LANES; k++) {
		float4 v = referenceOf(r, (int)j.at[k]);
		c.x[k] = v.x;
		c.y[k] = v.y;
		c.z[k] = v.z;
	}
	return c;
}
#endif

// The velocity of wall particle j as its body's, or its acceleration: v of the pivot, and what
// the derivative m of the rotation makes of its place. These are those of the first body, at a
// moment of a step.
template <class J>
FN Columns ofBody(const References &r, const int4 *info, const float (&v)[3], const float (&m)[9],
	const J &j)
{
	const int floats = sizeof(BodyMotion) / sizeof(float);
	auto body = bodies(info, j);
	Columns c = {loadAt(v, floats, body), loadAt(v + 1, floats, body), loadAt(v + 2, floats, body)};
	if (r.of) {
		Columns at = referencesOf(r, j);
		auto row = [&](int a) {
			auto of = [&](int b) { return loadAt(m + 3 * a + b, floats, body); };
			return of(0) * at.x + of(1) * at.y + of(2) * at.z;
		};
		c.x += row(0);
		c.y += row(1);
		c.z += row(2);
	}
	return c;
}
