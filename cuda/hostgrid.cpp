// The host's form of the kernels of grids. Vectors of this processor's round as one number does, as
// long as nothing is fused, so there is one form, compiled for several.
#pragma GCC optimize("fp-contract=off")
#include "grid.h"
#include "host.h"

static const struct { const char *name; size_t size; void (*form)(const void *, int, int); } table[] = {
#define ROW(name, Args) {#name, sizeof(Args), host_##name},
	GRID_KERNELS(ROW)
};

int gridKernels(void) { return sizeof table / sizeof *table; }
const char *gridKernelName(int k) { return table[k].name; }
size_t gridKernelSize(int k) { return table[k].size; }
void gridKernelRun(int k, const void *args, int from, int to) { table[k].form(args, from, to); }
