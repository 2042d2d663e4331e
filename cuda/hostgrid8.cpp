// The kernels of grids with vectors of 32 bytes.
#pragma GCC optimize("fp-contract=off")
#pragma GCC target("avx2")
#define GRID_BYTES 32
#define HOST(name) host8_##name
#include "grid.h"
