// Package device launches the kernels of porous layers.
package device

import (
	"gpusph/cuda"
	"gpusph/features/porous"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what porous layers give devices.
var Feature = launch.Feature{
	Kernels:      map[string]launch.Launcher{"soak": soak},
	Forces:       forces,
	ForcesKernel: forcesKernel,
	Tables: func(c *sph.Case, _ *neighbor.Grid) launch.Tables {
		return launch.Tables{Bytes: [][]byte{sph.BytesOf(porous.Of(c).At)}}
	},
}

// Kernels have room for as many layers as cases may have.
var _ [porous.Most]struct{} = [cuda.MaxPorousLayers]struct{}{}

// soak moves fluid in layers. The predictor sums nothing: its velocities are those of the middle of
// the step.
func soak(w launch.Work) {
	forces := w.Forces()
	args := cuda.PorousArgs{
		Table: row(porous.Of(w.Case()), w.Grid(), w.Tables(porous.Name).At[0]), List: forces.List,
		Part:  forces.Part,
		Clock: forces.Clock, Record: forces.Record, Maxima: forces.Maxima, Euler: forces.Euler,
		Out:   w.Stores(sph.FieldPlace(porous.Porosity)),
		Pores: w.Stores(sph.FieldPlace(porous.Pores)),
		Mass:  w.Case().Params.Mass, Tasks: int32(w.Len()),
	}
	var sums gpu.Ptr
	if sums, args.Scale = w.Sums(porous.Name); args.Euler.Half != 0 {
		args.Taken = sums
	}
	gpu.Launch(w.Stream(), cuda.Soak, args, 0, launch.WholeWarps(w.Len()))
}

// row is what kernels know of layers, whose nodes lie somewhere.
func row(f *porous.Field, g *neighbor.Grid, nodes gpu.Ptr) cuda.PorousTable {
	t := cuda.PorousTable{Nodes: nodes, Layers: int32(len(f.Layers)),
		PerStep: float32(g.Quantum / f.Step), PerMetre: float32(1 / f.Step)}
	t.Low = g.Corner(f.Low)
	for a := range 3 {
		t.Count[a] = int32(f.Nodes[a])
	}
	for k := range f.Layers {
		l := &f.Layers[k]
		t.Added[k] = float32(l.AddedMass / (1 - l.Porosity))
	}
	return t
}

// forces gives the forces of half a step porosities, and what these change of the density.
func forces(w launch.Work, args *cuda.ForcesArgs) {
	p := &w.Case().Params
	args.Porosity = w.Reads(sph.FieldPlace(porous.Porosity))
	args.Pores = w.Reads(sph.FieldPlace(porous.Pores))
	args.PerSlope = float32(-p.WeightAtZero() / (p.SlopeScale() * w.Grid().Unit))
}

func forcesKernel(c *sph.Case, boundary string) cuda.KernelOf[cuda.ForcesArgs] {
	return cuda.ForcesOfPorous(c.Params.Kernel.String(), boundary)
}
