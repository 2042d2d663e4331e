// Package device takes the buffers of zones from step to step on devices, and lets particles be
// born and removed there: see cuda/zones/zones.h.
package device

import (
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/zones"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what zones give devices. In each step the fluid around points is looked at, and
// columns at the backs of buffers go on. States are those of all points, and then of columns.
var Feature = launch.Feature{
	Kernels: map[string]launch.Launcher{"in_zone": inZone},
	State: &launch.State{
		Name: "states of zones", Tables: tables, Start: start, Begin: measure, Next: advance,
		Bytes: func(c *sph.Case) int { return newFlow(c).bytes() },
		Sums: func(c *sph.Case) int {
			f := newFlow(c)
			return cuda.ZoneWords*len(f.points) + cuda.ZoneFaces*len(f.sides)
		},
		Births: births,
	},
}

// Kernels have room for as many sides as zones may have, and count as many faces.
var (
	_ [cuda.MostZoneSides - 2*zones.Most]byte
	_ [cuda.ZoneFaces - zones.Faces]byte
	_ [zones.Faces - cuda.ZoneFaces]byte
)

const (
	pointBytes  = int(unsafe.Sizeof(cuda.ZonePointState{}))
	columnBytes = int(unsafe.Sizeof(cuda.ZoneSiteState{}))
	boxBytes    = int(unsafe.Sizeof(cuda.ZoneBox{}))
)

// The tables, by their places; the last is room for what kernels add up.
const (
	sidesTable = iota
	pointsTable
	sitesTable
	placesTable
	mostTable
)

func tables(w launch.Control) launch.Tables {
	f := newFlow(w.Case())
	f.onGrid(w.Grid())
	return launch.Tables{Kept: f, Bytes: [][]byte{sph.BytesOf(f.sides), sph.BytesOf(f.points),
		sph.BytesOf(f.sites), sph.BytesOf(f.places), make([]byte, 4)}}
}

// of is the flow of a device.
func of(w launch.Control) *flow { return w.Tables().Kept.(*flow) }

// table is what kernels know of zones.
func table(w launch.Control) cuda.ZoneTable {
	f, at, motion := of(w), w.Tables().At, w.Motion()
	columns := w.State() + gpu.Ptr(len(f.points)*pointBytes)
	return cuda.ZoneTable{
		Sides: at[sidesTable], Points: at[pointsTable], Sites: at[sitesTable], Place: at[placesTable],
		States: w.State(), Columns: columns, Boxes: columns + gpu.Ptr(len(f.sites)*columnBytes),
		Motions: motion.At, MotionCount: motion.Count, Words: w.Sums(),
		Most: at[mostTable], Counts: w.Counts(), Quantum: w.Grid().Quantum, FullBall: f.ball,
		SideCount: int32(len(f.sides)), SiteCount: int32(len(f.sites)),
		Layers: int32(f.layers), Began: int32(f.Particles.Len()), StepBytes: int32(f.bytes()),
		PointCount: int32(len(f.points)),
	}
}

// measure looks at the fluid around points, as the step begins.
func measure(w launch.Control) {
	around, f := w.Around(), of(w)
	args := cuda.MeasureZonesArgs{P: around.P, Grid: around.Grid, Pos: around.Pos, Vel: around.Vel,
		Kind: around.Kind, Start: around.Start, ToSupport: around.ToSupport, Table: table(w),
		Clock: w.Clock(), Rate: w.Begins(sph.RateField), Step: int32(w.Step())}
	args.Closer = float32(f.Params.Support() / fitRadius(&f.Params))
	if f.Params.Dim == 2 {
		args.Flat = 1
	}
	gpu.Launch(w.Stream(), cuda.MeasureZones, args, 0, 32*len(f.points))
}

// advance takes points and columns to the step that a scan has recorded.
func advance(w launch.Control, begins bool) {
	f := of(w)
	args := cuda.AdvanceZonesArgs{Table: table(w), Clock: w.Clock(), Records: w.Records(),
		Step: int32(w.Step())}
	if begins {
		args.Begins = 1
	}
	gpu.Launch(w.Stream(), cuda.AdvanceZonePoints, args, 0, len(f.points))
	gpu.Launch(w.Stream(), cuda.AdvanceZoneSites, args, 0, len(f.sites))
}

// inZone gives the particles of buffers their states, in half a step.
func inZone(w launch.Work) {
	forces, own := w.Forces(), w.State(zones.Name)
	gpu.Launch(w.Stream(), cuda.InZone, cuda.InZoneArgs{
		List: forces.List, Part: forces.Part, Table: table(own), Clock: own.Clock(),
		Record: forces.Record, Maxima: forces.Maxima, Euler: forces.Euler,
		Fastest: float32(of(own).Params.C0 / 2),
	}, 0, w.Len())
}

// births lets particles cross the surfaces of zones, and makes those that are born at the backs of
// buffers.
func births(c *sph.Case) *launch.Births {
	f := newFlow(c)
	n := len(f.sites)
	return &launch.Births{
		Counts: cuda.ZoneFaces * len(f.sides), Most: n * f.layers, Places: n, Layers: f.layers,
		OneMaterial: true,
		Word: func(x [3]float64, t sph.Type) uint32 {
			word := uint32(0)
			if zone := c.ZoneAt(x); zone > 0 {
				word = sph.FinenessBits(c.Zones[zone-1].Fineness) << cuda.FinenessInfo
			}
			if t != sph.Fluid {
				return word
			}
			for k := range f.layout {
				if f.layout[k].Holds(x) {
					return cuda.InBuffer(word, cuda.ZoneBuffers+k)
				}
			}
			return word
		},
		Cross: cross,
		Used: func(most int64, step int32, places int) error {
			if (most+int64(f.layers)+1)*int64(places) <= math.MaxUint32-int64(c.Particles.Len()) {
				return nil
			}
			return fmt.Errorf("a site of a zone has made %d particles, and the numbers for more are used "+
				"up after step %d; use a larger deltap or an earlier tend", most, step)
		},
	}
}

func cross(w launch.Control, s gpu.Stream, args cuda.CrossArgs, out gpu.Ptr) {
	t := table(w)
	own := cuda.CrossZonesArgs{
		Grid: args.Grid, Prediction: args.Prediction, Table: t, Clock: args.Clock, Pos: args.Pos,
		Vel: args.Vel, Id: args.Id, Particles: args.Particles, Had: args.Had, KeptFrom: args.KeptFrom,
		KeptTo: args.KeptTo, Places: args.Places, FirstPlace: args.FirstPlace,
	}
	gpu.Launch(s, cuda.CrossZones, own, 0, int(args.Particles))
	gpu.Launch(s, cuda.ZoneBirths, own, 0, int(t.SiteCount))
	gpu.Launch(s, cuda.PublishZones, cuda.PublishZonesArgs{Table: t, Out: out}, 0,
		cuda.ZoneFaces*int(t.SideCount))
}
