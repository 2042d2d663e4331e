// The energies of the fluid, which a sample has, and what walks the same particles: how far its
// densities are from ρ0 and its temperatures below absolute zero, and its greatest x. Sums are of
// integers: see sample.h.
#pragma once
#include "boxes.h"
#include "frame.h"

// The energies. sph/energies.go and the options of terms in sph/terms.go name them.
enum { KINETIC, POTENTIAL, INTERNAL, HEAT, SOLIDS, ENERGIES };
static_assert(ENERGIES <= MOST_ENERGIES, "raise MOST_ENERGIES, and make generate");

// A particle of fluid, as its energies depend on it.
struct Measured {
	double mass;       // [kg]
	double vx, vy, vz; // [m/s]
	double x;          // ρ/ρ0
	double potential;  // of body forces [m²/s²]
	const Material *material; // null where there is one
	double heat;       // m c T [J]
};

// An energy [J] of a particle. That of a term should be zero at rest at ρ0: the check of energies
// compares changes with what gravity, motion and compression have at the beginning.
template <int ENERGY> struct EnergyOf;

// ½ m v²
template <> struct EnergyOf<KINETIC> {
	static FN_MEMBER double of(const EnergyArgs &, const Measured &i)
	{
		return 0.5 * i.mass * (i.vx * i.vx + i.vy * i.vy + i.vz * i.vz);
	}
};

// m (½ Ω² r² - g·x): of gravity and of a central force. It has none along periodic axes.
template <> struct EnergyOf<POTENTIAL> {
	static FN_MEMBER double of(const EnergyArgs &, const Measured &i) { return i.mass * i.potential; }
};

// m ∫ P/ρ² dρ = m B/ρ0 ((x⁶ - 1)/6 + 1/x - 1): of compression, by Tait's equation; with materials
// by the series of material.h.
FN double compression(const Physics &p, const Material &m, double x)
{
	double sum = 0.0, power = x;
	for (int n = 0; n < 5; n++) {
		power *= x;
		sum += m.power[n] * power / (n + 2);
	}
	double state = m.stiffness * sum + m.background * x * (1.0 - x * (1.0 - x));
	return (double)p.rho0 * m.lightness * state;
}

template <> struct EnergyOf<INTERNAL> {
	static FN_MEMBER double of(const EnergyArgs &a, const Measured &i)
	{
		if (i.material)
			return i.mass * compression(a.p, *i.material, i.x - 1.0);
		double x3 = i.x * i.x * i.x;
		return i.mass * (a.p.bulk / (double)a.p.rho0) * ((x3 * x3 - 1.0) / 6.0 + 1.0 / i.x - 1.0);
	}
};

// m c T, with the heat capacity c and the temperature T
template <> struct EnergyOf<HEAT> {
	static FN_MEMBER double of(const EnergyArgs &, const Measured &i) { return i.heat; }
};

// Those of solids are not of fluid: see kernel energy.
template <> struct EnergyOf<SOLIDS> {
	static FN_MEMBER double of(const EnergyArgs &, const Measured &) { return 0.0; }
};

// m c T of particle j of fluid.
FN double heatOf(const EnergyArgs &a, int j, int4 p)
{
	if (!a.temperature)
		return 0.0;
	const Material &m = a.p.materials[materialOf(p.w)];
	double volume = (double)a.p.mass * m.mass / ((double)a.p.rho0 * m.density);
	return volume * m.capacity * a.temperature[j];
}

// Adds the energies of a particle that the flow has.
// The compiler knows the indices of the sums, so these stay in registers.
template <int ENERGY = 0> FN void addEnergies(const EnergyArgs &a, const Measured &i, int64_t (&sums)[ENERGIES])
{
	if constexpr (ENERGY < ENERGIES) {
		if (a.word[ENERGY] >= 0)
			sums[ENERGY] += roundToLong(EnergyOf<ENERGY>::of(a, i) * a.scale);
		addEnergies<ENERGY + 1>(a, i, sums);
	}
}

