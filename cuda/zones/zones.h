// Zones: boxes in which particles are finer. A zone of fineness r is the same flow, magnified: with
// lengths and times r times as large,
//   x' = r x,  dt' = r dt,  g' = g/r,
// the equations and what is in them besides, velocities, densities, pressures and the speed of
// sound, stay as they are. So the particles of all zones have one spacing and one kernel, and zones
// lie side by side in one domain, with one order, one list and one balance. What differs is r,
// which is in the word of a particle (finenessOf).
//
// Where a zone meets what is around it both sides go on, in buffers as deep as the kernel reaches:
// the finer particles outside the box, the coarser ones inside. A buffer has velocities and
// densities of the other side:
//
//   1. measure_zones fits a linear function to the fluid around each point of a lattice. All
//      devices get the values of all points, in bits that are added up.
//   2. advance_zones takes the values at points, and columns at the backs of buffers, to the next
//      step.
//   3. in_zone gives particles of buffers their states, after Euler, by what is between the points.
//
// Particles cross the surface and are born when lists are built: births.h. docs/design/zones.md.
#pragma once
#include "../euler.h"
#include "../pointfit.h"

FN ZonePointState *pointsOf(const ZoneTable &t, const Clock &c, int k)
{
	return (ZonePointState *)((char *)t.states + ((c.first + k) & 1) * t.stepBytes);
}

FN ZoneSiteState *columnsOf(const ZoneTable &t, const Clock &c, int k)
{
	return (ZoneSiteState *)((char *)t.columns + ((c.first + k) & 1) * t.stepBytes);
}

// A fit to a few particles may come to any density: none is less than this, with Mach numbers of
// 0.1.
constexpr float LEAST_REL = -0.02f;

FN ZoneBox *boxesOf(const ZoneTable &t, const Clock &c, int k)
{
	return (ZoneBox *)((char *)t.boxes + ((c.first + k) & 1) * t.stepBytes);
}

FN ZoneBox boxOf(const ZoneTable &t, const Clock &c, int k, int side)
{
	return boxesOf(t, c, k)[side];
}

// Where the box of a side is as step k begins; it follows what moves it by a step.
FN ZoneBox movedBox(const ZoneTable &t, int k, int side)
{
	const ZoneSide &s = t.sides[side];
	int32_t by[3];
	wayOf(s.way, t.motions + (k & 1) * t.motionCount, by);
	int32_t r = (int32_t)s.fineness;
	return {{r * by[0], r * by[1], r * by[2]}, {}, 0};
}

// What fluid of the other side is between points; its part of the points around is `wet`.
struct Between {
	float begin[4], end[4], fluid, wet;
};

// Σ W/W(0) over the particles of a fit: below this a point says nothing.
constexpr float LEAST_AT_POINT = 0.1f;

FN Between betweenPoints(const ZoneTable &t, const ZoneSide &s, const ZoneBox &box,
	const ZonePointState *states, int4 p)
{
	int at[3], n[3] = {s.points[0], s.points[1], s.points[2]};
	float part[3];
	for (int a = 0; a < 3; a++) {
		double x = ((double)(along(a, p) - box.shift[a]) - s.origin[a]) * s.perSpacing;
		int k = x < 0.0 ? 0 : (int)x;
		k = k > n[a] - 2 ? n[a] - 2 : k;
		at[a] = k < 0 ? 0 : k;
		float f = (float)(x - at[a]);
		part[a] = n[a] < 2 || f < 0.0f ? 0.0f : f > 1.0f ? 1.0f : f;
	}
	Between b = {};
	for (int k = 0; k < 8; k++) {
		float w = 1.0f;
		int place = 0;
		for (int a = 2; a >= 0; a--) {
			int up = k >> a & 1;
			w *= up ? part[a] : 1.0f - part[a];
			place = place * n[a] + at[a] + (up && n[a] > 1);
		}
		if (!(w > 0.0f))
			continue;
		int point = t.place[s.places + place];
		if (point < 0)
			continue;
		const ZonePointState &q = states[point];
		b.fluid += w * q.fluid;
		if (q.fits < LEAST_AT_POINT)
			continue;
		b.wet += w;
		for (int a = 0; a < 4; a++) {
			b.begin[a] += w * q.begin[a];
			b.end[a] += w * q.end[a];
		}
	}
	float over = b.wet > 0.0f ? 1.0f / b.wet : 0.0f;
	for (int a = 0; a < 4; a++) {
		b.begin[a] *= over;
		b.end[a] *= over;
	}
	return b;
}

