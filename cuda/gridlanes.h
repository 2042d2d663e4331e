// Numbers of which kernels of grids take several at a time on the host: vectors of GRID_BYTES. On
// GPUs a thread has one. All round alike.
#pragma once
#include "vec.h"

FN double root(double x) { return sqrt(x); }
FN float root(float x) { return sqrtf(x); }

#ifdef __CUDACC__

template <class V, class T> FN V spread(T x) { return x; }
FN bool anyOf(bool of) { return of; }
// 2⁻ᵉ where x is from 2ᵉ to 2ᵉ⁺¹.
FN float perSize(float x) { return asFloat(0x7f000000 - (asBits(x) & 0x7f800000)); }

#else

#include <immintrin.h>

#ifndef GRID_BYTES
#define GRID_BYTES 16
#endif

typedef double Doubles __attribute__((vector_size(GRID_BYTES)));
typedef float Floats __attribute__((vector_size(GRID_BYTES)));
typedef int64_t Longs __attribute__((vector_size(GRID_BYTES)));
typedef int32_t Integers __attribute__((vector_size(GRID_BYTES)));

// The vector of numbers of a type, and how many there are in it.
template <class T> struct VectorOf { typedef Doubles V; };
template <> struct VectorOf<float> { typedef Floats V; };
template <class T> constexpr int LANES_OF = GRID_BYTES / sizeof(T);

template <class V, class T> FN V spread(T x) { return V{} + x; }
template <class V, class T> FN V vectorAt(const T *p)
{
	V v;
	memcpy(&v, p, sizeof v);
	return v;
}
template <class V, class T> FN void putVector(T *p, V v) { memcpy(p, &v, sizeof v); }

FN Floats perSize(Floats x) { return (Floats)(0x7f000000 - ((Integers)x & 0x7f800000)); }
#if GRID_BYTES == 64
FN Doubles root(Doubles x) { return (Doubles)_mm512_maskz_sqrt_pd(0xff, (__m512d)x); }
FN Floats root(Floats x) { return (Floats)_mm512_maskz_sqrt_ps(0xffff, (__m512)x); }
FN bool anyOf(Longs of) { return _mm512_movepi64_mask((__m512i)of); }
FN bool anyOf(Integers of) { return _mm512_movepi32_mask((__m512i)of); }
#elif GRID_BYTES == 32
FN Doubles root(Doubles x) { return (Doubles)_mm256_sqrt_pd((__m256d)x); }
FN Floats root(Floats x) { return (Floats)_mm256_sqrt_ps((__m256)x); }
FN bool anyOf(Longs of) { return _mm256_movemask_pd((__m256d)of); }
FN bool anyOf(Integers of) { return _mm256_movemask_ps((__m256)of); }
#else
FN Doubles root(Doubles x) { return (Doubles)_mm_sqrt_pd((__m128d)x); }
FN Floats root(Floats x) { return (Floats)_mm_sqrt_ps((__m128)x); }
FN bool anyOf(Longs of) { return _mm_movemask_pd((__m128d)of); }
FN bool anyOf(Integers of) { return _mm_movemask_ps((__m128)of); }
#endif

#endif
