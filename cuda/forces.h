// Forces: the sums over neighbours, for each particle, with which Euler moves it, and in
// the corrector the greatest acceleration, speed and density, from which MinimumScan takes
// the time step of the step after the next.
// One kernel for fluid and walls, compiled for each smoothing kernel, with and
// without laminar viscosity, and for each kind of boundary.
#pragma once
#include "list.h"
#include "euler.h"
#include "frame.h"
#include "heat/coupling.h"
#include "variants.h"
#include "walls.h"

// What is done with the sums for particle i.
FN void apply(const ForcesArgs &a, int i, float4 f)
{
	if (a.force)
		a.force[i] = f;
	if (a.euler.to.vel && euler(a.euler, a.p.wall, a.record->length, i, f))
		atomicMaximum(&a.maxima->overLimit, 1);
}

// From the centre of the frame to particle i [m]. In the middle of a step it is where Euler has brought it.
template <class Args> FN Vector fromCentre(const Args &a, int i)
{
	Vector r = fromCentre(a.frame, a.euler.from.pos[i]);
	float4 v = a.euler.from.vel[i];
	float time = a.euler.half ? 0.5f * a.record->length : 0.0f;
	return {r.x + v.x * time, r.y + v.y * time, r.z + v.z * time};
}

// The acceleration of body forces of particle i of fluid.
template <bool CENTRAL, class I> FN Vector bodyForceOn(const ForcesArgs &a, int i, const I &self)
{
	return bodyForce<CENTRAL>(a.record->at[a.euler.half], a.frame, a.central,
		{self.vx, self.vy, self.vz}, [&] { return fromCentre(a, i); });
}

// The hydrostatic part of the density that diffusion leaves out, by the fluid's speed of sound.
template <class F, class Word>
FN Vector hydrostaticOf(const Particles<F, Word> &, const Vector &h) { return h; }
FN Vector hydrostaticOf(const Own &i, const Vector &h)
{
	float k = 1.0f / (i.of.speed * i.of.speed);
	return {k * h.x, k * h.y, k * h.z};
}

// A depth where a particle is simulated, in the flow: zones have the same coordinate `fixed`.
FN int depthInFlow(const ForcesArgs &a, int depth, int info)
{
	return a.zoned ? a.still.fixed + (depth - a.still.fixed >> (int)finenessBits(info)) : depth;
}

FN Still stillAt(const ForcesArgs &a, int i, int info)
{
	const StillWater &s = a.still;
	if (!(s.perRamp > 0.0f))
		return {};
	int depth = depthOf(s, a.euler.from.pos[i]);
	if (a.euler.half) { // as Euler has moved it to the middle of the step
		float4 v = a.euler.from.vel[i];
		float along = s.axis == 0 ? v.x : s.axis == 1 ? v.y : v.z;
		float quanta = along * (0.5f * a.record->length * a.euler.perQuantum);
		depth += s.sign * roundToInt(quanta * finenessOf(info));
	}
	depth = depthInFlow(a, depth, info);
	float coarse = coarsenessOf(info);
	int from = a.record->still;
	float below = s.perQuantum * (float)((int64_t)depth - from);
	return {depth, below, from == s.full ? 0.5f * s.ramp : 0.0f,
		{coarse * s.slope[0], coarse * s.slope[1], coarse * s.slope[2]}, s.ramp, s.perRamp, coarse,
		0.0f};
}

struct Nothing {};

