// Active absorption: a paddle that makes waves corrects its motion by the level before it, so that
// waves that come back to it do not return (H. A. Schäffer and G. Klopman, Review of
// multidirectional active wave absorption methods, J. Waterway, Port, Coastal, Ocean Eng. 126,
// 2000). With the error e of the level, the correction x has
//
//   dv/dt = (-G e - v - λx)/τ - λv,   v = dx/dt,
//
// a velocity -G e behind a low pass of the time constant τ, and a leak that takes the paddle back.
// sph/wavemaker/absorb.go says what G and τ are. The level is measured in each step, and moves the
// paddle in the next. All devices do this alike, with sums, products, quotients and square roots.
#pragma once
#include "sample.h"

// Sums W V over the fluid around the points before paddles, as `probe` does: thread 32 n is for
// point n. The w of a point is the body that it moves with + 256 × paddle.
KERNEL(paddle_level, ProbeArgs)
{
	int lane = i % 32, lanes = TOGETHER ? 32 : 1; // on the host one thread does all
	if (lane >= lanes)
		return;
	int4 p = a.point[i / 32];
	const int32_t *by = a.motions[p.w & 255].displacement[BEGINNING];
	p = {p.x + by[0], p.y + by[1], p.z + by[2], p.w};
	if (!inDomain(a.grid, p) || !owns(a.grid, sliceOf(a.grid, p)))
		return;
	int64_t volume = 0;
	fluidAround(a, cellOf(a.grid, p), p, lane, lanes, [&](int j, float w, float, float, float) {
		volume += roundToLong(w / (1.0f + a.vel[j].w) * a.weightScale);
	});
	addOfWarp(a.sum + (p.w >> 8), volume);
}

FN double within(double x, double bound) { return x > bound ? bound : x < -bound ? -bound : x; }

// The acceleration of a correction in a step of a length, in which no bound is passed. Towards the
// end of its way a paddle may be no faster than half of its greatest acceleration stops it.
FN double correcting(const AbsorbPaddle &p, const Correction &c, double dt)
{
	double a = within((c.asked - c.speed - p.leak * c.shift) / p.lag - p.leak * c.speed, p.accel);
	double v = c.speed + a * dt, reach = c.shift + c.speed * dt;
	double room = p.shift - (v > 0.0 ? reach : -reach);
	double fastest = room > 0.0 ? sqrt(p.accel * room) : 0.0;
	fastest = fastest < p.speed ? fastest : p.speed;
	if (dt > 0.0 && (v > fastest || v < -fastest))
		a = within((within(v, fastest) - c.speed) / dt, p.accel);
	return a;
}

// The correction within a step, so long after its beginning.
FN Correction later(const Correction &c, double a, double s)
{
	return {c.shift + s * (c.speed + 0.5 * a * s), c.speed + a * s, c.asked};
}

FN CorrectionStep &correctionOf(const AbsorbArgs &a, const Clock &c, int paddle, int k)
{
	return a.steps[((c.first + k) & 1) * a.count + paddle];
}

// Adds the correction to the motion of a paddle in step k of the period, which is recorded.
FN void correctStep(const AbsorbArgs &a, const Clock &c, int paddle, int k)
{
	const AbsorbPaddle &p = a.paddles[paddle];
	CorrectionStep &s = correctionOf(a, c, paddle, k);
	double dt = a.records[k & 1].length, accel = correcting(p, s.begin, dt);
	BodyMotion &m = a.motion.at[(k & 1) * a.motion.count + p.body];
	for (int moment = 0; moment < 3; moment++) {
		Correction at = later(s.begin, accel, moment == ENDING ? dt : moment == MIDDLE ? 0.5 * dt : 0.0);
		for (int axis = 0; axis < 3; axis++) {
			int32_t by = (int32_t)roundToLong(p.way[axis] * at.shift * a.motion.perQuantum);
			m.displacement[moment][axis] += by;
			m.velocity[moment][axis] += (float)(p.way[axis] * at.speed);
			m.acceleration[moment][axis] += (float)(p.way[axis] * accel);
			if (moment == BEGINNING)
				m.centre[axis] += by;
		}
		if (moment == ENDING)
			s.end = at;
	}
	boundSpeeds(m, a.motion.bodies[p.body]);
}

// The error of the level before a paddle [m], at a time.
FN double levelError(const AbsorbArgs &a, const AbsorbPaddle &p, int64_t sum, double time)
{
	double wanted = 0.0;
	MotionTable levels{};
	levels.pieces = a.pieces;
	for (int k = p.first; k < p.end; k++)
		wanted += lawAt(levels, a.links[k], time).x;
	return p.base + p.perSum * (double)sum - wanted;
}

// Runs after the scan that records a step; thread i does it for paddle i. Records are by the number
// of the step since the start: so the beginning of a step that is rejected is there when it is done
// again, as that of the first step of a period.
KERNEL(absorb, AbsorbArgs)
{
	Clock c = *a.clock;
	if (a.begins) {
		if (c.limit < 0)
			return;
		correctStep(a, c, i, 0);
		if (c.limit > 0) {
			correctionOf(a, c, i, 1).begin = correctionOf(a, c, i, 0).end;
			correctStep(a, c, i, 1);
		}
		return;
	}
	const AbsorbPaddle &p = a.paddles[i];
	double error = levelError(a, p, a.sums[i], c.time);
	a.sums[i] = 0;
	if (a.step >= c.limit)
		return;
	Correction next = correctionOf(a, c, i, a.step).end;
	next.asked = -p.gain * error;
	correctionOf(a, c, i, a.step + 1).begin = next;
	correctStep(a, c, i, a.step + 1);
}

// Gives a moment that is due where corrections are at the beginning of its step; thread i does it
// for paddle i.
KERNEL(absorbed, AbsorbedArgs)
{
	if (!a.moment->due)
		return;
	const Correction &c = a.steps[((a.clock->first + a.step) & 1) * a.count + i].begin;
	a.out[2 * i] = c.shift;
	a.out[2 * i + 1] = c.speed;
}
