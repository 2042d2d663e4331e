// Remainders: what a particle of fluid is from its position, which is in whole quanta. A displacement
// below half a quantum is not lost but kept until there is a whole one. Each is three times 21 bits in
// eight bytes, in units of 2⁻²¹ quanta, from -½ quantum to ½.
#pragma once
#include "vec.h"

enum { REMAINDER_BITS = 21, UNITS_PER_QUANTUM = 1 << REMAINDER_BITS };

struct Remainder {
	int x, y, z;
};

FN Remainder unpackRemainder(uint2 w)
{
	return {(int)(w.x << 11) >> 11, (int)(w.y << 11) >> 11, (int)((w.y >> 21 << 21) | (w.x >> 21 << 10)) >> 10};
}

FN uint2 packRemainder(Remainder r)
{
	uint32_t z = (uint32_t)r.z;
	return {((uint32_t)r.x & 0x1fffff) | z << 21, ((uint32_t)r.y & 0x1fffff) | z >> 11 << 21};
}

// Moves a coordinate by a displacement in quanta. The difference is exact, so nothing is lost but
// what is below half a unit, and that by rounding to nearest.
FN void moveBy(float displacement, int &x, int &remainder)
{
	int whole = roundToInt(displacement);
	int units = remainder + roundToInt((displacement - (float)whole) * (float)UNITS_PER_QUANTUM);
	int carry = (units + UNITS_PER_QUANTUM / 2) >> REMAINDER_BITS;
	x += whole + carry;
	remainder = units - carry * UNITS_PER_QUANTUM;
}
