// Argument structs of the kernels that sort particles and make lists; included by args.h.
#pragma once

// Lists are made for the middle of their period: for the positions that particles
// will have then if they keep their velocities.
STRUCT(Prediction) {
	float quantaPerSpeed;  // displacement of a particle at 1 m/s until then
	float limit;           // of the displacement along each axis [quanta]
} END(Prediction);

// How the flow moves when lists are built: the number of fluid particles by their
// greatest speed relative to others in reach, the greatest such speed, and the
// greatest at which layers out of reach come closer, as bits of floats [m/s].
STRUCT(Motion) {
	uint32_t bins[32];
	uint32_t most, approach, unused[2];
} END(Motion);

// A particle's image along periodic axes; see periodic.h.
STRUCT(PeriodicImage) {
	uint32_t of, at;       // the particle and its image
	uint32_t shift;        // between the two
	uint32_t unused;
} END(PeriodicImage);

// What is sorted: particles, and behind them images of some.
STRUCT(Pool) {
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(struct PeriodicImage) images;
	PTR(const uint32_t) count; // of images
	int32_t particles;
	int32_t unused;
} END(Pool);

STRUCT(WrapArgs) {
	Grid grid;
	Prediction prediction;
	PTR(int4) pos;
	PTR(const float4) vel;
	PTR(struct PeriodicImage) images;
	PTR(uint32_t) count;   // of images, and of those in slices that the device owns
	int32_t room;          // for images
	int32_t had;           // this many particles, the first, were sorted the last time, and of them
	int32_t keptFrom, keptTo; // only these are kept
} END(WrapArgs);

STRUCT(PlaceImagesArgs) {
	PTR(struct PeriodicImage) images;
	PTR(const uint32_t) count;
	PTR(const uint32_t) place; // of each particle of the pool
} END(PlaceImagesArgs);

STRUCT(HashArgs) {
	Grid grid;
	Prediction prediction;
	Pool pool;
	PTR(uint32_t) cell;    // of each particle, in the window; the last is the discard cell
	PTR(uint32_t) slot;    // any distinct numbers within a cell; none in the discard cell
	PTR(uint32_t) count;   // per cell
	PTR(uint32_t) leftDomain; // LEFT_KINDS numbers of particles outside the domain
} END(HashArgs);

STRUCT(ScatterArgs) {
	Grid grid;
	Prediction prediction;
	Pool pool;
	PTR(const uint32_t) id;
	PTR(const uint32_t) cell;
	PTR(const uint32_t) slot;
	PTR(const uint32_t) start; // of each cell
	PTR(uint64_t) key;         // order within the cell
	PTR(uint32_t) index;       // of the particle that has the key
} END(ScatterArgs);

STRUCT(RankArgs) {
	PTR(const uint32_t) cell;
	PTR(const uint32_t) start;
	PTR(const uint64_t) key;
	PTR(const uint32_t) index;
	PTR(uint32_t) order;       // index of the particle that comes i-th
	PTR(const uint32_t) kept;  // how many particles stay
} END(RankArgs);

STRUCT(ReorderArgs) {
	Grid grid;
	Prediction prediction;
	Pool pool;
	PTR(uint32_t) order;       // of images their particles', afterwards
	PTR(const uint32_t) kept;  // how many particles stay
	PTR(uint32_t) place;       // of each particle of the pool, where there are images
	PTR(const uint32_t) id;
	PTR(int4) posOut;
	PTR(float4) velOut;
	PTR(uint32_t) idOut;
	PTR(uint2) packed;         // of the sorted particles
	PTR(int4) predictedPos;    // in the middle of the lists' period
} END(ReorderArgs);

// The same for a further field; see fields.h.
STRUCT(ReorderFieldArgs) {
	PTR(const uint32_t) order;
	PTR(const uint32_t) kept;
	PTR(const void) in;
	PTR(void) out;
	int32_t bytes;         // of one particle: 4, 8 or 16
	int32_t unused;
} END(ReorderFieldArgs);

STRUCT(SlicesArgs) {
	PTR(const uint32_t) start; // of each cell
	PTR(const uint32_t) leftDomain;
	PTR(uint32_t) out;         // first particle of slice i; after the last, leftDomain and what follows it
	int32_t stride, rows;      // cells in a layer, and in the rows of a slice
	int32_t perLayer;          // slices
	int32_t skipped;           // slices of the first layer
	int32_t slices;
	int32_t unused;
} END(SlicesArgs);

// A particle for which there is something to do in a step; see active.h.
STRUCT(Task) {
	uint32_t particle;
	uint32_t column;           // of the list, where its neighbours are
	uint32_t count;            // of these: fluid | wall << 12 | flags
	uint32_t home;             // its cell
} END(Task);

// The estimated work of a step for a particle: of fluid, of a wall in reach of fluid, and of other
// walls. The balancer and the sizes of the stripes use it.
enum { FLUID_WORK = 40, WET_WORK = 10, DRY_WORK = 1 };

