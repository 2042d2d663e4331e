// Measurements of the particles that a step begins with: energies (energies.h), forces on bodies,
// values at points. They run beside the forces, before any device may write over these particles,
// and return at once where nothing is due. Sums over particles are sums of integers, so that their
// order and the number of devices do not matter.
#pragma once
#include "boxes.h"
#include "hash.h"
#include "minimumscan.h"
#include "reaction.h"

// How many of the times asked for, which are the multiples of an interval before the end, are not
// later than a time.
FN int64_t timesUntil(double time, double interval, double end)
{
	double until = time / interval + 1e-9, before = end / interval - 1e-9;
	return (int64_t)(until < before ? until : before);
}

// The same of samples. There is one at the end, too.
FN int64_t samplesUntil(const MomentArgs &a, double time)
{
	return timesUntil(time, a.interval, a.end) + (time >= a.end);
}

// Reports whether a step measures: where a time asked for comes before its end, or has come since
// the step before began. So there is a measurement on both sides of it.
FN bool measures(const MomentArgs &a, double time, double end)
{
	int64_t past = a.first ? a.pastBefore : a.counts->past, now = samplesUntil(a, time);
	a.counts->past = now;
	return now > past || samplesUntil(a, end) > now;
}

// How many times asked for a step begins nearest to: these are not later than the middle of the
// step, and later than that of the step before. That middle was computed in the same way, so that
// each time has one step. If the step is rejected, the next that begins here says it anew.
FN int64_t timesNearest(const MomentArgs &a, const Clock &c, double end)
{
	double before = c.time - 0.5 * c.dt, middle = end - 0.5 * c.length[a.step & 1];
	return timesUntil(middle, a.copyInterval, a.end) - timesUntil(before, a.copyInterval, a.end);
}

// Reports whether this step measures and copies the particles that it begins with.
KERNEL(moment, MomentArgs)
{
	Clock c = *a.clock;
	Moment m = {c.time, c.step, a.now > 0};
	if (a.now == IF_GOOD && a.step >= c.limit)
		return;
	if (!a.now) {
		if (a.step >= c.limit)
			return;
		double end = endOf(a.step, c);
		m.due = a.interval > 0.0 && measures(a, c.time, end);
		int32_t copies = a.first ? 0 : a.counts->copies;
		int64_t times = a.copyInterval > 0.0 ? timesNearest(a, c, end) : 0;
		if (times > 0 && copies < a.places) { // the host misses a copy that has no place
			m.copy = ++copies;
			m.copyTimes = (int32_t)times;
		}
		a.counts->copies = copies;
	}
	*a.moment = m;
}

// i is a word of all moments: those of the Moment, and of its sums.
KERNEL(publish_moments, PublishMomentsArgs)
{
	int word = i % a.words;
	if (word < (int)(sizeof(Moment) / 8) || ((const Moment *)(a.moments + (i - word)))->due)
		a.out[i] = a.moments[i];
}

// What a thread has summed of the forces on one body: force, then moment.
struct OnBody {
	int body;
	int64_t sum[6];
};

// The threads of a warp, all of which call it, mostly have sums of the same body.
FN void addOfWarp(int64_t *sums, const OnBody &own)
{
	int body = (int)greatest((uint32_t)(own.body + 1)) - 1;
	if (body < 0)
		return;
	for (int k = 0; k < 6; k++) {
		addOfWarp(sums + 6 * body + k, own.body == body ? own.sum[k] : 0);
		if (own.body >= 0 && own.body != body)
			atomicSum(sums + 6 * own.body + k, own.sum[k]);
	}
}

FN void add(int64_t *sums, OnBody &own, int body, const int64_t (&sum)[6])
{
	if (own.body >= 0 && own.body != body)
		for (int k = 0; k < 6; k++) {
			atomicSum(sums + 6 * own.body + k, own.sum[k]);
			own.sum[k] = 0;
		}
	own.body = body;
	for (int k = 0; k < 6; k++)
		own.sum[k] += sum[k];
}

// Whether a body carries what a wall particle does.
FN bool isCarried(int4 p) { return bodyOf(p) >= 0 || isShared(p); }

