package scene

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// layout is the lattices of a scene at a spacing.
type layout struct {
	tank   lattice
	depth  [3]int // layers of its walls
	walls  shell
	water  []lattice
	solids []solidLattice
	bodies []bodyLattice // of free bodies, once they are filled
	first  lattice       // the tank's, of the first width

	// Of each fluid that is filled, those of boxes first, in the first width.
	fluids    []int     // particles
	volumes   []float64 // [m³]
	masses    []float64 // of a particle [kg]
	materials []uint8   // place in the case's; nil where there is one
	// of each material, the mean of ρ/ρ0 - 1 that its fluids begin with
	compressed []float64
	kept       []int // particles of each fluid that are not in buffers; nil is all
	buffers    []BufferOf
}

// layout refuses what cannot be filled.
func (s *Scene) layout(p *sph.Params) (*layout, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if err := s.checkSpacing(p); err != nil && s.fine == 0 {
		return nil, err
	}
	l := &layout{tank: s.lattice(p)}
	l.first = l.tank
	l.tank.n[WideAxis] *= s.widths()
	l.depth = s.layers(l.tank, p, s.SideDepth)
	l.walls = shell{l.tank.inside().grown(l.depth), l.tank.inside()}
	for a := range 3 {
		if s.unwalled(a, 0) || s.Periodic[a] {
			l.walls.outer.lo[a] = 0
		}
		if s.unwalled(a, 1) || s.Periodic[a] {
			l.walls.outer.hi[a] = l.tank.n[a]
		}
	}
	for _, w := range s.Pools {
		l.water = append(l.water, latticeOf(w.Box, p))
	}
	for i := range s.Solids {
		o := &s.Solids[i]
		of := latticeOf(o.Box, p)
		n := s.layers(of, p, s.Depth)
		hollow := of.inside().grown([3]int{-n[0], -n[1], -n[2]})
		l.solids = append(l.solids, solidLattice{of, shell{of.inside(), hollow}, o.Frame()})
	}
	return l, nil
}

// layers is how many layers of wall particles there are along each axis: as deep as the support,
// and as a depth [m].
func layers(l lattice, p *sph.Params, depth float64) (n [3]int) {
	for _, a := range p.Axes() {
		n[a] = 1
		if p.Boundary.Model().Layers {
			n[a] = int(math.Ceil(max(p.Support(), depth)/l.step[a] - Tolerance))
		}
	}
	return n
}

// layers are those of walls, or one where the scene is sketched.
func (s *Scene) layers(l lattice, p *sph.Params, depth float64) (n [3]int) {
	if s.fine == 0 {
		return layers(l, p, depth)
	}
	for _, a := range p.Axes() {
		n[a] = 1
	}
	return n
}

// checkCount refuses more particles than can be simulated.
func checkCount(p *sph.Params, particles float64) error {
	if particles > sph.MaxParticles {
		return fmt.Errorf("--deltap is %s m, which makes %.3g particles, but the maximum is %d; "+
			"use %.2g m",
			text.Exact(p.DeltaP), particles, sph.MaxParticles,
			text.Three(p.DeltaP*math.Pow(1.2*particles/sph.MaxParticles, 1/float64(p.Dim)), math.Ceil))
	}
	return nil
}

// beyondWalls is how far beyond a box whatever leaves it is removed: one support beyond its walls,
// which are some layers deep [m].
func beyondWalls(p *sph.Params, l lattice, depth [3]int) (margin [3]float64) {
	for a := range 3 {
		margin[a] = float64(depth[a])*l.step[a] + p.Support()
	}
	return margin
}

// setDomain is the box with a margin [m]; along periodic axes it is the box.
func setDomain(p *sph.Params, b Box, margin [3]float64) {
	for a := range 3 {
		if p.Periodic[a] {
			margin[a] = 0
		}
		p.Min[a], p.Max[a] = b.Min[a]-margin[a], b.Max[a]+margin[a]
	}
	if p.Dim == 2 { // one layer of cells
		p.Min[sph.PlaneAxis], p.Max[sph.PlaneAxis] = -p.H/2, p.H/2
	}
}

// Cells are those of the tank at a spacing: its least corner and their edges [m].
func (s *Scene) Cells(p *sph.Params) (origin, edge [3]float64) {
	l := latticeOf(s.Tank, p)
	return l.origin, l.step
}

