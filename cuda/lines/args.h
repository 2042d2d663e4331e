// Argument structs of the kernels of lines; included by args.h. See lines/step.h.
#pragma once

enum { FREE_NODE, FIXED_NODE, BODY_NODE };
// Where the fluid around lines is known from: there is none, it is at rest below a level, or
// particles have it.
enum { DRY_LINES, STILL_LINES, WET_LINES };
enum { LINE_THREADS = 128 };  // of a block, which has the lines of a set
// Words of a node's state: position, velocity, and of the fluid there velocity, part of the volume,
// and velocity behind a low pass.
enum { NODE_WORDS = 13, FLUID_WORD = 6, WET_WORD = 9, SLOW_WORD = 10 };
enum { NODE_SUMS = 4 };       // over the fluid around a node: Σ V W, Σ V W v
enum { NODE_ROOM = 19, SEGMENT_ROOM = 9 };
enum { LINE_READINGS = 4 };   // tension at both ends and the greatest [N], length on the bed [m]

// A node of lines, with a clump weight or a buoy where it has one. Places are at time 0 [m from
// position 0].
STRUCT(LineNode) {
	double at[3];              // of one that is fixed or at a body
	double arm[3];             // of one at a body: from its pivot [m]
	double mass, displaced;    // of a clump, and of the fluid that it displaces [kg]
	double added;              // mass of that [kg]
	double drag;               // force over the square of the velocity [kg/m]
	double bed, bedDamping;    // [N/m], [N s/m]
	double friction;           // coefficient on the bed
	double perMass;            // 1 over its mass without fluid, halves of segments included [1/kg]
	int32_t kind;
	int32_t body;              // from 1 on; 0 is none
	int32_t free;              // index of the free body from 1 on; 0 is none
	int32_t pull;              // place among those that pull bodies; -1 is none
	int32_t first, end;        // of links: segments that it has
} END(LineNode);

// A segment of a line. Masses and drag are those of half of it, which a node has.
STRUCT(LineSegment) {
	double length, perLength;  // without tension [m], [1/m]
	double stiff;              // EA [N]
	double damping;            // BA [N s]
	double bending;            // EI [N m²]
	double mass, displaced;    // and of the fluid that it displaces [kg]
	double addedAcross, addedAlong; // mass [kg]
	double dragAcross, dragAlong; // force over the square of the velocity [kg/m]
	int32_t from, to;          // nodes of the set
	int32_t before, after;     // segments of the line, in the set; -1 is none
} END(LineSegment);

// Lines that are connected. A block of threads moves them.
STRUCT(LineSet) {
	double longest;            // sub-step [s]
	int32_t firstNode, endNode;
	int32_t firstSegment, endSegment;
} END(LineSet);

// A line: consecutive segments of all.
STRUCT(LineRow) {
	int32_t first, end;
	int32_t set;
	int32_t unused;
} END(LineRow);

// Heights of the bed at the nodes of a grid, linear between; without these it is a plane.
STRUCT(LineBed) {
	PTR(const float) heights;  // [m from position 0], by rows along x; null is a plane
	double low[2];             // place of the first [m from position 0]
	double perStep;            // [1/m]
	double level;              // of the plane at x = y = 0 [m from position 0]
	double slope[2];           // along x and y
	double normal[3];          // of the plane, upwards
	int32_t columns, rows;
	int32_t none;              // there is no bed
	int32_t unused;
} END(LineBed);

STRUCT(LineTable) {
	PTR(const struct LineNode) nodes;
	PTR(const struct LineSegment) segments;
	PTR(const int32_t) links;  // per node its segments in the set, from 1 on; below 0 it begins them
	PTR(const struct LineSet) sets;
	PTR(const struct LineRow) lines;
	PTR(double) states;        // of even steps since the start and, behind it, of odd ones: all
	                           // nodes, then forces on bodies as steps begin
	PTR(double) middle;        // forces on bodies in the middle of the step
	PTR(double) room;          // NODE_ROOM words of each node, and SEGMENT_ROOM of each segment
	PTR(int64_t) sums;         // NODE_SUMS of each node
	LineBed bed;
	double quantum;            // of positions [m]
	double level;              // of fluid at rest [m from position 0]
	double low[3], high[3];    // of the domain that particles are in [m from position 0]; none along
	                           // periodic axes
	double perWeight;          // part of the volume that is fluid over its sum
	double perVelocity;        // velocity over its sum, for a part of 1 [m/s]
	double lag, perLag;        // time constant of the fluid's low pass [s], [1/s]
	double creep;              // velocity below which friction grows with it [m/s]
	int32_t nodeCount, setCount, lineCount, pullCount;
	int32_t segmentCount;
	int32_t water;             // DRY_LINES, STILL_LINES or WET_LINES
} END(LineTable);

STRUCT(LinesArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) records; // of even and odd steps of the period
	MotionTable motion;
	LineTable of;
	double relax;              // rate at which free nodes lose velocity besides [1/s]
	int32_t step;              // of the period
	int32_t begins;            // the period begins: the fluid was not looked at
} END(LinesArgs);

// Looks at the fluid around nodes.
STRUCT(LineFluidArgs) {
	ProbeArgs around;
	LineTable of;
	PTR(const struct Clock) clock;
	int32_t step;              // of the period
	int32_t unused;
} END(LineFluidArgs);

// Adds the forces of lines on free bodies, in half a step.
STRUCT(LinePullArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct BodyMotion) motions; // of the step
	PTR(int64_t) sums;         // per free body: force and moment about its pivot
	LineTable of;
	double scale;              // of sums [1/N]
	int32_t step;              // of the period
	int32_t half;              // 0 at its beginning, 1 in its middle
} END(LinePullArgs);

// Gives a sample what lines have as its step begins: LINE_READINGS of each, then where nodes are.
STRUCT(LinedArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct Moment) moment;
	PTR(const struct StepRecord) records;
	LineTable of;
	PTR(double) out;
	double origin[3];          // of positions [m]
	int32_t step;              // of the period
	int32_t unused;
} END(LinedArgs);
