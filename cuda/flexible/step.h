// Flexible parts in total-Lagrangian SPH: each particle has the neighbours that it has at time 0,
// and all sums are over these there (Belytschko et al. 2000). With T = P L0 the force is
//
//   m dv/dt = Σ V s (T_i + T_j) X + hourglass + m g + fluid,   X = X_j - X_i,
//
// the derivative of Σ V W(F), so the sum of elastic and kinetic energy is kept. The hourglass force
// (G. C. Ganzenmüller, Comput. Methods Appl. Mech. Engrg. 286, 2015) pulls a pair to where the mean
// of its gradients puts it:
//
//   α E V w/(2 X²) ((F_i + F_j) X - 2 x)·x x/x² on j, and against that on i,
//
// V in T is a particle's share of elastic energy, see features/flexible; w is a pair's part of the
// weights around a particle, so that α does not depend on the kernel.
//
// A step has an even number of sub-steps, by its length, of position Verlet: half a drift, a kick,
// half a drift. As many are launched as the longest step has; those that are not needed return.
// Two kernels do one, since T of neighbours must be there. Parts come to the middle of a step with
// the force of the fluid in the middle of the one before, and then, from its beginning again, to
// its end with that in its middle: so the fluid has the reaction, and no part gains energy by a
// force that is late. A particle that is clamped moves with a body, as it begins the step; those
// beside it are held at the plane half way to it.
//
// All devices do this alike, with sums, products, quotients and square roots.
#pragma once
#include "contact.h"
#include "matter.h"

FN bool flexSteps(const FlexArgs &a) { return a.step < a.clock->limit; }

// How many sub-steps the step has.
FN int flexCount(const FlexArgs &a)
{
	double half = a.records[a.step & 1].length / (2.0 * a.of.longest);
	int count = half < a.of.steps ? 2 * (int)half : a.of.steps;
	if (count < 2.0 * half)
		count += 2;
	return count < a.of.steps ? count : a.of.steps;
}

FN double flexSubStep(const FlexArgs &a) { return a.records[a.step & 1].length / flexCount(a); }

// Whether the step needs the sub-step.
FN bool flexNeeds(const FlexArgs &a)
{
	return flexSteps(a) && a.sub < (a.half ? flexCount(a) : flexCount(a) / 2);
}

// The same of a step that moves, for particle i and what clamps it.
FN void flexHeld(const FlexArgs &a, int i, int clamp, double s, double (&x)[3], double (&v)[3])
{
	flexHeld(a.of, a.motion, a.step, i, clamp, s, x, v);
}

// Raises the bounds of the speed and the acceleration of the walls of the part in the step.
FN void flexBound(const FlexArgs &a, int i, const double *state)
{
	int body = a.of.parts[a.of.points[i].part].body;
	if (body >= a.motion.count)
		return;
	BodyMotion &m = a.motion.at[(a.step & 1) * a.motion.count + body];
	const float *low = (const float *)(state + (int64_t)FLEX_ACCEL * a.of.count + i);
	const float *high = low + 2 * (int64_t)a.of.count;
	double v[3];
	flexVector(a.of, state, FLEX_V, i, v);
	float accel2 = low[0] * low[0] + low[1] * low[1] + high[0] * high[0];
	atomicMaximum(&m.speed2, asBits((float)dot(v, v)) & 0x7fffffff);
	atomicMaximum(&m.accel2, asBits(accel2) & 0x7fffffff);
}

// Begins a step: half a drift.
KERNEL(flex_begin, FlexArgs)
{
	if (!flexSteps(a))
		return;
	const FlexTable &t = a.of;
	const double *from = flexState(t, *a.clock, a.step);
	double *to = flexState(t, *a.clock, a.step + 1), dt = flexSubStep(a);
	if (i >= t.count) {
		for (int k = 0; k < FLEX_REACTION; k++)
			flexReaction(t, to, t.contacts.bends + i - t.count)[k] = 0.0;
		return;
	}
	double x[3], v[3], none[3] = {};
	flexVector(t, from, FLEX_X, i, x);
	flexVector(t, from, FLEX_V, i, v);
	if (t.points[i].clamp < 0)
		for (int k = 0; k < 3; k++)
			x[k] += 0.5 * dt * v[k];
	else
		flexHeld(a, i, t.points[i].clamp, 0.5 * dt, x, v);
	setFlexVector(t, flexPlaces(t, 0), 0, i, x);
	setFlexVector(t, flexVelocities(t), 0, i, v);
	setFlexVector(t, to, FLEX_HOLD, i, none);
	setFlexVector(t, to, FLEX_TOUCHED, i, none);
	if (!a.half)
		flexBound(a, i, from);
	for (int word = FLEX_DAMPED; word <= FLEX_CONTACT; word++)
		to[(int64_t)word * t.count + i] = from[(int64_t)word * t.count + i];
}

