// The limits of Forces: what would be left of it if it did its loads and nothing
// else, or all but the loads of neighbours. `gpusph bench` times them on the lists
// of the flow.
#pragma once
#include "forces.h"

#ifndef LANES

// All words of a neighbour in one, so that none of its loads can be left out.
typedef uint32_t Words;

FN Words wordsOf(const ForcesArgs &a, int j)
{
	uint2 w = load(a.packed + j);
	float4 v = load(a.vel + j);
	return w.x ^ w.y ^ asBits(v.x) ^ asBits(v.y) ^ asBits(v.z) ^ asBits(v.w);
}

FN Words wallOf(const ForcesArgs &a, int j)
{
	uint2 w = load(a.walls + j);
	return w.x ^ w.y;
}

FN uint32_t inOne(Words w) { return w; }

#else

typedef Bits Words;

FN Words wordsOf(const ForcesArgs &a, const Indices &at)
{
	alignas(64) int j[LANES];
	__builtin_memcpy(j, &at.at, sizeof j);
	return (Bits)fourRecords(a.vel, j) ^ (Bits)fourRecords(a.vel, j + 1) ^ (Bits)fourRecords(a.vel, j + 2)
		^ (Bits)fourRecords(a.vel, j + 3) ^ (Bits)fourPairs(a.packed, j) ^ (Bits)fourPairs(a.packed, j + 2);
}

FN Words wallOf(const ForcesArgs &a, const Indices &at)
{
	alignas(64) int j[LANES];
	__builtin_memcpy(j, &at.at, sizeof j);
	return (Bits)fourPairs(a.walls, j) ^ (Bits)fourPairs(a.walls, j + 2);
}

FN uint32_t inOne(Words w)
{
	uint32_t x = 0;
	for (int k = 0; k < LANES; k++)
		x ^= w[k];
	return x;
}

FN Real asFloat(Bits b) { return (Real)b; }

#endif

// The walk of Forces over the lists, with its loads and its store. Of walls that have no state
// only places are loaded.
KERNEL(gather, ForcesArgs)
{
	i = memberOf(a.part, i);
	if (i < 0)
		return;
	Task t = taskOf(a.list, i);
	i = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, i);
	Words words = {};
	auto visit = [&](auto j) { words ^= wordsOf(a, j); };
	if (a.p.wall == DYNAMIC)
		forNeighbours(a.list, t, visit, visit);
	else if (!(t.count & WALL))
		forNeighbours(a.list, t, visit, [&](auto j) { words ^= wallOf(a, j); });
	float4 out = {asFloat(inOne(words)), self.vx, asFloat(self.at.x ^ self.at.z), self.rel};
	a.force[i] = out;
}

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
	static FN_MEMBER auto at(const ForcesArgs &a, int j) { return made<float, uint32_t>(a.p, (uint32_t)j); }
	static FN_MEMBER auto wall(const ForcesArgs &a, int j) { return at(a, j).at; }
#ifdef LANES
	static FN_MEMBER auto at(const ForcesArgs &a, const Indices &j) { return made<Real, Bits>(a.p, (Bits)j.at); }
	static FN_MEMBER auto wall(const ForcesArgs &a, const Indices &j) { return at(a, j).at; }
#endif
};

#define ARITHMETIC(name, KIND, LAMINAR, WALLS) \
	WALK_KERNEL(name, ForcesArgs) { forces<Made, KIND, LAMINAR, WALLS>(a, i); }

ARITHMETIC(arithmetic_wendland_lennard_jones, WENDLAND, false, LENNARD_JONES)
ARITHMETIC(arithmetic_wendland_dynamic, WENDLAND, false, DYNAMIC)
ARITHMETIC(arithmetic_wendland_dummy, WENDLAND, false, DUMMY)
ARITHMETIC(arithmetic_wendland_laminar_lennard_jones, WENDLAND, true, LENNARD_JONES)
ARITHMETIC(arithmetic_wendland_laminar_dynamic, WENDLAND, true, DYNAMIC)
ARITHMETIC(arithmetic_wendland_laminar_dummy, WENDLAND, true, DUMMY)
ARITHMETIC(arithmetic_cubic_lennard_jones, CUBIC, false, LENNARD_JONES)
ARITHMETIC(arithmetic_cubic_dynamic, CUBIC, false, DYNAMIC)
ARITHMETIC(arithmetic_cubic_dummy, CUBIC, false, DUMMY)
ARITHMETIC(arithmetic_cubic_laminar_lennard_jones, CUBIC, true, LENNARD_JONES)
ARITHMETIC(arithmetic_cubic_laminar_dynamic, CUBIC, true, DYNAMIC)
ARITHMETIC(arithmetic_cubic_laminar_dummy, CUBIC, true, DUMMY)
