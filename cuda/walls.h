// The models of walls, a struct for each. Forces and the forces on bodies use the same ones.
//
// `pair` adds the effect of wall particle j on fluid particle i to the sums over neighbours. What
// depends on all wall particles around i comes after that: `limit` before the terms of further.h,
// `finish` after them. (A change of that order changes bits.) `share` is the part of `finish` that
// acts through one wall particle, for the forces on bodies. `other` is false where a list is filled
// up with i itself.
#pragma once
#include "constants.h"
#include "physics.h"
#include "stillwater.h"

// Where neighbours come from; limits.h has another source.
struct Loaded {
	static constexpr bool BUOYANT = false; // whether each particle may have body forces of its own,
	static constexpr bool MIXED = false;   // and a material
	static FN_MEMBER auto self(const ForcesArgs &a, int i)
	{
		return particle(a.p, a.packed, a.vel, i);
	}
	template <class J> static FN_MEMBER auto at(const ForcesArgs &a, const J &j)
	{
		return particle(a.p, a.packed, a.vel, j);
	}
	// The same of the material of particle `self`, which is none of the mixed ones.
	template <class I, class J> static FN_MEMBER auto alike(const ForcesArgs &a, const I &, const J &j)
	{
		return at(a, j);
	}
	template <class J> static FN_MEMBER auto wall(const ForcesArgs &a, const J &j)
	{
		return packedPosition(a.walls, j);
	}
	template <class J> static FN_MEMBER auto dynamic(const ForcesArgs &a, const J &j)
	{
		return particle(a.p, a.walls, a.wallVel, j);
	}
};

struct LoadedBuoyant : Loaded {
	static constexpr bool BUOYANT = true;
};

// The same in flows with more than one material.
struct LoadedWithMaterial : Loaded {
	static constexpr bool BUOYANT = true, MIXED = true;
	static FN_MEMBER Own self(const ForcesArgs &a, int i)
	{
		return anyOwn(a.p, a.packed, a.vel, a.list.predictedPos, i);
	}
	template <class J> static FN_MEMBER auto alike(const ForcesArgs &a, const Own &self, const J &j)
	{
		return ofOwn(Loaded::at(a, j), self);
	}
	template <class J> static FN_MEMBER auto at(const ForcesArgs &a, const J &j)
	{
		return withMaterial(Loaded::at(a, j), materialAt(a.p, a.list.predictedPos, j));
	}
	template <class J> static FN_MEMBER auto dynamic(const ForcesArgs &a, const J &j)
	{
		auto wall = Loaded::dynamic(a, j);
		wall.term += a.two[0].background;
		return wall;
	}
};

// The same in flows with two.
struct LoadedOfTwo : LoadedWithMaterial {
	static FN_MEMBER OwnOfTwo self(const ForcesArgs &a, int i)
	{
		return ownOfTwo(LoadedWithMaterial::self(a, i), a.two);
	}
	template <class J> static FN_MEMBER auto at(const ForcesArgs &a, const J &j)
	{
		return ofTwo(Loaded::at(a, j), a.two);
	}
};

// Walls for kernels that flows with one material have, too.
struct LoadedByAny : Loaded {
	template <class J> static FN_MEMBER auto dynamic(const ForcesArgs &a, const J &j)
	{
		auto wall = Loaded::dynamic(a, j);
		wall.term += a.two[0].background; // 0 with one material
		return wall;
	}
};

// Fluid particle i as a dummy wall mirrors it.
struct Image {
	float push;    // 2 P_i/ρ_i²
	float x, y, z; // and how much less P_w/ρ_i² is, for each unit of the distance to i
	Still still;   // what forces leave out; nothing in the forces on bodies
};

template <class I> FN Image imageOf(const Physics &p, const Vector &g, const I &i)
{
	Vector h = hydrostaticGradient(p, densityOf(i) * reciprocal(p.rho0 * (1.0f + i.rel)), g);
	return {2.0f * i.term, h.x, h.y, h.z, {}};
}

