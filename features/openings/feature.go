// Package openings is parts of a flow's boundary through which fluid comes in or leaves.
// docs/design/openings.md has the reasons, cuda/openings the kernels.
package openings

import (
	"fmt"
	"io"
	"math"

	"gpusph/features/feature"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

const Name = "inlets and outlets" // in cases

// Feature is openings, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{
		Name: Name, Births: true, Check: check, Readings: readings, Passes: passes,
		Table: table, Volumes: volumes, PassagesAre: "openings",
		Passages: func(c *sph.Case) sph.Passages { return newBalances(c) },
		// a flow that continues a checkpoint may be given other values
		Hash: func(*sph.Case, float64, func(of string, write func(h io.Writer))) {},
	},
	Table: tableFeature,
	Reading: &reading.Feature{
		Tables: "[[inlet]] and [[outlet]]", Ends: read, Place: openScene, Fill: filled,
	},
}

// passes are last: what they give is what buffers have.
var passes = []sph.Pass{
	{
		Name: "openings", Kernel: "in_opening", Anchor: sph.Given, Carries: true, Over: scheme.Fluid,
		Only: new(scheme.Predictor), Writes: []int{sph.VelocityField},
	},
	{
		Name: "openings", Kernel: "in_opening", Anchor: sph.Given, Carries: true, Over: scheme.Fluid,
		Only: new(scheme.Corrector), Writes: []int{sph.PositionField, sph.VelocityField,
			sph.PackedField, sph.RemainderField},
	},
}

// Of are the openings of a case.
func Of(c *sph.Case) []Opening {
	all, _ := c.Part(Name).([]Opening)
	return all
}

// Open gives a case its openings. The case's particles fill the buffers of those that are wet.
func Open(c *sph.Case, all []Opening) { c.Give(Name, all) }

// LayoutOf is where the particles of the buffer of an opening are.
func LayoutOf(p *sph.Params, o *Opening) *Layout {
	return o.LayoutOf(p.Dim, p.Support(), p.DeltaP)
}

// At is the opening in whose buffer a point is, from 1 on; 0 is none. Outfalls have no
// buffer.
func At(c *sph.Case, layouts []*Layout, x [3]float64) int {
	all := Of(c)
	for k := range all {
		o := &all[k]
		if !o.Free && o.Holds(layouts[k], x, 0) {
			return k + 1
		}
	}
	return 0
}

// Layouts are those of all openings.
func Layouts(c *sph.Case) (all []*Layout) {
	of := Of(c)
	for k := range of {
		all = append(all, LayoutOf(&c.Params, &of[k]))
	}
	return all
}

// check returns the first thing about openings that cannot be simulated. Case files are checked
// with the line and column before.
func check(c *sph.Case) error {
	all := Of(c)
	if len(all) > Max {
		return fmt.Errorf("problem %s has %d inlets and outlets, but may have %d", c.Name, len(all),
			Max)
	}
	if err := c.CheckMeasured(Name); err != nil {
		return err
	}
	for k, l := range Layouts(c) {
		o := &all[k]
		if err := checkOne(c, o, l); err != nil {
			return fmt.Errorf("the %s %s of problem %s %w", o.Kind(), o.Name, c.Name, err)
		}
	}
	return nil
}

func checkOne(c *sph.Case, o *Opening, l *Layout) error {
	p := &c.Params
	switch {
	case o.Velocity != nil && o.Discharge != nil:
		return fmt.Errorf("has both a velocity and a discharge, but one follows from the other")
	case o.Level != nil && o.Pressure != nil:
		return fmt.Errorf("has both a level and a pressure, but one follows from the other")
	case o.Profile != nil && len(o.Profile) != len(l.Sites):
		return fmt.Errorf("has a profile of %d values for %d sites; this is a bug", len(o.Profile),
			len(l.Sites))
	case o.Material < 0 || o.Material > len(c.Materials):
		return fmt.Errorf("lets in the material %d, but there are %d; this is a bug", o.Material,
			len(c.Materials))
	case len(c.Materials) > sph.MaxKinds:
		return fmt.Errorf("is of a flow with %d materials, of which openings tell %d apart",
			len(c.Materials), sph.MaxKinds)
	case o.Carried != nil && p.CarriedField() == 0:
		return fmt.Errorf("has a %s, but the flow has none", o.Carried.Name)
	case o.Level != nil && math.Abs(o.Across[1][2]) < 0.1:
		return fmt.Errorf("has a level, but lies flat; use pressure")
	}
	for a := range 3 {
		if p.Periodic[a] && math.Abs(o.Normal[a]) > 1e-6 {
			return fmt.Errorf("lets fluid flow along %v, along which the flow is periodic; use an axis "+
				"that is not", sph.Axis(a))
		}
	}
	if o.Carried != nil {
		if err := o.Carried.Check(); err != nil {
			return err
		}
	}
	for k := range c.Materials {
		if v := c.VolumeOf(uint8(k)) / math.Pow(p.DeltaP, float64(p.Dim)); math.Abs(v-1) > 1e-6 {
			return fmt.Errorf("is of a flow whose particles of %s have %g of a cell's volume, but what "+
				"comes in has all of it; this is a bug", c.Materials[k].Name, v)
		}
	}
	back, ahead := l.Thickness(), Offset(p)
	for _, site := range l.Sites {
		for _, depth := range []float64{-ahead, back} {
			for a := range 3 {
				x := site[a] - depth*o.Normal[a]
				if !(x >= p.Min[a] && x <= p.Max[a]) {
					end := p.OnMap(a, min(max(x, p.Min[a]), p.Max[a]))
					return fmt.Errorf("needs %s m behind its plane and %s m before it, but the domain "+
						"ends at %s m along %v; move it into the domain", text.Number(back),
						text.Number(ahead), text.Number(end), sph.Axis(a))
				}
			}
		}
	}
	return nil
}

// offset is how far before the plane of an opening the fluid is looked at, over h.
const offset = 1.0

// Offset is the same [m].
func Offset(p *sph.Params) float64 { return offset * p.H }
