// Argument structs of the kernels of paddles that absorb; included by args.h. See absorb.h.
#pragma once

// A paddle that absorbs, and what decides how.
STRUCT(AbsorbPaddle) {
	double way[3];             // in which it moves, of length 1
	double gain;               // speed over the error of the level [1/s]
	double lag;                // [s]
	double leak;               // [1/s]
	double base;               // of the lines of points, above the still water [m]
	double perSum;             // of the level over the sum of a step [m]
	double shift, speed, accel; // bounds of the correction [m], [m/s], [m/s²]
	int32_t body;              // from 1 on
	int32_t first, end;        // links whose laws sum to the wanted level [m]
	int32_t unused;
} END(AbsorbPaddle);

// The correction of a paddle at a time: displacement [m], velocity [m/s], and the velocity that the
// last measured level asks for [m/s].
STRUCT(Correction) {
	double shift, speed, asked;
} END(Correction);

// That of a step.
STRUCT(CorrectionStep) {
	Correction begin, end;
} END(CorrectionStep);

STRUCT(AbsorbArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) records; // of even and odd steps of the period
	MotionTable motion;
	PTR(const struct AbsorbPaddle) paddles;
	PTR(const struct MotionLink) links; // of the laws of levels
	PTR(const struct MotionPiece) pieces;
	PTR(struct CorrectionStep) steps; // of all paddles in even steps since the start, and in odd ones
	PTR(int64_t) sums;         // of all paddles; to be cleared
	int32_t count;             // of paddles
	int32_t step;              // of the period
	int32_t begins;            // the period begins: nothing was measured for its first two steps
	int32_t unused;
} END(AbsorbArgs);

// Gives a moment the corrections of all paddles.
STRUCT(AbsorbedArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct Moment) moment;
	PTR(const struct CorrectionStep) steps;
	PTR(double) out;           // per paddle: displacement, velocity
	int32_t count;
	int32_t step;              // of the period
} END(AbsorbedArgs);
