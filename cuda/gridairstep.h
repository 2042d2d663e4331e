// The clock of the dry atmosphere, its sums over cells, and the fields that files have.
#pragma once
#include "gridairsweep.h"
#include "gridsolve.h"

enum { AIR_GOES_ON, AIR_FINISHED, AIR_BLEW_UP }; // AirClock.done

FN int64_t wordOf(const AirClockArgs &a, int i)
{
	return a.slots ? collected(a.slots, i) : a.words[i];
}

// After a step: the time; and after a pair of steps, of which the last sweep has tallied speeds, Δt
// of the next pair, which ends at the end of the flow at the latest. Kernels after the last step,
// or where waves would pass more than a cell in one, do nothing.
KERNEL(air_clock, AirClockArgs)
{
	AirClock c = *a.clock;
	if (c.done)
		return;
	c.time += a.steps * c.dt;
	c.steps += a.steps;
	c.last = a.steps ? c.dt : c.last;
	for (int i = 0; a.slots && !a.steps && i < GRID_WORDS; i += 1 + (i == 1))
		collected(a.slots, i); // forgets what else is tallied at the beginning
	if (c.steps % 2 == 0) {
		int64_t word = wordOf(a, 2);
		c.fastest = asFloat((uint32_t)word);
		c.speed = asFloat((uint32_t)((uint64_t)word >> 32));
		double allowed = a.fixed > 0 ? a.fixed : a.reach / c.fastest, left = (a.end - c.time) / 2;
		c.dt = allowed < left ? allowed : left;
		c.ratio = c.dt / a.cell;
		c.impulse = -(WEIGHT * (c.dt / 2));
		if (!(c.fastest * c.ratio <= 1))
			c.done = AIR_BLEW_UP;
		else if (c.time >= a.end * (1 - 1e-12))
			c.done = AIR_FINISHED;
	}
	*a.clock = c;
}

// The averages of a cell.
template <class T, class A, class C> FN void airAt(const A &a, const C &c, T (&q)[4])
{
	for (int v = 0; v < 4; v++)
		q[v] = ((const T *)a.in[v])[c.at];
}

template <class T> FN T airPressure(const AirRow<T> &row, const T (&q)[4])
{
	return pressureExcess<T>(row.levelStiffness, row.levelPer, q[RHO_THETA]);
}

// θ' [K].
template <class T> FN T airTheta(const AirRow<T> &row, const T (&q)[4])
{
	return (q[RHO_THETA] - (T)THETA0 * q[RHO]) * ((T)1 / (row.mean + q[RHO]));
}

// Sums of ρ' and of (ρθ)', or of the kinetic energy and of what all energy differs from that of the
// base, kinetic, potential and internal [J/m³]. Maxima: |u| or |w|, speed with sound, θ' and -θ'.
template <class T, class C> FN Tally airSums(const AirSumArgs &a, const C &c)
{
	const AirRow<T> &row = rowAt<T>(a.rows, c.z);
	T q[4], speed, sound;
	airAt<T>(a, c, q);
	speedsOf(row, q, speed, sound);
	double theta = airTheta<T>(row, q), first = q[RHO], second = q[RHO_THETA];
	if (a.energies) {
		double square = (double)q[1] * q[1] + (double)q[2] * q[2];
		double height = (a.slab.first + c.z + 0.5) * a.cell;
		first = 0.5 * square / ((double)row.mean + q[RHO]);
		second = first + WEIGHT * height * q[RHO] + airPressure<T>(row, q) * (1 / (GAMMA - 1));
	}
	return {{units(first, a.perUnit[0]), units(second, a.perUnit[1])},
		{sizeBits(speed + sound), sizeBits(speed), sizeBits(theta > 0 ? theta : 0),
			sizeBits(theta < 0 ? theta : 0)}};
}
TALLY_OF_BOTH(air_sums, AirSumArgs, airSums, 2, 4)

// θ', u, w and p'.
template <class T, class C> FN void airFields(const AirFieldsArgs &a, const C &c)
{
	const AirRow<T> &row = rowAt<T>(a.rows, c.z);
	T q[4];
	airAt<T>(a, c, q);
	T per = (T)1 / (row.mean + q[RHO]);
	((T *)a.out[0])[c.at] = airTheta<T>(row, q);
	((T *)a.out[1])[c.at] = q[1] * per;
	((T *)a.out[2])[c.at] = q[2] * per;
	((T *)a.out[3])[c.at] = airPressure<T>(row, q);
}
CELLS_OF_BOTH(air_fields, AirFieldsArgs, airFields)
