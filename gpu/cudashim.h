// What gorgonia.org/cu lacks; see cudashim.c.
#pragma once
#include <cuda.h>
#include <stddef.h>

enum { NO_DRIVER = -1 };

// driverStatus is what the driver's cuInit returned, or NO_DRIVER. Unless it is
// 0, no function of the driver may be called.
int driverStatus(void);
const char *driverText(int status);

CUresult launchKernel(CUfunction kernel, CUstream stream, unsigned blocks, unsigned threads,
	const void *params, size_t bytes, int early, int urgent, int priority);
