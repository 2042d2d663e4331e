// Heat: the fluid carries its temperature along, and conducts (Cleary & Monaghan 1999),
//   ρ_i c_i dT_i/dt = Σ V_j 4 k_i k_j/(k_i + k_j) (T_i - T_j) r⁻¹ dW/dr,   V = m/ρ.
// What one particle gains the other loses. docs/design/heat.md has the reasons for what follows.
//
// A step does so once. The corrector sums over the places in the middle of the step, with the
// temperatures of its beginning, which keep_heat puts into the middle.
//
// Walls are seen as fluid beyond their face. Wall particle j has s [unit], the way to the face, and
// i is at the height z over it.
// - A wall with a temperature T_f: that of i is extrapolated linearly through the face,
//     T_j = T_f + |s|/z (T_f - T_i).
//   These terms are implicit, since Δt cannot follow how large |s|/z may become.
// - A wall with a flux q has the gradient -q/k along its normal n, and otherwise lets no heat
//   through:
//     T_j = T_w + q/k |s|,   T_w = Σ V_i k_i w (T_i + q/k_i z_i) / Σ V_i k_i w,   w = -r⁻¹ dW/dr.
//   So what it takes of some particles of fluid it gives to others, but for q.
// - An insulated wall is one with q = 0.
#pragma once
#include "../boxes.h"
#include "../constants.h"
#include "conduction.h"
#include "surface.h"
#include "../pass.h"
#include "../series.h"
#include "solids.h"

// The value of a series at a time [s].
FN float valueAt(const HeatTable &t, const HeatSeries &s, double time)
{
	return (float)interpolated(t.values + 2 * s.first, s.count, time);
}

// What a particle's fluid is.
struct Conducts {
	float k, capacity, volume; // [W/(m K)], [J/(m³ K)], over that of Physics
};

FN Conducts conducts(const PassArgs &a, int i)
{
	const Material &m = a.p.materials[materialOf(load(&a.list.predictedPos[i].w))];
	return {load(&m.conductivity), load(&m.capacity), load(&m.volume)};
}

// The face of wall particle j: the way to it, its length, and what is given there.
template <class F> struct Faced {
	F x, y, z, size;   // [unit]
	F temperature;     // where it is given
	F given;           // 1 where it is, else 0
	F flux;            // [W/m²]; else 0
};

FN Faced<float> faceOf(const HeatArgs &a, int j)
{
	float4 s = load(a.faces + j);
	const HeatWall &w = a.table.walls[(int)s.w];
	float value = w.value.count > 1 ? valueAt(a.table, w.value, a.of.record->begin) : w.constant;
	float per = 1.0f / a.of.p.unit;
	s = {per * s.x, per * s.y, per * s.z, s.w};
	float size = sqrtf(s.x * s.x + s.y * s.y + s.z * s.z) + 1e-12f;
	bool given = w.kind == GIVEN_TEMPERATURE;
	return {s.x, s.y, s.z, size, given ? value : 0.0f, given ? 1.0f : 0.0f, given ? 0.0f : value};
}
#ifdef LANES
FN Faced<Real> faceOf(const HeatArgs &a, const Indices &j)
{
	Faced<Real> v;
	for (int k = 0; k < LANES; k++) {
		Faced<float> f = faceOf(a, (int)j.at[k]);
		v.x[k] = f.x, v.y[k] = f.y, v.z[k] = f.z, v.size[k] = f.size;
		v.temperature[k] = f.temperature, v.given[k] = f.given, v.flux[k] = f.flux;
	}
	return v;
}
#endif

// The height of what is at d from a wall particle over its face [unit].
template <class F, class D> FN F heightOf(const Faced<F> &s, const D &d)
{
	return (s.x * d.x + s.y * d.y + s.z * d.z) / s.size - s.size;
}

// The heat that a wall gives a particle of fluid of temperature T is even + rise - fall T' [W/m³],
// T' being that of the end of the step. w is the slope of W times 2k, rises is T_w - T.
template <class F> struct FromWall {
	F even, rise, fall;
};
template <class F, class D>
FN FromWall<F> fromWall(const HeatArgs &a, const Faced<F> &s, const D &d, F w, float k, F rises)
{
	F z = heightOf(s, d);
	F over = maximum(z, HEAT_LEAST_HEIGHT * a.of.p.halfSpacing);
	F seen = w * s.given * (1.0f + s.size / over);
	F steep = s.flux * (a.of.p.unit / k); // [K/unit]
	F even = steep * s.size + (a.mirrored ? rises : steep * z); // without lists walls have no T_w
	return {w * (1.0f - s.given) * even, seen * s.temperature, seen};
}

