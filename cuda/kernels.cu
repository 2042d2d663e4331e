// All that nvcc compiles for GPUs; see the Makefile.
#include "kernels.h"
#include "scan.cuh"
