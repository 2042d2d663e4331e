// The kernels of passes besides Forces, which sph/passes.go names.
#pragma once
#include "correction.h"
#include "fit.h"
#include "gradient.h"
#include "hydrostatic.h"
#include "mdbc.h"
#include "residual.h"
#include "rough.h"
#include "scalar.h"
#include "shift.h"
#include "heat/area.h"
#include "tension/tension.h"
#include "thick/thick.h"
#include "xsph.h"

// V(name, Args) for each. All have vector forms on the host.
#define PASSES(V)                                                                    \
	V(correction, PassArgs) V(strain_rate, PassArgs) \
	V(linear_fit, PassArgs)                                                       \
	V(gradient, PassArgs) V(hydrostatic, PassArgs)                               \
	V(effective_viscosity, PassArgs)                                              \
	V(mdbc, PassArgs) V(mdbc_gradient, PassArgs)                                  \
	V(viscous_stage, PassArgs) V(viscous_end, PassArgs)                           \
	V(scalar, PassArgs) V(shift, PassArgs) V(tension, PassArgs) V(xsph, PassArgs) \
	V(surface_area, PassArgs)                                                     \
	MASS_PASSES(V)

// The same for flows with more than one material.
#define MASS_PASSES(V)                                                               \
	V(correction_materials, PassArgs)    \
	V(strain_rate_materials, PassArgs) V(linear_fit_materials, PassArgs)          \
	V(gradient_materials, PassArgs)                                               \
	V(effective_viscosity_materials, PassArgs) V(viscous_stage_materials, PassArgs) \
	V(mdbc_materials, PassArgs) V(mdbc_gradient_materials, PassArgs)              \
	V(scalar_materials, PassArgs) V(shift_materials, PassArgs)                    \
	V(surface_area_materials, PassArgs)                                           \
	V(tension_materials, PassArgs) V(xsph_materials, PassArgs)
