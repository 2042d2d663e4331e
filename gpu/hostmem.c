// Memory of the host device, outside Go's heap: kernels hold its addresses.
#define _GNU_SOURCE
#include "hostmem.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Memory of at least a huge page has huge pages [bytes]. The address sanitizer watches that of
// malloc.
enum { HUGE_PAGE = 2 << 20 };
#ifdef __SANITIZE_ADDRESS__
static const size_t LARGE = SIZE_MAX;
#else
static const size_t LARGE = HUGE_PAGE;
#endif

// Header is before memory that has been allocated, on a cache line of its own.
enum { HEADER = 256 };
typedef struct {
	size_t mapped; // bytes; 0 is memory of malloc
} Header;

// mapHuge maps memory that begins with a huge page, if the kernel has some. It is zero, and takes
// no time before it is used.
static char *mapHuge(size_t bytes)
{
	char *p = mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		-1, 0);
	if (p == MAP_FAILED)
		return NULL;
	size_t before = -(size_t)p % HUGE_PAGE;
	if (before)
		munmap(p, before);
	munmap(p + before + bytes, HUGE_PAGE - before);
	madvise(p + before, bytes, MADV_HUGEPAGE);
	return p + before;
}

uint64_t hostAlloc(size_t bytes)
{
	char *p;
	size_t all = bytes + HEADER, mapped = all < LARGE ? 0 : (all + 4095) & ~(size_t)4095;
	if (mapped)
		p = mapHuge(mapped);
	else if (posix_memalign((void **)&p, HEADER, all))
		p = NULL;
	if (!p)
		return 0;
	if (!mapped)
		memset(p, 0, all);
	((Header *)p)->mapped = mapped;
	return (uint64_t)p + HEADER;
}

void hostFree(uint64_t address)
{
	if (!address)
		return;
	char *p = (char *)address - HEADER;
	size_t mapped = ((Header *)p)->mapped;
	if (mapped)
		munmap(p, mapped);
	else
		free(p);
}

void *hostPointer(uint64_t p) { return (void *)p; }
void hostFill(uint64_t dst, int value, size_t bytes) { memset((void *)dst, value, bytes); }
void hostCopy(uint64_t dst, uint64_t src, size_t bytes) { memmove((void *)dst, (const void *)src, bytes); }
void hostUpload(uint64_t dst, const void *src, size_t bytes) { memcpy((void *)dst, src, bytes); }
void hostDownload(void *dst, uint64_t src, size_t bytes) { memcpy(dst, (const void *)src, bytes); }
