// Artificial viscosity on the residual as a term of Forces; its record is that of residual.h, or of
// fit.h with corrected gradients.
#pragma once
#include "stresses.h"

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
	static constexpr bool DAMPS = true;
	Strained<Symmetric<float>, float> own;
	template <class N> struct Its { // of neighbour n
		decltype(Base::of(ForcesArgs{}, N{})) base;
		decltype(strainedOf(nullptr, N{})) strained;
	};
	FN_MEMBER float damping() const { return own.damping; }
	template <class T> static FN_MEMBER auto dampingOf(const T &t) { return t.strained.damping; }
	FN_MEMBER void begin(const ForcesArgs &a, int i)
	{
		Base::begin(a, i);
		own = strainedAt(a, i);
	}
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		return Its<N>{Base::of(a, n), strainedAt(a, n)};
	}
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &t, Sums &f)
	{
		Base::template add<KERNEL>(a, i, j, n, t.base, f);
	}
	// The damping of divergence has no correction at walls, nor has its ∇·v.
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &self, const WallSums &c, float4 &sums)
	{
		I undamped = self;
		undamped.term -= own.damping;
		Base::finish(a, i, undamped, c, sums);
	}
	template <class D, class T>
	FN_MEMBER Real approach(const ForcesArgs &, const D &d, const T &t) const
	{
		return approachLeft(own.rate, t.strained.rate, d);
	}
};

// The same with corrected gradients, both of fit.h.
struct WithFit : WithStress<FITTED> {
	static constexpr bool DAMPS = true;
	Symmetric<float> own;
	float damps;
	FN_MEMBER float damping() const { return damps; }
	template <class T> static FN_MEMBER auto dampingOf(const T &t) { return wholeWord(t.damping); }
	FN_MEMBER void begin(const ForcesArgs &a, int i)
	{
		auto words = fitOf(a.more[FIT], i);
		own = strainOf(words);
		damps = wholeWord(words.damping);
	}
	template <class N> static FN_MEMBER auto of(const ForcesArgs &a, const N &n)
	{
		return fitOf(a.more[FIT], n);
	}
	template <int KERNEL, class I, class J, class N, class T>
	FN_MEMBER void add(const ForcesArgs &a, const I &i, const J &j, const N &n, const T &t, Sums &f)
	{
		WithStress<FITTED>::add<KERNEL>(a, i, j, n, correctionOf(t), f);
	}
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &self, const WallSums &c, float4 &sums)
	{
		I undamped = self;
		undamped.term -= damps;
		WithStress<FITTED>::finish(a, i, undamped, c, sums);
	}
	template <class D, class T>
	FN_MEMBER Real approach(const ForcesArgs &, const D &d, const T &t) const
	{
		return approachLeft(own, strainOf(t), d);
	}
};