// ρ c V T of the solids that conduct heat, of a part of them.
FN int64_t heatOfSolids(const EnergyArgs &a, int i)
{
	int64_t sum = 0;
	for (int k = i; k < a.part.walls; k += a.threads) {
		int j = (int)a.column[a.part.wall + k];
		const HeatWall &solid = a.solids[(int)a.faces[j].w]; // words of walls are not in all states
		if (solid.kind != CONDUCTING)
			continue;
		double heat = a.volume * solid.volume * solid.capacity * (double)a.temperature[j];
		sum += roundToLong(heat * a.scale);
	}
	return sum;
}

// The lowest temperature that there is [°C]. Whether a flow is in K or in °C is not known.
constexpr float ABSOLUTE_ZERO = -273.15f;

// How far particle j is below absolute zero [K], as the bits of a float that order as it does.
FN uint32_t belowZero(const EnergyArgs &a, int j)
{
	return asBits(fmaxf(0.0f, ABSOLUTE_ZERO - a.temperature[j]));
}

KERNEL(energy, EnergyArgs)
{
	if (!a.moment->due)
		return;
	Vector g = gravityOf(a.record->at[0]);
	int64_t sums[ENERGIES] = {}, stray = 0;
	uint32_t below = 0, above = 0, front = 0, cold = 0;
	for (int k = i; k < a.part.fluids; k += a.threads) {
		int j = (int)a.column[a.part.fluid + k];
		int4 p = a.pos[j];
		float4 v = a.vel[j];
		if (isBetweenZones(p.w))
			continue;
		Place at = inFlow(a.zones, p);
		double potential = bodyPotential(a.central, g, a.origin[0] + at.x * a.quantum[0],
			a.origin[1] + at.y * a.quantum[1], a.origin[2] + at.z * a.quantum[2], fromCentre(a.frame, p));
		double mass = (double)a.p.mass * anyMassOf(a.p, a.pos, j) * inFlow(at.coarse, a.dimensions);
		addEnergies(a, {mass, v.x, v.y, v.z, 1.0 + v.w, potential,
			a.p.materials ? &rowOf(a.p, a.pos, j) : nullptr, heatOf(a, j, p)}, sums);
		stray += exceeds(v.w, a.far);
		front = greater(front, (uint32_t)(at.x > 0.0 ? at.x : 0.0));
		if (a.temperature)
			cold = greater(cold, belowZero(a, j));
		uint32_t off = asBits(v.w) & 0x7fffffff;
		(v.w < 0.0f ? below : above) = greater(v.w < 0.0f ? below : above, off);
	}
	if (a.word[SOLIDS] >= 0)
		sums[SOLIDS] = heatOfSolids(a, i);
	for (int k = 0; k < ENERGIES; k++)
		if (a.word[k] >= 0)
			addOfWarp(a.sum + a.word[k], sums[k]);
	addOfWarp(a.stray, stray);
	atomicMaximum(&a.furthest[0], greatest(below));
	atomicMaximum(&a.furthest[1], greatest(above));
	atomicMaximum(&a.furthest[2], greatest(front));
	atomicMaximum(&a.furthest[3], greatest(cold));
}

// The sum over the fluid of a field that a pass computes, per mass.
KERNEL(field_sum, FieldSumArgs)
{
	if (!a.moment->due)
		return;
	int64_t sum = 0;
	for (int k = i; k < a.part.fluids; k += a.threads) {
		int j = (int)a.column[a.part.fluid + k], info = a.pos[j].w;
		if (isBetweenZones(info))
			continue;
		double part = inFlow(coarsenessOf(info), a.dimensions);
		double mass = (double)a.p.mass * anyMassOf(a.p, a.pos, j) * part;
		sum += roundToLong(mass * a.field[(int64_t)a.stride * j] * a.scale);
	}
	addOfWarp(a.sum, sum);
}
