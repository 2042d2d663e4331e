// Corrected gradients of the kernel (Randles & Libersky 1996; Bonet & Lok 1999): with
//   L = M⁻¹,   M = Σ m/ρ0 (r_j - r_i) ⊗ ∇W
// the gradient of what is linear is exact, Σ m/ρ0 (f_j - f_i) L_i ∇W. Forces has pressures with it in the form
//   dv/dt = -Σ m (P_j/ρ_j² L_i + P_i/ρ_i² L_j) ∇W                (Zhang et al. 2024),
// which keeps momentum and is that gradient where particles lie evenly. The continuity equation has no correction: as
// it is, density tells how close particles are, and pressure keeps them apart. With L in it, too, they come together.
//
// Walls count in M; their own L is 1. Where too few are around for M to be inverted L goes over to 1.
#pragma once
#include "sps.h"
#include "constants.h"

// Σ w r rᵀ over all around, w being the slope of W.
template <int KERNEL> FN Symmetric<Real> around(const PassArgs &a, const Task &t)
{
	int i = (int)t.particle;
	PackedPosition<uint32_t> self = packedPosition(a.packed, i);
	Symmetric<Real> s = {};
	auto add = [&](auto other, const auto &d) {
		Real w = slopeAt<KERNEL>(a.p, d.r2);
		addSquare(s, select(other, w, 0.0f * w), d);
	};
	forNeighbours(a.list, t,
		[&](auto j) {
			auto d = separation(self, packedPosition(a.packed, j));
			if constexpr (KERNEL == VOLUMES)
				addSquare(s, timesVolume<KERNEL>(a, slopeAt<KERNEL>(a.p, d.r2), j), d); // nothing of i itself, where d is 0
			else
				add(j != i, d);
		},
		[&](auto j) { add(j != i, separation(self, packedPosition(a.walls, j))); });
	return s;
}

// Stores 1 - L as what Forces takes for a stress. The constant is 1 in two dimensions, where M has nothing along y.
template <bool MANY> FN void correct(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	Symmetric<Real> s = FORM(MANY, around, a, t);
	Symmetric<float> m = totals(s, -a.p.relScale * a.p.unit);
	m.yy += a.constant[0];
	Symmetric<float> l = inverse(m, CORRECTION_DETERMINANT, 1.0f);
	storePass(a, (int)t.particle, Stress{{1.0f - l.xx, -l.xy, -l.xz, 1.0f - l.yy, -l.yz, 1.0f - l.zz}});
}
VOLUME_KERNELS(WALK_KERNEL, correction, correct)

// The same below free surfaces, for which L is up to 2, in fit.h: 1 - L is times
//   CORRECTION_PART clamp((det M - d)/CORRECTION_FADE, 0, 1)
// with the determinant d of the options. Inside det M is about 1, at a flat surface 1/8, in two
// dimensions 1/4. Once a step is enough: the corrector takes what the predictor has computed. Forces
// has it in the form
//   dv/dt = -Σ m (P_i/ρ_i² L_i + P_j/ρ_j² L_j) ∇W,   dρ/dt = Σ m (v_i - v_j)·L_i ∇W
// (Bonet & Lok 1999). What the pressures do as work is what compression takes up: the sum of
// m (v·dv/dt + P/ρ² dρ/dt) over all particles is 0 for any symmetric L, so no energy is created.
// With the form above it is.
FN Symmetric<float> missingInside(const Symmetric<float> &m, float from)
{
	float over = (determinant(m) - from) * (1.0f / CORRECTION_FADE);
	float part = CORRECTION_PART * minimum(maximum(over, 0.0f), 1.0f);
	Symmetric<float> l = inverse(m, CORRECTION_DETERMINANT, 1.0f);
	return {part * (1.0f - l.xx), -part * l.xy, -part * l.xz, part * (1.0f - l.yy), -part * l.yz,
		part * (1.0f - l.zz)};
}
