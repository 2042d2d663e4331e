// Package damping is zones in which the fluid loses velocity, so that waves are absorbed:
//
//	dv/dt = -β r² v,   r = (x - From)/(To - From), from 0 to 1
//
// (Altomare et al. 2017, Coastal Engineering 127). Its kernel is in cuda/damp.h.
package damping

import (
	"fmt"
	"io"

	"gpusph/features/feature"
	"gpusph/internal/casefile"
	"gpusph/problems/reading"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

const (
	Name = "damping zones" // in cases and samples
	key  = "damping"       // of their tables in case files
)

// Feature is damping zones, for the table of features.
var Feature = feature.Feature{
	Flow:    flow,
	Table:   table,
	Reading: &reading.Feature{Read: read, Give: give, Check: check, Write: write},
}

var flow = &sph.Feature{
	Name: Name,
	Passes: []sph.Pass{{
		Name: "damping zones", Kernel: "damp", Anchor: sph.Velocities, Over: scheme.Fluid,
		Only: new(scheme.Corrector), Writes: []int{sph.VelocityField},
	}},
	Check: checkCase,
	Hash: func(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
		for _, z := range Of(c) {
			add("the damping zone "+z.Name, func(h io.Writer) { fmt.Fprintf(h, "%+v", z) })
		}
	},
	// the kinetic energy that all zones have taken [J]
	Sums: func(*sph.Case) int { return 1 },
	Columns: func(c *sph.Case, m *sph.Sample) []sph.Column {
		return []sph.Column{{Name: "damped", Unit: "J", Value: Taken(c, m)}}
	},
	Boxes: func(c *sph.Case) (all []sph.NamedBox) {
		for _, z := range Of(c) {
			all = append(all, sph.NamedBox{Name: z.Name, Min: z.Min, Max: z.Max})
		}
		return all
	},
}

var table = &casefile.Feature{
	Sections: []casefile.Section{{Key: key, Rows: []Table(nil)}}, Check: checkTables, Move: move,
}

// Of are the damping zones of a case.
func Of(c *sph.Case) []Zone {
	zones, _ := c.Part(Name).([]Zone)
	return zones
}

// Give gives a case damping zones, or takes its zones away.
func Give(c *sph.Case, zones []Zone) {
	if len(zones) == 0 {
		c.Give(Name, nil)
		return
	}
	c.Give(Name, zones)
}

// Taken is the kinetic energy that zones have taken until a sample [J].
func Taken(c *sph.Case, m *sph.Sample) float64 { return m.SumsOf(c, Name)[0] }
