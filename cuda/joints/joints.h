// Joints: free bodies that hold each other, a body that moves by a law, or the ground.
//
// Bodies that joints connect are a chain. With v the velocities of its bodies, joints keep J v = b,
// and their forces Jᵀλ follow from
//   (J M⁻¹ Jᵀ) λ = c - J M⁻¹ f,   c = db/dt - dJ/dt v,
// f being all other forces: those of the fluid, of contacts and of ties, which a part of a step
// does not change, gravity, and springs, dampers and motors of joints. The matrix is factored
// directly (Cholesky) within its envelope, so joints do not yield. Four stages of Runge and Kutta
// take displacements, rotations, velocities and angular momenta on. Then bodies are put where
// joints let them be, and their velocities become those that joints let them have, both by the
// least change with the masses as weights (Eich 1993, SIAM J. Numer. Anal. 30, 1467-1482):
//   Δx = -M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ g,   Δv = -M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ (J v - b).
// The second also stops what runs into a limit, which then holds for as long as it pushes.
//
// Parts of a step are those of other free bodies (bodystep.h), in sub-steps where springs or
// dampers are fast. 32 threads move a chain; each number is computed by one of them, so that the
// bits do not depend on how many there are. All devices move all chains.
#pragma once
#include "system.h"

constexpr int MOST_SUBSTEPS = 64;
constexpr double SUBSTEPS_PER_RATE = 4.0; // of a sub-step, times the rate of what is fastest
constexpr int MOST_SETTLES = 4;           // corrections of places in a sub-step
constexpr double SETTLED = 1e-7;          // error after which the next correction is nothing [m]

// A chain of bodies in a part of a step.
struct Chain : JointSystem {
	FN_MEMBER Chain(const JointsArgs &a, const JointChain &c, int lane) : JointSystem(a, c, lane) {}

	// Adds what joints do to their first bodies in a time, or by an impulse.
	FN_MEMBER void record(double time, bool impulse)
	{
		for (int k = lane; k < jointCount; k += CHAIN_THREADS) {
			const Joint &j = joints[k];
			JointWork &w = work[k];
			double drive = impulse ? 0.0 : w.drive, on[6], power = impulse ? 0.0 : w.power;
			for (int e = 0; e < 6; e++)
				on[e] = drive * w.way[e];
			int row = j.first;
			for (int part = 0; part < JOINT_ROWS; part++) {
				if (!(j.rows >> part & 1))
					continue;
				double x = rows[row].x;
				for (int e = 0; e < 6; e++)
					on[e] += x * rows[row].of[e];
				if (part == JOINT_COORDINATE) {
					drive += x;
					if (j.motor == PLACE_MOTOR && !impulse)
						power -= x * w.rate;
				}
				row++;
			}
			double force[3] = {on[0], on[1], on[2]}, lever[3] = {w.lever[0], w.lever[1], w.lever[2]};
			double moment[3];
			cross(lever, force, moment);
			for (int e = 0; e < 3; e++) {
				w.reaction[e] += time * on[e];
				w.reaction[3 + e] += time * (on[3 + e] - moment[e]);
			}
			w.reaction[6] += time * drive;
			w.energy += time * power;
		}
	}

	FN_MEMBER void normalise(double (&state)[BODY_WORDS]) const
	{
		double size2 = 0.0;
		for (int e = 0; e < 4; e++)
			size2 += state[BODY_TURN + e] * state[BODY_TURN + e];
		double size = sqrt(size2);
		for (int e = 0; e < 4; e++)
			state[BODY_TURN + e] /= size;
	}

	// dq/dt of an angular velocity.
	FN_MEMBER static void turning(const double (&q)[4], const double (&w)[3], double (&d)[4])
	{
		d[0] = -0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
		d[1] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
		d[2] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
		d[3] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
	}

