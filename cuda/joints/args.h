// Argument structs of joints between bodies. Only files that compile joints include this. See
// joints.h.
#pragma once
#include "../args.h"

enum { BALL_JOINT, HINGE_JOINT, SLIDER_JOINT, FIXED_JOINT };
enum { NO_MOTOR, PLACE_MOTOR, FORCE_MOTOR }; // what the law of a motor is
// The rows of a joint: three of its place, three of its rotation, and one of its free coordinate.
enum { JOINT_PLACE = 0, JOINT_ROTATION = 3, JOINT_COORDINATE = 6, JOINT_ROWS = 7 };

// A joint between two bodies, of which the second may be fixed or move by a law. Vectors are those
// at time 0. Its coordinate is the angle by which the first body has turned about the axis, seen
// from the second, or how far it has shifted along it, since time 0.
STRUCT(Joint) {
	double at[2][3];           // from the pivot of each body [m]
	double axis[3], across[2][3]; // orthonormal
	double stiff, rest;        // of a spring [N m/rad] or [N/m], and the coordinate without a force
	double damping, quadratic; // force over rate, and over the square of it
	double low, high;          // limits of the coordinate
	double restitution;        // rate after an impact at a limit over that before
	double yields;             // acceleration of the coordinate by a force of 1, at rest
	double scale;              // length that errors of rotations are multiplied with [m]
	int32_t body[2];           // place in the chain; below 0 of body -1 - k of the table of motions
	int32_t kind;
	int32_t first, rows;       // rows of the chain, and which of JOINT_ROWS, as bits
	int32_t motor;
	int32_t law;               // of the motor
	int32_t limited;
} END(Joint);

// Bodies that joints connect; a body without any is a chain by itself.
STRUCT(JointChain) {
	double rate;               // the fastest that springs and dampers let bodies move [1/s]
	int64_t matrix;            // where its matrix begins
	int32_t firstBody, endBody; // of the members
	int32_t firstJoint, endJoint;
	int32_t firstRow, endRow;
} END(JointChain);

// A body of a chain, and the ends of joints that are its: 2 joint + end.
STRUCT(JointMember) {
	int32_t body;              // place among free bodies
	int32_t firstEnd, endEnd;
} END(JointMember);

// What a body of a chain is given from one step to the next: force and moment about its pivot.
STRUCT(JointLoad) {
	double of[6];
} END(JointLoad);

// A joint at one time. All devices have the same.
STRUCT(JointState) {
	double place, rate;        // of the coordinate, whole turns included [rad] or [m]
	double force[3];           // on the first body, mean of the step before [N]
	double moment[3];          // about the joint, in the same time [N m]
	double along;              // of these, what acts on the coordinate
	double power;              // that damping and motor take, in the step before [W]
	double energy;             // its integral since time 0 [J]
	double held;               // -1 at the lower limit, 1 at the upper one
} END(JointState);

enum { BODY_SHIFT = 0, BODY_VELOCITY = 3, BODY_TURN = 6, BODY_MOMENTUM = 10, BODY_WORDS = 13 };

// Room for a body of a chain while it is moved.
STRUCT(MemberWork) {
	double begin[BODY_WORDS], now[BODY_WORDS], sum[BODY_WORDS];
	double load[6];            // that does not change in the step: force and moment
	double mean[6];            // acceleration times time, without impacts
	double acceleration[6], wrench[6];
	double spin[3];
	double inverse[9];         // angular velocity by angular momentum
	double rotation[9];
} END(MemberWork);

// Room for a joint.
STRUCT(JointWork) {
	double way[12];            // how its coordinate changes by the motion of both bodies
	double lever[3];           // from the first body's pivot to the joint
	double place, rate, drive, power, energy;
	double reaction[7];        // its impulse on the first body: force, moment, along the coordinate
	double before;             // rate as the sub-step began
	double leaves;             // rate after an impact at a limit; 0 is that it does not rebound
	int32_t held, was;
} END(JointWork);

// Room for a row: Σ of v = b, v being the velocities of both bodies.
STRUCT(JointRow) {
	double of[12], gives[12];  // and the velocities that an impulse of 1 gives
	double error, slip;        // of the places and the velocities
	double right;              // of the accelerations
	double b, x, diagonal;
	int32_t body[2];
	int32_t active, firstColumn;
	int64_t at;                // of its first column, less that
} END(JointRow);

STRUCT(JointsArgs) {
	FreeBodiesArgs bodies;
	PTR(const struct JointChain) chains;
	PTR(const struct Joint) joints;
	PTR(const struct JointMember) members;
	PTR(const int32_t) ends;
	PTR(const int32_t) columns; // the first of each row of the matrices
	PTR(const struct MotionLink) laws; // of motors
	PTR(const struct MotionPiece) pieces;
	PTR(double) states;        // of joints and then loads of members, of even and of odd steps
	PTR(struct MemberWork) memberWork;
	PTR(struct JointWork) jointWork;
	PTR(struct JointRow) rows;
	PTR(double) matrices;
	int32_t jointCount, memberCount;
} END(JointsArgs);

// Clears what contacts have between bodies that joints connect.
STRUCT(PartJointsArgs) {
	ContactArgs contacts;
	PTR(const int32_t) pairs;  // body times count + obstacle
} END(PartJointsArgs);

// Takes states of joints to those of even steps.
STRUCT(RestoreJointsArgs) {
	PTR(const struct Clock) clock;
	PTR(double) states;
	int64_t words;             // of a step
} END(RestoreJointsArgs);
