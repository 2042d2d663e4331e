// Solids that conduct heat, as fluid sees them: walls and bodies whose particles have temperatures
// of their own. insolids.h has what happens in them.
//
// Neighbours see the temperature that a solid has at the beginning of a step as that of its mirror.
#pragma once
#include "../pass.h"

// A wall particle as a solid: conductivity [W/(m K)], 0 where it is none, and volume over that of
// Physics.
template <class F> struct Solid {
	F k, volume;
};
FN Solid<float> solidOf(const HeatArgs &a, int j)
{
	const HeatWall &w = a.table.walls[(int)load(&a.faces[j].w)];
	return {load(&w.conductivity), load(&w.volume)};
}
#ifdef LANES
FN Solid<Real> solidOf(const HeatArgs &a, const Indices &j)
{
	Solid<Real> v;
	for (int k = 0; k < LANES; k++) {
		Solid<float> s = solidOf(a, (int)j.at[k]);
		v.k[k] = s.k, v.volume[k] = s.volume;
	}
	return v;
}
#endif

// What wall particles conduct with fluid of conductivity k, over what fluid in their place would; 1
// of those that are no solids.
template <class F> FN F shareOf(const Solid<F> &s, float k)
{
	return select(s.k > 0.0f, 2.0f * s.k * s.volume * reciprocal(s.k + k), 0.0f * s.k + 1.0f);
}

// The heat that solid j gives fluid of temperature T at the beginning of the step [W/m³]. w is the
// slope of W times 2k; no other walls are given any.
FN double fromSolid(const HeatArgs &a, int j, float w, float k, float T)
{
	return (double)a.table.conduction * (w * shareOf(solidOf(a, j), k) * (a.mirrored[j] - T));
}
