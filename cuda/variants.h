// The variants of the kernels that walk over pairs: for Wendland's smoothing kernel, with
// laminar viscosity and without, and for any, with laminar viscosity, which may be zero; and for
// each kind of walls. VARIANTS(X, name, Args) is, for each of them, X(its name, Args, smoothing
// kernel, viscosity, walls). Go joins the same names: variant in kernels.go. To be compiled
// sooner, what is launched seldom has fewer: forces on bodies are those of any smoothing kernel.
// So is what is near dummy walls that move: kernels of their own, so that others pay nothing for
// it. Forces with a term that passes compute, TERM_VARIANTS(X, term), is for Wendland's
// smoothing kernel and dynamic and dummy walls. All others share ALL_TERMS(X). A limiter of
// artificial viscosity has kernels of its own, too, for dynamic and dummy walls, without terms
// and with a stress, and LIMITED_TERMS(X) for all else.
//
// Flows with two materials, and one fluid with heat, have kernels for the usual walls; all else
// with materials has forces_any_materials, where a limiter that leaves all viscosity is none. So
// have flows with porous layers: porous.h.
#pragma once

#define VARIANTS(X, name, Args)                   \
	SMOOTHED(X, name##_wendland, Args, WENDLAND) \
	MOVED(X, name##_any, Args, ANY, LAMINAR)
#define TERM_VARIANTS(X, term)                               \
	USUAL_WALLS(X, forces_wendland_##term, ARTIFICIAL)   \
	USUAL_WALLS(X, forces_wendland_##term##_laminar, LAMINAR)
#define USUAL_WALLS(X, name, VISCOSITY)                                 \
	X(name##_dynamic, ForcesArgs, WENDLAND, VISCOSITY, DYNAMIC)     \
	X(name##_dummy, ForcesArgs, WENDLAND, VISCOSITY, DUMMY)
#define ALL_TERMS(X) MOVED(X, forces_any_gradient_stress, ForcesArgs, ANY, LAMINAR)
#define LIMITED_TERMS(X) MOVED(X, forces_any_limited, ForcesArgs, ANY, LIMITED)
#define RESIDUAL_WALLS(X, name, VISCOSITY)                           \
	X(name##_dummy, ForcesArgs, WENDLAND, VISCOSITY, DUMMY)      \
	X(name##_moving, ForcesArgs, WENDLAND, VISCOSITY, MOVING)
#define TWO_FIT(X) X(forces_wendland_two_fit_dummy, ForcesArgs, WENDLAND, LIMITED, DUMMY)
#define SMOOTHED(X, name, Args, KIND)       \
	WALLED(X, name, Args, KIND, ARTIFICIAL) \
	MOVED(X, name##_laminar, Args, KIND, LAMINAR)
#define MOVED(X, name, Args, KIND, VISCOSITY) \
	WALLED(X, name, Args, KIND, VISCOSITY) X(name##_moving, Args, KIND, VISCOSITY, MOVING)
#define WALLED(X, name, Args, KIND, VISCOSITY)                        \
	X(name##_lennard_jones, Args, KIND, VISCOSITY, LENNARD_JONES) \
	X(name##_dynamic, Args, KIND, VISCOSITY, DYNAMIC)             \
	X(name##_dummy, Args, KIND, VISCOSITY, DUMMY)
