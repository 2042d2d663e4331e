// What passes before have computed for Forces, and the terms that take a stress or a gradient.
#pragma once
#include "forces.h"
#include "fit.h"

// In ForcesArgs.more; Terms in kernels.go has the same order.
enum { GRADIENT, STRESS, RESIDUAL, FIT };

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

#ifdef LANES
FN Symmetric<Real> tensorOf(const void *all, const Indices &i)
{
	auto of = [&](int k) { return loadAt((const float *)all + k, 8, i); };
	return {of(0), of(1), of(2), of(3), of(4), of(5)};
}

FN Records vectorOf(const void *all, const Indices &i)
{
	return recordsOf((const float4 *)all, i);
}
#endif

// S of residual.h, and P_d/ρ² of divergence.h.
template <class S, class F> struct Strained {
	S rate;
	F damping;
};

FN auto strainedOf(const void *all, int i)
{
	const float4 *at = (const float4 *)all + 2 * i;
	float4 a = load(at), b = load(at + 1);
	return Strained<Symmetric<float>, float>{{a.x, a.y, a.z, a.w, b.x, b.y}, b.z};
}

#ifdef LANES
FN auto strainedOf(const void *all, const Indices &i)
{
	return Strained<Symmetric<Real>, Real>{tensorOf(all, i), loadAt((const float *)all + 6, 8, i)};
}
#endif

// Those of a neighbour or of the particle itself; 0 where a flow has none.
template <class N> FN auto strainedAt(const ForcesArgs &a, const N &n)
{
	decltype(strainedOf(nullptr, n)) s = {};
	if (a.more[FIT]) {
		auto words = fitOf(a.more[FIT], n);
		s = {strainOf(words), wholeWord(words.damping)};
	} else if (a.more[RESIDUAL]) {
		s = strainedOf(a.more[RESIDUAL], n);
	}
	return s;
}

// What 1 - L takes from the sum of continuity over dummy walls, whose velocity is that of those
// around.
template <class I>
FN float opensAtWalls(const I &i, const Symmetric<float> &own, const WallSums &c)
{
	float r2 = total(c.r2), over = r2 > 0.0f ? 1.0f / r2 : 0.0f;
	Vector f = times(own, {total(c.x), total(c.y), total(c.z)});
	return f.x * (i.vx - over * total(c.vx)) + f.y * (i.vy - over * total(c.vy))
		+ f.z * (i.vz - over * total(c.vz));
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
	// a branch with nothing but loads: nvcc makes it none
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		decltype(tensorOf(a.more[STRESS], n)) tensor = {};
		if (!strains(a))
			tensor = tensorOf(a.more[STRESS], n);
		return tensor;
	}
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &, const T &t, Sums &f)
	{
		auto d = pairOf(i, j);
		Real w = weighted(slopeAt<KERNEL>(a.p, d.r2), j);
		if (strains(a))
			return addStrainBy(j, d, w, strain);
		bool inside = HALF == FITTED || a.p.corrected == CORRECTED_INSIDE;
		auto part = partOf(i, j);
		if (inside)
			addStrain(d, w * part, strain);
		Real own = w * part * i.term, its = w * (2.0f - part) * j.term;
		addAlong(*this, inside ? own : a.p.corrected ? its : w, d);
		w = inside ? its : a.p.corrected ? own : w;
		Real wx = w * d.x, wy = w * d.y, wz = w * d.z;
		f.x -= t.xx * wx + t.xy * wy + t.xz * wz;
		f.y -= t.xy * wx + t.yy * wy + t.yz * wz;
		f.z -= t.xz * wx + t.yz * wy + t.zz * wz;
	}
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &self, const WallSums &c, float4 &sums)
	{
		if (strains(a))
			return storeStress(a, i, strain);
		float walls = a.p.corrected && a.p.wall == DUMMY ? self.term : 1.0f;
		Symmetric<float> own = HALF == FITTED || a.more[FIT] ? correctionOf(fitOf(a.more[FIT], i))
								   : tensorOf(a.more[STRESS], i);
		Vector f = times(own,
			{total(x) + walls * total(c.x), total(y) + walls * total(c.y), total(z) + walls * total(c.z)});
		sums = {sums.x - f.x, sums.y - f.y, sums.z - f.z, sums.w};
		if (HALF == FITTED || a.p.corrected == CORRECTED_INSIDE) {
			sums.w -= own.xx * total(strain.xx) + own.yy * total(strain.yy) + own.zz * total(strain.zz)
				+ own.xy * total(strain.xy) + own.xz * total(strain.xz) + own.yz * total(strain.yz);
			if (a.p.wall == DUMMY) // or its force would give energy
				sums.w -= opensAtWalls(self, own, c);
		}
	}
};

// The gradient of density of gradient.h, or of hydrostatic.h. Diffusion leaves out the linear part
// (Antuono et al. 2010):
// ρ_i - ρ_j - (∇ρ_i + ∇ρ_j)·r/2 in place of ρ_i - ρ_j - ρ_H.
struct WithGradient : NoMore {
	static constexpr bool CENTRAL = true;
	Real x, y, z; // Σ w r
	static FN_MEMBER Vector hydro(const ForcesArgs &, int) { return {}; }
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &, Sums &f)
	{
		auto d = separation(i.at, j.at);
		auto g = vectorOf(a.more[GRADIENT], n);
		Real w = weighted(slopeAt<KERNEL>(a.p, d.r2), j);
		addAlong(*this, w, d);
		f.rel -= 0.5f * a.p.coefficient[DENSITY_DIFFUSION] * w * (g.x * d.x + g.y * d.y + g.z * d.z);
	}
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &, const WallSums &, float4 &sums)
	{
		Vector g = vectorOf(a.more[GRADIENT], i);
		float along = g.x * total(x) + g.y * total(y) + g.z * total(z);
		sums.w -= 0.5f * a.p.coefficient[DENSITY_DIFFUSION] * along;
	}
};
