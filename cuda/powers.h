// Exponentials, logarithms and powers of single precision from + - × ÷ alone, so that GPU and
// processor come to the same bits. Polynomials and the splitting of ln 2 are those of the Cephes
// library (Moshier 1989), good to 2 units in the last place.
#pragma once
#include "vec.h"

constexpr float LN2_HIGH = 0.693359375f, LN2_LOW = -2.12194440e-4f;

// eˣ; x is taken to be between -87 and 88, beyond which it is no normal number.
FN float exponential(float x)
{
	x = minimum(maximum(x, -87.0f), 88.0f);
	int n = roundToInt(x * 1.44269504f);
	float k = (float)n, r = x - k * LN2_HIGH - k * LN2_LOW;
	float p = 1.9875691500e-4f * r + 1.3981999507e-3f;
	p = p * r + 8.3334519073e-3f;
	p = p * r + 4.1665795894e-2f;
	p = p * r + 1.6666665459e-1f;
	p = p * r + 5.0000001201e-1f;
	return (p * (r * r) + r + 1.0f) * asFloat((unsigned)(n + 127) << 23);
}

// The natural logarithm of a normal number above 0.
FN float logarithm(float x)
{
	unsigned u = asBits(x);
	int n = (int)(u >> 23) - 126;
	float m = asFloat((u & 0x7fffff) | 126u << 23); // from 1/2 to 1
	if (m < 0.707106781f) {
		n -= 1;
		m += m;
	}
	m -= 1.0f;
	float z = m * m, k = (float)n;
	float p = 7.0376836292e-2f * m - 1.1514610310e-1f;
	p = p * m + 1.1676998740e-1f;
	p = p * m - 1.2420140846e-1f;
	p = p * m + 1.4249322787e-1f;
	p = p * m - 1.6668057665e-1f;
	p = p * m + 2.0000714765e-1f;
	p = p * m - 2.4999993993e-1f;
	p = p * m + 3.3333331174e-1f;
	return m + (p * m * z + k * LN2_LOW - 0.5f * z) + k * LN2_HIGH;
}

// x to the power n, x being a normal number above 0.
FN float power(float x, float n) { return exponential(n * logarithm(x)); }

// (1 - e⁻ˣ)/x for x from 0 on, without the cancellation near 0.
FN float decayedPart(float x)
{
	if (x > 0.5f)
		return (1.0f - exponential(-x)) / x;
	float p = 1.0f / 40320.0f * x;
	p = 1.0f / 5040.0f - p;
	p = 1.0f / 720.0f - p * x;
	p = 1.0f / 120.0f - p * x;
	p = 1.0f / 24.0f - p * x;
	p = 1.0f / 6.0f - p * x;
	p = 0.5f - p * x;
	return 1.0f - p * x;
}
