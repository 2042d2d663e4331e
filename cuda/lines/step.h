// Lines as lumped masses (Hall and Goupee, Ocean Engineering 104, 2015): nodes have half of the
// mass, the weight, the drag and the added mass of each segment beside them,
//
//   M dv/dt = Σ ±S + (m - ρV) g + ½ρ C_D D l |u| u + ρV (1 + C_a) Du/Dt + bed,
//
// u being the velocity of the fluid less the node's, across and along the segment on their own (J.
// R. Morison et al. 1950). A segment pulls with EA times its strain and BA times the rate of that,
// and does not push. Its bending has the energy EI/l (1 - cos) of the angle to the next.
//
// Sub-steps are velocity Verlet's, with forces by a predicted velocity (R. D. Groot and P. B.
// Warren 1997), so that a line without drag and damping keeps its energy. Ends at bodies keep the
// acceleration that the body begins the step with. The fluid is that as the step begins.
//
// A sub-step is a chain of dependent operations, of which roots and quotients take the longest, so
// constants come with their reciprocals, and a thread of its own finds the drag at each end of a
// segment.
//
// All devices do this alike, with sums, products, quotients and square roots.
#pragma once
#include "state.h"

#ifdef __CUDACC__
FN int lineThreads() { return LINE_THREADS; }
FN int endsOfThread() { return 1; } // of a segment
FN void awaitThreads() { __syncthreads(); }
#else
FN int lineThreads() { return 1; }
FN int endsOfThread() { return 2; }
FN void awaitThreads() {}
#endif

// What a set is computed in.
struct LineRoom {
	double (*x)[3];      // of each node [m from position 0]
	double (*trial)[3];  // velocity that forces follow from [m/s]
	double (*v)[3];
	double (*a)[3];      // [m/s²]
	double (*flow)[3], (*grows)[3]; // velocity and acceleration of the fluid there
	double (*force)[3];  // of both ends of each segment [N]
	double (*way)[3];    // direction of each segment
	double *part;        // of the volume that is fluid at each node
};

FN LineRoom roomOf(double *room, int nodes, int segments)
{
	typedef double (*Vectors)[3];
	Vectors v = (Vectors)room, ends = v + 6 * nodes, ways = ends + 2 * segments;
	return {v, v + nodes, v + 2 * nodes, v + 3 * nodes, v + 4 * nodes, v + 5 * nodes, ends, ways,
		(double *)(ways + segments)};
}

// A set in a step.
struct LineStep {
	const LinesArgs &a;
	const LineNode *nodes;
	const LineSegment *segments;
	LineRoom room;
	const double *from; // the states of its nodes in this step
	double *to;         // and in the next
	double *forces;     // on bodies in the next
	double gravity[3], dt;
	int steps;
};

// The direction of a segment, and how long it is.
FN double directionOf(const LineRoom &r, const LineSegment &s, double (&way)[3], double &per)
{
	for (int k = 0; k < 3; k++)
		way[k] = r.x[s.to][k] - r.x[s.from][k];
	double length = sqrt(dot(way, way));
	per = length > 0.0 ? 1.0 / length : 0.0;
	for (int k = 0; k < 3; k++)
		way[k] *= per;
	return length;
}

// Adds what turns a segment towards another of its line, which is as long without tension.
FN void bendTowards(const LineRoom &r, const LineSegment &s, const LineSegment &other,
	const double (&way)[3], double per, double (&pull)[3])
{
	double to[3], unused;
	directionOf(r, other, to, unused);
	double cosine = dot(way, to), size = s.bending * s.perLength * per;
	for (int k = 0; k < 3; k++)
		pull[k] += size * (to[k] - cosine * way[k]);
}

// The tension of a segment of a length that grows at a rate.
FN double tensionOf(const LineSegment &s, double length, double grows)
{
	double longer = length - s.length;
	double pull = longer > 0.0 ? (s.stiff * longer + s.damping * grows) * s.perLength : 0.0;
	return pull > 0.0 ? pull : 0.0;
}

