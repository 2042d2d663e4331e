// delayed-network joins network namespaces, as machines are joined by a switch: delayed-network MICROSECONDS GBITS NAMESPACE...
// What a namespace sends arrives at the other with a delay in microseconds, after its last bit has left at a rate in Gb/s. The k-th namespace has
// the interface net0, to be given the address 10.97.0.k. For kernels without netem.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 16, ROOM = 4096, LONGEST = 65536 };

struct packet {
	int64_t due; // [ns]
	int bytes;
	char data[];
};

// A port is where a namespace is joined, with what is on its way to it.
static struct port {
	int fd;
	int64_t free; // when its line is [ns]
	pthread_mutex_t mutex;
	pthread_cond_t some;
	struct packet *queue[ROOM];
	unsigned first, last;
} ports[MOST];
static int count;
static int64_t delay;  // [ns]
static double perByte; // [ns]

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void *receive(void *of)
{
	struct port *from = of;
	static _Thread_local char data[LONGEST];
	for (;;) {
		int bytes = read(from->fd, data, sizeof data);
		if (bytes < 20 || data[0] >> 4 != 4) // not IPv4
			continue;
		int to = (unsigned char)data[19] - 1;
		if (to < 0 || to >= count)
			continue;
		struct port *p = &ports[to];
		struct packet *q = malloc(sizeof *q + bytes);
		q->bytes = bytes;
		memcpy(q->data, data, bytes);
		pthread_mutex_lock(&p->mutex);
		int64_t t = now();
		p->free = (p->free > t ? p->free : t) + bytes * perByte;
		q->due = p->free + delay;
		if (p->last - p->first < ROOM)
			p->queue[p->last++ % ROOM] = q;
		else
			free(q); // as a switch does
		pthread_cond_signal(&p->some);
		pthread_mutex_unlock(&p->mutex);
	}
}

static void *deliver(void *of)
{
	struct port *p = of;
	prctl(PR_SET_TIMERSLACK, 1000); // [ns]
	for (;;) {
		pthread_mutex_lock(&p->mutex);
		while (p->first == p->last)
			pthread_cond_wait(&p->some, &p->mutex);
		struct packet *q = p->queue[p->first++ % ROOM];
		pthread_mutex_unlock(&p->mutex);
		struct timespec due = {q->due / 1000000000, q->due % 1000000000};
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR)
			;
		if (write(p->fd, q->data, q->bytes) < 0)
			perror("delayed-network: write");
		free(q);
	}
}

int main(int argc, char **argv)
{
	count = argc - 3;
	if (count < 2 || count > MOST) {
		fprintf(stderr, "usage: delayed-network MICROSECONDS GBITS NAMESPACE...\n");
		return 2;
	}
	delay = atof(argv[1]) * 1e3;
	perByte = 8 / atof(argv[2]);
	for (int k = 0; k < count; k++) {
		char path[256];
		snprintf(path, sizeof path, "/run/netns/%s", argv[3 + k]);
		int ns = open(path, O_RDONLY);
		if (ns < 0 || setns(ns, CLONE_NEWNET)) {
			perror(path);
			return 1;
		}
		close(ns);
		struct ifreq r = {.ifr_flags = IFF_TUN | IFF_NO_PI};
		strcpy(r.ifr_name, "net0");
		ports[k].fd = open("/dev/net/tun", O_RDWR);
		if (ports[k].fd < 0 || ioctl(ports[k].fd, TUNSETIFF, &r)) {
			perror("/dev/net/tun");
			return 1;
		}
		pthread_mutex_init(&ports[k].mutex, NULL);
		pthread_cond_init(&ports[k].some, NULL);
	}
	puts("ready");
	fflush(stdout);
	for (int k = 0; k < count; k++) {
		pthread_t thread;
		pthread_create(&thread, NULL, receive, &ports[k]);
		pthread_create(&thread, NULL, deliver, &ports[k]);
	}
	pause();
}
