package scene

import (
	"math"

	"gpusph/sph"
	"gpusph/sph/opening"
)

// Openings of flows with several materials.

// bufferOf is what a particle of a buffer is of at first.
type bufferOf struct {
	fluid    int // of layout.fluids, beside it; -1 is none
	material int // of Scene.Materials
}

// bufferOf is that of a column beside a particle of fluid; -1 is none.
func (f *openingFill) bufferOf(o *opening.Opening, near int32) bufferOf {
	of := bufferOf{fluid: -1}
	first := 0
	for i, n := range f.l.fluids {
		if int(near) >= first && int(near) < first+n {
			of = bufferOf{i, f.s.materialOf(i)}
		}
		first += n
	}
	if o.Material > 0 {
		of.material = o.Material - 1
	}
	return of
}

// densityOf is density in a flow of several materials: that at the pressure of the fluid beside the
// place, or below a level the weight of the material itself where there is none. Where the
// pressure is given it differs by the same at all heights.
func (f *openingFill) densityOf(o *opening.Opening, x [3]float64, surface float64,
	material int) float64 {
	p, rel := &f.c.Params, f.s.headRelations(&f.c.Params)[material]
	if f.heads == nil {
		if o.Level == nil {
			return 0
		}
		return rel(f.s.rho0(p, material) * weight(p) * (o.Level.At(0) - x[2]))
	}
	head := f.heads.fluid(x, surface)
	if o.Pressure != nil {
		head += o.Pressure.At(0) - f.heads.fluid(o.Centre, surface)
	}
	return rel(max(0, head))
}

// setOpenMasses gives a flow with openings its materials, whose particles fill a cell of the
// lattice each. A flow of one fluid without materials has none.
func (s *Scene) setOpenMasses(c *sph.Case, l *layout) {
	p := &c.Params
	cell := math.Pow(p.DeltaP, float64(p.Dim))
	p.Mass = p.Rho0 * cell
	if len(s.Materials) < 2 {
		s.setOneMass(c, l)
		return
	}
	for k := range s.Materials {
		m := sph.Material{Name: s.Materials[k].Kind, Mass: s.rho0(p, k) * cell,
			Properties: s.Materials[k]}
		if k == 0 {
			m.Mass = p.Mass
		}
		c.Materials = append(c.Materials, m)
	}
	l.materials = make([]uint8, len(l.fluids))
	for i := range l.fluids {
		l.materials[i] = uint8(s.materialOf(i))
		l.masses[i] = c.Materials[l.materials[i]].Mass
	}
	c.Mix(c.Materials, c.Tensions)
}

// standing is how many particles of each fluid are not in buffers of openings.
func (l *layout) standing() []int {
	if l.kept != nil {
		return l.kept
	}
	return l.fluids
}
