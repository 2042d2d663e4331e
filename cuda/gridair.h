// A cell and an interface of a dry nonhydrostatic atmosphere (system 002), as
// grid/atmosphere has them: its doc.go has the equations, the scheme and the sources, and
// this file does the same operations in the same order.
//
// V is a number, or on the host a vector of numbers of type T, of cells that lie side by side along
// x. Variables of a sweep along an axis are ρ', the momentum across interfaces, that along them,
// and (ρθ)'.
#pragma once
#include "args_air.h"
#include "gridcell.h"
#include "gridlanes.h"

enum { RHO, ACROSS, ALONG, RHO_THETA };

constexpr double THETA0 = 300.0, GAMMA = 1004.0 / 717.0; // θ0 [K], c_p/c_v
constexpr double WEIGHT = 9.81;                          // g [m/s²]

// The base of a row of cells, of AIR_ROW numbers: see Row.Numbers in grid/atmosphere.
template <class T> struct AirRow {
	T mean, density[3];                      // of ρ, and of 1, ξ and ξ² [kg/m³]
	T stiffness[2], perRhoTheta[2];          // of 1 and ξ [m²/(K s²), m³/(K kg)]
	T faceDensity, faceStiffness, facePer;   // of the interface along z with the row below
	T levelStiffness, levelPer;              // along x
	T unused[3];
	FN_MEMBER T densityOf(int axis) const { return axis ? faceDensity : mean; }
	FN_MEMBER T stiffnessOf(int axis) const { return axis ? faceStiffness : levelStiffness; }
	FN_MEMBER T perOf(int axis) const { return axis ? facePer : levelPer; }
};

// The base at ξ in a cell of a row.
template <int AXIS, class T, class V> FN auto densityAt(const AirRow<T> &r, V xi)
{
	if constexpr (AXIS == 0)
		return r.mean;
	else
		return (r.density[0] + r.density[2] * (xi * xi)) + r.density[1] * xi;
}
template <int AXIS, class T, class V> FN auto stiffnessAt(const AirRow<T> &r, V xi)
{
	if constexpr (AXIS == 0)
		return r.levelStiffness;
	else
		return r.stiffness[0] + r.stiffness[1] * xi;
}
template <int AXIS, class T, class V> FN auto perRhoThetaAt(const AirRow<T> &r, V xi)
{
	if constexpr (AXIS == 0)
		return r.levelPer;
	else
		return r.perRhoTheta[0] + r.perRhoTheta[1] * xi;
}

// Coefficients of ((1 + x)^γ - 1)/(γ x) = 1 + s1 x + s2 x² + ..., and of its derivative's, (1 +
// x)^(γ-1) = 1 + 2 s1 x + ...
constexpr double SERIES1 = (GAMMA - 1) / 2, SERIES2 = SERIES1 * ((GAMMA - 2) / 3);
constexpr double SERIES3 = SERIES2 * ((GAMMA - 3) / 4), SERIES4 = SERIES3 * ((GAMMA - 4) / 5);

template <class T, class S, class P, class V> FN V pressureExcess(S stiffness, P per, V rhoTheta)
{
	V x = per * rhoTheta;
	return stiffness * rhoTheta *
		((T)1 + x * ((T)SERIES1 + x * ((T)SERIES2 + x * ((T)SERIES3 + x * (T)SERIES4))));
}
template <class T, class V> FN V stiffnessOf(T stiffness, T per, V rhoTheta)
{
	V x = per * rhoTheta;
	return stiffness *
		((T)1 + x * ((T)(2 * SERIES1) + x * ((T)(3 * SERIES2) + x * (T)(4 * SERIES3))));
}

// The polynomials of variables within a cell on one side of an interface.
template <class V> struct AirSide {
	V p[4][5];
};

template <class V> FN V square(V x) { return x * x; }

// The integral over the cell of the squares of both derivatives of a ξ + b ξ².
template <class T, class V> FN V roughness(V a, V b) { return a * a + (T)(13.0 / 3) * (b * b); }

