// Forces with terms that passes before have computed something for. Each is a struct, with what a
// neighbour adds, and what the particle adds along sums over all. Usual flows have kernels with
// their terms alone. All else has one that leaves out as it runs what is not there, and is slower.
// Those of `gradient` have a central force, so that others pay nothing for it.
#pragma once
#include "heat/conduction.h"
#include "residualterm.h"

struct WithBoth : NoMore {
	static constexpr bool WALLS = true, CENTRAL = true;
	WithGradient gradient;
	WithStress<EITHER> stress;
	static FN_MEMBER bool has(const ForcesArgs &a, int term)
	{
		return a.more[term] || (term == STRESS && a.more[FIT]);
	}
	static FN_MEMBER Vector hydro(const ForcesArgs &a, int i) { return has(a, GRADIENT) ? WithGradient::hydro(a, i) : NoMore::hydro(a, i); }
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		decltype(WithStress<EITHER>::of(a, n)) tensor = {};
		if (a.more[FIT])
			tensor = correctionOf(fitOf(a.more[FIT], n));
		else if (a.more[STRESS])
			tensor = WithStress<EITHER>::of(a, n);
		return tensor;
	}
	template <int KERNEL, class I, class J, class N, class T> FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &t, Sums &f)
	{
		if (has(a, GRADIENT))
			gradient.template add<KERNEL>(a, i, j, n, t, f);
		if (has(a, STRESS))
			stress.template add<KERNEL>(a, i, j, n, t, f);
	}
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &self, const WallSums &c, float4 &sums)
	{
		if (has(a, GRADIENT))
			gradient.finish(a, i, self, c, sums);
		if (has(a, STRESS))
			stress.finish(a, i, self, c, sums);
	}
};

// The stress of tension.h beside the corrected gradients of fit.h, which WithBoth has in its place.
struct WithTension {
	Real x, y, z; // Σ w r
	static FN_MEMBER bool acts(const ForcesArgs &a) { return a.more[FIT] && a.more[STRESS]; }
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		decltype(tensorOf(nullptr, n)) stress = {};
		if (acts(a))
			stress = tensorOf(a.more[STRESS], n);
		return stress;
	}
	template <int KERNEL, class I, class J, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const T &t, Sums &f)
	{
		auto d = separation(i.at, j.at);
		Real w = weighted(slopeAt<KERNEL>(a.p, d.r2), j);
		addAlong(*this, w, d);
		Real wx = w * d.x, wy = w * d.y, wz = w * d.z;
		f.x -= t.xx * wx + t.xy * wy + t.xz * wz;
		f.y -= t.xy * wx + t.yy * wy + t.yz * wz;
		f.z -= t.xz * wx + t.yz * wy + t.zz * wz;
	}
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &, const WallSums &c, float4 &sums)
	{
		Vector f = times(tensorOf(a.more[STRESS], i),
			{total(x) + total(c.x), total(y) + total(c.y), total(z) + total(c.z)});
		sums = {sums.x - f.x, sums.y - f.y, sums.z - f.z, sums.w};
	}
};

// All of them.
struct WithAll : WithBoth {
	WithHeat heat;
	WithTension tension;
	FN_MEMBER void begin(const ForcesArgs &a, int i) { heat.begin(a, i); }
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		struct {
			decltype(WithBoth::of(a, n)) both;
			Real temperature;
			decltype(WithTension::of(a, n)) tension;
		} its = {WithBoth::of(a, n), WithHeat::of(a, n), WithTension::of(a, n)};
		return its;
	}
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &t, Sums &f)
	{
		WithBoth::add<KERNEL>(a, i, j, n, t.both, f);
		if (WithHeat::conducts(a))
			heat.add<KERNEL>(a, i, j, n, t.temperature, f);
		if (WithTension::acts(a))
			tension.add<KERNEL>(a, i, j, t.tension, f);
	}
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &self, const WallSums &c, float4 &sums)
	{
		WithBoth::finish(a, i, self, c, sums);
		heat.finish(a, i, self, c, sums);
		if (WithTension::acts(a))
			tension.finish(a, i, self, c, sums);
	}
};

#define TERM_FORCES(name, Args, KIND, VISCOSITY, WALLS, ...) \
	TERM_KERNEL(name, Args) { forces<Loaded, __VA_ARGS__, KIND, VISCOSITY, WALLS>(a, i); }
