// The rows of the joints of a chain of bodies, and the forces that keep them; see joints.h.
#pragma once
#include "constraints.h"

#ifdef __CUDACC__
constexpr int CHAIN_THREADS = 32;
FN void together() { __syncwarp(); }
#else
constexpr int CHAIN_THREADS = 1;
FN void together() {}
#endif

constexpr int MOST_RELEASES = 8;          // rounds in which limits let go
constexpr double SINGULAR = 1e-13;        // pivot over its diagonal below which a row holds nothing

struct JointSystem {
	const JointsArgs &a;
	const JointChain &c;
	int lane;
	const JointMember *members;
	const Joint *joints;
	const int32_t *columns;
	MemberWork *bodies;
	JointWork *work;
	JointRow *rows;
	double *matrix;
	int bodyCount, jointCount, rowCount;
	double begin;     // of the step [s]
	double gravity[3];

	FN_MEMBER JointSystem(const JointsArgs &a, const JointChain &c, int lane) : a(a), c(c), lane(lane),
		members(a.members + c.firstBody), joints(a.joints + c.firstJoint),
		columns(a.columns + c.firstRow), bodies(a.memberWork + c.firstBody),
		work(a.jointWork + c.firstJoint), rows(a.rows + c.firstRow), matrix(a.matrices + c.matrix),
		bodyCount(c.endBody - c.firstBody), jointCount(c.endJoint - c.firstJoint),
		rowCount(c.endRow - c.firstRow), begin(a.bodies.record->begin)
	{
		for (int k = 0; k < 3; k++)
			gravity[k] = a.bodies.record->at[a.bodies.half ? 1 : 0].gravity[k];
	}

	FN_MEMBER const FreeBody &bodyOf(int k) const { return a.bodies.bodies[members[k].body]; }

	// Where states of joints are in even or odd steps, and behind them loads.
	FN_MEMBER JointState *statesOf(int step) const
	{
		int64_t words = a.jointCount * (int64_t)(sizeof(JointState) / 8)
			+ a.memberCount * (int64_t)(sizeof(JointLoad) / 8);
		return (JointState *)(a.states + (step & 1) * words);
	}
	FN_MEMBER JointLoad *loadsOf(int step) const
	{
		return (JointLoad *)(statesOf(step) + a.jointCount) + c.firstBody;
	}

