// Argument structs of the kernel of relaxation zones. See relax.h.
#pragma once
#include "../args.h"

// A box in which the fluid's velocity comes to that of a table. Positions are in quanta.
STRUCT(RelaxationZone) {
	int64_t from;              // where the weight is 0, which may be outside of the domain
	int32_t low[3], high[3];   // corners, as far as positions go
	// 1 over the length of the ramp; below 0 where it rises towards smaller positions
	float perLength;
	float rate;                // β where the weight is 1 [1/s]
	int32_t axis;              // of the ramp
	int32_t components;        // bits of those of the velocity that come to the table's
	double way[2];             // in which the waves run, along x and y, of length 1
	// Of the first cells, from position 0: along the way, across it, and upwards [m]; and cells in a
	// metre.
	double origin[3], perMetre[3];
	double start, perSecond;   // of the first cells [s]; cells in a second
	double slowness;           // what is at s at a time is at 0 so much earlier, over s [s/m]
	double rampFrom;           // velocities grow from this time on [s]
	double perRamp;            // 1 over how long; 0 is at once [1/s]
	int64_t first;             // of the table's numbers
	int32_t cells[4];          // in time, along, across and upwards; at least 1
	int32_t parts;             // numbers in a cell: along and upwards, and of 3 across
	int32_t repeats;           // after the last cell in time comes the first
	int32_t weights;           // the first of the weights from 0 to 1 on the ramp
	int32_t unused;
} END(RelaxationZone);

enum { RELAXATION_WEIGHTS = 257 };

STRUCT(RelaxArgs) {
	Physics p;
	List list;
	Part part;                 // tasks
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record;
	PTR(struct Maxima) maxima;
	EulerArgs euler;
	PTR(int64_t) taken;        // kinetic energy that zones have taken, in 1/scale J
	double scale;              // [1/J]
	PTR(const struct RelaxationZone) zone;
	PTR(const float) cells;    // of all tables, by zone, time, along, across, upwards [m/s]
	PTR(const float) weights;
	double quantum;            // [m]
	int32_t zones;
	int32_t tasks;
} END(RelaxArgs);
