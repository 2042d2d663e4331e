// Argument structs of the kernels of flexible parts; apart from args.h. See flexible/step.h.
#pragma once
#include "../args.h"

enum { ST_VENANT_KIRCHHOFF, NEO_HOOKEAN };
enum { IN_SPACE, PLANE_STRAIN, PLANE_STRESS };
// Numbers of a particle's state, each an array over particles: position [m from position 0],
// velocity [m/s], force of the fluid in the middle of the step before and mean force on its clamp
// in that [N], energy damped, work of the fluid, and energy that hourglass forces and contacts have
// taken since the start [J], mean force of contacts in the step before [N]; and as pairs of floats
// the normal and the distance of the surface, the stress, the strain and the displacement that
// snapshots have, and the mean acceleration in the step before [m/s²].
enum {
	FLEX_X = 0, FLEX_V = 3, FLEX_PUSH = 6, FLEX_HOLD = 9, FLEX_DAMPED = 12, FLEX_WORK = 13,
	FLEX_HOURGLASS = 14, FLEX_CONTACT = 15, FLEX_TOUCHED = 16, FLEX_NORMAL = 19, FLEX_SHOWN = 21,
	FLEX_ACCEL = 23, FLEX_WORDS = 25
};
// Behind these a state has the mean force on each point of free bodies in the step before [N].
enum { FLEX_REACTION = 3 };
enum { FLEX_MIDDLE = 6 };     // position and velocity in the middle of a step
enum { FLEX_TENSORS = 18 };   // F and P L0 of a particle
// Numbers of a particle in room: positions of even and of odd sub-steps, velocity, tensors, and
// energies.
enum { FLEX_ENERGIES = 4, FLEX_ROOM = 9 + FLEX_TENSORS + FLEX_ENERGIES };
// Readings of a part: elastic, kinetic and potential energy, those of FLEX_DAMPED on [J], and the
// force of contacts [N].
enum { FLEX_READINGS = 10 };
// Points in a leaf of the tree of boxes, and leaves in a branch; and most points near one.
enum { FLEX_LEAF = 32, FLEX_NEAR = 64 };
// Kinds of points in contacts: at rest or moved by laws, of free bodies, and from here on of parts.
enum { FLEX_RIGID, FLEX_FREE, FLEX_BENDS };

// A flexible part. In two dimensions volumes are those of a metre.
STRUCT(FlexPart) {
	double lambda, mu;         // Lamé's constants [Pa]
	double volume, mass;       // of a particle [m³], [kg]
	double damping;            // time of Kelvin and Voigt: viscous over elastic stress by rates [s]
	int32_t law, plane;
	int32_t first, end;        // its particles
	int32_t body;              // from 1 on
	int32_t unused;
} END(FlexPart);

// What does not change of a particle of a flexible part.
STRUCT(FlexPoint) {
	float normal[4];           // outward at time 0, and the distance of the surface [m]
	int32_t part;
	int32_t clamp;             // -1 is free, 0 fixed, else the number of the body that holds it
	int32_t free;              // index of that body among free ones, from 1 on; 0 is none
	int32_t by;                // of one that is free with neighbours that are clamped, by what; or -1
	int32_t count;             // neighbours
	float share;               // of elastic energy, over that of a particle inside
} END(FlexPoint);

// A point of the surface of a flexible part, of a wall or of a body, for contacts.
STRUCT(FlexTouch) {
	double at[3];              // at time 0 [m from position 0]
	double weight;             // in sums over points
	int32_t row;               // of a particle of a part, or -1
	int32_t clamp;             // -1 is free, 0 at rest, else the number of the body that it moves with
	int32_t free;              // index of that body among free ones, from 1 on; 0 is none
	int32_t kind;
	int32_t part;              // -1 is none
	int32_t rooted;            // it is near what its part is clamped by
} END(FlexTouch);