// A range of tasks, or of the columns of a whole list: fluid, and walls. The walls of a whole list
// begin a sort group (see active.h).
STRUCT(Part) {
	int32_t fluid, fluids;     // first and number
	int32_t wall, walls;
} END(Part);

// A neighbour list, and where the particles were when it was made; see list.h.
STRUCT(List) {
	PTR(uint16_t) entries;
	PTR(struct Task) tasks;
	PTR(const uint32_t) start; // first particle of each cell
	PTR(const int4) predictedPos; // that the list was made for
	int32_t capacity;          // entries per particle, a multiple of 8
	int32_t layerStride, rowStride; // of the cell numbers
	int32_t unused;
} END(List);

STRUCT(Numbers) {
	uint32_t fluid, near, wet;
	uint32_t active;           // particles
} END(Numbers);

// The window in blocks of one layer times BLOCK by BLOCK cells.
STRUCT(Blocks) {
	PTR(float4) own;           // pairs of boxes (see boxes.h) of each block,
	PTR(float4) near;          // and of it and those next to it in its layer
	PTR(float) skin;           // of each, against fluid and against walls [m]
	PTR(uint8_t) flags;        // what is in it and in reach, while the lists last
	PTR(uint32_t) fluids;      // the blocks with fluid, in any order,
	PTR(uint32_t) nears;       // with fluid near,
	PTR(uint32_t) wets;        // and of this device, with anything, and fluid in reach
	PTR(struct Numbers) numbers; // of these
	int32_t planeBlocks, rowBlocks; // along planeAxis and rowAxis
	int32_t planeCells, rowCells;
} END(Blocks);

STRUCT(BlocksArgs) {
	Blocks blocks;
	PTR(const struct Clock) clock;
	int32_t threads;           // that share the blocks with fluid near; 0 is one for each block
	int32_t step;              // of the period
} END(BlocksArgs);

STRUCT(SkinsArgs) {
	Grid grid;
	Blocks blocks;
	PTR(const uint32_t) start;
	PTR(const int4) pos;
	PTR(const float4) vel;
	PTR(struct Motion) motion;
	PTR(uint32_t) work;        // by slice, see skins.h
	PTR(struct Maxima) maxima; // use of the skins at the beginning and in the first steps
	PTR(const struct Clock) clock; // after the steps before
	Prediction prediction;
	float fastest;             // speed from which on the predicted displacement is at its limit [m/s]
	float quantum;             // [m]
	float skinTime;            // of relative motion that the skin is for [s]
	float slack;               // skin beyond that [m]
	float skinMax;             // [m]
	float perFew;              // 1 over the fluid in reach of a block below which it is sparse
	float bin;                 // 1/m/s, of Motion
	float horizon;             // time to the middle of the last step that is verified [s]; or 0
	float drift;               // as in SkinCheckArgs
	float rounding;
	float displacementMax;     // of a particle from its predicted position [m]
	float wallAccel;           // the greatest of walls that move, at any time [m/s²]
	int32_t walls;             // walls take part in steps: dynamic ones
	int32_t unused;
} END(SkinsArgs);

STRUCT(SkinCheckArgs) {
	Grid grid;
	Blocks blocks;
	PTR(const uint32_t) start;
	PTR(const int4) pos;
	PTR(const int4) predictedPos; // that the lists were made for
	PTR(const float4) vel;
	PTR(struct Maxima) maxima;
	PTR(const struct Clock) clock;
	float horizon;             // time to the middle of the last step that is verified [s]
	float halfStepPart;        // of the horizon: to the middle of the step that begins
	float drift;               // displacement by an acceleration until then, for 1 m/s² [m]
	float rounding;            // and from positions that are integers [m]
	float quantum;             // [m]
	float displacementMax;     // of a particle from its predicted position [m]
	float wallAccel;           // the greatest of walls that move, at any time [m/s²],
	float bend;                // and how far it takes one in half a step [m]
	int32_t threads;           // that share the work
	int32_t step;              // of the period
} END(SkinCheckArgs);

STRUCT(ActiveArgs) {
	Grid grid;
	Blocks blocks;
	PTR(const uint32_t) start;
	PTR(const int4) pos;       // predicted
	PTR(uint2) tiles;          // which of 32 particles are active: fluid, walls
	PTR(uint32_t) place;       // by kind and tile: how many; then the column of the first
	PTR(uint32_t) column;      // particle of each
	PTR(uint2) columnsBefore;  // columns of fluid and of walls before each layer, and all
	int32_t particles;         // at most
	int32_t count;             // of tiles
	int32_t walls, unused;     // walls take part in steps: dynamic ones
} END(ActiveArgs);

STRUCT(NeibsArgs) {
	Grid grid;
	Blocks blocks;
	List list;
	PTR(const int4) pos;       // predicted
	PTR(const uint32_t) column; // particle of each
	PTR(uint32_t) counts;      // of each
	PTR(uint32_t) keys;        // of each: greater comes first in its sort group
	PTR(struct Maxima) maxima; // of which it raises entriesNeeded, and adds to unlisted
	float support;             // to which the blocks' skins add [m]
	float perQuantum;          // quanta in a metre
} END(NeibsArgs);
