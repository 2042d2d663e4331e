// Forces with terms that passes before have computed something for. Each is a struct, with what a
// neighbour adds, and what the particle adds along sums over all. Usual flows have kernels with
// their terms alone. All else has one that leaves out as it runs what is not there, and is slower.
// Those of `gradient` have a central force, so that others pay nothing for it.
#pragma once
#include "forces.h"
#include "fit.h"

enum { GRADIENT, STRESS, RESIDUAL, FIT }; // in ForcesArgs.more; Terms in kernels.go has the same order

FN Symmetric<float> tensorOf(const void *all, int i)
{
	const float4 *stress = (const float4 *)all;
	float4 a = load(stress + 2 * i), b = load(stress + 2 * i + 1);
	return {a.x, a.y, a.z, a.w, b.x, b.y};
}

FN Vector vectorOf(const void *all, int i)
{
	float4 v = load((const float4 *)all + i);
	return {v.x, v.y, v.z};
}

// The words of a record of fit.h.
template <class Word> struct FitWords {
	Word xx, xy, xz, yy, yz, zz;
};

FN FitWords<uint32_t> fitOf(const void *all, int i)
{
	const uint4 *at = (const uint4 *)all + 2 * i;
	uint4 a = load(at);
	uint2 b = load((const uint2 *)(at + 1));
	return {a.x, a.y, a.z, a.w, b.x, b.y};
}

FN float lowerHalf(uint32_t word) { return asFloat(word << 16); }
FN float wholeWord(uint32_t word) { return asFloat(word); }

#ifdef LANES
FN Symmetric<Real> tensorOf(const void *all, const Indices &i)
{
	auto of = [&](int k) { return loadAt((const float *)all + k, 8, i); };
	return {of(0), of(1), of(2), of(3), of(4), of(5)};
}

FN FitWords<Bits> fitOf(const void *all, const Indices &i)
{
	const float4 *at = (const float4 *)all;
	Indices twice = {i.at * 2};
	Records a = recordsOf(at, twice), b = recordsOf(at + 1, twice);
	return {(Bits)a.x, (Bits)a.y, (Bits)a.z, (Bits)a.w, (Bits)b.x, (Bits)b.y};
}

FN Real lowerHalf(const Bits &word) { return (Real)(word << 16); }
FN Real wholeWord(const Bits &word) { return (Real)word; }

FN Records vectorOf(const void *all, const Indices &i)
{
	return recordsOf((const float4 *)all, i);
}
#endif

// 1 - L of a record, and its S.
template <class Word> FN auto correctionOf(const FitWords<Word> &f)
{
	return Symmetric<decltype(lowerHalf(f.xx))>{lowerHalf(f.xx), lowerHalf(f.xy), lowerHalf(f.xz),
		lowerHalf(f.yy), lowerHalf(f.yz), lowerHalf(f.zz)};
}
template <class Word> FN auto strainOf(const FitWords<Word> &f)
{
	return Symmetric<decltype(wholeWord(f.xx))>{wholeWord(f.xx), wholeWord(f.xy), wholeWord(f.xz),
		wholeWord(f.yy), wholeWord(f.yz), wholeWord(f.zz)};
}

// Stresses of sps.h,
//   dv/dt += Σ m (τ_i/ρ_i² + τ_j/ρ_j²) ∇W.
// Walls have none, but the particle's own acts on them as well. They are those of the step's
// beginning, which its first half computes for its second. With corrected gradients the tensors are
// 1 - L, in both halves, and each is times P/ρ²: the other particle's (dummy walls have the
// particle's own there), or, where gradients are corrected inside, its own. Then the continuity
// equation has L, too.
// either is for both halves of a step, and fitted has those of fit.h
enum { STRAINS, HAS_STRESS, EITHER, FITTED };

