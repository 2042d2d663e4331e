// The kernels that vectors of 8 lanes make faster.
#pragma GCC target("avx2,fma")
#define LANES 8
#define HOST(name) host8_##name
#include "neibs.h"
#include "forces.h"
#include "limits.h"
#include "passes.h"
#include "further.h"
#include "heat/insolids.h"
#include "porous.h"
