// Package device launches the kernel of damping zones.
package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/damping"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph/launch"
)

// Feature is what damping zones give devices.
var Feature = launch.Feature{Kernels: map[string]launch.Launcher{"damp": damp}}

// Kernels have room for as many zones as cases may have.
var _ [damping.Most]struct{} = [cuda.MaxDampingZones]struct{}{}

// damp takes velocity from the fluid in the zones.
func damp(w launch.Work) {
	forces, zones := w.Forces(), damping.Of(w.Case())
	args := cuda.DampArgs{
		P: forces.P, List: forces.List, Part: forces.Part, Clock: forces.Clock, Record: forces.Record,
		Maxima: forces.Maxima, Euler: forces.Euler, Zones: int32(len(zones)), Tasks: int32(w.Len()),
	}
	for k := range zones {
		args.Zone[k] = row(&zones[k], w.Grid())
	}
	args.Taken, args.Scale = w.Sums(damping.Name)
	gpu.Launch(w.Stream(), cuda.Damp, args, 0, launch.WholeWarps(w.Len()))
}

// row is a zone as kernels have it.
func row(z *damping.Zone, g *neighbor.Grid) cuda.DampingZone {
	row := cuda.DampingZone{
		Low: g.Corner(z.Min), High: g.Corner(z.Max),
		From:      int64(math.Round((z.From - g.Origin[z.Axis]) / g.Quantum)),
		PerLength: float32(g.Quantum / (z.To - z.From)),
		Rate:      float32(z.Rate), Axis: int32(z.Axis),
	}
	for a, damped := range z.Components {
		if damped {
			row.Components |= 1 << a
		}
	}
	return row
}
