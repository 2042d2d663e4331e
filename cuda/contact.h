// Contacts of free bodies with walls and with each other.
//
// A point of a body's faces, edges or corners touches an obstacle if its signed distance d from it
// is less than its reach and the face looks towards it. The reach is small where faces are flat, so
// that a load moves to an edge by a tilt of hardly more than it sinks in, and where faces are round
// it follows from their curvature, so that several points touch at a time.
// The points on one side, one of six that normals may point along most, are one contact. With
// weights w = (reach - d)², times the part of the face that a point stands for, its depth is that
// of the deepest place,
//   depth = 1.1 (√(σ² + ε²) - ε) - mean d,
// σ being the deviation of d: faces that lie flat on each other have none, where a cylinder touches
// a plane the mean is 0.87 σ above the deepest place, and where a ball does 1.29 σ. So contacts
// change smoothly as bodies roll from point to point, and do not depend on how many points there
// are. The depth does not change with a small tilt about the deepest edge, so its force acts there.
//
// Forces follow from a potential of the depth, k depth²/2, with a damper along the same way:
//   F = k depth + 2 ζ √(k m) d(depth)/dt >= 0,   on each point -F ∂depth/∂d n.
// k = ω²/(Y1 + Y2) does not change, so contacts give no energy; Y is the greatest 1/m of a body, m
// being the mass that it has against a push at one of its points. So every contact lasts π/ω at
// least, which Δt resolves, and ζ follows from the restitution.
//
// Friction is a spring and a damper at the deepest place that yield at Coulomb's limit (Cundall and
// Strack 1979, Géotechnique 29, 47-65): with the elastic displacement s and the sliding velocity v,
//   ds/dt = v,   F = -k s - √(k m) v,   |F| <= μ N,
// and s is what the spring of the greatest force has where the limit holds. A flat face resists
// turning about the normal in the same way: its lever is the mean distance of the points, and one
// limit holds for both. Springs are states of steps as those of bodies are; the force in the middle
// of a step takes s + v Δt/2. Walls have no friction or restitution of their own; of two bodies the
// lesser count.
#pragma once
#include "overlap.h"

constexpr double FLAT = 0.05;   // ε, in spacings
constexpr double DEEPER = 1.1;  // than the mean, in deviations
constexpr double GRIP = 0.5;    // damping of friction springs, as a part of the critical one
// Mean distance from the middle of a square or a disc over the root of the mean square.
constexpr double TWIST = 0.94;

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

// What the friction of one side of a contact acts on: its normal, the place of the force from the
// pivots of both, and how these move.
struct Touch {
	const Obstacle &b, &o;
	const Stance &s, &t;
	const Sway &v, &u;
	double normal[3], lever[3];
	double spread2;  // square of the lever of friction about the normal [m²]
	double pressing; // normal force [N]
	double stiff;    // [N/m]
};

// The velocity of the body relative to the obstacle at the place of a contact, along its face.
FN void slideOf(const Touch &c, double (&slide)[3])
{
	double other[3], turned[3], turnedOther[3];
	for (int k = 0; k < 3; k++)
		other[k] = c.s.at[k] + c.lever[k] - c.t.at[k];
	cross(c.v.spin, c.lever, turned);
	cross(c.u.spin, other, turnedOther);
	for (int k = 0; k < 3; k++)
		slide[k] = c.v.velocity[k] + turned[k] - c.u.velocity[k] - turnedOther[k];
	double apart = dot(slide, c.normal);
	for (int k = 0; k < 3; k++)
		slide[k] -= apart * c.normal[k];
}

// Pushes with the friction of a spring that a step begins with, and returns what the spring is at
// the end of the step.
FN ContactSpring rub(const ContactArgs &a, const Touch &c, const ContactSpring &begin)
{
	double dt = a.record->length, ahead = a.half ? 0.5 * dt : 0.0;
	double slide[3], spins[3], force[3], out = dot(begin.slip, c.normal), size2 = 0.0;
	slideOf(c, slide);
	Way straight = {{c.normal[0], c.normal[1], c.normal[2]}, {}};
	Way about = {{}, {c.normal[0], c.normal[1], c.normal[2]}};
	cross(c.lever, c.normal, straight.moment);
	auto yields = [&](const Way &w) {
		return yielding(a, c.b, c.s, w) + yielding(a, c.o, c.t, aboutOther(w, c.s, c.t));
	};
	double lightly = yields(straight), turnsLightly = yields(about);
	ContactSpring now = {}, end = {};
	if (!(lightly > 0.0))
		return end;
	double damping = 2.0 * GRIP * sqrt(c.stiff / lightly);
	for (int k = 0; k < 3; k++) {
		double slip = begin.slip[k] - out * c.normal[k];
		now.slip[k] = slip + ahead * slide[k];
		end.slip[k] = slip + dt * slide[k];
		force[k] = -(c.stiff * now.slip[k] + damping * slide[k]);
		size2 += force[k] * force[k];
		spins[k] = c.v.spin[k] - c.u.spin[k];
	}
	double lever = sqrt(c.spread2), turning = 0.0;
	if (lever > 0.0 && turnsLightly > 0.0) {
		double rate = lever * dot(spins, c.normal);
		end.twist = begin.twist + dt * rate;
		turning = -c.stiff * (begin.twist + ahead * rate)
			- 2.0 * GRIP * sqrt(c.stiff / turnsLightly) / lever * rate;
		size2 += turning * turning;
	}
	double friction = c.o.free > 0 && c.o.friction < c.b.friction ? c.o.friction : c.b.friction;
	double most = friction * c.pressing, size = sqrt(size2);
	if (size > most) {
		double less = most / size;
		turning *= less;
		end.twist = -turning / c.stiff;
		for (int k = 0; k < 3; k++) {
			force[k] *= less;
			end.slip[k] = -force[k] / c.stiff;
		}
	}
	Way drag;
	cross(c.lever, force, drag.moment);
	for (int k = 0; k < 3; k++) {
		drag.force[k] = force[k];
		drag.moment[k] += lever * turning * c.normal[k];
	}
	push(a, c.b.free, drag, 1.0);
	push(a, c.o.free, aboutOther(drag, c.s, c.t), -1.0);
	return end;
}

