package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
)

// What fluids and walls fill, beside what their shapes have.

// extent is the volume of a fluid or a wall [m³], in two dimensions its area [m²].
type extent struct {
	filled, exact float64
	sampled       bool // the exact one is by lines, not by a formula
}

// off is by what part more is filled than the shape has.
func (e extent) off() float64 { return e.filled/e.exact - 1 }

const (
	worthAWarning = 0.01 // part of the mass of a fluid from which on it is warned of
	asGood        = 5e-5 // part of an extent up to which both are told as one
)

// noteVolumes tells the mass of each fluid and the volume of each wall, and warns of fluids of the
// wrong mass.
func (s *Scene) noteVolumes(c *sph.Case, l *layout) {
	p := &c.Params
	unit, kilograms := "m³", "kg"
	if p.Dim == 2 {
		unit, kilograms = "m²", "kg a metre"
	}
	widths := float64(s.widths())
	for i, n := range l.fluids {
		name, exact, sampled := s.fluidExtent(i, p)
		mass := l.masses[i] * float64(n) * widths
		if exact <= 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("the fluid %q has %.5g %s", name, mass, kilograms))
			continue
		}
		e := extent{mass, exact * s.rho0(p, s.materialOf(i)) * widths, sampled}
		c.Notes = append(c.Notes, fmt.Sprintf("the fluid %q has %s", name, e.text(kilograms)))
		if math.Abs(e.off()) > worthAWarning {
			c.Warnings = append(c.Warnings, fmt.Sprintf("the fluid %q has %s than it should, since %s",
				name, percent(e.off()), s.remedy(i, l, p)))
		}
	}
	for i := range s.Solids {
		o, of := &s.Solids[i], &l.solids[i]
		size := o.Size(0) * o.Size(1) * o.Size(2)
		if p.Dim == 2 {
			size = o.Size(0) * o.Size(2)
		}
		c.Notes = append(c.Notes, fmt.Sprintf("%s takes %s", o.called(), extent{float64(of.inside().count()) * of.cell(p), size, false}.text(unit)))
	}
	if s.Shaped == nil {
		return
	}
	free := l.bodies
	for i := range s.Shaped.Walls {
		w := &s.Shaped.Walls[i]
		shape := w.Shape
		if p.Dim == 2 {
			shape = geometry.Section(shape)
		}
		var e extent
		if w.Free != nil {
			e.filled, free = free[0].filled, free[1:]
		} else {
			in := on(l.first).Within(shape.Bounds())
			e.filled = float64(geometry.Sites(geometry.Runs(shape, in))) * l.first.cell(p)
		}
		if w.Whole {
			e.exact = w.Volume // which is not in the tank alone
		} else {
			e.exact, e.sampled = s.inTank(shape, p)
		}
		if e.exact > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("%s takes %s", w.Called(), e.text(unit)))
		}
	}
}

// text is what is filled, and what should be, with the difference.
func (e extent) text(unit string) string {
	of := "of its shape"
	if e.sampled {
		of = "of its shape, which is sampled"
	}
	if math.Abs(e.off()) < asGood {
		return fmt.Sprintf("%.5g %s, as much as its shape", e.filled, unit)
	}
	return fmt.Sprintf("%.5g %s, %s than the %.5g %s %s", e.filled, unit, percent(e.off()), e.exact, unit, of)
}

// percent says by how much something is more or less.
func percent(off float64) string {
	if off < 0 {
		return fmt.Sprintf("%.2g %% less", -100*off)
	}
	return fmt.Sprintf("%.2g %% more", 100*off)
}

// fluidExtent is the name of a fluid, boxes first, and the volume or area that its shape has in the
// tank outside of walls. 0 is not known, as of what a seed comes to.
func (s *Scene) fluidExtent(i int, p *sph.Params) (name string, exact float64, sampled bool) {
	var shape geometry.Shape
	if i < len(s.Pools) {
		name, shape = s.Pools[i].Name, s.Pools[i].Shape()
	} else {
		f := &s.Shaped.Fluids[i-len(s.Pools)]
		if name, shape = f.Name, f.Shape; shape == nil {
			return name, 0, false
		}
	}
	var walls []geometry.Shape
	for k := range s.Solids {
		walls = append(walls, s.Solids[k].Shape())
	}
	if s.Shaped != nil {
		for k := range s.Shaped.Walls {
			walls = append(walls, s.Shaped.Walls[k].Shape)
		}
	}
	exact, sampled = s.inTank(shape, p)
	var met []geometry.Shape
	displaced, simple := 0.0, true
	bounds := Clip(shape.Bounds(), s.Tank)
	for _, w := range walls {
		in := Clip(w.Bounds(), bounds)
		if in.Size(0) <= 0 || in.Size(2) <= 0 || p.Dim == 3 && in.Size(1) <= 0 {
			continue
		}
		met = append(met, w)
		d, ok := displacedBy(w, shape, in, p)
		for _, other := range met[:len(met)-1] {
			o := Clip(other.Bounds(), in)
			ok = ok && min(o.Size(0), o.Size(2)) <= 0
		}
		displaced, simple = displaced+d, simple && ok
	}
	if len(met) == 0 {
		return name, exact, sampled
	}
	if simple && !sampled {
		return name, exact - displaced, false
	}
	rest := geometry.Difference(shape, met...)
	if p.Dim == 2 {
		rest = geometry.Section(rest)
	}
	return name, geometry.Sampled(rest, geometry.Box{Min: s.Tank.Min, Max: s.Tank.Max}, p.Dim == 2), true
}

