// Package thick is thick fluids: their viscosity depends on the shear rate, and acts in sub-steps.
// docs/design/viscosity.md has the reasons, cuda/thick the kernels.
package thick

import (
	"fmt"
	"io"

	"gpusph/features/feature"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// Name is what thick fluids are called in flows.
const Name = "thick fluids"

// Feature is thick fluids, for the table of features.
var Feature = feature.Feature{
	Flow: flow, Table: table,
	Reading: &reading.Feature{
		Tables: "[[material]]", Defaults: defaults, Kept: kept, Fill: fill, Check: check,
	},
}

// Viscosity is the quantity of sph.Params that is the greatest viscosity [m²/s].
const Viscosity = "viscosity"

// The fields of particles: the viscosities, and velocities between stages.
const (
	ViscosityField = "Viscosity"
	EvenStageField = "EvenStage"
	OddStageField  = "OddStage"
)

var flow = &sph.Feature{
	Name: Name, Quantities: []string{Viscosity},
	Viscosity: greatest, DiffusiveStep: longestStep, Warnings: warnings,
	Fields: []sph.Field{
		{Name: ViscosityField, Bytes: 8, Kind: scheme.Temporary},
		{Name: EvenStageField, Bytes: 16, Kind: scheme.Temporary},
		{Name: OddStageField, Bytes: 16, Kind: scheme.Temporary},
	},
	FieldPasses: func() []sph.Pass {
		return []sph.Pass{
			{
				Name: "effective viscosity", Kernel: "effective_viscosity", Anchor: sph.Evaluated,
				Volumes: true, Over: scheme.Fluid, Only: new(scheme.Predictor),
				Neighbours: []int{sph.PackedField, sph.VelocityField},
				Writes:     []int{sph.FieldPlace(ViscosityField)}, Constants: (*sph.Params).AcrossPlane,
			},
			{Name: "viscosity", Anchor: sph.Evaluated, Over: scheme.Fluid, Repeated: stages},
		}
	},
	Check: checkCase,
	Hash: func(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
		add("the rheologies of the materials", func(h io.Writer) { fmt.Fprintf(h, "%+v ", bounded(c)) })
	},
}

// greatest is the greatest viscosity of a flow's fluids [m²/s].
func greatest(p *sph.Params) float64 { return *p.Number(Viscosity) }

// Of are the rheologies of the materials of a case; nil is that its fluids are not thick.
func Of(c *sph.Case) []Rheology {
	all, _ := c.Part(Name).([]Rheology)
	return all
}

// Give makes the fluids of a case thick, by the rheologies of its materials. Then all viscosity of
// fluids is that of materials: Forces has none. The materials and the options of the case are known
// before.
func Give(c *sph.Case, rheologies []Rheology) {
	c.Give(Name, rheologies)
	*c.Params.Number(Viscosity) = greatestOf(c)
}

// greatestOf is the greatest viscosity of the materials [m²/s].
func greatestOf(c *sph.Case) (nu float64) {
	for k := range Of(c) {
		r := Bounded(c, k)
		nu = max(nu, r.Greatest(&c.Params)/c.PropertiesOf(k).Rho0)
	}
	return nu
}
