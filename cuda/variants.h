// The variants of the kernels that walk over pairs: a kernel for each smoothing kernel, with laminar
// viscosity and without, and for each kind of walls. VARIANTS(X, name, Args) is, for each of them,
// X(its name, Args, smoothing kernel, laminar, walls). Go joins the same names: variant in kernels.go. What is
// launched seldom has no variants by smoothing kernel, to be compiled sooner: SMOOTHED(X, name, Args, ANY).
#pragma once

#define VARIANTS(X, name, Args)                  \
	SMOOTHED(X, name##_wendland, Args, WENDLAND) \
	SMOOTHED(X, name##_cubic, Args, CUBIC)       \
	SMOOTHED(X, name##_quintic, Args, QUINTIC)
#define SMOOTHED(X, name, Args, KIND) WALLED(X, name, Args, KIND, false) WALLED(X, name##_laminar, Args, KIND, true)
#define WALLED(X, name, Args, KIND, LAMINAR)                        \
	X(name##_lennard_jones, Args, KIND, LAMINAR, LENNARD_JONES) \
	X(name##_dynamic, Args, KIND, LAMINAR, DYNAMIC)             \
	X(name##_dummy, Args, KIND, LAMINAR, DUMMY)
