// The host's form of the kernels of grids. Vectors of this processor round as one number does, as
// long as nothing is fused, so the form with vectors has the same bits.
#pragma GCC optimize("fp-contract=off")
#include "grid.h"
#include "host.h"

#define DECLARE(name, Args)                                             \
	extern "C" void host8_##name(const void *args, int from, int to);   \
	extern "C" void host16_##name(const void *args, int from, int to);
GRID_KERNELS(DECLARE)

typedef void (*loop)(const void *, int, int);

static const struct { const char *name; size_t size; loop form[3]; } table[] = {
#define ROW(name, Args) {#name, sizeof(Args), {host_##name, host8_##name, host16_##name}},
	GRID_KERNELS(ROW)
};

int gridKernels(void) { return sizeof table / sizeof *table; }
const char *gridKernelName(int k) { return table[k].name; }
size_t gridKernelSize(int k) { return table[k].size; }
void gridKernelRun(int k, int form, const void *args, int from, int to)
{
	table[k].form[form](args, from, to);
}