template <int HALF> struct WithStress : NoMore {
	static constexpr bool WALLS = HALF != STRAINS;
	Real x, y, z; // Σ w r
	Symmetric<Real> strain;
	static FN_MEMBER bool strains(const ForcesArgs &a) // the same for all threads
	{
		// where a pass is fused
		return HALF == STRAINS || (HALF == EITHER && a.out.to && !a.euler.half);
	}
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n) // a branch with nothing but loads: nvcc makes it none
	{
		decltype(tensorOf(a.more[STRESS], n)) tensor = {};
		if (!strains(a))
			tensor = tensorOf(a.more[STRESS], n);
		return tensor;
	}
	template <int KERNEL, class I, class J, class N, class T> FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &, const T &t, Sums &f)
	{
		auto d = pairOf(i, j);
		Real w = weighted(slopeAt<KERNEL>(a.p, d.r2), j);
		if (strains(a))
			return addStrainBy(j, d, w, strain);
		bool inside = HALF == FITTED || a.p.corrected == CORRECTED_INSIDE;
		if (inside)
			addStrain(d, w, strain);
		Real own = w * i.term, its = w * j.term;
		addAlong(*this, inside ? own : a.p.corrected ? its : w, d);
		w = inside ? its : a.p.corrected ? own : w;
		Real wx = w * d.x, wy = w * d.y, wz = w * d.z;
		f.x -= t.xx * wx + t.xy * wy + t.xz * wz;
		f.y -= t.xy * wx + t.yy * wy + t.yz * wz;
		f.z -= t.xz * wx + t.yz * wy + t.zz * wz;
	}
	FN_MEMBER void finish(const ForcesArgs &a, int i, const WallSums &c, float4 &sums)
	{
		if (strains(a))
			return storeStress(a, i, strain);
		float walls = a.p.corrected && a.p.wall == DUMMY ? particle(a.p, a.packed, a.vel, i).term : 1.0f;
		Symmetric<float> own = HALF == FITTED || a.more[FIT] ? correctionOf(fitOf(a.more[FIT], i))
								   : tensorOf(a.more[STRESS], i);
		Vector f = times(own,
			{total(x) + walls * total(c.x), total(y) + walls * total(c.y), total(z) + walls * total(c.z)});
		sums = {sums.x - f.x, sums.y - f.y, sums.z - f.z, sums.w};
		if (HALF == FITTED || a.p.corrected == CORRECTED_INSIDE)
			sums.w -= own.xx * total(strain.xx) + own.yy * total(strain.yy) + own.zz * total(strain.zz)
				+ own.xy * total(strain.xy) + own.xz * total(strain.xz) + own.yz * total(strain.yz);
	}
};

// The gradient of density of gradient.h, or of hydrostatic.h. Diffusion leaves out the linear part (Antuono et al. 2010):
// ρ_i - ρ_j - (∇ρ_i + ∇ρ_j)·r/2 in place of ρ_i - ρ_j - ρ_H.
struct WithGradient : NoMore {
	static constexpr bool CENTRAL = true;
	Real x, y, z; // Σ w r
	static FN_MEMBER Vector hydro(const ForcesArgs &, int) { return {}; }
	template <int KERNEL, class I, class J, class N, class T> FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &, Sums &f)
	{
		auto d = separation(i.at, j.at);
		auto g = vectorOf(a.more[GRADIENT], n);
		Real w = weighted(slopeAt<KERNEL>(a.p, d.r2), j);
		addAlong(*this, w, d);
		f.rel -= 0.5f * a.p.coefficient[DENSITY_DIFFUSION] * w * (g.x * d.x + g.y * d.y + g.z * d.z);
	}
	FN_MEMBER void finish(const ForcesArgs &a, int i, const WallSums &, float4 &sums)
	{
		Vector g = vectorOf(a.more[GRADIENT], i);
		sums.w -= 0.5f * a.p.coefficient[DENSITY_DIFFUSION] * (g.x * total(x) + g.y * total(y) + g.z * total(z));
	}
};

