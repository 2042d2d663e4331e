// Still water: below the lowest surface of the fluid nothing but its motion needs the pressure of
// the water above. With a pressure P0 that depends on the depth z below a level alone,
//   dv/dt = -∇(P - P0)/ρ + g - ∇P0/ρ
// is the equation of motion as it was, but the sum over pairs resists slow shear in proportion to
// the pressures that it takes. Forces on pairs stay opposite, and the rest has a potential:
//   dP0/dz = ρ_s g min(z/l, 1) below the level, P0 = 0 above it.
// (Without a ramp of length l the sum would smooth the jump of ∇P0, but not that of the weight.)
// Where neighbours are missing the sum takes their pressures for 0, so P0 has to be: the level is
// below all surfaces. A box that is full has none: the ramp ends at its lid, where P0 is 0.
// ρ_s is the density of the lightest fluid, so that P - P0 does not pull.
//
// Depths are positions along gravity, with a sign, less 2³¹ where they grow downwards: below 0, and
// greater where it is deeper.
#pragma once
#include "physics.h"

FN int depthOf(const StillWater &s, const int4 &p)
{
	int x = s.axis == 0 ? p.x : s.axis == 1 ? p.y : p.z;
	return s.sign < 0 ? -x : (int)((uint32_t)x ^ 0x80000000u);
}

// A depth as a word of maxima: 0 is none.
FN uint32_t surfaceWord(int depth) { return (uint32_t)depth ^ 0x80000000u; }

// The pressure of still water around a particle; see stillwater.h.
struct Still {
	int depth;
	float below;   // what the whole slope of P0/ρ² makes of the depth below the level
	float offset;  // P0/ρ² at the lid of a box that is full
	Vector slope;  // of P0/ρ²
	float ramp, perRamp;
	float coarse;  // of coarsenessOf
	float own;     // P0/ρ² of the particle
	template <class F> FN_MEMBER F pressure(const F &below) const
	{
		F on = minimum(maximum(below, 0.0f), ramp);
		return on * (below - 0.5f * on) * perRamp - offset;
	}
	// P0/ρ² at the relative density x, as P/ρ² has it.
	template <class P, class X> static FN_MEMBER auto over(const P &p, const X &x)
	{
		return p * (1.0f + x * (3.0f * x - 2.0f));
	}
	FN_MEMBER float at(float x) const { return over(pressure(below), x); }
	// The same of a neighbour.
	template <class F, class D> FN_MEMBER auto at(const F &x, const D &d) const
	{
		auto b = below - (slope.x * d.x + slope.y * d.y + slope.z * d.z);
		return over(pressure(b), x);
	}
	// The body force with ∇P0/ρ.
	template <class I>
	FN_MEMBER Vector without(const StillWater &s, const I &i, const Vector &g) const
	{
		float part = minimum(maximum(below, 0.0f), ramp) * perRamp;
		float k = part * lightnessOf(i) * reciprocal(1.0f + i.rel) * coarse;
		return {g.x - k * s.accel[0], g.y - k * s.accel[1], g.z - k * s.accel[2]};
	}
};

// From which depth on water is still, after it was `before`, where the lowest surface is known. It
// stays where it is while the surface is within a band above it, so that water at rest has one
// that does not move.
FN int stillFrom(const MinimumScanArgs &a, int before, uint32_t surface)
{
	int to = (int)(surface ^ 0x80000000u) + a.stillBelow;
	to = to > a.stillTop ? to : a.stillTop;
	if (to > before)
		return to + a.stillBand / 2;
	if (before == 0 || to == a.stillTop)
		return to;
	return to + a.stillBand > before ? before : before - a.stillRise;
}
