package sph

import (
	"math"
	"slices"

	"gpusph/sph/scheme"
)

// mdbcWalls are after English et al. 2022: wall particles extrapolate the state of the fluid
// linearly. See docs/design/mdbc.md; the kernels are in cuda/mdbc.h.
var mdbcWalls = WallModel{
	Name: "mdbc", Form: "dynamic", // with the state that the passes give
	Layers: true, Extrapolated: true, Surfaces: true, Bodies: true, Fluids: true, Slips: true,
	Constants: mdbcConstants,
}

// Once a step, for both of its stages, or in each that has forces where walls bend: a pressure that
// is half a step late would give these energy. Samples need them at the beginning of steps.
func init() {
	late := func(p *Params) bool { return p.bendsWalls() && ofVerlet(p) }
	sampled := mdbcPasses(scheme.Predictor, late)
	for k := range sampled {
		sampled[k].Sampled = true
	}
	WallModels[MDBC].Passes = slices.Concat(
		mdbcPasses(scheme.Predictor, func(p *Params) bool { return !late(p) }), sampled,
		mdbcPasses(scheme.Corrector, (*Params).bendsWalls))
	Passes = passesWith(features)
}

func mdbcPasses(stage scheme.Stage, needed func(p *Params) bool) []Pass {
	return []Pass{
		{
			Anchor: WallStates, Name: "mDBC gradient", Kernel: "mdbc_gradient", Volumes: true,
			Over:       scheme.Fluid,
			Neighbours: []int{PackedField, VelocityField}, Writes: []int{WallStateField},
			Only: new(stage), Constants: mdbcGradient, Needed: needed,
		},
		{
			Anchor: WallStates, Name: "mDBC walls", Kernel: "mdbc", Volumes: true,
			Over: scheme.Walls, Own: []int{SurfaceField},
			Neighbours: []int{PackedField, WallStateField}, Writes: []int{WallStateField},
			Only: new(stage), Constants: mdbcState, Needed: needed,
		},
	}
}

const (
	// Fluid nearer to a wall particle of mdbc than mdbcTooNear [Δp] raises its relative density, by
	// mdbcKeepOut at most. That stops what comes at a tenth of the speed of sound.
	mdbcTooNear = 0.8
	mdbcKeepOut = 0.25
	// mdbcDeterminant is the part of the determinant of the matrix of neighbours, as it is where
	// they lie evenly around, from which on the gradient of density is what they say.
	mdbcDeterminant  = 0.3
	mdbcGradientPart = 1
	mdbcLeastDensity = 0
)

// mdbcGradient are the constants of the first pass.
func mdbcGradient(p *Params, _ float64) [4]float32 {
	alongEach, missing := 1/float64(p.Dim), 0.0
	if p.Dim == 2 {
		missing = alongEach
	}
	return [4]float32{float32(missing), float32(mdbcDeterminant * math.Pow(alongEach, 3)),
		mdbcGradientPart}
}

// mdbcState are the constants of the second pass. The relative density of walls is not below 0, so
// they do not pull.
func mdbcState(p *Params, unit float64) [4]float32 {
	return [4]float32{mdbcLeastDensity, mdbcKeepOut, float32(math.Pow(unit/(mdbcTooNear*p.DeltaP), 2))}
}

var mdbcConstants = []KernelConstant{
	{
		Constant: Constant{
			Name: "mDBC: part of the artificial viscosity at walls", Value: 0.25,
			Source: "chosen: docs/lab/mdbc.md, A quarter at walls",
		},
		Kernel: "MDBC_ARTIFICIAL",
	},
	{
		Constant: Constant{
			Name: "mDBC: part of the normal velocity in the continuity equation", Value: 0.5,
			Source: "chosen: docs/lab/mdbc.md, Half of the normal velocity",
		},
		Kernel: "MDBC_NORMAL_VELOCITY",
	},
	{
		Constant: Constant{
			Name: "mDBC: least height of fluid over a wall for laminar viscosity", Value: 0.2,
			Unit:   "depth of the wall particle",
			Source: "chosen: docs/design/mdbc.md, Velocities",
		},
		Kernel: "MDBC_LEAST_HEIGHT",
	},
	{
		Constant: Constant{
			Name: "mDBC: distance below which fluid raises a wall's density", Value: mdbcTooNear,
			Unit:   "Δp",
			Source: "chosen: docs/design/mdbc.md",
		},
	},
	{
		Constant: Constant{
			Name: "mDBC: relative density that it adds at most", Value: mdbcKeepOut,
			Source: "chosen: docs/design/mdbc.md",
		},
	},
	{
		Constant: Constant{
			Name: "mDBC: least relative density of a wall", Value: mdbcLeastDensity,
			Source: "chosen: docs/design/mdbc.md",
		},
	},
	{
		Constant: Constant{
			Name: "mDBC: part of the gradient of density beyond gravity's", Value: mdbcGradientPart,
			Source: "chosen: docs/design/mdbc.md",
		},
	},
	{
		Constant: Constant{
			Name: "mDBC: determinant from which a gradient of density counts", Value: mdbcDeterminant,
			Unit:   "that inside fluid",
			Source: "chosen: docs/design/mdbc.md",
		},
	},
}
