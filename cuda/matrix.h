// Symmetric matrices of three by three.
#pragma once
#include "vec.h"

template <class F> struct Symmetric {
	F xx, xy, xz, yy, yz, zz;
};

// Adds w r rᵀ.
template <class D> FN void addSquare(Symmetric<Real> &m, Real w, const D &r)
{
	Real x = w * r.x, y = w * r.y;
	m.xx += x * r.x;
	m.xy += x * r.y;
	m.xz += x * r.z;
	m.yy += y * r.y;
	m.yz += y * r.z;
	m.zz += w * r.z * r.z;
}

FN Symmetric<float> scaled(const Symmetric<float> &m, float k)
{
	return {k * m.xx, k * m.xy, k * m.xz, k * m.yy, k * m.yz, k * m.zz};
}

FN Symmetric<float> totals(const Symmetric<Real> &m, float k)
{
	return {k * total(m.xx), k * total(m.xy), k * total(m.xz), k * total(m.yy), k * total(m.yz), k * total(m.zz)};
}

FN float determinant(const Symmetric<float> &m)
{
	return m.xx * (m.yy * m.zz - m.yz * m.yz) + m.xy * (m.xz * m.yz - m.xy * m.zz)
		+ m.xz * (m.xy * m.yz - m.xz * m.yy);
}

FN Vector times(const Symmetric<float> &m, const Vector &v)
{
	return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z, m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

// The inverse of a matrix whose determinant is `enough` at least. With less it goes over, without a jump, to that
// much of the unit matrix in place of what is missing:
//   (adj m + u e I) / (det m + e),   e = max(enough - det m, 0).
FN Symmetric<float> inverse(const Symmetric<float> &m, float enough, float unit)
{
	Symmetric<float> a = {m.yy * m.zz - m.yz * m.yz, m.xz * m.yz - m.xy * m.zz, m.xy * m.yz - m.xz * m.yy,
		m.xx * m.zz - m.xz * m.xz, m.xy * m.xz - m.xx * m.yz, m.xx * m.yy - m.xy * m.xy};
	float det = m.xx * a.xx + m.xy * a.xy + m.xz * a.xz, missing = maximum(enough - det, 0.0f);
	a.xx += unit * missing;
	a.yy += unit * missing;
	a.zz += unit * missing;
	return scaled(a, 1.0f / (det + missing));
}
