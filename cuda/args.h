// Argument structs of the kernels, in the C that g++, nvcc and `go tool cgo
// -godefs` read alike; args_gen.go is made from this file by `go generate`.
// All pointers are addresses in one device's memory.
#pragma once
#include "kernel.h"

#ifdef GODEFS
#define PTR(T) uint64_t
#else
#define PTR(T) T *
#endif

#ifdef GODEFS
#define STRUCT(name) typedef struct name
#define END(name) name
#else
#define STRUCT(name) struct name
#define END(name)
#endif

// Positions are integers: metres = origin + position * quantum. Differences
// are exact, precision is the same everywhere, and a cell is 2^shift quanta wide.
// REACH cells are as wide as neighbour lists reach at most. Cells are numbered
// with the split axis as the most significant. A ring of REACH empty cells
// surrounds the domain.
STRUCT(Grid) {
	int32_t stride[3]; // of the cell number, along x, y, z
	int32_t limit[3];  // the domain is [REACH << shift, limit] along x, y, z
	int32_t shift;
	int32_t axis;      // that layers of cells are perpendicular to
	int32_t rowAxis;   // that rows of cells lie along: stride 1
	int32_t planeAxis; // the third: rows lie side by side along it
	int32_t first;     // first layer of this device's window
	int32_t layers;    // in the window
	int32_t perLayer;  // slices, which are rows of a layer, 1 << rowShift each
	int32_t rowShift;
	int32_t from, to;  // slices that this device sees: not all of the first and the last layer
	int32_t ownFrom, ownTo; // and that it owns
	int32_t edge;      // slices of its own at each end that a neighbour sees
	int32_t unused;
} END(Grid);

// What a step knows of time. Every device holds the same. The steps of a list period are
// numbered from 0. A step begins before it is certain that the one before is done, so even
// and odd steps have a length each.
STRUCT(Clock) {
	double time;             // simulated [s]
	float allowed[2];        // for even and odd steps of the period, by forces, and at first the host [s]
	float length[2];         // of these steps [s]
	int32_t last[2];         // this step reaches the end
	float dt;                // of the last step done [s]
	float used;              // greatest part of a skin that is used up by the middle of the step
	float layerApproach;     // bound on how far layers have come closer [m]
	float speed;             // greatest, at the beginning of the last step [m/s]
	int32_t step;            // steps done
	int32_t first;           // of them before the period
	int32_t limit;           // first step of the period that is not to be done
	int32_t halt;            // why
	int32_t entriesNeeded;   // by the longest list, where there is no room for it
	int32_t verifiedUntil;   // first step of the period for which the skins must be checked
	float accel;             // greatest, of the last forces that were looked at [m/s²]
	float accelerationBound; // of the steps before verifiedUntil [m/s²]
} END(Clock);

// Maxima over particles. Floats are kept as bits: those of non-negative floats have the order
// of the floats, with NaN above all. Each group of four words travels as one, with the number
// of the evaluation that it is of.
STRUCT(Maxima) {
	uint32_t accel2, speed2, rel;        // |a|² [m²/s⁴], |v|² [m²/s²], ρ/ρ0 - 1
	uint32_t turn;                       // of the evaluation, where devices wait for each other
	uint32_t used, forwards, backwards;  // part of a skin; displacement across the layers from the predicted positions [m]
	uint32_t turn2;
	uint32_t usedAhead, forwardsAhead, backwardsAhead; // the same, of some steps ahead too
	uint32_t turn3;
	uint32_t entriesNeeded, overLimit, unused; // by lists that have no room; a displacement was beyond Euler's limit
	uint32_t turn4;
} END(Maxima);

// Constants of the physics, scaled so that a pair needs no unit conversion:
// lengths between particles are in the units of packed positions. See physics.h.
STRUCT(Physics) {
	float unit;          // of lengths between particles [m]
	float toSupport;     // to units of the support radius 2h
	float accelScale;    // of momentum sums
	float relScale;      // of continuity sums
	float artificial;    // viscosity
	float eta2;          // 0.01 h² [unit²]
	float laminar;       // viscosity
	float diffusion;     // of density
	float hydro[3];      // hydrostatic part left out of it
	float gravity[3];    // [m/s²]
	float tait;          // c0²/(7 ρ0): P/ρ² is tait * poly / (1 + rel)²
	float bulk;          // B = ρ0 c0²/7 [Pa]
	float rho0;          // [kg/m³]
	float mass;          // [kg]
	float ljRadius2;     // [unit²]
	float ljForce;       // D / unit
	float impact;        // 2 α c0/ρ0, of dummy walls [m⁴/(kg s)]
	float spring;        // of dummy walls: ω² Δp/2 over accelScale, ω = c0/2Δp,
	float damper;        // and ω over accelScale
	float faceMean;      // mean square distance from a wall's particles at its face [unit²],
	float perHeight;     // and one over how much greater it is half a spacing above [1/unit²]
	int32_t wall;        // boundary: 0 Lennard-Jones, 1 dynamic, 2 dummy
	int32_t kernel;      // 0 Wendland, 1 cubic spline
} END(Physics);

