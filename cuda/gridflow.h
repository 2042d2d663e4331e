// A stage of an incompressible flow on a staggered grid (Harlow and Welch, Phys. Fluids 8, 1965):
// the component of velocity along an axis is on the lower face of a cell, pressure and temperature
// are in its centre. Convection is the difference of fluxes, each a product of averages of two,
// which keeps momentum and kinetic energy.
#pragma once
#include "gridcell.h"

// The component AXIS on the face next to c's along another axis ACROSS. Beyond a wall it mirrors
// what is here, so that the wall between has its own velocity. Between solid cells it does, too.
template <int AXIS, int ACROSS, class T, class A, class C>
FN T beside(const A &a, const C &c, bool up)
{
	const T *u = (const T *)a.u[AXIS];
	int64_t step = up ? c.upper(ACROSS) : c.lower(ACROSS);
	T own = u[c.at];
	if (up ? c.atHigh(ACROSS) : c.atLow(ACROSS))
		return a.slab.walls >> ACROSS & 1 ? (T)2 * (T)a.wall[ACROSS][up][AXIS] - own : own;
	if (a.mask && isBuried(a.mask[c.at + step], AXIS))
		return -own;
	return u[c.at + step];
}

// 1 over the distance to the face next to c's along another axis of a stretched grid, or over twice
// that to the surface of a solid between them.
template <int AXIS, int ACROSS, class A, class C> FN double perWay(const A &a, const C &c, bool up)
{
	int64_t step = up ? c.upper(ACROSS) : c.lower(ACROSS);
	if (a.mask && isBuried(a.mask[c.at + step], AXIS))
		return lengthOf(a.slab, c, ACROSS, 0).perWidth;
	return lengthOf(a.slab, c, ACROSS, up).perApart;
}

// The component AXIS on the upper face of the cell at a distance from c's.
template <int AXIS, class T, class A, class C> FN T onUpper(const A &a, const C &c, int64_t from)
{
	const T *u = (const T *)a.u[AXIS];
	if (c.atHigh(AXIS))
		return a.slab.walls >> AXIS & 1 ? (T)0 : u[c.at + from];
	return u[c.at + from + c.upper(AXIS)];
}

// Whether the lower face of a cell lets the flow pass.
template <class A, class C> FN bool passes(const A &a, const C &c, int axis)
{
	if (a.slab.walls >> axis & 1 && c.atLow(axis))
		return false;
	return !a.mask || isOpen(a.mask[c.at], axis);
}

// -∂(u_B u_A)/∂B for one axis B, and ∂²u_A/∂B².
template <int AXIS, int B, class T, class A, class C>
FN void alongOne(const A &a, const C &c, T own, T &rate, T &diffusion)
{
	T low, high, from, to;
	if constexpr (B == AXIS) {
		low = ((const T *)a.u[AXIS])[c.at + c.lower(AXIS)];
		high = onUpper<AXIS, T>(a, c, 0);
		from = (T)0.5 * (low + own);
		to = (T)0.5 * (own + high);
		rate -= (to * to - from * from) * perApart<T>(a.slab, c, B);
		if constexpr (C::STRETCHED)
			diffusion += ((high - own) * perWidth<T>(a.slab, c, B) -
				(own - low) * perWidth<T>(a.slab, c, B, -1)) * perApart<T>(a.slab, c, B);
	} else {
		low = beside<AXIS, B, T>(a, c, false);
		high = beside<AXIS, B, T>(a, c, true);
		int64_t back = c.lower(AXIS);
		const T *v = (const T *)a.u[B];
		if constexpr (C::STRETCHED) {
			// means by widths: the face's own cell then keeps its mass
			T part = (T)lengthOf(a.slab, c, AXIS, 0).own, other = (T)1 - part;
			from = (part * v[c.at] + other * v[c.at + back]) * (T)0.5 * (low + own);
			to = (part * onUpper<B, T>(a, c, 0) + other * onUpper<B, T>(a, c, back)) *
				(T)0.5 * (own + high);
			diffusion += ((high - own) * (T)perWay<AXIS, B>(a, c, true) -
				(own - low) * (T)perWay<AXIS, B>(a, c, false)) * perWidth<T>(a.slab, c, B);
		} else {
			from = (T)0.5 * (v[c.at] + v[c.at + back]) * (T)0.5 * (low + own);
			to = (T)0.5 * (onUpper<B, T>(a, c, 0) + onUpper<B, T>(a, c, back)) * (T)0.5 * (own + high);
		}
		rate -= (to - from) * perWidth<T>(a.slab, c, B);
	}
	if constexpr (!C::STRETCHED) {
		T perDelta = (T)a.slab.perDelta[B];
		diffusion += (low - (T)2 * own + high) * perDelta * perDelta;
	}
}