// displacedBy is what a wall takes from a fluid, if a formula has it: of two boxes, and of a wall
// that a box of fluid has in it. in is what both bounds and the tank have in common.
func displacedBy(w, fluid geometry.Shape, in Box, p *sph.Params) (float64, bool) {
	if _, box := fluid.(geometry.Box); !box {
		return 0, false
	}
	if _, box := w.(geometry.Box); box {
		if p.Dim == 2 {
			return in.Size(0) * in.Size(2), true
		}
		return in.Size(0) * in.Size(1) * in.Size(2), true
	}
	b := w.Bounds()
	for a := range 3 {
		if (p.Dim == 3 || a != int(sph.PlaneAxis)) && (in.Min[a] != b.Min[a] || in.Max[a] != b.Max[a]) {
			return 0, false
		}
	}
	if p.Dim == 2 {
		return geometry.SectionArea(w)
	}
	return geometry.Volume(w)
}

// inTank is the volume or area that a shape has in the tank.
func (s *Scene) inTank(shape geometry.Shape, p *sph.Params) (exact float64, sampled bool) {
	tank := geometry.Box{Min: s.Tank.Min, Max: s.Tank.Max}
	b := shape.Bounds()
	if _, box := shape.(geometry.Box); box {
		in := Clip(b, s.Tank)
		shape, b = in.Shape(), geometry.Box{Min: in.Min, Max: in.Max}
	}
	within := true
	for a := range 3 {
		if p.Dim == 3 || a != int(sph.PlaneAxis) {
			within = within && b.Min[a] >= tank.Min[a]-Tolerance && b.Max[a] <= tank.Max[a]+Tolerance
		}
	}
	if within {
		of := geometry.Volume
		if p.Dim == 2 {
			of = geometry.SectionArea
		}
		if v, ok := of(shape); ok {
			return v, false
		}
	}
	return geometry.Sampled(shape, tank, p.Dim == 2), true
}

// remedy is why the i-th fluid does not have its mass, and what gives it to it.
func (s *Scene) remedy(i int, l *layout, p *sph.Params) string {
	if i >= len(s.Pools) {
		return "shapes are filled in whole spacings; use a finer spacing, or one that divides its sides"
	}
	const mends = "use a finer spacing, or one that divides its sides"
	volume := l.masses[i] / p.Mass * p.Rho0 / s.rho0(p, s.materialOf(i))
	if max(volume, 1/volume) > sph.MaxVolumeRatio*(1-Tolerance) {
		return "a particle has at most twice the mass of another, and at least half of it; " + mends
	}
	return "its box is filled in whole spacings; " + mends
}

// sameVolume is the part by which the volumes of particles of two fluids may differ that share a
// material.
const sameVolume = 1e-3

// matter is fluids of a material whose particles have one mass.
type matter struct {
	material int   // of Scene.Materials
	fluids   []int // of layout.fluids, ascending
	n        float64
	volume   float64 // [m³]
}

// each is the volume of a particle [m³].
func (m *matter) each() float64 { return m.volume / m.n }

// join is the matter of both together.
func (m *matter) join(other *matter) matter {
	all := matter{m.material, slices.Concat(m.fluids, other.fluids), m.n + other.n,
		m.volume + other.volume}
	slices.Sort(all.fluids)
	return all
}

// matters are those of the fluids, by material and ascending volume of a particle, as many as there
// may be with the one of walls.
func (l *layout) matters(materialOf func(fluid int) int) (all []matter) {
	for i, n := range l.fluids {
		if v := l.volumes[i]; n > 0 && v > 0 {
			all = append(all, matter{materialOf(i), []int{i}, float64(n), v})
		}
	}
	slices.SortStableFunc(all, func(a, b matter) int {
		if a.material != b.material {
			return a.material - b.material
		}
		return int(math.Copysign(1, a.each()-b.each()))
	})
	for len(all) > 1 {
		closest, least := 0, math.Inf(1)
		for k := range len(all) - 1 {
			if ratio := all[k+1].each() / all[k].each(); all[k].material == all[k+1].material &&
				ratio < least {
				closest, least = k, ratio
			}
		}
		if len(all) < sph.MaxMaterials && least-1 > sameVolume {
			break
		}
		all[closest] = all[closest].join(&all[closest+1])
		all = slices.Delete(all, closest+1, closest+2)
	}
	return all
}

