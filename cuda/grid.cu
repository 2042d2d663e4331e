// All that nvcc compiles of grids.
#include "grid.h"
