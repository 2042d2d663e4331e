// The rate of strain S of residual.h and the matrix L of correction.h, by one walk over the
// neighbours. Forces of flows with both takes them from one sector of memory: each number as the
// upper half of its float, with 8 bits of its size. 1 - L is some hundredths, and S need not be
// exact: its float is the whole word, which the lower half changes by less than a hundredth.
#pragma once
#include "correction.h"
#include "residual.h"

// A word has 1 - L times its part in the lower half, S in the upper one.
struct alignas(16) Fit {
	uint32_t xx, xy, xz, yy, yz, zz;
	uint32_t damping; // of divergence.h, a float
	uint32_t unused;
};

// The upper half of a float, rounded to the nearest, to even ones between two.
FN uint32_t upperHalf(float x)
{
	uint32_t b = asBits(x);
	return (b + 0x7fffu + ((b >> 16) & 1u)) >> 16;
}

FN uint32_t halves(float lower, float upper) { return upperHalf(lower) | upperHalf(upper) << 16; }

// The words of a record of fit.h.
template <class Word> struct FitWords {
	Word xx, xy, xz, yy, yz, zz, damping;
};

FN FitWords<uint32_t> fitOf(const void *all, int i)
{
	const uint4 *at = (const uint4 *)all + 2 * i;
	uint4 a = load(at);
	uint4 b = load(at + 1);
	return {a.x, a.y, a.z, a.w, b.x, b.y, b.z};
}

FN float lowerHalf(uint32_t word) { return asFloat(word << 16); }
FN float wholeWord(uint32_t word) { return asFloat(word); }

#ifdef LANES
FN FitWords<Bits> fitOf(const void *all, const Indices &i)
{
	const float4 *at = (const float4 *)all;
	Indices twice = {i.at * 2};
	Records a = recordsOf(at, twice), b = recordsOf(at + 1, twice);
	return {(Bits)a.x, (Bits)a.y, (Bits)a.z, (Bits)a.w, (Bits)b.x, (Bits)b.y, (Bits)b.z};
}

FN Real lowerHalf(const Bits &word) { return (Real)(word << 16); }
FN Real wholeWord(const Bits &word) { return (Real)word; }
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

// The constants are 1 in two dimensions, the determinant from which gradients are corrected, and 1
// with viscosity on the residual, 0 without: S is 0 then.
template <bool MANY> FN void linearFit(const PassArgs &a, int i)
{
	Task t;
	if (!fluidTask(a, i, t))
		return;
	WalledSpreads s = FORM(MANY, walledSpreads, a, t);
	float k = -a.p.relScale * a.p.unit;
	Symmetric<float> m = totals(s.fluid.rr, k), walls = totals(s.walls, k);
	m = {m.xx + walls.xx, m.xy + walls.xy, m.xz + walls.xz, m.yy + walls.yy + a.constant[0],
		m.yz + walls.yz, m.zz + walls.zz};
	Symmetric<float> c = missingInside(m, a.constant[1]);
	Symmetric<float> v = a.constant[2] > 0.0f ? strainOf(a, s.fluid) : Symmetric<float>{};
	storePass(a, (int)t.particle,
		Fit{halves(c.xx, v.xx), halves(c.xy, v.xy), halves(c.xz, v.xz), halves(c.yy, v.yy),
			halves(c.yz, v.yz), halves(c.zz, v.zz),
			asBits(dampingPressure(a, (int)t.particle, s, c)), 0});
}
VOLUME_KERNELS(FIT_KERNEL, linear_fit, linearFit)
