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
// Warren 1997), so that a line without drag and damping keeps its energy. Ends at bodies go on with
// the velocity and the acceleration that the body begins the step with.
//
// All devices do this alike, with sums, products, quotients and square roots.
#pragma once
#include "state.h"

#ifdef __CUDACC__
FN int lineThreads() { return LINE_THREADS; }
FN void awaitThreads() { __syncthreads(); }
// Room near the threads, where that is enough.
FN double *roomOfBlock(double *room, int words)
{
	enum { NEAR = 5760 };
	__shared__ double near[NEAR];
	return words <= NEAR ? near : room;
}
#else
FN int lineThreads() { return 1; }
FN void awaitThreads() {}
FN double *roomOfBlock(double *room, int) { return room; }
#endif

// What a set is computed in.
struct LineRoom {
	double (*x)[3];      // of each node [m from position 0]
	double (*trial)[3];  // velocity that forces follow from [m/s]
	double (*v)[3];
	double (*a)[3];      // [m/s²]
	double (*push)[3];   // of each segment: force on the node that it ends at [N]
	double (*way)[3];    // direction
};

FN LineRoom roomOf(double *room, int nodes, int segments)
{
	typedef double (*Vectors)[3];
	Vectors v = (Vectors)room;
	return {v, v + nodes, v + 2 * nodes, v + 3 * nodes, v + 4 * nodes, v + 4 * nodes + segments};
}

// The direction of a segment, and how long it is.
FN double directionOf(const LineRoom &r, const LineSegment &s, double (&way)[3])
{
	for (int k = 0; k < 3; k++)
		way[k] = r.x[s.to][k] - r.x[s.from][k];
	double length = sqrt(dot(way, way));
	double per = length > 0.0 ? 1.0 / length : 0.0;
	for (int k = 0; k < 3; k++)
		way[k] *= per;
	return length;
}

// Adds what turns a segment towards another of its line.
FN void bendTowards(const LineRoom &r, const LineSegment &s, const LineSegment &other,
	const double (&way)[3], double length, double (&push)[3])
{
	double to[3];
	directionOf(r, other, to);
	double cosine = dot(way, to), size = s.bending / (0.5 * (s.length + other.length) * length);
	for (int k = 0; k < 3; k++)
		push[k] += size * (to[k] - cosine * way[k]);
}

// The tension of a segment of a length that grows at a rate.
FN double tensionOf(const LineSegment &s, double length, double grows)
{
	double strain = length / s.length - 1.0;
	double pull = strain > 0.0 ? s.stiff * strain + s.damping * grows / s.length : 0.0;
	return pull > 0.0 ? pull : 0.0;
}

// The force of a segment, by where nodes are and how fast.
FN void strainSegment(const LineSegment *segments, const LineRoom &r, int k)
{
	const LineSegment &s = segments[k];
	double way[3], apart[3], push[3];
	double length = directionOf(r, s, way);
	for (int a = 0; a < 3; a++)
		apart[a] = r.trial[s.to][a] - r.trial[s.from][a];
	double pull = tensionOf(s, length, dot(apart, way));
	for (int a = 0; a < 3; a++)
		push[a] = -pull * way[a];
	if (s.bending > 0.0 && length > 0.0) {
		if (s.before >= 0)
			bendTowards(r, s, segments[s.before], way, length, push);
		if (s.after >= 0)
			bendTowards(r, s, segments[s.after], way, length, push);
	}
	for (int a = 0; a < 3; a++) {
		r.push[k][a] = push[a];
		r.way[k][a] = way[a];
	}
}

