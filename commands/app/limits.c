// Limits of addresses, files and threads (ulimit -v, -n and -u). Go's runtime ends with a listing
// of all its goroutines where it gets none of these: what it needs is looked at before it begins.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
	leastMiB = 1700,    // addresses: Go reserves 1.2 GiB, and a small flow takes the rest
	stackBytes = 1 << 20, // of a thread where addresses are limited; 8 MiB are usual
	leastThreads = 16,
	fewThreads = 4096, // limits from here on are not tried
	leastFiles = 16, // that can be opened: Go's runtime needs some, and a run more
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

// files is how many can be opened, leastFiles at most.
static int files(void)
{
	int all[leastFiles], n = 0;
	while (n < leastFiles && (all[n] = open("/", O_RDONLY | O_CLOEXEC)) >= 0)
		n++;
	bool full = n < leastFiles && errno == EMFILE; // other errors are of what the program opens itself
	for (int i = 0; i < n; i++)
		close(all[i]);
	return full ? n : leastFiles;
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
	int n = files();
	if (n < leastFiles && !getrlimit(RLIMIT_NOFILE, &limit)) {
		dprintf(2, "gpusph: %d files can be opened, but the program needs %d at least; ulimit -n allows "
			   "%llu, and a higher limit lets it run\n",
			n, leastFiles, (unsigned long long)limit.rlim_cur);
		_exit(1);
	}
	if (!getrlimit(RLIMIT_NPROC, &limit) && limit.rlim_cur < fewThreads && threads() < leastThreads) {
		dprintf(2, "gpusph: ulimit -u allows %llu threads and processes of this user, which leaves "
			   "the program fewer than %d; a higher limit lets it run\n",
			(unsigned long long)limit.rlim_cur, leastThreads);
		_exit(1);
	}
}
