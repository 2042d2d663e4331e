// Package zones is boxes of a flow in which particles are finer. docs/design/zones.md has the
// reasons, cuda/zones the kernels.
package zones

import (
	"fmt"
	"io"
	"slices"

	"gpusph/features/feature"
	"gpusph/features/openings"
	"gpusph/internal/casefile"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

const (
	Name = "zones" // in cases and samples
	key  = "zone"  // of their tables in case files
)

// Most is how many a flow may have: each has two buffers.
const Most = 7

// Feature is zones, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{
		Name: Name, Births: true, Check: check, Passes: passes,
		Passages: func(c *sph.Case) sph.Passages { return newExchanged(c) },
		Hash: func(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
			for k := range c.Zones {
				z := &c.Zones[k]
				add("the zone "+z.Name, func(h io.Writer) {
					resting := *z
					resting.Way = sph.ZoneWay{}
					fmt.Fprintf(h, "%+v", resting)
					if way := &z.Way; way.Moves() {
						fmt.Fprint(h, way.Body, way.Least, way.Most)
						way.Path.Print(h, c.End)
					}
				})
			}
		},
		Boxes: func(c *sph.Case) (all []sph.NamedBox) {
			for k := range c.Zones {
				z := &c.Zones[k]
				all = append(all, sph.NamedBox{Name: z.Name, Min: z.Min, Max: z.Max})
			}
			return all
		},
	},
	Table: &casefile.Feature{
		Sections: []casefile.Section{{Key: key, Rows: []Table(nil)}}, Check: checkTables, Move: move,
	},
	Reading: &reading.Feature{Tables: "[[zone]]", Place: placeIn, Compose: compose},
}

// passes are last: what they give is what buffers have.
var passes = []sph.Pass{
	{
		Name: "zones", Kernel: "in_zone", Anchor: sph.Given, Carries: true, Over: scheme.Fluid,
		Only: new(scheme.Predictor), Writes: []int{sph.VelocityField},
	},
	{
		Name: "zones", Kernel: "in_zone", Anchor: sph.Given, Carries: true, Over: scheme.Fluid,
		Only: new(scheme.Corrector), Writes: []int{sph.PositionField, sph.VelocityField,
			sph.PackedField, sph.RemainderField},
	},
}

// check returns the first thing about zones that cannot be simulated.
func check(c *sph.Case) error {
	p := &c.Params
	refuse := func(why string) error {
		return fmt.Errorf("the flow %s has zones, %s", c.Name, why)
	}
	switch {
	case len(c.Zones) > Most:
		return fmt.Errorf("the flow %s has %d zones, but may have %d", c.Name, len(c.Zones), Most)
	case p.Periodic != [3]bool{}:
		return refuse("which cannot be in periodic flows; give the domain walls")
	case len(c.Materials) > 1:
		return refuse("which can be of one fluid only; use one material")
	case p.Scheme() != sph.Verlet:
		return refuse("whose buffers need the rates that position Verlet leaves; use scheme verlet")
	case p.Nu > 0 || c.GreatestViscosity() > 0:
		return refuse("whose fluid can have no laminar viscosity; use nu 0")
	case !p.Boundary.Model().Layers || p.Boundary.Model().Extrapolated:
		return refuse("which need dummy walls; use boundary dummy")
	case len(c.RotatingFrame.Angles) > 0 || p.Central.Omega != 0 || len(c.Gravity.Values) > 0:
		return refuse("for which gravity has to be constant, in a frame at rest")
	}
	return checkOthers(c, refuse)
}

// along are the features that flows with zones may have, where these are not.
var along = []string{Name, openings.Name, "damping zones", "relaxation zones", "absorption",
	"free bodies", "joints"}

// checkOthers refuses what else a flow has that would have to know zones.
func checkOthers(c *sph.Case, refuse func(why string) error) error {
	var with string
	c.EachFeature(func(f *sph.Feature) {
		if !slices.Contains(along, f.Name) {
			with = f.Name
		}
	})
	if with != "" {
		return refuse("which cannot go with " + with + " yet; leave one out")
	}
	var boxes []sph.NamedBox
	c.EachFeature(func(f *sph.Feature) {
		if f.Boxes != nil && f.Name != Name {
			boxes = append(boxes, f.Boxes(c)...)
		}
	})
	for k := range c.Zones {
		widest := c.Zones[k].Widest()
		z := &widest
		for _, b := range boxes {
			if z.Overlaps(b.Min, b.Max) {
				return refuse(fmt.Sprintf("but the zone %q and %q overlap; move one", z.Name, b.Name))
			}
		}
		for i, l := range openings.Layouts(c) {
			o := &openings.Of(c)[i]
			if slices.ContainsFunc(l.Sites, z.Holds) {
				return refuse(fmt.Sprintf("but the %s %q is in the zone %q; make the zone smaller",
					o.Kind(), o.Name, z.Name))
			}
		}
	}
	for _, image := range c.Images {
		if b := &c.Bodies[image.Body-1]; b.Corrected != nil {
			return refuse(fmt.Sprintf("but the paddle %q, which absorbs waves, comes to the zone %q; make "+
				"the zone smaller", b.Name, c.Zones[image.Zone-1].Name))
		}
	}
	return nil
}
