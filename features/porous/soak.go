package porous

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// shaped is a porous layer of a case file and where it lies.
type shaped struct {
	Path  string // in the file
	Shape geometry.Shape
	Layer
}

// read takes the shapes of layers, and refuses those where there is no fluid.
func read(f reading.File) error {
	tables := Tables(f.File())
	if n := len(tables); n > Most {
		return f.File().Errorf(fmt.Sprintf("porous.%d", Most),
			"the case has %d porous layers, but may have %d; use union for layers of the same stones", n,
			Most)
	}
	var all []shaped
	for i := range tables {
		w, path := &tables[i], fmt.Sprintf("porous.%d", i)
		shape, err := f.Shape(&w.Shape, path, "porous layer", w.Name)
		if err != nil {
			return err
		}
		all = append(all, shaped{Path: path, Shape: shape})
	}
	f.Keep(Name, all)
	return nil
}

// shapesOf are those that read has taken.
func shapesOf(f reading.File) []shaped {
	all, _ := f.Kept(Name).([]shaped)
	return all
}

// shapes are those for pictures.
func shapes(f reading.File) (parts []reading.Part) {
	tables := Tables(f.File())
	for i, l := range shapesOf(f) {
		parts = append(parts, reading.Part{Name: tables[i].Name, Of: "porous", Path: l.Path,
			Shape: l.Shape})
	}
	return parts
}

// defaults are walls of mdbc: in a U-tube with a porous bed levels are twice as far off with dummy
// walls. Corrected gradients leave porosities out.
func defaults(f reading.File, d *reading.Defaults) {
	if len(Tables(f.File())) > 0 {
		d.Boundary, d.Further.Correction = sph.MDBC, false
	}
}

// waterViscosity is what stones take the fluid for where the case has no viscosity [m²/s].
const waterViscosity = 1e-6

// factor is h/Δp from which on particles in layers have enough neighbours.
const factor = 1.7

// soakFlow gives a case that has its particles the layers of its file. Errors: layers that cannot
// be, at their lines.
func soakFlow(f reading.File, s *scene.Scene, c *sph.Case) error {
	file, layers := f.File(), slices.Clone(shapesOf(f))
	if len(layers) == 0 {
		return nil
	}
	tables := Tables(file)
	for i := range layers {
		layers[i].Layer = layerOf(&tables[i], c)
		if err := layers[i].Check(); err != nil {
			return file.Errorf(layers[i].Path+".porosity", "the porous layer %q %v", layers[i].Name, err)
		}
	}
	if len(file.Materials) == 0 && !c.HasBirths() {
		oneMass(c)
	}
	if with := beside(c); with != "" {
		return file.Errorf(layers[0].Path, "the case has porous layers and %s", with)
	}
	if wide := c.Params.H / c.Params.DeltaP; wide < factor {
		c.Warnings = append(c.Warnings, fmt.Sprintf("particles in porous layers are farther apart, and "+
			"with h/Δp %s each has few neighbours there; use h-factor = 2", text.Number(wide)))
	}
	return fill(s, c, layers)
}

// layerOf is a layer of the file.
func layerOf(w *Table, c *sph.Case) Layer {
	l := Layer{Name: w.Name, Porosity: w.Porosity, AddedMass: w.AddedMass}
	if w.D50 == nil {
		l.SetDrag(valueOr(w.Darcy, 0), valueOr(w.Forchheimer, 0))
		return l
	}
	usual := c.Params.Nu
	if usual == 0 {
		usual = waterViscosity
	}
	stones := Stones{D50: *w.D50, Alpha: valueOr(w.Alpha, VanGentAlpha),
		Beta: valueOr(w.Beta, VanGentBeta), Nu: valueOr(w.Viscosity, usual), KC: valueOr(w.KC, 0)}
	l.SetDrag(stones.Drag(w.Porosity))
	return l
}

func valueOr(x *float64, usual float64) float64 {
	if x == nil {
		return usual
	}
	return *x
}

// sameMass is the part by which masses may differ without a warning.
const sameMass = 0.01