// Lists are made for the middle of their period: for the positions that particles
// will have then if they keep their velocities.
STRUCT(Prediction) {
	float quantaPerSpeed;  // displacement of a particle at 1 m/s until then
	float limit;           // of the displacement along each axis [quanta]
} END(Prediction);

// How the flow moves when lists are built: the number of fluid particles by their
// greatest speed relative to others in reach, the greatest such speed, and the
// greatest speeds forwards and backwards across the layers, as bits of floats [m/s].
STRUCT(Motion) {
	uint32_t bins[32];
	uint32_t most, forwards, backwards, unused;
} END(Motion);

STRUCT(HashArgs) {
	Grid grid;
	Prediction prediction;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(uint32_t) cell;    // of each particle, in the window; the last is the discard cell
	PTR(uint32_t) slot;    // any distinct numbers within a cell; none in the discard cell
	PTR(uint32_t) count;   // per cell
	PTR(uint32_t) leftDomain; // number of particles outside the domain
} END(HashArgs);

STRUCT(ScatterArgs) {
	Grid grid;
	Prediction prediction;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const uint32_t) id;
	PTR(const uint32_t) cell;
	PTR(const uint32_t) slot;
	PTR(const uint32_t) start; // of each cell
	PTR(uint64_t) key;         // order within the cell
	PTR(uint32_t) index;       // of the particle that has the key
} END(ScatterArgs);

STRUCT(RankArgs) {
	PTR(const uint32_t) cell;
	PTR(const uint32_t) start;
	PTR(const uint64_t) key;
	PTR(const uint32_t) index;
	PTR(uint32_t) order;       // index of the particle that comes i-th
	PTR(const uint32_t) kept;  // how many particles stay
} END(RankArgs);

STRUCT(ReorderArgs) {
	Grid grid;
	Prediction prediction;
	PTR(const uint32_t) order;
	PTR(const uint32_t) kept;  // how many particles stay
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const uint32_t) id;
	PTR(int4) posOut;
	PTR(float4) velOut;
	PTR(uint32_t) idOut;
	PTR(uint2) packed;         // of the sorted particles
	PTR(int4) predictedPos;    // in the middle of the lists' period
} END(ReorderArgs);

STRUCT(SlicesArgs) {
	PTR(const uint32_t) start; // of each cell
	PTR(const uint32_t) leftDomain;
	PTR(uint32_t) out;         // first particle of slice i; after the last, leftDomain
	int32_t stride, rows;      // cells in a layer, and in the rows of a slice
	int32_t perLayer;          // slices
	int32_t skipped;           // slices of the first layer
	int32_t slices;
	int32_t unused;
} END(SlicesArgs);

// A particle for which there is something to do in a step; see active.h.
STRUCT(Task) {
	uint32_t particle;
	uint32_t column;           // of the list, where its neighbours are
	uint32_t count;            // of these: fluid | wall << 12 | flags
	uint32_t home;             // its cell
} END(Task);

// The estimated work of a step for a particle: of fluid, of a wall in reach of fluid, and of other
// walls. The balancer and the sizes of the stripes use it.
enum { FLUID_WORK = 40, WET_WORK = 10, DRY_WORK = 1 };

// A range of tasks, or of the columns of a whole list: fluid, and walls. The walls of a whole list
// begin a sort group (see active.h).
STRUCT(Part) {
	int32_t fluid, fluids;     // first and number
	int32_t wall, walls;
} END(Part);

// A neighbour list, and where the particles were when it was made; see list.h.
STRUCT(List) {
	PTR(uint16_t) entries;
	PTR(struct Task) tasks;
	PTR(const uint32_t) start; // first particle of each cell
	PTR(const int4) predictedPos; // that the list was made for
	int32_t capacity;          // entries per particle, a multiple of 8
	int32_t layerStride, rowStride; // of the cell numbers
	int32_t unused;
} END(List);

STRUCT(Numbers) {
	uint32_t fluid, near, wet;
	uint32_t active;           // particles
	uint32_t expired;          // the lists would not last for a step
	uint32_t unused;
} END(Numbers);

