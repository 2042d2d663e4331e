package sph

import (
	"fmt"
	"io"
	"math"

	"gpusph/internal/text"
	"gpusph/sph/scheme"
)

// PorousLayer is stones and the pores between them, through which fluid flows that no particle
// resolves. docs/design/porous.md has the equations. With the velocity u of the fluid in the pores
//
//	(1 + C) du/dt = -∇p/ρ + g - (Linear + Quadratic |u|) u
type PorousLayer struct {
	Name      string
	Porosity  float64 // part of the volume that is pores
	Linear    float64 // a n [1/s]
	Quadratic float64 // b n² [1/m]
	AddedMass float64 // C, over the mass of the fluid
}

// Stones are what the drag of a layer follows from.
type Stones struct {
	D50         float64 // median diameter [m]
	Alpha, Beta float64 // of the linear and of the quadratic part
	Nu          float64 // kinematic viscosity of the fluid [m²/s]
	// Keulegan and Carpenter's number u T/(n D50) of an oscillation; 0 is a steady flow
	KC float64
}

// Coefficients of Ergun's equation as van Gent (1995) found them.
const (
	VanGentAlpha = 1000
	VanGentBeta  = 1.1
	vanGentKC    = 7.5 // β (1 + 7.5/KC) in oscillations
)

// Drag is a [1/s] and b [1/m] of a layer of stones: the hydraulic gradient of the flow U = n u over
// the whole area is g I = a U + b U² (Ergun 1952, van Gent 1995),
//
//	a = α ν (1 - n)²/(n³ D50²),   b = β (1 - n)/(n³ D50).
func (s *Stones) Drag(porosity float64) (a, b float64) {
	n, solid, beta := porosity, 1-porosity, s.Beta
	if s.KC > 0 {
		beta *= 1 + vanGentKC/s.KC
	}
	return s.Alpha * s.Nu * solid * solid / (n * n * n * s.D50 * s.D50),
		beta * solid / (n * n * n * s.D50)
}

// SetDrag gives a layer its drag, from a [1/s] and b [1/m] of the flow over the whole area.
func (l *PorousLayer) SetDrag(a, b float64) {
	l.Linear, l.Quadratic = a*l.Porosity, b*l.Porosity*l.Porosity
}

// Speed is that in the pores at which drag is as much as a hydraulic gradient makes [m/s].
func (l *PorousLayer) Speed(gradient, gravity float64) float64 {
	force := math.Abs(gradient * gravity)
	return 2 * force / (l.Linear + math.Sqrt(l.Linear*l.Linear+4*l.Quadratic*force))
}

// PorousNode is what a node of PorousField has.
type PorousNode struct {
	Porosity, Linear, Quadratic float32
	Layer                       float32 // the one that has most of it, from 1 on; 0 is none
}

// PorousField is the layers of a case, and their values on a lattice: smoothed over a kernel's
// width and linear between nodes. Beyond it there is no layer.
type PorousField struct {
	Layers []PorousLayer
	Low    [3]float64 // of the first node [m]
	Step   float64    // between nodes [m]
	Nodes  [3]int     // along x, y, z; along an axis with one nothing changes
	At     []PorousNode
}

// MaxPorousLayers is how many a case may have.
const MaxPorousLayers = 8

// Index is the place of a node.
func (f *PorousField) Index(i, j, k int) int { return (k*f.Nodes[1]+j)*f.Nodes[0] + i }

