// What the free surface gives to the air: it radiates as a grey body does, and gives heat to wind,
//   q = ε σ (T_s⁴ - T_a⁴) + h (T_s - T_a) [W/m²],
// through the area of each particle (area.h). Half a spacing conducts it to the surface, so
//   q = g (T - T_s),   g = 2 k/Δp.
// In a step q is linear in the temperature at its end, so that no step makes it unstable.
#pragma once
#include "../constants.h"
#include "../pass.h"

// The heat that the air gives a particle is rise - fall T' [W/m³], T' being its temperature at the
// end of the step.
struct FromAir {
	float rise, fall;
};

FN FromAir fromAir(const HeatArgs &a, int i, float k, float T)
{
	float per = a.surface[i];
	if (!(per > 0.0f))
		return {0.0f, 0.0f};
	float air = a.table.air, e = a.table.radiation, h = a.table.convection;
	float g = k / (a.of.p.halfSpacing * a.of.p.unit), surface = T, flux = 0.0f, slope = 0.0f;
	for (int n = 0; n < (int)HEAT_SURFACE_ITERATIONS; n++) { // Newton's method
		float t2 = surface * surface, a2 = air * air;
		float q = e * ((t2 - a2) * (t2 + a2)) + h * (surface - air);
		slope = 4.0f * e * (t2 * surface) + h;
		float by = (g * (T - surface) - q) / (slope + g);
		surface += by;
		flux = q + slope * by; // g (T - T_s) would lack digits where g is large
	}
	slope *= g / (slope + g);
	return {per * (slope * T - flux), per * slope};
}
