package scene

import (
	"fmt"
	"math"
	"sort"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Filled is a box full of fluid on a lattice. Along some axes the flow is periodic, and the period
// is a whole number of spacings of the lattice. Beyond both ends of the others there are walls, as
// deep as the support of the kernel, or there is room and no walls at all. In two dimensions the
// box is a metre wide along y, from -0.5 to 0.5 m.
type Filled struct {
	Box
	Periodic [3]bool
	// beyond the box, where there are no walls [m]; 0 is with walls
	Room float64
	// of the circle about the origin, in the plane, that has fluid [m]; 0 is all of the box
	Radius float64
	Begin  func(x [3]float64) (velocity [3]float64, pressure float64) // of the fluid [m/s], [Pa]
	// pressure at first besides that of Begin [Pa]; the mass is that of its density
	Under float64
	// of walls [m/s]; nil is at rest
	Wall func(x [3]float64) (velocity [3]float64)
	// of walls in the fluid; nil is none
	Block *Block
}

// Block is a box of walls in the fluid, on its lattice, that moves as a table says. The force on it
// is measured.
type Block struct {
	Box
	Body sph.Body
}

// isIn reports whether a site of the lattice is in the block, where there is one.
func (b *Block) isIn(x [3]float64) bool { return b != nil && b.Distance(x) == 0 }

// sites is how many of the lattice are in the block.
func (b *Block) sites(l lattice) float64 {
	if b == nil {
		return 0
	}
	n := 1.0
	for a := range 3 {
		first := sort.Search(l.n[a], func(k int) bool { return l.along(a, k) >= b.Min[a] })
		past := sort.Search(l.n[a], func(k int) bool { return l.along(a, k) > b.Max[a] })
		n *= float64(past - first)
	}
	return n
}

// sites are the lattice of the box, and the sites of it that have walls.
func (f *Filled) sites(p *sph.Params) (lattice, shell) {
	l := latticeOf(f.Box, p)
	depth := layers(l, p, 0)
	for a, periodic := range f.Periodic {
		if periodic || f.Room > 0 {
			depth[a] = 0
		}
	}
	return l, shell{l.inside().grown(depth), l.inside()}
}

// check refuses spacings that the lattice would be far from, and those so coarse that a particle
// would meet its own image.
func (f *Filled) check(p *sph.Params) error {
	if !(p.DeltaP >= finest) {
		return fmt.Errorf("--deltap is %s m, but must be at least %s m", text.Short(p.DeltaP), text.Number(finest))
	}
	for _, a := range p.Axes() {
		most, why := f.Size(int(a))/2, "particles side by side"
		if f.Periodic[a] {
			most, why = f.Size(int(a))/(Period(p)/p.DeltaP), "the reach of neighbour lists, or a particle would meet its own image"
		}
		if p.DeltaP > most*(1+Tolerance) {
			return fmt.Errorf("--deltap is %s m, but must be at most %s m: the fluid is only %s m along %v, too short for %s",
				text.Short(p.DeltaP), text.Limit(most, math.Floor), text.Number(f.Size(int(a))), a, why)
		}
	}
	return nil
}

// Period is the shortest with some room [m]: six cells, where neighbor.NewGrid asks for five.
func Period(p *sph.Params) float64 { return 3 * (p.Support() + p.Skin) }

// has reports whether a site of the lattice has fluid.
func (f *Filled) has(x [3]float64) bool {
	return (f.Radius == 0 || math.Hypot(x[0], x[2]) < f.Radius) && !f.Block.isIn(x)
}

// most is how many do, at most: cells of sites in a circle are in one that is larger by half a
// diagonal.
func (f *Filled) most(l lattice) float64 {
	if f.Radius == 0 {
		return l.inside().size()
	}
	r := f.Radius + math.Hypot(l.step[0], l.step[2])/2
	return math.Pi * r * r / (l.step[0] * l.step[2])
}

// Count is how many particles there will be at most.
func (f *Filled) Count(p *sph.Params) (fluid, wall float64, err error) {
	if err := f.check(p); err != nil {
		return 0, 0, err
	}
	l, walls := f.sites(p)
	inBlock := f.Block.sites(l)
	return f.most(l) - inBlock, walls.size() + inBlock, nil
}

// Fill puts the particles into c, and mass and domain into c.Params.
func (f *Filled) Fill(c *sph.Case) error {
	p, q := &c.Params, &c.Particles
	if err := f.check(p); err != nil {
		return err
	}
	l, walls := f.sites(p)
	n := l.inside().size()
	if err := checkCount(p, n+walls.size()); err != nil {
		return err
	}
	p.Periodic, p.Mass = f.Periodic, p.Rho0*(1+p.RelativeDensity(f.Under))*(f.Size(0)*f.Size(1)*f.Size(2))/n
	wall := func(x [3]float64, body uint8) {
		q.Add(x, sph.Wall, body)
		if _, pressure := f.Begin(x); p.Boundary.HasState() && (f.Block != nil || f.Under > 0) {
			q.RelDensity[q.Len()-1] = float32(p.RelativeDensity(pressure + f.Under))
		}
	}
	if f.Block != nil {
		c.Bodies = append(c.Bodies, f.Block.Body)
	}
	l.each(shell{outer: l.inside()}, func(x [3]float64, _ int) {
		if f.Block.isIn(x) {
			wall(x, 1)
		}
		if !f.has(x) {
			return
		}
		velocity, pressure := f.Begin(x)
		q.Add(x, sph.Fluid, 0)
		q.Velocity[q.Len()-1], q.RelDensity[q.Len()-1] = single(velocity), float32(p.RelativeDensity(pressure+f.Under))
	})
	l.each(walls, func(x [3]float64, _ int) {
		wall(x, 0)
		if f.Wall != nil {
			q.Velocity[q.Len()-1] = single(f.Wall(x))
		}
	})
	(&Scene{Tank: f.Box, Pools: []Pool{{Name: "fluid", Box: f.Box}}}).begin(c)
	margin := [3]float64{f.Room, f.Room, f.Room}
	if f.Room == 0 {
		margin = beyondWalls(p, l, layers(l, p, 0))
	}
	setDomain(p, f.Box, margin)
	least, greatest := spacings(l)
	p.LJRadius = least
	noteMotions(c)
	noteFill(c, "fluid", p.Mass*float64(c.Particles.Count(sph.Fluid))/p.Rho0, fmt.Sprintf("; nu is %.4g m²/s", p.Nu), least, greatest)
	return FillSurfaces(c, f.walls())
}

func single(v [3]float64) (s [3]float32) {
	for a := range 3 {
		s[a] = float32(v[a])
	}
	return s
}
