// What openings do when lists are built: particles cross their planes, either way, and new ones are
// born behind those that have moved on. See opening.h.
#pragma once
#include "materials.h"

FN bool isCounted(const Grid &g, const Prediction &by, int4 p, float4 v)
{
	return owns(g, sliceOf(g, predictedInDomain(g, by, p, v)));
}

// Lets particle i cross the plane of an opening, either way. It is counted by the device that will
// own it.
KERNEL(cross, CrossArgs)
{
	int4 p = a.pos[i];
	if (!isFluid(p) || isImage(p) || (i < a.had && (i < a.keptFrom || i >= a.keptTo)))
		return;
	const OpeningTable &t = a.table;
	Clock c = *a.clock;
	int now = (c.step - c.first), was = bufferOf(p), is = was;
	if (was >= ZONE_BUFFERS)
		return;
	bool gone = false;
	int64_t CrossCounts::*crossed = nullptr;
	if (was) {
		const Opening &o = t.openings[was - 1];
		InOpening x = inOpening(t, o, p);
		if (x.depth <= 0.0) {
			is = 0;
			crossed = &CrossCounts::in;
		} else {
			int site = siteOf(t, o, x);
			bool dry = !(statesOf(t, c, now)[site].is & SITE_WET);
			if (o.given & GIVEN_LEVEL && !(o.given & NON_REFLECTING)) // a surface is not quite flat
				dry = o.height + x.v * o.across[1][2] > openingsOf(t, c, now)[was - 1].given + 0.75 * t.spacing;
			gone = dry || x.depth > o.thickness + 0.01 * t.spacing || !faces(o, x, t.spacing);
			if (a.carried && o.given & WITH_CARRIED
				&& into(o, statesOf(t, c, now)[site].begin) >= 0.0)
				a.carried[i] = (float)seriesAt(t, o, CARRIED_SERIES, c.time);
		}
	} else {
		for (int k = 0; k < t.count && !is; k++) {
			const Opening &o = t.openings[k];
			InOpening x = inOpening(t, o, p);
			if (x.depth > 0.0 && x.depth < o.thickness + t.spacing && faces(o, x, 0.5 * t.spacing)) {
				is = k + 1;
				gone = o.given & FREE_OUTFALL;
				crossed = &CrossCounts::out;
			}
		}
	}
	if (is == was && !gone)
		return;
	if (isCounted(a.grid, a.prediction, p, a.vel[i])) {
		CrossCounts &counts = a.table.counts[countsOf(t, (was ? was : is) - 1, materialOf(p.w))];
		if (crossed)
			atomicSum(&(counts.*crossed), (int64_t)1);
		if (gone)
			atomicSum(&counts.removed, (int64_t)1);
	}
	a.pos[i].w = (p.w & ~((int)BUFFER_MASK << BUFFER_INFO)) | is << BUFFER_INFO
		| (gone ? (int)GONE_INFO : 0);
}

// Makes the particles that are born behind site i, in as many places behind the others as a column
// has layers. All devices make all; each keeps those that it sees.
KERNEL(births, CrossArgs)
{
	const OpeningTable &t = a.table;
	Clock c = *a.clock;
	SiteState *state = statesOf(t, c, c.step - c.first) + i, s = *state;
	const OpeningSite &site = t.sites[i];
	const Opening &o = t.openings[site.opening];
	const OpeningState &of = openingsOf(t, c, c.step - c.first)[site.opening];
	bool wet = s.is & SITE_WET && !(o.given & FREE_OUTFALL);
	double speed = into(o, s.begin), whole = (double)(int64_t)s.phase;
	if (s.phase < whole)
		whole -= 1.0;
	s.phase -= whole;
	int born = !wet ? 0 : whole > t.layers ? t.layers : whole > 0.0 ? (int)whole : 0;
	if (wet && !(s.is & SITE_FILLED) && speed > 0.0)
		born = t.layers;
	s.is = wet ? s.is | SITE_FILLED : s.is & ~SITE_FILLED;
	int material = a.p.materials ? flowingMaterial(o, s, 1.0) : 0;
	float carried = o.given & WITH_CARRIED
		? (float)seriesAt(t, o, CARRIED_SERIES, c.time) : s.carried;
	for (int k = 0; k < t.layers; k++) {
		int at = a.particles + i * t.layers + k;
		int4 p = {site.at[0], site.at[1], site.at[2], (int)IMAGE_INFO}; // none
		float4 v = {s.begin[0], s.begin[1], s.begin[2], 0.0f};
		if (k < born) {
			double depth = o.thickness - (s.phase + k) * t.spacing;
			auto along = [&](int axis) { return -(int)roundToLong(depth * o.normal[axis] / t.quantum); };
			p = {p.x + along(0), p.y + along(1), p.z + along(2),
				(site.opening + 1) << BUFFER_INFO | material << MATERIAL_INFO};
			InOpening x = inOpening(t, o, p);
			v.w = anyRelInBuffer(t, a.p, o, s, of, site, x,
				{a.gravity[0], a.gravity[1], a.gravity[2]}, a.c0, p.w);
			if (a.carried)
				a.carried[at] = carried;
		}
		a.pos[at] = p;
		a.vel[at] = v;
		uint32_t births = (s.born + (uint32_t)k) * (uint32_t)a.places;
		a.id[at] = (uint32_t)t.began + births + (uint32_t)(a.firstPlace + i);
	}
	s.born += (uint32_t)born;
	if (born) {
		atomicSum(&t.counts[countsOf(t, site.opening, material)].born, (int64_t)born);
		atomicMaximum(t.most, s.born);
	}
	*state = s;
}

// Lets the host read the counts; thread i does it for an opening and a material.
KERNEL(publish_openings, PublishOpeningsArgs)
{
	a.out[i] = a.table.counts[i];
	if (i == 0)
		a.out[a.table.count * a.table.materials].born = *a.table.most;
}

// Gives a moment that is due what flows through opening i at the beginning of its step.
KERNEL(opened, OpenedArgs)
{
	if (!a.moment->due)
		return;
	int odd = (a.clock->first + a.step) & 1;
	const OpeningState &o = ((const OpeningState *)((const char *)a.of + odd * a.stepBytes))[i];
	double *out = a.out + (3 + 2 * a.materials) * i;
	out[0] = o.discharge;
	out[1] = o.volume;
	out[2] = o.level;
	for (int m = 0; m < a.materials; m++) {
		out[3 + 2 * m] = o.discharges[m];
		out[4 + 2 * m] = o.volumes[m];
	}
}
