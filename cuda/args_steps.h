// Argument structs of the kernels of a step; included by args.h.
#pragma once

// Particles at one time of a step.
STRUCT(State) {
	PTR(int4) pos;             // w says what it is, see particle.h
	PTR(float4) vel;           // w is ρ/ρ0 - 1
	PTR(uint2) packed;         // of pos, see packed.h
	PTR(uint2) remainder;      // of pos, see remainder.h
	PTR(float4) rate;          // a, d(rel)/dt for the predictor that follows; or null, see euler.h
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
	PTR(const struct BodyMotion) motions; // of the step; null where no body moves
	References references;
} END(EulerArgs);

// Turns the walls of bodies that turn; see turn.h.
STRUCT(TurnArgs) {
	List list;
	Part part;                 // tasks
	PTR(const struct Clock) clock;
	EulerArgs euler;
} END(TurnArgs);

#define MOST_DAMPING_ZONES 8

// A box in which fluid loses velocity; see damp.h. Positions are in quanta.
STRUCT(DampingZone) {
	int64_t from;              // where the ramp is 0, which may be outside of the domain
	int32_t low[3], high[3];   // corners, as far as positions go
	// 1 over the length of the ramp; below 0 where it rises towards smaller positions
	float perLength;
	float rate;                // β [1/s]
	int32_t axis;              // of the ramp
	int32_t components;        // bits of those of the velocity that it damps
} END(DampingZone);

STRUCT(DampArgs) {
	Physics p;
	List list;
	Part part;                 // tasks
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record;
	PTR(struct Maxima) maxima;
	EulerArgs euler;
	PTR(int64_t) taken;        // kinetic energy that zones have taken, in 1/scale J
	double scale;              // [1/J]
	DampingZone zone[MOST_DAMPING_ZONES];
	int32_t zones;
	int32_t tasks;
} END(DampArgs);

// Where a field goes, here and in the neighbours' memory; see Edges.
STRUCT(Stores) {
	PTR(void) to;
	PTR(void) left;
	PTR(void) right;
} END(Stores);

#define MOST_TERMS 4 // of Forces that passes before compute

STRUCT(ForcesArgs) {
	Physics p;
	List list;
	PTR(const uint2) packed;
	PTR(const float4) vel;
	PTR(const uint2) walls;    // packed positions of walls that have no state of their own: all but dynamic ones
	PTR(const void) more[MOST_TERMS]; // what passes before have computed for it, by term; see further.h
	PTR(float4) force;         // a, d(rel)/dt; or null
	PTR(struct Maxima) maxima;
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record;
	Frame frame;
	Part part;                 // tasks
	EulerArgs euler;
	PTR(const float4) wallVel; // of dynamic walls, and those of mdbc, with density; of others velocities, or null where all are at rest
	PTR(const float4) moving;  // velocities of walls; null where all are at rest
	PTR(const float) temperature; // of particles; null without heat
	PTR(const float) porosity; // of particles, n; null without porous layers
	PTR(const float) pores;    // d(1/n)/dt [1/s]
	Central central;           // not for kernels without further terms
	Stores out;                // of the pass within, as PassArgs has them
	float constant[4];
	float perSlope;            // W(0) over the scale of its slope, in continuity sums
	int32_t zoned;             // the flow has zones; see zones/zones.h
	StillWater still;
	Material two[2];           // the first of the materials; 0 where there are none
} END(ForcesArgs);

STRUCT(PublishMaximaArgs) {
	PTR(struct Maxima) maxima;
	PTR(struct Maxima) out;
} END(PublishMaximaArgs);

// How long a kernel waits for other devices, and where it notes that one is lost; see wait.h.
STRUCT(Patience) {
	PTR(uint32_t) lost;        // not 0: this device waits for no other any more
	PTR(uint32_t) lostOut;     // the same, for the host
	uint32_t milliseconds;
	uint32_t unused;
} END(Patience);

#define MOST_GPUS 16 // that wait for each other

STRUCT(MinimumScanArgs) {
	PTR(struct Clock) clock;
	PTR(struct Maxima) maxima; // of all devices
	PTR(struct Maxima) own;    // this device's, to be cleared, and to be stored for the others
	                           // where turn is not 0; or null
	PTR(struct Maxima) out[MOST_GPUS]; // where the others, and this one, read it
	Patience patience;         // where turn is not 0
	PTR(struct StepRecord) records; // of even and odd steps
	ForcingTable forcing;
	MotionTable motion;
	double end;                // of the flow: no step begins there or behind [s]
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
	int32_t stillTop;          // of the domain, as stillwater.h counts,
	int32_t stillBelow;        // how far below the lowest surface still water begins,
	int32_t stillBand;         // between which depths it stays where it is,
	int32_t stillRise;         // how fast it rises in a step [quanta]; 0 where it is not looked for
	int32_t unused;
} END(MinimumScanArgs);

