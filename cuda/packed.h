// Positions packed into eight bytes, for the loads that bound the forces. Of
// each coordinate 21 bits are kept, those of the reach of a list and one more
// for the sign of a difference: within reach, differences modulo 2²¹ are the
// differences. They come out at the top of 32 bits, where they wrap for nothing. The bit that
// is left over is the last of the number of the particle's material: all of it where there are two.
#pragma once
#include "lanes.h"
#include "particle.h"

// Cells are 2^shift quanta and REACH = 2 of them the reach; bits below are
// dropped, or zeros added.
FN uint32_t kept(int x, int shift)
{
	return shift >= 19 ? (uint32_t)x >> (shift - 19) : (uint32_t)x << (19 - shift);
}

FN uint2 pack(int4 p, int shift)
{
	uint32_t z = kept(p.z, shift);
	uint2 w;
	w.x = kept(p.x, shift) << 11 | (z >> 10 & 0x7ff);
	w.y = kept(p.y, shift) << 11 | (z << 1 & 0x7fe) | (materialOf(p.w) & 1);
	return w;
}

// Coordinates at the top of 32 bits.
template <class Word> struct PackedPosition {
	Word x, y, z;
	Word second; // 1 for the second of two materials
};

template <class Word> FN PackedPosition<Word> unpack(Word low, Word high)
{
	return {low & 0xfffff800u, high & 0xfffff800u, low << 21 | (high & 0x7feu) << 10, high & 1u};
}
