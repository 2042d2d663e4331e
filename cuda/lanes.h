// Vectors of floats for the fast host forms: where LANES is defined, the same
// pair physics takes LANES neighbours at a time. Real is what sums are made of.
#pragma once
#include "vec.h"

#ifndef LANES

typedef float Real;
FN float total(float x) { return x; }

#else

#include <immintrin.h>

typedef float Real __attribute__((vector_size(4 * LANES)));
typedef int32_t Ints __attribute__((vector_size(4 * LANES)));
typedef uint32_t Bits __attribute__((vector_size(4 * LANES)));

FN Real select(Ints mask, Real a, Real b) { return mask ? a : b; }
FN Real minimum(Real a, float b) { return select(a < b, a, Real{} + b); }
FN Real maximum(Real a, float b) { return select(a > b, a, Real{} + b); }
FN Real difference(uint32_t a, Bits b) { return __builtin_convertvector((Ints)(a - b), Real); }
FN Real difference(Bits a, uint32_t b) { return __builtin_convertvector((Ints)(a - b), Real); }

#if LANES == 16
FN Real squareRoot(Real x) { return (Real)_mm512_sqrt_ps((__m512)x); }
FN Real reciprocal(Real x)
{
	Real y = (Real)_mm512_rcp14_ps((__m512)x);
	return y * (2.0f - x * y);
}
#else
FN Real squareRoot(Real x) { return (Real)_mm256_sqrt_ps((__m256)x); }
FN Real reciprocal(Real x) { return 1.0f / x; }
#endif

// The halves of LANES packed pairs that lie together.
#if LANES == 16
FN void loadPairs(const uint2 *p, Bits &low, Bits &high)
{
	__m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + 8);
	const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
	low = (Bits)_mm512_permutex2var_epi32(a, even, b);
	high = (Bits)_mm512_permutex2var_epi32(a, _mm512_add_epi32(even, _mm512_set1_epi32(1)), b);
}
FN uint32_t maskOf(Ints m) { return _mm512_movepi32_mask((__m512i)m); }
#else
FN void loadPairs(const uint2 *p, Bits &low, Bits &high)
{
	__m256 a = _mm256_loadu_ps(&((const float *)p)[0]), b = _mm256_loadu_ps(&((const float *)p)[8]);
	__m256 c = _mm256_permute2f128_ps(a, b, 0x20), d = _mm256_permute2f128_ps(a, b, 0x31);
	low = (Bits)_mm256_shuffle_ps(c, d, 0x88);
	high = (Bits)_mm256_shuffle_ps(c, d, 0xdd);
}
FN uint32_t maskOf(Ints m) { return _mm256_movemask_ps((__m256)m); }
#endif

FN float total(Real x)
{
	float sum = 0.0f;
	for (int k = 0; k < LANES; k++)
		sum += x[k];
	return sum;
}

#endif

// The scalar forms, which GPUs and the strict host use.
FN float select(bool mask, float a, float b) { return mask ? a : b; }
FN float difference(uint32_t a, uint32_t b) { return (float)(int)(a - b); }
FN float squareRoot(float x) { return sqrtf(x); }
FN float reciprocal(float x) { return 1.0f / x; }
