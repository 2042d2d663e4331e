// Materials: the fluids of a flow may have particles of different masses, and different densities,
// equations of state and viscosities. Sums over neighbours are then of their volumes, which are
// times that of Physics. Kernels that do so are forms of their own, so flows with one material pay
// nothing. Walls are particles of the first material.
//
// With the density ρ = ρ0 (1 + x) of each material the equations of motion are
//   dx_i/dt = Σ V_j v·∇W,   ρ0_i dv_i/dt = -Σ V_j (P_i/(1 + x_i)² + P_j/(1 + x_j)² + …) ∇W,
// V being m/ρ0, so ρ0_i V_i a_i = -ρ0_j V_j a_j for each pair, whatever the densities (Hu & Adams
// 2006 have V/(1 + x) squared, which is this where particles have equal V). The equation of state:
//   P = ρ0 c0²/γ ((1 + x)^γ - 1) + P_b.
#pragma once
#include "list.h"
#include "vec.h"

// What a neighbour's material gives a pair.
template <class F> struct MaterialOf {
	F stiffness, background, volume, kind, power[5], artificial, viscosity;
};

FN const Material &rowOf(const Physics &p, const int4 *info, int j)
{
	return p.materials[materialOf(load(&info[j].w))];
}

FN MaterialOf<float> materialAt(const Physics &p, const int4 *info, int j)
{
	const float4 *row = (const float4 *)&rowOf(p, info, j);
	float4 a = load(row), b = load(row + 1), c = load(row + 2);
	return {a.x, a.y, a.z, a.w, {b.x, b.y, b.z, b.w, c.x}, c.y, c.z};
}

// The volume of particle j over that of Physics; info are the words that say what particles are.
FN float volumeOf(const Physics &p, const int4 *info, int j) { return load(&rowOf(p, info, j).volume); }

#ifdef LANES
template <class F> FN Real fromEach(F of) // lane
{
	Real v;
	for (int k = 0; k < LANES; k++)
		v[k] = of(k);
	return v;
}
FN MaterialOf<Real> materialAt(const Physics &p, const int4 *info, const Indices &j)
{
	MaterialOf<Real> m;
	for (int k = 0; k < LANES; k++) {
		const Material &row = rowOf(p, info, (int)j.at[k]);
		m.stiffness[k] = row.stiffness;
		m.background[k] = row.background;
		m.volume[k] = row.volume;
		m.kind[k] = row.kind;
		for (int n = 0; n < 5; n++)
			m.power[n][k] = row.power[n];
		m.artificial[k] = row.artificial;
		m.viscosity[k] = row.viscosity;
	}
	return m;
}

FN Real volumeOf(const Physics &p, const int4 *info, const Indices &j)
{
	return fromEach([&](int k) { return volumeOf(p, info, (int)j.at[k]); });
}
#endif

// The same, and the mass over that of Physics; 1 where all particles have one: for kernels that
// need it once for a particle.
FN float anyVolumeOf(const Physics &p, const int4 *info, int j)
{
	return p.materials ? volumeOf(p, info, j) : 1.0f;
}
FN float anyMassOf(const Physics &p, const int4 *info, int j)
{
	return p.materials ? load(&rowOf(p, info, j).mass) : 1.0f;
}

// P/(1 + x)² over ρ0² of Physics. The coefficients are those of the series of
// 7/γ ((1 + x)^γ - 1)/(1 + x)² to x⁵: with Tait's γ of 7 that of pressureTerm.
template <class M, class F> FN F pressureTerm(const M &m, F x)
{
	F high = m.power[2] + x * (m.power[3] + x * m.power[4]);
	F state = m.stiffness * (x * (m.power[0] + x * (m.power[1] + x * high)));
	return state + m.background * (1.0f + x * (3.0f * x - 2.0f));
}
