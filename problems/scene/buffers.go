package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// Buffers are particles that stand for the fluid outside, at the ends of a flow. Scenes with them
// lie on the lattice of the tank, in whole spacings, and a particle has the mass ρ0 Δp³, so that as
// much comes in as is prescribed.
type Buffers interface {
	// Through are the sides of the tank that they take. These have no walls, but hold the fluid as
	// walls do at first.
	Through() Sides
	Count(p *sph.Params) float64 // about how many particles they have at most
	Ends() []End                 // for pictures
	// Fill gives the case their particles. It comes after all fluids and before all walls, and takes
	// away the fluid that was there.
	Fill(f *Filling) error
}

// End is a rectangle or a disc through which fluid comes in or leaves, before a buffer.
type End struct {
	Name           string
	In, Disc       bool
	Centre, Normal [3]float64 // [m], and into the flow, of length 1
	Across         [2][3]float64
	Half           [2]float64 // of the extents along Across [m]
}

// BufferOf is what a particle of a buffer is of at first.
type BufferOf struct {
	Fluid    int // by its place, beside it; -1 is none
	Material int // of Scene.Materials
}

// Filling is a scene whose fluids are filled.
type Filling struct {
	*Scene
	Case *sph.Case

	layout *layout
	walls  geometry.Shape
	heads  *headField
}

// unwalled reports whether a side of the tank has no wall.
func (s *Scene) unwalled(axis, end int) bool {
	return s.Open[axis][end] || s.Through()[axis][end]
}

// Through are the sides of the tank that buffers take.
func (s *Scene) Through() (sides Sides) {
	if s.Buffers != nil {
		sides = s.Buffers.Through()
	}
	return sides
}

// inBuffers is about how many particles buffers have at most.
func (s *Scene) inBuffers(p *sph.Params) float64 {
	if s.Buffers == nil {
		return 0
	}
	return s.Buffers.Count(p)
}

// fillBuffers gives the case the particles of buffers.
func (s *Scene) fillBuffers(c *sph.Case, l *layout, walls geometry.Shape, h *headField) error {
	if s.Buffers == nil {
		return nil
	}
	if c.Params.Dim == 2 {
		walls = geometry.Section(walls)
	}
	err := s.Buffers.Fill(&Filling{Scene: s, Case: c, layout: l, walls: walls, heads: h})
	s.counts, s.buffers = l.kept, l.buffers
	return err
}

// Walled reports whether a place of a particle is in a wall.
func (f *Filling) Walled(x [3]float64) bool {
	p := &f.Case.Params
	return f.walls.Inside(decided(f.layout.first, p, x)) || f.inSolid(x, p.DeltaP/2)
}

// Remove removes particles of fluid.
func (f *Filling) Remove(gone []bool) {
	l, q := f.layout, &f.Case.Particles
	l.kept = make([]int, len(l.fluids))
	from, to := 0, 0
	for k, n := range l.fluids {
		for i := from; i < from+n; i++ {
			if gone[i] {
				continue
			}
			q.Position[to], q.Velocity[to], q.RelDensity[to] = q.Position[i], q.Velocity[i], q.RelDensity[i]
			q.Type[to], q.Body[to] = q.Type[i], q.Body[i]
			to++
			l.kept[k]++
		}
		from += n
	}
	q.Position, q.Velocity, q.RelDensity = q.Position[:to], q.Velocity[:to], q.RelDensity[:to]
	q.Type, q.Body = q.Type[:to], q.Body[:to]
}

// Add adds a particle of a buffer, with its relative density.
func (f *Filling) Add(x, velocity [3]float64, rel float64, of BufferOf) {
	q := &f.Case.Particles
	k := q.Len()
	q.Add(x, sph.Fluid, 0)
	q.Velocity[k], q.RelDensity[k] = single(velocity), float32(rel)
	f.layout.buffers = append(f.layout.buffers, of)
}

// Beside is what a particle of fluid is of, before any is removed; of -1 no fluid and the first
// material.
func (f *Filling) Beside(near int32) BufferOf {
	of := BufferOf{Fluid: -1}
	first := 0
	for i, n := range f.layout.fluids {
		if int(near) >= first && int(near) < first+n {
			of = BufferOf{i, f.materialOf(i)}
		}
		first += n
	}
	return of
}

// Head is that of the fluid at a place below a surface at a height [Pa], in a flow with fluid at
// first: see HasHeads.
func (f *Filling) Head(x [3]float64, surface float64) float64 { return f.heads.fluid(x, surface) }

// HasHeads reports whether the fluid has heads.
func (f *Filling) HasHeads() bool { return f.heads != nil }

// Weight is that of a material for each metre of depth [Pa/m].
func (f *Filling) Weight(material int) float64 {
	p := &f.Case.Params
	if len(f.Materials) < 2 {
		return p.Rho0 * weight(p)
	}
	return f.rho0(p, material) * weight(p)
}

// RelAtHead is ρ/ρ0 - 1 of a material under a head [Pa].
func (f *Filling) RelAtHead(material int, head float64) float64 {
	if len(f.Materials) < 2 {
		return relAtHead(&f.Case.Params, head)
	}
	return f.headRelations(&f.Case.Params)[material](head)
}

// setBufferMasses gives a flow with buffers its materials, whose particles fill a cell of the
// lattice each. A flow of one fluid without materials has none.
func (s *Scene) setBufferMasses(c *sph.Case, l *layout) {
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
	c.Mix(c.Materials)
}