// F and T in the middle of a sub-step, and what contacts press with.
KERNEL(flex_strain, FlexArgs)
{
	if (!flexNeeds(a))
		return;
	const FlexTable &t = a.of;
	const FlexPoint &point = t.points[i];
	const FlexPart &part = t.parts[point.part];
	double *tensors = flexTensors(t);
	auto out = [&](int k) -> double & { return tensors[k * (int64_t)t.count + i]; };
	if (point.clamp >= 0) { // rigid
		for (int k = 0; k < FLEX_TENSORS; k++)
			out(k) = k < 9 && k % 4 == 0 ? 1.0 : 0.0;
		return;
	}
	double x[3] = {}, v[3] = {}, own[3], time = (a.sub + 0.5) * flexSubStep(a);
	flexVector(t, flexPlaces(t, a.sub), 0, i, own);
	flexPress(a, i, time, own);
	if (point.by >= 0)
		flexHeld(a, i, point.by, time, x, v);
	auto placeOf = [&](int j, double (&y)[3]) { flexVector(t, flexPlaces(t, a.sub), 0, j, y); };
	Matrix f = stretched(part, flexDeformation(t, i, x, placeOf));
	Matrix stress = stressOf(part, f);
	if (part.damping > 0.0) {
		auto speedOf = [&](int j, double (&y)[3]) { flexVector(t, flexVelocities(t), 0, j, y); };
		Matrix rate = symmetricProduct(f, flexGradient(t, i, v, speedOf)), viscous = elastic(part, rate);
		viscous = combined(part.damping, viscous, 0.0, viscous);
		stress = combined(1.0, stress, 1.0, product(f, viscous));
		flexState(t, *a.clock, a.step + 1)[(int64_t)FLEX_DAMPED * t.count + i] +=
			flexSubStep(a) * point.share * part.volume * contracted(viscous, rate);
	}
	Matrix pulls = product(stress, flexInverse(t, i));
	pulls = combined(point.share, pulls, 0.0, pulls);
	for (int k = 0; k < 9; k++) {
		out(k) = f.of[k];
		out(9 + k) = pulls.of[k];
	}
}

// The force of its neighbours on particle i. Of one that is clamped it is what those that are free
// do to it.
FN void flexForce(const FlexArgs &a, int i, double (&force)[3], double (&hourglass)[3])
{
	const FlexTable &t = a.of;
	const double *places = flexPlaces(t, a.sub);
	const double time = (a.sub + 0.5) * flexSubStep(a);
	double held[3] = {}, speed[3];
	if (t.points[i].by >= 0)
		flexHeld(a, i, t.points[i].by, time, held, speed);
	const FlexPoint &p = t.points[i];
	const double volume = t.parts[p.part].volume;
	double own[3];
	flexVector(t, places, 0, i, own);
	const double *tensors = flexTensors(t);
	for (int k = 0; k < 3; k++)
		force[k] = hourglass[k] = 0.0;
	for (int k = 0; k < p.count; k++) {
		int64_t place = (int64_t)k * t.count + i;
		FlexNear near = flexNear(t, p, place);
		if (p.clamp >= 0 && t.near[place] < 0)
			continue;
		double r[3], x[3], wrong[3];
		flexDistance(t, i, near.of, r);
		flexVector(t, places, 0, near.of, x);
		// a mirror image has the stress of what it is of
		const double *first = tensors + (p.clamp >= 0 ? near.of : i);
		const double *second = tensors + (near.held ? i : near.of);
		double s = volume * t.slope[place];
		for (int c = 0; c < 3; c++) {
			double pull = 0.0, to = 0.0;
			for (int e = 0; e < 3; e++) {
				int64_t tensor = (3 * c + e) * (int64_t)t.count, stress = tensor + 9 * (int64_t)t.count;
				pull += (first[stress] + second[stress]) * r[e];
				to += (first[tensor] + second[tensor]) * r[e];
			}
			force[c] += s * pull;
			x[c] -= own[c];
			wrong[c] = to;
		}
		if (near.held)
			for (int c = 0; c < 3; c++)
				x[c] += held[c] - own[c];
		if (p.clamp >= 0) { // as the other one has it
			double its[3];
			flexHeld(a, near.of, p.clamp, time, held, speed);
			flexVector(t, places, 0, near.of, its);
			for (int c = 0; c < 3; c++)
				x[c] += its[c] - held[c];
		}
		for (int c = 0; c < 3; c++)
			wrong[c] -= 2.0 * x[c];
		double push = t.hourglass[place] * dot(wrong, x) / dot(x, x);
		for (int c = 0; c < 3; c++)
			hourglass[c] -= push * x[c];
	}
	for (int k = 0; k < 3; k++)
		force[k] += hourglass[k];
}

