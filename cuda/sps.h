// Sub-particle scale turbulence (Gotoh et al. 2001; Dalrymple & Rogers 2006): what eddies smaller than a
// spacing Δ do to the flow, as a stress
//   τ/ρ = ν_t (2 S - 2/3 tr(S) I) - 2/3 C_I Δ² |S|² I,   ν_t = (C_s Δ)² |S|,   |S| = √(2 S:S)
// with the rate of strain S, the symmetric part of
//   ∇v = Σ m/ρ_j (v_j - v_i) ∇W.
// Forces of the first half of a step computes the stress of each particle of fluid, from particles of fluid. That of the second
// half adds it: further.h.
#pragma once
#include "pass.h"
#include "matrix.h"

// What Forces adds for a particle. A neighbour's is one sector of memory.
struct alignas(16) Stress {
	Symmetric<float> tensor; // stress over ρ² [m⁵/(kg s²)]; or that of correction.h
	float unused[2];
};

// The stress over ρ² where the velocity has a gradient, whose symmetric part is s. The constants are (C_s Δ)² and
// 2/3 C_I Δ².
FN Symmetric<float> stressBy(const Symmetric<float> &s, float density, const float *constant)
{
	float size2 = 2.0f * (s.xx * s.xx + s.yy * s.yy + s.zz * s.zz) + 4.0f * (s.xy * s.xy + s.xz * s.xz + s.yz * s.yz);
	float viscosity = constant[0] * sqrtf(size2), trace = s.xx + s.yy + s.zz;
	float all = (2.0f / 3.0f) * viscosity * trace + constant[1] * size2, k = 2.0f * viscosity;
	return {(k * s.xx - all) / density, k * s.xy / density, k * s.xz / density, (k * s.yy - all) / density, k * s.yz / density, (k * s.zz - all) / density};
}

// Adds w (r ⊗ v + v ⊗ r)/2, with twice what is off the diagonal.
template <class D> FN void addStrain(const D &d, Real w, Symmetric<Real> &s)
{
	Real x = w * d.x, y = w * d.y, z = w * d.z;
	s.xx += x * d.vx;
	s.yy += y * d.vy;
	s.zz += z * d.vz;
	s.xy += x * d.vy + y * d.vx;
	s.xz += x * d.vz + z * d.vx;
	s.yz += y * d.vz + z * d.vy;
}

// The rate of strain by neighbour j, w being the slope of W.
template <class J, class D> FN void addStrainBy(const J &j, const D &d, Real w, Symmetric<Real> &s)
{
	addStrain(d, w * reciprocal(1.0f + j.rel), s);
}

// Stores the stress of particle i, from sums over its neighbours.
FN void storeStress(const ForcesArgs &a, int i, const Symmetric<Real> &s)
{
	float k = -a.p.relScale, half = 0.5f * k;
	Symmetric<float> strain = {k * total(s.xx), half * total(s.xy), half * total(s.xz), k * total(s.yy), half * total(s.yz), k * total(s.zz)};
	storePass(a, i, Stress{stressBy(strain, a.p.rho0 * (1.0f + load(a.vel + i).w), a.constant)});
}
