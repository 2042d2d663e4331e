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

static void *driver;
static int status = NO_DRIVER;

__attribute__((constructor)) static void loadDriver(void)
{
	driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_GLOBAL);
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

CUresult launchKernel(CUfunction kernel, CUstream stream, unsigned blocks, unsigned threads,
	const void *params, size_t bytes)
{
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)params,
		CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
	return cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, stream, NULL, extra);
}
