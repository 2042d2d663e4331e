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

// The bits of a particle's info word; see particle.h.
enum {
	WALL_INFO = 1, IMAGE_INFO = 2, MOVING_INFO = 4, FINENESS_INFO = 3, BODY_INFO = 8, MATERIAL_INFO = 16,
	BUFFER_INFO = 20, BUFFER_MASK = 31, ZONE_BUFFERS = 16, SOLID_INFO = 1 << 25, SHARED_INFO = 1 << 26,
	GONE_INFO = 1 << 28
};

#define MOST_MATERIALS 16 // that the word can tell apart
// Particles that leave the domain are counted by kind: fluid by material, then walls by body.
#define LEFT_KINDS (MOST_MATERIALS + 256)
#define MOST_KINDS 9      // of fluids, and that of the pressures of walls

// Positions are integers: metres = origin + position * quantum. Differences
// are exact, precision is the same everywhere, and a cell is 2^shift quanta wide.
// REACH cells are as wide as neighbour lists reach at most. Cells are numbered
// with the split axis as the most significant. A ring of REACH cells surrounds
// the domain: empty, but for images along periodic axes.
STRUCT(Grid) {
	int32_t stride[3]; // of the cell number, along x, y, z
	int32_t low[3];    // the domain is [low, limit] along x, y, z;
	int32_t limit[3];  // along periodic axes all is in it
	int32_t period[3]; // of these axes, the domain being [0, period) from REACH << shift on; 0 elsewhere
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
} END(Grid);

// What a step knows of time. Every device holds the same. The steps of a list period are
// numbered from 0. A step begins before it is certain that the one before is done, so even
// and odd steps have a length each.
STRUCT(Clock) {
	double time;             // simulated [s]
	float allowed[2];        // for even and odd steps of the period, by forces, and at first the host [s]
	float length[2];         // of these steps [s]
	float dt;                // of the last step done [s]
	float used;              // greatest part of a skin that is used up by the middle of the step
	float layerApproach;     // by how much layers out of reach have come closer [m]
	float speed;             // greatest, at the beginning of the last step [m/s]
	int32_t step;            // steps done
	int32_t first;           // of them before the period
	int32_t limit;           // first step of the period that is not to be done
	int32_t halt;            // why
	int32_t entriesNeeded;   // by the longest list, where there is no room for it
	int32_t unlisted;        // particles whose neighbours no list can hold, on the device that has most
	int32_t verifiedUntil;   // first step of the period for which the skins must be checked
	float accel;             // greatest, of the last forces that were looked at [m/s²]
	float accelerationBound; // of the steps before verifiedUntil [m/s²]
	// what has limited the allowed lengths of even and of odd steps, and that of the last step done:
	// a byte each, from the lowest on; see minimumscan.h
	int32_t limitedBy;
	int32_t still;           // where still water begins, see stillwater.h; 0 where it does not
	float flowSpeed;         // as speed, where zones magnify that
} END(Clock);

// What acts on all particles alike at one moment.
STRUCT(Forcing) {
	float hydro[3];               // hydrostatic part that density diffusion leaves out
	float unused;
	float gravity[3];             // [m/s²]
	float unused2;
	float angularVelocity[3];     // of the frame [1/s]
	float angularAcceleration[3]; // [1/s²]
	float unused3[2];
} END(Forcing);

// Forcing at equal intervals from time 0 on; a single one lasts for ever. See forcing.h.
STRUCT(ForcingTable) {
	PTR(const struct Forcing) at;
	double perSecond;
	int32_t count;
	int32_t unused;
} END(ForcingTable);

// What the kernels of a step know of it. Even and odd steps of a period have a record each: a
// scan fills one while the step of the other runs.
STRUCT(StepRecord) {
	double begin;            // [s]
	float length;            // [s]
	int32_t still;           // as Clock has it
	Forcing at[2];           // at its beginning, and in its middle
} END(StepRecord);

// A body at the beginning, in the middle and at the end of a step. All is 0 for one that does not move; see motion.h.
STRUCT(BodyMotion) {
	int32_t displacement[3][3]; // of its pivot since time 0, by moment and axis [quanta]
	float velocity[3][3];       // of its pivot [m/s]
	float acceleration[3][3];   // [m/s²]
	float rate[3][9];           // derivative of its rotation, a matrix by rows [1/s]
	float curve[3][9];          // and of that [1/s²]
	int32_t turns;              // what follows is not 0, and so is the rate
	double rotation[3][9];      // a matrix less the unit matrix
	double pivot[3];            // at time 0 [quanta]
	int32_t centre[3];          // displacement of the centre of its moments at the beginning [quanta]
	uint32_t speed2, accel2;    // squares that bound those of its particles in the middle [m²/s²], [m²/s⁴]
	int32_t free;               // fluid moves it
	int32_t of;                 // its number, of an image that of the body
	int32_t unused;
} END(BodyMotion);