	// Adds a stage with a weight [s], and goes to where the next one is, a time after the beginning.
	FN_MEMBER void advance(double weight, double next)
	{
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS) {
			const FreeBody &b = bodyOf(k);
			MemberWork &w = bodies[k];
			double by[6] = {}, rate[BODY_WORDS], q[4], spin[3], d[4], moment[3], turns[3];
			addRows(k, by);
			for (int e = 0; e < 6; e++)
				w.wrench[e] += by[e];
			accelerate(b, w);
			for (int e = 0; e < 3; e++) {
				spin[e] = w.spin[e];
				moment[e] = w.wrench[3 + e];
			}
			for (int e = 0; e < 4; e++)
				q[e] = w.now[BODY_TURN + e];
			turning(q, spin, d);
			along(b.axis, b.axes, moment, turns);
			for (int e = 0; e < 3; e++) {
				rate[BODY_SHIFT + e] = w.now[BODY_VELOCITY + e];
				rate[BODY_VELOCITY + e] = w.acceleration[e];
				rate[BODY_MOMENTUM + e] = b.axes == 3 ? moment[e] : turns[e];
			}
			for (int e = 0; e < 4; e++)
				rate[BODY_TURN + e] = d[e];
			for (int e = 0; e < BODY_WORDS; e++) {
				w.sum[e] += weight * rate[e];
				w.now[e] = w.begin[e] + (next > 0.0 ? next * rate[e] : w.sum[e]);
			}
			for (int e = 0; e < 6; e++)
				w.mean[e] += weight * w.acceleration[e];
			normalise(w.now);
		}
		together();
	}

	// Adds the velocities that the rows give, or the displacements.
	FN_MEMBER void shift(bool velocities)
	{
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS) {
			const FreeBody &b = bodyOf(k);
			MemberWork &w = bodies[k];
			double by[6] = {}, q[4], d[4], turned[3], free[3], axes[3];
			addRows(k, by);
			double force[3] = {by[0], by[1], by[2]}, moment[3] = {by[3], by[4], by[5]};
			along(b.direction, b.directions, force, free);
			along(b.axis, b.axes, moment, axes);
			int to = velocities ? BODY_VELOCITY : BODY_SHIFT;
			for (int e = 0; e < 3; e++)
				w.now[to + e] += free[e] / b.mass;
			if (velocities) {
				for (int e = 0; e < 3; e++)
					w.now[BODY_MOMENTUM + e] += b.axes == 3 ? moment[e] : axes[e];
				continue;
			}
			for (int e = 0; e < 4; e++)
				q[e] = w.now[BODY_TURN + e];
			times(matrixOf(w.inverse), moment, turned);
			turning(q, turned, d);
			for (int e = 0; e < 4; e++)
				w.now[BODY_TURN + e] += d[e];
			normalise(w.now);
		}
		together();
	}

	// Lets limits hold what has come beyond them and still goes on.
	FN_MEMBER void meetLimits(double dt)
	{
		for (int k = lane; k < jointCount; k += CHAIN_THREADS) {
			const Joint &j = joints[k];
			JointWork &w = work[k];
			w.was = w.held;
			if (!j.limited || w.held != 0)
				continue;
			JointRow &r = rows[coordinateRow(j)];
			if (w.place >= j.high && w.rate > 0.0)
				w.held = 1;
			else if (w.place <= j.low && w.rate < 0.0)
				w.held = -1;
			if (w.held == 0)
				continue;
			r.active = 1;
			r.error = w.place - (w.held > 0 ? j.high : j.low);
			w.leaves = rebound(j, w, r.error, dt);
		}
		together();
	}

	// The rate after an impact (Newton), by that as the limit was reached. The forces of a sub-step
	// alone do not make it rebound, so that it comes to rest.
	FN_MEMBER double rebound(const Joint &j, const JointWork &w, double beyond, double dt) const
	{
		double gained = w.rate - w.before, square = w.rate * w.rate - 2.0 * gained / dt * beyond;
		double rate = square > 0.0 ? sqrt(square) : 0.0;
		return rate > w.held * gained ? -w.held * j.restitution * rate : 0.0;
	}

	// The velocities that rows must take away, and those that limits give.
	FN_MEMBER void setSlips()
	{
		for (int k = lane; k < rowCount; k += CHAIN_THREADS)
			rows[k].b = -rows[k].slip;
		together();
		for (int k = lane; k < jointCount; k += CHAIN_THREADS)
			if (work[k].leaves != 0.0)
				rows[coordinateRow(joints[k])].b += work[k].leaves;
		together();
	}

	// Lets go of limits that joints rebound from.
	FN_MEMBER void letGo()
	{
		for (int k = lane; k < jointCount; k += CHAIN_THREADS) {
			if (work[k].leaves != 0.0)
				work[k].held = 0;
			work[k].leaves = 0.0;
		}
		together();
	}

	// Puts bodies where joints let them be, with velocities that these let them have.
	FN_MEMBER void settle(double time, double dt)
	{
		for (int pass = 0; pass < MOST_SETTLES; pass++) {
			refresh();
			setRows(time);
			if (pass == 0)
				meetLimits(dt);
			setSlips();
			solveWithLimits(false);
			shift(true);
			record(1.0, true);
			double worst = 0.0;
			for (int k = 0; k < jointCount; k++)
				for (int n = joints[k].first, part = 0; part < JOINT_ROWS; part++) {
					if (!(joints[k].rows >> part & 1))
						continue;
					const JointRow &r = rows[n++];
					bool turns = part >= JOINT_ROTATION
						&& (part < JOINT_COORDINATE || joints[k].kind == HINGE_JOINT);
					double size = (r.error < 0.0 ? -r.error : r.error) * (turns ? joints[k].scale : 1.0);
					worst = r.active && size > worst ? size : worst;
				}
			together();
			for (int k = lane; k < rowCount; k += CHAIN_THREADS)
				rows[k].b = -rows[k].error;
			together();
			solve();
			shift(false);
			letGo();
			if (worst < SETTLED)
				break;
		}
	}

	FN_MEMBER void subStep(double time, double dt)
	{
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS)
			for (int e = 0; e < BODY_WORDS; e++) {
				bodies[k].begin[e] = bodies[k].now[e];
				bodies[k].sum[e] = 0.0;
			}
		for (int k = lane; k < jointCount; k += CHAIN_THREADS)
			work[k].was = work[k].held;
		together();
		const double at[4] = {0.0, 0.5, 0.5, 1.0}, next[4] = {0.5, 0.5, 1.0, 0.0};
		const double weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
		for (int stage = 0; stage < 4; stage++) {
			refresh();
			setRows(time + at[stage] * dt);
			for (int k = lane; k < jointCount && stage == 0; k += CHAIN_THREADS)
				work[k].before = work[k].rate;
			load();
			setRight();
			solveWithLimits(stage == 0);
			record(weight[stage] * dt, false);
			advance(weight[stage] * dt, next[stage] * dt);
		}
		settle(time + dt, dt);
	}

	// Gives bodies what does not change in a part of a step, and where they begin.
	FN_MEMBER void beginPart(const BodyState *from, const BodyState *at)
	{
		const float weightless[3] = {};
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS) {
			const FreeBody &b = bodyOf(k);
			MemberWork &w = bodies[k];
			const BodyState &s = from[members[k].body];
			bool before = a.bodies.half == 0 && a.bodies.predicts;
			Wrench of = {};
			if (!before)
				of = wrenchOn(a.bodies, b, members[k].body, at, weightless);
			double momentum[3];
			times(turnedMatrix(rotationOf(s.turn), b.inertia), s.spin, momentum);
			double turns[3];
			along(b.axis, b.axes, momentum, turns);
			for (int e = 0; e < 3; e++) {
				w.load[e] = before ? loadsOf(a.bodies.step)[k].of[e] : of.force[e];
				w.load[3 + e] = before ? loadsOf(a.bodies.step)[k].of[3 + e] : of.moment[e];
				w.now[BODY_SHIFT + e] = s.shift[e];
				w.now[BODY_VELOCITY + e] = s.velocity[e];
				w.now[BODY_MOMENTUM + e] = b.axes == 3 ? s.momentum[e] : turns[e];
			}
			for (int e = 0; e < 4; e++)
				w.now[BODY_TURN + e] = s.turn[e];
			for (int e = 0; e < 6; e++)
				w.mean[e] = 0.0;
		}
		for (int k = lane; k < jointCount; k += CHAIN_THREADS) {
			JointWork &w = work[k];
			const JointState &s = statesOf(a.bodies.step)[c.firstJoint + k];
			w = {};
			w.place = s.place;
			w.rate = s.rate;
			w.held = (int)s.held;
		}
		for (int k = lane; k < rowCount; k += CHAIN_THREADS) {
			JointRow &r = rows[k];
			r.firstColumn = columns[k];
			r.at = -r.firstColumn;
			for (int n = 0; n < k; n++)
				r.at += n + 1 - columns[n];
		}
		together();
	}

	// How many sub-steps a part of a step has.
	FN_MEMBER int subSteps(double length) const
	{
		double rate = c.rate;
		for (int k = 0; k < jointCount; k++) {
			double speed = work[k].rate < 0.0 ? -work[k].rate : work[k].rate;
			rate += joints[k].quadratic * joints[k].yields * speed;
		}
		double count = SUBSTEPS_PER_RATE * length * rate;
		return count < MOST_SUBSTEPS - 1 ? (int)count + 1 : MOST_SUBSTEPS;
	}

	// Where a body is at the end of a part of a step.
	FN_MEMBER BodyState ended(int k, const BodyState &from, const BodyState &at, double length) const
	{
		const FreeBody &b = bodyOf(k);
		const MemberWork &w = bodies[k];
		BodyState to = from;
		for (int e = 0; e < 3; e++) {
			to.shift[e] = w.now[BODY_SHIFT + e];
			to.velocity[e] = w.now[BODY_VELOCITY + e];
			to.spin[e] = w.spin[e];
			if (b.axes == 3)
				to.momentum[e] = w.now[BODY_MOMENTUM + e];
		}
		for (int e = 0; e < 4; e++)
			to.turn[e] = w.now[BODY_TURN + e];
		for (int e = 0; e < 6; e++) {
			to.acceleration[e] = w.mean[e] / length;
			to.felt[e] = at.felt[e] + b.smoothing * (to.acceleration[e] - at.felt[e]);
		}
		return to;
	}

	FN_MEMBER void endJoints(double length)
	{
		for (int k = lane; k < jointCount; k += CHAIN_THREADS) {
			const JointWork &w = work[k];
			JointState &s = statesOf(a.bodies.step + 1)[c.firstJoint + k];
			s.place = w.place;
			s.rate = w.rate;
			for (int e = 0; e < 3; e++) {
				s.force[e] = w.reaction[e] / length;
				s.moment[e] = w.reaction[3 + e] / length;
			}
			s.along = w.reaction[6] / length;
			s.power = w.energy / length;
			s.energy = statesOf(a.bodies.step)[c.firstJoint + k].energy + w.energy;
			s.held = w.held;
		}
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS)
			for (int e = 0; e < 6; e++)
				loadsOf(a.bodies.step + 1)[k].of[e] = bodies[k].load[e];
	}

	FN_MEMBER void move()
	{
		const FreeBodiesArgs &f = a.bodies;
		BodyState *even = f.states, *odd = even + f.count, *middle = odd + f.count;
		const BodyState *from = f.step & 1 ? odd : even, *at = f.half ? middle : from;
		BodyState *to = f.half == 0 ? middle : f.step & 1 ? even : odd;
		double length = f.half ? (double)f.record->length : 0.5 * (double)f.record->length;
		beginPart(from, at);
		int steps = subSteps(length);
		together();
		for (int k = 0; k < steps; k++)
			subStep(begin + k * (length / steps), length / steps);
		refresh();
		setRows(begin + length);
		if (f.half)
			endJoints(length);
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS) {
			const FreeBody &b = bodyOf(k);
			int n = members[k].body;
			to[n] = ended(k, from[n], at[n], length);
			setMoment(recordFor(f, f.step, b), f.half ? ENDING : MIDDLE, to[n], f.motion.perQuantum);
			if (f.half == 0) {
				boundFree(recordFor(f, f.step, b), f.motion.bodies[b.body], to[n]);
			} else {
				beginStep(f, f.step + 1, b, to[n]);
				checkSpeed(f, recordFor(f, f.step + 1, b));
			}
		}
	}
};

// Moves the bodies of a chain in half a step; those of a single body as free_bodies does.
KERNEL(joined_bodies, JointsArgs)
{
	int lane = i % 32;
	const JointChain &c = a.chains[i / 32];
	if (lane >= CHAIN_THREADS)
		return;
	if (a.bodies.step < a.bodies.clock->limit) {
		if (c.firstJoint < c.endJoint)
			Chain(a, c, lane).move();
		else if (lane == 0)
			moveBody(a.bodies, a.members[c.firstBody].body);
	}
	together();
	for (int k = c.firstBody + lane; k < c.endBody; k += CHAIN_THREADS)
		clearForces(a.bodies, a.members[k].body);
}

// Takes joints to the states of even steps, in which they are between periods; i is a word.
KERNEL(restore_joints, RestoreJointsArgs)
{
	if ((a.clock->step - a.clock->first) % 2)
		a.states[i] = a.states[a.words + i];
}

// Bodies that a joint connects do not touch; i is a pair.
KERNEL(part_joints, PartJointsArgs)
{
	int64_t *sums = a.contacts.overlaps + (int64_t)a.pairs[i] * SIDES * OVERLAP;
	for (int k = 0; k < SIDES * OVERLAP; k++)
		sums[k] = 0;
}
