// What Forces sums of the heat that fluid conducts, in the second half of a step. heat.h has the
// rest.
#pragma once
#include "../residualterm.h"

// The conductivity of particle j; info are the words that say what particles are.
FN float conductivityOf(const Physics &p, const int4 *info, int j)
{
	return load(&rowOf(p, info, j).conductivity);
}
#ifdef LANES
FN Real conductivityOf(const Physics &p, const int4 *info, const Indices &j)
{
	return fromEach([&](int k) { return conductivityOf(p, info, (int)j.at[k]); });
}
#endif

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
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &, const WallSums &, float4 &)
	{
		if (conducts(a))
			((float *)a.out.to)[i] = total(sum);
	}
};