// materialOf is the place of a fluid's in Scene.Materials.
func (s *Scene) materialOf(i int) int {
	if i < len(s.Pools) {
		return s.Pools[i].Material
	}
	return s.Shaped.Fluids[i-len(s.Pools)].Material
}

// setMasses sets the mass of particles: ρ V/n, where V is the volume of a fluid and n the number of
// its particles. Fluids whose particles have different masses, or which have other properties, are
// different materials. There walls have the mass that fills a cell of the tank's lattice with the
// reference fluid. Without Scene.Materials fluid of one material has the mean density that it
// begins
// with, and that of others ρ0; with them each has the mean density of its material.
func (s *Scene) setMasses(c *sph.Case, l *layout, volume, compressed float64) {
	p := &c.Params
	all := l.matters(s.materialOf)
	l.masses = make([]float64, len(l.fluids))
	if s.Buffers != nil {
		s.setBufferMasses(c, l)
		return
	}
	if s.Elsewhere && c.Particles.Len() == 0 {
		p.Mass = p.Rho0 * p.Volume(p.DeltaP)
		return
	}
	if len(all) < 2 && len(s.Materials) < 2 {
		p.Mass = p.Rho0 * (1 + compressed) * volume / float64(c.Particles.Len())
		s.setOneMass(c, l)
		return
	}
	cell := l.first.cell(p)
	p.Mass = p.Rho0 * cell
	if k := slices.IndexFunc(all, func(m matter) bool {
		return m.material == 0 && math.Abs(m.each()/cell-1) <= sameVolume
	}); k >= 0 {
		p.Mass = s.massOf(&all[k], l, p)
	}
	slices.SortFunc(all, func(a, b matter) int { return a.fluids[0] - b.fluids[0] })
	c.Materials = []sph.Material{{Name: "walls", Mass: p.Mass}}
	if len(s.Materials) > 0 {
		c.Materials[0].Properties = s.Materials[0]
	}
	l.materials = make([]uint8, len(l.fluids))
	for _, m := range all {
		usual, k := p.Mass*(s.rho0(p, m.material)/p.Rho0), 0
		mass := min(max(s.massOf(&m, l, p), usual/sph.MaxVolumeRatio), usual*sph.MaxVolumeRatio)
		if mass != p.Mass || m.material != 0 {
			k = len(c.Materials)
			c.Materials = append(c.Materials, sph.Material{Mass: mass})
			if len(s.Materials) > 0 {
				c.Materials[k].Properties = s.Materials[m.material]
			}
		}
		var names []string
		for _, i := range m.fluids {
			names = append(names, s.fluidName(i))
			l.materials[i], l.masses[i] = uint8(k), mass
		}
		c.Materials[k].Name = strings.Join(names, ", ")
	}
	c.Mix(c.Materials)
}

// massOf is the mass of a particle of some fluids [kg].
func (s *Scene) massOf(m *matter, l *layout, p *sph.Params) float64 {
	mass := s.rho0(p, m.material) * m.volume / m.n
	if len(s.Materials) > 0 {
		mass *= 1 + l.compressed[m.material]
	}
	return mass
}

// fluidName is that of a fluid, boxes first.
func (s *Scene) fluidName(i int) string {
	if i < len(s.Pools) {
		return s.Pools[i].Name
	}
	return s.Shaped.Fluids[i-len(s.Pools)].Name
}

// setMaterials tells the particles of fluid their materials. The first particles are those of the
// fluids, and the last are the images of all before, of which there are some.
func (s *Scene) setMaterials(c *sph.Case, l *layout, before int) {
	if len(c.Materials) == 0 {
		return
	}
	all := make([]uint8, 0, c.Particles.Len())
	for i, n := range l.standing() {
		all = append(all, slices.Repeat([]uint8{l.materials[i]}, n)...)
	}
	for _, of := range l.buffers {
		all = append(all, uint8(of.Material))
	}
	all = append(all, make([]uint8, before-len(all))...)
	all = slices.Repeat(all, s.widths())
	c.Particles.Material = append(all, make([]uint8, c.Particles.Len()-len(all))...)
}

// eachMass is the mass of a particle of fluid, for messages.
func eachMass(c *sph.Case) string {
	var least, greatest float64
	for k, n := range c.FluidOfMaterials() {
		if mass := c.Materials[k].Mass; n > 0 {
			if least == 0 || mass < least {
				least = mass
			}
			greatest = max(greatest, mass)
		}
	}
	if greatest == 0 {
		return fmt.Sprintf("%.5g kg", c.Params.Mass)
	}
	return fmt.Sprintf("%s to %s kg", text.Number(least), text.Number(greatest))
}