// What else there is, such as terms from what passes before have computed: here nothing. further.h has the others.
struct NoMore {
	static constexpr bool WALLS = false; // whether finish takes sums over walls
	static FN_MEMBER Vector hydro(const ForcesArgs &a, int) { return hydroOf(a.record->at[a.euler.half]); }
	static constexpr bool CENTRAL = false; // whether there may be a central force
	static constexpr bool DAMPS = false;   // whether there is a pressure of divergence.h,
	static FN_MEMBER float damping() { return 0.0f; } // of the particle and of a neighbour
	template <class T> static FN_MEMBER float dampingOf(const T &) { return 0.0f; }
	FN_MEMBER void begin(const ForcesArgs &, int) {} // of particle i
	// What `add` takes of neighbour n, loaded when the neighbour is.
	template <class N> static FN_MEMBER Nothing of(const ForcesArgs &, const N &) { return {}; }
	template <int KERNEL, class I, class J, class N> FN_MEMBER void add(const ForcesArgs &, const I &, const J &, const N &, Nothing, Sums &) {}
	// Of `self` the pressure is that of the pairs.
	template <class I>
	FN_MEMBER void finish(const ForcesArgs &, int, const I &, const WallSums &, float4 &) {}
	// How fast a pair approaches, v·r or 0, for artificial viscosity.
	template <class D, class T>
	FN_MEMBER Real approach(const ForcesArgs &, const D &d, const T &) const
	{
		return minimum(d.vr, 0.0f);
	}
};

template <class Source, class More, int KERNEL, int VISCOSITY, int WALLS>
FN void forcesOnFluid(const ForcesArgs &a, const Task &t)
{
	int i = (int)t.particle;
	auto self = Source::self(a, i);
	Vector hydro = hydrostaticOf(self, More::hydro(a, i)), g;
	int info = a.zoned ? load(&a.euler.from.pos[i].w) : 0;
	float coarse = coarsenessOf(info);
	hydro = {coarse * hydro.x, coarse * hydro.y, coarse * hydro.z};
	Still still = stillAt(a, i, info);
	still.own = still.at(self.rel);
	self.term -= still.own;
	Sums f = {};
	Real byFluid; // its part of the continuity equation
	WallSums c = noWalls();
	Image image;
	More more = {};
	more.begin(a, i);
	if constexpr (More::DAMPS)
		self.term += more.damping();
	auto withModel = [&](auto visit) { withWalls<Source, More::WALLS, KERNEL, VISCOSITY, WALLS>(a, visit); };
	auto with = [&](auto other, auto j) INLINE {
		auto its = More::of(a, j);
		other.term -= still.at(other.rel, separation(self.at, other.at));
		if constexpr (More::DAMPS)
			other.term += More::dampingOf(its);
		auto approach = [&](const auto &d) INLINE { return more.approach(a, d, its); };
		fluidOnFluid<KERNEL, VISCOSITY>(a.p, hydro, self, other, f, approach);
		more.template add<KERNEL>(a, self, other, j, its, f);
	};
	forNeighboursBy(a.list, t,
		[&](auto walk) {
			if (Source::MIXED && !(t.count & MIXED))
				walk([&](auto j) INLINE { with(Source::alike(a, self, j), j); });
			else
				walk([&](auto j) INLINE { with(Source::at(a, j), j); });
		},
		[&](auto walk) {
			byFluid = f.rel;
			// Not before, or loads of fluid neighbours would wait for registers.
			g = bodyForceOn<More::CENTRAL>(a, i, self);
			g = {coarse * g.x, coarse * g.y, coarse * g.z};
			if constexpr (Source::BUOYANT)
				g = withBuoyancy(a, self, i, g);
			image = imageOf(a.p, g, self);
			image.push += 2.0f * still.own;
			image.still = still;
			g = still.without(a.still, self, g);
			// The model is chosen before the walk: with a branch for each neighbour, it would be
			// waited for before the next is loaded.
			withModel([&](auto model) {
				walk([&](auto j) INLINE { model.pair(a, self, image, j, j != i, f, c); });
			});
		});
	float4 out = {total(f.x), total(f.y), total(f.z), total(f.rel)};
	withModel([&](auto model) { model.limit(a, self, byFluid, out); });
	more.finish(a, i, self, c, out);
	withModel([&](auto model) { model.finish(a, self, c, out); });
	float scale = a.p.accelScale * lightnessOf(self);
	out.x = scale * out.x + g.x;
	out.y = scale * out.y + g.y;
	out.z = scale * out.z + g.z;
	out.w = a.p.relScale * out.w;
	apply(a, i, out);
	if (!a.euler.half || t.count & BETWEEN_ZONES)
		return;
	float fine2 = finenessOf(info) * finenessOf(info); // of what positions change by
	if (total(f.r2) + total(c.r2) < a.still.least)
		atomicMaximum(&a.maxima->surface, surfaceWord(still.depth));
	float accel2 = out.x * out.x + out.y * out.y + out.z * out.z;
	float speed2 = self.vx * self.vx + self.vy * self.vy + self.vz * self.vz;
	atomicMaximum(&a.maxima->accel2, asBits(fine2 * fine2 * accel2) & 0x7fffffff);
	atomicMaximum(&a.maxima->speed2, asBits(fine2 * speed2) & 0x7fffffff);
	if (a.zoned)
		atomicMaximum(&a.maxima->flowSpeed2, asBits(speed2) & 0x7fffffff);
	if (!(self.rel < 0.0f))
		atomicMaximum(&a.maxima->rel, asBits(self.rel) & 0x7fffffff);
}