	// What follows from where bodies are.
	FN_MEMBER void refresh()
	{
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS) {
			const FreeBody &b = bodyOf(k);
			MemberWork &w = bodies[k];
			double turn[4], momentum[3], spin[3];
			for (int e = 0; e < 4; e++)
				turn[e] = w.now[BODY_TURN + e];
			Matrix r = rotationOf(turn), inverse = {};
			if (b.axes == 3) {
				inverse = turnedMatrix(r, b.inverse);
			} else if (b.axes == 1) {
				double of[3];
				times(matrixOf(b.inertia), b.axis[0], of);
				double moment = dot(b.axis[0], of);
				for (int e = 0; e < 9; e++)
					inverse.of[e] = b.axis[0][e / 3] * b.axis[0][e % 3] / moment;
			}
			for (int e = 0; e < 3; e++)
				momentum[e] = w.now[BODY_MOMENTUM + e];
			times(inverse, momentum, spin);
			for (int e = 0; e < 9; e++) {
				w.rotation[e] = r.of[e];
				w.inverse[e] = inverse.of[e];
			}
			for (int e = 0; e < 3; e++)
				w.spin[e] = spin[e];
		}
		together();
	}

	FN_MEMBER void setRow(const Joint &j, int part, const JointConstraint &l)
	{
		if (!(j.rows >> part & 1))
			return;
		int before = 0;
		for (int k = 0; k < part; k++)
			before += j.rows >> k & 1;
		JointRow &r = rows[j.first + before];
		r.error = l.error;
		r.slip = l.slip;
		r.right = l.right;
		r.active = 1;
		for (int k = 0; k < 12; k++)
			r.of[k] = l.of[k];
		for (int e = 0; e < 2; e++) {
			r.body[e] = j.body[e];
			if (j.body[e] < 0)
				continue;
			const FreeBody &b = bodyOf(j.body[e]);
			double force[3] = {l.of[6 * e], l.of[6 * e + 1], l.of[6 * e + 2]}, free[3];
			double moment[3] = {l.of[6 * e + 3], l.of[6 * e + 4], l.of[6 * e + 5]}, spin[3];
			along(b.direction, b.directions, force, free);
			times(matrixOf(bodies[j.body[e]].inverse), moment, spin);
			for (int k = 0; k < 3; k++) {
				r.gives[6 * e + k] = free[k] / b.mass;
				r.gives[6 * e + 3 + k] = spin[k];
			}
		}
	}

	FN_MEMBER int coordinateRow(const Joint &j) const
	{
		int before = 0;
		for (int k = 0; k < JOINT_COORDINATE; k++)
			before += j.rows >> k & 1;
		return j.first + before;
	}

	// Sets the rows of all joints at a time, and what springs, dampers and motors do.
	FN_MEMBER void setRows(double time)
	{
		for (int k = lane; k < jointCount; k += CHAIN_THREADS) {
			const Joint &j = joints[k];
			JointWork &w = work[k];
			JointEnd first = endOf(bodies[j.body[0]], j.at[0]), second;
			if (j.body[1] >= 0)
				second = endOf(bodies[j.body[1]], j.at[1]);
			else
				second = endOf(poseAt(a.bodies.motion, a.bodies.motion.bodies[-1 - j.body[1]], time), j.at[1]);
			JointPair pair(first, second);
			for (int e = 0; e < 3; e++) {
				w.lever[e] = first.lever[e];
				if (j.rows >> (JOINT_PLACE + e) & 1)
					setRow(j, JOINT_PLACE + e, pair.place(j, e));
				if (j.rows >> (JOINT_ROTATION + e) & 1)
					setRow(j, JOINT_ROTATION + e, pair.rotation(j, e));
			}
			if (j.kind == HINGE_JOINT || j.kind == SLIDER_JOINT)
				setCoordinate(j, w, pair.coordinate(j, w.place), time);
		}
		together();
	}

	FN_MEMBER void setCoordinate(const Joint &j, JointWork &w, JointConstraint l, double time)
	{
		for (int e = 0; e < 12; e++)
			w.way[e] = l.of[e];
		w.place = l.error;
		w.rate = l.slip;
		double speed = w.rate < 0.0 ? -w.rate : w.rate;
		double damped = -(j.damping + j.quadratic * speed) * w.rate;
		w.drive = damped - j.stiff * (w.place - j.rest);
		w.power = -damped * w.rate;
		if (j.motor != NO_MOTOR) {
			MotionTable t = a.bodies.motion;
			t.pieces = a.pieces;
			Course law = lawAt(t, a.laws[j.law], time);
			if (j.motor == FORCE_MOTOR) {
				w.drive += law.x;
				w.power -= law.x * w.rate;
			} else {
				l.error -= law.x;
				l.slip -= law.v;
				l.right += law.a;
			}
		}
		if (!(j.rows >> JOINT_COORDINATE & 1))
			return;
		if (j.motor != PLACE_MOTOR)
			l.error -= w.held > 0 ? j.high : j.low;
		setRow(j, JOINT_COORDINATE, l);
		if (j.motor != PLACE_MOTOR && w.held == 0)
			rows[coordinateRow(j)].active = 0;
	}

	// What acts on a body without the forces of rows, and the acceleration that this gives.
	FN_MEMBER void load()
	{
		for (int k = lane; k < bodyCount; k += CHAIN_THREADS) {
			const FreeBody &b = bodyOf(k);
			MemberWork &w = bodies[k];
			Wrench of = {};
			double lever[3];
			times(matrixOf(w.rotation), b.arm, lever);
			double weight[3] = {b.mass * gravity[0], b.mass * gravity[1], b.mass * gravity[2]};
			for (int e = 0; e < 3; e++) {
				of.force[e] = w.load[e];
				of.moment[e] = w.load[3 + e];
			}
			pull(of, lever, weight);
			for (int n = members[k].firstEnd; n < members[k].endEnd; n++) {
				const JointWork &j = work[a.ends[n] / 2];
				int end = 6 * (a.ends[n] % 2);
				for (int e = 0; e < 3; e++) {
					of.force[e] += j.drive * j.way[end + e];
					of.moment[e] += j.drive * j.way[end + 3 + e];
				}
			}
			for (int e = 0; e < 3; e++) {
				w.wrench[e] = of.force[e];
				w.wrench[3 + e] = of.moment[e];
			}
			accelerate(b, w);
		}
		together();
	}

	// The acceleration of a body by its wrench.
	FN_MEMBER void accelerate(const FreeBody &b, MemberWork &w)
	{
		double force[3] = {w.wrench[0], w.wrench[1], w.wrench[2]}, free[3], gyro[3], spin[3];
		double momentum[3], moment[3];
		for (int e = 0; e < 3; e++) {
			spin[e] = w.spin[e];
			momentum[e] = w.now[BODY_MOMENTUM + e];
		}
		along(b.direction, b.directions, force, free);
		cross(spin, momentum, gyro);
		for (int e = 0; e < 3; e++)
			moment[e] = w.wrench[3 + e] - gyro[e];
		times(matrixOf(w.inverse), moment, spin);
		for (int e = 0; e < 3; e++) {
			w.acceleration[e] = free[e] / b.mass;
			w.acceleration[3 + e] = spin[e];
		}
	}

	// The right side of accelerations.
	FN_MEMBER void setRight()
	{
		for (int k = lane; k < rowCount; k += CHAIN_THREADS) {
			JointRow &r = rows[k];
			r.b = r.right;
			for (int e = 0; e < 12; e++)
				if (r.body[e / 6] >= 0)
					r.b -= r.of[e] * bodies[r.body[e / 6]].acceleration[e % 6];
		}
		together();
	}

	FN_MEMBER double &element(int row, int column) { return matrix[rows[row].at + column]; }

	// J M⁻¹ Jᵀ and its factor. Rows that hold nothing are those of the unit matrix.
	FN_MEMBER void factor()
	{
		for (int k = lane; k < rowCount; k += CHAIN_THREADS) {
			JointRow &r = rows[k];
			for (int n = r.firstColumn; n <= k; n++) {
				const JointRow &o = rows[n];
				double sum = 0.0;
				for (int e = 0; e < 2; e++)
					for (int f = 0; f < 2; f++)
						if (r.body[e] >= 0 && r.body[e] == o.body[f])
							for (int p = 0; p < 6; p++)
								sum += r.of[6 * e + p] * o.gives[6 * f + p];
				bool holds = r.active && o.active;
				element(k, n) = holds ? sum : k == n ? 1.0 : 0.0;
			}
		}
		together();
		for (int n = 0; n < rowCount; n++) {
			const JointRow &o = rows[n];
			double pivot = element(n, n), diagonal = pivot;
			for (int p = o.firstColumn; p < n; p++)
				pivot -= element(n, p) * element(n, p);
			double inverse = pivot > SINGULAR * diagonal ? 1.0 / sqrt(pivot) : 0.0;
			for (int k = n + 1 + lane; k < rowCount; k += CHAIN_THREADS) {
				if (rows[k].firstColumn > n)
					continue;
				double sum = element(k, n);
				int from = rows[k].firstColumn > o.firstColumn ? rows[k].firstColumn : o.firstColumn;
				for (int p = from; p < n; p++)
					sum -= element(k, p) * element(n, p);
				element(k, n) = sum * inverse;
			}
			if (lane == 0)
				rows[n].diagonal = inverse;
			together();
		}
	}

	// x from b.
	FN_MEMBER void solve()
	{
		if (lane == 0) {
			for (int n = 0; n < rowCount; n++) {
				JointRow &r = rows[n];
				double sum = r.active ? r.b : 0.0;
				for (int p = r.firstColumn; p < n; p++)
					sum -= element(n, p) * rows[p].x;
				r.x = sum * r.diagonal;
			}
			for (int n = rowCount - 1; n >= 0; n--) {
				JointRow &r = rows[n];
				r.x *= r.diagonal;
				for (int p = r.firstColumn; p < n; p++)
					rows[p].x -= element(n, p) * r.x;
			}
		}
		together();
	}

	// Lets limits go that would pull, and reports whether there are some. Those that hold already do
	// so by forces, the others by impulses.
	FN_MEMBER bool release(bool already)
	{
		bool found = false;
		for (int k = 0; k < jointCount; k++) {
			const JointWork &w = work[k];
			if (w.held != 0 && (w.was != 0) == already && joints[k].motor != PLACE_MOTOR)
				found = found || w.held * rows[coordinateRow(joints[k])].x > 0.0;
		}
		together();
		for (int k = lane; k < jointCount && found; k += CHAIN_THREADS) {
			JointWork &w = work[k];
			if (w.held == 0 || (w.was != 0) != already || joints[k].motor == PLACE_MOTOR)
				continue;
			JointRow &r = rows[coordinateRow(joints[k])];
			if (w.held * r.x > 0.0) {
				w.held = 0;
				r.active = 0;
			}
		}
		together();
		return found;
	}

	// Solves for what the sides are set to, and without the limits that would pull.
	FN_MEMBER void solveWithLimits(bool already)
	{
		for (int round = 0; round < MOST_RELEASES; round++) {
			factor();
			solve();
			if (!release(already))
				break;
		}
	}

	// Adds the forces of rows to what acts on a body.
	FN_MEMBER void addRows(int k, double (&sum)[6]) const
	{
		for (int n = members[k].firstEnd; n < members[k].endEnd; n++) {
			const Joint &j = joints[a.ends[n] / 2];
			int end = 6 * (a.ends[n] % 2), row = j.first;
			for (int part = 0; part < JOINT_ROWS; part++) {
				if (!(j.rows >> part & 1))
					continue;
				for (int e = 0; e < 6; e++)
					sum[e] += rows[row].x * rows[row].of[end + e];
				row++;
			}
		}
	}
};