// Sums over the wall particles near one of fluid, w being the slope of W.
struct WallSums {
	Real x, y, z; // Σ w r: away from the wall
	Real r2, r4;  // Σ w r², Σ w r⁴
	Real vx, vy, vz;   // Σ w r² v_w, where walls have velocities,
	Real vr;           // and Σ w v_w·r, of those that move
	Separation<Real> near;  // from the nearest; x, y and z for laminar viscosity only
};

// The sums over none.
FN WallSums noWalls()
{
	WallSums c = {};
	c.near.r2 += 1e30f;
	return c;
}

// The effect of a dummy wall, from its sums.
struct WallForce {
	float x, y, z; // Σ w r
	float push;    // that viscosity and the spring add to each pair's
	float rel;     // to the sum of continuity
	float drag;    // that laminar viscosity adds to each pair's, times w r² and the velocity against the wall
};

// A model of which nothing depends on all wall particles around.
struct PairsOnly {
	static constexpr bool DUMMY_WALLS = false;
	template <class I>
	static FN_MEMBER void limit(const ForcesArgs &, const I &, Real, float4 &) {}
	template <class I>
	static FN_MEMBER void finish(const ForcesArgs &, const I &, const WallSums &, float4 &) {}
	template <class I>
	static FN_MEMBER void share(const I &, const WallForce &, const WallSums &, Sums &) {}
};

// Lennard-Jones walls repel fluid that is nearer than r0,
//   dv/dt = D ((r0/r)^12 - (r0/r)^6) r / r²,  r < r0             (Monaghan 1994).
template <class Source> struct LennardJonesWalls : PairsOnly {
	template <class I, class J, class Mask>
	static FN_MEMBER void pair(const ForcesArgs &a, const I &i, const Image &, const J &j, Mask other,
		Sums &f, WallSums &)
	{
		const Physics &p = a.p;
		auto d = separation(i.at, Source::wall(a, j));
		Real x = p.ljRadius2 / d.r2, x3 = x * x * x;
		Real k = p.ljForce * (x3 * x3 - x3) / d.r2 / p.accelScale;
		k = select(d.r2 < p.ljRadius2, k, 0.0f * d.r2);
		k = select(d.r2 > 0.0f, k, 0.0f * d.r2);
		k = select(other, k, 0.0f * d.r2);
		addAlong(f, k, d);
	}
};

// Adds wall particle j to the sums over walls, for terms of passes. Corrected gradients take a
// pressure: of the wall, or of i where they are corrected inside.
template <int KERNEL, class I, class J, class Mask, class D>
FN void addSlope(const Physics &p, const I &i, const J &j, Mask other, const D &d, WallSums &c)
{
	Real w = slopeAt<KERNEL>(p, d.r2);
	w = select(other, w, 0.0f * w);
	Real own = w * i.term, its = w * j.term;
	w = p.corrected == CORRECTED_INSIDE ? own : p.corrected ? its : w;
	addAlong(c, w, d);
}

// Dynamic walls have a density of their own, by the continuity equation (Crespo et al. 2007). To
// fluid they are as fluid is, but for the diffusion of density. SLOPES reports whether a term of a
// pass takes them, too.
template <class Source, bool SLOPES, int KERNEL, int VISCOSITY> struct DynamicWalls : PairsOnly {
	template <class I, class J, class Mask>
	static FN_MEMBER void pair(const ForcesArgs &a, const I &i, const Image &image, const J &j,
		Mask other, Sums &f, WallSums &c)
	{
		auto wall = Source::dynamic(a, j);
		auto d = pairOf(i, wall);
		wall.term -= image.still.at(wall.rel, d);
		Real w = slopeAt<KERNEL>(a.p, d.r2), pressures = i.term + wall.term;
		w = select(other, w, 0.0f * w);
		f.r2 += w * d.r2;
		pairForce<VISCOSITY>(a.p, i, wall, d, d, w, pressures, a.p.coefficient[ARTIFICIAL_VISCOSITY],
			minimum(d.vr, 0.0f), f);
		f.rel += w * d.vr;
		if constexpr (SLOPES)
			addSlope<KERNEL>(a.p, i, wall, other, separation(i.at, wall.at), c);
	}
};

