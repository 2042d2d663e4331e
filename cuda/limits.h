// The limit of Forces by arithmetic: what would be left of it without the loads of neighbours.
// `gpusph bench` times it on the lists of the flow, with Wendland's kernel in place of any,
// without laminar viscosity, and with dummy walls in place of Lennard-Jones', so that the limit is rather too low.
#pragma once
#include "forces.h"

#ifdef LANES
FN Real asFloat(Bits b) { return (Real)b; }
#endif

// A neighbour made of its index j instead of loaded, in about as many
// instructions as the loads and their addresses take. It lies anywhere, and what
// fills a list up counts too, which makes no difference to the time: the sums over
// pairs have no branches.
template <class F, class Word> FN Particles<F, Word> made(const Physics &p, Word j)
{
	Word low = j * 0x9e3779b1u, high = j * 0x85ebca6bu;
	F v = asFloat(low >> 9 | 0x3f800000u); // from 1 to 2
	F rel = 0.01f * v;
	return {unpack(low, high), v, v, v, rel, pressureTerm(p, rel)};
}

struct Made {
	static constexpr bool BUOYANT = false, MIXED = false;
	static FN_MEMBER auto self(const ForcesArgs &a, int i)
	{
		return particle(a.p, a.packed, a.vel, i);
	}
	template <class I, class J> static FN_MEMBER auto alike(const ForcesArgs &a, const I &, const J &j)
	{
		return at(a, j);
	}
	static FN_MEMBER auto at(const ForcesArgs &a, int j) { return made<float, uint32_t>(a.p, (uint32_t)j); }
	static FN_MEMBER auto wall(const ForcesArgs &a, int j) { return at(a, j).at; }
	static FN_MEMBER auto dynamic(const ForcesArgs &a, int j) { return at(a, j); }
#ifdef LANES
	static FN_MEMBER auto at(const ForcesArgs &a, const Indices &j) { return made<Real, Bits>(a.p, (Bits)j.at); }
	static FN_MEMBER auto wall(const ForcesArgs &a, const Indices &j) { return at(a, j).at; }
	static FN_MEMBER auto dynamic(const ForcesArgs &a, const Indices &j) { return at(a, j); }
#endif
};

#define ARITHMETIC(name, Args, KIND, VISCOSITY, WALLS) \
	WALK_KERNEL(name, Args) { forces<Made, NoMore, KIND, VISCOSITY, WALLS>(a, i); }
USUAL_WALLS(ARITHMETIC, arithmetic, ARTIFICIAL)
