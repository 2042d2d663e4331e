// What zones do when lists are built: particles cross their surfaces, either way, those at the
// backs of buffers are removed, and new ones are born there behind those that have moved on. See
// zones.h.
#pragma once
#include "../openings/births.h"
#include "zones.h"

// Lets particle i cross the surface of a zone, either way. It is counted by the device that will
// own it.
KERNEL(cross_zones, CrossZonesArgs)
{
	int4 p = a.pos[i];
	if (!isFluid(p) || isImage(p) || (i < a.had && (i < a.keptFrom || i >= a.keptTo)))
		return;
	const ZoneTable &t = a.table;
	const ZoneBox *boxes = boxesOf(t, *a.clock, a.clock->step - a.clock->first);
	int was = bufferOf(p), is = was, face = 0;
	if (was && was < ZONE_BUFFERS)
		return;
	bool gone = false;
	int64_t CrossCounts::*crossed = nullptr;
	if (was) {
		const ZoneSide &s = t.sides[was - ZONE_BUFFERS];
		double depth = depthIn(t, s, boxes[was - ZONE_BUFFERS], p, &face);
		if (depth <= 0.0) {
			is = 0;
			crossed = &CrossCounts::in;
		} else {
			gone = depth > s.thickness + 0.01 * s.spacing;
		}
	} else {
		for (int k = 0; k < t.sideCount && !is; k++) {
			const ZoneSide &s = t.sides[k];
			double depth = isOfSide(s, p) ? depthIn(t, s, boxes[k], p, &face) : 0.0;
			if (depth > 0.0) {
				is = ZONE_BUFFERS + k;
				crossed = &CrossCounts::out;
				gone = depth > s.thickness + 0.01 * s.spacing;
			}
		}
	}
	if (is == was && !gone)
		return;
	if (isCounted(a.grid, a.prediction, p, a.vel[i])) {
		int side = (was ? was : is) - ZONE_BUFFERS;
		CrossCounts &counts = a.table.counts[ZONE_FACES * side + face];
		if (crossed)
			atomicSum(&(counts.*crossed), (int64_t)1);
		if (gone)
			atomicSum(&counts.removed, (int64_t)1);
	}
	a.pos[i].w = (p.w & ~((int)BUFFER_MASK << BUFFER_INFO)) | is << BUFFER_INFO
		| (gone ? (int)GONE_INFO : 0);
}

// Makes the particles that are born at site i. All devices make all; each keeps those that it sees.
KERNEL(zone_births, CrossZonesArgs)
{
	const ZoneTable &t = a.table;
	Clock c = *a.clock;
	int now = c.step - c.first;
	ZoneSiteState *state = columnsOf(t, c, now) + i, s = *state;
	const ZoneSite &site = t.sites[i];
	const ZoneSide &side = t.sides[site.side];
	double whole = (double)(int64_t)s.phase;
	if (s.phase < whole)
		whole -= 1.0;
	s.phase -= whole;
	ZoneBox box = boxOf(t, c, now, site.side);
	int born = !s.wet ? 0 : whole > t.layers ? t.layers : whole > 0.0 ? (int)whole : 0;
	for (int k = 0; k < t.layers; k++) {
		int at = a.particles + i * t.layers + k;
		int4 p = {site.at[0] + box.shift[0], site.at[1] + box.shift[1], site.at[2] + box.shift[2],
			(int)IMAGE_INFO}; // none
		float4 v = {0.0f, 0.0f, 0.0f, 0.0f};
		if (k < born) {
			int in = site.sign * (int)roundToLong((s.phase + k) * side.spacing / t.quantum);
			p.x += site.axis == 0 ? in : 0;
			p.y += site.axis == 1 ? in : 0;
			p.z += site.axis == 2 ? in : 0;
			p.w = side.info;
			Between b = betweenPoints(t, side, box, pointsOf(t, c, now), p);
			v = {b.begin[0], b.begin[1], b.begin[2], b.begin[3]};
		}
		a.pos[at] = p;
		a.vel[at] = v;
		uint32_t births = (s.born + (uint32_t)k) * (uint32_t)a.places;
		a.id[at] = (uint32_t)t.began + births + (uint32_t)(a.firstPlace + i);
	}
	s.born += (uint32_t)born;
	if (born) {
		atomicSum(&t.counts[ZONE_FACES * site.side + site.face].born, (int64_t)born);
		atomicMaximum(t.most, s.born);
	}
	*state = s;
}

// Lets the host read the counts; thread i does it for a face.
KERNEL(publish_zones, PublishZonesArgs)
{
	a.out[i] = a.table.counts[i];
	if (i == 0)
		a.out[ZONE_FACES * a.table.sideCount].born = *a.table.most;
}
