// What particles of flexible parts have.
#pragma once
#include "../ties.h"
#include "args.h"

// The state of the step so long after the first of the period.
FN double *flexState(const FlexTable &t, const Clock &c, int step)
{
	return t.states + ((c.first + step) & 1) * (int64_t)t.words;
}

// Three numbers of particle i from one of its state on.
FN void flexVector(const FlexTable &t, const double *state, int word, int i, double (&v)[3])
{
	for (int k = 0; k < 3; k++)
		v[k] = state[(int64_t)(word + k) * t.count + i];
}

FN void setFlexVector(const FlexTable &t, double *state, int word, int i, const double (&v)[3])
{
	for (int k = 0; k < 3; k++)
		state[(int64_t)(word + k) * t.count + i] = v[k];
}

// Room of a step, each number an array over particles: positions of even and of odd sub-steps,
// velocities, and tensors.
FN double *flexPlaces(const FlexTable &t, int sub)
{
	return t.room + (sub & 1) * (int64_t)3 * t.count;
}
FN double *flexVelocities(const FlexTable &t) { return t.room + (int64_t)6 * t.count; }
FN double *flexTensors(const FlexTable &t) { return t.room + (int64_t)9 * t.count; }
FN double *flexEnergies(const FlexTable &t)
{
	return t.room + (int64_t)(9 + FLEX_TENSORS) * t.count;
}

// From particle i to particle j at time 0 [m].
FN void flexDistance(const FlexTable &t, int i, int j, double (&r)[3])
{
	for (int k = 0; k < 3; k++)
		r[k] = t.at[k * (int64_t)t.count + j] - t.at[k * (int64_t)t.count + i];
}

FN void vectorAt(const double *of, int i, double (&v)[3])
{
	for (int k = 0; k < 3; k++)
		v[k] = of[3 * (int64_t)i + k];
}

// L0 of particle i.
FN Matrix flexInverse(const FlexTable &t, int i)
{
	double m[6]; // xx, yy, zz, yz, xz, xy
	for (int k = 0; k < 6; k++)
		m[k] = t.inverse[k * (int64_t)t.count + i];
	return {{m[0], m[5], m[4], m[5], m[1], m[3], m[4], m[3], m[2]}};
}

// Where body `clamp` takes the place x of time 0, so long after a step began.
FN void flexHeld(const FlexTable &t, const MotionTable &motion, int step, int clamp, double s,
	double (&x)[3], double (&v)[3])
{
	v[0] = v[1] = v[2] = 0.0;
	if (clamp <= 0 || clamp >= motion.count)
		return;
	const BodyMotion &m = motion.at[(step & 1) * motion.count + clamp];
	double arm[3];
	for (int k = 0; k < 3; k++)
		arm[k] = x[k] - m.pivot[k] * t.quantum;
	for (int k = 0; k < 3; k++) {
		double speed = m.velocity[BEGINNING][k], grows = m.acceleration[BEGINNING][k];
		x[k] += m.displacement[BEGINNING][k] * t.quantum;
		if (m.turns)
			x[k] += turned(m, BEGINNING, k, arm[0], arm[1], arm[2]);
		for (int l = 0; m.turns && l < 3; l++) {
			speed += m.rate[BEGINNING][3 * k + l] * arm[l];
			grows += m.curve[BEGINNING][3 * k + l] * arm[l];
		}
		x[k] += s * (speed + 0.5 * s * grows);
		v[k] = speed + s * grows;
	}
}

// The same of particle i.
FN void flexHeld(const FlexTable &t, const MotionTable &motion, int step, int i, int clamp,
	double s, double (&x)[3], double (&v)[3])
{
	flexVector(t, t.at, 0, i, x);
	flexHeld(t, motion, step, clamp, s, x, v);
}

// A neighbour of a list.
struct FlexNear {
	int of;
	bool held; // it is clamped, and the particle is free
};

FN FlexNear flexNear(const FlexTable &t, const FlexPoint &p, int64_t place)
{
	int j = t.near[place];
	return {j < 0 ? -1 - j : j, j < 0 && p.clamp < 0};
}

// The sum over neighbours V (y_j - y_i) ⊗ ∇W L0 of vectors y:
//   F = Σ s (y_j - y_i) ⊗ (X_j - X_i) L0,   s = -V dW/dr / r,   L0 = (Σ s X ⊗ X)⁻¹.
// A clamp is a plane half way to what is clamped: y_j is the mirror image of y_i there, so that
// y_j - y_i is twice the way to the plane, with `held` where the clamp takes the place of i.
template <class At>
FN Matrix flexGradient(const FlexTable &t, int i, const double (&held)[3], At at)
{
	const FlexPoint &p = t.points[i];
	double own[3];
	at(i, own);
	Matrix b = {};
	for (int k = 0; k < p.count; k++) {
		int64_t place = (int64_t)k * t.count + i;
		FlexNear near = flexNear(t, p, place);
		double s = t.slope[place], r[3], y[3];
		flexDistance(t, i, near.of, r);
		at(near.of, y);
		for (int a = 0; a < 3; a++) {
			y[a] -= own[a];
			if (near.held)
				y[a] += held[a] - own[a];
			for (int e = 0; e < 3; e++)
				b.of[3 * a + e] += s * y[a] * r[e];
		}
	}
	return product(b, flexInverse(t, i));
}

// F where particles are at some places.
template <class At>
FN Matrix flexDeformation(const FlexTable &t, int i, const double (&held)[3], At at)
{
	Matrix f = flexGradient(t, i, held, at);
	if (t.parts[t.points[i].part].plane != IN_SPACE)
		f.of[4] = 1.0;
	return f;
}
