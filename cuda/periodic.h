// Images: along a periodic axis the ring of cells around the domain holds images of the particles at the opposite end,
// a period away. They are found when lists are built, and sorted like any particle. They are not active, and belong to no
// sum over particles.
//
// A step computes particles, not images. Behind the kernels that compute something for a stripe, copy_images copies it
// to the images of its particles. They are in the same layers, so nothing else waits for it. Images along the split axis are
// copies of edges, as those that neighbours have: the devices are neighbours in a ring.
#pragma once
#include "fields.h"
#include "hash.h"

// Takes particle i into the domain along periodic axes, by its predicted position, and notes its images that this device
// sees. Images of before are dropped, and so are copies of the neighbours' particles where the device itself makes such copies.
KERNEL(wrap, WrapArgs)
{
	const Grid &g = a.grid;
	int4 p = a.pos[i];
	if (isImage(p))
		return;
	if (i < a.had && (i < a.keptFrom || i >= a.keptTo)) {
		a.pos[i].w = p.w | IMAGE_INFO;
		return;
	}
	int4 q = predictedInDomain(g, a.prediction, p, a.vel[i]);
	int low = REACH << g.shift;
	auto outside = [&](int x, int period) { return !period || (x >= low && x - low < period) ? 0 : x < low ? period : -period; };
	int dx = outside(q.x, g.period[0]), dy = outside(q.y, g.period[1]), dz = outside(q.z, g.period[2]);
	p = {p.x + dx, p.y + dy, p.z + dz, p.w};
	q = {q.x + dx, q.y + dy, q.z + dz, q.w};
	a.pos[i] = p;
	if (isGone(p) || !inDomain(g, p))
		return;
	auto way = [&](int x, int period) { return !period ? 0 : x < 2 * low ? FORWARDS : x - period >= 0 ? BACKWARDS : 0; };
	int ways[] = {way(q.x, g.period[0]), way(q.y, g.period[1]), way(q.z, g.period[2])};
	for (int axes = 1; axes < 8; axes++) {
		uint32_t shift = 0;
		bool all = true;
		for (int k = 0; k < 3; k++)
			if (axes >> k & 1) {
				all = all && ways[k];
				shift |= ways[k] << 2 * k;
			}
		if (!all)
			continue;
		int slice = sliceOf(g, imageAt(g, q, shift));
		if (!sees(g, slice))
			continue;
		bool own = owns(g, slice);
		uint32_t place = atomicInc(a.count);
		if (own)
			atomicInc(a.count + 1);
		if ((int)place < a.room)
			a.images[place] = {(uint32_t)i, NOWHERE, shift | (own ? LOCAL : 0), 0};
	}
}

// Says for image i where its particle is, now that all are sorted.
KERNEL(place_images, PlaceImagesArgs)
{
	if ((uint32_t)i >= *a.count)
		return;
	PeriodicImage m = a.images[i];
	a.images[i] = {a.place[m.of], m.shift & LOCAL ? m.at : NOWHERE, m.shift, 0};
}

FN uint2 shifted(uint2 packed, int dx, int dy, int dz, int shift)
{
	PackedPosition<uint32_t> t = unpack(packed.x, packed.y);
	uint32_t x = (t.x >> 11) + kept(dx, shift), y = (t.y >> 11) + kept(dy, shift), z = (t.z >> 11) + kept(dz, shift);
	return {x << 11 | (z >> 10 & 0x7ff), y << 11 | (z << 1 & 0x7fe)};
}

// Copies what particles have to their images, and to those of the neighbours' copies; or without a list of images to others
// in the same order, all of them by the same shift.
KERNEL(copy_images, CopyImagesArgs)
{
	int from = i, to = i, dx = a.shift[0], dy = a.shift[1], dz = a.shift[2];
	if (a.images) {
		if ((uint32_t)i >= *a.count)
			return;
		PeriodicImage m = a.images[i];
		if (m.at == NOWHERE || (int)m.of < a.from || (int)m.of >= a.to)
			return;
		from = (int)m.of;
		to = (int)m.at;
		dx = shiftAlong(a.period, m.shift, 0);
		dy = shiftAlong(a.period, m.shift, 1);
		dz = shiftAlong(a.period, m.shift, 2);
	}
	for (int k = 0; k < a.fields; k++) {
		auto store = [&](void *out) {
			if (k == a.position) {
				int4 p = ((const int4 *)a.in[k])[from];
				((int4 *)out)[to] = {p.x + dx, p.y + dy, p.z + dz, p.w | IMAGE_INFO};
			} else if (k == a.packed) {
				((uint2 *)out)[to] = shifted(((const uint2 *)a.in[k])[from], dx, dy, dz, a.gridShift);
			} else {
				int pieces = a.bytes[k] > 16 ? a.bytes[k] / 16 : 1; // that move takes
				for (int m = 0; m < pieces; m++)
					move(out, pieces * to + m, a.in[k], pieces * from + m, a.bytes[k] / pieces);
			}
		};
		store(a.out[k]);
		if (to < a.leftTo)
			store(a.left[k]);
		if (to >= a.rightFrom)
			store(a.right[k]);
	}
}
