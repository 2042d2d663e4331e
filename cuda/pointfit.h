// A linear function fitted to the fluid around a point, by the threads of a warp. Openings look at
// the fluid before them with it, zones at that of their other side.
#pragma once
#include "hash.h"
#include "matrix.h"

// Sums over the fluid around a point: of w, w r, w r rᵀ, and of each of four values f: w f, w f r.
struct FitSums {
	int64_t w, x, y, z, xx, xy, xz, yy, yz, zz, wall;
	int64_t f[4][4];
};

// the least part of a ball that fluid fills for values that mean something
constexpr float LEAST_FLUID = 0.05f;
constexpr double FIT_SCALE = 1099511627776.0; // 2⁴⁰
// the least determinant of the matrix of second moments for a slope; its trace is 1
constexpr float FIT_DETERMINANT = 2e-3f;

FN double sumOfWarp(int64_t v)
{
#ifdef __CUDACC__
	for (int apart = 16; apart; apart /= 2)
		v += __shfl_xor_sync(~0u, (long long)v, apart);
#endif
	return (double)v / FIT_SCALE;
}

FN int64_t floatsOf(float a, float b) { return (int64_t)((uint64_t)asBits(b) << 32 | asBits(a)); }

// What the fluid around a point is: velocity and relative density there, the gradient of this [one
// over the support's radius], and how much of the ball fluid fills. All but the last is 0 where
// that is little.
struct Fitted {
	float value[4], mean[4];
	Vector slope;
	float fluid;
};

// A particle of fluid at x, y, z from the point, over the support's radius, with the weight w.
FN void addToFit(FitSums &s, float w, float x, float y, float z, float4 v)
{
	auto add = [&](int64_t &sum, float of) { sum += roundToLong((double)w * of * FIT_SCALE); };
	add(s.w, 1.0f), add(s.x, x), add(s.y, y), add(s.z, z);
	add(s.xx, x * x), add(s.xy, x * y), add(s.xz, x * z);
	add(s.yy, y * y), add(s.yz, y * z), add(s.zz, z * z);
	float f[4] = {v.x, v.y, v.z, v.w};
	for (int k = 0; k < 4; k++)
		add(s.f[k][0], f[k]), add(s.f[k][1], f[k] * x), add(s.f[k][2], f[k] * y),
			add(s.f[k][3], f[k] * z);
}

// The threads of a warp have a part of the sums each.
FN Fitted fitted(const FitSums &s, double fullBall, int flat)
{
	double w = sumOfWarp(s.w), sx = sumOfWarp(s.x), sy = sumOfWarp(s.y), sz = sumOfWarp(s.z);
	double xx = sumOfWarp(s.xx), xy = sumOfWarp(s.xy), xz = sumOfWarp(s.xz), yy = sumOfWarp(s.yy);
	double yz = sumOfWarp(s.yz), zz = sumOfWarp(s.zz), wall = sumOfWarp(s.wall);
	double f[4][4];
	for (int k = 0; k < 4; k++)
		for (int m = 0; m < 4; m++)
			f[k][m] = sumOfWarp(s.f[k][m]);
	double room = fullBall - wall;
	Fitted out = {};
	out.fluid = (float)(w / (room > 0.1 * fullBall ? room : 0.1 * fullBall));
	if (out.fluid > LEAST_FLUID) {
		double mx = sx / w, my = sy / w, mz = sz / w;
		Symmetric<float> m = {(float)(xx / w - mx * mx), (float)(xy / w - mx * my),
			(float)(xz / w - mx * mz), (float)(yy / w - my * my), (float)(yz / w - my * mz),
			(float)(zz / w - mz * mz)};
		float trace = m.xx + m.yy + m.zz, k = trace > 1e-6f ? 1.0f / trace : 0.0f;
		m = scaled(m, k);
		if (flat)
			m.yy += 0.5f;
		Symmetric<float> inverted = inverse(m, FIT_DETERMINANT, 0.0f);
		for (int q = 0; q < 4; q++) {
			double mean = f[q][0] / w;
			Vector g = times(inverted, {k * (float)(f[q][1] / w - mx * mean),
				k * (float)(f[q][2] / w - my * mean), k * (float)(f[q][3] / w - mz * mean)});
			out.mean[q] = (float)mean;
			out.value[q] = (float)(mean - (g.x * mx + g.y * my + g.z * mz));
			if (q == 3)
				out.slope = g;
		}
	}
	return out;
}

// Calls visit(j) for the particles in the cells in reach of one, a part of them in each of some
// lanes.
template <class Visit>
FN void forCellsAround(const Grid &g, const uint32_t *start, int cell, int lane, int lanes,
	Visit visit)
{
	for (int du = -REACH; du <= REACH; du++)
		for (int dv = -REACH; dv <= REACH; dv++) {
			int row = cell + du * g.stride[g.axis] + dv * g.stride[g.planeAxis] - REACH;
			int to = (int)start[row + ROWS];
			for (int j = (int)start[row] + lane; j < to; j += lanes)
				visit(j);
		}
}
