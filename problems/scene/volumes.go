package scene

import (
	"fmt"
	"math"

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
		mass := p.Mass * float64(n) * widths
		if exact <= 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("the fluid %q has %.5g %s", name, mass, kilograms))
			continue
		}
		e := extent{mass, exact * p.Rho0 * widths, sampled}
		c.Notes = append(c.Notes, fmt.Sprintf("the fluid %q has %s", name, e.text(kilograms)))
		if math.Abs(e.off()) > worthAWarning {
			c.Warnings = append(c.Warnings, fmt.Sprintf("the fluid %q has %s than it should, since %s",
				name, percent(e.off()), s.remedy(p, l)))
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
	for i := range s.Shaped.Walls {
		w := &s.Shaped.Walls[i]
		shape := w.Shape
		if p.Dim == 2 {
			shape = geometry.Section(shape)
		}
		e := extent{filled: float64(geometry.Sites(geometry.Runs(shape, on(l.first).Within(shape.Bounds())))) * l.first.cell(p)}
		if e.exact, e.sampled = s.inTank(shape, p); e.exact > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("the wall %q takes %s", w.Name, e.text(unit)))
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

// remedy is why fluids do not have their mass, and what gives it to them: of boxes the greatest
// spacing below, if there is one nearby.
func (s *Scene) remedy(p *sph.Params, l *layout) string {
	const nearby, tries = 0.25, 200
	if len(s.Pools) == 0 {
		return "shapes are filled in whole spacings; a finer spacing, or one that divides its height, mends it"
	}
	const why = "all particles have one mass; "
	const boxes = why + "a spacing that divides the heights of all fluids, or one shape for those that touch, mends it"
	if len(l.fluids) != len(s.Pools) || len(s.Solids) > 0 {
		return boxes
	}
	for _, off := range [2]float64{asGood, worthAWarning} {
		for k := 1; k < tries; k++ {
			deltaP := text.Three(p.DeltaP*(1-(1-nearby)*float64(k)/tries), math.Floor)
			if s.masses(p, deltaP, off) {
				return fmt.Sprintf(why+"a spacing of %s m, or one shape for fluids that touch, mends it", text.Number(deltaP))
			}
		}
	}
	return boxes
}

// masses says whether each box of fluid has its mass at a spacing, but for a part of it.
func (s *Scene) masses(p *sph.Params, deltaP, off float64) bool {
	q := *p
	q.DeltaP = deltaP
	var n, volume []float64
	var all, total float64
	for i := range s.Pools {
		w := &s.Pools[i]
		n = append(n, latticeOf(w.Box, &q).inside().size())
		volume = append(volume, w.Size(0)*w.Size(1)*w.Size(2))
		all, total = all+n[i], total+volume[i]
	}
	for i := range n {
		if math.Abs(n[i]/all*total/volume[i]-1) > off {
			return false
		}
	}
	return true
}
