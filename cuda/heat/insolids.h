// Heat in solids: walls and bodies whose particles have temperatures of their own. They stay where
// they are, or move as their body does, and take their heat along:
//   ρ_i c_i dT_i/dt = Σ V_j 4 k_i k_j/(k_i + k_j) (T_i - T_j) r⁻¹ dW/dr,
// the sum being over fluid and solids (Cleary & Monaghan 1999). Walls with a temperature or a flux
// act on a solid before their face as they do on fluid. Others let no heat through.
#pragma once
#include "heat.h"

// What walls that are no solids do to a solid before their face, as fromWall has it.
template <class F, class D>
FN FromWall<F> beforeFace(const HeatArgs &a, const Faced<F> &s, const D &d, F w, float k)
{
	F z = heightOf(s, d);
	w = select(z > 0.0f, w, 0.0f * w);
	F seen = w * s.given * (1.0f + s.size / maximum(z, HEAT_LEAST_HEIGHT * a.of.p.halfSpacing));
	F steep = s.flux * (a.of.p.unit / k); // [K/unit]
	return {w * (1.0f - s.given) * steep * (s.size + z), seen * s.temperature, seen};
}

// Sums over the neighbours of a particle of a solid.
template <int KERNEL>
FN HeatSums solidSums(const HeatArgs &a, const Task &t, float k, float temperature)
{
	const PassArgs &p = a.of;
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(p.walls, i);
	Real even = {}, rise = {}, fall = {};
	auto fluid = [&](auto j) {
		auto d = separation(self, packedPosition(p.packed, j));
		Real w = slopeAt<KERNEL>(p.p, d.r2) * reciprocal(1.0f + loadAt(&p.vel->w, 4, j));
		Real its = conductivityOf(p.p, p.list.predictedPos, j);
		w *= 4.0f * k * its * volumeOf(p.p, p.list.predictedPos, j) * reciprocal(k + its);
		w *= loadAt(a.at, 1, j) - temperature;
		even += select(j != i, w, 0.0f * its); // i has no temperature there
	};
	forNeighboursBy(p.list, t, [&](auto walk) { walk(fluid); }, [](auto) {});
	forWalls(p.list, t, [&](auto j) {
		auto d = separation(self, packedPosition(p.walls, j));
		Real w = slopeAt<KERNEL>(p.p, d.r2);
		auto solid = solidOf(a, j);
		Real given = select(j != i, w, 0.0f * w) * (2.0f * k);
		w *= 4.0f * k * solid.k * solid.volume * reciprocal(k + solid.k);
		even += w * (select(solid.k > 0.0f, loadAt(a.mirrored, 1, j), 0.0f * w) - temperature);
		if (!a.table.faces)
			return;
		auto q = beforeFace<Real>(a, faceOf(a, j), d, given, k);
		even += q.even;
		rise += q.rise;
		fall += q.fall;
	});
	float scale = a.table.conduction;
	return {scale * total(even), scale * total(rise), scale * total(fall)};
}

// Adds what walls that are no solids have given solid i in the step, as addGiven.
template <int KERNEL>
FN void addToSolid(const HeatArgs &a, const Task &t, float k, float temperature, double heat)
{
	const PassArgs &p = a.of;
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(p.walls, i);
	forWalls(p.list, t, [&](auto walls) { eachOf(walls, i, [&](int j) {
		int number = (int)load(&a.faces[j].w);
		auto d = separation(self, packedPosition(p.walls, j));
		float w = 2.0f * k * slopeAt<KERNEL>(p.p, d.r2);
		if (!number || load(&a.table.walls[number].kind) == CONDUCTING || !(w > 0.0f))
			return;
		auto q = beforeFace<float>(a, faceOf(a, j), d, w, k);
		double sum = (double)a.table.conduction * (q.even + (q.rise - q.fall * temperature));
		atomicSum(a.given + number - 1, roundToLong(sum * heat * a.scale));
	}); });
}

// A particle of a solid at the end of the step.
template <int KERNEL> FN void heatSolid(const HeatArgs &a, const Task &t)
{
	const PassArgs &p = a.of;
	int i = (int)t.particle;
	const HeatWall &own = a.table.walls[(int)a.faces[i].w];
	float before = ((const float *)p.from)[i], dt = p.record->length, per = dt / own.capacity;
	HeatSums s = solidSums<KERNEL>(a, t, own.conductivity, before);
	float change = per * (s.even + (s.rise - s.fall * before)) / (1.0f + per * s.fall);
	keepHeat(a, i, before, change);
	if (a.table.faces)
		addToSolid<KERNEL>(a, t, own.conductivity, before + change,
			(double)a.table.volume * own.volume * dt);
}

WALK_KERNEL(heat_solids, HeatArgs)
{
	Task t;
	if (!taskToDo(*a.of.clock, a.of.euler.step, a.of.part, a.of.list, i, t) || !(t.count & WALL)
		|| !isSolid(a.of.list.predictedPos[t.particle]))
		return;
	a.of.p.kernel == WENDLAND ? heatSolid<WENDLAND>(a, t) : heatSolid<ANY>(a, t);
}
