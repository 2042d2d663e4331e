// The kernels of grids with vectors of 64 bytes.
#pragma GCC optimize("fp-contract=off")
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,prefer-vector-width=512")
#define GRID_BYTES 64
#define HOST(name) host16_##name
#include "grid.h"
