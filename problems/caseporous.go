package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// waterViscosity is what stones take the fluid for where the case has no viscosity [m²/s].
const waterViscosity = 1e-6

// readPorous takes the shapes of porous layers, and refuses those where there is no fluid.
func (f *caseProblem) readPorous() error {
	if n := len(f.file.Porous); n > sph.MaxPorousLayers {
		return f.file.Errorf(fmt.Sprintf("porous.%d", sph.MaxPorousLayers),
			"the case has %d porous layers, but may have %d; use union for layers of the same stones", n,
			sph.MaxPorousLayers)
	}
	for i := range f.file.Porous {
		w, path := &f.file.Porous[i], fmt.Sprintf("porous.%d", i)
		shape, err := f.from.shape(&w.Shape, path)
		if err != nil {
			return err
		}
		if err := f.checkWithin(&w.Shape, shape, path, "porous layer", w.Name); err != nil {
			return err
		}
		f.layers = append(f.layers, scene.PorousShape{Path: path, Shape: shape})
	}
	return nil
}

// soak gives a case that has its particles its porous layers.
func (f *caseProblem) soak(s *scene.Scene, c *sph.Case) error {
	if len(f.layers) == 0 {
		return nil
	}
	layers := slices.Clone(f.layers)
	for i := range layers {
		layers[i].PorousLayer = f.layerOf(i, c)
		if err := layers[i].Check(); err != nil {
			return f.file.Errorf(layers[i].Path+".porosity", "the porous layer %q %v", layers[i].Name, err)
		}
	}
	f.oneMass(c)
	if with := c.BesidePorous(); with != "" {
		return f.file.Errorf(layers[0].Path, "the case has porous layers and %s", with)
	}
	if c.Params.H/c.Params.DeltaP < porousFactor {
		c.Warnings = append(c.Warnings, fmt.Sprintf("particles in porous layers are farther apart, and "+
			"with h/Δp %s each has few neighbours there; use h-factor = 2", text.Number(
			c.Params.H/c.Params.DeltaP)))
	}
	return f.place(s.FillPorous(c, layers), 0)
}

// oneMass gives particles of one fluid whose boxes have lattices of their own the same mass: sums in
// flows with porous layers know no other.
func (f *caseProblem) oneMass(c *sph.Case) {
	if len(c.Materials) < 2 || len(f.file.Materials) > 0 || len(c.Openings) > 0 {
		return
	}
	sum, least, greatest := 0.0, math.Inf(1), 0.0
	for k, n := range c.FluidOfMaterials() {
		if n > 0 {
			mass := c.Materials[k].Mass
			sum += float64(n) * mass
			least, greatest = min(least, mass), max(greatest, mass)
		}
	}
	c.Params.Mass = sum / float64(c.Particles.Count(sph.Fluid))
	c.Particles.Material = nil
	c.Mix(nil, nil)
	if greatest > (1+sameMass)*least {
		c.Warnings = append(c.Warnings, fmt.Sprintf("in a flow with porous layers all particles have one "+
			"mass, but those of the boxes of fluid would need masses that differ by %s %%, so their levels "+
			"change at first; use a spacing that divides the sides of all boxes",
			text.Number(text.Three(100*(greatest/least-1), math.Round))))
	}
}

// sameMass is the part by which masses may differ without a warning.
const sameMass = 0.01

// porousFactor is h/Δp from which on particles in layers have enough neighbours.
const porousFactor = 1.7

// layerOf is a layer of the file.
func (f *caseProblem) layerOf(i int, c *sph.Case) sph.PorousLayer {
	w := &f.file.Porous[i]
	l := sph.PorousLayer{Name: w.Name, Porosity: w.Porosity, AddedMass: w.AddedMass}
	if w.D50 == nil {
		l.SetDrag(valueOr(w.Darcy, 0), valueOr(w.Forchheimer, 0))
		return l
	}
	usual := c.Params.Nu
	if usual == 0 {
		usual = waterViscosity
	}
	stones := sph.Stones{D50: *w.D50, Alpha: valueOr(w.Alpha, sph.VanGentAlpha),
		Beta: valueOr(w.Beta, sph.VanGentBeta), Nu: valueOr(w.Viscosity, usual), KC: valueOr(w.KC, 0)}
	l.SetDrag(stones.Drag(w.Porosity))
	return l
}

func valueOr(x *float64, usual float64) float64 {
	if x == nil {
		return usual
	}
	return *x
}