// The effect of fluid j on a particle i of dynamic walls: the continuity equation,
//   dρ/dt = Σ m v·∇W.
template <int KERNEL, class I, class J>
FN void fluidOnDynamic(const Physics &p, const I &i, const J &j, Sums &f)
{
	auto d = pairOf(i, j);
	f.rel += weighted(slopeAt<KERNEL>(p, d.r2), j) * d.vr;
}

struct Velocities {
	Real x, y, z;
};

// The velocity of wall particle j, where walls move.
template <class J> FN Velocities wallVelocity(const ForcesArgs &a, const J &j)
{
	return {loadAt(&a.moving->x, 4, j), loadAt(&a.moving->y, 4, j), loadAt(&a.moving->z, 4, j)};
}

// Walls of mdbc, after English et al. (2022), have the density that the passes of mdbc.h
// extrapolate from the fluid. They do not pull:
//   dv/dt = -Σ m (max(P_i/ρ_i² + P_w/ρ_i², 0) + Π/4) ∇W.
// In place of a velocity wall particle j has s [units], the vector to the nearest point of its
// surface; the wall has the velocity v. At the height z of i over the plane there the velocity is
// extrapolated through the surface to -|s|/z of that of i against the wall (Morris et al. 1997):
//   laminar viscosity takes   (1 + |s|/z) v,          |s|/z at most 5,
//   continuity takes          v·r + ½ |s|/z (v·n)(n·r), |s|/z at most 1, where z > 0.
// With free slip neither viscosity acts. docs/design/mdbc.md has the reasons for a quarter and a
// half. MOVES: some of the walls move.
template <class Source, bool SLOPES, int KERNEL, int VISCOSITY, bool MOVES>
struct MDBCWalls : PairsOnly {
	template <class I, class J, class Mask>
	static FN_MEMBER void pair(const ForcesArgs &a, const I &i, const Image &image, const J &at,
		Mask other, Sums &f, WallSums &c)
	{
		const Physics &p = a.p;
		auto j = Source::dynamic(a, at);
		Velocities v = {};
		if constexpr (MOVES)
			v = wallVelocity(a, at);
		PairState<Real> d;
		(Separation<Real> &)d = separation(i.at, j.at);
		d.vx = i.vx - v.x;
		d.vy = i.vy - v.y;
		d.vz = i.vz - v.z;
		d.vr = d.vx * d.x + d.vy * d.y + d.vz * d.z;
		Real w = slopeAt<KERNEL>(p, d.r2);
		w = select(other, w, 0.0f * w);
		Real along = j.vx * d.x + j.vy * d.y + j.vz * d.z;
		Real size2 = j.vx * j.vx + j.vy * j.vy + j.vz * j.vz;
		Real over = along - size2; // |s| z
		auto reciprocalAbove = [&](Real least) { // 1e-12 keeps 0/0 out
			return reciprocal(maximum(over - least, 0.0f) + least + 1e-12f);
		};
		Real normal = MDBC_NORMAL_VELOCITY * reciprocalAbove(size2)
			* (d.vx * j.vx + d.vy * j.vy + d.vz * j.vz) * along;
		f.rel += w * (d.vr + select(over > 0.0f, normal, 0.0f * normal));
		f.r2 += w * d.r2;
		PairState<Real> sheared = d;
		if (VISCOSITY >= LAMINAR) {
			Real part = (p.slips ? 0.0f : 1.0f)
				* (1.0f + reciprocalAbove(MDBC_LEAST_HEIGHT * size2) * size2);
			sheared.vx = part * d.vx;
			sheared.vy = part * d.vy;
			sheared.vz = part * d.vz;
			sheared.vr = part * d.vr;
		}
		Real pressures = maximum(i.term + image.still.own + j.term, 0.0f)
			- (image.still.own + image.still.at(j.rel, d));
		float artificial = MDBC_ARTIFICIAL * p.coefficient[ARTIFICIAL_VISCOSITY];
		artificial = p.slips ? 0.0f : artificialOf(i) * artificial;
		pairForce<VISCOSITY>(p, i, j, d, sheared, w, pressures, artificial, minimum(d.vr, 0.0f), f);
		if constexpr (SLOPES)
			addSlope<KERNEL>(p, i, j, other, separation(i.at, j.at), c);
	}

