package porous

import (
	"math"

	"gpusph/sph"
)

// Node is what a node of Field has.
type Node struct {
	Porosity, Linear, Quadratic float32
	Layer                       float32 // the one that has most of it, from 1 on; 0 is none
}

// Field is the layers of a case, and their values on a lattice: smoothed over a kernel's
// width and linear between nodes. Beyond it there is no layer.
type Field struct {
	Layers []Layer
	Low    [3]float64 // of the first node [m]
	Step   float64    // between nodes [m]
	Nodes  [3]int     // along x, y, z; along an axis with one nothing changes
	At     []Node
}

// Most is how many layers a case may have.
const Most = 8

// Index is the place of a node.
func (f *Field) Index(i, j, k int) int { return (k*f.Nodes[1]+j)*f.Nodes[0] + i }

// Porosity is that at a place [m], as kernels have it but for rounding: see cuda/porous.h.
func (f *Field) Porosity(x [3]float64) float64 {
	var first [3]int
	var part [3]float64
	for a := range 3 {
		if f.Nodes[a] == 1 {
			continue
		}
		at := (x[a] - f.Low[a]) / f.Step
		if !(at >= 0 && at < float64(f.Nodes[a]-1)) {
			return 1
		}
		first[a] = int(at)
		part[a] = at - float64(first[a])
	}
	sum := 0.0
	for corner := range 8 {
		w, at := 1.0, first
		for a := range 3 {
			if corner>>a&1 == 0 {
				w *= 1 - part[a]
			} else if w *= part[a]; f.Nodes[a] > 1 {
				at[a]++
			}
		}
		if w > 0 {
			sum += w * float64(f.At[f.Index(at[0], at[1], at[2])].Porosity)
		}
	}
	return sum
}

// LayerAt is the number of the layer at a place [m], from 1 on; 0 is none. Edges are where half of
// the smoothing lies on each side.
func (f *Field) LayerAt(x [3]float64) int {
	nearest := [3]int{}
	for a, n := range f.Nodes {
		if n == 1 {
			continue
		}
		nearest[a] = int(math.Round((x[a] - f.Low[a]) / f.Step))
		if nearest[a] < 0 || nearest[a] >= n {
			return 0
		}
	}
	layer := int(f.At[f.Index(nearest[0], nearest[1], nearest[2])].Layer)
	if layer > 0 && f.Porosity(x) > (1+f.Layers[layer-1].Porosity)/2 {
		return 0
	}
	return layer
}

// Fill gives a case porous layers, and its particles their porosities at the start.
func (f *Field) Fill(c *sph.Case) {
	c.Give(Name, f)
	q := &c.Particles
	values := make([]float32, q.Len())
	for i, x := range q.Position {
		values[i] = 1
		if q.Type[i] == sph.Fluid {
			values[i] = float32(f.Porosity(x))
		}
	}
	if q.Extra == nil {
		q.Extra = map[string][]float32{}
	}
	q.Extra[Porosity] = values
}

// contents are what is in the free space, and then in each layer, in a snapshot.
func contents(c *sph.Case, s *sph.Snapshot) []sph.Content {
	f := Of(c)
	all := make([]sph.Content, 1, 1+len(f.Layers))
	for k := range f.Layers {
		all = append(all, sph.Content{Name: f.Layers[k].Name})
	}
	for i, t := range s.Type {
		if t != sph.Fluid {
			continue
		}
		var x [3]float64
		for a := range x {
			x[a] = float64(s.Position[i][a])
		}
		of := &all[f.LayerAt(x)]
		of.Mass += c.Params.Mass
		of.Volume += c.Params.Mass / float64(s.Density[i])
	}
	return all
}