// Walls that move take part, and their accelerations and speeds are among the maxima.
FN void raiseByMotion(const ForcesArgs &a, int i)
{
	int4 p = load(a.euler.from.pos + i);
	if (!a.euler.half || !isMovingWall(p))
		return;
	const BodyMotion &m = a.euler.motions[bodyOf(p) + 1];
	if (m.free) // the force of still water on it is not left out
		atomicMaximum(&a.maxima->surface,
			surfaceWord(depthInFlow(a, depthOf(a.still, p), p.w) + a.still.reach));
	if (m.accel2 > a.maxima->accel2) // where many would wait for each other
		atomicMaximum(&a.maxima->accel2, m.accel2);
	if (m.speed2 > a.maxima->speed2)
		atomicMaximum(&a.maxima->speed2, m.speed2);
}

// Other walls take part if they are dynamic; the rest have no state.
template <class Source, int KERNEL>
FN void forcesOnDynamic(const ForcesArgs &a, const Task &t)
{
	int i = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, i);
	Sums f = {};
	forNeighbours(a.list, t,
		[&](auto j) INLINE { fluidOnDynamic<KERNEL>(a.p, self, Source::at(a, j), f); },
		[](auto) {});
	apply(a, i, {0.0f, 0.0f, 0.0f, a.p.relScale * total(f.rel)});
	if (a.euler.motions)
		raiseByMotion(a, i);
}

template <class Source, class More, int KERNEL, int VISCOSITY, int WALLS>
FN void forces(const ForcesArgs &a, int i)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t))
		return;
	if (!(t.count & WALL))
		forcesOnFluid<Source, More, KERNEL, VISCOSITY, WALLS>(a, t);
	else if (WALLS == DYNAMIC && a.p.wall == DYNAMIC)
		forcesOnDynamic<Source, KERNEL>(a, t);
	else if (WALLS != DUMMY && a.euler.motions) { // of dummy walls none moves here
		apply(a, (int)t.particle, {0.0f, 0.0f, 0.0f, 0.0f});
		raiseByMotion(a, (int)t.particle);
	}
}

// Takes the particle of task i to the middle of a step, with rates that the step before has left.
FN void predictTask(const ForcesArgs &a, int i)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t))
		return;
	int n = (int)t.particle;
	if (!(t.count & WALL))
		apply(a, n, a.euler.from.rate[n]);
	else if (a.p.wall == DYNAMIC || a.euler.motions) // which are in all states
		apply(a, n, {0.0f, 0.0f, 0.0f, 0.0f});
}
KERNEL(predict, ForcesArgs) { predictTask(a, i); }

#define FORCES(name, Args, KIND, VISCOSITY, WALLS) \
	WALK_KERNEL(name, Args) { forces<Loaded, NoMore, KIND, VISCOSITY, WALLS>(a, i); }
VARIANTS(FORCES, forces, ForcesArgs)