// The force of the fluid on half of a segment at a node, and its weight.
FN void addHalf(const LineStep &l, const LineSegment &s, const double (&way)[3], int node,
	double (&force)[3])
{
	const LineRoom &r = l.room;
	double slip[3], aside[3], grows[3], part = r.part[node];
	for (int k = 0; k < 3; k++) {
		slip[k] = r.flow[node][k] - r.trial[node][k];
		grows[k] = r.grows[node][k];
	}
	double along = dot(slip, way), faster = dot(grows, way);
	for (int k = 0; k < 3; k++)
		aside[k] = slip[k] - along * way[k];
	double across = part * s.dragAcross * sqrt(dot(aside, aside));
	double lengthwise = part * (s.dragAlong * (along < 0.0 ? -along : along) * along
		+ (s.displaced + s.addedAlong) * faster);
	double inertia = part * (s.displaced + s.addedAcross), weight = s.mass - part * s.displaced;
	for (int k = 0; k < 3; k++)
		force[k] += weight * l.gravity[k] + across * aside[k]
			+ inertia * (grows[k] - faster * way[k]) + lengthwise * way[k];
}

// The forces of a segment and of the fluid around it on the nodes at some of its ends.
FN void strainSegment(const LineStep &l, int k, int end, int endEnd)
{
	const LineSegment &s = l.segments[k];
	const LineRoom &r = l.room;
	double way[3], apart[3], pull[3], per;
	double length = directionOf(r, s, way, per);
	for (int c = 0; c < 3; c++)
		apart[c] = r.trial[s.to][c] - r.trial[s.from][c];
	double tension = tensionOf(s, length, dot(apart, way));
	for (int c = 0; c < 3; c++)
		pull[c] = -tension * way[c]; // on the node that it ends at
	if (s.bending > 0.0 && length > 0.0) {
		if (s.before >= 0)
			bendTowards(r, s, l.segments[s.before], way, per, pull);
		if (s.after >= 0)
			bendTowards(r, s, l.segments[s.after], way, per, pull);
	}
	for (; end < endEnd; end++) {
		double force[3];
		for (int c = 0; c < 3; c++)
			force[c] = end ? pull[c] : -pull[c];
		addHalf(l, s, way, end ? s.to : s.from, force);
		for (int c = 0; c < 3; c++) {
			r.force[2 * k + end][c] = force[c];
			if (end == 0)
				r.way[k][c] = way[c];
		}
	}
}

// What acts on a node, and its mass as a symmetric matrix: xx, yy, zz, yz, xz, xy.
struct OnNode {
	double force[3], mass[6];
};

FN void addMass(OnNode &o, double across, double along, const double (&way)[3])
{
	double more = along - across;
	for (int k = 0; k < 3; k++) {
		int l = (k + 1) % 3, m = (k + 2) % 3;
		o.mass[k] += across + more * way[k] * way[k];
		o.mass[3 + k] += more * way[l] * way[m];
	}
}

// Adds a clump weight or a buoy.
FN void addClump(OnNode &o, const LineStep &l, const LineNode &n, int k)
{
	const LineRoom &r = l.room;
	double part = r.part[k], weight = n.mass - part * n.displaced, mass = n.mass + part * n.added;
	for (int c = 0; c < 3; c++) {
		o.force[c] += weight * l.gravity[c] + part * (n.displaced + n.added) * r.grows[k][c];
		o.mass[c] += mass;
	}
	if (!(n.drag > 0.0))
		return;
	double slip[3];
	for (int c = 0; c < 3; c++)
		slip[c] = r.flow[k][c] - r.trial[k][c];
	double drag = part * n.drag * sqrt(dot(slip, slip));
	for (int c = 0; c < 3; c++)
		o.force[c] += drag * slip[c];
}

