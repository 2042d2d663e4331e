#include "nccl.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	char bytes[NCCL_ID_BYTES];
} Id;

static struct {
	int (*getVersion)(int *);
	const char *(*getErrorString)(int);
	int (*getUniqueId)(Id *);
	int (*commInitRank)(void **, int, Id, int);
	int (*commAbort)(void *);
	int (*commGetAsyncError)(void *, int *);
	int (*groupStart)(void);
	int (*groupEnd)(void);
	int (*send)(const void *, size_t, int, int, void *, void *);
	int (*recv)(void *, size_t, int, int, void *, void *);
	int (*allGather)(const void *, void *, size_t, int, void *, void *);
} nccl;

enum { UINT8 = 1 }; // ncclUint8

int ncclLoad(const char *path, int *version, char *why, int bytes)
{
	// No memory for multicast, which nothing here uses.
	setenv("NCCL_NVLS_ENABLE", "0", 0);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		snprintf(why, bytes, "%s", dlerror());
		return -1;
	}
	const struct {
		const char *name;
		void *at;
	} functions[] = {
		{"ncclGetVersion", &nccl.getVersion}, {"ncclGetErrorString", &nccl.getErrorString},
		{"ncclGetUniqueId", &nccl.getUniqueId}, {"ncclCommInitRank", &nccl.commInitRank},
		{"ncclCommAbort", &nccl.commAbort}, {"ncclCommGetAsyncError", &nccl.commGetAsyncError},
		{"ncclGroupStart", &nccl.groupStart}, {"ncclGroupEnd", &nccl.groupEnd}, {"ncclSend", &nccl.send},
		{"ncclRecv", &nccl.recv}, {"ncclAllGather", &nccl.allGather},
	};
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *f = dlsym(library, functions[i].name);
		if (!f) {
			snprintf(why, bytes, "it has no %s", functions[i].name);
			return -1;
		}
		memcpy(functions[i].at, &f, sizeof f);
	}
	int result = nccl.getVersion(version);
	if (result)
		snprintf(why, bytes, "%s", nccl.getErrorString(result));
	return result ? -1 : 0;
}

const char *ncclText(int result) { return nccl.getErrorString ? nccl.getErrorString(result) : "it is not loaded"; }

int ncclNewId(void *id) { return nccl.getUniqueId(id); }

int ncclJoin(void **communicator, int ranks, const void *id, int rank)
{
	return nccl.commInitRank(communicator, ranks, *(const Id *)id, rank);
}

void ncclAbandon(void *communicator) { nccl.commAbort(communicator); }

int ncclExchange(void *communicator, const struct NcclPart *parts, int n, void *stream)
{
	int result = nccl.groupStart();
	for (int i = 0; i < n && !result; i++) {
		const struct NcclPart *p = parts + i;
		result = p->receives ? nccl.recv((void *)p->at, p->bytes, UINT8, p->rank, communicator, stream)
				     : nccl.send((const void *)p->at, p->bytes, UINT8, p->rank, communicator, stream);
	}
	int ended = nccl.groupEnd();
	return result ? result : ended;
}

int ncclGather(void *communicator, uint64_t all, uint64_t bytes, int rank, void *stream)
{
	return nccl.allGather((const char *)all + rank * bytes, (void *)all, bytes, UINT8, communicator, stream);
}

int ncclFault(void *communicator)
{
	int fault = 0, result = nccl.commGetAsyncError(communicator, &fault);
	return result ? result : fault;
}
