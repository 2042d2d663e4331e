// The host's form of the kernels of flexible parts: a file of its own, as hostlines.cpp is.
#include "flexible/readings.h"