// The window in blocks of one layer times BLOCK by BLOCK cells.
STRUCT(Blocks) {
	PTR(float4) own;           // pairs of boxes (see skincheck.h) of each block,
	PTR(float4) near;          // and of it and those next to it in its layer
	PTR(float) skin;           // of each, against fluid and against walls [m]
	PTR(uint8_t) flags;        // what is in it and in reach, while the lists last
	PTR(uint32_t) fluids;      // the blocks with fluid, in any order,
	PTR(uint32_t) nears;       // with fluid near,
	PTR(uint32_t) wets;        // and of this device, with anything, and fluid in reach
	PTR(struct Numbers) numbers; // of these
	int32_t planeBlocks, rowBlocks; // along planeAxis and rowAxis
	int32_t planeCells, rowCells;
} END(Blocks);

STRUCT(BlocksArgs) {
	Blocks blocks;
	PTR(const struct Clock) clock;
	int32_t threads;           // that share the blocks with fluid near; 0 is one for each block
	int32_t step;              // of the period
} END(BlocksArgs);

STRUCT(SkinsArgs) {
	Grid grid;
	Blocks blocks;
	PTR(const uint32_t) start;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(struct Motion) motion;
	PTR(uint32_t) work;        // by slice, see skincheck.h
	PTR(struct Maxima) maxima; // use of the skins at the beginning and in the first steps
	PTR(const struct Clock) clock; // after the steps before
	Prediction prediction;
	float fastest;             // speed from which on the predicted displacement is at its limit [m/s]
	float quantum;             // [m]
	float skinTime;            // of relative motion that the skin is for [s]
	float slack;               // skin beyond that [m]
	float skinMax;             // [m]
	float bin;                 // 1/m/s, of Motion
	float horizon;             // time to the middle of the last step that is verified [s]; or 0
	float drift;               // as in SkinCheckArgs
	float rounding;
	float displacementMax;     // of a particle from its predicted position [m]
	int32_t walls, unused;     // walls take part in steps: dynamic ones
} END(SkinsArgs);

STRUCT(SkinCheckArgs) {
	Grid grid;
	Blocks blocks;
	PTR(const uint32_t) start;
	PTR(const int4) pos;
	PTR(const int4) predictedPos; // that the lists were made for
	PTR(const float4) vel;
	PTR(struct Maxima) maxima;
	PTR(const struct Clock) clock;
	float horizon;             // time to the middle of the last step that is verified [s]
	float halfStepPart;        // of the horizon: to the middle of the step that begins
	float drift;               // displacement by an acceleration until then, for 1 m/s² [m]
	float rounding;            // and from positions that are integers [m]
	float quantum;             // [m]
	float displacementMax;     // of a particle from its predicted position [m]
	int32_t threads;           // that share the work
	int32_t step;              // of the period
} END(SkinCheckArgs);

STRUCT(ActiveArgs) {
	Grid grid;
	Blocks blocks;
	PTR(const uint32_t) start;
	PTR(const int4) pos;       // predicted
	PTR(uint2) tiles;          // which of 32 particles are active: fluid, walls
	PTR(uint32_t) place;       // by kind and tile: how many; then the column of the first
	PTR(uint32_t) column;      // particle of each
	PTR(uint2) columnsBefore;  // columns of fluid and of walls before each layer, and all
	int32_t particles;         // at most
	int32_t count;             // of tiles
	int32_t walls, unused;     // walls take part in steps: dynamic ones
} END(ActiveArgs);

STRUCT(NeibsArgs) {
	Grid grid;
	Blocks blocks;
	List list;
	PTR(const int4) pos;       // predicted
	PTR(const uint32_t) column; // particle of each
	PTR(uint32_t) counts;      // of each
	PTR(uint32_t) keys;        // of each: greater comes first in its sort group
	PTR(uint32_t) entriesNeeded; // by a particle whose list has no room for them
	float support;             // to which the blocks' skins add [m]
	float perQuantum;          // quanta in a metre
} END(NeibsArgs);

// Particles at one time of a step.
STRUCT(State) {
	PTR(int4) pos;             // w holds type and body, see vec.h
	PTR(float4) vel;           // w is ρ/ρ0 - 1
	PTR(uint2) packed;         // of pos, see packed.h
} END(State);

// The particles before leftTo, and from rightFrom on, are stored in the neighbours' memory too.
// The pointers are such that a particle has the same number there.
STRUCT(Edges) {
	State left, right;
	int32_t leftTo, rightFrom;
} END(Edges);

// What Euler makes of forces; see euler.h.
STRUCT(EulerArgs) {
	State from;                // the particles at the beginning of the step
	State to;                  // in its middle, or at its end; null leaves them
	Edges edges;
	float perQuantum;          // quanta in a metre
	float displacementLimit;   // in the second half of a step [quanta]
	int32_t half;              // 0 predictor, 1 corrector
	int32_t step;              // of the period
	int32_t shift;
	int32_t unused;
} END(EulerArgs);

