// Writes down when each kernel of a program began and ended on its GPUs, as the driver
// says by CUPTI, which hardly slows the program down. The driver loads this library into
// the program; kernel-times.sh builds it and runs the program with it.
//
// A line is: device, stream, blocks, begin, end [ns], name.
#include <cupti.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *out;

static void CUPTIAPI give(uint8_t **buffer, size_t *size, size_t *most)
{
	*size = 1 << 18;
	*buffer = aligned_alloc(64, *size);
	*most = 0;
}

static void CUPTIAPI take(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size, size_t valid)
{
	CUpti_Activity *r = NULL;
	while (valid && cuptiActivityGetNextRecord(buffer, valid, &r) == CUPTI_SUCCESS) {
		if (r->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
			KERNEL *k = (KERNEL *)r;
			fprintf(out, "%u %u %d %llu %llu %s\n", k->deviceId, k->streamId, k->gridX, (unsigned long long)k->start,
				(unsigned long long)k->end, k->name ? k->name : "?");
		} else if (r->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
			CUpti_ActivityMemset *m = (CUpti_ActivityMemset *)r;
			fprintf(out, "%u %u 0 %llu %llu memset\n", m->deviceId, m->streamId, (unsigned long long)m->start, (unsigned long long)m->end);
		}
	}
	free(buffer);
	fflush(out);
}

// A Go program ends without a word, but gives its contexts back before.
static void CUPTIAPI end(void *unused, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data)
{
	cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

static void *hurry(void *unused)
{
	for (;;) {
		usleep(10000);
		cuptiActivityFlushAll(0);
	}
	return unused;
}

int InitializeInjection(void)
{
	const char *path = getenv("KERNEL_TIMES");
	pthread_t thread;
	CUpti_SubscriberHandle subscriber;
	if (!path || !(out = fopen(path, "w"))) {
		perror("kernel times: the file that KERNEL_TIMES names");
		return 0;
	}
	if (cuptiActivityRegisterCallbacks(give, take) || cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
		|| cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMSET) || cuptiSubscribe(&subscriber, end, NULL)
		|| cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
		|| pthread_create(&thread, NULL, hurry, NULL)) {
		fprintf(stderr, "kernel times: CUPTI does not tell them here\n");
		return 0;
	}
	return 1;
}
