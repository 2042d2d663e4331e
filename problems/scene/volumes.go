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
		e := extent{mass, exact * p.Rho0 * widths, sampled}
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
		if e.exact, e.sampled = s.inTank(shape, p); e.exact > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("%s takes %s", w.called(), e.text(unit)))
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
	if max(l.masses[i]/p.Mass, p.Mass/l.masses[i]) > sph.MaxVolumeRatio*(1-Tolerance) {
		return "a particle has at most twice the mass of another, and at least half of it; " + mends
	}
	return "its box is filled in whole spacings; " + mends
}

// sameMass is the part by which the masses of particles of two fluids may differ that share a
// material.
const sameMass = 1e-3

// matter is fluids whose particles have one mass.
type matter struct {
	fluids []int // of layout.fluids, ascending
	n      float64
	volume float64 // [m³]
	mass   float64 // of a particle [kg]
}

// join is the matter of both together.
func (m *matter) join(other *matter, rho0 float64) matter {
	all := matter{slices.Concat(m.fluids, other.fluids), m.n + other.n, m.volume + other.volume, 0}
	slices.Sort(all.fluids)
	all.mass = rho0 * all.volume / all.n
	return all
}

// matters are those of the fluids, by ascending mass, as many as there may be with the one of
// walls.
func (l *layout) matters(rho0 float64) (all []matter) {
	for i, n := range l.fluids {
		if v := l.volumes[i]; n > 0 && v > 0 {
			all = append(all, matter{[]int{i}, float64(n), v, rho0 * v / float64(n)})
		}
	}
	slices.SortStableFunc(all, func(a, b matter) int { return int(math.Copysign(1, a.mass-b.mass)) })
	for len(all) > 1 {
		closest := 0
		for k := range len(all) - 1 {
			if all[k+1].mass/all[k].mass < all[closest+1].mass/all[closest].mass {
				closest = k
			}
		}
		if len(all) < sph.MaxMaterials && all[closest+1].mass/all[closest].mass-1 > sameMass {
			break
		}
		all[closest] = all[closest].join(&all[closest+1], rho0)
		all = slices.Delete(all, closest+1, closest+2)
	}
	return all
}

// setMasses sets the mass of particles: ρ V/n, where V is the volume of a fluid and n the number of
// its particles. Fluids whose particles have different masses are different materials. There walls
// have the mass that fills a cell of the tank's lattice. Fluid of one material has the mean density
// that it begins with, and that of others ρ0.
func (s *Scene) setMasses(c *sph.Case, l *layout, volume, compressed float64) {
	p := &c.Params
	all := l.matters(p.Rho0)
	l.masses = make([]float64, len(l.fluids))
	if len(s.Openings) > 0 {
		p.Mass = p.Rho0 * math.Pow(p.DeltaP, float64(p.Dim))
		for i := range l.masses {
			l.masses[i] = p.Mass
		}
		return
	}
	if len(all) < 2 {
		p.Mass = p.Rho0 * (1 + compressed) * volume / float64(c.Particles.Len())
		for i := range l.masses {
			l.masses[i] = p.Mass
		}
		return
	}
	p.Mass = p.Rho0 * l.first.cell(p)
	for _, m := range all {
		if math.Abs(m.mass/p.Mass-1) <= sameMass {
			p.Mass = m.mass
			break
		}
	}
	slices.SortFunc(all, func(a, b matter) int { return a.fluids[0] - b.fluids[0] })
	c.Materials = []sph.Material{{Name: "walls", Mass: p.Mass}}
	l.materials = make([]uint8, len(l.fluids))
	for _, m := range all {
		m.mass = min(max(m.mass, p.Mass/sph.MaxVolumeRatio), p.Mass*sph.MaxVolumeRatio)
		k := 0
		if m.mass != p.Mass {
			k = len(c.Materials)
			c.Materials = append(c.Materials, sph.Material{Mass: m.mass})
		}
		var names []string
		for _, i := range m.fluids {
			names = append(names, s.fluidName(i))
			l.materials[i], l.masses[i] = uint8(k), m.mass
		}
		c.Materials[k].Name = strings.Join(names, ", ")
	}
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
	for i, n := range l.fluids {
		all = append(all, slices.Repeat([]uint8{l.materials[i]}, n)...)
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
