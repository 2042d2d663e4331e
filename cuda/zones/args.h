// Argument structs of the kernels of zones; included by ../args.h. See zones.h.
#pragma once

#define MOST_ZONE_SIDES (2 * MOST_ZONES) // the word of a particle tells them apart: see BUFFER_MASK

// One side of the surface between a zone and what is around it: a buffer of particles, and the
// lattice of points where the fluid of the other side is looked at. Lengths are in metres where the
// particles of the buffer are.
STRUCT(ZoneSide) {
	double low[3], high[3];    // of the box on whose surface it is [quanta]
	double from[3], to[3];     // of where the particles of this side are [quanta]
	double origin[3];          // of the first point of the lattice [quanta]
	double perSpacing;         // one over the lattice's spacing [1/quanta]
	double spacing;            // of particles
	double thickness;          // of the buffer
	double fineness;           // of the particles: see finenessOf
	int32_t inside;            // the buffer is inside the box, or else outside
	int32_t faces;             // bits: of low x, high x, low y ... those that have a buffer
	int32_t points[3];         // of the lattice along each axis
	int32_t places;            // the first of them in the table of places
	int32_t info;              // of the particles: the words of their fineness and buffer
	float coarser;             // particles of the coarser side, one of this side
	ZoneWay way;
	int32_t unused;
} END(ZoneSide);

enum { ZONE_FACES = 6 };       // of a box: low x, high x, low y ...

// Where the box of a side has moved since the beginning, as a step begins.
STRUCT(ZoneBox) {
	int32_t shift[3];          // where the particles of the side are [quanta]
	uint32_t wet[ZONE_FACES];  // sites at each face that are
	int32_t unused;
} END(ZoneBox);

// A point of a lattice.
STRUCT(ZonePoint) {
	int32_t at[3];             // on the other side [quanta]
	int32_t side;
} END(ZonePoint);

// Where particles may be born at the back of a buffer.
STRUCT(ZoneSite) {
	int32_t at[3];             // in the plane at the back [quanta]
	int32_t side;
	int32_t axis, sign;        // along which it is from there into the flow
	int32_t face;
	int32_t unused;
} END(ZoneSite);

// The fluid of the other side around a point, at the beginning of a step, and as the step ends.
STRUCT(ZonePointState) {
	float begin[4], end[4];    // velocity [m/s], ρ/ρ0 - 1
	float fluid;               // part of a ball around it that fluid fills
	float fits;                // Σ W/W(0) over the particles that velocity and density are of
} END(ZonePointState);

// A column of particles before a site, at the beginning of a step.
STRUCT(ZoneSiteState) {
	double phase;              // of its last particle, from the back of the buffer [spacings]
	uint32_t born;             // particles, since the beginning
	int32_t wet;
	float sooner;              // how much sooner it is wet: see zones.h
	int32_t unused;
} END(ZoneSiteState);

enum { ZONE_WORDS = 3 };       // of a point, that devices add up; behind them is one of each face

STRUCT(ZoneTable) {
	PTR(const struct ZoneSide) sides;
	PTR(const struct ZonePoint) points;
	PTR(const struct ZoneSite) sites;
	PTR(const int32_t) place;  // point at each place of the lattices; -1 is none
	PTR(struct ZonePointState) states; // of all points in even steps since the start
	PTR(struct ZoneSiteState) columns; // of all sites in these
	PTR(struct ZoneBox) boxes; // of all sides in these
	PTR(const struct BodyMotion) motions; // of bodies, in even and in odd steps; 0 where none moves
	PTR(int64_t) words;        // per point, what is measured
	PTR(uint32_t) most;        // births of a site
	PTR(struct CrossCounts) counts; // per side and face: this device's, but born: of all
	double quantum;            // [m]
	double fullBall;           // Σ W/W(0) over a lattice around a point
	int32_t sideCount, siteCount;
	int32_t layers;            // births of a site when lists are built, at most
	int32_t began;             // particles of the flow at first
	int32_t stepBytes;         // how far the states of odd steps are from those of even ones
	int32_t pointCount;
	int32_t motionCount;       // rows of a step
	int32_t unused;
} END(ZoneTable);

// Looks at the fluid around points.
STRUCT(MeasureZonesArgs) {
	Physics p;
	Grid grid;
	ZoneTable table;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const float4) rate;    // of velocity and density, see State
	PTR(const int4) kind;      // see ProbeArgs
	PTR(const uint32_t) start;
	PTR(const struct Clock) clock;
	float toSupport;           // quanta to units of the support's radius
	int32_t flat;              // in two dimensions 1
	int32_t step;              // of the period
	float closer;              // how many times closer than the support a fit reaches
} END(MeasureZonesArgs);

// Takes points and columns to the next step.
STRUCT(AdvanceZonesArgs) {
	ZoneTable table;
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) records; // of even and odd steps of the period
	int32_t step;              // of the period
	int32_t begins;            // the period begins: nothing was measured for its first two steps
} END(AdvanceZonesArgs);

// Gives the particles of buffers their states after Euler.
STRUCT(InZoneArgs) {
	List list;
	Part part;                 // tasks
	ZoneTable table;
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record;
	PTR(struct Maxima) maxima;
	EulerArgs euler;
	float fastest;             // that a particle is where the other side is dry [m/s]
	int32_t unused;
} END(InZoneArgs);

// Lets particles that are about to be sorted cross the surfaces of zones, and makes new ones.
STRUCT(CrossZonesArgs) {
	Grid grid;
	Prediction prediction;
	ZoneTable table;
	PTR(const struct Clock) clock;
	PTR(int4) pos;
	PTR(float4) vel;
	PTR(uint32_t) id;
	int32_t particles;
	int32_t had;               // see WrapArgs
	int32_t keptFrom, keptTo;
	int32_t places, firstPlace; // of births in all, and the first of these
} END(CrossZonesArgs);

// Lets the host read the counts of faces.
STRUCT(PublishZonesArgs) {
	ZoneTable table;
	PTR(struct CrossCounts) out; // per side and face; then the most births of a site
} END(PublishZonesArgs);
