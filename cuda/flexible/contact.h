// Contacts of flexible parts with walls, bodies, each other and themselves.
//
// Points of surfaces touch: those of parts, and of walls and bodies those half a spacing behind the
// face. With Wendland's kernel W of two spacings around the points of others,
//
//   σ_i = Σ w_j W(x_i - x_j),   U_i = c/2 max(σ_i - σ0, 0)²,
//
// and the force is that of the potential Σ U_i: along the way between two points, as great on one
// as on the other, so momentum and energy are kept. σ0 is the sum before a flat lattice a spacing
// away, or that of time 0 where it is greater. Before a lattice the gap without force changes by
// some thousandths of a spacing from place to place, so parts slide without friction.
//
// c follows from the stiffness of a cell of a part, k = E V/Δp²: c (dσ/dx)² = k before a wall, and
// half of the lesser k of two parts, each of which has its U_i. So no contact is stiffer than the
// part, whose sub-steps resolve it. For bodies that are free k has a bound, see features/flexible.
//
// Points near each point are found once a step, in a tree of boxes around points that lie together
// at time 0, in one order on all devices.
#pragma once
#include "state.h"

// Where point o is so long after the step began, from positions of particles.
FN void touchPlace(const FlexArgs &a, const FlexTouch &o, const double *places, double s,
	double (&x)[3])
{
	if (o.row >= 0) {
		flexVector(a.of, places, 0, o.row, x);
		return;
	}
	double v[3];
	for (int k = 0; k < 3; k++)
		x[k] = o.at[k];
	flexHeld(a.of, a.motion, a.step, o.clamp, s, x, v);
}

// The same as the step begins.
FN void touchBegin(const FlexArgs &a, const FlexTouch &o, double (&x)[3])
{
	if (o.row >= 0)
		flexVector(a.of, flexState(a.of, *a.clock, a.step), FLEX_X, o.row, x);
	else
		touchPlace(a, o, nullptr, 0.0, x);
}

FN int flexLeaves(const FlexContacts &c) { return (c.total + FLEX_LEAF - 1) / FLEX_LEAF; }

FN bool flexBends(const FlexTouch &o) { return o.kind >= FLEX_BENDS; }

// Widens a box of three least and three greatest places.
FN void widen(double (&box)[6], const double *low, const double *high)
{
	for (int k = 0; k < 3; k++) {
		box[k] = low[k] < box[k] ? low[k] : box[k];
		box[3 + k] = high[k] > box[3 + k] ? high[k] : box[3 + k];
	}
}

constexpr double BEYOND_ALL = 1e300;

FN void storeBox(const FlexContacts &c, int i, const double (&box)[6])
{
	for (int k = 0; k < 6; k++)
		c.boxes[6 * (int64_t)i + k] = box[k];
}

// The box of a leaf as the step begins. The first thread clears the bounds that flex_begin raises.
KERNEL(flex_leaf, FlexArgs)
{
	if (a.step >= a.clock->limit)
		return;
	for (int k = 0; i == 0 && k < a.of.partCount; k++)
		if (a.of.parts[k].body < a.motion.count) {
			BodyMotion &m = a.motion.at[(a.step & 1) * a.motion.count + a.of.parts[k].body];
			m.speed2 = m.accel2 = 0;
		}
	const FlexContacts &c = a.of.contacts;
	double box[6] = {BEYOND_ALL, BEYOND_ALL, BEYOND_ALL, -BEYOND_ALL, -BEYOND_ALL, -BEYOND_ALL}, x[3];
	for (int k = FLEX_LEAF * i; k < FLEX_LEAF * (i + 1) && k < c.total; k++) {
		touchBegin(a, c.points[k], x);
		widen(box, x, x);
	}
	storeBox(c, i, box);
}

// The box of a branch.
KERNEL(flex_branch, FlexArgs)
{
	if (a.step >= a.clock->limit)
		return;
	const FlexContacts &c = a.of.contacts;
	double box[6] = {BEYOND_ALL, BEYOND_ALL, BEYOND_ALL, -BEYOND_ALL, -BEYOND_ALL, -BEYOND_ALL};
	int leaves = flexLeaves(c);
	for (int k = FLEX_LEAF * i; k < FLEX_LEAF * (i + 1) && k < leaves; k++)
		widen(box, c.boxes + 6 * (int64_t)k, c.boxes + 6 * (int64_t)k + 3);
	storeBox(c, leaves + i, box);
}

// Whether a box is within reach of a place.
FN bool flexReaches(const FlexContacts &c, int box, const double (&x)[3])
{
	const double *b = c.boxes + 6 * (int64_t)box;
	double r2 = 0.0;
	for (int k = 0; k < 3; k++) {
		double d = x[k] < b[k] ? b[k] - x[k] : x[k] > b[3 + k] ? x[k] - b[3 + k] : 0.0;
		r2 += d * d;
	}
	return r2 < c.reach * c.reach;
}

