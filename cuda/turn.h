// Turn: after Euler the walls of bodies that turn get what their turn adds to their shift. A kernel of its own, in flows with such
// bodies only, so that others pay nothing.
#pragma once
#include "euler.h"

KERNEL(turn, TurnArgs)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || !(t.count & WALL))
		return;
	int n = (int)t.particle;
	int4 p = a.euler.from.pos[n];
	if (!isMovingWall(p))
		return;
	const BodyMotion &m = a.euler.motions[bodyOf(p) + 1];
	if (!m.turns)
		return;
	bool halfStep = a.euler.half == 0;
	int to = halfStep ? MIDDLE : ENDING;
	float4 v = a.euler.to.vel[n], r = referenceOf(a.euler.references, n);
	moveWall(m, to, p, v);
	double perQuantum = a.euler.perQuantum;
	auto by = [&](int axis) {
		auto at = [&](int moment) { return (int)roundToLong(perQuantum * turned(m, moment, axis, r.x, r.y, r.z)); };
		return at(to) - at(BEGINNING);
	};
	p = {p.x + by(0), p.y + by(1), p.z + by(2), p.w};
	v = {v.x + turning(m.rate[to], 0, r), v.y + turning(m.rate[to], 1, r), v.z + turning(m.rate[to], 2, r), v.w};
	storeAll(a.euler, n, p, v, {0, 0});
}