	// A wall that does not pull does not draw fluid out: below ρ0 its part of the continuity
	// equation does not lower the density.
	template <class I>
	static FN_MEMBER void limit(const ForcesArgs &, const I &i, Real byFluid, float4 &out)
	{
		if (i.rel < 0.0f)
			out.w = minimum(out.w, total(byFluid));
	}
};

// The height over a wall's face [Δp/2]. It follows from the mean of r⁴w over that of r²w. At a
// face, in an edge and in a corner that is the same as for a whole ball of wall particles. Over an
// edge that sticks out it is too small. There the wall is smaller than at a face, and by the part
// that is missing, the size of Σ w r says how much higher it is.
FN float heightOver(const Physics &p, float size, float r2, float r4)
{
	float height = (r4 / r2 - p.faceMean) * p.perHeight, bySize = (p.faceSize - size) * p.perSize;
	return height + maximum(1.0f - r2 * p.perSquares, 0.0f) * maximum(bySize - height, 0.0f);
}

// The least height over a wall's face that fluid has whose nearest wall particle is this far
// [unit²], in Δp/2. Wall particles lie half a spacing behind a flat face, and the nearest is beside
// the foot of the perpendicular by Δp/2 at most in two dimensions, Δp/√2 in space.
FN float heightByNearest(const Physics &p, float r2)
{
	float behind2 = r2 / (p.halfSpacing * p.halfSpacing) - DUMMY_ASIDE2;
	return sqrtf(maximum(behind2, 0.0f)) - 1.0f;
}