// Walls that bend: where their surfaces are as a step begins; see flexible/bent.h.
STRUCT(BentWalls) {
	PTR(const double) states;  // of even and odd steps, arrays over rows; null where no wall bends
	PTR(const int32_t) rows;   // of particles by id less the first; -1 is none
	PTR(const uint32_t) id;    // of particles
	uint32_t first, ids;
	int32_t count;             // rows
	int32_t words;             // of a state
	int32_t normal, accel;     // its arrays with the normal, and with the acceleration
} END(BentWalls);

// What a pass besides Forces works with; see pass.h.
STRUCT(PassArgs) {
	Physics p;
	List list;
	PTR(const uint2) packed;   // the particles that the sums are of
	PTR(const float4) vel;
	PTR(const uint2) walls;    // packed positions of walls that have no state of their own
	PTR(const void) at;        // the field that the pass computes, of the particles that the sums are of
	PTR(const void) from;      // the field at the beginning of the step
	Stores out;                // in its middle, or at its end
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record;
	Part part;                 // tasks
	EulerArgs euler;           // as Forces has it
	float constant[4];         // of the pass
	Frame frame;
	Central central;
	PTR(const void) own;       // a further field that steps do not change, of the particle itself
	PTR(const float4) wallVel; // velocities of walls; null where all are at rest
	PTR(const float) temperature; // as in ForcesArgs
	PTR(struct Maxima) maxima;
	// of thick fluids: see thick/thick.h
	PTR(const float) viscosity; // two of each particle, over ρ0 of Physics [m²/s]
	PTR(const struct Rheology) rheologies; // by material
	BentWalls bent;
} END(PassArgs);

// After an odd number of steps of a period the particles are in the state of odd steps.
STRUCT(RestoreArgs) {
	PTR(const struct Clock) clock;
	State from, to;
	PTR(const uint32_t) column; // the active particles, which come after the external ones
	Part part;                 // columns
	int32_t left, right;       // how many of the first particles are external, and of those from
	int32_t rightFrom;         // this one on
	int32_t walls;             // that are restored, see restore.h
} END(RestoreArgs);

// Gives walls that stand still to the other states of particles, where kernels that look for walls
// that move find them.
STRUCT(SpreadArgs) {
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const uint2) packed;
	PTR(float4) velOut[2];
	PTR(uint2) packedOut[2];
} END(SpreadArgs);

// What restore does for the fields that every flow has, for one more; see fields.h.
STRUCT(RestoreFieldArgs) {
	RestoreArgs of;
	PTR(const void) from;
	PTR(void) to;
	int32_t bytes;             // of one particle: 4, 8 or 16
	int32_t unused;
} END(RestoreFieldArgs);

// A field of particles that other devices need for their lists; two ranges at most.
STRUCT(GiveFieldArgs) {
	PTR(const void) in;
	PTR(void) out[2];
	int32_t first[2], count[2];
	int32_t bytes;
	int32_t unused;
} END(GiveFieldArgs);

