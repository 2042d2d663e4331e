// Forcing: what acts on all particles alike, such as gravity, may change in time. The host tabulates
// it once. A scan interpolates it for a step, with sums and products only, so that all devices and
// the host come to the same bits. What does not change comes out as it is.
#pragma once
#include "args.h"

FN Forcing between(const Forcing &a, const Forcing &b, float part)
{
	Forcing f = {};
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

struct Vector {
	float x, y, z;
};

// Each is one load.
FN Vector vectorOf(float4 v) { return {v.x, v.y, v.z}; }
FN Vector hydroOf(const Forcing &f) { return vectorOf(((const float4 *)&f)[0]); }
FN Vector gravityOf(const Forcing &f) { return vectorOf(((const float4 *)&f)[1]); }