// The forces of a particle of fluid on the bodies near it act where their wall particles are.
template <int VISCOSITY, int WALLS>
FN void forceOnBodies(const BodyArgs &b, int i, OnBody &own)
{
	const ForcesArgs &a = b.forces;
	i = memberOf(a.part, i);
	if (i < 0)
		return;
	Task t = taskOf(a.list, i);
	if (t.count & (WALL | BETWEEN_ZONES) || (!(t.count & NO_LIST) && wallsOf(t.count) == 0))
		return;
	auto isOf = [&](int j) { return isCarried(a.list.predictedPos[j]); };
	forceOnWalls<VISCOSITY, WALLS>(a, t, isOf, [&](int j, double fx, double fy, double fz) {
		int4 p = a.list.predictedPos[j]; // where it is, if it stands still
		int body = movedBodyOf(a.euler.motions, p);
		const int32_t still[3] = {}, *moved = still;
		if (isMovingWall(p)) {
			p = a.euler.from.pos[j];
			moved = a.euler.motions[body + 1].centre;
		}
		Place at = inFlow(b.zones, p);
		double area = inFlow(at.coarse, b.dimensions - 1);
		fx *= area, fy *= area, fz *= area;
		auto carry = [&](int body, double fx, double fy, double fz) {
			if (body < 0)
				return;
			const double *c = b.centre + 3 * body;
			// from where the centre has come
			double x = (at.x - moved[0]) * b.quantum - c[0], y = (at.y - moved[1]) * b.quantum - c[1],
				   z = (at.z - moved[2]) * b.quantum - c[2];
			add(b.sum, own, body,
				{roundToLong(fx * b.scale), roundToLong(fy * b.scale), roundToLong(fz * b.scale),
				 roundToLong((y * fz - z * fy) * b.scale), roundToLong((z * fx - x * fz) * b.scale),
				 roundToLong((x * fy - y * fx) * b.scale)});
		};
		if (!isShared(p))
			return carry(body, fx, fy, fz);
		const Load &load = loadOf(b, j);
		double part = load.dual[0] * fx + load.dual[1] * fy + load.dual[2] * fz;
		double sx = part * load.normal[0], sy = part * load.normal[1], sz = part * load.normal[2];
		carry(load.first, fx - sx, fy - sy, fz - sz);
		carry(load.second, sx, sy, sz);
	});
}

template <int VISCOSITY, int WALLS>
FN void forcesOnBodies(const BodyArgs &b, int i)
{
	if (!b.moment->due)
		return;
	OnBody own = {-1, {}};
	for (int k = i; k < b.tasks; k += b.threads)
		forceOnBodies<VISCOSITY, WALLS>(b, k, own);
	addOfWarp(b.sum, own);
}

#define BODY(name, Args, KIND, VISCOSITY, WALLS) \
	KERNEL(name, Args) { forcesOnBodies<VISCOSITY, WALLS>(a, i); }
MOVED(BODY, body, BodyArgs, ANY, LIMITED)

// Whether a particle of fluid may feel a body that moves: most are far from all.
FN bool nearMoving(const EulerArgs &e, const MotionBody *bodies, int count, int i)
{
	int4 p = e.from.pos[i];
	for (int body = 1; body < count; body++) {
		const MotionBody &b = bodies[body];
		if (b.reach < 0.0)
			continue;
		const int32_t *by = e.motions[body].displacement[BEGINNING];
		double x = p.x - by[0] - b.pivot[0], y = p.y - by[1] - b.pivot[1], z = p.z - by[2] - b.pivot[2];
		if (x * x + y * y + z * z < b.reach * b.reach)
			return true;
	}
	return false;
}

// The work of the fluid on bodies that move, in a step: of each pair the force in the middle of the
// step, times the velocity of the wall particle then, times Δt. Forces of the corrector have the
// same pairs.
template <int VISCOSITY, int WALLS> FN void workOnBodies(const WorkArgs &w, int i)
{
	const ForcesArgs &a = w.forces;
	Task t;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, t) || t.count & (WALL | BETWEEN_ZONES))
		return;
	if (!(t.count & NO_LIST) && wallsOf(t.count) == 0)
		return;
	if (!nearMoving(a.euler, w.bodies, w.count, (int)t.particle))
		return;
	double dt = a.record->length;
	int body = -1;
	int64_t sum = 0;
	auto isOf = [&](int j) { return isMovingWall(a.list.predictedPos[j]); };
	forceOnWalls<VISCOSITY, WALLS>(a, t, isOf, [&](int j, double fx, double fy, double fz) {
		int4 p = a.list.predictedPos[j];
		int of = movedBodyOf(a.euler.motions, p);
		if (body >= 0 && of != body) {
			atomicSum(w.sum + body, sum);
			sum = 0;
		}
		body = of;
		float4 v = a.moving[j];
		double area = inFlow(coarsenessOf(p.w), w.dimensions - 1);
		sum += roundToLong((fx * v.x + fy * v.y + fz * v.z) * dt * area * w.scale);
	});
	if (body >= 0)
		atomicSum(w.sum + body, sum);
}

#define WORK(name, Args, KIND, VISCOSITY, WALLS) \
	KERNEL(name, Args) { workOnBodies<VISCOSITY, WALLS>(a, i); }
MOVED(WORK, work, WorkArgs, ANY, LIMITED)

