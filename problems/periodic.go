package problems

import (
	"fmt"
	"math"
	"sort"

	"gpusph/internal/text"
	"gpusph/sph"
)

// filled is a box full of fluid on a lattice. Along some axes the flow is periodic, and the period is a whole number of spacings of the
// lattice. Beyond both ends of the others there are walls, as deep as the support of the kernel, or there is room and no walls at all. In
// two dimensions the box is a metre wide along y, from -0.5 to 0.5 m.
type filled struct {
	box
	periodic [3]bool
	room     float64                                                    // beyond the box, where there are no walls [m]; 0 is with walls
	radius   float64                                                    // of the circle about the origin, in the plane, that has fluid [m]; 0 is all of the box
	begin    func(x [3]float64) (velocity [3]float64, pressure float64) // of the fluid [m/s], [Pa]
	under    float64                                                    // pressure at first besides that of begin [Pa]; the mass is that of its density
	wall     func(x [3]float64) (velocity [3]float64)                   // of walls [m/s]; nil is at rest
	block    *block                                                     // of walls in the fluid; nil is none
}

// block is a box of walls in the fluid, on its lattice, that moves as a table says. The force on it is measured.
type block struct {
	box
	body sph.Body
}

// isIn says whether a site of the lattice is in the block, where there is one.
func (b *block) isIn(x [3]float64) bool { return b != nil && b.distance(x) == 0 }

// sites is how many of the lattice are in the block.
func (b *block) sites(l lattice) float64 {
	if b == nil {
		return 0
	}
	n := 1.0
	for a := range 3 {
		first := sort.Search(l.n[a], func(k int) bool { return l.along(a, k) >= b.min[a] })
		past := sort.Search(l.n[a], func(k int) bool { return l.along(a, k) > b.max[a] })
		n *= float64(past - first)
	}
	return n
}

// sites are the lattice of the box, and the sites of it that have walls.
func (f *filled) sites(p *sph.Params) (lattice, shell) {
	l := latticeOf(f.box, p)
	depth := layers(l, p)
	for a, periodic := range f.periodic {
		if periodic || f.room > 0 {
			depth[a] = 0
		}
	}
	return l, shell{l.inside().grown(depth), l.inside()}
}

// check refuses spacings that the lattice would be far from, and those so coarse that a particle would meet its own image.
func (f *filled) check(p *sph.Params) error {
	if !(p.DeltaP >= finest) {
		return fmt.Errorf("--deltap is %s m, but must be at least %s m", text.Short(p.DeltaP), text.Number(finest))
	}
	for _, a := range p.Axes() {
		most, why := f.size(int(a))/2, "particles side by side"
		if f.periodic[a] {
			most, why = f.size(int(a))/(period(p)/p.DeltaP), "the reach of neighbour lists, or a particle would meet its own image"
		}
		if p.DeltaP > most*(1+tolerance) {
			return fmt.Errorf("--deltap is %s m, but must be at most %s m: the fluid is only %s m along %v, too short for %s",
				text.Short(p.DeltaP), text.Limit(most, math.Floor), text.Number(f.size(int(a))), a, why)
		}
	}
	return nil
}

// period is the shortest with some room [m]: six cells, where neighbor.NewGrid asks for five.
func period(p *sph.Params) float64 { return 3 * (p.Support() + p.Skin) }

// has says whether a site of the lattice has fluid.
func (f *filled) has(x [3]float64) bool {
	return (f.radius == 0 || math.Hypot(x[0], x[2]) < f.radius) && !f.block.isIn(x)
}

// most is how many do, at most: cells of sites in a circle are in one that is larger by half a diagonal.
func (f *filled) most(l lattice) float64 {
	if f.radius == 0 {
		return l.inside().size()
	}
	r := f.radius + math.Hypot(l.step[0], l.step[2])/2
	return math.Pi * r * r / (l.step[0] * l.step[2])
}

// count is how many particles there will be at most.
func (f *filled) count(p *sph.Params) (fluid, wall float64, err error) {
	if err := f.check(p); err != nil {
		return 0, 0, err
	}
	l, walls := f.sites(p)
	inBlock := f.block.sites(l)
	return f.most(l) - inBlock, walls.size() + inBlock, nil
}

// fill puts the particles into c, and mass and domain into c.Params.
func (f *filled) fill(c *sph.Case) error {
	p, q := &c.Params, &c.Particles
	if err := f.check(p); err != nil {
		return err
	}
	l, walls := f.sites(p)
	n := l.inside().size()
	if err := checkCount(p, n+walls.size()); err != nil {
		return err
	}
	p.Periodic, p.Mass = f.periodic, p.Rho0*(1+p.RelativeDensity(f.under))*(f.size(0)*f.size(1)*f.size(2))/n
	wall := func(x [3]float64, body uint8) {
		q.Add(x, sph.Wall, body)
		if _, pressure := f.begin(x); p.Boundary.HasState() && (f.block != nil || f.under > 0) {
			q.Rel[q.Len()-1] = float32(p.RelativeDensity(pressure + f.under))
		}
	}
	if f.block != nil {
		c.Bodies = append(c.Bodies, f.block.body)
	}
	l.each(shell{outer: l.inside()}, func(x [3]float64, _ int) {
		if f.block.isIn(x) {
			wall(x, 1)
		}
		if !f.has(x) {
			return
		}
		velocity, pressure := f.begin(x)
		q.Add(x, sph.Fluid, 0)
		q.Velocity[q.Len()-1], q.Rel[q.Len()-1] = single(velocity), float32(p.RelativeDensity(pressure+f.under))
	})
	l.each(walls, func(x [3]float64, _ int) {
		wall(x, 0)
		if f.wall != nil {
			q.Velocity[q.Len()-1] = single(f.wall(x))
		}
	})
	(&scene{tank: f.box, water: []pool{{name: "fluid", box: f.box}}}).begin(c)
	margin := [3]float64{f.room, f.room, f.room}
	if f.room == 0 {
		margin = beyondWalls(p, l, layers(l, p))
	}
	setDomain(p, f.box, margin)
	least, greatest := spacings(l)
	p.LJRadius = least
	noteMotions(c)
	noteFill(c, "fluid", p.Mass*float64(c.Particles.Count(sph.Fluid))/p.Rho0, fmt.Sprintf("; nu is %.4g m²/s", p.Nu), least, greatest)
	return fillSurfaces(c, f.walls())
}

func single(v [3]float64) (s [3]float32) {
	for a := range 3 {
		s[a] = float32(v[a])
	}
	return s
}
