// The few functions of NCCL that are used, found in a library when the program runs. What is declared
// here is NCCL's interface of version 2.7 and later.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { NCCL_ID_BYTES = 128 };

// Loads a library and tells its version, as 22803 for 2.28.3. Returns 0, or -1 and why not.
int ncclLoad(const char *path, int *version, char *why, int bytes);
const char *ncclText(int result);

int ncclNewId(void *id);
int ncclJoin(void **communicator, int ranks, const void *id, int rank);
void ncclAbandon(void *communicator);

// Puts an exchange on a stream as one piece of work. A part of it is bytes to send to, or to receive from, a rank.
struct NcclPart {
	uint64_t at, bytes;
	int32_t rank, receives;
};
int ncclExchange(void *communicator, const struct NcclPart *parts, int n, void *stream);

// Gathers the bytes of all ranks, of which this one's lie in their place already.
int ncclGather(void *communicator, uint64_t all, uint64_t bytes, int rank, void *stream);

// What has gone wrong since, without waiting.
int ncclFault(void *communicator);
