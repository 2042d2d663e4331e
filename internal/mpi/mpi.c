#define _GNU_SOURCE
#include "mpi.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static struct {
	int (*initThread)(int *, char ***, int, int *);
	int (*finalize)(void);
	int (*commRank)(uint64_t, int *);
	int (*commSize)(uint64_t, int *);
	int (*commSetErrhandler)(uint64_t, uint64_t);
	int (*errorString)(int, char *, int *);
	int (*libraryVersion)(char *, int *);
	int (*isend)(const void *, int, uint64_t, int, int, uint64_t, void *);
	int (*irecv)(void *, int, uint64_t, int, int, uint64_t, void *);
	int (*iallreduce)(const void *, void *, int, uint64_t, uint64_t, uint64_t, void *);
	int (*test)(void *, int *, void *);
} f;

static uint64_t world, byte_, uint32_, max_, int64_, sum_, errorsReturn;
static void *statusIgnore;

static int find(void *lib, const char *name, void *to)
{
	void *symbol = dlsym(lib, name);
	memcpy(to, &symbol, sizeof symbol);
	return symbol != NULL;
}

int mpiLoad(const char *path, char *why, int bytes)
{
	void *lib = dlopen(path, RTLD_NOW | RTLD_GLOBAL); // parts of Open MPI look for it among all
	if (!lib) {
		snprintf(why, bytes, "%s", dlerror());
		return -1;
	}
	int all = find(lib, "MPI_Init_thread", &f.initThread) & find(lib, "MPI_Finalize", &f.finalize) &
		find(lib, "MPI_Comm_rank", &f.commRank) & find(lib, "MPI_Comm_size", &f.commSize) &
		find(lib, "MPI_Comm_set_errhandler", &f.commSetErrhandler) & find(lib, "MPI_Error_string", &f.errorString) &
		find(lib, "MPI_Get_library_version", &f.libraryVersion) & find(lib, "MPI_Isend", &f.isend) & find(lib, "MPI_Irecv", &f.irecv) &
		find(lib, "MPI_Iallreduce", &f.iallreduce) & find(lib, "MPI_Test", &f.test);
	if (!all)
		return 0;
	void *openWorld = dlsym(lib, "ompi_mpi_comm_world"), *openByte = dlsym(lib, "ompi_mpi_byte"), *openWord = dlsym(lib, "ompi_mpi_uint32_t"),
		*openMax = dlsym(lib, "ompi_mpi_op_max"),
		*openLong = dlsym(lib, "ompi_mpi_int64_t"), *openSum = dlsym(lib, "ompi_mpi_op_sum"), *openReturn = dlsym(lib, "ompi_mpi_errors_return");
	if (openWorld && openByte && openWord && openMax && openLong && openSum && openReturn) {
		world = (uint64_t)openWorld, byte_ = (uint64_t)openByte, uint32_ = (uint64_t)openWord;
		max_ = (uint64_t)openMax, int64_ = (uint64_t)openLong, sum_ = (uint64_t)openSum, errorsReturn = (uint64_t)openReturn, statusIgnore = NULL;
		return 1;
	}
	if (dlsym(lib, "MPIR_Err_return_comm") || dlsym(lib, "MPIR_F_NeedInit") || dlsym(lib, "MPIX_Comm_failure_ack")) { // the ABI that MPICH and those made of it share
		world = 0x44000000, byte_ = 0x4c00010d, uint32_ = 0x4c00043d;
		max_ = 0x58000001, int64_ = 0x4c00083a, sum_ = 0x58000003, errorsReturn = 0x54000001, statusIgnore = (void *)1;
		return 2;
	}
	return 0;
}

void mpiVersion(char *text)
{
	int length;
	f.libraryVersion(text, &length);
}

void mpiErrorText(int code, char *text)
{
	int length;
	f.errorString(code, text, &length);
}