// Porosity is that at a place [m], as kernels have it but for rounding: see cuda/porous.h.
func (f *PorousField) Porosity(x [3]float64) float64 {
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
func (f *PorousField) LayerAt(x [3]float64) int {
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

// PorousContent is the fluid outside layers, or in one of them.
type PorousContent struct{ Mass, Volume float64 } // [kg], Σ m/ρ [m³]; in two dimensions of a metre

// PorousContents are the contents of the free space, and then of each layer, in a snapshot.
func (c *Case) PorousContents(s *Snapshot) []PorousContent {
	all := make([]PorousContent, 1+len(c.Porous.Layers))
	for i, t := range s.Type {
		if t != Fluid {
			continue
		}
		var x [3]float64
		for a := range x {
			x[a] = float64(s.Position[i][a])
		}
		of := &all[c.Porous.LayerAt(x)]
		of.Mass += c.Params.Mass
		of.Volume += c.Params.Mass / float64(s.Density[i])
	}
	return all
}

// Fill gives a case porous layers, and its particles their porosities at the start.
func (f *PorousField) Fill(c *Case) {
	c.Porous, c.Params.Further.PorousLayers = f, len(f.Layers)
	q := &c.Particles
	values := make([]float32, q.Len())
	for i, x := range q.Position {
		values[i] = 1
		if q.Type[i] == Fluid {
			values[i] = float32(f.Porosity(x))
		}
	}
	if q.Extra == nil {
		q.Extra = map[string][]float32{}
	}
	q.Extra[Fields[PorosityField].Name] = values
}

func ofPorous(p *Params) bool { return p.Further.PorousLayers > 0 }

// porousPass moves fluid in layers, after Euler and after what else changes its velocity.
func porousPass(stage scheme.Stage, writes ...int) Pass {
	return Pass{
		Name: "porous layers", Kernel: "soak", Carries: true, Over: scheme.Fluid, Only: &stage,
		Writes: writes, Needed: ofPorous,
	}
}

// checkPorous returns the first thing about porous layers that cannot be simulated.
func (c *Case) checkPorous() error {
	f, p := c.Porous, &c.Params
	if f == nil && p.Further.PorousLayers == 0 {
		return nil
	}
	if f == nil || p.Further.PorousLayers != len(f.Layers) ||
		len(f.At) != f.Nodes[0]*f.Nodes[1]*f.Nodes[2] || !(f.Step > 0) {
		return fmt.Errorf("problem %s has porous layers, but its step is of %d, or their lattice is "+
			"not complete; this is a bug", c.Name, p.Further.PorousLayers)
	}
	if len(f.Layers) > MaxPorousLayers {
		return fmt.Errorf("problem %s has %d porous layers, but may have %d", c.Name, len(f.Layers),
			MaxPorousLayers)
	}
	for k := range f.Layers {
		if err := f.Layers[k].Check(); err != nil {
			return fmt.Errorf("the porous layer %s of problem %s %w", f.Layers[k].Name, c.Name, err)
		}
	}
	if with := c.BesidePorous(); with != "" {
		return fmt.Errorf("problem %s has porous layers and %s", c.Name, with)
	}
	return nil
}

// BesidePorous is what a case has that porous layers cannot be simulated with, as the rest of a
// sentence with the remedy; "" is nothing.
func (c *Case) BesidePorous() string {
	p := &c.Params
	switch {
	case len(c.Materials) > 1 || severalFluids(p):
		return "several materials, but sums over those leave porosities out; use one fluid, or a " +
			"spacing that divides the sides of all boxes of fluid"
	case c.Heat != nil:
		return "[heat], but conduction leaves the stones out; use one of them"
	case p.Thick():
		return "a fluid whose viscosity is implicit, but its sums leave porosities out; use a fluid " +
			"with nu"
	case len(c.Openings) > 0:
		return "inlets or outlets, but fluid that comes in has no porosity; use fluid in reservoirs"
	case p.Central.Omega != 0 || len(c.RotatingFrame.Angles) > 0:
		return "a central force or a frame that turns, which drag does not know; use gravity"
	case p.Diffusion == Antuono:
		return "the density diffusion antuono, whose gradients leave porosities out; use diffusion " +
			"fourtakas"
	case p.Further.Correction:
		return "corrected gradients, which leave porosities out; use correction = false"
	case p.Further.Smagorinsky != 0:
		return "smagorinsky, whose stresses leave porosities out; use smagorinsky = 0"
	case p.Further.Shifting != 0:
		return "shifting, which would push particles into the layer; use shifting = 0"
	case p.Further.XSPH != 0:
		return "xsph, whose means leave porosities out; use xsph = 0"
	}
	return ""
}

// Check returns the first thing about a layer that cannot be simulated, as a clause about it.
func (l *PorousLayer) Check() error {
	switch {
	case !(l.Porosity > 0 && l.Porosity < 1):
		return fmt.Errorf("has a porosity of %g, but it must be above 0 and below 1; rubble has 0.4",
			l.Porosity)
	case l.Porosity < MinPorosity:
		return fmt.Errorf("has a porosity of %g, but particles are too far apart below %g; use a wall",
			l.Porosity, MinPorosity)
	case !(l.Linear >= 0 && l.Quadratic >= 0 && l.AddedMass >= 0) ||
		math.IsInf(l.Linear+l.Quadratic+l.AddedMass, 0):
		return fmt.Errorf("has the drag %g 1/s and %g 1/m and the added mass %g, of which none may be "+
			"below 0", l.Linear, l.Quadratic, l.AddedMass)
	case l.AddedMass > maxAddedMass:
		return fmt.Errorf("has an added mass of %s times the fluid's, but %d is most; 0.34 (1 - n)/n "+
			"is usual", text.Number(l.AddedMass), maxAddedMass)
	}
	return nil
}

const (
	MinPorosity  = 0.2 // particles are 2.2 spacings apart in two dimensions
	maxAddedMass = 10
)

// hashPorous adds what layers do to the fluid.
func (c *Case) hashPorous(add func(of string, write func(h io.Writer))) {
	if c.Porous == nil {
		return
	}
	add("the porous layers", func(h io.Writer) {
		f := c.Porous
		fmt.Fprintf(h, "%+v %v %v %v ", f.Layers, f.Low, f.Step, f.Nodes)
		hashBytes(h, BytesOf(f.At))
	})
}

// Replace takes particles of fluid out of a case, and adds others after those that stay: each like
// one that was taken out, elsewhere. The walls come last, as before. It returns the first of them.
func (c *Case) Replace(gone []bool,
	others func(add func(like int, x [3]float64, rel float32))) (first int) {
	q := &c.Particles
	var order []int // of the old particles
	fluids := 0
	for i, t := range q.Type {
		if t == Fluid {
			fluids = i + 1
		}
	}
	for i := range fluids {
		if !gone[i] {
			order = append(order, i)
		}
	}
	first = len(order)
	var x [][3]float64
	var rels []float32
	others(func(like int, at [3]float64, rel float32) {
		order = append(order, like)
		x, rels = append(x, at), append(rels, rel)
	})
	moved := len(order) - fluids // of the walls
	for i := fluids; i < q.Len(); i++ {
		order = append(order, i)
	}
	q.reorder(order)
	copy(q.Position[first:], x)
	copy(q.RelDensity[first:], rels)
	for k := range c.Loads {
		c.Loads[k].ID = uint32(int(c.Loads[k].ID) + moved)
	}
	return first
}

// reorder makes the particles those of some places, in that order.
func (p *Particles) reorder(order []int) {
	n := p.Len()
	for name, of := range p.Extra {
		p.Extra[name] = taken(of, order, len(of)/n)
	}
	p.Position = taken(p.Position, order, 1)
	p.Velocity = taken(p.Velocity, order, 1)
	p.RelDensity = taken(p.RelDensity, order, 1)
	p.Type = taken(p.Type, order, 1)
	p.Body = taken(p.Body, order, 1)
	p.Material = taken(p.Material, order, 1)
}

// taken are the values of some particles, of which each has several; of none there are none.
func taken[T any](all []T, order []int, each int) []T {
	if len(all) == 0 {
		return all
	}
	values := make([]T, 0, each*len(order))
	for _, i := range order {
		values = append(values, all[each*i:each*(i+1)]...)
	}
	return values
}