// The polynomial of CWENO-Z of the middle one of five cells. In single precision the products of
// four squares of indicators would not fit, so indicators are parts of the quartic's there.
template <class T, class V> FN void reconstruct(V q0, V q1, V q2, V q3, V q4, V (&p)[5])
{
	V twice = q2 + q2, even2 = (q0 + q4) - twice, even1 = (q1 + q3) - twice;
	V odd2 = q4 - q0, odd1 = q3 - q1;
	V outerEven = (T)0.25 * even2, outerOdd = (T)0.25 * odd2;
	V c1 = (T)0.5 * odd1, c2 = (T)0.5 * even1;
	V a = outerEven - even1, b = outerEven - c2, c = outerOdd - c1, d = odd1 - outerOdd;

	const T epsilon = (T)1e-14;
	V lower = roughness<T>(d + a, b - c), upper = roughness<T>(d - a, b + c);
	V tau = lower - upper;
	V central = roughness<T>(c1, c2) + epsilon;
	V quartic = (d * (d + (T)(4.0 / 3) * c) + (T)(287.0 / 60) * (c * c)) +
		(b * ((T)(13.0 / 3) * b - (T)(152.0 / 15) * a) + (T)(29333.0 / 1260) * (a * a)) + epsilon;
	lower += epsilon;
	upper += epsilon;
	if constexpr (sizeof(T) == 4) {
		V scale = perSize(quartic);
		tau *= scale;
		lower *= scale;
		upper *= scale;
		central *= scale;
		quartic *= scale;
	}
	V t = tau * tau;
	V sl = square(lower), su = square(upper), sc = square(central), so = square(quartic);
	V sides = sl * su, others = sc * so;
	V wl = others * ((sl + t) * su), wu = others * ((su + t) * sl);
	V wc = sides * ((sc + t) * so), wo = sides * ((so + t) * sc);
	V ofQuartic = (T)1004 * wo, ofCentral = (T)2 * (wc - wo), uneven = wl - wu;
	V share = (T)1 / ((ofQuartic + ofCentral) + ((wl - wo) + (wu - wo)));
	ofQuartic *= share;
	ofCentral *= share;
	uneven *= share;

	p[4] = ofQuartic * (T)(1.0 / 6) * a;
	p[3] = ofQuartic * (T)(1.0 / 3) * c;
	p[2] = b - ((ofQuartic * (T)(5.0 / 4) + ofCentral) * a + uneven * c);
	p[1] = d + ((ofQuartic * (T)(7.0 / 12) + ofCentral) * c + uneven * a);
	p[0] = (q2 - p[2] * (T)(1.0 / 12)) - p[4] * (T)(1.0 / 80);
}

template <class V> FN V valueAt(const V (&p)[5], V xi)
{
	V s = xi * xi;
	return (p[0] + s * (p[2] + s * p[4])) + xi * (p[1] + s * p[3]);
}

// Places of Gauss points on the interval from 0 to 1.
FN constexpr double gaussPoint(int n) { return n ? 0.7886751345948129 : 0.21132486540518713; }

// Sums of f1 - u f0 and of f3 at the Gauss points of an interval of a length from a cell's face
// inwards: see sound in flux.go.
template <int AXIS, class T, class V>
FN void soundOf(const AirSide<V> &side, const AirRow<T> &row, T face, V length, V u, V &push,
	V &heat)
{
	for (int n = 0; n < 2; n++) {
		V way = length * (T)gaussPoint(n), xi = face < (T)0 ? face + way : face - way;
		auto base = densityAt<AXIS>(row, xi);
		V m = valueAt(side.p[ACROSS], xi), rhoTheta = valueAt(side.p[RHO_THETA], xi);
		V v = m * ((T)1 / (base + valueAt(side.p[RHO], xi)));
		V p = m * (v - u) + pressureExcess<T>(stiffnessAt<AXIS>(row, xi),
			perRhoThetaAt<AXIS>(row, xi), rhoTheta);
		V h = ((T)THETA0 * base + rhoTheta) * v;
		push = n ? push + p : p;
		heat = n ? heat + h : h;
	}
}

// What contact waves carry: f0, f2 and f3.
template <class V> struct AirCarried { V mass, along, heat; };

template <class T, class V> FN AirCarried<V> carriedBy(V rho, V across, V along, V rhoTheta, V base)
{
	V v = across * ((T)1 / (base + rho));
	return {across, along * v, ((T)THETA0 * base + rhoTheta) * v};
}

