// The host device's form of the kernels, and what Go needs to know of them.
#include "kernels.h"
#include "host.h"

typedef void (*loop)(const void *, int, int);

static const struct { const char *name; size_t size; loop run; } table[] = {
#define ROW(name, Args) {#name, sizeof(Args), host_##name},
	KERNELS(ROW)
#undef ROW
};

int hostKernels(void) { return sizeof table / sizeof *table; }
const char *hostKernelName(int k) { return table[k].name; }
size_t hostKernelSize(int k) { return table[k].size; }
void hostKernelRun(int k, const void *args, int from, int to) { table[k].run(args, from, to); }

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
