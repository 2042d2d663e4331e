// The exclusive prefix sum on a GPU, in three kernels: each block sums its part,
// one block scans the sums, each block scans its part again and adds what came
// before. Sums of integers: the order does not matter.
#pragma once
#include "kernel.h"

struct ScanArgs {
	uint32_t *dst;       // n + 1 numbers, the last the total; may be src
	const uint32_t *src; // n numbers
	uint32_t *sums;      // one per block
	uint32_t n, blocks;
};

enum {
	SCAN_PART = 2048,   // numbers that a block scans
	SCAN_THREADS = 256,
	SCAN_SUMS = 1024,   // threads that scan the sums of the blocks
	SCAN_WARPS = SCAN_THREADS / 32,
	SCAN_ROWS = SCAN_PART / SCAN_THREADS, // numbers of a thread
};

// The sum over the lanes up to this one.
static __device__ __forceinline__ uint32_t warpScan(uint32_t v)
{
	int lane = threadIdx.x & 31;
	for (int d = 1; d < 32; d *= 2) {
		uint32_t below = __shfl_up_sync(~0u, v, d);
		v += lane >= d ? below : 0;
	}
	return v;
}

extern "C" __global__ void __launch_bounds__(SCAN_THREADS) scan_parts(ScanArgs a)
{
	__shared__ uint32_t warps[SCAN_WARPS];
	IN_TURN;
	LAUNCH_NEXT;
	uint32_t sum = 0;
	for (int r = 0; r < SCAN_ROWS; r++) {
		uint32_t i = blockIdx.x * SCAN_PART + r * SCAN_THREADS + threadIdx.x;
		sum += i < a.n ? a.src[i] : 0;
	}
	sum = warpScan(sum);
	if ((threadIdx.x & 31) == 31)
		warps[threadIdx.x >> 5] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		sum = 0;
		for (int w = 0; w < SCAN_WARPS; w++)
			sum += warps[w];
		a.sums[blockIdx.x] = sum;
	}
}

extern "C" __global__ void __launch_bounds__(SCAN_SUMS) scan_sums(ScanArgs a)
{
	__shared__ uint32_t warps[SCAN_SUMS / 32];
	IN_TURN;
	LAUNCH_NEXT;
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	uint32_t before = 0;
	for (uint32_t base = 0; base < a.blocks; base += SCAN_SUMS) {
		uint32_t i = base + threadIdx.x;
		uint32_t v = i < a.blocks ? a.sums[i] : 0;
		uint32_t upTo = warpScan(v);
		if (lane == 31)
			warps[warp] = upTo;
		__syncthreads();
		if (warp == 0)
			warps[lane] = warpScan(warps[lane]);
		__syncthreads();
		if (i < a.blocks)
			a.sums[i] = before + (warp ? warps[warp - 1] : 0) + upTo - v;
		before += warps[SCAN_SUMS / 32 - 1];
		__syncthreads(); // the next round writes warps
	}
	if (threadIdx.x == 0)
		a.dst[a.n] = before;
}

// A warp's numbers lie together, so that loads do too. A thread has read all of
// its numbers before it writes the first, which is why dst may be src.
extern "C" __global__ void __launch_bounds__(SCAN_THREADS) scan_add(ScanArgs a)
{
	__shared__ uint32_t warps[SCAN_WARPS];
	IN_TURN;
	LAUNCH_NEXT;
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	uint32_t first = blockIdx.x * SCAN_PART + warp * SCAN_ROWS * 32 + lane;
	uint32_t value[SCAN_ROWS], sum = 0;
	#pragma unroll
	for (int r = 0; r < SCAN_ROWS; r++) {
		uint32_t i = first + r * 32;
		uint32_t v = i < a.n ? a.src[i] : 0;
		uint32_t upTo = warpScan(v);
		value[r] = sum + upTo - v;
		sum += __shfl_sync(~0u, upTo, 31);
	}
	if (lane == 0)
		warps[warp] = sum;
	__syncthreads();
	uint32_t before = a.sums[blockIdx.x];
	for (int w = 0; w < warp; w++)
		before += warps[w];
	#pragma unroll
	for (int r = 0; r < SCAN_ROWS; r++) {
		uint32_t i = first + r * 32;
		if (i < a.n)
			a.dst[i] = before + value[r];
	}
}