template <int AXIS, class T, class C> FN void predictAlong(const GridPredictArgs &a, const C &c)
{
	if (!passes(a, c, AXIS)) {
		store(a.slab, a.out[AXIS], c, (T)0);
		((T *)a.rates[AXIS])[c.at] = 0;
		return;
	}
	T own = ((const T *)a.u[AXIS])[c.at], rate = 0, diffusion = 0;
	alongOne<AXIS, 0>(a, c, own, rate, diffusion);
	alongOne<AXIS, 1>(a, c, own, rate, diffusion);
	alongOne<AXIS, 2>(a, c, own, rate, diffusion);
	rate += (T)a.nu * diffusion;
	if (a.temperature) {
		const T *warm = (const T *)a.temperature;
		T mean = (T)0.5 * (warm[c.at] + warm[c.at + c.lower(AXIS)]);
		rate += (T)a.buoyancy[AXIS] * (mean - (T)a.reference);
	}
	const T *p = (const T *)a.pressure;
	T gradient = (p[c.at] - p[c.at + c.lower(AXIS)]) * perApart<T>(a.slab, c, AXIS);
	T before = ((const T *)a.before[AXIS])[c.at];
	T next = own + (T)a.ofRates * rate + (T)a.ofBefore * before + (T)a.ofDiffusion * diffusion -
		(T)a.ofPressure * gradient;
	((T *)a.rates[AXIS])[c.at] = rate;
	store(a.slab, a.out[AXIS], c, next);
}

// The velocity before its divergence is taken away.
template <class T, class C> FN void predict(const GridPredictArgs &a, const C &c)
{
	predictAlong<0, T>(a, c);
	predictAlong<1, T>(a, c);
	predictAlong<2, T>(a, c);
}
CELLS_OF_ALL(grid_predict, GridPredictArgs, predict)

// The temperature of the next cell along an axis, or, beyond a wall, that which lets the wall
// between have its own, or no flux.
template <class T, class C>
FN T warmBeside(const GridTemperatureArgs &a, const C &c, int axis, bool up, T own)
{
	const T *warm = (const T *)a.temperature;
	if (a.slab.walls >> axis & 1 && (up ? c.atHigh(axis) : c.atLow(axis)))
		return a.insulated[axis][up] ? own : (T)2 * (T)a.wall[axis][up] - own;
	return warm[c.at + (up ? c.upper(axis) : c.lower(axis))];
}

template <int AXIS, class T, class C>
FN T warmingAlong(const GridTemperatureArgs &a, const C &c, T own, T &diffusion)
{
	T perDelta = perWidth<T>(a.slab, c, AXIS);
	T low = warmBeside(a, c, AXIS, false, own), high = warmBeside(a, c, AXIS, true, own);
	T in = ((const T *)a.u[AXIS])[c.at], out = onUpper<AXIS, T>(a, c, 0);
	T carried = (T)0.5 * (out * (own + high) - in * (low + own));
	if constexpr (C::STRETCHED) {
		T along = ((high - own) * perApart<T>(a.slab, c, AXIS, 1) -
			(own - low) * perApart<T>(a.slab, c, AXIS)) * perDelta;
		diffusion += along;
		return (T)a.diffusivity * along - carried * perDelta;
	}
	diffusion += (low - (T)2 * own + high) * perDelta * perDelta;
	return (T)a.diffusivity * (low - (T)2 * own + high) * perDelta * perDelta - carried * perDelta;
}

