// What openings do in a step: look at the fluid, decide what is wet, move columns, and give the
// particles of buffers their states. See opening.h.
#pragma once
#include "../pointfit.h"
#include "materials.h"

// Stores what the fluid before a site is, with the slope of the density along the normal [1/m].
FN void fit(const MeasureOpeningsArgs &a, const Opening &o, int site, const FitSums &s)
{
	Fitted f = fitted(s, a.table.fullBall, a.flat);
	float slope = 0.0f;
	if (f.fluid > LEAST_FLUID)
		slope = (float)(-(f.slope.x * o.normal[0] + f.slope.y * o.normal[1] + f.slope.z * o.normal[2])
			* a.toSupport / a.table.quantum);
	int64_t *out = a.table.words + SITE_WORDS * site;
	out[0] = floatsOf(f.value[0], f.value[1]);
	out[1] = floatsOf(f.value[2], f.value[3]);
	out[2] = floatsOf(slope, f.fluid);
}

// Sums over the fluid around a point: of w by material, and of w T.
struct MaterialSums {
	int64_t of[MOST_OPEN_MATERIALS], carried;
};

// Stores what materials the fluid before a site has: see packSeen.
FN void storeMaterials(const MeasureOpeningsArgs &a, int site, const MaterialSums &s)
{
	double all = 0.0, density = 0.0, most = 0.0, carried = sumOfWarp(s.carried);
	int material = 0;
	for (int k = 0; k < a.table.materials; k++) {
		double w = sumOfWarp(s.of[k]);
		all += w;
		density += w * (double)a.p.materials[k].density;
		if (w > most)
			most = w, material = k;
	}
	if (all > LEAST_FLUID)
		a.table.words[SITE_WORDS * site + 3] =
			packSeen(density / all, (float)(carried / all), material);
}

// Looks at the fluid before site i/32, by the threads of a warp. The device that owns the point
// does.
template <bool MATERIALS> FN void measureOpenings(const MeasureOpeningsArgs &a, int i)
{
	int lane = i % 32, lanes = TOGETHER ? 32 : 1, site = i / 32; // on the host one thread does all
	if (lane >= lanes)
		return;
	const OpeningSite &at = a.table.sites[site];
	if (lane < SITE_WORDS || lanes == 1)
		for (int k = lane; k < SITE_WORDS; k += lanes)
			a.table.words[SITE_WORDS * site + k] = 0;
	if (lane == 0 && site == a.table.openings[at.opening].first)
		for (int k = 0; k < OPENING_SUMS; k++) // of the step before
			a.table.sums[OPENING_SUMS * at.opening + k] = 0;
	int4 p = {at.before[0], at.before[1], at.before[2], 0};
	if (!owns(a.grid, sliceOf(a.grid, p)))
		return;
	const Opening &o = a.table.openings[at.opening];
	FitSums s = {};
	MaterialSums of = {};
	int cell = cellOf(a.grid, p);
	auto visit = [&](int j) {
		int4 info = a.kind[j], q = moves(info) ? a.pos[j] : info;
		float x = (float)(q.x - p.x) * a.toSupport, y = (float)(q.y - p.y) * a.toSupport;
		float z = (float)(q.z - p.z) * a.toSupport, r = sqrtf(x * x + y * y + z * z);
		if (r >= 1.0f || bufferOf(info))
			return;
		float w = weight(a.p.kernel, r);
		if (isWall(info)) {
			if (inOpening(a.table, o, q).depth < 0.0)
				s.wall += roundToLong(w * FIT_SCALE);
			return;
		}
		float4 v = a.vel[j];
		if constexpr (MATERIALS) {
			auto add = [&](int64_t &sum, float of) { sum += roundToLong((double)w * of * FIT_SCALE); };
			int material = materialOf(info.w);
			v.w = (float)stateAt(a.p, a.p.materials[material], v.w);
			add(of.of[material], 1.0f);
			if (a.carried)
				add(of.carried, a.carried[j]);
		}
		addToFit(s, w, x, y, z, v);
	};
	forCellsAround(a.grid, a.start, cell, lane, lanes, visit);
	fit(a, o, site, s);
	if constexpr (MATERIALS)
		storeMaterials(a, site, of);
}
KERNEL(measure_openings, MeasureOpeningsArgs) { measureOpenings<false>(a, i); }
KERNEL(measure_openings_materials, MeasureOpeningsArgs) { measureOpenings<true>(a, i); }

// What was measured at a site.
struct Measured4 {
	float v[3], rel, slope, fluid;
};

