// Package flexible is parts that bend: their particles are wall particles, which move as
// total-Lagrangian SPH says. cuda/flexible/step.h has the equations.
package flexible

import (
	"fmt"
	"io"

	"gpusph/features/feature"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

const Name = "flexible parts" // in cases and samples

// Feature is flexible parts, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{
		Name: Name, Check: check, Hash: hash, Readings: readings, Table: table, Drives: true,
		BendsWalls: true,
		// three words of 64 bits for each particle, in the middle of a step
		ForcesGive: &scheme.Global{Name: forces, Combine: scheme.Sum, Words: 6},
		Fields: []sph.Field{{
			Name: Shown, Columns: []string{"von_mises", "strain", "displacement"},
			Units: []string{"Pa", "", "m"}, Bytes: 16, Kind: scheme.State,
			Diffusivity: func(*sph.Params) float64 { return 0 }, Option: Shown,
			Solids: func(*sph.Params) bool { return true }, Flows: "with flexible parts ([[flexible]])",
		}},
		Solid:       func(c *sph.Case, i int) bool { return c.BodyBends(i) },
		FieldPasses: passes,
	},
	Table: tables,
	Reading: &reading.Feature{Tables: "[[flexible]]", Read: read, Defaults: defaults, Filled: filled,
		Shapes: shapes},
}

// Flow is what a case has of flexible parts.
type Flow struct {
	Parts []Part

	structure *Structure
}

// Of is what a case has of flexible parts; nil is none.
func Of(c *sph.Case) *Flow {
	f, _ := c.Part(Name).(*Flow)
	return f
}

// Give gives a case flexible parts, whose bodies and particles it has, with all points of these:
// those of one part after those of the other.
func Give(c *sph.Case, parts []Part, points []Point) error {
	if len(parts) == 0 {
		c.Give(Name, nil)
		return nil
	}
	for k := range parts {
		c.Bodies[parts[k].Body-1].Bends = true
	}
	if surface := c.Particles.Extra["Surface"]; surface != nil {
		for i := range points {
			if id := points[i].ID; id >= 0 {
				points[i].Normal = [4]float32(surface[4*id:])
			}
		}
	}
	s, err := NewStructure(parts, points, c.Params.Dim == 2)
	if err != nil {
		return err
	}
	s.contactsOf(c)
	c.Give(Name, &Flow{Parts: parts, structure: s})
	return nil
}

// Structure is that of a case's parts.
func (f *Flow) Structure() *Structure { return f.structure }

// check returns the first thing about flexible parts that cannot be simulated.
func check(c *sph.Case) error {
	f, p := Of(c), &c.Params
	switch {
	case p.Boundary != sph.MDBC && p.Boundary != sph.Dynamic:
		return fmt.Errorf("problem %s has flexible parts, which move mdbc or dynamic walls, not %s "+
			"ones; use --boundary mdbc", c.Name, p.Boundary)
	case p.Central.Omega != 0 || len(c.RotatingFrame.Angles) > 0:
		return fmt.Errorf("problem %s has flexible parts in a frame that turns, without its inertia; "+
			"use motion for the walls of the tank", c.Name)
	case p.Periodic != [3]bool{}:
		for i := range f.structure.Points {
			x := f.structure.Points[i].At
			for a := range 3 {
				if p.Periodic[a] && !(x[a] >= p.Min[a] && x[a] < p.Max[a]) {
					return fmt.Errorf("problem %s has a flexible part across a periodic side; shift it", c.Name)
				}
			}
		}
	}
	for k := range f.Parts {
		if err := f.Parts[k].Material.check(f.Parts[k].Name); err != nil {
			return fmt.Errorf("problem %s: %w", c.Name, err)
		}
	}
	if n := f.structure.Steps(p.DtMax()); n > MaxSubSteps {
		return fmt.Errorf("problem %s has flexible parts so stiff that each step needs %d sub-steps, "+
			"but there may be %d; use a smaller Young's modulus, or a greater speed of sound c0", c.Name, n,
			MaxSubSteps)
	}
	return nil
}

// MaxSubSteps is how many sub-steps a step may have.
const MaxSubSteps = 2000

// hash adds what flexible parts are.
func hash(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
	f := Of(c)
	for _, p := range f.Parts {
		add("the flexible part "+p.Name, func(h io.Writer) { fmt.Fprintf(h, "%+v", p) })
	}
	add("what holds flexible parts", func(h io.Writer) {
		for i := range f.structure.Points {
			p := &f.structure.Points[i]
			fmt.Fprintln(h, p.At, p.ID, p.Clamp)
		}
	})
}

// Shown is the field of what snapshots have of parts: von Mises' stress [Pa], the size of Green's
// strain, and the displacement [m].
const Shown = "Bending"

// forces is the global that moves flexible parts.
const forces = "forces on flexible parts"

// passes put walls where flexible parts are.
func passes() []sph.Pass {
	takes := []int{sph.GlobalPlace(forces)}
	return []sph.Pass{
		{
			Name: "flexible parts", Kernel: "flex_walls", Anchor: sph.Velocities, Carries: true,
			Takes: takes, Over: scheme.Walls, Only: new(scheme.Predictor),
			Writes: []int{sph.VelocityField, sph.PackedField},
		},
		{
			Name: "flexible parts", Kernel: "flex_walls", Anchor: sph.Velocities, Carries: true,
			Takes: takes, Over: scheme.Walls, Only: new(scheme.Corrector),
			Writes: []int{sph.PositionField, sph.VelocityField, sph.PackedField},
		},
		{
			Name: "stress of flexible parts", Kernel: "flex_shown", Anchor: sph.Velocities, Takes: takes,
			Over: scheme.Particles, Only: new(scheme.Corrector), Writes: []int{sph.FieldPlace(Shown)},
		},
	}
}
