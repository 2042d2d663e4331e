// Porous layers: stones that no particle resolves. n is the porosity, u the velocity in the pores,
// and a particle takes up the volume V = m/(n ρ), with ρ the density of the fluid itself.
// docs/design/porous.md derives all of this.
//
// Forces has kernels of its own for such flows. With V0 = m/ρ0, the equations of pairs are
//   dv_i/dt = -1/ρ0 Σ V0/n_j (P_i/(1 + x_i)² + P_j/(1 + x_j)² + Π) ∇W,
//   dx_i/dt = Σ (V0/n_j (u_i - u_j)·∇W + V0 d(1/n_j)/dt W) + …,   d(1/n)/dt = -u·∇n/n²,
// the latter with i itself among j: it is the derivative of Σ V0/n_j W, what the particles around
// fill of the space, so the density cannot drift from where the particles are. Fluid at rest stays
// so whatever n is. i and j push each other with forces as n_i to n_j; the stones take the
// difference. Viscosities see the velocity (n_i u_i - n_j u_j)/n̄ of a pair, n̄ = (n_i + n_j)/2, so
// they take energy only. Walls are as without layers.
//
// After Euler a particle has the drag of its place, implicitly in time,
//   (1 + C) (u' - u)/Δt = F - (A + B |u'|) u',   A = a n, B = b n²,
// with the greater root for |u'|, so drag does not limit the time step. What it takes of the
// velocity u* = u + F Δt/(1 + C) is taken of the displacement, too: half of it, as Euler has it.
#pragma once
#include "displace.h"
#include "further.h"

// A particle of fluid with the porosity n of its place.
template <class F, class Word> struct Soaked : Particles<F, Word> {
	F porosity;
	F opens; // d(1/n)/dt, times W(0) over the scale of the slope of W
};

// Where neighbours come from.
struct LoadedSoaked : Loaded {
	static FN_MEMBER auto self(const ForcesArgs &a, int i)
	{
		return soaked(a, Loaded::self(a, i), load(a.porosity + i), load(a.pores + i));
	}
	template <class J> static FN_MEMBER auto at(const ForcesArgs &a, const J &j)
	{
		auto q = Loaded::at(a, j);
		return soaked(a, q, loadAt(a.porosity, 1, j), loadAt(a.pores, 1, j));
	}
	template <class F, class Word> static FN_MEMBER Soaked<F, Word> soaked(const ForcesArgs &a,
		const Particles<F, Word> &q, F porosity, F opens)
	{
		return {q, porosity, a.perSlope * opens};
	}
};

// The pair force of fluid j on fluid i, and the continuity equation, as fluidOnFluid of physics.h.
// What diffusion of density gives one it takes from the other, so it keeps Σ x, the mass.
template <int KERNEL, int VISCOSITY, class F, class Word, class G, class Other, class Approach>
FN void fluidOnFluid(const Physics &p, const Vector &hydro, const Soaked<F, Word> &i,
	const Soaked<G, Other> &j, Sums &f, Approach approach)
{
	auto d = separation(i.at, j.at);
	Real both = i.porosity + j.porosity, over = reciprocal(j.porosity * both);
	Real w = slopeAt<KERNEL>(p, d.r2) * (both * over); // 1/n_j
	Real perMean = 2.0f * j.porosity * over;           // 1/n̄
	PairState<Real> s;
	(Separation<Real> &)s = d;
	s.vx = perMean * (i.porosity * i.vx - j.porosity * j.vx);
	s.vy = perMean * (i.porosity * i.vy - j.porosity * j.vy);
	s.vz = perMean * (i.porosity * i.vz - j.porosity * j.vz);
	s.vr = s.vx * d.x + s.vy * d.y + s.vz * d.z;
	pairForce<VISCOSITY>(p, i, j, s, s, w, i.term + j.term, p.coefficient[ARTIFICIAL_VISCOSITY],
		approach(s), f);
	Real apart = (i.vx - j.vx) * d.x + (i.vy - j.vy) * d.y + (i.vz - j.vz) * d.z;
	Real excess = i.rel - j.rel + (hydro.x * d.x + hydro.y * d.y + hydro.z * d.z);
	Real diffuses = 0.5f * both / i.porosity * p.coefficient[DENSITY_DIFFUSION];
	f.rel += w * (apart + diffuses * excess);
	// Lists are filled up with i itself, which OpenPores counts once.
	Real weighs = weight(KERNEL < ANY ? KERNEL : p.kernel, squareRoot(d.r2) * p.toSupport);
	f.rel += select(d.r2 > 0.0f, weighs * j.opens, 0.0f * w);
}

// What particle i itself adds to the continuity equation.
struct OpenPores : NoMore {
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &a, int i, const I &, const WallSums &, float4 &sums)
	{
		sums.w += LoadedSoaked::self(a, i).opens;
	}
};

#define POROUS_FORCES(name, Args, KIND, VISCOSITY, WALLS)                           \
	TERM_KERNEL(name, Args)                                                      \
	{                                                                            \
		forces<LoadedSoaked, WithResidual<OpenPores>, KIND, VISCOSITY, WALLS>(a, i); \
	}
USUAL_WALLS(POROUS_FORCES, forces_wendland_porous, LIMITED)
MOVED(POROUS_FORCES, forces_any_porous, ForcesArgs, ANY, LIMITED)

