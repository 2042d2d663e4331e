// Forcing: what acts on all particles alike, such as gravity, may change in time. The host tabulates
// it once. A scan interpolates it for a step, with sums and products only, so that all devices and
// the host come to the same bits. What does not change comes out as it is.
#pragma once
#include "args.h"

FN Forcing between(const Forcing &a, const Forcing &b, float part)
{
	Forcing f;
	for (int k = 0; k < 3; k++) {
		f.gravity[k] = a.gravity[k] + (b.gravity[k] - a.gravity[k]) * part;
		f.hydro[k] = a.hydro[k] + (b.hydro[k] - a.hydro[k]) * part;
		f.angularVelocity[k] = a.angularVelocity[k] + (b.angularVelocity[k] - a.angularVelocity[k]) * part;
		f.angularAcceleration[k] = a.angularAcceleration[k] + (b.angularAcceleration[k] - a.angularAcceleration[k]) * part;
	}
	return f;
}

// The forcing at a time [s], which is not negative. After the last it stays as it is.
FN Forcing forcingAt(const ForcingTable &t, double time)
{
	double x = time * t.perSecond;
	if (!(x < t.count - 1))
		return t.at[t.count - 1];
	int before = (int)x;
	return between(t.at[before], t.at[before + 1], (float)(x - before));
}

// Gravity and its hydrostatic part, in two loads.
struct Gravity {
	float x, y, z;    // [m/s²]
	float hydro[3];
};

FN Gravity gravityOf(const Forcing &f)
{
	const float4 *p = (const float4 *)&f;
	float4 a = p[0], b = p[1];
	return {a.x, a.y, a.z, {a.w, b.x, b.y}};
}