// Calls f(j) for each neighbour that is not i.
template <class F> FN void eachOf(int j, int i, F f)
{
	if (j != i)
		f(j);
}
#ifdef LANES
template <class F> FN void eachOf(const Indices &j, int i, F f)
{
	for (int k = 0; k < LANES; k++)
		if (j.at[k] != i)
			f((int)j.at[k]);
}
#endif

// What a particle of fluid gets from around it.
struct HeatSums {
	float even;       // Σ c (T_j - T_i) [W/m³]
	float rise, fall; // of walls with a temperature
};

// Forces has summed what the fluid around gives.
template <int KERNEL> FN HeatSums heatSums(const HeatArgs &a, const Task &t, const Conducts &own)
{
	const PassArgs &p = a.of;
	int i = (int)t.particle;
	float fluid = a.conducted[i];
	if (!(t.count & NO_LIST || wallsOf(t.count)))
		return {a.table.conduction * fluid, 0.0f, 0.0f};
	PackedPosition<uint32_t> self = packedPosition(p.packed, i);
	float temperature = a.at[i];
	Real even = {}, rise = {}, fall = {};
	forWalls(p.list, t,
		[&](auto j) {
			auto d = separation(self, packedPosition(p.walls, j));
			Real w = 2.0f * own.k * slopeAt<KERNEL>(p.p, d.r2);
			w = select(j != i, w, 0.0f * w);
			if (a.table.solids)
				w *= shareOf(solidOf(a, j), own.k);
			Real rises = {};
			if (a.mirrored)
				rises += loadAt(a.mirrored, 1, j) - temperature;
			auto q = fromWall<Real>(a, faceOf(a, j), d, w, own.k, rises);
			even += q.even;
			rise += q.rise;
			fall += q.fall;
		});
	float scale = a.table.conduction;
	return {scale * (fluid + total(even)), scale * total(rise), scale * total(fall)};
}

// The power of sources at a position [W/m³].
FN float sourcesAt(const HeatTable &t, int4 p, double time)
{
	float power = 0.0f;
	for (int k = 0; k < t.sourceCount; k++) {
		const HeatSource &s = t.sources[k];
		if (p.x >= s.low[0] && p.x <= s.high[0] && p.y >= s.low[1] && p.y <= s.high[1]
			&& p.z >= s.low[2] && p.z <= s.high[2])
			power += valueAt(t, s.power, time);
	}
	return power;
}

// Adds what walls have given particle i in the step, by their numbers: heat is V Δt [m³ s].
template <int KERNEL>
FN void addGiven(const HeatArgs &a, const Task &t, const Conducts &own, float temperature,
	double heat)
{
	const PassArgs &p = a.of;
	int i = (int)t.particle, last = 0;
	PackedPosition<uint32_t> self = packedPosition(p.packed, i);
	double sum = 0.0;
	auto add = [&](int j) {
		auto d = separation(self, packedPosition(p.walls, j));
		float w = 2.0f * own.k * slopeAt<KERNEL>(p.p, d.r2);
		if (!(w > 0.0f))
			return;
		int number = (int)load(&a.faces[j].w);
		if (number != last) {
			if (last)
				atomicSum(a.given + last - 1, roundToLong(sum * heat * a.scale));
			last = number, sum = 0.0;
		}
		auto face = faceOf(a, j);
		if (a.table.walls[number].kind == CONDUCTING) {
			sum += fromSolid(a, j, w, own.k, ((const float *)p.from)[i]);
		} else if (face.given > 0.0f) {
			auto q = fromWall<float>(a, face, d, w, own.k, 0.0f);
			sum += (double)a.table.conduction * (q.rise - q.fall * temperature);
		} else { // but for what it takes of some and gives to others
			float along = face.size + heightOf(face, d);
			sum += (double)a.table.conduction * (w * face.flux * (p.p.unit / own.k) * along);
		}
	};
	forWalls(p.list, t, [&](auto j) { eachOf(j, i, add); });
	if (last)
		atomicSum(a.given + last - 1, roundToLong(sum * heat * a.scale));
}

// Changes the temperature of particle i. It is kept with what single precision leaves of it, since
// a step may change it by less than its last digit.
FN void keepHeat(const HeatArgs &a, int i, float before, float change)
{
	float by = change + a.remainder[i], after = before + by;
	float left = by - (after - before);
	((float *)a.remainderOut.to)[i] = left;
	if (i < a.of.euler.edges.leftTo)
		((float *)a.remainderOut.left)[i] = left;
	if (i >= a.of.euler.edges.rightFrom)
		((float *)a.remainderOut.right)[i] = left;
	storePass(a.of, i, after);
}

