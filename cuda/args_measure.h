// Argument structs of the kernels that measure the flow; included by args.h.

#define MOST_ENERGIES 8

STRUCT(EnergyArgs) {
	Physics p;
	PTR(const struct Moment) moment;
	PTR(const struct StepRecord) record; // of the step that begins with these particles
	PTR(const uint32_t) column; // the active particles
	Part part;                 // columns
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(int64_t) sum;          // energies, in 1/scale J
	PTR(int64_t) stray;        // particles with a density further off than far
	// |ρ/ρ0 - 1| below and above 0, as bits of floats; x [quanta]; K below absolute zero, as bits
	PTR(uint32_t) furthest;
	double scale;              // [1/J]
	double origin[3];          // of positions [m]
	double quantum[3];         // [m]; 0 along periodic axes, along which nothing has a potential
	float far;                 // |ρ/ρ0 - 1|
	int32_t threads;
	Frame frame;
	Central central;
	int32_t word[MOST_ENERGIES]; // of each energy in sum; -1 where the flow has none: see energies.h
	PTR(const float) temperature; // as in ForcesArgs
	// of solids that conduct heat: as in HeatArgs and HeatTable
	PTR(const float4) faces;
	PTR(const struct HeatWall) solids;
	double volume;
	ZoneMaps zones;
	int32_t dimensions;
	int32_t unused;
} END(EnergyArgs);

// Sums a field of the fluid, times the mass: an energy that a pass computes.
STRUCT(FieldSumArgs) {
	Physics p;
	PTR(const int4) pos;
	PTR(const struct Moment) moment;
	PTR(const uint32_t) column; // the active particles
	Part part;                 // columns
	PTR(const float) field;    // per particle the first of `stride` floats is summed [J/kg]
	PTR(int64_t) sum;          // in 1/scale J
	double scale;              // [1/J]
	int32_t threads;
	int32_t stride;
	int32_t dimensions;
	int32_t unused;
} END(FieldSumArgs);

// Which bodies carry the force F between fluid and a wall particle in a corner of two of them: `second` carries normal (dual·F),
// `first` the rest. A table of them is sorted by id; its first row has the number of the others in place of an id.
STRUCT(Load) {
	uint32_t id;               // of the wall particle
	int32_t first, second;     // bodies; -1 is none
	float normal[3], dual[3];
	int32_t unused;
} END(Load);

STRUCT(BodyArgs) {
	ForcesArgs forces;
	PTR(const struct Moment) moment;
	PTR(int64_t) sum;          // per body: force, moment, in 1/scale N and N m
	PTR(const double) centre;  // per body: x, y, z [m from position 0]
	PTR(const struct Load) loads;
	PTR(const uint32_t) id;    // of each particle
	double scale;              // [1/N]
	double quantum;            // [m]
	int32_t tasks, threads;
	ZoneMaps zones;
	int32_t dimensions;
	int32_t unused;
} END(BodyArgs);

// Sums the work of the fluid on bodies that move in a step; see sample.h.
STRUCT(WorkArgs) {
	ForcesArgs forces;         // of the corrector
	PTR(int64_t) sum;          // per body, in 1/scale J
	PTR(const struct MotionBody) bodies;
	double scale;              // [1/J]
	int32_t tasks;
	int32_t count;             // of bodies, with 0
	int32_t dimensions;
	int32_t unused;
} END(WorkArgs);

// Adds what a step has summed, if it was not rejected.
STRUCT(CommitTotalsArgs) {
	PTR(const struct Clock) clock;
	PTR(int64_t) own;          // over all steps
	PTR(int64_t) ofStep;       // to be cleared
	int32_t step;              // of the period
	int32_t unused;
} END(CommitTotalsArgs);

// Sums the energy that a frame that turns, or gravity that changes, gives the fluid in a step.
STRUCT(TurnedArgs) {
	ForcesArgs forces;         // of the corrector
	ForcingTable forcing;
	PTR(int64_t) sum;          // in 1/scale J
	double scale;              // [1/J]
	double origin[3];          // of positions [m]
	double quantum[3];         // of positions [m]; 0 along periodic axes
	int32_t tasks;
	int32_t unused;
} END(TurnedArgs);

// Gives a moment that is due the sums of all steps before.
STRUCT(TotalsArgs) {
	PTR(const struct Moment) moment;
	PTR(const int64_t) own;
	PTR(int64_t) sum;
} END(TotalsArgs);

enum { VELOCITY_WORDS = 21 }; // sums of a point that reads a velocity

STRUCT(ProbeArgs) {
	Physics p;
	Grid grid;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const int4) kind;      // predicted positions: those of walls are where they are, and the info words are of all particles
	PTR(const uint32_t) start;
	PTR(const int4) point;     // w: number of the body it moves with, or 0, + 256 (place of its velocity sums, from 1 on, or 0)
	PTR(const float4) face;    // per point: normal of the face it is before, and how far behind the point fluid counts [quanta]; 0 where there is none
	PTR(const struct Moment) moment;
	PTR(const struct StepRecord) record; // of the step that begins with these particles
	PTR(int64_t) sum;          // per point: Σ W/W(0), Σ P W/W(0) over fluid, times the scales
	PTR(float) out;            // of walls, by copy
	PTR(const float4) walls;   // velocity and density of walls that have a density; null where they have none
	Frame frame;
	double weightScale, pressureScale; // [1], [1/Pa]
	float toSupport;           // quanta to units of the support's radius
	int32_t room;              // particles in a copy
	Central central;
	PTR(const struct BodyMotion) motions; // of that step, where bodies move
	References references;
	PTR(int64_t) velocitySum;  // per place VELOCITY_WORDS sums, times the scales; see kernel probe
	double velocityScale;      // [s/m]
	PTR(const float) porosity; // of particles; null without porous layers
	ZoneMaps zones;            // points are in the flow
	ZoneOutline outlines[MOST_ZONES];
} END(ProbeArgs);
