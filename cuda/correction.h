// Corrected gradients of the kernel (Randles & Libersky 1996; Bonet & Lok 1999): with
//   L = M⁻¹,   M = Σ m/ρ_i (r_j - r_i) ⊗ ∇W
// the gradient of what is linear is exact, however particles lie. Density and pressure take part,
//   dρ/dt = Σ m v·L_i ∇W,   dv/dt = -Σ m (P_i/ρ_i² L_i + P_j/ρ_j² L_j) ∇W,
// which go together: momentum is kept, and pressures give the flow the energy that they lose by its expansion. Walls
// count in M, and are at rest in the first sum. Their own L is 1. Where too few are around for M to be inverted, L
// goes over to 1 (Ren et al. 2023).
//
// A pass computes -P_i/ρ_i² (L_i - 1), which is a stress, and what L_i - 1 adds to the first sum. Forces adds both
// to what it has without correction. With turbulence its stress is added, of the corrected gradient of velocity.
#pragma once
#include "sps.h"

constexpr float ENOUGH_AROUND = 0.5f; // of the determinant of M, which is 1 inside

// Sums over all around, w being the slope of W.
struct Around {
	Symmetric<Real> rr; // Σ w r rᵀ
	Real vr[3][3];      // Σ w v rᵀ, of fluid
	Real x, y, z;       // Σ w r, of walls
};

template <int KERNEL> FN Around around(const PassArgs &a, const Task &t)
{
	int i = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, i);
	Around s = {};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto d = pairOf(self, particle(a.p, a.packed, a.vel, j));
			Real w = slopeAt<KERNEL>(a.p, d.r2);
			addSquare(s.rr, w, d);
			Real r[3] = {w * d.x, w * d.y, w * d.z}, v[3] = {d.vx, d.vy, d.vz};
			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++)
					s.vr[k][l] += v[k] * r[l];
		},
		[&](auto j) {
			auto d = apart(self.at, place(a.walls, j));
			Real w = slopeAt<KERNEL>(a.p, d.r2);
			w = select(j != i, w, 0.0f * w);
			addSquare(s.rr, w, d);
			s.x += w * d.x;
			s.y += w * d.y;
			s.z += w * d.z;
		});
	return s;
}

WALK_KERNEL(correction, PassArgs)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	Around s = a.p.kernel == WENDLAND ? around<WENDLAND>(a, t) : around<ANY>(a, t);
	int n = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, n);
	float k = -a.p.relScale / (1.0f + self.rel);
	Symmetric<float> l = inverse(totals(s.rr, k * a.p.unit), ENOUGH_AROUND, 1.0f);
	Vector walls = {total(s.x), total(s.y), total(s.z)}, x, y, z; // x, y, z: Σ w v rᵀ
	x = {total(s.vr[0][0]) + self.vx * walls.x, total(s.vr[0][1]) + self.vx * walls.y, total(s.vr[0][2]) + self.vx * walls.z};
	y = {total(s.vr[1][0]) + self.vy * walls.x, total(s.vr[1][1]) + self.vy * walls.y, total(s.vr[1][2]) + self.vy * walls.z};
	z = {total(s.vr[2][0]) + self.vz * walls.x, total(s.vr[2][1]) + self.vz * walls.y, total(s.vr[2][2]) + self.vz * walls.z};
	Symmetric<float> c = {l.xx - 1.0f, l.xy, l.xz, l.yy - 1.0f, l.yz, l.zz - 1.0f};
	float rate = times(c, x).x + times(c, y).y + times(c, z).z;
	x = times(l, x), y = times(l, y), z = times(l, z);
	Symmetric<float> strain = {k * x.x, 0.5f * k * (x.y + y.x), 0.5f * k * (x.z + z.x), k * y.y, 0.5f * k * (y.z + z.y), k * z.z};
	Symmetric<float> v = stressBy(strain, a.p.rho0 * (1.0f + self.rel), a.constant), p = scaled(c, self.term);
	storePass(a, n, Stress{{v.xx - p.xx, v.xy - p.xy, v.xz - p.xz, v.yy - p.yy, v.yz - p.yz, v.zz - p.zz}, rate});
}
