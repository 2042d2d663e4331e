// Memory of the host device, outside Go's heap: kernels hold its addresses.
#define _POSIX_C_SOURCE 200112L
#include "hostmem.h"
#include <stdlib.h>
#include <string.h>

uint64_t hostAlloc(size_t bytes)
{
	void *p;
	if (posix_memalign(&p, 256, bytes ? bytes : 1))
		return 0;
	memset(p, 0, bytes);
	return (uint64_t)p;
}

void hostFree(uint64_t p) { free((void *)p); }
void *hostPointer(uint64_t p) { return (void *)p; }
void hostFill(uint64_t dst, int value, size_t bytes) { memset((void *)dst, value, bytes); }
void hostCopy(uint64_t dst, uint64_t src, size_t bytes) { memmove((void *)dst, (const void *)src, bytes); }
void hostUpload(uint64_t dst, const void *src, size_t bytes) { memcpy((void *)dst, src, bytes); }
void hostDownload(void *dst, uint64_t src, size_t bytes) { memcpy(dst, (const void *)src, bytes); }