// How deep in the buffer of a side a place is, below 0 in what the side simulates [m]; `face` is
// that which it is behind, or nearest to.
FN double depthIn(const ZoneTable &t, const ZoneSide &s, const ZoneBox &box, int4 p,
	int *face = nullptr)
{
	double depth = s.inside ? 1e30 : -1e30;
	for (int f = 0; f < 6; f++) {
		if (!(s.faces >> f & 1))
			continue;
		double x = along(f / 2, p) - box.shift[f / 2];
		double beyond = (f & 1 ? x - s.high[f / 2] : s.low[f / 2] - x) * t.quantum;
		if (s.inside ? -beyond < depth : beyond > depth) {
			depth = s.inside ? -beyond : beyond;
			if (face)
				*face = f;
		}
	}
	return depth;
}

// Whether a place is where the particles of a side are.
FN bool isOfSide(const ZoneSide &s, int4 p)
{
	for (int a = 0; a < 3; a++) {
		double x = along(a, p);
		if (x < s.from[a] || x > s.to[a])
			return false;
	}
	return true;
}

// Less of a ball that walls leave is behind their faces: nothing is born there. Of zones at rest
// that is known at the beginning.
constexpr double LEAST_OPEN = 0.4;

// Looks at the fluid around point i/32, by the threads of a warp. The device that owns the point
// does. Of each face all devices add up how many particles have come through it, less those that
// have left.
KERNEL(measure_zones, MeasureZonesArgs)
{
	int lane = i % 32, lanes = TOGETHER ? 32 : 1, point = i / 32; // on the host one thread does all
	if (lane >= lanes)
		return;
	const ZonePoint &at = a.table.points[point];
	int64_t *out = a.table.words + ZONE_WORDS * point;
	if (lane < ZONE_WORDS || lanes == 1)
		for (int k = lane; k < ZONE_WORDS; k += lanes)
			out[k] = 0;
	if (lane == 0 && point < a.table.sideCount)
		for (int f = ZONE_FACES * point; f < ZONE_FACES * (point + 1); f++) {
			const CrossCounts &counts = a.table.counts[f];
			a.table.words[ZONE_WORDS * a.table.pointCount + f] = counts.in - counts.out;
		}
	ZoneBox box = boxOf(a.table, *a.clock, a.step, at.side ^ 1); // the point is on the other side
	int4 p = {at.at[0] + box.shift[0], at.at[1] + box.shift[1], at.at[2] + box.shift[2], 0};
	if (!owns(a.grid, sliceOf(a.grid, p)))
		return;
	FitSums s = {};
	int64_t filled = 0, solid = 0; // of the ball as large as the support
	int cell = cellOf(a.grid, p);
	// to the end of the step that follows; rates of buffers are not those that they move with
	float ahead = 2.0f * a.clock->length[a.step & 1];
	auto visit = [&](int j) {
		int4 info = a.kind[j], q = moves(info) ? a.pos[j] : info;
		float x = (float)(q.x - p.x) * a.toSupport, y = (float)(q.y - p.y) * a.toSupport;
		float z = (float)(q.z - p.z) * a.toSupport, r = sqrtf(x * x + y * y + z * z);
		if (r >= 1.0f)
			return;
		(isWall(info) ? solid : filled) += roundToLong(weight(a.p.kernel, r) * FIT_SCALE);
		r *= a.closer;
		if (r >= 1.0f || isWall(info))
			return;
		float4 v = a.vel[j], f = a.rate[j];
		float k = isBetweenZones(info.w) ? 0.0f : ahead * finenessOf(info.w);
		v = {v.x + k * f.x, v.y + k * f.y, v.z + k * f.z, v.w + k * f.w};
		addToFit(s, weight(a.p.kernel, r), x, y, z, v);
	};
	forCellsAround(a.grid, a.start, cell, lane, lanes, visit);
	Fitted f = fitted(s, 1.0, a.flat);
	double room = a.table.fullBall - sumOfWarp(solid), least = 0.1 * a.table.fullBall;
	double fluid = sumOfWarp(filled) / (room > least ? room : least);
	if (a.table.sides[at.side].way.row && room < LEAST_OPEN * a.table.fullBall)
		fluid = 0.0;
	if (lane > 0)
		return;
	// Beyond a surface, and in spray, a slope is of too few particles to go far.
	float part = minimum(2.0f * (float)fluid, 1.0f);
	auto value = [&](int q) { return f.mean[q] + part * (f.value[q] - f.mean[q]); };
	out[0] = floatsOf(value(0), value(1));
	out[1] = floatsOf(value(2), maximum(value(3), LEAST_REL));
	out[2] = floatsOf((float)fluid, f.fluid);
}

