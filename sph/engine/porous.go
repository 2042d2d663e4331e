package engine

import (
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// Porous layers: see cuda/porous.h and docs/design/porous.md.

// As many as kernels have room for.
var _ [sph.MaxPorousLayers]struct{} = [cuda.MaxPorousLayers]struct{}{}

// openPorous gives the device the lattice of porous layers.
func (d *domain) openPorous() (err error) {
	f := d.Case.Porous
	if f == nil {
		return nil
	}
	nodes := sph.BytesOf(f.At)
	if d.porous, err = d.device.Alloc(len(nodes)); err != nil {
		return err
	}
	d.main.Upload(d.porous, nodes)
	return d.main.Sync()
}

// porousTable is what kernels know of layers.
func (d *domain) porousTable() cuda.PorousTable {
	f := d.Case.Porous
	t := cuda.PorousTable{Nodes: d.porous, Layers: int32(len(f.Layers)),
		PerStep: float32(d.grid.Quantum / f.Step)}
	for a := range 3 {
		low := math.Round((f.Low[a] - d.grid.Origin[a]) / d.grid.Quantum)
		t.Low[a] = int32(max(math.MinInt32, min(math.MaxInt32, low)))
		t.Count[a] = int32(f.Nodes[a])
	}
	for k := range f.Layers {
		l := &f.Layers[k]
		t.Added[k] = float32(l.AddedMass / (1 - l.Porosity))
	}
	return t
}

// porousArgs is what drag and porosities of a stage follow from.
func (d *domain) porousArgs(h stepStage, part cuda.Part) cuda.PorousArgs {
	forces := d.forcesArgs(h, part)
	return cuda.PorousArgs{
		Table: d.porousTable(), List: forces.List, Part: part, Clock: d.clock,
		Record: forces.Record, Maxima: forces.Maxima, Euler: forces.Euler,
		Out:  d.stores(sph.PorosityField, d.written(h)),
		Mass: d.Case.Params.Mass,
	}
}

// porosities is where kernels find those of particles in a state; 0 without layers.
func (d *domain) porosities(state int) gpu.Ptr {
	if d.Case.Porous == nil {
		return 0
	}
	return d.states[state][sph.PorosityField]
}
