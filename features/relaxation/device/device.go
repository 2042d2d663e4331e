// Package device launches the kernel of relaxation zones.
package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/relaxation"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what relaxation zones give devices: their tables, and the kernel.
var Feature = launch.Feature{
	Kernels: map[string]launch.Launcher{"relax": relax},
	Tables:  tables,
}

// The tables, by their places.
const (
	zonesTable = iota
	cellsTable
	weightsTable
)

// tables are zones, their velocities, and the weights of their ramps.
func tables(c *sph.Case, g *neighbor.Grid) launch.Tables {
	var (
		rows           []cuda.RelaxationZone
		cells, weights []float32
	)
	for _, z := range relaxation.Of(c) {
		row := rowOf(&z, g)
		row.First, row.Weights = int64(len(cells)), int32(len(weights))
		cells = append(cells, z.Cells.Values...)
		for k := range cuda.RelaxationWeights {
			weights = append(weights, float32(z.Weight(float64(k)/(cuda.RelaxationWeights-1))))
		}
		rows = append(rows, row)
	}
	return launch.Tables{Bytes: [][]byte{sph.BytesOf(rows), sph.BytesOf(cells), sph.BytesOf(weights)}}
}

// rowOf is a zone as kernels have it. They count places from position 0.
func rowOf(z *relaxation.Zone, g *neighbor.Grid) cuda.RelaxationZone {
	c := &z.Cells
	row := cuda.RelaxationZone{
		Low: g.Corner(z.Min), High: g.Corner(z.Max),
		From:      int64(math.Round((z.From - g.Origin[z.Axis]) / g.Quantum)),
		PerLength: float32(g.Quantum / (z.To - z.From)), Rate: float32(z.Rate), Axis: int32(z.Axis),
		Way: z.Way, Start: c.Start, Slowness: c.Slowness, RampFrom: z.RampFrom, Parts: int32(c.Parts()),
	}
	row.Origin = [3]float64{
		c.Origin[0] - (g.Origin[0]*z.Way[0] + g.Origin[1]*z.Way[1]),
		c.Origin[1] - (g.Origin[1]*z.Way[0] - g.Origin[0]*z.Way[1]),
		c.Origin[2] - g.Origin[2],
	}
	if c.Interval > 0 {
		row.PerSecond = 1 / c.Interval
	}
	if z.Ramp > 0 {
		row.PerRamp = 1 / z.Ramp
	}
	if c.Repeats {
		row.Repeats = 1
	}
	for q, n := range c.Count {
		row.Cells[q] = int32(n)
	}
	for a := range 3 {
		row.PerMetre[a] = 1 / c.Step[a]
		if z.Components[a] {
			row.Components |= 1 << a
		}
	}
	return row
}

// relax takes the fluid in the zones towards their waves.
func relax(w launch.Work) {
	forces, t := w.Forces(), w.Tables(relaxation.Name)
	args := cuda.RelaxArgs{
		P: forces.P, List: forces.List, Part: forces.Part, Clock: forces.Clock, Record: forces.Record,
		Maxima: forces.Maxima, Euler: forces.Euler, Zone: t.At[zonesTable], Cells: t.At[cellsTable],
		Weights: t.At[weightsTable], Quantum: w.Grid().Quantum,
		Zones: int32(len(relaxation.Of(w.Case()))), Tasks: int32(w.Len()),
	}
	args.Taken, args.Scale = w.Sums(relaxation.Name)
	gpu.Launch(w.Stream(), cuda.Relax, args, 0, launch.WholeWarps(w.Len()))
}