// Adds what the bed does. Friction is Coulomb's, but grows with the velocity below one, which is so
// great that a sub-step cannot turn the velocity round.
FN void addBed(OnNode &o, const LineTable &t, const LineNode &node, const double (&x)[3],
	const double (&v)[3], double dt)
{
	double n[3], depth = depthInBed(t.bed, x, n);
	if (!(depth > 0.0))
		return;
	double along = dot(v, n), slides[3], size = node.bed * depth - node.bedDamping * along;
	if (!(size > 0.0))
		return;
	for (int k = 0; k < 3; k++)
		slides[k] = v[k] - along * n[k];
	double holds = node.friction * size, creep = 2.0 * holds * dt * node.perMass;
	creep = creep > t.creep ? creep : t.creep;
	holds = holds / sqrt(dot(slides, slides) + creep * creep);
	for (int k = 0; k < 3; k++)
		o.force[k] += size * n[k] - holds * slides[k];
}

// All that acts on a node.
FN OnNode onNode(const LineStep &l, int k)
{
	const LineNode &n = l.nodes[k];
	const LineRoom &r = l.room;
	OnNode o = {};
	addClump(o, l, n, k);
	double part = r.part[k];
	for (int e = n.first; e < n.end; e++) {
		int link = l.a.of.links[e], segment = (link < 0 ? -link : link) - 1;
		const LineSegment &s = l.segments[segment];
		const double(&force)[3] = r.force[2 * segment + (link < 0 ? 0 : 1)];
		for (int c = 0; c < 3; c++)
			o.force[c] += force[c];
		addMass(o, s.mass + part * s.addedAcross, s.mass + part * s.addedAlong, r.way[segment]);
	}
	addBed(o, l.a.of, n, r.x[k], r.trial[k], l.dt);
	return o;
}

// The acceleration by a force.
FN void accelerate(const OnNode &o, double (&a)[3])
{
	const double(&m)[6] = o.mass;
	double c[6]; // cofactors
	for (int k = 0; k < 3; k++) {
		int l = (k + 1) % 3, n = (k + 2) % 3;
		c[k] = m[l] * m[n] - m[3 + k] * m[3 + k];
		c[3 + k] = m[3 + l] * m[3 + n] - m[k] * m[3 + k];
	}
	double per = 1.0 / (m[0] * c[0] + m[5] * c[5] + m[4] * c[4]);
	const double(&f)[3] = o.force;
	a[0] = per * (c[0] * f[0] + c[5] * f[1] + c[4] * f[2]);
	a[1] = per * (c[5] * f[0] + c[1] * f[1] + c[3] * f[2]);
	a[2] = per * (c[4] * f[0] + c[3] * f[1] + c[2] * f[2]);
}

// Puts a node that is fixed or at a body where it is as the step begins.
FN void placeNode(const LinesArgs &a, const LineNode &n, double (&x)[3], double (&v)[3],
	double (&grows)[3])
{
	for (int k = 0; k < 3; k++) {
		x[k] = n.at[k];
		v[k] = grows[k] = 0.0;
	}
	if (n.kind != BODY_NODE || n.body >= a.motion.count)
		return;
	const BodyMotion &m = a.motion.at[(a.step & 1) * a.motion.count + n.body];
	for (int k = 0; k < 3; k++) {
		x[k] += m.displacement[BEGINNING][k] * a.of.quantum;
		v[k] = m.velocity[BEGINNING][k];
		grows[k] = m.acceleration[BEGINNING][k];
		if (m.turns)
			x[k] += turned(m, BEGINNING, k, n.arm[0], n.arm[1], n.arm[2]);
		for (int l = 0; m.turns && l < 3; l++) {
			v[k] += m.rate[BEGINNING][3 * k + l] * n.arm[l];
			grows[k] += m.curve[BEGINNING][3 * k + l] * n.arm[l];
		}
	}
}