FN Measured4 measuredAt(const OpeningTable &t, int site)
{
	const int64_t *w = t.words + SITE_WORDS * site;
	auto low = [&](int k) { return asFloat((uint32_t)w[k]); };
	auto high = [&](int k) { return asFloat((uint32_t)((uint64_t)w[k] >> 32)); };
	return {{low(0), high(0), low(1)}, high(1), low(2), high(2)};
}

// Parts of the ball before a site that fluid fills, from which on it is wet, and stays wet. At a
// flat surface half of it is full.
constexpr float FILLED = 0.6f, STAYS_FILLED = 0.4f;

// Whether water that comes in at critical depth reaches so high above the lowest site's lower edge
// [m]: with less depth the flow would be faster than its waves.
FN bool critical(const OpeningTable &t, const Opening &o, double high, double time)
{
	if (!(t.gravity > 0.0))
		return false;
	if (o.given & GIVEN_VELOCITY) {
		double u = seriesAt(t, o, VELOCITY_SERIES, time);
		return u > 0.0 && high * t.gravity < u * u;
	}
	if (o.given & GIVEN_DISCHARGE) {
		double q = seriesAt(t, o, DISCHARGE_SERIES, time) * t.spacing / (t.area * o.along[0]);
		return q > 0.0 && high * high * high * t.gravity < q * q;
	}
	return false;
}

// Whether columns of an opening are given their velocities.
FN bool fixed(const Opening &o) { return (o.given & (GIVEN_VELOCITY | GIVEN_DISCHARGE)) != 0; }

FN bool wetNow(const OpeningTable &t, const Clock &c, int site, int k, double time)
{
	const OpeningSite &s = t.sites[site];
	const Opening &o = t.openings[s.opening];
	if (o.given & GIVEN_LEVEL && !(o.given & NON_REFLECTING))
		return o.height + s.height < seriesAt(t, o, LEVEL_SERIES, time);
	if (critical(t, o, s.height - o.bottom, time))
		return true;
	bool was = statesOf(t, c, k)[site].is & SITE_WET;
	return measuredAt(t, site).fluid > (was ? STAYS_FILLED : FILLED);
}

enum { SUM_WET, SUM_FACTOR, SUM_LEVEL, SUM_SURFACES, SUM_FLUX, SUM_FULL, SUM_MATERIALS };
constexpr double OPENING_SCALE = 1073741824.0; // 2³⁰

// Sums over the wet sites of each opening; thread i does it for site i.
KERNEL(wet_openings, AdvanceOpeningsArgs)
{
	Clock c = *a.clock;
	if (c.limit < 0)
		return;
	const OpeningTable &t = a.table;
	const OpeningSite &site = t.sites[i];
	const Opening &o = t.openings[site.opening];
	int64_t *sums = t.sums + OPENING_SUMS * site.opening;
	auto add = [&](int which, double x) {
		atomicSum(sums + which, (int64_t)roundToLong(x * OPENING_SCALE));
	};
	if (wetNow(t, c, i, a.step, c.time)) {
		atomicSum(sums + SUM_WET, (int64_t)1);
		add(SUM_FACTOR, site.factor);
	}
	// What flows is what fluid there is; but columns that are given their velocities come in whole.
	Measured4 m = measuredAt(t, i);
	const SiteState &s = statesOf(t, c, a.step)[i];
	double speed = into(o, fixed(o) ? s.begin : m.v);
	double part = fixed(o) ? (s.is & SITE_WET ? 1.0 : 0.0) : m.fluid > LEAST_FLUID ? m.fluid : 0.0;
	add(SUM_FLUX, part * speed);
	add(SUM_FULL, part);
	if (t.materials > 1)
		add(SUM_MATERIALS + flowingMaterial(o, s, speed), part * speed);
	if (m.fluid < 0.5f)
		return;
	// the surface is between this site and one above that is not half full
	double above = site.above < 0 ? 1.0 : measuredAt(t, site.above).fluid;
	if (site.above >= 0 && above >= 0.5)
		return;
	double up = site.above < 0 ? 0.5 : (m.fluid - 0.5) / (m.fluid - above);
	add(SUM_LEVEL, site.height + up * o.across[1][2] * t.spacing);
	atomicSum(sums + SUM_SURFACES, (int64_t)1);
}

// The velocity into the flow that an opening is given, at a time; 0 where none is.
FN double givenVelocity(const OpeningTable &t, const Opening &o, double time, double wet,
	double factor)
{
	if (o.given & GIVEN_VELOCITY && factor > 0.0)
		return seriesAt(t, o, VELOCITY_SERIES, time) * wet / factor;
	if (o.given & GIVEN_DISCHARGE && factor > 0.0)
		return seriesAt(t, o, DISCHARGE_SERIES, time) / (factor * t.area);
	return 0.0;
}

