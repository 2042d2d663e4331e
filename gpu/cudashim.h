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

// driverTakesGraphs is 1 if the driver is not older than CUDA 11.4.
int driverTakesGraphs(void);

// Graphs of kernels with one struct of parameters each.
CUresult addKernel(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t afters, CUfunction kernel,
	unsigned blocks, unsigned threads, const void *params, int priority);
CUresult setKernel(CUgraphExec graph, CUgraphNode node, CUfunction kernel, unsigned blocks, unsigned threads, const void *params);
CUresult makeGraph(CUgraphExec *exec, CUgraph graph);