// The force of one side of a contact. It returns the spring of its friction at the end of the step.
FN ContactSpring pushSide(const ContactArgs &a, const Obstacle &b, const Obstacle &o,
	const Stance &s, const Stance &t, const int64_t *sums, const ContactSpring &begin)
{
	double weight = (double)sums[0], mean = (double)sums[1] / weight, mean2 = (double)sums[2] / weight;
	double variance = mean2 - mean * mean;
	double size = sqrt((variance > 0.0 ? variance : 0.0) + FLAT * FLAT);
	double depth = DEEPER * (size - FLAT) - mean;
	if (!(depth > 0.0))
		return {};
	Way w;
	auto of = [&](int way, int k) { return (double)sums[FIRST_WAY + 6 * way + k] / weight; };
	for (int k = 0; k < 6; k++) { // Σ ∂(mean)/∂d q, Σ ∂(mean of d²)/∂d q
		double first = of(0, k) + of(3, k) - mean * of(2, k);
		double second = 2.0 * of(1, k) + of(4, k) - mean2 * of(2, k);
		double q = first - DEEPER * 0.5 * (second - 2.0 * mean * first) / size;
		(k < 3 ? w.force[k] : w.moment[k - 3]) = k < 3 ? q : q * b.radius;
	}
	Way back = aboutOther(w, s, t);
	double yields = yielding(a, b, s, w) + yielding(a, o, t, back);
	double length = sqrt(dot(w.force, w.force));
	if (!(yields > 0.0) || !(length > 0.0))
		return {};
	Sway v = swayOf(a, b, s), u = swayOf(a, o, t);
	// two free bodies look at each other, so each does half
	double part = o.free > 0 ? 0.5 : 1.0, stiff = a.rate * a.rate / (b.yields + o.yields);
	double damping = o.free > 0 && o.damping > b.damping ? o.damping : b.damping;
	double pressing = part * (stiff * depth * a.spacing
		- 2.0 * damping * sqrt(stiff / yields) * (workOf(w, v) - workOf(back, u)));
	if (!(pressing > 0.0))
		return {};
	push(a, b.free, w, pressing);
	push(a, o.free, back, -pressing);

	Touch c = {b, o, s, t, v, u, {}, {}, 0.0, pressing * length, part * stiff};
	double square = 0.0;
	for (int k = 0; k < 3; k++) {
		c.normal[k] = w.force[k] / length;
		double place = (double)sums[FIRST_PLACE + k] / weight * b.radius;
		square += place * place;
		c.lever[k] = place - DEEPER * size * c.normal[k] * a.spacing;
	}
	double spread2 = (double)sums[SPREAD] / weight * b.radius * b.radius - square;
	c.spread2 = spread2 > 0.0 ? TWIST * TWIST * spread2 : 0.0;
	return rub(a, c, begin);
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
	bool done = a.step < a.clock->limit, near = mayTouch(b, s, o, t);
	int64_t all = (int64_t)a.free * a.count * SIDES, first = (int64_t)i * SIDES;
	ContactSpring *begin = a.springs + (a.step & 1) * all + first;
	ContactSpring *end = a.springs + (1 - (a.step & 1)) * all + first;
	for (int side = 0; side < SIDES; side++, sums += OVERLAP) {
		ContactSpring spring = {};
		if (done && near && sums[0] > 0)
			spring = pushSide(a, b, o, s, t, sums, begin[side]);
		if (done && a.half)
			end[side] = spring;
		for (int k = 0; k < OVERLAP && (near || !done); k++)
			sums[k] = 0;
	}
}

// Takes friction springs to the state of even steps, in which they are between periods.
KERNEL(restore_contacts, ContactArgs)
{
	if ((a.clock->step - a.clock->first) % 2)
		a.springs[i] = a.springs[(int64_t)a.free * a.count * SIDES + i];
}
