// The dialect in which kernels are written: C++ without a library, compiled by
// nvcc for GPUs and by g++ for the host device.
//
//     KERNEL(name, Args) { ... one thread, one index i, arguments a ... }
//
// makes a GPU kernel `name` and a host loop `host_name` of the same body. The
// strict builds (-fmad=false on the GPU, no fused operations on the host) round
// alike, so that both give the same bits.
#pragma once
#include <stdint.h>

#ifdef __CUDACC__

#define FN static __device__ __forceinline__
#define FN_MEMBER __device__ __forceinline__
#define FN_RARE FN
#define INLINE

// From Hopper on, a kernel may be launched while the one before it ends, and waits
// here until that is done; the next is launched while this one runs.
#if __CUDA_ARCH__ >= 900
#define LAUNCH_NEXT asm volatile("griddepcontrol.launch_dependents;")
#define IN_TURN asm volatile("griddepcontrol.wait;" ::: "memory")
#else
#define LAUNCH_NEXT
#define IN_TURN
#endif

// A warp's threads are aligned to the list's tiles of 32, whatever `from` is.
#define KERNEL(name, Args) KERNEL_OF(name, Args, LAUNCH_NEXT, 128)
// A kernel that waits for memory most of the time. Its threads have more registers, to wait for
// several loads at once. A multiprocessor then holds eight blocks only.
#define WALK_KERNEL(name, Args) KERNEL_OF(name, Args, LAUNCH_NEXT, 128, 8)
// The same of one that sums more than eight blocks have registers for.
#define TERM_KERNEL(name, Args) KERNEL_OF(name, Args, LAUNCH_NEXT, 128, 6)
#define FIT_KERNEL(name, Args) KERNEL_OF(name, Args, LAUNCH_NEXT, 128, 4)
// A kernel that waits for other devices. The next kernel is not launched while it waits, or it
// would take the place of kernels that the other devices wait for.
#define MEETING_KERNEL(name, Args) KERNEL_OF(name, Args, , 128)
#define KERNEL_OF(name, Args, NEXT, ...)                                \
	FN void name##_body(const Args &a, int i);                          \
	struct name##_launch { int from, to; Args a; };                     \
	extern "C" __global__ void __launch_bounds__(__VA_ARGS__)           \
	name(const __grid_constant__ name##_launch l)                       \
	{                                                                   \
		IN_TURN;                                                        \
		NEXT;                                                           \
		int i = (l.from & ~31) + (int)(blockIdx.x * 128 + threadIdx.x); \
		if (i >= l.from && i < l.to)                                    \
			name##_body(l.a, i);                                        \
	}                                                                   \
	FN void name##_body(const Args &a, int i)

#elif defined __cplusplus

#include <emmintrin.h>
#include <math.h>
#include <string.h>
#include <time.h>

#define FN static inline __attribute__((always_inline))
#define FN_MEMBER inline __attribute__((always_inline))
#define FN_RARE static __attribute__((noinline))

// The fast host forms have names of their own.
#ifndef HOST
#define HOST(name) host_##name
#endif

// Of what is done with neighbours: no vector register would survive a call for each of their
// vectors.
#ifdef LANES
#define INLINE __attribute__((always_inline))
#else
#define INLINE
#endif

#define KERNEL(name, Args)                                            \
	FN void name##_body(const Args &a, int i);                        \
	extern "C" void HOST(name)(const void *args, int from, int to)   \
	{                                                                 \
		const Args a = *(const Args *)args;                           \
		for (int i = from; i < to; i++)                               \
			name##_body(a, i);                                        \
	}                                                                 \
	FN void name##_body(const Args &a, int i)

#define WALK_KERNEL KERNEL
#define TERM_KERNEL KERNEL
#define FIT_KERNEL KERNEL
#define MEETING_KERNEL KERNEL

struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct alignas(8) uint2 { unsigned x, y; };

#endif