// Lattice is the cells that particles begin in, as Cells has those of the tank.
func (s *Scene) Lattice(p *sph.Params) (origin, edge [3]float64) {
	l := s.lattice(p)
	return l.origin, l.step
}

// noteFill tells the log what was filled; volume [m³] is that of the fluid.
func noteFill(c *sph.Case, what string, volume float64, further string, least, greatest float64) {
	p, perWidth := &c.Params, ""
	if p.Dim == 2 {
		perWidth = " for each metre of width, in two dimensions"
	}
	fluid := c.Particles.Count(sph.Fluid)
	c.Notes = append(c.Notes, fmt.Sprintf("%.5g m³ of %s in %d particles of %s%s; %d wall particles%s",
		volume, what, fluid, eachMass(c), perWidth, c.Particles.Len()-fluid, further))
	if greatest > 1.02*p.DeltaP || least < 0.98*p.DeltaP {
		c.Notes = append(c.Notes, fmt.Sprintf("the spacing is from %.4g to %.4g m, so that the "+
			"particles fit into the boxes", least, greatest))
	}
}

// lattices are all.
func (l *layout) lattices() []lattice {
	all := append([]lattice{l.tank}, l.water...)
	for _, o := range l.solids {
		all = append(all, o.lattice)
	}
	return all
}

// Count is how many particles there will be at most.
func (s *Scene) Count(p *sph.Params) (fluid, wall float64, err error) {
	l, err := s.layout(p)
	if err != nil {
		return 0, 0, err
	}
	fluid, wall = s.particles(p, l)
	return fluid, wall, nil
}

// particles is how many there will be; those of the fluid that solids displace count, too.
func (s *Scene) particles(p *sph.Params, l *layout) (fluid, wall float64) {
	for _, w := range l.water {
		fluid += w.inside().size()
	}
	for _, o := range l.solids {
		wall += o.size()
	}
	fluid += s.inBuffers(p)
	moreFluid, moreWall := s.Shaped.count(s, p, l)
	widths := float64(s.widths())
	return widths * (fluid + moreFluid), widths*(wall+moreWall) + l.walls.size()
}

// solidLattice is a solid's particles-to-be.
type solidLattice struct {
	lattice
	shell
	Frame
}

// noteMotions says where walls go.
func noteMotions(c *sph.Case) {
	fastest := c.Fastest()
	for i := range c.Bodies {
		b := &c.Bodies[i]
		if !b.Motion.Moves() {
			continue // of free bodies other notes say where they float
		}
		ways := waysOf(c, b)
		until := ""
		if last := b.Motion.Last(); last < motion.Never {
			until = fmt.Sprintf(", to %s s", text.Number(last))
		}
		c.Notes = append(c.Notes, fmt.Sprintf("%s moves %s from where it is at first, at %s "+
			"m/s at most%s", b.Name, text.And(ways), text.Number(fastest[i]), until))
	}
}

// waysOf says where a body goes.
func waysOf(c *sph.Case, b *sph.Body) (ways []string) {
	if b.Motion.Turns() {
		for _, l := range b.Motion.Links {
			way := fmt.Sprintf("along %v", l.Axis)
			if l.Turns {
				way = fmt.Sprintf("about the axis %v through %v m", l.Axis, c.Params.Place(l.At))
			}
			if !slices.Contains(ways, way) { // one axis may have several laws
				ways = append(ways, way)
			}
		}
		return ways
	}
	low, high := b.Extent(c.End)
	for a := range 3 {
		if least := 1e-12 * max(-low[a], high[a]); least > 0 { // what is less is a rounding error
			low[a], high[a] = math.Round(low[a]/least)*least+0, math.Round(high[a]/least)*least+0
		}
		if low[a] != 0 || high[a] != 0 {
			ways = append(ways, fmt.Sprintf("between %s and %s m along %v", text.Number(low[a]),
				text.Number(high[a]), sph.Axis(a)))
		}
	}
	return ways
}

// standing is how many particles of each fluid are not in buffers.
func (l *layout) standing() []int {
	if l.kept != nil {
		return l.kept
	}
	return l.fluids
}
