// Limits of addresses and threads (ulimit -v and -u). Go's runtime ends with a listing of all its
// goroutines where it gets neither: what it needs is looked at before it begins.
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
	leastMiB = 1536,    // addresses: Go reserves 1.2 GiB, and a small flow takes the rest
	stackBytes = 1 << 20, // of a thread where addresses are limited; 8 MiB are usual
	leastThreads = 16,
	fewThreads = 4096, // limits from here on are not tried
};

// saveAddresses makes threads reserve fewer addresses: each has a heap of 64 MiB otherwise.
static void saveAddresses(void)
{
	pthread_attr_t attr;
	mallopt(M_ARENA_MAX, 1);
	if (pthread_attr_init(&attr))
		return;
	pthread_attr_setstacksize(&attr, stackBytes);
	pthread_setattr_default_np(&attr);
	pthread_attr_destroy(&attr);
}

static void *waitFor(void *lock)
{
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	return 0;
}

// threads is how many threads can be had, leastThreads at most.
static int threads(void)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_t all[leastThreads];
	int n = 0;
	pthread_mutex_lock(&lock);
	while (n < leastThreads && !pthread_create(&all[n], 0, waitFor, &lock))
		n++;
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < n; i++)
		pthread_join(all[i], 0);
	return n;
}

__attribute__((constructor)) static void checkLimits(void)
{
	struct rlimit limit;
	if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY) {
		if (limit.rlim_cur >> 20 < leastMiB) {
			dprintf(2, "gpusph: ulimit -v allows %llu MiB of addresses, but the program needs %d MiB "
				   "at least; a higher limit, of the shell or the batch system, lets it run\n",
				(unsigned long long)limit.rlim_cur >> 20, leastMiB);
			_exit(1);
		}
		saveAddresses();
	}
	if (!getrlimit(RLIMIT_NPROC, &limit) && limit.rlim_cur < fewThreads && threads() < leastThreads) {
		dprintf(2, "gpusph: ulimit -u allows %llu threads and processes of this user, which leaves "
			   "the program fewer than %d; a higher limit lets it run\n",
			(unsigned long long)limit.rlim_cur, leastThreads);
		_exit(1);
	}
}