// Artificial viscosity on what the rates of strain S of residual.h leave of the velocity of a pair:
// in place of min(v·r, 0) it has
//   v·r - φ/2 (r·S_i r + r·S_j r),   φ = 4 q_i q_j/(q_i + q_j)² from 0 to 1,   q = r·S r
// (Frontiere, Raskin & Owen 2017, with van Leer's limiter φ), between min(v·r, 0) and 0. So it acts
// on pairs that approach only, pushes them apart, and takes energy from each. S is 0 where a flow
// has none.
template <class Own, class Its, class D>
FN Real approachLeft(const Own &own, const Its &its, const D &d)
{
	Real xx = d.x * d.x, yy = d.y * d.y, zz = d.z * d.z;
	Real xy = 2.0f * d.x * d.y, xz = 2.0f * d.x * d.z, yz = 2.0f * d.y * d.z;
	auto along = [&](const auto &s) {
		return s.xx * xx + s.xy * xy + s.xz * xz + s.yy * yy + s.yz * yz + s.zz * zz;
	};
	Real i = along(own), j = along(its), sum = i + j;
	Real limiter = minimum(4.0f * maximum(i * j, 0.0f) * reciprocal(sum * sum + 1e-20f), 1.0f);
	Real left = d.vr - 0.5f * limiter * sum, all = minimum(d.vr, 0.0f);
	return minimum(select(left > all, left, all), 0.0f);
}

template <class Base> struct WithResidual : Base {
	Symmetric<float> own;
	template <class N> struct Its { // of neighbour n
		decltype(Base::of(ForcesArgs{}, N{})) base;
		decltype(tensorOf(nullptr, N{})) strain;
	};
	// S of a neighbour or of the particle itself
	template <class N> static FN_MEMBER auto strain(const ForcesArgs &a, const N &n)
	{
		decltype(tensorOf(nullptr, n)) s = {};
		if (a.more[FIT])
			s = strainOf(fitOf(a.more[FIT], n));
		else if (a.more[RESIDUAL])
			s = tensorOf(a.more[RESIDUAL], n);
		return s;
	}
	FN_MEMBER void begin(const ForcesArgs &a, int i)
	{
		Base::begin(a, i);
		own = strain(a, i);
	}
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		return Its<N>{Base::of(a, n), strain(a, n)};
	}
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &t, Sums &f)
	{
		Base::template add<KERNEL>(a, i, j, n, t.base, f);
	}
	template <class D, class T>
	FN_MEMBER Real approach(const ForcesArgs &, const D &d, const T &t) const
	{
		return approachLeft(own, t.strain, d);
	}
};

// The same with corrected gradients, both of fit.h.
struct WithFit : WithStress<FITTED> {
	Symmetric<float> own;
	FN_MEMBER void begin(const ForcesArgs &a, int i) { own = strainOf(fitOf(a.more[FIT], i)); }
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		return fitOf(a.more[FIT], n);
	}
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &t, Sums &f)
	{
		WithStress<FITTED>::add<KERNEL>(a, i, j, n, correctionOf(t), f);
	}
	template <class D, class T>
	FN_MEMBER Real approach(const ForcesArgs &, const D &d, const T &t) const
	{
		return approachLeft(own, strainOf(t), d);
	}
};

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
	FN_MEMBER void finish(const ForcesArgs &a, int i, const WallSums &c, float4 &sums)
	{
		if (has(a, GRADIENT))
			gradient.finish(a, i, c, sums);
		if (has(a, STRESS))
			stress.finish(a, i, c, sums);
	}
};