// oneMass gives particles of one fluid whose boxes have lattices of their own the same mass: sums
// in flows with porous layers know no other.
func oneMass(c *sph.Case) {
	if len(c.Materials) < 2 {
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
	c.Mix(nil)
	if greatest > (1+sameMass)*least {
		c.Warnings = append(c.Warnings, fmt.Sprintf("in a flow with porous layers all particles have "+
			"one mass, but those of the boxes of fluid would need masses that differ by %s %%, so their "+
			"levels change at first; use a spacing that divides the sides of all boxes",
			text.Number(text.Three(100*(greatest/least-1), math.Round))))
	}
}

// fill gives a case its porous layers: the lattice of their values, and fluid
// within them as many spacings apart as the pores have room for.
func fill(s *scene.Scene, c *sph.Case, layers []shaped) error {
	walls, err := s.AllWalls()
	if err != nil {
		return err
	}
	grid, err := newLattice(s, &c.Params, layers)
	if err != nil {
		return err
	}
	field := &Field{Low: grid.low, Step: 2 * grid.step, Nodes: grid.nodes()}
	for k := range layers {
		field.Layers = append(field.Layers, layers[k].Layer)
	}
	open := grid.sampled(s, func(x geometry.Vec) bool { return walls == nil || !walls.Inside(x) })
	grid.smooth(open, &c.Params)
	parts := make([][]float32, len(layers))
	for k := range layers {
		in := layers[k].Shape
		parts[k] = grid.sampled(s, func(x geometry.Vec) bool {
			return (walls == nil || !walls.Inside(x)) && in.Inside(x)
		})
		if !slices.ContainsFunc(parts[k], func(v float32) bool { return v > 0 }) {
			return scene.ErrorAt(layers[k].Path, "the porous layer %q has no room "+
				"for fluid in the domain at a spacing of %s m: walls take its place, or it is thinner than "+
				"half of that", layers[k].Name, text.Number(c.Params.DeltaP))
		}
		for j := range k {
			if x, both := grid.overlap(parts[j], parts[k]); both {
				return scene.ErrorAt(layers[k].Path, "the porous layers %q and %q "+
					"overlap at %s; use difference = [{…}, {…}] so that each place is in one layer",
					layers[j].Name, layers[k].Name, c.Params.Place(x))
			}
		}
	}
	for k := range parts {
		grid.smooth(parts[k], &c.Params)
	}
	field.At = grid.values(field, open, parts)
	thinOut(c, layers)
	field.Fill(c)
	note(s, c, layers)
	return checkMovers(c, layers)
}

// checkMovers refuses walls that move where there is a layer, which they would push aside.
func checkMovers(c *sph.Case, layers []shaped) error {
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Wall || !c.BodyMoves(i) || Of(c).Porosity(x) == 1 {
			continue
		}
		for k := range layers {
			if layers[k].Shape.Inside(x) || k == len(layers)-1 {
				return scene.ErrorAt(layers[k].Path, "the porous layer %q has %q in "+
					"or beside it at %s, which moves, but stones stay where they are; use a layer farther "+
					"from what moves", layers[k].Name, c.Bodies[c.Particles.Body[i]-1].Name, c.Params.Place(x))
			}
		}
	}
	return nil
}

// note tells what layers there are, and warns of what they are too small for.
func note(s *scene.Scene, c *sph.Case, layers []shaped) {
	p := &c.Params
	for k := range layers {
		l := &layers[k]
		c.Notes = append(c.Notes, fmt.Sprintf("the porous layer %q has the porosity %s; a hydraulic "+
			"gradient of 1 makes %s m/s through its whole area", l.Name, text.Number(l.Porosity),
			text.Number(text.Three(l.Porosity*l.Speed(1, sph.Norm(p.Gravity)), math.Round))))
		b := scene.Clip(l.Shape.Bounds(), s.Whole())
		for _, a := range p.Axes() {
			if b.Size(int(a)) < 2*p.H {
				c.Warnings = append(c.Warnings, fmt.Sprintf("the porous layer %q is %s m thick along %v, less "+
					"than twice the smoothing length of %s m over which its porosity is smoothed; use a "+
					"smaller spacing", l.Name, text.Number(b.Size(int(a))), a, text.Number(p.H)))
				break
			}
		}
	}
}
