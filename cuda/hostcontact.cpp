// The host's form of the kernels of contacts: a file of its own, since it is compiled in a second.
#include "contact.h"