// What the surface and snapshots have of particle i at the end of a step.
FN void flexShow(const FlexTable &t, double *state, int i, const double (&x)[3])
{
	const FlexPoint &p = t.points[i];
	const FlexPart &part = t.parts[p.part];
	Matrix f;
	double at[3], by[3], n[3];
	for (int k = 0; k < 9; k++)
		f.of[k] = flexTensors(t)[k * (int64_t)t.count + i];
	flexVector(t, t.at, 0, i, at);
	for (int k = 0; k < 3; k++) {
		by[k] = x[k] - at[k];
		n[k] = p.normal[k];
	}
	Matrix turns = inverseTransposed(f, determinant(f));
	double m[3] = {row(turns, 0, n), row(turns, 1, n), row(turns, 2, n)}, size = sqrt(dot(m, m));
	double per = size > 0.0 ? 1.0 / size : 0.0;
	float *low = (float *)(state + (int64_t)FLEX_NORMAL * t.count + i);
	float *high = low + 2 * (int64_t)t.count;
	low[0] = (float)(per * m[0]);
	low[1] = (float)(per * m[1]);
	high[0] = (float)(per * m[2]);
	high[1] = p.normal[3];
	low = (float *)(state + (int64_t)FLEX_SHOWN * t.count + i);
	high = low + 2 * (int64_t)t.count;
	low[0] = (float)misesOf(part, f);
	low[1] = (float)strainSize(part, f);
	high[0] = (float)sqrt(dot(by, by));
	high[1] = 0.0f;
}

// The mean acceleration of particle i in a step.
FN void flexAccelerate(const FlexTable &t, int i, const double *from, double *to,
	const double (&v)[3], double rate)
{
	double before[3];
	flexVector(t, from, FLEX_V, i, before);
	float *accel = (float *)(to + (int64_t)FLEX_ACCEL * t.count + i);
	for (int k = 0; k < 3; k++)
		accel[k % 2 + k / 2 * 2 * (int64_t)t.count] = (float)(rate * (v[k] - before[k]));
}

// The force of contacts on point i of free bodies, of the mean of a step's sub-steps.
FN void flexReact(const FlexArgs &a, int i, int count)
{
	const FlexTable &t = a.of;
	const int point = t.contacts.bends + i;
	const double time = (a.sub + 0.5) * flexSubStep(a);
	double x[3], force[3];
	touchPlace(a, t.contacts.points[point], nullptr, time, x);
	flexTouch(a, point, time, x, force);
	double *reaction = flexReaction(t, flexState(t, *a.clock, a.step + 1), point);
	for (int k = 0; k < 3; k++)
		reaction[k] += force[k] / count;
}