STRUCT(ForcesArgs) {
	Physics p;
	List list;
	PTR(const uint2) packed;
	PTR(const float4) vel;
	PTR(const uint2) walls;    // packed positions of walls that have no state of their own: all but dynamic ones
	PTR(float4) force;         // a, d(rel)/dt; or null
	PTR(struct Maxima) maxima;
	PTR(const struct Clock) clock;
	Part part;                 // tasks
	EulerArgs euler;
	float radius2;             // of lists [quanta²]
	int32_t unused;
} END(ForcesArgs);

STRUCT(PublishMaximaArgs) {
	PTR(struct Maxima) maxima;
	PTR(struct Maxima) out;
} END(PublishMaximaArgs);

#define MOST_GPUS 16 // that wait for each other

STRUCT(MinimumScanArgs) {
	PTR(struct Clock) clock;
	PTR(struct Maxima) maxima; // of all devices
	PTR(struct Maxima) own;    // this device's, to be cleared, and to be stored for the others
	                           // where turn is not 0; or null
	PTR(struct Maxima) out[MOST_GPUS]; // where the others, and this one, read it
	PTR(struct Numbers) numbers; // of lists that begin
	double end;                // [s]
	float cfl, h, c0;
	float dtViscous;           // limit of viscosity and density diffusion [s]
	float dtFixed;             // or 0
	float dtMax;               // longest step, for which skins are checked [s]
	float skinMax;             // [m]
	int32_t over;              // there is no such step: the one before is the last
	int32_t shorten;           // the step, rather than reject it: no lists reach further
	int32_t devices;
	uint32_t turn;             // that all devices' maxima are waited for, or 0
	int32_t outs;              // of these
	int32_t step;              // of the period
	int32_t verifiedSteps;     // by one measurement of the lists
	int32_t unused;
} END(MinimumScanArgs);

// After an odd number of steps of a period the particles are in the state of odd steps.
STRUCT(RestoreArgs) {
	PTR(const struct Clock) clock;
	State from, to;
	PTR(const uint32_t) column; // the active particles, which come after the external ones
	Part part;                 // columns
	int32_t left, right;       // how many of the first particles are external, and of those from
	int32_t rightFrom;         // this one on
	int32_t walls;             // have a state
} END(RestoreArgs);

// Particles that other devices need for their lists; two ranges at most.
STRUCT(GiveArgs) {
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const uint32_t) id;
	PTR(int4) posOut[2];       // where the first of them goes
	PTR(float4) velOut[2];
	PTR(uint32_t) idOut[2];
	int32_t first[2], count[2];
} END(GiveArgs);

// Flags that say how far a device has come: for its neighbours in each evaluation of the forces, and from one
// graph of a device to the next.
STRUCT(ExchangeArgs) {
	PTR(struct Clock) clock;
	PTR(uint32_t) out[2];      // the neighbours', or null
	PTR(const uint32_t) in[2]; // from them, or null
	uint32_t turn;
	int32_t noTimeout;         // wait however long it takes: it is for this device itself
} END(ExchangeArgs);

STRUCT(PublishClockArgs) {
	PTR(const struct Clock) clock;
	PTR(struct Clock) out;
} END(PublishClockArgs);

STRUCT(PublishListsArgs) {
	PTR(const struct Motion) motion;
	PTR(const struct Numbers) numbers;
	PTR(const uint32_t) work;
	PTR(struct Motion) motionOut;
	PTR(struct Numbers) numbersOut;
	PTR(uint32_t) workOut;
} END(PublishListsArgs);

STRUCT(EnergyArgs) {
	Physics p;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(int64_t) sum;          // kinetic, potential, internal, in 1/scale J; particles with a density further off than far
	PTR(uint32_t) furthest;    // |ρ/ρ0 - 1| below and above 0, as bits of floats
	double scale;              // [1/J]
	double gravity[3];         // [m/s²]
	double origin[3];          // of positions [m]
	double quantum;            // [m]
	float far;                 // |ρ/ρ0 - 1|
	int32_t unused;
} END(EnergyArgs);

STRUCT(BodyArgs) {
	ForcesArgs forces;
	PTR(int64_t) sum;          // per body: force, moment, in 1/scale N and N m
	PTR(const double) centre;  // per body: x, y, z [m from position 0]
	double scale;              // [1/N]
	double quantum;            // [m]
} END(BodyArgs);

STRUCT(ProbeArgs) {
	Physics p;
	Grid grid;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const uint32_t) start;
	PTR(const int4) point;
	PTR(float) out;            // per point: Σ W/W(0), Σ P W/W(0) over fluid
	float toSupport;           // quanta to units of the support radius 2h
	int32_t unused;
} END(ProbeArgs);