// The energy that a frame that turns and gravity that changes give particle of task i in a step,
//   m (v·f Δt - x·Δg),
// where f is the inertia in the middle of the step, the rest of what bodyForceOn has, and v and x
// are means of the step's ends. Kinetic and potential energy are those in the frame.
FN int64_t turnedTask(const TurnedArgs &t, int i)
{
	const ForcesArgs &a = t.forces;
	Task task;
	if (!taskToDo(*a.clock, a.euler.step, a.part, a.list, i, task) || task.count & WALL)
		return 0;
	int n = (int)task.particle;
	Own self = anyOwn(a.p, a.packed, a.vel, a.list.predictedPos, n);
	const StepRecord &now = *a.record;
	Vector f = {}, from = gravityOf(now.at[0]);
	if (a.frame.quantum > 0.0f)
		f = withInertia(now.at[1], f, fromCentre(a, n), {self.vx, self.vy, self.vz});
	Vector to = gravityOf(forcingAt(t.forcing, now.begin + (double)now.length));
	float4 u = a.euler.from.vel[n], v = a.euler.to.vel[n];
	int4 p = a.euler.from.pos[n], q = a.euler.to.pos[n];
	double along = (double)f.x * (u.x + v.x) + (double)f.y * (u.y + v.y)
		+ (double)f.z * (u.z + v.z);
	auto at = [&](int axis, int p, int q) {
		return t.origin[axis] + 0.5 * ((double)p + q) * t.quantum[axis];
	};
	double lifted = (double)(to.x - from.x) * at(0, p.x, q.x)
		+ (double)(to.y - from.y) * at(1, p.y, q.y) + (double)(to.z - from.z) * at(2, p.z, q.z);
	double mass = (double)a.p.mass * anyMassOf(a.p, a.list.predictedPos, n);
	return roundToLong(mass * (0.5 * along * now.length - lifted) * t.scale);
}

KERNEL(turned, TurnedArgs) { addOfWarp(a.sum, i < a.tasks ? turnedTask(a, i) : 0); }

// Whether a step was rejected is known once the step after it has been scanned: its corrector may
// run before that. So it sums into words of its own. Thread i does it for word i.
KERNEL(commit_totals, CommitTotalsArgs)
{
	if (a.step < a.clock->limit)
		a.own[i] += a.ofStep[i];
	a.ofStep[i] = 0;
}

// Thread i gives word i.
KERNEL(totals, TotalsArgs)
{
	if (a.moment->due)
		a.sum[i] = a.own[i];
}

// The volume of particle j with the stones around it, over its own.
FN float porousVolumeOf(const ProbeArgs &a, int j)
{
	return a.porosity ? 1.0f / load(a.porosity + j) : 1.0f;
}

// Calls visit for the fluid around a place, in the cells in reach of one that the device owns: w is
// W over W(0), times the volume over that of Physics, and the vector points from the particle to
// the place [quanta]. It takes each `lanes`-th particle of a row, from the lane-th on.
template <class Visit>
FN void fluidAround(const ProbeArgs &a, int cell, int4 p, int lane, int lanes, Visit visit)
{
	for (int du = -REACH; du <= REACH; du++) {
		for (int dv = -REACH; dv <= REACH; dv++) {
			int row = cell + du * a.grid.stride[a.grid.axis] + dv * a.grid.stride[a.grid.planeAxis] - REACH;
			int to = (int)a.start[row + ROWS];
			for (int j = (int)a.start[row] + lane; j < to; j += lanes) {
				if (!isFluid(a.kind[j]))
					continue;
				int4 q = a.pos[j];
				float x = (float)(p.x - q.x), y = (float)(p.y - q.y), z = (float)(p.z - q.z);
				float r = sqrtf(x * x + y * y + z * z) * a.toSupport;
				if (r < 1.0f) // a quarter of them
					visit(j, weight(a.p.kernel, r) * anyVolumeOf(a.p, a.kind, j) * porousVolumeOf(a, j), x, y, z);
			}
		}
	}
}

// P/ρ0² of particle j over (1 + x)².
FN float anyTermOf(const ProbeArgs &a, int j, float rel)
{
	return a.p.materials ? pressureTerm(materialAt(a.p, a.kind, j), rel) : pressureTerm(a.p, rel);
}