// Takes the fluid at a node into the state of the step after, as it was looked at or, where it was
// not, as it was.
FN void takeWater(const LinesArgs &a, int node, const double *from, double *to)
{
	const LineTable &t = a.of;
	for (int k = FLUID_WORD; k < NODE_WORDS; k++)
		to[k] = from[k];
	if (t.water != WET_LINES || a.begins)
		return;
	const int64_t *sums = t.sums + NODE_SUMS * node;
	double part = (double)sums[0] * t.perWeight, dt = a.records[a.step & 1].length;
	double per = sums[0] > 0 ? t.perVelocity / part : 0.0, nearer = dt / (dt + t.lag);
	to[WET_WORD] = part < 1.0 ? part : 1.0;
	for (int k = 0; k < 3; k++) {
		double v = (double)sums[1 + k] * per;
		to[FLUID_WORD + k] = v;
		// where there was none it comes with its velocity
		to[SLOW_WORD + k] = from[WET_WORD] > 0.0 && sums[0] > 0
			? from[SLOW_WORD + k] + (v - from[SLOW_WORD + k]) * nearer : v;
	}
}

// A node of a set as the step begins; node is its place among all.
FN void beginNode(const LineStep &l, int k, int node)
{
	const LineRoom &r = l.room;
	const double *from = l.from + NODE_WORDS * k;
	double *to = l.to + NODE_WORDS * k;
	takeWater(l.a, node, from, to);
	for (int c = 0; c < 3; c++) {
		r.x[k][c] = from[c];
		r.v[k][c] = from[3 + c];
	}
	if (l.nodes[k].kind != FREE_NODE)
		placeNode(l.a, l.nodes[k], r.x[k], r.v[k], r.a[k]);
	LineWater w = waterAt(l.a.of, to, r.x[k]);
	r.part[k] = w.part;
	for (int c = 0; c < 3; c++) {
		r.trial[k][c] = r.v[k][c];
		r.flow[k][c] = w.v[c];
		r.grows[k][c] = w.a[c];
	}
}

// Keeps the force on a body in the middle of the step, and at its end.
FN void keepPull(const LineStep &l, const LineNode &node, int n, const double (&force)[3])
{
	for (int c = 0; c < 3; c++) {
		if (2 * n == l.steps)
			l.a.of.middle[3 * node.pull + c] = force[c];
		if (n == l.steps)
			l.forces[3 * node.pull + c] = force[c];
	}
}

// The velocity and the acceleration of a node at the end of sub-step n, 0 being the beginning.
FN void moveNode(const LineStep &l, int k, int n)
{
	const LineNode &node = l.nodes[k];
	const LineRoom &r = l.room;
	double before[3], grows[3];
	for (int c = 0; c < 3; c++)
		before[c] = grows[c] = r.a[k][c];
	if (node.kind == FREE_NODE) {
		accelerate(onNode(l, k), grows);
		for (int c = 0; c < 3; c++)
			grows[c] -= l.a.relax * r.trial[k][c];
	} else if (node.pull >= 0) {
		keepPull(l, node, n, onNode(l, k).force);
	}
	for (int c = 0; c < 3; c++) {
		if (n > 0)
			r.v[k][c] += 0.5 * l.dt * (before[c] + grows[c]);
		r.a[k][c] = grows[c];
	}
}

// Takes a node to where the next sub-step ends, or into the state of the next step.
FN void leaveNode(const LineStep &l, int k, int n)
{
	const LineRoom &r = l.room;
	double *to = l.to + NODE_WORDS * k;
	for (int c = 0; c < 3; c++) {
		if (n == l.steps) {
			to[c] = r.x[k][c];
			to[3 + c] = r.v[k][c];
			continue;
		}
		r.x[k][c] += l.dt * (r.v[k][c] + 0.5 * l.dt * r.a[k][c]);
		r.trial[k][c] = r.v[k][c] + l.dt * r.a[k][c];
	}
}

