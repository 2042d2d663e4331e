// Sums of all devices, which every device then has within the step: of energies, and of the forces on bodies.
#pragma once
#include "minimumscan.h"

// One word of two devices.
FN int64_t combined(const CombineArgs &a, int word, int64_t x, int64_t y)
{
	if (word < a.maxFrom || word >= a.maxTo)
		return x + y;
	uint64_t low = greater((uint32_t)x, (uint32_t)y), high = greater((uint32_t)(x >> 32), (uint32_t)(y >> 32));
	return (int64_t)(high << 32 | low);
}

// Stores this device's words where another kernel finds them. Thread i does it for word i.
KERNEL(publish_sums, CombineArgs)
{
	if (a.moment->due)
		((int64_t *)a.out[0])[i] = a.own[i];
}

// A word travels in 16 bytes with the turn in it. One instruction stores them, so where the turn is there, the word is too.
FN void sendWord(const CombineArgs &a, int i)
{
	uint64_t own = (uint64_t)a.own[i];
	uint4 packet = {(uint32_t)own, (uint32_t)(own >> 32), a.turn, 0};
	for (int d = 0; d < a.outs; d++)
		storeAtOnce((uint4 *)a.out[d] + i, packet);
}

// Waits for a word of a device. It returns false if the word does not come: the next scan ends the flow then.
FN bool receiveWord(const CombineArgs &a, int device, int i, int64_t &word)
{
	const uint4 *at = (const uint4 *)a.in + device * a.words + i;
	uint4 packet;
	Wait w = {};
	while ((packet = loadAtOnce(at)).z != a.turn)
		if (inVain(a.patience, w))
			return false;
	word = (int64_t)((uint64_t)packet.y << 32 | packet.x);
	return true;
}

// Combines the words of all devices. Thread i does it for word i. All devices run at once where turn is not 0.
MEETING_KERNEL(combine, CombineArgs)
{
	if (!a.moment->due)
		return;
	if (a.turn)
		sendWord(a, i);
	int64_t all = 0, word = 0;
	for (int d = 0; d < a.devices; d++) {
		if (!a.turn)
			word = ((const int64_t *)a.in)[d * a.words + i];
		else if (!receiveWord(a, d, i, word))
			return;
		all = combined(a, i, all, word);
	}
	a.own[i] = all;
}

// Gives the next iteration of a loop a clock, by which kernels do nothing where no device has a
// particle that needs it.
KERNEL(loop, LoopArgs)
{
	Clock next = *a.clock;
	if (*a.count == 0)
		next.limit = 0;
	*a.count = 0;
	*a.out = next;
}