// Dummy walls, after Adami, Hu & Adams (2012), stand for fluid beyond the wall's face. They have no
// state. To each particle of fluid i they are its own mirror image, with the pressure that
// continues its own hydrostatically:
//   P_w = P_i + ρ_i (g - a_w)·(x_w - x_i),   dv/dt = -Σ m max(P_i + P_w, 0)/ρ_i² ∇W,
// a_w being the acceleration of the wall. Adami's mean over the fluid around x_w must be known
// before the forces are. Taken from half a step before, it gives energy to all that bounces.
// docs/design/walls.md has the reasons for the rest. MOVES: some of the walls move.
template <class Source, int KERNEL, int VISCOSITY, bool MOVES> struct DummyWalls {
	static constexpr bool DUMMY_WALLS = true;

	template <class I, class J, class Mask>
	static FN_MEMBER void pair(const ForcesArgs &a, const I &i, const Image &image, const J &j,
		Mask other, Sums &f, WallSums &c)
	{
		auto d = separation(i.at, Source::wall(a, j));
		Real w = slopeAt<KERNEL>(a.p, d.r2);
		w = select(other, w, 0.0f * w);
		Real still = image.still.own + image.still.at(i.rel, d);
		if constexpr (MOVES) {
			float k = densityOf(i) * reciprocal(a.p.rho0 * (1.0f + i.rel));
			const BodyMotion &m = *a.euler.motions;
			int half = a.euler.half;
			Columns accel = ofBody(a.euler.references, a.list.predictedPos, m.acceleration[half], m.curve[half], j);
			auto of = [&](Real along) { return a.p.unit * k * along; };
			Real x = image.x - of(accel.x), y = image.y - of(accel.y), z = image.z - of(accel.z);
			Real hangs = x * d.x + y * d.y + z * d.z;
			addAlong(f, w * (maximum(image.push - hangs, 0.0f) - still), d);
		} else {
			Real hangs = image.x * d.x + image.y * d.y + image.z * d.z;
			addAlong(f, w * (maximum(image.push - hangs, 0.0f) - still), d);
		}
		addAlong(c, w, d);
		Real s = w * d.r2;
		c.r2 += s;
		c.r4 += s * d.r2;
		auto nearer = other & (d.r2 < c.near.r2);
		c.near.r2 = select(nearer, d.r2, c.near.r2);
		if (VISCOSITY && a.p.coefficient[LAMINAR_VISCOSITY] > 0.0f) {
			c.near.x = select(nearer, d.x, c.near.x);
			c.near.y = select(nearer, d.y, c.near.y);
			c.near.z = select(nearer, d.z, c.near.z);
		}
		if constexpr (MOVES) {
			addVelocity(a, j, s, c);
			const BodyMotion &m = *a.euler.motions;
			int half = a.euler.half;
			Columns speed = ofBody(a.euler.references, a.list.predictedPos, m.velocity[half], m.rate[half], j);
			c.vr += w * (speed.x * d.x + speed.y * d.y + speed.z * d.z);
		} else if (VISCOSITY && a.wallVel) {
			addVelocity(a, j, s, c);
		}
	}

	// Adds the velocity of wall particle j, whose w r² is s.
	template <class J> static FN_MEMBER void addVelocity(const ForcesArgs &a, const J &j, Real s, WallSums &c)
	{
		c.vx += s * loadAt(&a.wallVel->x, 4, j);
		c.vy += s * loadAt(&a.wallVel->y, 4, j);
		c.vz += s * loadAt(&a.wallVel->z, 4, j);
	}

	template <class I> static FN_MEMBER void limit(const ForcesArgs &, const I &, Real, float4 &) {}

	// In the continuity equation a wall that slides along its face is at rest, and one that moves
	// has its velocity. Three things are added.
	//
	// A wall does not pull. The density of fluid in tension that leaves a wall does not change, so
	// a gap opens.
	//
	// Towards the wall, artificial viscosity acts between i and its image, at the distance h. Their
	// velocities are v·n and -v·n. A limiter takes their approach, 2 v·n.
	//
	// A particle nearer to the face than a quarter of a spacing Δp may have too few neighbours to
	// push it back. A spring with a damper does it, dv/dt = max(ω² (Δp/4 - z) - ω v·n, 0) n with ω
	// = c0/2Δp. At the steps of a curved wall the sums make z too small by up to Δp/2, also of fluid
	// that lies as on a lattice. So z is what the nearest wall particle says at least.
	//
	// With laminar viscosity fluid sticks to the wall: seen from i, the velocity against the wall
	// is extrapolated linearly through the face. A wall particle at the depth d behind it has 1 +
	// d/z times that of i (Morris et al. 1997), and d + z is n·r. So the sum is one over all, |Σ w
	// r|/z. Here z is the height over the plane half a spacing before the nearest wall particle,
	// which is exact at a flat wall, and a quarter of a spacing at least.
	//
	// Friction has the coefficient c_f of flow along a plate, a shear stress of c_f ρ v²/2. Over the
	// layer that sees the wall, the integral of Σ V0 w·n is 1/2, so c_f |v| Σ V0 w v comes to c_f
	// v²/2 in any layer that is as deep. With laminar viscosity the greater of the two acts.
	template <class I>
	static FN_MEMBER WallForce force(const ForcesArgs &a, const I &i, const WallSums &c)
	{
		const Physics &p = a.p;
		WallForce t = {total(c.x), total(c.y), total(c.z), 0.0f, 0.0f, 0.0f};
		float size2 = t.x * t.x + t.y * t.y + t.z * t.z;
		if (size2 > 0.0f) {
			float size = sqrtf(size2), away = (i.vx * t.x + i.vy * t.y + i.vz * t.z) / size;
			if (MOVES)
				away -= total(c.vr) / size;
			Separation<float> near = nearest(c.near);
			float height = maximum(heightOver(p, size, total(c.r2), total(c.r4)),
				heightByNearest(p, near.r2));
			t.push = artificialOf(i) * p.impact * maximum(-away, 0.0f) / (1.0f + i.rel);
			if constexpr (VISCOSITY == LIMITED)
				t.push *= minimum(p.coefficient[LIMITER_FLOOR] + p.limiterImpact * maximum(-away, 0.0f), 1.0f);
			if (height < DUMMY_SPRING_REACH)
				t.push += maximum(stiffnessOf(i) * p.spring * (DUMMY_SPRING_REACH - height)
					- artificialOf(i) * p.damper * away, 0.0f) / size;
			if (!(i.rel < 0.0f && away > 0.0f))
				t.rel = away * size;
			if (VISCOSITY) {
				float over = (near.x * t.x + near.y * t.y + near.z * t.z) / size - p.halfSpacing;
				float height = maximum(over, DUMMY_LEAST_HEIGHT * p.halfSpacing);
				t.drag = 2.0f * viscosityOf(i) * p.coefficient[LAMINAR_VISCOSITY] * size
					/ ((1.0f + i.rel) * height * total(c.r2));
				if (p.coefficient[WALL_FRICTION] > 0.0f)
					t.drag = maximum(t.drag, 2.0f * p.coefficient[WALL_FRICTION] * slides(a, i, c)
							* size / ((1.0f + i.rel) * total(c.r2)));
			}
		}
		return t;
	}

	// The speed of i against the walls around [m/s].
	template <class I>
	static FN_MEMBER float slides(const ForcesArgs &a, const I &i, const WallSums &c)
	{
		float x = i.vx, y = i.vy, z = i.vz, over = 1.0f / total(c.r2);
		if (MOVES || a.wallVel) {
			x -= over * total(c.vx);
			y -= over * total(c.vy);
			z -= over * total(c.vz);
		}
		return sqrtf(x * x + y * y + z * z);
	}

	template <class I>
	static FN_MEMBER void finish(const ForcesArgs &a, const I &i, const WallSums &c, float4 &out)
	{
		WallForce w = force(a, i, c);
		float drag = VISCOSITY ? w.drag * total(c.r2) : 0.0f;
		out = {out.x + w.push * w.x - drag * i.vx, out.y + w.push * w.y - drag * i.vy,
			out.z + w.push * w.z - drag * i.vz, out.w + w.rel};
		if (VISCOSITY && (MOVES || a.wallVel))
			out = {out.x + w.drag * total(c.vx), out.y + w.drag * total(c.vy),
				out.z + w.drag * total(c.vz), out.w};
	}

	// c has the sums over the one wall particle.
	template <class I>
	static FN_MEMBER void share(const I &i, const WallForce &all, const WallSums &c, Sums &f)
	{
		f.x += all.push * c.x - all.drag * (c.r2 * i.vx - c.vx);
		f.y += all.push * c.y - all.drag * (c.r2 * i.vy - c.vy);
		f.z += all.push * c.z - all.drag * (c.r2 * i.vz - c.vz);
	}
};

// Calls visit with the model of the walls. Of those that a kernel is compiled for, Physics and the
// arguments have the one of the flow.
template <class Source, bool SLOPES, int KERNEL, int VISCOSITY, int WALLS, class Visit>
FN void withWalls(const ForcesArgs &a, Visit visit)
{
	if constexpr (WALLS == LENNARD_JONES)
		visit(LennardJonesWalls<Source>{});
	else if constexpr (WALLS == DUMMY || WALLS == MOVING)
		visit(DummyWalls<Source, KERNEL, VISCOSITY, WALLS == MOVING>{});
	else if (a.p.wall != MDBC)
		visit(DynamicWalls<Source, SLOPES, KERNEL, VISCOSITY>{});
	else if (VISCOSITY && a.moving) // so walls of mdbc that move take a kernel with it
		visit(MDBCWalls<Source, SLOPES, KERNEL, VISCOSITY, true>{});
	else
		visit(MDBCWalls<Source, SLOPES, KERNEL, VISCOSITY, false>{});
}