FN double distance2(const double (&x)[3], const double (&y)[3])
{
	double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
	return dot(d, d);
}

// Whether two points may touch at all.
FN bool mayTouch(const FlexContacts &c, const FlexTouch &p, const FlexTouch &q)
{
	if (!flexBends(p) && !flexBends(q))
		return false;
	bool joined = p.part >= 0 && p.part == q.part;
	return !(joined || p.rooted || q.rooted) || distance2(p.at, q.at) > c.apart * c.apart;
}

// The points near point i as the step begins.
KERNEL(flex_near, FlexArgs)
{
	if (a.step >= a.clock->limit)
		return;
	const FlexContacts &c = a.of.contacts;
	const FlexTouch &p = c.points[i];
	int leaves = flexLeaves(c), branches = (leaves + FLEX_LEAF - 1) / FLEX_LEAF, count = 0;
	double x[3], y[3];
	touchBegin(a, p, x);
	for (int b = 0; b < branches; b++) {
		if (!flexReaches(c, leaves + b, x))
			continue;
		for (int l = FLEX_LEAF * b; l < FLEX_LEAF * (b + 1) && l < leaves; l++) {
			if (!flexReaches(c, l, x))
				continue;
			for (int k = FLEX_LEAF * l; k < FLEX_LEAF * (l + 1) && k < c.total; k++) {
				const FlexTouch &q = c.points[k];
				if (k == i || count == FLEX_NEAR || !mayTouch(c, p, q))
					continue;
				touchBegin(a, q, y);
				if (distance2(x, y) < c.reach * c.reach)
					c.near[(int64_t)count++ * c.listed + i] = k;
			}
		}
	}
	c.count[i] = count;
}

// Visits the points within the kernel of point i at x, with d from each to i, and 1 - r/R.
template <class Visit>
FN void forTouching(const FlexArgs &a, int i, double s, const double (&x)[3], Visit visit)
{
	const FlexContacts &c = a.of.contacts;
	for (int k = 0; k < c.count[i]; k++) {
		int j = c.near[(int64_t)k * c.listed + i];
		double y[3];
		touchPlace(a, c.points[j], flexPlaces(a.of, a.sub), s, y);
		double r2 = distance2(x, y);
		if (!(r2 < c.radius * c.radius))
			continue;
		double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
		visit(j, d, 1.0 - sqrt(r2) / c.radius);
	}
}

// ∂U/∂σ of a particle at x, by the kind of what it touches.
FN void flexPress(const FlexArgs &a, int row, double s, const double (&x)[3])
{
	const FlexContacts &c = a.of.contacts;
	int i = c.of[row];
	if (i < 0 || !flexBends(c.points[i]))
		return;
	for (int kind = 0; kind < c.kinds; kind++)
		c.pressures[(int64_t)kind * c.bends + i] = 0.0;
	if (c.count[i] == 0)
		return;
	forTouching(a, i, s, x, [&](int j, const double(&)[3], double near) {
		double near2 = near * near;
		c.pressures[(int64_t)c.points[j].kind * c.bends + i] +=
			c.points[j].weight * near2 * near2 * (5.0 - 4.0 * near);
	});
	for (int kind = 0; kind < c.kinds; kind++) {
		double &p = c.pressures[(int64_t)kind * c.bends + i];
		double above = p - c.rests[(int64_t)kind * c.bends + i];
		p = above > 0.0 ? c.stiff[c.points[i].part * c.kinds + kind] * above : 0.0;
	}
}

// The force of contacts on point i at x.
FN void flexTouch(const FlexArgs &a, int i, double s, const double (&x)[3], double (&force)[3])
{
	const FlexContacts &c = a.of.contacts;
	for (int k = 0; k < 3; k++)
		force[k] = 0.0;
	if (i < 0 || c.count[i] == 0)
		return;
	const FlexTouch &p = c.points[i];
	auto pressure = [&](int of, int kind) { return c.pressures[(int64_t)kind * c.bends + of]; };
	forTouching(a, i, s, x, [&](int j, const double(&d)[3], double near) {
		const FlexTouch &q = c.points[j];
		double own = flexBends(p) ? pressure(i, q.kind) * q.weight : 0.0;
		double other = flexBends(q) ? pressure(j, p.kind) * p.weight : 0.0;
		double push = (own + other) * 20.0 * near * near * near / (c.radius * c.radius);
		for (int k = 0; k < 3; k++)
			force[k] += push * d[k];
	});
}

// The mean force in the step before `state` on point i of a free body.
FN double *flexReaction(const FlexTable &t, double *state, int i)
{
	return state + (int64_t)FLEX_WORDS * t.count + FLEX_REACTION * (i - t.contacts.bends);
}
