// Argument structs of free bodies; included by args.h. See freebody.h.
#pragma once

// A free body at one time. All devices have the same.
STRUCT(BodyState) {
	double shift[3];           // of its pivot since time 0 [m]
	double velocity[3];        // of its pivot [m/s]
	double turn[4];            // its rotation since time 0, a unit quaternion, the real part first
	double spin[3];            // angular velocity [1/s]
	double momentum[3];        // angular, about the pivot, of a body with three axes [kg m²/s]
	double acceleration[6];    // of the pivot [m/s²], and angular [1/s²]
	double felt[6];            // these as walls continue pressures by them: smoothed in time
} END(BodyState);

// What does not change of a free body. Vectors and matrices are those at time 0.
STRUCT(FreeBody) {
	double mass;               // [kg]
	double inertia[9];         // about its pivot, a matrix by rows [kg m²]
	double inverse[9];         // of that [1/(kg m²)]
	double arm[3];             // from the pivot to the centre of mass [m]
	double direction[3][3];    // orthonormal, that it may shift along
	double axis[3][3];         // orthonormal, that it may turn about
	double smoothing;          // part of a change of the acceleration that is felt in half a step
	int32_t directions, axes;
	int32_t body;              // from 1 on
	int32_t firstTie, endTie;  // of its springs and lines
	int32_t unused;
} END(FreeBody);

enum { SPRING_TIE, ROPE_TIE, TORSION_TIE, MOORING_TIE };

// What pulls a free body besides the fluid.
STRUCT(Tie) {
	double at[3];              // point of the body from its pivot at time 0 [m]; the axis of a torsion
	double to[3];              // the other end at time 0, from its body's pivot or this body's [m]
	double between[3];         // from this pivot to that of the other body at time 0 [m]
	double length;             // without a force [m]
	double stiff, damping;     // [N/m], [N s/m]; of a torsion [N m/rad], [N m s/rad]
	double across, up;         // of a mooring: horizontal and vertical step of its table [m]
	int32_t kind;
	int32_t other;             // index of the free body with the other end, from 1 on; 0 is fixed
	int32_t table;             // first of a mooring's forces
	int32_t columns, rows;     // of them, by horizontal and by vertical distance
	int32_t unused;
} END(Tie);

STRUCT(FreeBodiesArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record; // of the step
	PTR(const struct FreeBody) bodies;
	PTR(const struct Tie) ties;
	PTR(const double) lines;   // forces of moorings: horizontal, vertical [N]
	PTR(struct BodyState) states; // of all bodies, of even and odd steps, and in the middle of one
	PTR(int64_t) sums;         // per body: force and moment about the pivot, of all devices; cleared
	PTR(int64_t) contacts;     // the same of contacts, which all devices have; to be cleared; or null
	PTR(struct Maxima) maxima; // of the step; or null
	MotionTable motion;
	double scale;              // of sums [1/N], [1/(N m)]
	float maxSpeed2;           // above which a body ends the flow [m²/s²]
	int32_t count;
	int32_t half;              // 0 predictor, 1 corrector
	int32_t step;              // of the period
	int32_t predicts;          // the predictor takes the accelerations of the step before
	int32_t unused;
} END(FreeBodiesArgs);

// Sums the force and the moment of the fluid on free bodies in half a step.
STRUCT(CarryArgs) {
	ForcesArgs forces;
	PTR(int64_t) sum;          // per free body, as FreeBodiesArgs has it
	// of a free body, by its number less 1, and of its images; -1 is of one that is not free
	PTR(const int32_t) index;
	PTR(const struct MotionBody) bodies;
	double scale;
	int32_t tasks;
	int32_t count;             // of bodies, with 0
	int32_t dimensions;
	int32_t unused;
} END(CarryArgs);

// Gives a sample the states of free bodies.
STRUCT(RecordBodiesArgs) {
	PTR(const struct Moment) moment;
	PTR(const double) states;
	PTR(double) out;           // words of the moment
	int32_t words;             // of a body that are given,
	int32_t stride;            // and that the state of one has
} END(RecordBodiesArgs);

// What free bodies may touch: fixed walls, or a body. Signed distances from its faces, above 0
// outside, are known at the nodes of a grid that moves with it.
STRUCT(Obstacle) {
	double pivot[3];           // at time 0 [m from position 0]
	double low[3];             // first node, from the pivot at time 0 [m]
	double step;               // between nodes [m]
	double radius;             // of a ball about the pivot with all of it; below 0 has no bound [m]
	int32_t nodes[3];          // along x, y, z
	int32_t first;             // of the distances
	int32_t firstPoint, endPoint; // of its faces
	int32_t body;              // from 1 on; 0 is fixed walls
	int32_t free;              // index of the free body from 1 on; 0 is one that is not free
	double friction;           // Coulomb's coefficient
	double damping;            // of contacts, as a part of the critical one
	double yields;             // greatest 1/mass against a push at one of its points [1/kg]
} END(Obstacle);

#define CHUNK 256 // points that a warp compares
enum { SIDES = 6, OVERLAP = 37 }; // of a contact, and words of each: see contact.h

// The friction spring of one side of a contact.
STRUCT(ContactSpring) {
	double slip[3];            // elastic tangential displacement of the body [m]
	double twist;              // elastic rotation about the normal, times its lever [m]
} END(ContactSpring);

STRUCT(ContactArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct Obstacle) obstacles; // those of free bodies first, in their order
	PTR(const float) distances; // [m]
	PTR(const float4) points;  // of faces, from pivots at time 0 [m]; w is its part of a face. Each
	                           // is followed by the outward normal there, 0 at edges and corners,
	                           // and the distance at which the point touches [spacings]
	PTR(const struct BodyMotion) motions; // of the step
	PTR(const struct FreeBody) bodies;
	PTR(int64_t) overlaps;     // of each free body with each obstacle: see contact.h
	PTR(int64_t) sums;         // per free body: force and moment about its pivot
	PTR(struct ContactSpring) springs; // of each side of each pair, in even and in odd steps
	PTR(const struct StepRecord) record; // of the step
	double scale;              // of sums [1/N]
	double quantum;            // [m]
	double spacing;            // [m]
	double rate;               // ω of contacts [1/s]
	int32_t free, count;       // bodies, obstacles
	int32_t half;              // 0 at the beginning of the step, 1 in its middle
	int32_t step;              // of the period
	int32_t chunks;            // of CHUNK points, that the body with most has
	int32_t unused;
} END(ContactArgs);