// Ends a sub-step: a kick, and drifts to the middle of the next.
KERNEL(flex_move, FlexArgs)
{
	if (!flexNeeds(a))
		return;
	const FlexTable &t = a.of;
	const int count = flexCount(a);
	const double length = a.records[a.step & 1].length, dt = flexSubStep(a);
	if (i >= t.count) {
		flexReact(a, i - t.count, count);
		return;
	}
	const FlexPoint &p = t.points[i];
	const float(&gravity)[3] = a.records[a.step & 1].at[0].gravity;
	const double *from = flexState(t, *a.clock, a.step);
	double *to = flexState(t, *a.clock, a.step + 1);
	const bool middle = 2 * (a.sub + 1) == count, last = a.sub + 1 == count;
	double x[3], v[3], force[3], hourglass[3], push[3], touch[3];
	flexForce(a, i, force, hourglass);
	flexVector(t, a.half ? to : from, FLEX_PUSH, i, push);
	flexVector(t, flexPlaces(t, a.sub), 0, i, x);
	flexVector(t, flexVelocities(t), 0, i, v);
	flexTouch(a, t.contacts.of[i], (a.sub + 0.5) * dt, x, touch);
	for (int k = 0; k < 3; k++)
		to[(int64_t)(FLEX_TOUCHED + k) * t.count + i] += touch[k] / count;
	if (p.clamp < 0) {
		double mass = t.parts[p.part].mass;
		bool plane = t.parts[p.part].plane != IN_SPACE;
		double taken = 0.0, given = 0.0;
		for (int k = 0; k < 3; k++) {
			double before = v[k];
			v[k] += plane && k == 1 ? 0.0 : dt * ((force[k] + touch[k] + push[k]) / mass + gravity[k]);
			taken -= 0.5 * dt * (before + v[k]) * hourglass[k];
			given -= 0.5 * dt * (before + v[k]) * touch[k];
		}
		to[(int64_t)FLEX_HOURGLASS * t.count + i] += taken;
		to[(int64_t)FLEX_CONTACT * t.count + i] += given;
		for (int k = 0; k < 3; k++)
			x[k] += (middle || last ? 0.5 : 1.0) * dt * v[k];
	} else {
		for (int k = 0; k < 3; k++)
			to[(int64_t)(FLEX_HOLD + k) * t.count + i] += (force[k] + touch[k]) / count;
		flexHeld(a, i, p.clamp, (a.sub + (middle || last ? 1.0 : 1.5)) * dt, x, v);
	}
	if (middle && !a.half)
		for (int k = 0; k < 3; k++) {
			t.middle[(int64_t)k * t.count + i] = x[k];
			t.middle[(int64_t)(3 + k) * t.count + i] = v[k];
		}
	if (last) {
		setFlexVector(t, to, FLEX_X, i, x);
		setFlexVector(t, to, FLEX_V, i, v);
		flexShow(t, to, i, x);
		flexAccelerate(t, i, from, to, v, length > 0.0 ? 1.0 / length : 0.0);
		double before[3], work = 0.0;
		flexVector(t, from, FLEX_X, i, before);
		for (int k = 0; k < 3; k++)
			work += push[k] * (x[k] - before[k]);
		to[(int64_t)FLEX_WORK * t.count + i] += work;
		return;
	}
	if (middle && p.clamp < 0)
		for (int k = 0; k < 3; k++)
			x[k] += 0.5 * dt * v[k];
	else if (middle)
		flexHeld(a, i, p.clamp, (a.sub + 1.5) * dt, x, v);
	setFlexVector(t, flexPlaces(t, a.sub + 1), 0, i, x);
	setFlexVector(t, flexVelocities(t), 0, i, v);
}

// Takes the forces of the fluid in the middle of the step, of all devices.
KERNEL(flex_take, FlexArgs)
{
	const FlexTable &t = a.of;
	int64_t *sums = t.sums + 3 * (int64_t)i;
	if (flexSteps(a)) {
		double push[3];
		for (int k = 0; k < 3; k++)
			push[k] = (double)sums[k] / t.scale;
		setFlexVector(t, flexState(t, *a.clock, a.step + 1), FLEX_PUSH, i, push);
	}
	sums[0] = sums[1] = sums[2] = 0;
}

// Adds the force on a free body that holds particle i.
KERNEL(flex_pull, FlexPullArgs)
{
	const FlexTable &t = a.of;
	const int point = t.contacts.bends + i - t.count;
	const bool touches = i >= t.count; // a point of a body's face
	const int free = touches ? t.contacts.points[point].free : t.points[i].free;
	if (free == 0 || a.step >= a.clock->limit)
		return;
	// in its middle what this step has, at its beginning what the one before had
	double *state = flexState(t, *a.clock, a.step + (a.half ? 1 : 0));
	const BodyMotion &m = a.motions[touches ? t.contacts.points[point].clamp : t.points[i].clamp];
	int moment = a.half ? MIDDLE : BEGINNING;
	double at[3], arm[3], lever[3], force[3], turns[3];
	if (touches) {
		vectorAt(t.contacts.points[point].at, 0, at);
		vectorAt(flexReaction(t, state, point), 0, force);
	} else {
		flexVector(t, t.at, 0, i, at);
		flexVector(t, state, FLEX_HOLD, i, force);
	}
	for (int k = 0; k < 3; k++)
		arm[k] = at[k] - m.pivot[k] * a.of.quantum;
	for (int k = 0; k < 3; k++)
		lever[k] = arm[k] + turned(m, moment, k, arm[0], arm[1], arm[2]);
	cross(lever, force, turns);
	for (int k = 0; k < 3; k++) {
		atomicSum(a.sums + 6 * (free - 1) + k, roundToLong(force[k] * a.scale));
		atomicSum(a.sums + 6 * (free - 1) + 3 + k, roundToLong(turns[k] * a.scale));
	}
}
