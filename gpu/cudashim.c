//go:build cuda

// One binary for machines with and without a GPU. Package cu calls cuInit while
// the program starts and exits where that fails, and it wants -lcuda. So -lcuda
// is stubs/libcuda.a, which is empty; the driver's functions stay unresolved
// when the program is linked, and are found when they are first called, because
// the driver is loaded here before anything else runs; and the cuInit that cu
// calls is the one below, which keeps the driver's answer for us and is always
// content.
#include "cudashim.h"
#include <dlfcn.h>
#include <stdlib.h>

static void *driver;
static int status = NO_DRIVER;
typedef CUresult (*launchExFunction)(const CUlaunchConfig *, CUfunction, void **, void **);
static launchExFunction launchEx;

// Streams wait for others by the dozen. With the driver's 8 queues for all, some would
// wait for streams that they have nothing to do with.
//
// All kernels are loaded with their module. When they are first launched, the driver may wait for those that
// run, and these may wait for kernels of another device that it loads next.
__attribute__((constructor)) static void loadDriver(void)
{
	setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
	setenv("CUDA_MODULE_LOADING", "EAGER", 0);
	driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_GLOBAL);
	if (driver)
		launchEx = (launchExFunction)dlsym(driver, "cuLaunchKernelEx");
}

CUresult CUDAAPI cuInit(unsigned flags)
{
	CUresult (*init)(unsigned) = driver ? (CUresult (*)(unsigned))dlsym(driver, "cuInit") : NULL;
	if (init)
		status = init(flags);
	return CUDA_SUCCESS;
}

int driverStatus(void) { return status; }

const char *driverText(int status)
{
	const char *text = NULL;
	CUresult (*tell)(CUresult, const char **) = driver
		? (CUresult (*)(CUresult, const char **))dlsym(driver, "cuGetErrorString") : NULL;
	if (tell)
		tell((CUresult)status, &text);
	return text ? text : "unknown error";
}

// With `early`, the kernel may be launched while the one before it in the stream
// ends; it waits for that itself (IN_TURN in kernel.h). With `urgent` it has a priority of
// its own. Drivers before CUDA 11.8 cannot do it.
CUresult launchKernel(CUfunction kernel, CUstream stream, unsigned blocks, unsigned threads,
	const void *params, size_t bytes, int early, int urgent, int priority)
{
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)params,
		CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
	if ((!early && !urgent) || !launchEx)
		return cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, stream, NULL, extra);
	CUlaunchAttribute attributes[2];
	CUlaunchConfig config = {.gridDimX = blocks, .gridDimY = 1, .gridDimZ = 1, .blockDimX = threads, .blockDimY = 1,
		.blockDimZ = 1, .hStream = stream, .attrs = attributes, .numAttrs = 0};
	if (early)
		attributes[config.numAttrs++] = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
			.value = {.programmaticStreamSerializationAllowed = 1}};
	if (urgent)
		attributes[config.numAttrs++] = (CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_PRIORITY, .value = {.priority = priority}};
	return launchEx(&config, kernel, NULL, extra);
}

int driverTakesGraphs(void) { return driver && dlsym(driver, "cuGraphInstantiateWithFlags"); }

CUresult addKernel(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t afters, CUfunction kernel,
	unsigned blocks, unsigned threads, const void *params, int priority)
{
	void *each[] = {(void *)params};
	CUDA_KERNEL_NODE_PARAMS p = {.func = kernel, .gridDimX = blocks, .gridDimY = 1, .gridDimZ = 1,
		.blockDimX = threads, .blockDimY = 1, .blockDimZ = 1, .kernelParams = each};
	CUresult result = cuGraphAddKernelNode(node, graph, after, afters, &p);
	CUkernelNodeAttrValue value = {.priority = priority};
	if (result == CUDA_SUCCESS) // drivers before 11.7 have none, and do without
		cuGraphKernelNodeSetAttribute(*node, CU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &value);
	return result;
}

CUresult setKernel(CUgraphExec graph, CUgraphNode node, CUfunction kernel, unsigned blocks, unsigned threads, const void *params)
{
	void *each[] = {(void *)params};
	CUDA_KERNEL_NODE_PARAMS p = {.func = kernel, .gridDimX = blocks, .gridDimY = 1, .gridDimZ = 1,
		.blockDimX = threads, .blockDimY = 1, .blockDimZ = 1, .kernelParams = each};
	return cuGraphExecKernelNodeSetParams(graph, node, &p);
}

CUresult makeGraph(CUgraphExec *exec, CUgraph graph)
{
	CUresult result = cuGraphInstantiateWithFlags(exec, graph, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY);
	return result == CUDA_ERROR_INVALID_VALUE ? cuGraphInstantiateWithFlags(exec, graph, 0) : result;
}