// From its time on, until that of the next, a law is P(s) + A(s) sin(2π (f s + φ)) of the time s since, P and A cubic polynomials.
STRUCT(MotionPiece) {
	double time;                // [s]
	double value[4];            // P, by power [m or turns]
	double amplitude[4];        // A
	double frequency, phase;    // [1/s], [turns]
} END(MotionPiece);

// A shift of a body along an axis, or a turn about one, as a law says.
STRUCT(MotionLink) {
	double axis[3];             // of length 1
	double arm[3];              // from a point on the axis of a turn to the body's pivot, at time 0 [m]
	double from, period;        // the law repeats from this time on; 0 does not [s]
	int32_t first, end;         // its pieces
	int32_t turns;
	int32_t unused;
} END(MotionLink);

// How a body moves: links of which each carries those after it; none if it rests.
STRUCT(MotionBody) {
	double pivot[3];            // at time 0 [quanta]
	double centre[3];           // of its moments, from the pivot [m]
	double reach;               // of what fluid feels, from its pivot; below 0 if it rests [quanta]
	float rateArm, curveArm;    // bounds of its particles' velocities by turns over the size of rate, of accelerations over that of curve [m]
	int32_t first, end;         // its links
	int32_t turns;              // it does
	int32_t image;              // the next of the rows of the same body in zones; 0 is the last
	double fineness;            // of an image: see moveImages
} END(MotionBody);

// How bodies move. They are numbered from 1 on; 0 is all else.
STRUCT(MotionTable) {
	PTR(const struct MotionPiece) pieces; // of all laws
	PTR(const struct MotionLink) links; // of all bodies
	PTR(const struct MotionBody) bodies;
	PTR(struct BodyMotion) at; // of all bodies, in even and in odd steps
	double perQuantum;         // quanta in a metre
	int32_t count;             // of bodies, with 0; or 0 where none moves
	int32_t unused;
} END(MotionTable);

// Where the particles of bodies that turn are from their pivots at time 0 [m].
STRUCT(References) {
	PTR(const float4) of;      // by id less the first; null where no body turns
	PTR(const uint32_t) id;    // of particles
	uint32_t first, count;
} END(References);

// The frame that positions are of.
STRUCT(Frame) {
	float centre[3];         // that it turns about, or that a central force pulls to [quanta]
	float quantum;           // [m]; 0 where there is neither
} END(Frame);

// The pressure of still water that Forces leaves out; see stillwater.h.
STRUCT(StillWater) {
	float slope[3];          // of P/ρ² downwards, along x, y, z [m⁴/(kg s²) for a unit]
	float perQuantum;        // the same for a quantum; 0 where nothing is left out
	float accel[3];          // of still water by its weight [m/s²]
	float least;             // Σ w r² of a particle that no surface is near, at least
	float ramp;              // of P/ρ², what the ramp would have at its end with the whole slope
	float perRamp;           // one over it; 0 where nothing is left out
	int32_t axis;            // of gravity
	int32_t sign;            // -1 where it pulls to smaller positions, else 1
	int32_t full;            // where the ramp begins in a box that is full
	int32_t fixed;           // depth that is the same in all zones; see zones/zones.h
	int32_t reach;           // of the kernel [quanta]
	int32_t unused;
} END(StillWater);

// A force towards the centre of the frame; see frame.h.
STRUCT(Central) {
	float pull;              // acceleration over the distance from it [1/s²]
	float hydro;             // hydrostatic part of it that density diffusion leaves out [1/(m unit)]
} END(Central);

// Maxima over particles. Floats are kept as bits: those of non-negative floats have the order
// of the floats, with NaN above all. Each group of four words travels as one, with the number
// of the evaluation that it is of.
STRUCT(Maxima) {
	uint32_t accel2, speed2, rel;        // |a|² [m²/s⁴], |v|² [m²/s²], ρ/ρ0 - 1
	uint32_t turn;                       // of the evaluation, where devices wait for each other
	// part of a skin; by how much layers out of reach have come closer [m]; the lowest surface, see
	// stillwater.h
	uint32_t used, approach, surface;
	uint32_t turn2;
	uint32_t usedAhead, approachAhead; // the same, of some steps ahead too
	uint32_t flowSpeed2;                 // as speed2, where zones magnify that
	uint32_t turn3;
	uint32_t entriesNeeded, overLimit, unlisted; // by lists that have no room; a displacement was beyond Euler's limit; how many no list can hold
	uint32_t turn4;
} END(Maxima);

