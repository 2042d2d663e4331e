// Openings of flows with a table of materials. What is measured, and what a buffer has, is then the
// pressure without that of the background, over ρ0 c0² of Physics: fluids that meet have one
// pressure, and each particle the density that its own equation of state has at it. Particles of
// all materials have one volume there.
//
// Where a pressure or a level is given, the weight between it and a site is that of the fluid
// before the sites between them.
#pragma once
#include "../material.h"
#include "opening.h"

// P/(ρ0 c0²) of a material at its relative density.
FN double stateAt(const Physics &p, const Material &m, double x)
{
	double k = (double)m.stiffness / (7.0 * p.tait), y = 1.0 + x;
	const float *s = m.power;
	return k * x * y * y * (s[0] + x * (s[1] + x * (s[2] + x * (s[3] + x * (double)s[4]))));
}

// The inverse. Each turn leaves 3 x of the error at most.
FN float relAtState(const Physics &p, const Material &m, double state)
{
	double of = state * (double)p.tait / (double)m.stiffness, x = of;
	const float *s = m.power;
	for (int turn = 0; turn < 8; turn++) {
		double y = 1.0 + x;
		x = 7.0 * of / (y * y * (s[0] + x * (s[1] + x * (s[2] + x * (s[3] + x * (double)s[4])))));
	}
	return (float)x;
}

// What is measured of materials at a site, in a word: the carried field, mean density in 28 bits,
// and the material of most of the fluid.
constexpr double DENSITY_BITS = 134217728.0; // 2²⁷

FN int64_t packSeen(double density, float carried, int material)
{
	uint64_t low = (uint64_t)(density * DENSITY_BITS + 0.5) << 4 | (uint64_t)material;
	return (int64_t)((uint64_t)asBits(carried) << 32 | low);
}

struct SeenMaterials {
	float density, carried;
	int material;
};

FN SeenMaterials seenMaterials(const OpeningTable &t, int site)
{
	uint64_t word = (uint64_t)t.words[SITE_WORDS * site + 3];
	uint32_t low = (uint32_t)word;
	return {(float)((double)(low >> 4) / DENSITY_BITS), asFloat((uint32_t)(word >> 32)),
		(int)(low & 15)};
}

FN InOpening siteIn(const OpeningTable &t, const Opening &o, const OpeningSite &s)
{
	return inOpening(t, o, {s.at[0], s.at[1], s.at[2], 0});
}

// ∫ of the density over that of Physics, from a site along its column to a place `to` from the
// centre [m]. Sites before which nothing was seen have the density of those before them.
FN double columnTo(const OpeningTable &t, const Opening &o, const SiteState *states, int site,
	double to)
{
	InOpening x = siteIn(t, o, t.sites[site]);
	int i = nearestOf(x.u, t.spacing, o.along[0]), j = nearestOf(x.v, t.spacing, o.along[1]);
	double sum = 0.0, from = x.v, density = states[site].density > 0.0f ? states[site].density : 1.0;
	int way = to > from ? 1 : -1;
	for (;;) {
		double edge = (j + (way > 0 ? 1 : 0) - 0.5 * o.along[1]) * t.spacing;
		int next = j + way;
		bool ends = (way > 0 ? edge >= to : edge <= to) || next < 0 || next >= o.along[1];
		double until = ends ? to : edge;
		sum += density * (until - from);
		if (ends)
			return sum;
		from = until, j = next;
		int at = t.place[o.places + j * o.along[0] + i];
		if (at >= 0 && states[o.first + at].density > 0.0f)
			density = states[o.first + at].density;
	}
}

// Where a pressure is given: along the second of `across`, from the centre [m].
FN double givenAt(const Opening &o, const OpeningState &now)
{
	if (!(o.given & GIVEN_LEVEL))
		return 0.0;
	double level = o.given & NON_REFLECTING ? now.level : now.given + now.trim;
	return (level - o.height) / o.across[1][2];
}

// What a site sees of materials, relaxed by a part towards what was measured.
FN void seeMaterials(const OpeningTable &t, int site, float part, SiteState &next)
{
	SeenMaterials seen = seenMaterials(t, site);
	if (!(seen.density > 0.0f))
		return;
	bool first = !(next.density > 0.0f);
	next.density += (first ? 1.0f : part) * (seen.density - next.density);
	next.carried += (first ? 1.0f : part) * (seen.carried - next.carried);
	next.material = seen.material;
}

FN double dot(const double *a, Vector g) { return a[0] * g.x + a[1] * g.y + a[2] * g.z; }

// The relative density of a particle of a material in a buffer: see relInBuffer.
FN float relOfMaterial(const OpeningTable &t, const Physics &p, const Opening &o,
	const SiteState &s, const OpeningState &now, const OpeningSite &site, const InOpening &x,
	Vector g, float c0, const Material &m)
{
	InOpening at = siteIn(t, o, site);
	double along = dot(o.across[0], g), up = dot(o.across[1], g), down = dot(o.normal, g);
	double hangs = m.density * (along * (x.u - at.u) + up * (x.v - at.v)); // over ρ0
	double per = 1.0 / ((double)c0 * c0);
	if (o.given & PRESCRIBED_PRESSURE) {
		double pressure = hangs - up * s.column - m.density * down * x.depth;
		if (o.given & GIVEN_PRESSURE)
			pressure += now.given / p.rho0 + s.density * along * at.u;
		else if (pressure < 0.0)
			pressure = 0.0;
		return relAtState(p, m, pressure * per);
	}
	double slope = o.given & NON_REFLECTING ? s.slope : -m.density * down * per;
	return relAtState(p, m, s.rel + slope * (x.depth + t.offset) + hangs * per);
}

// The same of any flow. info is the word of the particle.
FN float anyRelInBuffer(const OpeningTable &t, const Physics &p, const Opening &o,
	const SiteState &s, const OpeningState &now, const OpeningSite &site, const InOpening &x,
	Vector g, float c0, int info)
{
	if (p.materials)
		return relOfMaterial(t, p, o, s, now, site, x, g, c0, p.materials[materialOf(info)]);
	return relInBuffer(t, p, o, s, now, site, x, g, c0);
}

// How fast a wave leaves through a non-reflecting opening [m/s]: see velocityAtEnd. rel is the
// state a spacing behind the plane, g the acceleration of body forces.
FN double leavingOfMaterials(const OpeningTable &t, const Physics &p, const Opening &o,
	const SiteState &s, const OpeningState &now, float rel, Vector g, float c0)
{
	const Material &m = p.materials[s.material];
	double sound = c0, up = dot(o.across[1], g), still = -up * s.column * p.rho0;
	double pressure = (double)rel * p.rho0 * sound * sound;
	double impedance = p.rho0 * m.density * sound * m.speed;
	if (!(o.given & GIVEN_LEVEL))
		return (pressure - now.given - still) / impedance;
	double depth = now.given - o.height - o.bottom, out = 0.0;
	if (depth > t.spacing)
		out = (now.level - now.given) * sqrt(-(double)g.z / depth);
	return s.is & SITE_WET && still > 0.0 ? out + (pressure - still) / impedance : out;
}

// The material of what flows through a site, into the flow or out of it.
FN int flowingMaterial(const Opening &o, const SiteState &s, double speed)
{
	return o.material >= 0 && speed > 0.0 ? o.material : s.material;
}

// Which of the counts of an opening are those of a material.
FN int countsOf(const OpeningTable &t, int opening, int material)
{
	return opening * t.materials + (t.materials > 1 ? material : 0);
}