// Takes point i to the step that a scan has recorded.
KERNEL(advance_zone_points, AdvanceZonesArgs)
{
	Clock c = *a.clock;
	int k = a.begins ? 0 : a.step;
	if (c.limit < 0 || k >= c.limit)
		return;
	ZonePointState s = pointsOf(a.table, c, k)[i];
	for (int q = 0; q < 4; q++) {
		float begin = s.begin[q];
		s.begin[q] = s.end[q];
		s.end[q] += s.end[q] - begin;
	}
	if (!a.begins) {
		const int64_t *w = a.table.words + ZONE_WORDS * i;
		auto low = [&](int k) { return asFloat((uint32_t)w[k]); };
		auto high = [&](int k) { return asFloat((uint32_t)((uint64_t)w[k] >> 32)); };
		s.end[0] = low(0), s.end[1] = high(0), s.end[2] = low(1), s.end[3] = high(1);
		s.fluid = low(2), s.fits = high(2);
	}
	pointsOf(a.table, c, k + 1)[i] = s;
	if (i < a.table.sideCount)
		boxesOf(a.table, c, k + 1)[i] = movedBox(a.table, k, i);
}

// The part of a ball that fluid fills from which on a site is wet: that of a flat surface. With a
// band around it columns would be low where water rises and high where it falls, and waves would
// lose energy. A column has a whole number of rows, so it brings a little more or less than what
// flows: a site is wet sooner as fluid is missing on both sides of its face together, by this where
// a layer at all wet sites is missing, or more, and later where as much has come too much. A face
// has its own balance: a jet that leaves by one is nothing to the level at another.
constexpr float SITE_WETS = 0.5f, MOST_SOONER = 0.35f;

// How much sooner the sites at a face of a side are wet, as a part of a ball.
FN float sooner(const ZoneTable &t, const ZoneBox *boxes, int side, int face)
{
	const int64_t *net = t.words + ZONE_WORDS * t.pointCount;
	int fine = side & ~1, coarse = fine + 1;
	uint32_t sites = boxes[coarse].wet[face], wet = sites > 1 ? sites : 1;
	float missing = -(t.sides[fine].coarser * (float)net[ZONE_FACES * fine + face]
		+ (float)net[ZONE_FACES * coarse + face]) / (float)wet;
	return MOST_SOONER * (missing < -1.0f ? -1.0f : missing > 1.0f ? 1.0f : missing);
}

FN double intoFlow(const ZoneSite &site, const float *v) { return site.sign * v[site.axis]; }

// Takes the column of site i there, too.
KERNEL(advance_zone_sites, AdvanceZonesArgs)
{
	Clock c = *a.clock;
	int k = a.begins ? 0 : a.step;
	if (c.limit < 0 || k >= c.limit)
		return;
	const ZoneTable &t = a.table;
	const ZoneSite &site = t.sites[i];
	const ZoneSide &side = t.sides[site.side];
	ZoneSiteState s = columnsOf(t, c, k)[i];
	ZoneBox box = boxOf(t, c, k, site.side), to = movedBox(t, k, site.side);
	const int32_t *by = box.shift;
	Between b = betweenPoints(t, side, box, pointsOf(t, c, k),
		{site.at[0] + by[0], site.at[1] + by[1], site.at[2] + by[2], 0});
	if (!a.begins)
		s.sooner = sooner(t, boxesOf(t, c, k), site.side, site.face);
	s.wet = b.wet > 0.5f && b.fluid > SITE_WETS - s.sooner;
	if (s.wet)
		atomicSum(&boxesOf(t, c, k + 1)[site.side].wet[site.face], (uint32_t)1);
	double length = a.records[k & 1].length * side.fineness;
	double speed = 0.5 * (intoFlow(site, b.begin) + intoFlow(site, b.end));
	double goes = site.sign * (double)(to.shift[site.axis] - by[site.axis]) * t.quantum;
	s.phase += (speed * length - goes) / side.spacing;
	columnsOf(t, c, k + 1)[i] = s;
}

