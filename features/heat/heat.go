// Package heat gives the fluid a temperature: conduction, walls and solids, sources, free surfaces
// and buoyancy. docs/design/heat.md has the reasons, cuda/heat the kernels.
package heat

import (
	"gpusph/features/feature"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// Name is that of heat in cases and samples.
const Name = "heat"

// The fields of particles.
const (
	Temperature = "Temperature"   // [K or °C]
	Remainder   = "HeatRemainder" // of the temperature, beyond single precision
	// of walls: the way to the face through which heat comes, and the number of the heat wall
	Face       = "HeatFace"
	Mirror     = "HeatMirror"  // of walls without a temperature of their own
	Conduction = "Conduction"  // what the fluid around conducts
	Area       = "HeatSurface" // of fluid: the area of its free surface over its volume
)

// The quantities of sph.Params.
const (
	Diffusivity = "thermal diffusivity" // the greatest k/(ρ c) [m²/s]
	Solids      = "conducting solids"   // 1 is that walls or bodies conduct
	Surfaces    = "cooling surfaces"    // 1 is that free surfaces give heat to the air
)

// Feature is heat, for the table of features.
var Feature = feature.Feature{
	Flow: flow, Table: table,
	Reading: &reading.Feature{
		Tables: "[heat]", Read: read, Defaults: defaults, Give: give, Fill: fill,
	},
}

var flow = &sph.Feature{
	Name: Name, Quantities: []string{Diffusivity, Solids, Surfaces},
	Constants: constants, Fields: fields, ForcesReadNew: []string{Temperature},
	Carried: Temperature, FieldPasses: passes, Check: checkCase, Hash: hash,
	Solid: conducting, Energies: energies, EnergyBound: energyBound,
	// the heat that each wall, then all sources, and then the air have given the fluid [J]
	Sums:  func(c *sph.Case) int { return Of(c).flows() },
	Table: samples, Wrong: wrong,

	LastPicture: sph.LastPicture{Field: Temperature, Name: "heat"},
}

var fields = []sph.Field{
	{
		Name: Temperature, Unit: "K", Columns: []string{"temperature"}, Bytes: 4, Kind: scheme.State,
		Diffusivity: diffusivity, Option: "thermal diffusivity", Solids: solids,
		Flows: "with heat ([heat])",
	},
	{
		Name: Remainder, Bytes: 4, Kind: scheme.State, Solids: solids,
		Diffusivity: diffusivity, Option: "thermal diffusivity",
	},
	{
		Name: Face, Columns: []string{"face_x", "face_y", "face_z", "heat_wall"}, Bytes: 16,
		Kind: scheme.Static, Flows: "with heat ([heat])",
	},
	{
		Name: Mirror, Bytes: 4, Kind: scheme.Temporary,
		Needed: func(p *sph.Params) bool { return diffusivity(p) > 0 && p.Boundary.TakesPart() },
	},
	{Name: Conduction, Bytes: 4, Kind: scheme.Temporary},
	{Name: Area, Bytes: 4, Kind: scheme.Temporary, Needed: surfaces},
}

// passes are those of a step, in which conduction is once: the corrector sums over the places in
// the middle of the step, with the temperatures of its beginning.
func passes() []sph.Pass {
	temperature, face := sph.FieldPlace(Temperature), sph.FieldPlace(Face)
	mirror, conduction := sph.FieldPlace(Mirror), sph.FieldPlace(Conduction)
	area, remainder := sph.FieldPlace(Area), sph.FieldPlace(Remainder)
	around := []int{sph.PackedField, sph.VelocityField, temperature}
	return []sph.Pass{
		{
			Name: "temperature in the middle", Kernel: "keep_heat", Anchor: sph.Evaluated,
			Over: scheme.Fluid, Only: new(scheme.Predictor), Writes: []int{temperature},
		},
		{
			Name: "temperature at walls", Kernel: "heat_walls", Anchor: sph.WallStates, Volumes: true,
			Over: scheme.Walls, Only: new(scheme.Corrector), Neighbours: around, Own: []int{face},
			Writes: []int{mirror}, Needed: sph.Fields[mirror].Needed,
		},
		{
			Name: "area of the surface", Kernel: "surface_area", Anchor: sph.WallStates, Volumes: true,
			Over: scheme.Fluid, Only: new(scheme.Corrector), Needed: surfaces, Constants: surfaceArea,
			Neighbours: []int{sph.PackedField, sph.VelocityField}, Writes: []int{area},
		},
		{
			Name: "conduction", Fused: true, Anchor: sph.Evaluated, Over: scheme.Fluid,
			Only: new(scheme.Corrector), Neighbours: around, Writes: []int{conduction},
		},
		{ // what walls and sources give, and the end of the step
			Name: "heat", Kernel: "heat", Anchor: sph.Scalars, Over: scheme.Fluid,
			Only: new(scheme.Corrector), Own: []int{face, conduction}, Optional: []int{mirror, area},
			Writes: []int{temperature, remainder},
		},
		{
			Name: "heat in solids", Kernel: "heat_solids", Anchor: sph.Scalars, Volumes: true,
			Over: scheme.Walls, Only: new(scheme.Corrector), Needed: solids,
			Neighbours: []int{sph.PackedField, sph.VelocityField, temperature, mirror},
			Own:        []int{face}, Writes: []int{temperature, remainder},
		},
	}
}

var constants = []sph.KernelConstant{
	{
		Constant: sph.Constant{
			Name:  "heat: least height of fluid over the face of a wall with a temperature",
			Value: 0.5,
			Unit:  "Δp/2", Source: "chosen: docs/design/heat.md",
		},
		Kernel: "HEAT_LEAST_HEIGHT",
	},
	{
		Constant: sph.Constant{
			Name:   "heat: iterations for the temperature of a free surface",
			Value:  8,
			Source: "chosen: docs/design/heat.md",
		},
		Kernel: "HEAT_SURFACE_ITERATIONS", Needed: surfaces,
	},
	{
		Constant: sph.Constant{
			Name:   "heat: least gradient at a free surface, over that of a plane one",
			Value:  surfaceBeginning,
			Source: "chosen: docs/design/heat.md",
		},
		Needed: surfaces,
	},
}

func diffusivity(p *sph.Params) float64 { return *p.Number(Diffusivity) }

func solids(p *sph.Params) bool { return *p.Number(Solids) != 0 }

func surfaces(p *sph.Params) bool { return *p.Number(Surfaces) != 0 }