// Flags that tell a device's neighbours how far it has come in each evaluation of the forces.
STRUCT(ExchangeArgs) {
	Patience patience;
	PTR(uint32_t) out[2];      // the neighbours', or null
	PTR(const uint32_t) in[2]; // from them, or null
	uint32_t turn;
	uint32_t unused;
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

// What one step measures: a Moment, and behind it 64-bit sums over particles, those of energies first. The moments of the
// steps of a period lie one behind the other.
STRUCT(Moment) {
	double time;               // of the particles that the step begins with [s]
	int32_t step;              // steps done before
	int32_t due;               // they are measured
	int32_t copy;              // they are copied: 1 is the first copy of the period, and so on; 0 is none
	int32_t copyTimes;         // times asked for that this copy is of
} END(Moment);

// Which step and time a copy of particles is of. The kernel that copies them writes it.
STRUCT(Stamp) {
	double time;               // [s]
	int32_t step;              // steps done before
	int32_t unused;
} END(Stamp);

// Sums that all devices shall have: integers, so that neither their order nor the number of devices matters. Words from maxFrom on
// and before maxTo are two numbers each, of which the greatest are taken.
STRUCT(CombineArgs) {
	PTR(const struct Moment) moment; // that they are of; nothing is done if it is not due
	PTR(int64_t) own;          // this device's, and afterwards those of all
	PTR(const void) in;        // those of all devices, one device's behind another's: packets where turn is not 0, else words
	PTR(void) out[MOST_GPUS];  // where others, and this device, read this device's
	Patience patience;         // where turn is not 0
	uint32_t turn;             // that the packets of all devices are waited for, or 0
	int32_t devices;
	int32_t outs;
	int32_t words;
	int32_t maxFrom, maxTo;
} END(CombineArgs);

// Ends the iterations of a loop in a step; see combine.h.
STRUCT(LoopArgs) {
	PTR(const struct Clock) clock;
	PTR(int64_t) count;        // of particles of all devices that need another iteration; cleared
	PTR(struct Clock) out;     // by which the next iteration is done
} END(LoopArgs);

// What the steps before have left for kernel moment.
STRUCT(MomentCounts) {
	int64_t past;              // times asked for that are not later than the particles of the step before
	int32_t copies;            // made in this period
	int32_t unused;
} END(MomentCounts);

enum { IF_GOOD = 2 };          // a moment is now, if the lists are good for the step

STRUCT(MomentArgs) {
	PTR(const struct Clock) clock;
	PTR(struct Moment) moment; // of this step
	PTR(struct MomentCounts) counts;
	double interval;           // between the times of samples [s]; 0 takes none
	double copyInterval;       // between those of copies [s]; 0 makes none
	double end;                // of the flow [s]
	int64_t pastBefore;        // the first step of those that may be due
	int32_t first;             // this is that step
	int32_t step;              // of the period
	int32_t now;               // measure, whatever the time; or IF_GOOD
	int32_t places;            // copies that there is room for
} END(MomentArgs);

#define MOST_FIELDS 24 // of particles
#define MOST_COPIED 8 // fields that a kernel copies

// Copies particles that the device owns, as a step begins with them.
STRUCT(CopyArgs) {
	ActiveArgs active;
	PTR(const struct Moment) moment;
	PTR(const void) even[MOST_COPIED]; // what all particles have
	PTR(const void) odd[MOST_COPIED];  // and what active ones have instead, or null
	PTR(struct Stamp) stamps;  // of the copies
	PTR(void) to[MOST_COPIED]; // copies of particles,
	int32_t room;
	int32_t first;             // of which this one is the first
	int32_t bytes[MOST_COPIED]; // of one particle: 4, 8 or 16
	int32_t fields;
	int32_t walls;             // bits: fields that steps change at active walls, too,
	int32_t solids;            // and at solids
	int32_t unused;
} END(CopyArgs);

#define MOST_PREVIEWED 4 // fields of a preview

// Copies some of the particles that a device owns, for viewers; see preview.h.
STRUCT(PreviewArgs) {
	PTR(const int4) pos;
	PTR(const uint32_t) id;
	PTR(const void) from[MOST_PREVIEWED];
	PTR(void) to[MOST_PREVIEWED]; // by place
	PTR(uint32_t) turns;       // of each place: when it was written last
	PTR(const struct Clock) clock;
	PTR(struct Stamp) stamp;   // of the preview
	int32_t bytes[MOST_PREVIEWED]; // of one particle: 4, 8 or 16
	int32_t fields;
	uint32_t first;            // the least id that may be taken
	uint32_t every;            // one particle in this many is taken
	uint32_t turn;             // of this preview
	int32_t begin;             // the first particle
	int32_t unused;
} END(PreviewArgs);

// Lets the host read the moments of a period.
STRUCT(PublishMomentsArgs) {
	PTR(const int64_t) moments;
	PTR(int64_t) out;
	int32_t words;             // of a moment and its sums
	int32_t unused;
} END(PublishMomentsArgs);

// Copies what particles have to their images; see periodic.h.
STRUCT(CopyImagesArgs) {
	PTR(const struct PeriodicImage) images; // or null
	PTR(const uint32_t) count;
	PTR(const void) in[MOST_FIELDS];
	PTR(void) out[MOST_FIELDS];
	PTR(void) left[MOST_FIELDS]; // the same in the neighbours' memory; see Edges
	PTR(void) right[MOST_FIELDS];
	int32_t bytes[MOST_FIELDS]; // of one particle
	int32_t fields;
	int32_t position, packed;  // which of these they are, or -1
	int32_t leftTo, rightFrom;
	int32_t from, to;          // the particles whose images these are
	int32_t period[3];         // [quanta]
	int32_t shift[3];          // without images [quanta]
	int32_t gridShift;
} END(CopyImagesArgs);
