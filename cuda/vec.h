// Loads, conversions and atomics that the GPU and the host spell differently.
#pragma once
#include "kernel.h"

#ifdef __CUDACC__

template <class T> FN T load(const T *p) { return __ldg(p); }
// Loads a value that is not needed again soon. It takes no place in the first cache from what neighbours share.
FN uint4 loadOnce(const uint4 *p)
{
	uint4 v;
	asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
	return v;
}
// Lets what will be loaded come nearer.
FN void prefetch(const void *p) { asm volatile("prefetch.global.L2 [%0];" ::"l"(p)); }
FN float asFloat(unsigned u) { return __uint_as_float(u); }
FN unsigned asBits(float f) { return __float_as_uint(f); }
FN int roundToInt(float f) { return __float2int_rn(f); }
FN int lowestBit(uint32_t u) { return __ffs(u) - 1; }
FN int highestBit(uint32_t u) { return 31 - __clz(u); }
FN uint32_t reversed(uint32_t u) { return __brev(u); } // the order of the bits
// With the sign of x shifted in at the low end, one instruction.
FN uint32_t withSign(uint32_t u, float x) { return __funnelshift_l(__float_as_uint(x), u, 1); }
FN long long roundToLong(double f) { return __double2ll_rn(f); }
FN void fence() { __threadfence_system(); }
FN uint32_t atomicInc(uint32_t *p) { return atomicAdd(p, 1u); }
FN void atomicSum(uint32_t *p, uint32_t v) { atomicAdd(p, v); }
FN void atomicSum(int64_t *p, int64_t v) { atomicAdd((unsigned long long *)p, (unsigned long long)v); }

// An integer of at most 22 bits and a sign as a float, in one add each of
// integers and floats instead of a conversion at a quarter of the rate.
FN float toFloat(int d) { return __int_as_float(d + 0x4B400000) - 12582912.0f; }

FN uint32_t bits(uint32_t u) { return __popc(u); }

// What f says of 32 particles from a multiple of 32 on, as bits; f(i) is 0 or 1 twice.
// Of the threads i of a warp the first has it.
template <class F> FN uint2 bitsOf(int i, F f)
{
	uint2 own = f(i);
	return {__ballot_sync(~0u, own.x), __ballot_sync(~0u, own.y)};
}

// 16 bytes in one access to memory, which others may be writing or reading.
FN void storeAtOnce(uint4 *p, uint4 v)
{
	asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
}
FN uint4 loadAtOnce(const uint4 *p)
{
	uint4 v;
	asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p) : "memory");
	return v;
}

FN void storeAtOnce(uint32_t *p, uint32_t v) { asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory"); }
FN uint32_t loadAtOnce(const uint32_t *p) { return *(const volatile uint32_t *)p; }

// A clock that goes on whatever happens, to tell how long a wait takes.
FN uint64_t nanoseconds()
{
	uint64_t t;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}

// The greatest of what the threads of a warp have.
FN uint32_t greatest(uint32_t v)
{
	for (int apart = 16; apart; apart /= 2) {
		uint32_t other = __shfl_xor_sync(~0u, v, apart);
		v = other > v ? other : v;
	}
	return v;
}

// Adds up what the threads of a warp have, all of which call it, with one access to memory.
FN void addOfWarp(int64_t *p, int64_t v)
{
	for (int apart = 16; apart; apart /= 2)
		v += __shfl_xor_sync(~0u, (long long)v, apart);
	if (v && threadIdx.x % 32 == 0)
		atomicSum(p, v);
}

// Looks before it locks: nearly every call finds a greater value there.
FN void atomicMaximum(uint32_t *p, uint32_t v)
{
	if (v > *(volatile uint32_t *)p)
		atomicMax(p, v);
}

#else

template <class T> FN T load(const T *p) { return *p; }
FN uint4 loadOnce(const uint4 *p) { return *p; }
FN void prefetch(const void *) {}
FN float asFloat(unsigned u) { float f; memcpy(&f, &u, 4); return f; }
FN unsigned asBits(float f) { unsigned u; memcpy(&u, &f, 4); return u; }
FN int roundToInt(float f) { return _mm_cvtss_si32(_mm_set_ss(f)); }
FN int lowestBit(uint32_t u) { return __builtin_ctz(u); }
FN int highestBit(uint32_t u) { return 31 - __builtin_clz(u); }
FN uint32_t reversed(uint32_t u)
{
	uint32_t r = 0;
	for (int b = 0; b < 32; b++, u >>= 1)
		r = r << 1 | (u & 1);
	return r;
}
FN uint32_t withSign(uint32_t u, float x) { return u << 1 | asBits(x) >> 31; }
FN long long roundToLong(double f) { return _mm_cvtsd_si64(_mm_set_sd(f)); }
FN void fence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
FN uint32_t atomicInc(uint32_t *p) { return __atomic_fetch_add(p, 1u, __ATOMIC_RELAXED); }
FN void atomicSum(uint32_t *p, uint32_t v) { __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
FN void atomicSum(int64_t *p, int64_t v) { __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
FN float toFloat(int d) { return (float)d; }
FN uint32_t bits(uint32_t u) { return __builtin_popcount(u); }

template <class F> FN uint2 bitsOf(int i, F f)
{
	uint2 all = {0, 0};
	for (int k = 0; k < 32 && i % 32 == 0; k++) {
		uint2 own = f(i + k);
		all = {all.x | own.x << k, all.y | own.y << k};
	}
	return all;
}

FN void storeAtOnce(uint4 *p, uint4 v) { *p = v; }
FN uint4 loadAtOnce(const uint4 *p) { return *p; }
FN void storeAtOnce(uint32_t *p, uint32_t v) { *(volatile uint32_t *)p = v; }
FN uint32_t loadAtOnce(const uint32_t *p) { return *(const volatile uint32_t *)p; }
FN uint64_t nanoseconds()
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1000000000ull * t.tv_sec + t.tv_nsec;
}
FN uint32_t greatest(uint32_t v) { return v; }
FN void addOfWarp(int64_t *p, int64_t v)
{
	if (v)
		atomicSum(p, v);
}

FN void atomicMaximum(uint32_t *p, uint32_t v)
{
	uint32_t seen = __atomic_load_n(p, __ATOMIC_RELAXED);
	while (v > seen && !__atomic_compare_exchange_n(p, &seen, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

#endif

FN float minimum(float a, float b) { return a < b ? a : b; }
FN float maximum(float a, float b) { return a > b ? a : b; }

// Whether a non-negative number is greater than another, infinite or none: by its
// bits, since a comparison of floats would not survive fast math.
FN bool exceeds(float a, float b) { return (asBits(a) & 0x7fffffff) > asBits(b); }