// Their means over an interval on the side from which the flow comes, at two Gauss points; where
// u is zero, those of both faces.
template <int AXIS, class T, class V>
FN AirCarried<V> contactOf(const AirSide<V> &low, const AirSide<V> &high, const AirRow<T> &lowRow,
	const AirRow<T> &highRow, V length, V u)
{
	auto fromHigh = u < (T)0;
	V xi[2], q[4][2], base[2];
	for (int n = 0; n < 2; n++) {
		V way = length * (T)gaussPoint(n);
		xi[n] = fromHigh ? (T)-0.5 + way : (T)0.5 - way;
		if constexpr (AXIS == 0)
			base[n] = spread<V>(lowRow.mean);
		else
			base[n] = fromHigh ? densityAt<AXIS>(highRow, xi[n]) : densityAt<AXIS>(lowRow, xi[n]);
	}
	for (int k = 0; k < 4; k++) {
		V p[5];
		for (int j = 0; j < 5; j++)
			p[j] = fromHigh ? high.p[k][j] : low.p[k][j];
		q[k][0] = valueAt(p, xi[0]);
		q[k][1] = valueAt(p, xi[1]);
	}
	AirCarried<V> f = carriedBy<T>(q[0][0], q[1][0], q[2][0], q[3][0], base[0]);
	AirCarried<V> g = carriedBy<T>(q[0][1], q[1][1], q[2][1], q[3][1], base[1]);
	f = {(T)0.5 * (f.mass + g.mass), (T)0.5 * (f.along + g.along), (T)0.5 * (f.heat + g.heat)};
	auto still = u == (T)0;
	if (anyOf(still)) {
		V face = spread<V>((T)-0.5);
		g = carriedBy<T>(valueAt(high.p[0], face), valueAt(high.p[1], face),
			valueAt(high.p[2], face), valueAt(high.p[3], face),
			spread<V>(densityAt<AXIS>(highRow, (T)-0.5)));
		f.mass = still ? (T)0.5 * (f.mass + g.mass) : f.mass;
		f.along = still ? (T)0.5 * (f.along + g.along) : f.along;
		f.heat = still ? (T)0.5 * (f.heat + g.heat) : f.heat;
	}
	return f;
}

// Adds what diffusion has with a diffusivity of rate Δx, between averages: see DiffusiveFlux.
template <class T, class V>
FN void diffuse(const V (&low)[4], const V (&high)[4], const AirRow<T> &lowRow,
	const AirRow<T> &highRow, T rate, V (&flux)[4])
{
	V a = lowRow.mean + low[RHO], b = highRow.mean + high[RHO];
	V k = -rate * ((T)0.5 * (a + b)), perA = (T)1 / a, perB = (T)1 / b;
	flux[1] += k * (high[ACROSS] * perB - low[ACROSS] * perA);
	flux[2] += k * (high[ALONG] * perB - low[ALONG] * perA);
	flux[3] += k * ((high[RHO_THETA] - (T)THETA0 * high[RHO]) * perB -
		(low[RHO_THETA] - (T)THETA0 * low[RHO]) * perA);
}

// The flux through the interface between two cells, averaged over a step: see Flux. m are half of
// the sums of both averages.
template <int AXIS, class T, class V>
FN void fluxOf(const AirSide<V> &low, const AirSide<V> &high, const V (&m)[4],
	const AirRow<T> &lowRow, const AirRow<T> &highRow, T ratio, V (&flux)[4])
{
	T base = highRow.densityOf(AXIS);
	V per = (T)1 / (base + m[RHO]), u = m[ACROSS] * per, w = m[ALONG] * per;
	V theta = ((T)THETA0 * base + m[RHO_THETA]) * per;
	V h = stiffnessOf<T>(highRow.stiffnessOf(AXIS), highRow.perOf(AXIS), m[RHO_THETA]);
	V c = root(h * theta), perC = (T)1 / c;
	V ofPush = theta * perC, ofHeat = h * perC, perTheta = ofHeat * perC;

	V length = (u < (T)0 ? -u : u) * ratio;
	AirCarried<V> f = contactOf<AXIS>(low, high, lowRow, highRow, length, u);
	V pushUp, heatUp, pushDown, heatDown;
	soundOf<AXIS>(low, lowRow, (T)0.5, (c + u) * ratio, u, pushUp, heatUp);
	soundOf<AXIS>(high, highRow, (T)-0.5, (c - u) * ratio, u, pushDown, heatDown);
	V heat = (T)0.25 * ((heatUp + heatDown) + ofPush * (pushUp - pushDown));
	V push = (T)0.25 * ((pushUp + pushDown) + ofHeat * (heatUp - heatDown));

	V both = heat * perTheta, carried = f.heat * perTheta;
	flux[0] = both + (f.mass - carried);
	flux[1] = u * flux[0] + push;
	flux[2] = w * both + (f.along - w * carried);
	flux[3] = heat;
}

// max(|u|, |w|) and c of the averages of a cell [m/s]: see Speed.
template <class T> FN void speedsOf(const AirRow<T> &row, const T (&q)[4], T &speed, T &sound)
{
	T per = (T)1 / (row.mean + q[RHO]), theta = ((T)THETA0 * row.mean + q[RHO_THETA]) * per;
	T across = q[ACROSS] < (T)0 ? -q[ACROSS] : q[ACROSS];
	T along = q[ALONG] < (T)0 ? -q[ALONG] : q[ALONG];
	speed = (across < along ? along : across) * per;
	sound = root(stiffnessOf<T>(row.levelStiffness, row.levelPer, q[RHO_THETA]) * theta);
}
