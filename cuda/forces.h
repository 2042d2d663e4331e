// Forces: the sums over neighbours, for each particle, with which Euler moves it, and in
// the corrector the greatest acceleration, speed and density, from which MinimumScan takes
// the time step of the step after the next.
// One kernel for fluid and walls, compiled for each smoothing kernel, with and
// without laminar viscosity, and for each kind of boundary.
#pragma once
#include "list.h"
#include "euler.h"
#include "frame.h"
#include "variants.h"

// What is done with the sums for particle i.
FN void apply(const ForcesArgs &a, int i, float4 f)
{
	if (a.force)
		a.force[i] = f;
	if (a.euler.to.vel && euler(a.euler, a.p.wall, a.record->length, i, f))
		atomicMaximum(&a.maxima->overLimit, 1);
}

// Where neighbours come from; limits.h has another source.
struct Loaded {
	template <class J> static FN_MEMBER auto at(const ForcesArgs &a, const J &j) { return particle(a.p, a.packed, a.vel, j); }
	template <class J> static FN_MEMBER auto wall(const ForcesArgs &a, const J &j) { return place(a.walls, j); }
	template <class J> static FN_MEMBER auto dynamic(const ForcesArgs &a, const J &j) { return particle(a.p, a.walls, a.wallVel, j); }
};

struct Velocities {
	Real x, y, z;
};

// The velocity of wall particle j, where walls move.
template <class J> FN Velocities wallVelocity(const ForcesArgs &a, const J &j)
{
	return {loadAt(&a.moving->x, 4, j), loadAt(&a.moving->y, 4, j), loadAt(&a.moving->z, 4, j)};
}

// From the centre of the frame to particle i [m]. In the middle of a step it is where Euler has brought it.
template <class Args> FN Vector fromCentre(const Args &a, int i)
{
	Vector r = fromCentre(a.frame, a.euler.from.pos[i]);
	float4 v = a.euler.from.vel[i];
	float time = a.euler.half ? 0.5f * a.record->length : 0.0f;
	return {r.x + v.x * time, r.y + v.y * time, r.z + v.z * time};
}

// Gravity, and the inertia of the frame, for particle i of fluid.
template <class I> FN Vector gravityFor(const ForcesArgs &a, int i, const I &self)
{
	const Forcing &f = a.record->at[a.euler.half];
	Vector g = gravityOf(f);
	if (!(a.frame.quantum > 0.0f))
		return g;
	return withInertia(f, g, fromCentre(a, i), {self.vx, self.vy, self.vz});
}

struct Nothing {};

// What else there is, such as terms from what passes before have computed: here nothing. further.h has the others.
struct NoMore {
	static constexpr bool WALLS = false; // whether finish takes sums over walls
	static FN_MEMBER Vector hydro(const ForcesArgs &a, int) { return hydroOf(a.record->at[a.euler.half]); }
	static FN_MEMBER Vector pull(const ForcesArgs &, int, Vector g) { return g; }
	// What `add` takes of neighbour n, loaded when the neighbour is.
	template <class N> static FN_MEMBER Nothing of(const ForcesArgs &, const N &) { return {}; }
	template <int KERNEL, class I, class J, class N> FN_MEMBER void add(const ForcesArgs &, const I &, const J &, const N &, Nothing, Sums &) {}
	FN_MEMBER void finish(const ForcesArgs &, int, const Contact &, float4 &) {}
};

// A dynamic wall particle with the pressure term `term`, for terms of passes.
template <int KERNEL, class Mask, class D> FN void addSlope(const Physics &p, Mask beside, const D &d, Real term, Contact &c)
{
	Real w = slopeAt<KERNEL>(p, d.r2);
	w = select(beside, w, 0.0f * w);
	w = p.corrected ? w * term : w;
	c.x += w * d.x;
	c.y += w * d.y;
	c.z += w * d.z;
}

// Adds the velocity of wall particle j to the sums, whose w r² is s.
template <int KERNEL, class J, class Mask, class D> FN void addMotion(const ForcesArgs &a, const J &j, Mask other, const D &d, Real s, Contact &c)
{
	Real x = loadAt(&a.wallVel->x, 4, j), y = loadAt(&a.wallVel->y, 4, j), z = loadAt(&a.wallVel->z, 4, j);
	c.vx += s * x;
	c.vy += s * y;
	c.vz += s * z;
	Real w = slopeAt<KERNEL>(a.p, d.r2);
	auto body = bodies(a.list.predictedPos, j);
	auto of = [&](int axis) { return loadAt(&a.euler.motions->velocity[a.euler.half][axis], sizeof(BodyMotion) / sizeof(float), body); };
	c.vr += select(other, w, 0.0f * w) * (of(0) * d.x + of(1) * d.y + of(2) * d.z);
}