#define GRADIENT_FORCES(...) TERM_FORCES(__VA_ARGS__, WithGradient)
#define STRAIN_FORCES(...) TERM_FORCES(__VA_ARGS__, WithStress<STRAINS>)
#define STRESS_FORCES(...) TERM_FORCES(__VA_ARGS__, WithStress<HAS_STRESS>)
#define BOTH_FORCES(...) TERM_FORCES(__VA_ARGS__, WithBoth)
#define EVERY_FORCES(...) TERM_FORCES(__VA_ARGS__, WithResidual<WithBoth>)
TERM_VARIANTS(GRADIENT_FORCES, gradient)
TERM_VARIANTS(STRAIN_FORCES, strain)
TERM_VARIANTS(STRESS_FORCES, stress)
ALL_TERMS(BOTH_FORCES)

// With a limiter of artificial viscosity.
USUAL_WALLS(FORCES, forces_wendland_limited, LIMITED)
USUAL_WALLS(STRESS_FORCES, forces_wendland_stress_limited, LIMITED)
LIMITED_TERMS(EVERY_FORCES)

// The same with viscosity on the residual, as flows of water have it, alone and with corrected
// gradients. Their walls are dummy walls, which may move.
#define RESIDUAL_FORCES(...) TERM_FORCES(__VA_ARGS__, WithResidual<NoMore>)
#define FIT_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	FIT_KERNEL(name, Args) { forces<Loaded, WithFit, KIND, VISCOSITY, WALLS>(a, i); }
RESIDUAL_WALLS(RESIDUAL_FORCES, forces_wendland_residual, LIMITED)
RESIDUAL_WALLS(FIT_FORCES, forces_wendland_fit, SLIDING)
RESIDUAL_WALLS(FIT_FORCES, forces_wendland_fit_laminar, LIMITED)

// Flows with heat. Those of laminar viscosity have a limiter and the residual, too, which may be
// none.
#define HEAT_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	WALK_KERNEL(name, Args) { forces<LoadedBuoyant, WithHeat, KIND, VISCOSITY, WALLS>(a, i); }
#define HEAT_LAMINAR_FORCES(name, Args, KIND, VISCOSITY, WALLS)                        \
	TERM_KERNEL(name, Args)                                                        \
	{                                                                              \
		forces<LoadedBuoyant, WithResidual<WithHeat>, KIND, LIMITED, WALLS>(a, i); \
	}
USUAL_WALLS(HEAT_FORCES, forces_wendland_heat, ARTIFICIAL)
USUAL_WALLS(HEAT_LAMINAR_FORCES, forces_wendland_heat_laminar, LAMINAR)

// Flows with two materials, also with heat; in the same way.
#define TWO_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	TERM_KERNEL(name, Args) { forces<LoadedOfTwo, NoMore, KIND, VISCOSITY, WALLS>(a, i); }
#define TWO_TERMS(name, Args, KIND, WALLS, ...) \
	TERM_KERNEL(name, Args) { forces<LoadedOfTwo, __VA_ARGS__, KIND, LIMITED, WALLS>(a, i); }
#define TWO_LAMINAR_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	TWO_TERMS(name, Args, KIND, WALLS, WithResidual<NoMore>)
#define TWO_HEAT_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	TWO_TERMS(name, Args, KIND, WALLS, WithResidual<WithHeat>)
USUAL_WALLS(TWO_FORCES, forces_wendland_two, ARTIFICIAL)
USUAL_WALLS(TWO_LAMINAR_FORCES, forces_wendland_two_laminar, LAMINAR)
USUAL_WALLS(TWO_HEAT_FORCES, forces_wendland_two_heat_laminar, LAMINAR)

// With corrected gradients, which two fluids have beside dummy walls.
#define TWO_FIT_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	FIT_KERNEL(name, Args) { forces<LoadedOfTwo, WithFit, KIND, VISCOSITY, WALLS>(a, i); }
TWO_FIT(TWO_FIT_FORCES)

// All other flows with materials.
#define MATERIAL_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	TERM_KERNEL(name, Args)                                                      \
	{                                                                            \
		forces<LoadedWithMaterial, WithResidual<WithAll>, KIND, VISCOSITY, WALLS>(a, i); \
	}
MOVED(MATERIAL_FORCES, forces_any_materials, ForcesArgs, ANY, LIMITED)
