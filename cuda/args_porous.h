// Argument structs of the kernels of porous layers; included by args.h. See porous.h.
#pragma once

#define MOST_POROUS_LAYERS 8

// The values of porous layers on a lattice. Along an axis with one node nothing changes. A node has
// the porosity n, a n [1/s], b n² [1/m], and the number of the layer that has most of it, or 0.
STRUCT(PorousTable) {
	PTR(const float4) nodes;
	int32_t low[3];            // of the first node [quanta]
	int32_t count[3];          // along x, y, z
	float perStep;             // one over the distance between nodes [1/quanta]
	float perMetre;            // and [1/m]
	int32_t layers;
	int32_t unused;
	float added[MOST_POROUS_LAYERS]; // C/(1 - n), C being the added mass over that of the fluid
} END(PorousTable);

STRUCT(PorousArgs) {
	PorousTable table;
	List list;
	Part part;                 // tasks
	PTR(const struct Clock) clock;
	PTR(const struct StepRecord) record;
	PTR(struct Maxima) maxima;
	EulerArgs euler;
	Stores out;                // of porosities n
	Stores pores;              // of d(1/n)/dt
	PTR(int64_t) taken;        // energy that each layer has taken, in 1/scale J; null in the predictor
	double scale;              // [1/J]
	double mass;               // of a particle [kg]
	int32_t tasks;
	int32_t unused;
} END(PorousArgs);