// A particle of fluid at the end of the step.
WALK_KERNEL(heat, HeatArgs)
{
	const PassArgs &p = a.of;
	Task t;
	if (!fluidTask(p, i, t))
		return;
	int n = (int)t.particle;
	if (t.count & IN_BUFFER) { // births.h gives it what comes in
		keepHeat(a, n, ((const float *)p.from)[n], 0.0f);
		return;
	}
	Conducts own = conducts(p, n);
	HeatSums s = p.p.kernel == WENDLAND ? heatSums<WENDLAND>(a, t, own) : heatSums<ANY>(a, t, own);
	float dt = p.record->length, x = 1.0f + p.vel[n].w, before = ((const float *)p.from)[n];
	FromAir air = {};
	if (a.surface) {
		air = fromAir(a, n, own.k, before);
		s.rise += air.rise;
		s.fall += air.fall;
	}
	float power = a.table.sourceCount
		? sourcesAt(a.table, p.euler.from.pos[n], p.record->begin) : 0.0f;
	float per = dt / (x * own.capacity);
	float change = per * (s.even + power + (s.rise - s.fall * before)) / (1.0f + per * s.fall);
	keepHeat(a, n, before, change);
	double heat = (double)a.table.volume * own.volume / x * dt;
	if (power != 0.0f)
		atomicSum(a.given + a.table.wallCount - 1, roundToLong(power * heat * a.scale));
	if (air.fall > 0.0f) {
		float by = air.rise - air.fall * (before + change);
		atomicSum(a.given + a.table.wallCount, roundToLong((double)by * heat * a.scale));
	}
	if (t.count & NO_LIST || wallsOf(t.count)) {
		float end = before + change;
		p.p.kernel == WENDLAND ? addGiven<WENDLAND>(a, t, own, end, heat)
			: addGiven<ANY>(a, t, own, end, heat);
	}
}

// T_w of a wall particle from the fluid around it.
template <int KERNEL> FN float mirroredAt(const HeatArgs &a, const Task &t)
{
	const PassArgs &p = a.of;
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(p.walls, i);
	Faced<float> s = faceOf(a, i);
	Real all = {}, sum = {};
	float k = 1.0f;
	if constexpr (KERNEL != VOLUMES)
		k = load(&p.p.materials->conductivity);
	forNeighbours(p.list, t,
		[&](auto j) {
			auto d = separation(packedPosition(p.packed, j), self);
			Real w = slopeAt<KERNEL>(p.p, d.r2) * reciprocal(1.0f + loadAt(&p.vel->w, 4, j));
			w = select(j != i, w, 0.0f * w);
			Real steep = {};
			if constexpr (KERNEL == VOLUMES) {
				Real its = conductivityOf(p.p, p.list.predictedPos, j);
				w *= its * volumeOf(p.p, p.list.predictedPos, j);
				steep += s.flux * p.p.unit * reciprocal(its);
			} else {
				steep += s.flux * p.p.unit / k;
			}
			Real z = (s.x * d.x + s.y * d.y + s.z * d.z) * (1.0f / s.size) - s.size;
			all += w;
			sum += w * (loadAt(a.at, 1, j) + steep * z);
		},
		[](auto) {});
	float w = total(all);
	return w > 0.0f ? total(sum) / w : 0.0f;
}

template <bool MANY> FN void heatWall(const HeatArgs &a, int k)
{
	const PassArgs &p = a.of;
	Task t;
	if (!taskToDo(*p.clock, p.euler.step, p.part, p.list, k, t) || !(t.count & WALL))
		return;
	int i = (int)t.particle;
	if (isSolid(p.list.predictedPos[i]))
		return storePass(p, i, a.begin[i]);
	storePass(p, i, MANY ? mirroredAt<VOLUMES>(a, t)
		: p.p.kernel == WENDLAND ? mirroredAt<WENDLAND>(a, t) : mirroredAt<ANY>(a, t));
}
WALK_KERNEL(heat_walls, HeatArgs) { heatWall<false>(a, i); }
WALK_KERNEL(heat_walls_materials, HeatArgs) { heatWall<true>(a, i); }

// The temperature in the middle of a step is that of its beginning.
KERNEL(keep_heat, HeatArgs)
{
	Task t;
	if (fluidTask(a.of, i, t))
		storePass(a.of, (int)t.particle, ((const float *)a.of.from)[t.particle]);
}
