// The host device's kernels as a table; see host.cpp.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
int hostKernels(void);
const char *hostKernelName(int k);
size_t hostKernelSize(int k);
int hostLanes(void);
void hostKernelRun(int k, int form, const void *args, int from, int to);
int gridKernels(void);
const char *gridKernelName(int k);
size_t gridKernelSize(int k);
void gridKernelRun(int k, int form, const void *args, int from, int to);
void hostScan(uint64_t dst, uint64_t src, int64_t n);
#ifdef __cplusplus
}
#endif