// dT/dt = -∇·(u T) + α ∇²T + Φ
template <class T, class C> FN void warm(const GridTemperatureArgs &a, const C &c)
{
	T own = ((const T *)a.temperature)[c.at];
	T diffusion = 0;
	T rate = (T)a.source + warmingAlong<0>(a, c, own, diffusion) +
		warmingAlong<1>(a, c, own, diffusion) + warmingAlong<2>(a, c, own, diffusion);
	T before = ((const T *)a.before)[c.at];
	((T *)a.rates)[c.at] = rate;
	T next = own + (T)a.ofRates * rate + (T)a.ofBefore * before;
	if (a.ofDiffusion != 0)
		next += (T)a.ofDiffusion * diffusion;
	store(a.slab, a.out, c, next);
}
CELLS_OF_ALL(grid_temperature, GridTemperatureArgs, warm)

template <class T, class A, class C> FN T divergenceOf(const A &a, const C &c)
{
	T sum = (onUpper<0, T>(a, c, 0) - ((const T *)a.u[0])[c.at]) * perWidth<T>(a.slab, c, 0);
	sum += (onUpper<1, T>(a, c, 0) - ((const T *)a.u[1])[c.at]) * perWidth<T>(a.slab, c, 1);
	sum += (onUpper<2, T>(a, c, 0) - ((const T *)a.u[2])[c.at]) * perWidth<T>(a.slab, c, 2);
	return sum;
}

// The divergence, as the right side of the pressure's equation, and its greatest.
template <class T, class C> FN Tally diverge(const GridDivergenceArgs &a, const C &c)
{
	T value = (T)a.scale * divergenceOf<T>(a, c);
	((T *)a.out)[c.at] = value;
	return {{}, {sizeBits(value)}};
}
TALLY_OF_ALL(grid_divergence, GridDivergenceArgs, diverge, 0, 1)

template <int AXIS, class T, class C>
FN void projectAlong(const GridProjectArgs &a, const C &c, double &courant, Tally &t)
{
	const T *phi = (const T *)a.phi;
	T u = ((const T *)a.from[AXIS])[c.at];
	if (passes(a, c, AXIS))
		u -= (T)a.step * (phi[c.at] - phi[c.at + c.lower(AXIS)]) * perApart<T>(a.slab, c, AXIS);
	T change = u - ((const T *)a.before[AXIS])[c.at];
	courant += fabs((double)u) * perApart<double>(a.slab, c, AXIS);
	Tally own = {{}, {0, sizeBits(u), sizeBits(change)}};
	t.add(own);
	store(a.slab, a.u[AXIS], c, u);
}

// Takes the gradient of φ from the velocity and adds φ to the pressure. Maxima: Σ |u|/Δ, |u|, and
// the change of u.
template <class T, class C> FN Tally project(const GridProjectArgs &a, const C &c)
{
	Tally t = {};
	double courant = 0;
	projectAlong<0, T>(a, c, courant, t);
	projectAlong<1, T>(a, c, courant, t);
	projectAlong<2, T>(a, c, courant, t);
	t.most[0] = sizeBits(courant);
	T p = ((const T *)a.pressure.at)[c.at] + ((const T *)a.phi)[c.at];
	store(a.slab, a.pressure, c, p);
	return t;
}
TALLY_OF_ALL(grid_project, GridProjectArgs, project, 0, 3)

template <int AXIS> struct Axis { static constexpr int VALUE = AXIS; };