// The velocity of a site into the flow by the grid of its opening, at a time.
FN double gridVelocity(const OpeningTable &t, const Opening &o, int site, double time)
{
	const double *s = t.series + 2 * o.series[VELOCITY_SERIES];
	const float *of = t.grid + o.grid + (site - o.first);
	int from = 0, to = o.points[VELOCITY_SERIES] - 1;
	if (time <= s[0] || to == 0)
		return of[0];
	if (time >= s[2 * to])
		return of[to * o.sites];
	while (to - from > 1) {
		int middle = (from + to) / 2;
		(s[2 * middle] > time ? to : from) = middle;
	}
	double part = (time - s[2 * from]) / (s[2 * to] - s[2 * from]);
	double before = of[from * o.sites];
	return before + part * ((double)of[to * o.sites] - before);
}

// how far behind the plane a non-reflecting opening takes the pressure [spacings]
constexpr double NON_REFLECTING_DEPTH = 1.0;

// The velocity of a column at the end of a step, in which m was measured.
FN void velocityAtEnd(const AdvanceOpeningsArgs &a, const Opening &o, const OpeningSite &site,
	const SiteState &s, const OpeningState &now, const Measured4 &m, bool wet, double given,
	double meanFlux, float (&end)[3])
{
	const OpeningTable &t = a.table;
	double along = into(o, m.v);
	double n = fixed(o) ? given * site.factor : wet ? along : meanFlux;
	if (o.given & NON_REFLECTING) {
		// what leaves has u = p'/ρc, and a long wave u = η √(g/d)
		double g = -(double)a.records[a.step & 1].at[0].gravity[2], out = 0.0;
		float within = (float)(t.offset + NON_REFLECTING_DEPTH * t.spacing);
		float rel = m.rel + m.slope * within;
		if (a.p.materials) {
			out = leavingOfMaterials(t, a.p, o, s, now, rel, gravityOf(a.records[a.step & 1].at[0]), a.c0);
		} else if (o.given & GIVEN_LEVEL) {
			double depth = now.given - o.height - o.bottom;
			double still = g * (now.level - o.height - site.height) * a.p.rho0;
			if (depth > t.spacing)
				out = (now.level - now.given) * sqrt(g / depth);
			if (wet && still > 0.0)
				out += (pressureAt(a.p, rel) - still) / (a.p.rho0 * (double)a.c0);
		} else {
			out = (pressureAt(a.p, rel) - now.given + a.p.rho0 * g * site.height)
				/ (a.p.rho0 * (double)a.c0);
		}
		n = (fixed(o) ? given * site.factor : now.mean) - out;
	}
	bool prescribed = fixed(o) || o.given & NON_REFLECTING || !wet;
	bool stops = o.given & ONE_WAY && (o.given & IS_INLET ? n < 0.0 : n > 0.0);
	if (stops)
		n = 0.0;
	for (int axis = 0; axis < 3; axis++) {
		double across = prescribed ? 0.0 : m.v[axis] - along * o.normal[axis];
		end[axis] = (float)(across + n * o.normal[axis]);
	}
}

// Takes the column of a site to step k + 1 from step k.
FN SiteState columnAfter(const OpeningTable &t, const Opening &o, const SiteState &s, double length)
{
	SiteState next = s;
	for (int axis = 0; axis < 3; axis++)
		next.begin[axis] = s.end[axis];
	next.phase += 0.5 * (into(o, s.begin) + into(o, s.end)) * length / t.spacing;
	return next;
}

