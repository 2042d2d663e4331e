// Package device takes openings from step to step on devices, and lets particles be born and
// removed there: see cuda/openings/opening.h.
package device

import (
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/openings"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what openings give devices. In each step the fluid before sites is looked at, and the
// columns behind them go on. States are those of all sites, and then of openings.
var Feature = launch.Feature{
	Kernels: map[string]launch.Launcher{"in_opening": inOpening},
	State: &launch.State{
		Name: "states of openings", Tables: tables, Start: start, Begin: measure, Next: advance,
		Bytes:    func(c *sph.Case) int { return sites(c)*siteBytes + len(openings.Of(c))*openedBytes },
		Sums:     func(c *sph.Case) int { return cuda.SiteWords * sites(c) },
		Readings: readings, Births: births, Inputs: inputs,
	},
}

const (
	siteBytes   = int(unsafe.Sizeof(cuda.SiteState{}))
	openedBytes = int(unsafe.Sizeof(cuda.OpeningState{}))
)

// As many as openings tell apart, and as many as are counted.
var (
	_ [sph.MaxKinds]struct{} = [cuda.MostOpenMaterials]struct{}{}
	_ [launch.MaxCounts - openings.Max*sph.MaxKinds]byte
)

// The tables, by their places; the last two are room for what kernels add up.
const (
	openingsTable = iota
	sitesTable
	placesTable
	seriesTable
	gridTable
	sumsTable
	mostTable
)

// sites is how many all openings have.
func sites(c *sph.Case) (n int) {
	for _, l := range openings.Layouts(c) {
		n += len(l.Sites)
	}
	return n
}

// materials is how many are counted apart, at least 1.
func materials(c *sph.Case) int { return max(1, len(c.Materials)) }

func tables(w launch.Control) launch.Tables {
	f := newFlow(w.Case(), w.Grid())
	return launch.Tables{Kept: f, Bytes: [][]byte{sph.BytesOf(f.openings), sph.BytesOf(f.sites),
		sph.BytesOf(f.places), sph.BytesOf(f.series),
		sph.BytesOf(append(f.velocities, 0)), make([]byte, 8*cuda.OpeningSums*len(f.all)),
		make([]byte, 4)}}
}

// of is the flow of a device.
func of(w launch.Control) *flow { return w.Tables().Kept.(*flow) }

// table is what kernels know of openings.
func table(w launch.Control) cuda.OpeningTable {
	f, at := of(w), w.Tables().At
	p, n := &f.Params, len(f.sites)*siteBytes
	return cuda.OpeningTable{
		Openings: at[openingsTable], Sites: at[sitesTable], Place: at[placesTable],
		Series: at[seriesTable], Grid: at[gridTable], States: w.State(), Of: w.State() + gpu.Ptr(n),
		Words: w.Sums(),
		Sums:  at[sumsTable], Counts: w.Counts(), Most: at[mostTable],
		Quantum: f.grid.Quantum, Spacing: p.DeltaP, Area: f.siteArea(), Offset: openings.Offset(p),
		Gravity: f.gravity, FullBall: f.ball, Count: int32(len(f.all)),
		SiteCount: int32(len(f.sites)), Layers: int32(f.layouts[0].Layers),
		Began: int32(f.Particles.Len()), Materials: int32(materials(f.Case)),
		StepBytes: int32(n + len(f.all)*openedBytes),
	}
}

// measure looks at the fluid before openings, as the step begins.
func measure(w launch.Control) {
	around, f := w.Around(), of(w)
	args := cuda.MeasureOpeningsArgs{P: around.P, Grid: around.Grid, Pos: around.Pos, Vel: around.Vel,
		Kind: around.Kind, Start: around.Start, ToSupport: around.ToSupport, Table: table(w),
		Clock: w.Clock()}
	if f.Params.Dim == 2 {
		args.Flat = 1
	}
	if field := f.Params.CarriedField(); field > 0 {
		args.Carried = w.Begins(field)
	}
	kernel := cuda.MeasureOpenings
	if args.P.Materials != 0 {
		kernel = cuda.MeasureOpenMaterials
	}
	gpu.Launch(w.Stream(), kernel, args, 0, 32*len(f.sites))
}

// advance takes openings to the step that a scan has recorded.
func advance(w launch.Control, begins bool) {
	f := of(w)
	args := cuda.AdvanceOpeningsArgs{
		P: w.Physics(), Table: table(w), Clock: w.Clock(), Records: w.Records(),
		H: float32(f.Params.H), C0: float32(f.Params.C0), Step: int32(w.Step()),
	}
	if begins {
		args.Begins = 1
	} else {
		gpu.Launch(w.Stream(), cuda.WetOpenings, args, 0, len(f.sites))
	}
	gpu.Launch(w.Stream(), cuda.AdvanceOpenings, args, 0, len(f.sites))
}

// inOpening gives the particles of buffers their states, in half a step.
func inOpening(w launch.Work) {
	forces, own := w.Forces(), w.State(openings.Name)
	gpu.Launch(w.Stream(), cuda.InOpening, cuda.OpeningArgs{
		P: forces.P, List: forces.List, Part: forces.Part, Table: table(own), Clock: own.Clock(),
		Record: forces.Record, Maxima: forces.Maxima, Euler: forces.Euler,
		C0: float32(w.Case().Params.C0),
	}, 0, w.Len())
}

// readings gives a moment that is due what flows through openings as its step begins.
func readings(w launch.Control, s gpu.Stream, moment, out gpu.Ptr) {
	t := table(w)
	gpu.Launch(s, cuda.Opened, cuda.OpenedArgs{
		Clock: w.Clock(), Moment: moment, Of: t.Of, Out: out, Count: t.Count, Step: int32(w.Step()),
		Materials: int32(openings.Materials(w.Case())), StepBytes: t.StepBytes,
	}, 0, int(t.Count))
}

// births lets particles cross the planes, and makes those that are born behind them.
func births(c *sph.Case) *launch.Births {
	layouts, n := openings.Layouts(c), sites(c)
	layers := layouts[0].Layers
	return &launch.Births{
		Counts: len(layouts) * materials(c), Most: n * layers, Places: n, Layers: layers,
		Word: func(x [3]float64, t sph.Type) uint32 {
			if t != sph.Fluid {
				return 0
			}
			return cuda.InBuffer(0, openings.At(c, layouts, x))
		},
		Cross: cross,
		Used: func(most int64, step int32, places int) error {
			if (most+int64(layers)+1)*int64(places) <= math.MaxUint32-int64(c.Particles.Len()) {
				return nil
			}
			return fmt.Errorf("a site of an inlet has made %d particles, and the numbers for more are "+
				"used up after step %d; use a larger deltap or an earlier tend", most, step)
		},
	}
}

func cross(w launch.Control, s gpu.Stream, args cuda.CrossArgs, out gpu.Ptr) {
	t := table(w)
	args.Table = t
	gpu.Launch(s, cuda.Cross, args, 0, int(args.Particles))
	gpu.Launch(s, cuda.Births, args, 0, int(t.SiteCount))
	gpu.Launch(s, cuda.PublishOpenings, cuda.PublishOpeningsArgs{Table: t, Out: out}, 0,
		int(t.Count*t.Materials))
}
