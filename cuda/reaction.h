// The reaction of walls: what a particle of fluid does to the wall particles around it, for forces
// on bodies, their work, and walls that bend.
#pragma once
#include "further.h"

// The row of wall particle j that two bodies share.
FN const Load &loadOf(const BodyArgs &b, int j)
{
	int from = 1, to = (int)b.loads[0].id + 1;
	uint32_t id = b.id[j];
	while (from < to) {
		int middle = (from + to) / 2;
		if (b.loads[middle].id < id)
			from = middle + 1;
		else
			to = middle;
	}
	return b.loads[from];
}

// What terms of stresses.h take from the force of walls on particle i is this times Σ w r.
// `pressure` is that of the pairs of i, beside dummy walls without damping. Gradients that are
// corrected everywhere take the pressure of walls that have one: that part is missing on bodies.
FN Symmetric<float> stressAtWalls(const ForcesArgs &a, int i, float pressure)
{
	bool fits = a.more[FIT] != nullptr, own = a.p.corrected && !fits;
	Symmetric<float> s = {};
	if (fits)
		s = scaled(correctionOf(fitOf(a.more[FIT], i)), pressure);
	if (a.more[STRESS] && !(a.p.corrected == CORRECTED && a.p.wall != DUMMY)) {
		Symmetric<float> t = scaled(tensorOf(a.more[STRESS], i), own ? pressure : 1.0f);
		s = {s.xx + t.xx, s.xy + t.xy, s.xz + t.xz, s.yy + t.yy, s.yz + t.yz, s.zz + t.zz};
	}
	return s;
}

// What a particle of fluid does to the wall particles near it that `isOf` says yes to: the reaction
// to what they do to it. visit takes the wall particle and the force on it [N].
template <int VISCOSITY, int WALLS, class IsOf, class Visit>
FN void forceOnWalls(const ForcesArgs &a, const Task &t, IsOf isOf, Visit visit)
{
	bool near = false; // most walls are no body's
	forNeighbours(a.list, t, [](auto) {}, [&](int j) { near |= isOf(j); });
	if (!near)
		return;
	int i = (int)t.particle;
	Own self = anyOwn(a.p, a.packed, a.vel, a.list.predictedPos, i);
	Vector g = withBuoyancy(a, self, i, bodyForceOn<true>(a, i, self));
	int info = a.zoned ? load(&a.euler.from.pos[i].w) : 0;
	float coarse = coarsenessOf(info);
	g = {coarse * g.x, coarse * g.y, coarse * g.z};
	float damping = strainedAt(a, i).damping, pairs = self.term - stillAt(a, i, info).at(self.rel);
	Symmetric<float> stress = stressAtWalls(a, i, pairs + (a.p.wall == DUMMY ? 0.0f : damping));
	self.term += damping;
	Image image = imageOf(a.p, g, self);
	auto withModel = [&](auto visit) {
		withWalls<LoadedByAny, false, ANY, VISCOSITY, WALLS>(a, visit);
	};
	auto pairWith = [&](int j, bool other, Sums &f, WallSums &c) {
		withModel([&](auto model) { model.pair(a, self, image, j, other, f, c); });
	};
	WallForce all = {};
	withModel([&](auto model) {
		if constexpr (model.DUMMY_WALLS) {
			WallSums c = noWalls();
			Sums f = {};
			forNeighbours(a.list, t, [](auto) {}, [&](int j) { pairWith(j, j != i, f, c); });
			all = model.force(a, self, c);
		}
	});
	forNeighbours(a.list, t, [](auto) {}, [&](int j) {
		if (j == i || !isOf(j))
			return;
		Sums f = {};
		WallSums c = noWalls();
		pairWith(j, true, f, c);
		withModel([&](auto model) { model.share(self, all, c, f); });
		auto d = separation(self.at, packedPosition(a.walls, j));
		float w = slopeAt<ANY>(a.p, d.r2);
		Vector more = times(stress, {w * d.x, w * d.y, w * d.z});
		f.x -= more.x;
		f.y -= more.y;
		f.z -= more.z;
		double k = -(double)a.p.mass * self.volume * a.p.accelScale;
		visit(j, k * f.x, k * f.y, k * f.z);
	});
}
