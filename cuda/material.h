// Materials: the fluids of a flow may have particles of different masses. What a neighbour adds to a sum is then times its mass.
// Kernels that do so are forms of their own, so flows with one material pay nothing. Walls have the mass of Physics.
#pragma once
#include "list.h"

// The mass of particle j over that of Physics; info are the words that say what particles are.
FN float massOf(const Physics &p, const int4 *info, int j) { return load(&p.materials[materialOf(load(&info[j].w))].mass); }
#ifdef LANES
FN Real massOf(const Physics &p, const int4 *info, const Indices &j)
{
	Real m;
	for (int k = 0; k < LANES; k++)
		m[k] = massOf(p, info, (int)j.at[k]);
	return m;
}
#endif

// The same, and 1 where all particles have one mass: for kernels that need it once for a particle.
FN float anyMassOf(const Physics &p, const int4 *info, int j) { return p.materials ? massOf(p, info, j) : 1.0f; }
