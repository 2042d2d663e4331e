// The host's form of the kernels of lines: a file of its own, since it is compiled in a second.
#include "lines/readings.h"
