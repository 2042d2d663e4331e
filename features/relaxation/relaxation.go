// Package relaxation is zones in which the velocity of the fluid comes to that of waves, as a
// theory or a table has it:
//
//	dv/dt = -β b(χ) (v - v_w),   b = (exp(χ^n) - 1)/(e - 1),   χ = (x - From)/(To - From)
//
// (N. G. Jacobsen, D. R. Fuhrman and J. Fredsøe, A wave generation toolbox for the open-source CFD
// library OpenFoam, Int. J. Numer. Meth. Fluids 70, 2012, for the weight; R. Perić and M.
// Abdel-Maksoud, Ship Technology Research 63, 2016, for the rate in place of a blend per step).
// What leaves a zone are the waves; what comes back is absorbed. Its kernel is in cuda/relaxation.
package relaxation

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
	Name = "relaxation zones" // in cases and samples
	key  = "relaxation"       // of their tables in case files
)

// Feature is relaxation zones, for the table of features.
var Feature = feature.Feature{
	Flow:    flow,
	Table:   table,
	Reading: &reading.Feature{Read: read, Give: give, Check: check, Write: write},
}

var flow = &sph.Feature{
	Name: Name,
	Passes: []sph.Pass{{
		Name: "relaxation zones", Kernel: "relax", Anchor: sph.Velocities, Over: scheme.Fluid,
		Only: new(scheme.Corrector), Writes: []int{sph.VelocityField},
	}},
	Check: checkCase, Hash: hash, Drives: true,
	// the kinetic energy that all zones have taken [J]; below 0 where they make waves
	Sums: func(*sph.Case) int { return 1 },
	Columns: func(c *sph.Case, m *sph.Sample) []sph.Column {
		return []sph.Column{{Name: "relaxed", Unit: "J", Value: Taken(c, m)}}
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

// hash adds what zones do, with all that their tables hold.
func hash(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
	for _, z := range Of(c) {
		add("the relaxation zone "+z.Name, func(h io.Writer) {
			cells, values := z.Cells, z.Cells.Values
			cells.Values, cells.Note = nil, ""
			fmt.Fprint(h, z.Min, z.Max, z.Axis, z.From, z.To, z.Rate, z.Power, z.Components, z.Way,
				z.RampFrom, z.Ramp, cells)
			h.Write(sph.BytesOf(values))
		})
	}
}

// Of are the relaxation zones of a case.
func Of(c *sph.Case) []Zone {
	zones, _ := c.Part(Name).([]Zone)
	return zones
}

// Give gives a case relaxation zones, or takes its zones away.
func Give(c *sph.Case, zones []Zone) {
	if len(zones) == 0 {
		c.Give(Name, nil)
		return
	}
	c.Give(Name, zones)
}

// Taken is the kinetic energy that zones have taken until a sample [J].
func Taken(c *sph.Case, m *sph.Sample) float64 { return m.SumsOf(c, Name)[0] }
