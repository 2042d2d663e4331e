// The host device's forms of the kernels, and what Go needs to know of them.
#include "kernels.h"
#include "flexible/args.h"
#include "joints/args.h"
#include "relaxation/args.h"
#include "host.h"

typedef void (*loop)(const void *, int, int);

// The strict form of each kernel, and where vectors make it faster, those with
// vectors of 8 and 16 lanes.
static const struct { const char *name; size_t size; loop form[3]; } table[] = {
#define ROW(name, Args, ...) {#name, sizeof(Args), {host_##name, host_##name, host_##name}},
#define FAST_ROW(name, Args, ...) {#name, sizeof(Args), {host_##name, host8_##name, host16_##name}},
	KERNELS(ROW, FAST_ROW)
};

int hostKernels(void) { return sizeof table / sizeof *table; }
const char *hostKernelName(int k) { return table[k].name; }
size_t hostKernelSize(int k) { return table[k].size; }
void hostKernelRun(int k, int form, const void *args, int from, int to) { table[k].form[form](args, from, to); }

int hostLanes(void)
{
	__builtin_cpu_init();
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
		&& __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
		return 16;
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 8 : 1;
}

void hostScan(uint64_t dstAddress, uint64_t srcAddress, int64_t n)
{
	uint32_t *dst = (uint32_t *)dstAddress;
	const uint32_t *src = (const uint32_t *)srcAddress;
	uint32_t sum = 0;
	for (int64_t i = 0; i < n; i++) {
		uint32_t v = src[i];
		dst[i] = sum;
		sum += v;
	}
	dst[n] = sum;
}
