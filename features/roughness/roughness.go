// Package roughness is rough walls: fluid near walls at rest loses velocity along them, by the
// logarithmic law of fully rough turbulent flow (Nikuradse 1933). Its kernel is in cuda/rough.h.
package roughness

import (
	"math"

	"gpusph/features/feature"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// Feature is rough walls, for the table of features.
var Feature = feature.Feature{
	Flow: flow,
}

// Name is what rough walls are called in flows.
const Name = "rough walls"

// Options of rough walls.
const (
	sandOption    = "roughness-sand"    // equivalent sand roughness ks [m]
	manningOption = "roughness-manning" // Manning's n [s/m^(1/3)]
	depthOption   = "roughness-depth"   // depth of the flow over them [m]; 0 is unknown
)

var flow = &sph.Feature{
	Name:         Name,
	Has:          has,
	WallFriction: true,
	Passes: []sph.Pass{{
		Name: "rough walls", Kernel: "rough", Volumes: true, Anchor: sph.Velocities,
		Over: scheme.Fluid, Only: new(scheme.Corrector), Neighbours: []int{sph.PackedField},
		Writes: []int{sph.VelocityField}, Constants: constants,
	}},
	Options: []sph.Option{
		{
			Name: sandOption, After: "wall-friction",
			Help: "equivalent sand roughness ks of all walls at rest [m]; 0 is none",
			Max:  10, Hint: "concrete has 0.001, gravel 0.1", NoEnergy: true,
			Needs: possible, Else: notPossible,
		},
		{
			Name: manningOption, After: "wall-friction",
			Help: "Manning's n of all walls at rest [s/m^(1/3)]; 0 is none",
			Max:  0.06, Hint: "concrete has 0.013, a river 0.03", NoEnergy: true,
			Needs: func(p *sph.Params) bool { return possible(p) && *p.Number(sandOption) == 0 },
			Else:  "--roughness-sand sets the roughness already, or " + notPossible,
		},
		{
			Name: depthOption, After: "wall-friction",
			Help: "depth of the flow over rough walls [m], for Manning's n; 0 is unknown",
			Max:  1000, Hint: "the normal depth", NoEnergy: true,
			Needs: has, Else: "no wall is rough; use --roughness-manning",
		},
	},
	Constants: []sph.KernelConstant{
		{Constant: sph.Constant{Name: "rough walls: von Kármán's constant κ", Value: karman,
			Source: "Nikuradse 1933"}},
		{Constant: sph.Constant{Value: nikuradse, Source: "Nikuradse 1933",
			Name: "rough walls: ks over the height at which the logarithmic law is 0"}},
		{Kernel: "ROUGH_LEAST_LOG", Constant: sph.Constant{Name: "rough walls: least ln(30 z/ks)",
			Value: 1, Source: "chosen: docs/design/roughness.md"}},
	},
}

const (
	karman    = 0.4
	nikuradse = 30

	// strickler is 1/(n ks^(-1/6)) [s/m^(1/2)]: Chézy's C is 25 (R/ks)^(1/6) (Strickler 1923, as in
	// Jansen et al. 1979), and R^(1/6)/n.
	strickler = 25

	// elder is the height over the depth at which the velocity is 5 u* below its mean in a flow of
	// the constant viscosity 0.067 u* d: 5 is 1/(3·0.067), and ln(1/(e elder))/κ. See
	// docs/design/roughness.md.
	elder = 1. / 20

	// gravityOfManning is g of the formula that turns Manning's n into ks [m/s²].
	gravityOfManning = 9.81
)

// Sand is the equivalent sand roughness ks of walls [m], 0 if they are smooth. That of Manning's n
// makes the mean of the logarithmic law over the depth d the velocity of Manning,
//
//	u/u* = ln(30 d/(e ks))/κ = d^(1/6)/(n √g),
//
// and ks is (25 n)^6 where no depth is given.
func Sand(p *sph.Params) float64 {
	n, depth := *p.Number(manningOption), *p.Number(depthOption)
	switch {
	case n == 0:
		return *p.Number(sandOption)
	case depth == 0:
		return math.Pow(strickler*n, 6)
	}
	return nikuradse * depth *
		math.Exp(-1-karman*math.Pow(depth, 1./6)/(n*math.Sqrt(gravityOfManning)))
}

func has(p *sph.Params) bool { return Sand(p) > 0 }

// possible reports whether the roughness is all the friction at walls.
func possible(p *sph.Params) bool { return !p.Boundary.Model().Slips || p.Further.Slip }

const notPossible = "walls of mdbc take the artificial viscosity of the fluid as friction; add " +
	"--slip"

// constants are those of cuda/rough.h. The logarithm there is a series around the geometric mean z0
// of the least height and the greatest.
func constants(p *sph.Params, unit float64) [4]float32 {
	least := max(p.DeltaP/2, elder**p.Number(depthOption))
	middle := math.Sqrt(least * max(least, p.Support()))
	return [4]float32{
		float32(2 * karman * karman / p.Rho0),
		float32(math.Log(nikuradse * middle / Sand(p))),
		float32(unit / middle), float32(least / unit),
	}
}