// Runs after the scan that records a step; thread i does it for site i. Records are by the number
// of the step since the start, as those of paddles (absorb.h).
KERNEL(advance_openings, AdvanceOpeningsArgs)
{
	Clock c = *a.clock;
	if (c.limit < 0)
		return;
	const OpeningTable &t = a.table;
	const OpeningSite &site = t.sites[i];
	const Opening &o = t.openings[site.opening];
	int64_t *sums = t.sums + OPENING_SUMS * site.opening;
	bool first = i == o.first;
	int k = a.begins ? 0 : a.step;
	if (k >= c.limit)
		return;
	double length = a.records[k & 1].length;
	SiteState s = statesOf(t, c, k)[i], next = columnAfter(t, o, s, length);
	OpeningState now = openingsOf(t, c, k)[site.opening];
	if (!a.begins) {
		double time = endOf(k, c) + a.records[(k + 1) & 1].length;
		double wetSites = (double)sums[SUM_WET], factor = (double)sums[SUM_FACTOR] / OPENING_SCALE;
		double flux = (double)sums[SUM_FLUX] / OPENING_SCALE;
		Measured4 m = measuredAt(t, i);
		bool wet = wetNow(t, c, i, k, c.time);
		now.discharge = flux * t.area;
		if (sums[SUM_SURFACES] > 0)
			now.level = o.height + (double)sums[SUM_LEVEL] / OPENING_SCALE / (double)sums[SUM_SURFACES];
		else
			now.level = o.height + o.bottom;
		if (o.given & (GIVEN_LEVEL | GIVEN_PRESSURE))
			now.given = seriesAt(t, o, o.given & GIVEN_LEVEL ? LEVEL_SERIES : PRESSURE_SERIES, time);
		double full = (double)sums[SUM_FULL] / OPENING_SCALE, mean = full > 0.0 ? flux / full : 0.0;
		double part = o.mean > length ? length / o.mean : 0.0;
		now.mean += (mean - now.mean) * part;
		if (o.given & PRESCRIBED_PRESSURE && sums[SUM_SURFACES] > 0) {
			double trim = now.trim + (now.given - now.level) * part;
			now.trim = trim > t.spacing ? t.spacing : trim < -t.spacing ? -t.spacing : trim;
		}
		double given = o.grid >= 0 ? gridVelocity(t, o, i, time)
			: givenVelocity(t, o, time, wetSites, factor);
		velocityAtEnd(a, o, site, s, now, m, wet, given, mean, next.end);
		next.is = (s.is & ~SITE_WET) | (wet ? SITE_WET : 0);
		if (m.fluid > 2.0f * LEAST_FLUID) { // noise of the density is smoothed over a few steps
			float part = (float)length * a.c0 / (2.0f * a.h);
			part = o.given & NON_REFLECTING || part > 1.0f ? 1.0f : part;
			next.rel += part * (m.rel - next.rel);
			next.slope += part * (m.slope - next.slope);
			if (a.p.materials)
				seeMaterials(t, i, part, next);
		}
		if (a.p.materials)
			next.column = (float)columnTo(t, o, statesOf(t, c, k), i, givenAt(o, now));
		for (int m = 0; t.materials > 1 && m < t.materials; m++)
			now.discharges[m] = (double)sums[SUM_MATERIALS + m] / OPENING_SCALE * t.area;
	}
	for (int m = 0; t.materials > 1 && m < t.materials; m++)
		now.volumes[m] += now.discharges[m] * length;
	now.volume += now.discharge * length;
	statesOf(t, c, k + 1)[i] = next;
	if (first)
		openingsOf(t, c, k + 1)[site.opening] = now;
}

// Gives a particle of a buffer its velocity and density, in the middle or at the end of a step.
// Where its site is dry it moves as fluid does.
KERNEL(opening, OpeningArgs)
{
	Task task;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, task) || !(task.count & IN_BUFFER))
		return;
	int n = (int)task.particle;
	int4 p = a.euler.from.pos[n];
	const OpeningTable &t = a.table;
	int of = bufferOf(p);
	const Opening &o = t.openings[of - 1];
	Clock c = *a.clock;
	InOpening x = inOpening(t, o, p);
	int site = siteOf(t, o, x);
	const SiteState &s = statesOf(t, c, a.euler.step)[site];
	if (!(s.is & SITE_WET))
		return;
	float4 v = a.euler.from.vel[n];
	float dt = a.record->length, end[3];
	bool middle = a.euler.half == 0;
	for (int axis = 0; axis < 3; axis++)
		end[axis] = middle ? 0.5f * (s.begin[axis] + s.end[axis]) : s.end[axis];
	float rel = anyRelInBuffer(t, a.p, o, s, openingsOf(t, c, a.euler.step)[of - 1], t.sites[site],
		x, gravityOf(a.record->at[a.euler.half]), a.c0, p.w);
	float4 u = {end[0], end[1], end[2], rel};
	if (middle) {
		storeVelocity(a.euler, n, u);
		return;
	}
	float k = 0.5f * dt * a.euler.perQuantum;
	Remainder r = unpackRemainder(a.euler.from.remainder[n]);
	moveBy((v.x + u.x) * k, p.x, r.x);
	moveBy((v.y + u.y) * k, p.y, r.y);
	moveBy((v.z + u.z) * k, p.z, r.z);
	storeAll(a.euler, n, p, u, packRemainder(r));
	// The check of the lists allows for the greatest acceleration.
	float ax = (u.x - v.x) / dt, ay = (u.y - v.y) / dt, az = (u.z - v.z) / dt;
	atomicMaximum(&a.maxima->accel2, asBits(ax * ax + ay * ay + az * az) & 0x7fffffff);
}
