// What flexible parts are made of. F is the deformation gradient, and in plane stress Fyy follows.
//
//   St Venant and Kirchhoff:  S = λ tr(E) 1 + 2 μ E,  E = (FᵀF - 1)/2,  P = F S
//   neo-Hookean:              P = μ (F - F⁻ᵀ) + λ/2 (J² - 1) F⁻ᵀ     (Simo and Pister 1984)
//   Kelvin and Voigt add      S = β (λ tr(Ė) 1 + 2 μ Ė),  Ė = sym(Fᵀ Ḟ)
#pragma once
#include "state.h"

FN double determinant(const Matrix &f)
{
	const double(&m)[9] = f.of;
	return m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8])
		+ m[2] * (m[3] * m[7] - m[4] * m[6]);
}

// The inverse, transposed.
FN Matrix inverseTransposed(const Matrix &f, double j)
{
	const double(&m)[9] = f.of;
	double k = 1.0 / j;
	return {{k * (m[4] * m[8] - m[5] * m[7]), k * (m[5] * m[6] - m[3] * m[8]),
		k * (m[3] * m[7] - m[4] * m[6]), k * (m[7] * m[2] - m[8] * m[1]),
		k * (m[8] * m[0] - m[6] * m[2]), k * (m[6] * m[1] - m[7] * m[0]),
		k * (m[1] * m[5] - m[2] * m[4]), k * (m[2] * m[3] - m[0] * m[5]),
		k * (m[0] * m[4] - m[1] * m[3])}};
}

// λ tr(E) 1 + 2 μ E of a symmetric matrix. In plane stress Eyy is what leaves no stress along y.
FN Matrix elastic(const FlexPart &part, Matrix e)
{
	if (part.plane == PLANE_STRESS)
		e.of[4] = -part.lambda / (part.lambda + 2.0 * part.mu) * (e.of[0] + e.of[8]);
	double trace = part.lambda * (e.of[0] + e.of[4] + e.of[8]);
	Matrix s = combined(2.0 * part.mu, e, 0.0, e);
	for (int k = 0; k < 9; k += 4)
		s.of[k] += trace;
	return s;
}

// sym(Fᵀ G)
FN Matrix symmetricProduct(const Matrix &f, const Matrix &g)
{
	Matrix m = product(transposed(f), g);
	return combined(0.5, m, 0.5, transposed(m));
}

// Green's strain.
FN Matrix strainOf(const Matrix &f)
{
	Matrix e = symmetricProduct(f, f);
	for (int k = 0; k < 9; k += 4)
		e.of[k] -= 1.0;
	return combined(0.5, e, 0.0, e);
}

// F with the stretch across the plane that plane stress has. With P_yy = 0:
//   μ (c² - 1) + λ/2 (J² c² - 1) = 0
FN Matrix stretched(const FlexPart &part, Matrix f)
{
	if (part.plane != PLANE_STRESS || part.law != NEO_HOOKEAN)
		return f;
	double j = determinant(f), half = 0.5 * part.lambda;
	f.of[4] = sqrt((part.mu + half) / (part.mu + half * j * j));
	return f;
}

// The first Piola-Kirchhoff stress.
FN Matrix stressOf(const FlexPart &part, const Matrix &f)
{
	if (part.law != NEO_HOOKEAN)
		return product(f, elastic(part, strainOf(f)));
	double j = determinant(f);
	return combined(part.mu, f, 0.5 * part.lambda * (j * j - 1.0) - part.mu, inverseTransposed(f, j));
}

// ln x: its series about 1. The error is below 1e-12 for x between 1/3 and 3.
FN double logarithm(double x)
{
	double z = (x - 1.0) / (x + 1.0), y = z * z, sum = 0.0;
	for (int k = 41; k > 0; k -= 2)
		sum = sum * y + 1.0 / k;
	return 2.0 * z * sum;
}

FN double contracted(const Matrix &a, const Matrix &b)
{
	double sum = 0.0;
	for (int k = 0; k < 9; k++)
		sum += a.of[k] * b.of[k];
	return sum;
}

// The elastic energy of a volume at time 0 [J/m³].
FN double elasticEnergy(const FlexPart &part, const Matrix &f)
{
	if (part.law != NEO_HOOKEAN) {
		Matrix e = strainOf(f);
		if (part.plane == PLANE_STRESS)
			e.of[4] = 0.0; // it does no work
		return 0.5 * contracted(elastic(part, e), e);
	}
	double j = determinant(f), log = logarithm(j);
	return 0.5 * part.mu * (contracted(f, f) - 3.0) - part.mu * log
		+ 0.25 * part.lambda * (j * j - 1.0 - 2.0 * log);
}

// Von Mises' stress [Pa].
FN double misesOf(const FlexPart &part, const Matrix &f)
{
	Matrix c = product(stressOf(part, f), transposed(f));
	const double(&s)[9] = c.of;
	double x = s[0] - s[4], y = s[4] - s[8], z = s[8] - s[0];
	double sum = 0.5 * (x * x + y * y + z * z) + 3.0 * (s[1] * s[1] + s[2] * s[2] + s[5] * s[5]);
	return sqrt(sum) / determinant(f);
}

// The size of Green's strain, which a bar that is pulled has along it: √(2/3 e:e) of its deviator.
FN double strainSize(const FlexPart &part, const Matrix &f)
{
	Matrix e = strainOf(f);
	if (part.plane == PLANE_STRESS && part.law != NEO_HOOKEAN)
		e.of[4] = -part.lambda / (part.lambda + 2.0 * part.mu) * (e.of[0] + e.of[8]);
	double mean = (e.of[0] + e.of[4] + e.of[8]) / 3.0;
	for (int k = 0; k < 9; k += 4)
		e.of[k] -= mean;
	return sqrt(2.0 / 3.0 * contracted(e, e));
}