// What is to be done, or under way.
struct item {
	int kind, count, peer, tag;
	void *bytes, *to;
	int64_t id;
	uint64_t request;
	struct item *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t posted;
static struct item *first, **last = &first;
static int doneTo;
static volatile int64_t spins = 20000; // how long the thread looks without sleeping [ns]
static volatile int alert;             // it does so also where nothing is under way

static struct {
	int rank, count, code, begun;
} start;

void mpiPost(int kind, void *bytes, void *to, int count, int peer, int tag, int64_t id)
{
	struct item *i = malloc(sizeof *i);
	*i = (struct item){kind, count, peer, tag, bytes, to, id};
	pthread_mutex_lock(&mutex);
	*last = i;
	last = &i->next;
	pthread_cond_signal(&posted);
	pthread_mutex_unlock(&mutex);
}

static void done(struct item *i, int code)
{
	struct MpiDone d = {i->id, code};
	while (write(doneTo, &d, sizeof d) < 0 && errno == EINTR)
		;
	free(i);
}

static int begin(struct item *i)
{
	switch (i->kind) {
	case MPI_SENDS:
		return f.isend(i->bytes, i->count, byte_, i->peer, i->tag, world, &i->request);
	case MPI_RECEIVES:
		return f.irecv(i->bytes, i->count, byte_, i->peer, i->tag, world, &i->request);
	case MPI_GREATEST:
		return f.iallreduce(i->bytes, i->to, i->count, uint32_, max_, world, &i->request);
	case MPI_SUM_OF_ALL:
		return f.iallreduce(i->bytes, i->to, i->count, int64_, sum_, world, &i->request);
	}
	return f.finalize();
}

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

// Waits for something to do, or until a time.
static void waitUntil(int64_t ns)
{
	struct timespec t = {ns / 1000000000, ns % 1000000000};
	pthread_mutex_lock(&mutex);
	if (!first)
		pthread_cond_timedwait(&posted, &mutex, &t);
	pthread_mutex_unlock(&mutex);
}

static int beginMPI(void)
{
	enum { FUNNELED = 1 };
	int provided, code = f.initThread(NULL, NULL, FUNNELED, &provided);
	if (!code)
		code = f.commSetErrhandler(world, errorsReturn);
	if (!code)
		code = f.commRank(world, &start.rank);
	return code ? code : f.commSize(world, &start.count);
}

// The thread looks at all that is under way, again and again. The longer nothing comes, the longer it sleeps in between: an
// eighth of the time so far, since devices of the processor need its core.
static void *run(void *unused)
{
	enum { LONGEST = 500000 }; // [ns]
	prctl(PR_SET_TIMERSLACK, 1000); // [ns]
	int code = beginMPI();
	pthread_mutex_lock(&mutex);
	start.code = code;
	start.begun = 1;
	pthread_cond_broadcast(&posted);
	pthread_mutex_unlock(&mutex);
	if (code)
		return NULL;
	struct item **under = NULL;
	int n = 0, room = 0;
	for (int64_t since = now();;) {
		pthread_mutex_lock(&mutex);
		while (!n && !first && !(alert && now() - since < spins))
			pthread_cond_wait(&posted, &mutex);
		struct item *next = first;
		first = NULL;
		last = &first;
		pthread_mutex_unlock(&mutex);
		int some = next != NULL;
		while (next) {
			struct item *i = next;
			next = i->next;
			int kind = i->kind, code = begin(i);
			if (code || kind == MPI_ENDS)
				done(i, code);
			if (kind == MPI_ENDS)
				return NULL;
			if (code)
				continue;
			if (n == room)
				under = realloc(under, (room = 2 * room + 64) * sizeof *under);
			under[n++] = i;
		}
		int left = 0; // they keep their order, so that the oldest is asked for first
		for (int k = 0; k < n; k++) {
			int is = 0, code = f.test(&under[k]->request, &is, statusIgnore);
			if (is || code) {
				done(under[k], code);
				some = 1;
			} else {
				under[left++] = under[k];
			}
		}
		n = left;
		int64_t t = now(), idle = t - since;
		if (some)
			since = t;
		else if (idle < spins)
			sched_yield();
		else
			waitUntil(t + (idle / 8 < LONGEST ? idle / 8 : LONGEST));
	}
}

void mpiSpin(int64_t ns)
{
	spins = ns;
	alert = 1;
}

int mpiStart(int *rank, int *count, int *from)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	*from = ends[0];
	doneTo = ends[1];
	pthread_condattr_t clock;
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&posted, &clock);
	pthread_t thread;
	if (pthread_create(&thread, NULL, run, NULL))
		return -1;
	pthread_detach(thread);
	pthread_mutex_lock(&mutex);
	while (!start.begun)
		pthread_cond_wait(&posted, &mutex);
	pthread_mutex_unlock(&mutex);
	*rank = start.rank;
	*count = start.count;
	return start.code;
}
