// Waiting for another device. One that does not come within the patience counts as lost. That is
// noted outside the clock, which a scan may be about to write, and then nothing waits for any
// other device, however many kernels are queued.
#pragma once
#include "args.h"
#include "vec.h"

// A wait that goes on: looks at what the other device is to store, and when the time was taken.
struct Wait {
	uint32_t looks;
	uint64_t since; // [ns]
};

enum { LOOKS = 256 }; // until it is asked whether there is any use in waiting: less than a millisecond

// Whether there is no use in waiting any longer, after one more look.
FN bool inVain(const Patience &p, Wait &w)
{
	if (++w.looks % LOOKS)
		return false;
	if (loadAtOnce(p.lost))
		return true;
	uint64_t now = nanoseconds();
	if (!w.since)
		w.since = now;
	if (now - w.since < 1000000ull * p.milliseconds)
		return false;
	storeAtOnce(p.lost, 1);
	storeAtOnce(p.lostOut, 1);
	return true;
}
