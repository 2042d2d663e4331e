// Argument structs of the kernels of openings; included by ../args.h. See opening.h.
#pragma once

// What an opening is given, and how it acts.
enum {
	GIVEN_VELOCITY = 1, GIVEN_DISCHARGE = 2, GIVEN_LEVEL = 4, GIVEN_PRESSURE = 8, FREE_OUTFALL = 16,
	NON_REFLECTING = 32, ONE_WAY = 64, IS_INLET = 128, IS_DISC = 256,
	PRESCRIBED_PRESSURE = 512, // the buffer has the pressure of the level or the one given
	WITH_CARRIED = 1024        // what comes in has the value of the carried field that is given
};
enum {
	VELOCITY_SERIES, DISCHARGE_SERIES, LEVEL_SERIES, PRESSURE_SERIES, CARRIED_SERIES,
	OPENING_SERIES
};

#define MOST_OPEN_MATERIALS 8 // of flows with openings

// An inlet or an outlet. Lengths are in metres, from the centre of its plane.
STRUCT(Opening) {
	double centre[3];          // [quanta]
	double normal[3], across[2][3]; // of length 1
	double half[2];            // extents along `across`
	double thickness;          // of the buffer
	double height;             // of the centre, z from the point 0
	double bottom;             // of the lowest site's lower edge, z from the centre
	double mean;               // time constant of the mean velocity and of the trim [s]; 0 has none
	int32_t along[2];          // sites
	int32_t first, sites;      // of all sites
	int32_t places;            // the first of its places in the table of places
	int32_t given;             // bits
	int32_t series[OPENING_SERIES], points[OPENING_SERIES]; // first, and number
	int32_t material;          // of what comes in; -1 is that of the fluid before a site
	int32_t grid;              // the first of the velocities of sites in time; -1 is none
} END(Opening);

// A site of an opening.
STRUCT(OpeningSite) {
	int32_t at[3];             // [quanta]
	int32_t opening;
	int32_t before[3];         // where the fluid is looked at [quanta]
	int32_t above;             // the site above, or -1
	double height;             // z from the centre [m]
	float factor;              // of the velocity, over the mean
	int32_t unused;
} END(OpeningSite);

enum { SITE_WET = 1, SITE_FILLED = 2 };

// A column of particles behind a site, at the beginning of a step, and as the step ends.
STRUCT(SiteState) {
	double phase;              // of its last particle, from the back of the buffer [spacings]
	float begin[3], end[3];    // velocity [m/s]
	float rel;                 // relative density at `before`
	float slope;               // of it, against the normal [1/m]
	uint32_t born;             // particles, since the beginning
	int32_t is;                // bits
	// Of flows with a table of materials. There `rel` is the pressure over ρ0 c0² of Physics.
	float density;             // mean of ρ0 over that of Physics at `before`; 0 where none was seen
	float column;              // of that, integrated upwards to where the pressure is given [m]
	float carried;             // field at `before`
	int32_t material;          // of most of the fluid there
} END(SiteState);

// What an opening has at the beginning of a step.
STRUCT(OpeningState) {
	double discharge;          // into the flow [m³/s]
	double volume;             // its integral [m³]
	double level;              // of the surface, z from the point 0 [m]
	double given;              // level or pressure that is given
	double mean;               // of the velocity into the flow, over a long time [m/s]
	double trim;               // of the level that pressures are of [m]
	// the parts of discharge and volume of each material, in flows with several
	double discharges[MOST_OPEN_MATERIALS], volumes[MOST_OPEN_MATERIALS];
} END(OpeningState);

// Particles that have crossed the plane into the flow and out of it, that are born and removed.
STRUCT(CrossCounts) {
	int64_t in, out, removed, born;
} END(CrossCounts);

enum { SITE_WORDS = 4, OPENING_SUMS = 6 + MOST_OPEN_MATERIALS };

STRUCT(OpeningTable) {
	PTR(const struct Opening) openings;
	PTR(const struct OpeningSite) sites;
	PTR(const int32_t) place;  // site at each place of the rectangles around openings; -1 is none
	PTR(const double) series;  // time, value
	// velocities of all sites of an opening at each time of its velocity series, into the flow [m/s]
	PTR(const float) grid;
	PTR(struct SiteState) states; // of all sites in even steps since the start
	PTR(struct OpeningState) of; // of openings in these
	PTR(int64_t) words;        // per site, what is measured
	PTR(int64_t) sums;         // per opening
	PTR(uint32_t) most;        // births of a site
	PTR(struct CrossCounts) counts; // per opening and material: this device's, but born: of all
	double quantum;            // [m]
	double spacing;            // [m]
	double area;               // of a site [m²], in two dimensions [m]
	double offset;             // of `before` from the plane [m]
	double gravity;            // downwards, along z [m/s²]; 0 and below is none
	double fullBall;           // Σ W/W(0) over a lattice before the plane, around `before`
	int32_t count, siteCount;
	int32_t layers, began;     // particles of a column; of the flow at first
	int32_t materials;         // that are told apart, at least 1
	int32_t stepBytes;         // how far the states of odd steps are from those of even ones
} END(OpeningTable);

// Looks at the fluid before openings.
STRUCT(MeasureOpeningsArgs) {
	Physics p;
	Grid grid;
	OpeningTable table;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(const int4) kind;      // see ProbeArgs
	PTR(const uint32_t) start;
	PTR(const struct Clock) clock;
	PTR(const float) carried;  // field of fluid; null where the flow has none
	float toSupport;           // quanta to units of the support's radius
	int32_t flat;              // in two dimensions 1
} END(MeasureOpeningsArgs);

// Takes openings to the next step.
STRUCT(AdvanceOpeningsArgs) {
	Physics p;
	OpeningTable table;
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) records; // of even and odd steps of the period
	float h, c0;
	int32_t step;              // of the period
	int32_t begins;            // the period begins: nothing was measured for its first two steps
} END(AdvanceOpeningsArgs);

// Gives the particles of buffers their states after Euler.
STRUCT(OpeningArgs) {
	Physics p;
	List list;
	Part part;                 // tasks
	OpeningTable table;
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record;
	PTR(struct Maxima) maxima;
	EulerArgs euler;
	float c0;
	int32_t unused;
} END(OpeningArgs);

// Lets particles that are about to be sorted cross the planes of openings, and makes new ones.
STRUCT(CrossArgs) {
	Grid grid;
	Prediction prediction;
	OpeningTable table;
	PTR(const struct Clock) clock;
	PTR(int4) pos;
	PTR(float4) vel;
	PTR(uint32_t) id;
	PTR(float) carried;        // field of fluid; null where the flow has none
	int32_t particles;
	int32_t had;               // see WrapArgs
	int32_t keptFrom, keptTo;
	int32_t places, firstPlace; // of births in all, and the first of these
	Physics p;
	float gravity[3];          // [m/s²]
	float c0;
} END(CrossArgs);

// Lets the host read the counts of openings.
STRUCT(PublishOpeningsArgs) {
	OpeningTable table;
	PTR(struct CrossCounts) out; // per opening and material; then the most births of a site
} END(PublishOpeningsArgs);

// Gives a moment the states of openings.
STRUCT(OpenedArgs) {
	PTR(const struct Clock) clock;
	PTR(const struct Moment) moment;
	PTR(const struct OpeningState) of;
	PTR(double) out;           // per opening: discharge, volume, level, and both of each material
	int32_t count;
	int32_t step;              // of the period
	int32_t materials;         // whose own are told; 0 with one
	int32_t stepBytes;         // see OpeningTable
} END(OpenedArgs);
