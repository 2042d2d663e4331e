// Package porous is layers of stones, which no particle resolves, with fluid in their pores.
// docs/design/porous.md has the equations, cuda/porous.h the kernel.
package porous

import (
	"fmt"
	"io"

	"gpusph/features/feature"
	"gpusph/features/heat"
	"gpusph/internal/casefile"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

const (
	Name = "porous layers" // in cases and samples
	key  = "porous"        // of their tables in case files

	Porosity = "Porosity" // field: of the place of a particle of fluid
	Pores    = "Pores"    // field: d(1/n)/dt of a particle of fluid as it moves [1/s]
)

// Feature is porous layers, for the table of features.
var Feature = feature.Feature{
	Flow:  flow,
	Table: table,
	Reading: &reading.Feature{
		Tables: "[[porous]]", Read: read, Defaults: defaults, Fill: soakFlow, Shapes: shapes,
	},
}

var flow = &sph.Feature{
	Name: Name,
	Fields: []sph.Field{
		{
			Name: Porosity, Columns: []string{"porosity"}, Bytes: 4, Kind: scheme.State,
			Diffusivity: func(*sph.Params) float64 { return 0 }, Option: "porosity",
			Flows: "with porous layers ([[porous]])",
		},
		{
			Name: Pores, Bytes: 4, Kind: scheme.State,
			Diffusivity: func(*sph.Params) float64 { return 0 }, Option: "porosity",
		},
	},
	ForcesRead: []string{Porosity, Pores},
	FieldPasses: func() []sph.Pass {
		n, opens := sph.FieldPlace(Porosity), sph.FieldPlace(Pores)
		return []sph.Pass{
			pass(scheme.Predictor, n, opens, sph.VelocityField),
			pass(scheme.Corrector, n, opens, sph.PositionField, sph.VelocityField, sph.PackedField,
				sph.RemainderField),
		}
	},
	Check: checkCase,
	Hash: func(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
		f := Of(c)
		add("the porous layers", func(h io.Writer) {
			fmt.Fprintf(h, "%+v %v %v %v ", f.Layers, f.Low, f.Step, f.Nodes)
			sph.HashBytes(h, sph.BytesOf(f.At))
		})
	},
	// the energy that each layer has taken [J]
	Sums: func(c *sph.Case) int { return len(Of(c).Layers) },
	Columns: func(c *sph.Case, m *sph.Sample) (all []sph.Column) {
		for k, taken := range Taken(c, m) {
			all = append(all, sph.Column{Name: Of(c).Layers[k].Name + " drag", Unit: "J", Value: taken})
		}
		return all
	},
	Contents: contents,
}

var table = &casefile.Feature{
	Sections: []casefile.Section{{Key: key, Rows: []Table(nil), Columns: true}},
	Check:    checkTables, Move: move,
}

// Of are the layers of a case; nil is none.
func Of(c *sph.Case) *Field {
	f, _ := c.Part(Name).(*Field)
	return f
}

// Taken are the energies that layers have taken until a sample [J].
func Taken(c *sph.Case, m *sph.Sample) []float64 { return m.SumsOf(c, Name) }

// pass moves fluid in layers, after Euler and after what else changes its velocity.
func pass(stage scheme.Stage, writes ...int) sph.Pass {
	return sph.Pass{
		Name: Name, Kernel: "soak", Anchor: sph.Velocities, Carries: true, Over: scheme.Fluid,
		Only: &stage, Writes: writes,
	}
}

// checkCase returns the first thing about porous layers that cannot be simulated.
func checkCase(c *sph.Case) error {
	f := Of(c)
	if len(f.At) != f.Nodes[0]*f.Nodes[1]*f.Nodes[2] || !(f.Step > 0) {
		return fmt.Errorf("problem %s has porous layers, but their lattice is not complete; this is a "+
			"bug",
			c.Name)
	}
	if len(f.Layers) > Most {
		return fmt.Errorf("problem %s has %d porous layers, but may have %d", c.Name, len(f.Layers),
			Most)
	}
	for k := range f.Layers {
		if err := f.Layers[k].Check(); err != nil {
			return fmt.Errorf("the porous layer %s of problem %s %w", f.Layers[k].Name, c.Name, err)
		}
	}
	if with := beside(c); with != "" {
		return fmt.Errorf("problem %s has porous layers and %s", c.Name, with)
	}
	return nil
}

// beside is what a case has that porous layers cannot be simulated with, as the rest of a
// sentence with the remedy; "" is nothing.
func beside(c *sph.Case) string {
	p := &c.Params
	switch {
	case len(c.Materials) > 1 || p.Further.Fluids > 1:
		return "several materials, but sums over those leave porosities out; use one fluid, or a " +
			"spacing that divides the sides of all boxes of fluid"
	case heat.Of(c) != nil:
		return "[heat], but conduction leaves the stones out; use one of them"
	case c.HasBirths():
		return "inlets or outlets, but fluid that comes in has no porosity; use fluid in reservoirs"
	case p.Central.Omega != 0 || len(c.RotatingFrame.Angles) > 0:
		return "a central force or a frame that turns, which drag does not know; use gravity"
	case p.Diffusion == sph.Antuono:
		return "the density diffusion antuono, whose gradients leave porosities out; use diffusion " +
			"fourtakas"
	case p.Further.Correction:
		return "corrected gradients, which leave porosities out; use correction = false"
	case p.Further.Smagorinsky != 0:
		return "smagorinsky, whose stresses leave porosities out; use smagorinsky = 0"
	case p.Further.Shifting != 0:
		return "shifting, which would push particles into the layer; use shifting = 0"
	case p.Further.XSPH != 0:
		return "xsph, whose means leave porosities out; use xsph = 0"
	}
	return ""
}