// Contacts of parts; see flexible/contact.h. Points of parts come first, then those of free bodies.
STRUCT(FlexContacts) {
	PTR(const struct FlexTouch) points;
	PTR(const int32_t) of;     // points by particle; -1 is none
	PTR(const double) rests;   // sums that give no force, by kind and then by point of parts
	PTR(const double) stiff;   // c, by part and then by kind [J]
	PTR(double) boxes;         // of leaves and behind them of branches, six numbers each
	PTR(int32_t) near;         // points near each of the first `listed`, by place and then by point
	PTR(int32_t) count;        // of these
	PTR(double) pressures;     // as rests [J]
	double radius;             // of the kernel [m]
	double reach;              // of lists [m]
	double apart;              // points of a part, or near clamps, so near at time 0 do not touch
	int32_t total;             // points
	int32_t bends, listed;     // those of parts, and with them those of free bodies
	int32_t kinds;
} END(FlexContacts);

STRUCT(FlexTable) {
	PTR(const struct FlexPart) parts;
	PTR(const struct FlexPoint) points;
	// of particles, each number an array over them: place at time 0 [m from position 0], and L0 as
	// xx, yy, zz, yz, xz, xy [1/m²]
	PTR(const double) at;
	PTR(const double) inverse;
	// of the neighbours of a particle, by their places in its list and then by particle
	PTR(const int32_t) near;   // below 0 is -1 less one that is clamped
	PTR(const float) slope;    // -V dW/dr / r [1/m²]
	PTR(const float) hourglass; // α E V w/(2 r²) [N/m]
	PTR(const int32_t) rows;   // of particles by id less the first; -1 is none
	PTR(const int32_t) marks;  // rows whose positions samples have
	PTR(double) states;        // of even steps since the start and, behind it, of odd ones
	PTR(double) middle;
	PTR(double) room;
	PTR(int64_t) sums;         // force of the fluid in the middle of the step, three of each
	double quantum;            // of positions [m]
	FlexContacts contacts;
	double scale;              // of sums [1/N]
	double longest;            // sub-step [s]
	uint32_t first, ids;       // of particles
	int32_t count;             // particles
	int32_t partCount, markCount;
	int32_t steps;             // greatest number of sub-steps of a step: even
	int32_t words;             // of a state
	int32_t unused;
} END(FlexTable);

STRUCT(FlexArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) records; // of even and odd steps of the period
	MotionTable motion;
	FlexTable of;
	int32_t step;              // of the period
	int32_t sub;               // sub-step
	int32_t half;              // 0 to the middle of the step, 1 to its end
	int32_t unused;
} END(FlexArgs);

// Sums the forces of the fluid on flexible parts in the middle of a step.
STRUCT(FlexPushArgs) {
	ForcesArgs forces;
	FlexTable of;
	PTR(const uint32_t) id;    // of particles
} END(FlexPushArgs);

// Puts wall particles where flexible parts are.
STRUCT(FlexWallsArgs) {
	TurnArgs turn;
	FlexTable of;
	PTR(const uint32_t) id;    // of particles
	Stores shown;              // stress, strain, displacement of snapshots; or null
} END(FlexWallsArgs);

// Adds the forces of flexible parts on the free bodies that hold them, in half a step.
STRUCT(FlexPullArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct BodyMotion) motions; // of the step
	PTR(int64_t) sums;         // per free body: force and moment about its pivot
	FlexTable of;
	double scale;              // of sums [1/N]
	int32_t step;              // of the period
	int32_t half;              // 0 at its beginning, 1 in its middle
} END(FlexPullArgs);

// Gives a sample what flexible parts have as its step begins: FLEX_READINGS of each, then where
// marks are.
STRUCT(FlexedArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct Moment) moment;
	PTR(const struct StepRecord) records;
	MotionTable motion;
	FlexTable of;
	PTR(double) out;
	double origin[3];          // of positions [m]
	int32_t step;              // of the period
	int32_t unused;
} END(FlexedArgs);