// Sums of W and P W over the fluid around a point, by the 32 threads of a warp, and, where it reads
// a velocity, the moments that one linear in the place follows from: v W, W d, W d d and v d W,
// with d from the point to a particle, in radii of the support. Before a face only what is on the
// face's side counts.
KERNEL(probe, ProbeArgs)
{
	int lane = i % 32, lanes = TOGETHER ? 32 : 1; // on the host one thread does all
	if (!a.moment->due || lane >= lanes)
		return;
	int4 p = a.point[i / 32];
	int body = p.w & 255, place = p.w >> 8;
	float4 face = a.face[i / 32];
	if (body > 0) {
		const BodyMotion &m = a.motions[body];
		const int32_t *by = m.displacement[BEGINNING];
		double x = p.x - m.pivot[0], y = p.y - m.pivot[1], z = p.z - m.pivot[2];
		auto turn = [&](int axis) {
			return m.turns ? (int)roundToLong(turned(m, BEGINNING, axis, x, y, z)) : 0;
		};
		p = {p.x + by[0] + turn(0), p.y + by[1] + turn(1), p.z + by[2] + turn(2), p.w};
		if (m.turns)
			face = turnedNormal(m, BEGINNING, face);
	}
	p = simulated(a.zones, a.outlines, a.motions, p);
	if (!inDomain(a.grid, p) || !owns(a.grid, sliceOf(a.grid, p)))
		return;
	int64_t weights = 0, pressures = 0, velocity[VELOCITY_WORDS] = {};
	fluidAround(a, cellOf(a.grid, p), p, lane, lanes, [&](int j, float w, float x, float y, float z) {
		if (face.x * x + face.y * y + face.z * z > face.w)
			return;
		float4 v = a.vel[j];
		float rel = v.w;
		float rho = a.p.rho0 * (1.0f + rel);
		weights += roundToLong(w * a.weightScale);
		pressures += roundToLong(w * rho * rho * anyTermOf(a, j, rel) * a.pressureScale);
		if (place > 0) {
			float k = -a.toSupport, d[3] = {k * x, k * y, k * z}, of[3] = {v.x, v.y, v.z};
			int next = 6;
			for (int axis = 0; axis < 3; axis++) {
				velocity[axis] += roundToLong(w * of[axis] * a.velocityScale);
				velocity[3 + axis] += roundToLong(w * d[axis] * a.weightScale);
				for (int b = axis; b < 3; b++)
					velocity[next++] += roundToLong(w * d[axis] * d[b] * a.weightScale);
				for (int b = 0; b < 3; b++)
					velocity[12 + 3 * axis + b] +=
						roundToLong(w * of[axis] * d[b] * a.velocityScale);
			}
		}
	});
	addOfWarp(a.sum + 2 * (i / 32), weights);
	addOfWarp(a.sum + 2 * (i / 32) + 1, pressures);
	for (int k = 0; place > 0 && k < VELOCITY_WORDS; k++)
		addOfWarp(a.velocitySum + VELOCITY_WORDS * (place - 1) + k, velocity[k]);
}

// The pressure at particle i of a wall, for output. Where no fluid is in reach it is 0. A wall that
// has a density has its own; at others it is that of the fluid around, continued,
//   p_i = Σ (p_j + ρ_j g·r) W / Σ W                                (Adami et al. 2012)
KERNEL(wallpressure, ProbeArgs)
{
	int copy = a.moment ? a.moment->copy - 1 : 0;
	if (copy < 0)
		return;
	int4 p = a.kind[i];
	// that it is sorted into; one that moves may by now be in a cell that another device owns
	int cell = cellOf(a.grid, p);
	float weights = 0.0f, pressures = 0.0f, quantum = a.p.unit * a.toSupport / a.p.toSupport;
	Vector g = bodyForce<true>(a.record->at[0], a.frame, a.central, {},
		[&] { return fromCentre(a.frame, p); });
	float coarse = coarsenessOf(p.w);
	g = {coarse * g.x, coarse * g.y, coarse * g.z};
	if (isMovingWall(p)) {
		p = a.pos[i];
		const BodyMotion &m = a.motions[bodyOf(p) + 1];
		const float *accel = m.acceleration[BEGINNING];
		g = {g.x - accel[0], g.y - accel[1], g.z - accel[2]};
		if (m.turns) {
			float4 r = referenceOf(a.references, i);
			auto of = [&](int axis) { return turning(m.curve[BEGINNING], axis, r); };
			g = {g.x - of(0), g.y - of(1), g.z - of(2)};
		}
	}
	if (isWall(p) && !isImage(p))
		fluidAround(a, cell, p, 0, 1, [&](int j, float w, float x, float y, float z) {
			float rel = a.vel[j].w;
			float rho = a.p.rho0 * (1.0f + rel);
			weights += w;
			float density = a.p.materials ? rowOf(a.p, a.kind, j).density * rho : rho;
			pressures += w * (rho * rho * anyTermOf(a, j, rel)
				+ density * quantum * (g.x * x + g.y * y + g.z * z));
		});
	float pressure = 0.0f;
	if (weights > 0.0f)
		pressure = a.walls ? a.p.bulk * tait7(a.walls[i].w) : maximum(pressures / weights, 0.0f);
	if (weights > 0.0f && a.walls && a.p.materials)
		pressure += a.p.rho0 * a.p.rho0 * a.p.materials->background;
	a.out[(int64_t)copy * a.room + i] = pressure;
}
