// The variants of the kernels that walk over pairs: for Wendland's smoothing kernel, with laminar viscosity and without, and for
// any, with laminar viscosity, which may be zero; and for each kind of walls. VARIANTS(X, name, Args) is, for each of them,
// X(its name, Args, smoothing kernel, laminar, walls). Go joins the same names: variant in kernels.go. To be compiled
// sooner, what is launched seldom has fewer: forces on bodies are those of any smoothing kernel. So is what is near dummy walls that
// move: kernels of their own, so that others pay nothing for it. Forces with a term that passes compute, TERM_VARIANTS(X, term), is for
// Wendland's smoothing kernel and dynamic and dummy walls. All others share ALL_TERMS(X).
// Flows with more than one material have forces_wendland_materials for the usual walls, and forces_any_materials.
#pragma once

#define VARIANTS(X, name, Args) SMOOTHED(X, name##_wendland, Args, WENDLAND) MOVED(X, name##_any, Args, ANY)
#define TERM_VARIANTS(X, term) USUAL_WALLS(X, forces_wendland_##term, false) USUAL_WALLS(X, forces_wendland_##term##_laminar, true)
#define USUAL_WALLS(X, name, LAMINAR)                                 \
	X(name##_dynamic, ForcesArgs, WENDLAND, LAMINAR, DYNAMIC)     \
	X(name##_dummy, ForcesArgs, WENDLAND, LAMINAR, DUMMY)
#define ALL_TERMS(X) MOVED(X, forces_any_gradient_stress, ForcesArgs, ANY)
#define SMOOTHED(X, name, Args, KIND) WALLED(X, name, Args, KIND, false) MOVED(X, name##_laminar, Args, KIND)
#define MOVED(X, name, Args, KIND) WALLED(X, name, Args, KIND, true) X(name##_moving, Args, KIND, true, MOVING)
#define WALLED(X, name, Args, KIND, LAMINAR)                        \
	X(name##_lennard_jones, Args, KIND, LAMINAR, LENNARD_JONES) \
	X(name##_dynamic, Args, KIND, LAMINAR, DYNAMIC)             \
	X(name##_dummy, Args, KIND, LAMINAR, DUMMY)
