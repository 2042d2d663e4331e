// Openings: parts of the boundary through which fluid comes in and leaves. Behind the plane of an
// opening is a buffer of particles as deep as the kernel reaches (Tafuni et al. 2018). What is
// given is prescribed there; what is not is extrapolated from the fluid before the plane:
//
//   1. measure_openings fits a linear function to the fluid around a point before each site.
//      All devices get the values of all sites, in bits that are added up.
//   2. wet_openings decides which sites are wet, and sums over these.
//   3. advance_openings takes the columns behind sites to the next step.
//   4. opening gives the particles of the buffer their velocity and density, after Euler.
//
// Particles cross the plane and are born when lists are built: births.h. docs/design/openings.md.
#pragma once
#include "../damp.h"
#include "../hash.h"
#include "../minimumscan.h"
#include "../series.h"

// Where a position is: along the axes of an opening, and behind its plane [m].
struct InOpening {
	double u, v, depth;
};

FN InOpening inOpening(const OpeningTable &t, const Opening &o, int4 p)
{
	double x = (p.x - o.centre[0]) * t.quantum, y = (p.y - o.centre[1]) * t.quantum;
	double z = (p.z - o.centre[2]) * t.quantum;
	auto along = [&](const double *a) { return x * a[0] + y * a[1] + z * a[2]; };
	return {along(o.across[0]), along(o.across[1]), -along(o.normal)};
}

// Whether the opening has this place in its plane, or within a margin of it [m].
FN bool faces(const Opening &o, const InOpening &x, double margin)
{
	double u = o.half[0] + margin, v = o.half[1] + margin;
	if (o.given & IS_DISC)
		return x.u * x.u + x.v * x.v < v * v;
	return x.u < u && x.u > -u && x.v < v && x.v > -v;
}

// A velocity's part into the flow.
FN double into(const Opening &o, const float *v)
{
	return v[0] * o.normal[0] + v[1] * o.normal[1] + v[2] * o.normal[2];
}

FN int nearestOf(double x, double spacing, int n)
{
	double at = x / spacing + 0.5 * n;
	return at < 0.0 ? 0 : at >= n ? n - 1 : (int)at;
}

// The site nearest to a place. Towards the middle a disc has one.
FN int siteOf(const OpeningTable &t, const Opening &o, const InOpening &x)
{
	int i = nearestOf(x.u, t.spacing, o.along[0]), j = nearestOf(x.v, t.spacing, o.along[1]);
	for (;;) {
		int site = t.place[o.places + j * o.along[0] + i];
		if (site >= 0)
			return o.first + site;
		i += 2 * i + 1 < o.along[0] ? 1 : 2 * i + 1 > o.along[0] ? -1 : 0;
		j += 2 * j + 1 < o.along[1] ? 1 : 2 * j + 1 > o.along[1] ? -1 : 0;
	}
}

FN SiteState *statesOf(const OpeningTable &t, const Clock &c, int k)
{
	return (SiteState *)((char *)t.states + ((c.first + k) & 1) * t.stepBytes);
}

FN OpeningState *openingsOf(const OpeningTable &t, const Clock &c, int k)
{
	return (OpeningState *)((char *)t.of + ((c.first + k) & 1) * t.stepBytes);
}

// The value of a series at a time: linear between its points.
FN double seriesAt(const OpeningTable &t, const Opening &o, int which, double time)
{
	return interpolated(t.series + 2 * o.series[which], o.points[which], time);
}

// ρ/ρ0 - 1 at a pressure P by Tait's equation, (1 + P/B)^(1/7) - 1, as a series that is off by less
// than 10⁻⁶ up to a compression of 2 %.
FN float relAtPressure(const Physics &p, double pressure)
{
	double y = pressure / p.bulk;
	return (float)(y * (1.0 / 7.0 - y * (3.0 / 49.0 - y * (13.0 / 343.0 - y * (65.0 / 2401.0)))));
}

FN double pressureAt(const Physics &p, float rel) { return (double)p.bulk * tait7(rel); }

// The relative density of a particle of a buffer. g is the acceleration of body forces.
FN float relInBuffer(const OpeningTable &t, const Physics &p, const Opening &o, const SiteState &s,
	const OpeningState &now, const OpeningSite &site, const InOpening &x, Vector g, float c0)
{
	// from the centre [m]
	double r[3];
	for (int a = 0; a < 3; a++)
		r[a] = x.u * o.across[0][a] + x.v * o.across[1][a] - x.depth * o.normal[a];
	if (o.given & PRESCRIBED_PRESSURE) {
		double weight = g.x * r[0] + g.y * r[1] + g.z * r[2];
		double pressure = o.given & GIVEN_PRESSURE ? now.given + p.rho0 * weight
			: p.rho0 * -g.z * (now.given + now.trim - o.height - r[2]);
		return relAtPressure(p, o.given & GIVEN_PRESSURE || pressure > 0.0 ? pressure : 0.0);
	}
	double hangs = 0.0; // what gravity makes from the site to here, across the normal
	for (int a = 0; a < 3; a++) {
		double from = (site.at[a] - o.centre[a]) * t.quantum;
		hangs += (a == 0 ? g.x : a == 1 ? g.y : g.z) * (r[a] + x.depth * o.normal[a] - from);
	}
	// Along the normal the pressure goes on as gravity has it. A slope of the fluid's own would let
	// any pressure drive water from the buffer; waves that are to leave need it.
	double down = g.x * o.normal[0] + g.y * o.normal[1] + g.z * o.normal[2];
	double slope = o.given & NON_REFLECTING ? s.slope : -down / ((double)c0 * c0);
	return s.rel + (float)(slope * (x.depth + t.offset) + hangs / ((double)c0 * c0));
}