// Adds half of the squares of the differences on both sides: those between two faces belong to
// both. At a wall a face differs from what mirrors it by twice what it differs from the wall, over
// twice the way. The face of an upper wall is in no cell, so the one before it has both halves.
template <int AXIS, class T, class C>
FN void energyAlong(const GridSumArgs &a, const C &c, double &u2, double &gradients)
{
	if (a.mask && isBuried(a.mask[c.at], AXIS))
		return; // the face next to it has all up to the surface
	double own = ((const T *)a.u[AXIS])[c.at];
	if constexpr (C::STRETCHED)
		u2 += own * own * volumeOf(a.slab, c, AXIS);
	else
		u2 += own * own;
	auto add = [&](int axis, double low, double high, double ofHigh, double before, double after,
		double over) INLINED {
		low -= own;
		high -= own;
		if constexpr (C::STRETCHED) { // each with the volume between the two
			double across = volumeOf(a.slab, c, AXIS) * over;
			gradients += (0.5 * low * low * before + ofHigh * high * high * after) * across;
		} else {
			double d = a.slab.perDelta[axis];
			gradients += (0.5 * low * low + ofHigh * high * high) * d * d;
		}
	};
	bool last = a.slab.walls >> AXIS & 1 && c.atHigh(AXIS);
	double low = ((const T *)a.u[AXIS])[c.at + c.lower(AXIS)];
	add(AXIS, low, onUpper<AXIS, T>(a, c, 0), last ? 1.0 : 0.5, perWidth<double>(a.slab, c, AXIS, -1),
		perWidth<double>(a.slab, c, AXIS), perApart<double>(a.slab, c, AXIS));
	auto across = [&](auto axis) INLINED {
		constexpr int B = decltype(axis)::VALUE;
		double before = 1, after = 1;
		if constexpr (C::STRETCHED) {
			before = perWay<AXIS, B>(a, c, false);
			after = perWay<AXIS, B>(a, c, true);
		}
		add(B, beside<AXIS, B, T>(a, c, false), beside<AXIS, B, T>(a, c, true), 0.5, before, after,
			perWidth<double>(a.slab, c, B));
	};
	across(Axis<(AXIS + 1) % 3>());
	across(Axis<(AXIS + 2) % 3>());
}

// Sums of u² and of |∇u|², and the greatest divergence.
template <class T, class C> FN Tally energies(const GridSumArgs &a, const C &c)
{
	double u2 = 0, gradients = 0;
	energyAlong<0, T>(a, c, u2, gradients);
	energyAlong<1, T>(a, c, u2, gradients);
	energyAlong<2, T>(a, c, u2, gradients);
	uint32_t divergence = sizeBits(divergenceOf<T>(a, c));
	return {{units(u2, a.perUnit[0]), units(gradients, a.perUnit[1])}, {divergence}};
}
TALLY_OF_ALL(grid_energies, GridSumArgs, energies, 2, 1)

// Sums of the temperature, and of twice its difference between a wall and the cells beside it.
template <class T, class C> FN Tally heats(const GridSumArgs &a, const C &c)
{
	double own = ((const T *)a.temperature)[c.at], difference = 0;
	if (a.slab.walls >> a.axis & 1 && (a.end ? c.atHigh(a.axis) : c.atLow(a.axis)))
		difference = 2 * (a.wall[a.axis][a.end][0] - own);
	if constexpr (C::STRETCHED) { // by area, and over the wall's own Δ
		double volume = volumeOf(a.slab, c, -1), delta = lengthOf(a.slab, c, a.axis, 0).width;
		double mean = 1 / a.slab.perDelta[a.axis];
		difference *= volume * mean * mean / (delta * delta);
		own *= volume;
	}
	return {{units(own, a.perUnit[0]), units(difference, a.perUnit[1])}, {}};
}
TALLY_OF_ALL(grid_heats, GridSumArgs, heats, 2, 0)