// How well a pair of fluid conducts heat, 4 k_i k_j/(k_i + k_j) (Cleary & Monaghan 1999), times the
// volume of neighbour n over that of Physics.
template <class I, class J, class N>
FN float conductionOf(const ForcesArgs &a, const I &, const J &, const N &)
{
	return 2.0f * a.two[0].conductivity;
}
template <class I, class F, class Word, class N>
FN float conductionOf(const ForcesArgs &, const I &i, const OfOwn<F, Word> &j, const N &)
{
	return j.volume * 2.0f * i.of.conductivity;
}
template <class F, class Word, class N>
FN F conductionOf(const ForcesArgs &a, const OwnOfTwo &i, const OfTwo<F, Word> &j, const N &)
{
	float k = a.two[0].conductivity, l = a.two[1].conductivity;
	float between = 4.0f * k * l / (k + l), within = 2.0f * i.of.conductivity;
	return j.volume * choose(j.at.second != i.at.second, between, within);
}
template <class F, class Word, class N>
FN F conductionOf(const ForcesArgs &a, const Own &i, const OfMaterial<F, Word> &j, const N &n)
{
	float k = i.of.conductivity;
	F l = conductivityOf(a.p, a.list.predictedPos, n);
	return 4.0f * k * j.volume * l * reciprocal(k + l);
}

// What heat.h takes of the fluid around in the second half of a step.
struct WithHeat : NoMore {
	Real sum;  // Σ c (T_j - T_i)
	float own; // T_i
	static FN_MEMBER bool conducts(const ForcesArgs &a) { return a.temperature && a.euler.half; }
	FN_MEMBER void begin(const ForcesArgs &a, int i)
	{
		if (conducts(a))
			own = a.temperature[i];
	}
	template <class N> static FN_MEMBER Real of(const ForcesArgs &a, const N &n)
	{
		Real t = {};
		if (conducts(a)) // a branch with nothing but loads: see WithStress
			t += loadAt(a.temperature, 1, n);
		return t;
	}
	template <int KERNEL, class I, class J, class N>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const Real &t, Sums &)
	{
		auto d = separation(i.at, j.at);
		Real w = slopeAt<KERNEL>(a.p, d.r2) * reciprocal(1.0f + j.rel);
		sum += w * conductionOf(a, i, j, n) * (t - own);
	}
	FN_MEMBER void finish(const ForcesArgs &a, int i, const WallSums &, float4 &)
	{
		if (conducts(a))
			((float *)a.out.to)[i] = total(sum);
	}
};

// All of them.
struct WithAll : WithBoth {
	WithHeat heat;
	FN_MEMBER void begin(const ForcesArgs &a, int i) { heat.begin(a, i); }
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		struct {
			decltype(WithBoth::of(a, n)) both;
			Real temperature;
		} its = {WithBoth::of(a, n), WithHeat::of(a, n)};
		return its;
	}
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &t, Sums &f)
	{
		WithBoth::add<KERNEL>(a, i, j, n, t.both, f);
		if (WithHeat::conducts(a))
			heat.add<KERNEL>(a, i, j, n, t.temperature, f);
	}
	FN_MEMBER void finish(const ForcesArgs &a, int i, const WallSums &c, float4 &sums)
	{
		WithBoth::finish(a, i, c, sums);
		heat.finish(a, i, c, sums);
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
	WALK_KERNEL(name, Args) { forces<LoadedWithHeat, WithHeat, KIND, VISCOSITY, WALLS>(a, i); }
#define HEAT_LAMINAR_FORCES(name, Args, KIND, VISCOSITY, WALLS)                        \
	TERM_KERNEL(name, Args)                                                        \
	{                                                                              \
		forces<LoadedWithHeat, WithResidual<WithHeat>, KIND, LIMITED, WALLS>(a, i); \
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

// All other flows with materials.
#define MATERIAL_FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	TERM_KERNEL(name, Args)                                                      \
	{                                                                            \
		forces<LoadedWithMaterial, WithResidual<WithAll>, KIND, VISCOSITY, WALLS>(a, i); \
	}
MOVED(MATERIAL_FORCES, forces_any_materials, ForcesArgs, ANY, LIMITED)