// What acts on a node, and its mass as a symmetric matrix: xx, yy, zz, yz, xz, xy.
struct OnNode {
	double force[3], mass[6];
	double stiff, damping, friction; // of the bed: [N/m], [N s/m], [N/m]
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

// Adds half of a segment, which pushes a node with a sign. slip is the velocity of the fluid less
// the node's.
FN void addSegment(OnNode &o, const LineSegment &s, const double (&push)[3], const double (&way)[3],
	double sign, const LineWater &w, const double (&slip)[3], const float (&gravity)[3])
{
	double along = dot(slip, way), aside[3], grows = dot(w.a, way);
	for (int k = 0; k < 3; k++)
		aside[k] = slip[k] - along * way[k];
	double across = w.part * s.dragAcross * sqrt(dot(aside, aside));
	double lengthwise = w.part * (s.dragAlong * (along < 0.0 ? -along : along) * along
		+ (s.displaced + s.addedAlong) * grows);
	double inertia = w.part * (s.displaced + s.addedAcross), weight = s.mass - w.part * s.displaced;
	for (int k = 0; k < 3; k++)
		o.force[k] += sign * push[k] + weight * gravity[k] + across * aside[k]
			+ inertia * (w.a[k] - grows * way[k]) + lengthwise * way[k];
	addMass(o, s.mass + w.part * s.addedAcross, s.mass + w.part * s.addedAlong, way);
	o.stiff += s.bed;
	o.damping += s.bedDamping;
	o.friction += s.friction * s.bed;
}

// Adds a clump weight or a buoy.
FN void addClump(OnNode &o, const LineNode &n, const LineWater &w, const double (&slip)[3],
	const float (&gravity)[3])
{
	double drag = w.part * n.drag * sqrt(dot(slip, slip)), weight = n.mass - w.part * n.displaced;
	for (int k = 0; k < 3; k++)
		o.force[k] += weight * gravity[k] + drag * slip[k] + w.part * (n.displaced + n.added) * w.a[k];
	const double any[3] = {1.0, 0.0, 0.0};
	addMass(o, n.mass + w.part * n.added, n.mass + w.part * n.added, any);
}

// Adds what the bed does. Friction is Coulomb's, but grows with the velocity below one, which is so
// great that a sub-step cannot turn the velocity round.
FN void addBed(OnNode &o, const LineTable &t, const double (&x)[3], const double (&v)[3], double dt)
{
	double n[3], depth = depthInBed(t.bed, x, n);
	if (!(depth > 0.0))
		return;
	double along = dot(v, n), slides[3], size = o.stiff * depth - o.damping * along;
	if (!(size > 0.0))
		return;
	for (int k = 0; k < 3; k++)
		slides[k] = v[k] - along * n[k];
	double holds = o.stiff > 0.0 ? o.friction / o.stiff * size : 0.0;
	double least = (o.mass[0] + o.mass[1] + o.mass[2]) / 3.0, creep = 2.0 * holds * dt / least;
	creep = creep > t.creep ? creep : t.creep;
	holds = holds / sqrt(dot(slides, slides) + creep * creep);
	for (int k = 0; k < 3; k++)
		o.force[k] += size * n[k] - holds * slides[k];
}

// All that acts on a node.
FN OnNode onNode(const LinesArgs &a, const LineSet &set, const LineRoom &r, int k, double dt)
{
	const LineTable &t = a.of;
	const LineNode &n = t.nodes[set.firstNode + k];
	const float(&gravity)[3] = a.records[a.step & 1].at[0].gravity;
	OnNode o = {};
	LineWater w = waterAt(t, lineState(t, *a.clock, a.step + 1)
		+ (int64_t)NODE_WORDS * (set.firstNode + k), r.x[k]);
	double slip[3];
	for (int c = 0; c < 3; c++)
		slip[c] = w.v[c] - r.trial[k][c];
	addClump(o, n, w, slip, gravity);
	for (int l = n.first; l < n.end; l++) {
		int link = t.links[l], s = (link < 0 ? -link : link) - 1;
		addSegment(o, t.segments[set.firstSegment + s], r.push[s], r.way[s], link < 0 ? -1.0 : 1.0, w,
			slip, gravity);
	}
	addBed(o, t, r.x[k], r.trial[k], dt);
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

// Puts a node that is fixed or at a body where it is so long after the step began.
FN void placeNode(const LinesArgs &a, const LineNode &n, double s, double (&x)[3], double (&v)[3])
{
	for (int k = 0; k < 3; k++) {
		x[k] = n.at[k];
		v[k] = 0.0;
	}
	if (n.kind != BODY_NODE || n.body >= a.motion.count)
		return;
	const BodyMotion &m = a.motion.at[(a.step & 1) * a.motion.count + n.body];
	for (int k = 0; k < 3; k++) {
		double speed = m.velocity[BEGINNING][k], grows = m.acceleration[BEGINNING][k];
		x[k] += m.displacement[BEGINNING][k] * a.of.quantum;
		if (m.turns)
			x[k] += turned(m, BEGINNING, k, n.arm[0], n.arm[1], n.arm[2]);
		for (int l = 0; m.turns && l < 3; l++) {
			speed += m.rate[BEGINNING][3 * k + l] * n.arm[l];
			grows += m.curve[BEGINNING][3 * k + l] * n.arm[l];
		}
		x[k] += s * (speed + 0.5 * s * grows);
		v[k] = speed + s * grows;
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
	to[WET_WORD] = part < 1.0 ? part : 1.0;
	for (int k = 0; k < 3; k++) {
		double v = sums[0] > 0 ? (double)sums[1 + k] * t.perVelocity / part : 0.0;
		to[FLUID_WORD + k] = v;
		// where there was none it comes with its velocity
		to[SLOW_WORD + k] = from[WET_WORD] > 0.0 && sums[0] > 0
			? from[SLOW_WORD + k] + (v - from[SLOW_WORD + k]) * dt / (dt + t.lag) : v;
	}
}

// A node of a set as the step begins.
FN void beginNode(const LinesArgs &a, const LineSet &set, const LineRoom &r, int k)
{
	int node = set.firstNode + k;
	const double *from = lineState(a.of, *a.clock, a.step) + (int64_t)NODE_WORDS * node;
	takeWater(a, node, from, lineState(a.of, *a.clock, a.step + 1) + (int64_t)NODE_WORDS * node);
	for (int c = 0; c < 3; c++) {
		r.x[k][c] = from[c];
		r.v[k][c] = r.trial[k][c] = from[3 + c];
	}
	if (a.of.nodes[node].kind != FREE_NODE)
		placeNode(a, a.of.nodes[node], 0.0, r.x[k], r.trial[k]);
}

// A node at the end of sub-step n of some, and as it begins the next.
FN void moveNode(const LinesArgs &a, const LineSet &set, const LineRoom &r, int k, int n, int steps,
	double dt)
{
	const LineNode &node = a.of.nodes[set.firstNode + k];
	double *state = lineState(a.of, *a.clock, a.step + 1), *to;
	OnNode o = onNode(a, set, r, k, dt);
	if (node.kind == FREE_NODE) {
		double grows[3];
		accelerate(o, grows);
		for (int c = 0; c < 3; c++) {
			grows[c] -= a.relax * r.trial[k][c];
			if (n > 0)
				r.v[k][c] += 0.5 * dt * (r.a[k][c] + grows[c]);
			r.a[k][c] = grows[c];
		}
	} else {
		for (int c = 0; c < 3; c++)
			r.v[k][c] = r.trial[k][c];
		if (node.pull >= 0) {
			double *ofState = state + (int64_t)NODE_WORDS * a.of.nodeCount;
			for (int c = 0; c < 3; c++) {
				if (2 * n == steps)
					a.of.middle[3 * node.pull + c] = o.force[c];
				if (n == steps)
					ofState[3 * node.pull + c] = o.force[c];
			}
		}
	}
	if (n == steps) {
		to = state + (int64_t)NODE_WORDS * (set.firstNode + k);
		for (int c = 0; c < 3; c++) {
			to[c] = r.x[k][c];
			to[3 + c] = r.v[k][c];
		}
	} else if (node.kind == FREE_NODE) {
		for (int c = 0; c < 3; c++) {
			r.x[k][c] += dt * (r.v[k][c] + 0.5 * dt * r.a[k][c]);
			r.trial[k][c] = r.v[k][c] + dt * r.a[k][c];
		}
	} else {
		placeNode(a, node, (n + 1) * dt, r.x[k], r.trial[k]);
	}
}

// The lines of a set in a step: an even number of sub-steps.
FN void moveSet(const LinesArgs &a, const LineSet &set, int thread)
{
	int nodes = set.endNode - set.firstNode, segments = set.endSegment - set.firstSegment;
	int64_t far = (int64_t)NODE_ROOM * set.firstNode + (int64_t)SEGMENT_ROOM * set.firstSegment;
	LineRoom r = roomOf(roomOfBlock(a.of.room + far, NODE_ROOM * nodes + SEGMENT_ROOM * segments),
		nodes, segments);
	double length = a.records[a.step & 1].length, halves = 0.5 * length / set.longest;
	int steps = length > 0.0 ? 2 * ((int)halves + 1) : 0;
	double dt = steps ? length / steps : 0.0;
	for (int k = thread; k < nodes; k += lineThreads())
		beginNode(a, set, r, k);
	awaitThreads();
	for (int n = 0; n <= steps; n++) {
		for (int k = thread; k < segments; k += lineThreads())
			strainSegment(a.of.segments + set.firstSegment, r, k);
		awaitThreads();
		for (int k = thread; k < nodes; k += lineThreads())
			moveNode(a, set, r, k, n, steps, dt);
		awaitThreads();
	}
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
		moveSet(a, set, thread);
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
