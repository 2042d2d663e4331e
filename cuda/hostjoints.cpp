// The host's form of the kernels of joints: a file of its own, as hostcontact.cpp is.
#include "joints/joints.h"
