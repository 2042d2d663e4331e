// Sums over the neighbours of a particle of fluid for fits to what is around it.
#pragma once
#include "motion.h"
#include "pass.h"
#include "matrix.h"

// Sums over fluid for the gradient of velocity: Σ w r rᵀ, and Σ w (v_i - v_j) rᵀ by rows.
struct Spreads {
	Symmetric<Real> rr;
	Real x[3], y[3], z[3];
};

// The same, and sums over walls: Σ w r rᵀ, Σ w r, and Σ w v_w·r. Dummy walls that slide along
// their face are at rest.
struct WalledSpreads {
	Spreads fluid;
	Symmetric<Real> walls;
	Real x, y, z, moves;
};

template <class D> FN void addRow(Real *row, Real k, const D &d)
{
	row[0] += k * d.x;
	row[1] += k * d.y;
	row[2] += k * d.z;
}

template <class D> FN void addSpread(Spreads &s, Real w, const D &d)
{
	addSquare(s.rr, w, d);
	addRow(s.x, w * d.vx, d);
	addRow(s.y, w * d.vy, d);
	addRow(s.z, w * d.vz, d);
}

// Those around the particle of a task, self; at(self, j) for its walls.
template <int KERNEL, class Wall> FN Spreads spreads(const PassArgs &a, const Task &t, Wall at)
{
	auto self = particle(a.p, a.packed, a.vel, (int)t.particle);
	Spreads s = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto d = pairOf(self, particle(a.p, a.packed, a.vel, j));
			Real w = timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j);
			addSpread(s, w, d);
		},
		[&](auto j) { at(self, j); });
	return s;
}

template <int KERNEL> FN WalledSpreads walledSpreads(const PassArgs &a, const Task &t)
{
	int i = (int)t.particle, half = a.euler.half;
	const BodyMotion *bodies = a.euler.motions;
	WalledSpreads s = {};
	s.fluid = spreads<KERNEL>(a, t, [&](const auto &self, auto j) {
		auto d = separation(self.at, packedPosition(a.walls, j));
		Real w = slopeAt<KERNEL>(a.p, d.r2);
		w = select(j != i, w, 0.0f * w);
		addSquare(s.walls, w, d);
		addAlong(s, w, d);
		if (!(a.p.wall == DUMMY ? (const void *)bodies : a.wallVel))
			return;
		Columns v;
		if (a.p.wall == DUMMY)
			v = ofBody(a.euler.references, a.list.predictedPos, bodies->velocity[half],
				bodies->rate[half], j);
		else
			v = {loadAt(&a.wallVel->x, 4, j), loadAt(&a.wallVel->y, 4, j),
				loadAt(&a.wallVel->z, 4, j)};
		s.moves += w * (v.x * d.x + v.y * d.y + v.z * d.z);
	});
	return s;
}