// What the lattice has at a place: linear between nodes, and no layer beyond them.
struct PorousPlace {
	float porosity, linear, quadratic;
	float slope[3]; // of the porosity [1/m]
	int layer; // from 1 on; 0 is none
};

FN PorousPlace porousAt(const PorousTable &t, int4 p)
{
	const int at[3] = {p.x, p.y, p.z};
	int first[3], stride = 1, base = 0, step[3];
	float part[3];
	for (int a = 0; a < 3; a++) {
		first[a] = 0, part[a] = 0.0f, step[a] = 0;
		if (t.count[a] > 1) {
			float x = (float)((int64_t)at[a] - t.low[a]) * t.perStep;
			if (!(x >= 0.0f && x < (float)(t.count[a] - 1)))
				return {1.0f, 0.0f, 0.0f, {0.0f, 0.0f, 0.0f}, 0};
			first[a] = (int)x;
			part[a] = x - (float)first[a];
			step[a] = stride;
		}
		base += first[a] * stride;
		stride *= t.count[a];
	}
	PorousPlace sum = {0.0f, 0.0f, 0.0f, {0.0f, 0.0f, 0.0f}, 0};
	for (int corner = 0; corner < 8; corner++) {
		float of[3];
		int node = base;
		for (int a = 0; a < 3; a++) {
			of[a] = corner >> a & 1 ? part[a] : 1.0f - part[a];
			node += corner >> a & 1 ? step[a] : 0;
		}
		float w = of[0] * of[1] * of[2];
		float4 v = load(t.nodes + node);
		sum.porosity += w * v.x;
		sum.linear += w * v.y;
		sum.quadratic += w * v.z;
		for (int a = 0; a < 3; a++) {
			float others = of[(a + 1) % 3] * of[(a + 2) % 3] * t.perMetre;
			sum.slope[a] += (corner >> a & 1 ? others : -others) * v.x;
		}
		int layer = (int)v.w;
		sum.layer = layer > sum.layer && w > 0.0f ? layer : sum.layer;
	}
	return sum;
}

// Where particle i is in the middle of the step, or at its end, as Euler has it.
FN int4 placeAfter(const EulerArgs &e, float dt, int i)
{
	if (e.half)
		return e.to.pos[i];
	int4 p = e.from.pos[i];
	float4 v = e.from.vel[i];
	float quantaPerSpeed = 0.5f * dt * e.perQuantum;
	p.x += roundToInt(v.x * quantaPerSpeed);
	p.y += roundToInt(v.y * quantaPerSpeed);
	p.z += roundToInt(v.z * quantaPerSpeed);
	return p;
}

// The energy that a layer takes of a particle of fluid [1/scale J].
struct Soaking {
	int layer; // 0 is none
	int64_t taken;
};

FN Soaking soakTask(const PorousArgs &a, int i)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || t.count & WALL)
		return {0, 0};
	int n = (int)t.particle;
	float dt = a.record->length, step = a.euler.half ? dt : 0.5f * dt;
	PorousPlace at = porousAt(a.table, placeAfter(a.euler, dt, n));
	float4 u = a.euler.to.vel[n], before = a.euler.from.vel[n];
	float4 v = u;
	if (at.layer > 0) {
		float inertia = 1.0f / (1.0f + a.table.added[at.layer - 1] * (1.0f - at.porosity));
		v = {before.x + inertia * (u.x - before.x), before.y + inertia * (u.y - before.y),
			before.z + inertia * (u.z - before.z), u.w};
		float speed = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z), h = step * inertia;
		float linear = 1.0f + h * at.linear;
		float k = 2.0f / (linear + sqrtf(linear * linear + 4.0f * h * at.quadratic * speed));
		v = {k * v.x, k * v.y, k * v.z, u.w};
	}
	if (a.euler.half && at.layer > 0) {
		float half = 0.5f * dt;
		displace(a, n, {half * (v.x - u.x), half * (v.y - u.y), half * (v.z - u.z)},
			a.euler.displacementLimit / a.euler.perQuantum);
		// The check of the lists allows for the greatest acceleration.
		float x = (v.x - before.x) / dt, y = (v.y - before.y) / dt, z = (v.z - before.z) / dt;
		atomicMaximum(&a.maxima->accel2, asBits(x * x + y * y + z * z) & 0x7fffffff);
	}
	if (at.layer > 0)
		storeVelocity(a.euler, n, v);
	storePass(a, n, at.porosity);
	float change = v.x * at.slope[0] + v.y * at.slope[1] + v.z * at.slope[2];
	storeField(a, a.pores, n, -change / (at.porosity * at.porosity));
	if (!a.taken || at.layer == 0)
		return {0, 0};
	double lost = ((double)u.x * u.x - (double)v.x * v.x) + ((double)u.y * u.y - (double)v.y * v.y)
		+ ((double)u.z * u.z - (double)v.z * v.z);
	return {at.layer, roundToLong(0.5 * a.mass * lost * a.scale)};
}

KERNEL(soak, PorousArgs)
{
	Soaking s = {0, 0};
	if (i < a.tasks)
		s = soakTask(a, i);
	for (int layer = 1; a.taken && layer <= a.table.layers; layer++)
		addOfWarp(a.taken + (layer - 1), s.layer == layer ? s.taken : 0);
}
