// The kernels that vectors of 16 lanes make faster.
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")
#define LANES 16
#define HOST(name) host16_##name
#include "neibs.h"
#include "forces.h"
#include "limits.h"
#include "passes.h"
#include "further.h"
#include "heat/insolids.h"
#include "porous.h"