template <class Source, class More, int KERNEL, bool LAMINAR, int WALLS>
FN void forcesOnFluid(const ForcesArgs &a, const Task &t)
{
	int i = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, i);
	Vector hydro = More::hydro(a, i), g;
	Sums f = {};
	Real byFluid; // its part of the continuity equation
	Contact c = noContact();
	Image image;
	More more = {};
	forNeighboursBy(a.list, t,
		[&](auto j) {
			auto other = Source::at(a, j);
			auto its = More::of(a, j);
			fluidOnFluid<KERNEL, LAMINAR>(a.p, hydro, self, other, f);
			more.template add<KERNEL>(a, self, other, j, its, f);
		},
		[&](auto walk) {
			byFluid = f.rel;
			g = More::pull(a, i, gravityFor(a, i, self)); // not before, or loads of fluid neighbours would wait for registers
			image = imageOf(a.p, g, self);
			if constexpr (WALLS == DYNAMIC) { // no branches for each neighbour, or it would be waited for before the next is loaded
				auto further = [&](auto j, auto other) {
					if constexpr (More::WALLS)
						addSlope<KERNEL>(a.p, j != i, apart(self.at, other.at), other.term, c);
				};
				auto mdbc = [&](auto j, auto v) {
					auto other = Source::dynamic(a, j);
					mdbcOnFluid<KERNEL, LAMINAR>(a.p, j != i, self, other, v, f);
					further(j, other);
				};
				if (a.p.wall != MDBC)
					walk([&](auto j) {
						auto other = Source::dynamic(a, j);
						dynamicOnFluid<KERNEL, LAMINAR>(a.p, j != i, self, other, f);
						further(j, other);
					});
				else if (LAMINAR && a.moving) // so walls of mdbc that move take a kernel with it
					walk([&](auto j) { mdbc(j, wallVelocity(a, j)); });
				else
					walk([&](auto j) { mdbc(j, Velocities{}); });
			} else
				walk([&](auto j) {
					if constexpr (WALLS == DUMMY) {
						Real s = dummyOnFluid<KERNEL, LAMINAR>(a.p, image, j != i, apart(self.at, Source::wall(a, j)), f, c);
						if (LAMINAR && a.wallVel)
							addVelocity(a.wallVel, j, s, c);
					} else if constexpr (WALLS == MOVING) {
						auto d = apart(self.at, Source::wall(a, j));
						Real s = dummyOnFluid<KERNEL, LAMINAR>(a.p, imageOfMoving(a.p, image, self.rel, a.euler.motions, a.euler.half, a.list.predictedPos, j), j != i, d, f, c);
						addMotion<KERNEL>(a, j, j != i, d, s, c);
					} else
						lennardJonesOnFluid(a.p, j != i, apart(self.at, Source::wall(a, j)), f);
				});
		});
	float4 out = {total(f.x), total(f.y), total(f.z), total(f.rel)};
	if (WALLS == DYNAMIC && a.p.wall == MDBC && self.rel < 0.0f)
		out.w = minimum(out.w, total(byFluid)); // a wall that does not pull does not draw fluid out
	more.finish(a, i, c, out);
	if (isDummy(WALLS)) {
		Touch w = touchOf<LAMINAR, WALLS == MOVING>(a.p, self, c);
		float drag = LAMINAR ? w.drag * total(c.r2) : 0.0f;
		out = {out.x + w.push * w.x - drag * self.vx, out.y + w.push * w.y - drag * self.vy,
			out.z + w.push * w.z - drag * self.vz, out.w + w.rel};
		if (LAMINAR && (WALLS == MOVING || a.wallVel))
			out = {out.x + w.drag * total(c.vx), out.y + w.drag * total(c.vy), out.z + w.drag * total(c.vz), out.w};
	}
	out.x = a.p.accelScale * out.x + g.x;
	out.y = a.p.accelScale * out.y + g.y;
	out.z = a.p.accelScale * out.z + g.z;
	out.w = a.p.relScale * out.w;
	apply(a, i, out);
	if (!a.euler.half)
		return;
	atomicMaximum(&a.maxima->accel2, asBits(out.x * out.x + out.y * out.y + out.z * out.z) & 0x7fffffff);
	atomicMaximum(&a.maxima->speed2, asBits(self.vx * self.vx + self.vy * self.vy + self.vz * self.vz) & 0x7fffffff);
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
	auto square = [](const float *v) { return asBits(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) & 0x7fffffff; };
	uint32_t accel2 = square(m.acceleration[MIDDLE]), speed2 = square(m.velocity[MIDDLE]);
	if (accel2 > a.maxima->accel2) // where many would wait for each other
		atomicMaximum(&a.maxima->accel2, accel2);
	if (speed2 > a.maxima->speed2)
		atomicMaximum(&a.maxima->speed2, speed2);
}

// Other walls take part if they are dynamic; the rest have no state.
template <class Source, int KERNEL>
FN void forcesOnDynamic(const ForcesArgs &a, const Task &t)
{
	int i = (int)t.particle;
	auto self = particle(a.p, a.packed, a.vel, i);
	Sums f = {};
	forNeighbours(a.list, t,
		[&](auto j) { fluidOnDynamic<KERNEL>(a.p, self, Source::at(a, j), f); },
		[](auto) {});
	apply(a, i, {0.0f, 0.0f, 0.0f, a.p.relScale * total(f.rel)});
	if (a.euler.motions)
		raiseByMotion(a, i);
}

template <class Source, class More, int KERNEL, bool LAMINAR, int WALLS>
FN void forces(const ForcesArgs &a, int i)
{
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t))
		return;
	if (!(t.count & WALL))
		forcesOnFluid<Source, More, KERNEL, LAMINAR, WALLS>(a, t);
	else if (WALLS == DYNAMIC && a.p.wall == DYNAMIC)
		forcesOnDynamic<Source, KERNEL>(a, t);
	else if (WALLS != DUMMY && a.euler.motions) { // of dummy walls none moves here
		apply(a, (int)t.particle, {0.0f, 0.0f, 0.0f, 0.0f});
		raiseByMotion(a, (int)t.particle);
	}
}

#define FORCES(name, Args, KIND, LAMINAR, WALLS) \
	WALK_KERNEL(name, Args) { forces<Loaded, NoMore, KIND, LAMINAR, WALLS>(a, i); }
VARIANTS(FORCES, forces, ForcesArgs)
