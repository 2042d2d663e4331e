// Argument structs of the kernels of heat; included by args.h. See heat.h.
#pragma once

enum { INSULATED, GIVEN_TEMPERATURE, GIVEN_FLUX, CONDUCTING };

// Points of a quantity in time.
STRUCT(HeatSeries) {
	int32_t first, count;      // in the table of values
} END(HeatSeries);

// A wall with a temperature [K or °C] or a heat flux into the fluid [W/m²], or a solid, which has
// temperatures of its own and a flux of 0. The first of a table is of walls that are insulated.
STRUCT(HeatWall) {
	HeatSeries value;
	int32_t kind;
	float constant;            // its value where that does not change
	float conductivity;        // of a solid [W/(m K)]; 0 of others
	float capacity;            // ρ c [J/(m³ K)]
	float volume;              // of one of its particles, over HeatTable.volume
	int32_t unused;
} END(HeatWall);

// A box in which the fluid is heated [W/m³]. Positions are in quanta.
STRUCT(HeatSource) {
	HeatSeries power;
	int32_t low[3], high[3];
} END(HeatSource);

STRUCT(HeatTable) {
	PTR(const struct HeatWall) walls;
	PTR(const struct HeatSource) sources;
	PTR(const double) values;  // times [s], each with its value
	int32_t wallCount, sourceCount;
	int32_t solids;            // some walls conduct,
	int32_t faces;             // and some have a temperature or a flux
	float conduction;          // scale of sums over pairs, for a conductivity of 1 W/(m K)
	float volume;              // of a particle of Physics at ρ0 [m³]
	// of free surfaces, see heat/surface.h
	float radiation;           // ε σ [W/(m² K⁴)]
	float convection;          // h [W/(m² K)]
	float air;                 // T_a
	int32_t unused;
} END(HeatTable);

STRUCT(HeatArgs) {
	PassArgs of;               // of the first field that is written
	PTR(const float) at;       // temperatures that the sums are of
	PTR(const float) begin;    // and at the beginning of the step
	PTR(const float) surface;  // area over volume of fluid [1/m]; null where surfaces keep their heat
	PTR(const float4) faces;   // of walls: the way to their face [m], and their number
	PTR(const float) mirrored; // of walls that have no temperature of their own: what they extrapolate
	PTR(const float) conducted; // Σ c (T_j - T_i) over the fluid around, by Forces
	PTR(const float) remainder; // of temperatures at the beginning of the step,
	Stores remainderOut;       // and at its end
	HeatTable table;
	PTR(int64_t) given;        // by walls, and then by sources and by the air, in 1/scale J
	double scale;              // [1/J]
	int32_t tasks;
	int32_t unused;
} END(HeatArgs);