// What particles of a material have; see material.h. ρ0, c0 and the mass of Physics are those of
// the first material, whose particles walls are.
STRUCT(Material) {
	float stiffness;         // c0² ρ0/7 of it over ρ0² of Physics [m⁵/(kg s²)]
	float background;        // pressure at its ρ0, over ρ0² of Physics [m⁵/(kg s²)]
	float volume;            // mass/ρ0 of a particle, over that of Physics
	float kind;              // number of the fluid; the first is 0
	float power[5];          // coefficients of its equation of state: see material.h
	float artificial;        // ρ0 c0 over that of Physics, of artificial viscosity
	float viscosity;         // ρ0 ν over that of Physics, of laminar viscosity
	float sharpness;         // ε of the repulsion between different fluids
	float density;           // ρ0 over that of Physics
	float lightness;         // and one over it
	float speed;             // c0 over that of Physics
	float mass;              // of a particle, over that of Physics
	float conductivity;      // of heat [W/(m K)]
	float capacity;          // of heat, times ρ0 [J/(m³ K)]
	float expansion;         // [1/K]
	float t0;                // temperature at which its density is ρ0
	float tension[MOST_KINDS]; // of surfaces with other fluids, by their kinds [N/m]
	float wallTension;       // of those with walls [N/m]
	float unused[2];
} END(Material);

// How a material's viscosity depends on the shear rate and the temperature; see thick/thick.h.
STRUCT(Rheology) {
	float consistency;       // K [Pa sⁿ]
	float power;             // n - 1
	float least, most;       // shear rates between which the power is taken [1/s]
	float yieldStress;       // [Pa]
	float regularisation;    // m [s]
	float thinning;          // b [1/K]
	float t0;                // temperature at which the viscosity is as given
	float limit;             // greatest viscosity [Pa s]
	float lightness;         // ρ0 of Physics over its own
	float unused[2];
} END(Rheology);

#define MOST_COEFFICIENTS 8

// Constants of the physics, scaled so that a pair needs no unit conversion:
// lengths between particles are in the units of packed positions. See physics.h.
STRUCT(Physics) {
	float unit;          // of lengths between particles [m]
	float still[3];      // the same along axes along which gravity makes a pressure; 0 along periodic ones
	float toSupport;     // to units of the support's radius
	float accelScale;    // of momentum sums
	float relScale;      // of continuity sums
	float eta2;          // 0.01 h² [unit²]
	float coefficient[MOST_COEFFICIENTS]; // of terms: see physics.h
	float across, along; // parts of laminar viscosity: of the velocity, and of that along the line between a pair
	float tait;          // c0²/(7 ρ0): P/ρ² is tait * poly / (1 + rel)²
	float bulk;          // B = ρ0 c0²/7 [Pa]
	float rho0;          // [kg/m³]
	float mass;          // of a particle; with more than one material of a wall's [kg]
	float ljRadius2;     // [unit²]
	float ljForce;       // D / unit
	float impact;        // 2 α c0/ρ0, of dummy walls [m⁴/(kg s)]
	float limiterImpact; // 2 η/c0 of a limiter of this [s/m]
	float spring;        // of dummy walls: ω² Δp/2 over accelScale, ω = c0/2Δp,
	float damper;        // and ω over accelScale
	float faceMean;      // mean square distance from a wall's particles at its face [unit²],
	float perHeight;     // and one over how much greater it is half a spacing above [1/unit²]
	float faceSize;      // |Σ w r| over a wall's particles at its face [unit],
	float perSize;       // and one over how much less it is half a spacing above [1/unit]
	float perSquares;    // one over Σ w r² at a face [1/unit²]
	int32_t wall;        // boundary: 0 Lennard-Jones, 1 dynamic, 2 dummy, 3 mdbc
	int32_t kernel;      // 0 Wendland, 1 cubic spline, 2 quintic spline
	int32_t slips;       // 1 if viscosities do not act between fluid and walls of mdbc
	int32_t corrected;   // gradients: 0 not, 1 everywhere, 2 below surfaces: physics.h
	float halfSpacing;   // Δp/2 [unit]
	PTR(const struct Material) materials; // by their numbers; null where there is one
} END(Physics);

#define MOST_ZONES 7

// Where a zone is simulated, and where its particles are in the flow; see zones/zones.h.
STRUCT(ZoneMap) {
	int32_t from, to;          // along the split axis [quanta]
	double shift[3];           // of a position in the flow, magnified [quanta]
	double coarse;             // one over its fineness
} END(ZoneMap);

// How the box of a zone moves: as a row of the motions, along some axes, and so far at most.
STRUCT(ZoneWay) {
	int32_t least[3], most[3]; // in the flow [quanta]
	int32_t row;               // 0 rests
} END(ZoneWay);

// The box of a zone in the flow at the beginning; of sides that fluid does not pass it has none.
STRUCT(ZoneOutline) {
	double low[3], high[3];    // [quanta]
	ZoneWay way;
	int32_t unused;
} END(ZoneOutline);

STRUCT(ZoneMaps) {
	ZoneMap of[MOST_ZONES];
	int32_t count;
	int32_t axis;              // the split axis
} END(ZoneMaps);

#include "args_lists.h"
#include "args_steps.h"
#include "args_measure.h"
#include "args_bodies.h"
#include "args_absorb.h"
#include "openings/args.h"
#include "zones/args.h"
#include "args_heat.h"
#include "args_porous.h"
#include "lines/args.h"
