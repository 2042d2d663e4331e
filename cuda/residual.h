// The rate of strain of the fluid around a particle, by differences,
//   S = (G + Gᵀ)/2,   G = Σ m/ρ0 (v_j - v_i) ⊗ ∇W M⁻¹,   M = Σ m/ρ0 (r_j - r_i) ⊗ ∇W,
// which is exact for what is linear, also at a free surface. Only fluid takes part. Where too few
// are around for M to be inverted it goes over to 0. Artificial viscosity leaves out what it
// explains: further.h. It is computed at the beginning of a step, and Forces takes it in both
// halves.
#pragma once
#include "sps.h"
#include "constants.h"

// Sums over fluid for the gradient of velocity: Σ w r rᵀ, and Σ w (v_i - v_j) rᵀ by rows.
struct Spreads {
	Symmetric<Real> rr;
	Real x[3], y[3], z[3];
};

// The same, and Σ w r rᵀ over walls.
struct WalledSpreads {
	Spreads fluid;
	Symmetric<Real> walls;
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

template <int KERNEL> FN Spreads spreadsOfFluid(const PassArgs &a, const Task &t)
{
	return spreads<KERNEL>(a, t, [](const auto &, auto) {});
}

// S of the sums [m/s/unit]. The constant is 1 in two dimensions, where M has nothing along y.
FN Symmetric<float> strainOf(const PassArgs &a, const Spreads &s)
{
	float k = -a.p.relScale * a.p.unit;
	Symmetric<float> m = totals(s.rr, k);
	m.yy += a.constant[0];
	Symmetric<float> l = inverse(m, STRAIN_DETERMINANT, 0.0f);
	auto row = [&](const Real *sum) {
		return times(l, {k * total(sum[0]), k * total(sum[1]), k * total(sum[2])});
	};
	Vector x = row(s.x), y = row(s.y), z = row(s.z);
	return {x.x, 0.5f * (x.y + y.x), 0.5f * (x.z + z.x), y.y, 0.5f * (y.z + z.y), z.z};
}

template <bool MANY> FN void strainRate(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	Spreads s = FORM(MANY, spreadsOfFluid, a, t);
	storePass(a, (int)t.particle, Stress{strainOf(a, s)});
}
VOLUME_KERNELS(TERM_KERNEL, strain_rate, strainRate)