// The part that the other side has in the state of a particle so deep in a buffer, in each step:
// all of it in the back half, and next to nothing at the surface, where particles arrange
// themselves. Held all the way, those of a jet that breaks up come together, and burst once they
// are free; held less, waves are reflected.
FN float partOfOther(double depth)
{
	float s = depth < 0.0 ? 0.0f : 2.0f * (float)depth;
	s = s > 1.0f ? 1.0f : s;
	return s * s * s * s;
}

// The part of a ball that fluid fills below which it is spray, whose values are its own.
constexpr float LEAST_FILLED = 0.7f;

// Where only others of the buffer see them, particles of a jet may press each other to any density
// and speed. Those of the other side are what counts.
constexpr float MOST_REL = 0.1f;

FN void bound(const InZoneArgs &a, int i)
{
	float4 v = a.euler.to.vel[i];
	float speed2 = v.x * v.x + v.y * v.y + v.z * v.z;
	float k = speed2 > a.fastest * a.fastest ? a.fastest / sqrtf(speed2) : 1.0f;
	float rel = minimum(maximum(v.w, -MOST_REL), MOST_REL);
	if (k < 1.0f || rel != v.w)
		storeVelocity(a.euler, i, {k * v.x, k * v.y, k * v.z, rel});
}

// Gives a particle of a buffer its velocity and density, in the middle or at the end of a step.
// Where the other side is dry, or has spray, it moves as fluid does.
KERNEL(in_zone, InZoneArgs)
{
	Task task;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, task) || !(task.count & BETWEEN_ZONES))
		return;
	int n = (int)task.particle;
	int4 p = a.euler.from.pos[n];
	const ZoneTable &t = a.table;
	Clock c = *a.clock;
	int of = bufferOf(p) - ZONE_BUFFERS;
	const ZoneSide &side = t.sides[of];
	ZoneBox box = boxOf(t, c, a.euler.step, of);
	Between b = betweenPoints(t, side, box, pointsOf(t, c, a.euler.step), p);
	if (!(b.wet > 0.25f) || b.fluid < LEAST_FILLED)
		return bound(a, n);
	float4 v = a.euler.from.vel[n], u = {b.end[0], b.end[1], b.end[2], b.end[3]};
	float dt = a.record->length * finenessOf(p.w);
	float4 own = a.euler.to.vel[n]; // after Euler
	float part = partOfOther(depthIn(t, side, box, p) / side.thickness);
	auto blended = [&](float other, float free) { return free + part * (other - free); };
	if (a.euler.half == 0) {
		auto mean = [&](int q) { return 0.5f * (b.begin[q] + b.end[q]); };
		storeVelocity(a.euler, n, {blended(mean(0), own.x), blended(mean(1), own.y),
			blended(mean(2), own.z), blended(mean(3), own.w)});
		return;
	}
	u = {blended(u.x, own.x), blended(u.y, own.y), blended(u.z, own.z), blended(u.w, own.w)};
	float k = 0.5f * dt * a.euler.perQuantum;
	Remainder r = unpackRemainder(a.euler.from.remainder[n]);
	moveBy((v.x + u.x) * k, p.x, r.x);
	moveBy((v.y + u.y) * k, p.y, r.y);
	moveBy((v.z + u.z) * k, p.z, r.z);
	storeAll(a.euler, n, p, u, packRemainder(r));
	// The check of the lists allows for the greatest acceleration of positions.
	float fine = finenessOf(p.w), per = fine / a.record->length;
	float ax = (u.x - v.x) * per, ay = (u.y - v.y) * per, az = (u.z - v.z) * per;
	atomicMaximum(&a.maxima->accel2, asBits(ax * ax + ay * ay + az * az) & 0x7fffffff);
}
