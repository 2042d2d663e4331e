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
FN Real choose(Ints mask, float a, float b) { return select(mask, Real{} + a, Real{} + b); }
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

// Columns of LANES records of four words that lie together; masks as bits.
#if LANES == 16
FN void loadColumns(const int4 *p, Ints &x, Ints &y, Ints &z, Ints &w)
{
	// Four by four transposes within quarters leave lane 4a+b in place of 4b+a.
	const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
	__m512 a = _mm512_loadu_ps(p), b = _mm512_loadu_ps(p + 4), c = _mm512_loadu_ps(p + 8), d = _mm512_loadu_ps(p + 12);
	__m512 ab = _mm512_shuffle_ps(a, b, 0x44), cd = _mm512_shuffle_ps(c, d, 0x44);
	__m512 AB = _mm512_shuffle_ps(a, b, 0xee), CD = _mm512_shuffle_ps(c, d, 0xee);
	x = (Ints)_mm512_permutexvar_ps(order, _mm512_shuffle_ps(ab, cd, 0x88));
	y = (Ints)_mm512_permutexvar_ps(order, _mm512_shuffle_ps(ab, cd, 0xdd));
	z = (Ints)_mm512_permutexvar_ps(order, _mm512_shuffle_ps(AB, CD, 0x88));
	w = (Ints)_mm512_permutexvar_ps(order, _mm512_shuffle_ps(AB, CD, 0xdd));
}
FN uint32_t maskOf(Ints m) { return _mm512_movepi32_mask((__m512i)m); }
#else
FN void loadColumns(const int4 *p, Ints &x, Ints &y, Ints &z, Ints &w)
{
	const float *f = (const float *)p;
	auto two = [&](int k) { return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(f + 4 * k)), _mm_loadu_ps(f + 4 * k + 16), 1); };
	__m256 a = two(0), b = two(1), c = two(2), d = two(3); // records k and k + 4
	__m256 ab = _mm256_shuffle_ps(a, b, 0x44), cd = _mm256_shuffle_ps(c, d, 0x44);
	__m256 AB = _mm256_shuffle_ps(a, b, 0xee), CD = _mm256_shuffle_ps(c, d, 0xee);
	x = (Ints)_mm256_shuffle_ps(ab, cd, 0x88);
	y = (Ints)_mm256_shuffle_ps(ab, cd, 0xdd);
	z = (Ints)_mm256_shuffle_ps(AB, CD, 0x88);
	w = (Ints)_mm256_shuffle_ps(AB, CD, 0xdd);
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
FN float choose(bool mask, float a, float b) { return mask ? a : b; }
FN float difference(uint32_t a, uint32_t b) { return (float)(int)(a - b); }
FN float squareRoot(float x) { return sqrtf(x); }
FN float reciprocal(float x) { return 1.0f / x; }
