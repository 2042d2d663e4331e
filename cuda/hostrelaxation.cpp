// The host's form of the kernel of relaxation zones: a file of its own, as hostlines.cpp is.
#include "relaxation/relax.h"