// The lines of a set in a step: an even number of sub-steps.
FN void moveSet(const LinesArgs &a, const LineSet &set, int thread, double *room)
{
	const LineTable &t = a.of;
	const StepRecord &record = a.records[a.step & 1];
	int nodes = set.endNode - set.firstNode, segments = set.endSegment - set.firstSegment;
	int64_t at = (int64_t)NODE_WORDS * set.firstNode;
	double length = record.length, halves = 0.5 * length / set.longest;
	int steps = length > 0.0 ? 2 * ((int)halves + 1) : 0;
	double *next = lineState(t, *a.clock, a.step + 1);
	LineStep l = {a, t.nodes + set.firstNode, t.segments + set.firstSegment,
		roomOf(room, nodes, segments), lineState(t, *a.clock, a.step) + at, next + at,
		next + (int64_t)NODE_WORDS * t.nodeCount, {}, steps ? length / steps : 0.0, steps};
	for (int c = 0; c < 3; c++)
		l.gravity[c] = record.at[0].gravity[c];
	for (int k = thread; k < nodes; k += lineThreads())
		beginNode(l, k, set.firstNode + k);
	awaitThreads();
	for (int n = 0; n <= steps; n++) {
		for (int e = thread * endsOfThread(); e < 2 * segments; e += lineThreads() * endsOfThread())
			strainSegment(l, e / 2, e % 2, e % 2 + endsOfThread());
		awaitThreads();
		for (int k = thread; k < nodes; k += lineThreads()) {
			moveNode(l, k, n);
			leaveNode(l, k, n);
		}
		awaitThreads();
	}
}

// Moves a set in room near the threads, where that is enough.
FN void moveSetNear(const LinesArgs &a, const LineSet &set, int thread)
{
	int64_t far = (int64_t)NODE_ROOM * set.firstNode + (int64_t)SEGMENT_ROOM * set.firstSegment;
#ifdef __CUDACC__
	enum { NEAR = 5760 };
	__shared__ double near[NEAR];
	if (NODE_ROOM * (set.endNode - set.firstNode)
			+ SEGMENT_ROOM * (set.endSegment - set.firstSegment) <= NEAR) {
		moveSet(a, set, thread, near);
		return;
	}
#endif
	moveSet(a, set, thread, a.of.room + far);
}

// Runs after the scan in a step, or where a period begins for its first step. A block has a set.
// The state of the step after is by its number since the start, so that a step that is rejected
// begins with what it began with.
KERNEL(lines, LinesArgs)
{
	int thread = i % LINE_THREADS;
	const LineSet &set = a.of.sets[i / LINE_THREADS];
	if (thread >= lineThreads())
		return;
	if (a.step < a.clock->limit || (a.begins && a.clock->limit >= 0))
		moveSetNear(a, set, thread);
	awaitThreads();
	if (a.of.water == WET_LINES)
		for (int k = NODE_SUMS * set.firstNode + thread; k < NODE_SUMS * set.endNode;
			k += lineThreads())
			a.of.sums[k] = 0;
}

// Adds the force of lines on a free body; thread i does it for a node.
KERNEL(pull_bodies, LinePullArgs)
{
	const LineNode &n = a.of.nodes[i];
	if (n.pull < 0 || n.free == 0)
		return;
	const double *forces = a.half ? a.of.middle
		: lineState(a.of, *a.clock, a.step) + (int64_t)NODE_WORDS * a.of.nodeCount;
	const BodyMotion &m = a.motions[n.body];
	int moment = a.half ? MIDDLE : BEGINNING;
	double lever[3], force[3], turns[3];
	for (int k = 0; k < 3; k++) {
		lever[k] = n.arm[k] + turned(m, moment, k, n.arm[0], n.arm[1], n.arm[2]);
		force[k] = forces[3 * n.pull + k];
	}
	cross(lever, force, turns);
	for (int k = 0; k < 3; k++) {
		atomicSum(a.sums + 6 * (n.free - 1) + k, roundToLong(force[k] * a.scale));
		atomicSum(a.sums + 6 * (n.free - 1) + 3 + k, roundToLong(turns[k] * a.scale));
	}
}
