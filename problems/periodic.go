package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/sph"
)

// filled is a box full of fluid on a lattice. Along some axes the flow is periodic, and the period is a whole number of spacings of the
// lattice. Beyond both ends of the others there are walls, as deep as the support of the kernel. In two dimensions the box is
// a metre wide along y, from -0.5 to 0.5 m.
type filled struct {
	box
	periodic [3]bool
	begin    func(x [3]float64) (velocity [3]float64, pressure float64) // of the fluid [m/s], [Pa]
	wall     func(x [3]float64) (velocity [3]float64)                   // of walls [m/s]; nil is at rest
}

// sites are the lattice of the box, and the sites of it that have walls.
func (f *filled) sites(p *sph.Params) (lattice, shell) {
	l := latticeOf(f.box, p)
	depth := layers(l, p)
	for a, periodic := range f.periodic {
		if periodic {
			depth[a] = 0
		}
	}
	return l, shell{l.inside().grown(depth), l.inside()}
}

// check refuses spacings that the lattice would be far from, and those so coarse that a particle would meet its own image.
func (f *filled) check(p *sph.Params) error {
	if !(p.DeltaP >= finest) {
		return fmt.Errorf("--deltap is %s m, but must be at least %s m", text.Exact(p.DeltaP), text.Number(finest))
	}
	for _, a := range p.Axes() {
		most, why := f.size(int(a))/2, "particles side by side"
		if f.periodic[a] {
			most, why = f.size(int(a))/(period(p)/p.DeltaP), "the reach of neighbour lists, or a particle would meet its own image"
		}
		if p.DeltaP > most*(1+tolerance) {
			return fmt.Errorf("--deltap is %s m, but must be at most %s m: the fluid is only %s m along %v, too short for %s",
				text.Exact(p.DeltaP), text.Limit(most, math.Floor), text.Number(f.size(int(a))), a, why)
		}
	}
	return nil
}

// period is the shortest with some room [m]: six cells, where neighbor.NewGrid asks for five.
func period(p *sph.Params) float64 { return 3 * (p.Support() + p.Skin) }

func outlining(f *filled, c *sph.Case, err error) (Outline, error) {
	if err != nil {
		return Outline{}, err
	}
	if err := f.check(&c.Params); err != nil {
		return Outline{}, err
	}
	l, walls := f.sites(&c.Params)
	return Outline{c.Params, c.End, l.inside().size(), walls.size()}, nil
}

// filling puts the particles into c, and mass and domain into c.Params. It returns c.
func filling(f *filled, c *sph.Case, err error) (*sph.Case, error) {
	if err != nil {
		return nil, err
	}
	p, q := &c.Params, &c.Particles
	if err := f.check(p); err != nil {
		return nil, err
	}
	l, walls := f.sites(p)
	n := l.inside().size()
	if err := checkCount(p, n+walls.size()); err != nil {
		return nil, err
	}
	p.Periodic, p.Mass = f.periodic, p.Rho0*f.size(0)*f.size(1)*f.size(2)/n
	l.each(shell{outer: l.inside()}, func(x [3]float64, _ int) {
		velocity, pressure := f.begin(x)
		q.Add(x, sph.Fluid, 0)
		q.Velocity[q.Len()-1], q.Rel[q.Len()-1] = single(velocity), float32(p.RelativeDensity(pressure))
	})
	l.each(walls, func(x [3]float64, _ int) {
		q.Add(x, sph.Wall, 0)
		if f.wall != nil {
			q.Velocity[q.Len()-1] = single(f.wall(x))
		}
	})
	(&scene{tank: f.box, water: []pool{{"fluid", f.box}}}).begin(c)
	setDomain(p, f.box, l, layers(l, p))
	least, greatest := spacings(l)
	p.LJRadius = least
	noteFill(c, "fluid", p.Mass*n/p.Rho0, fmt.Sprintf("; nu is %.4g m²/s", p.Nu), least, greatest)
	return c, nil
}

func single(v [3]float64) (s [3]float32) {
	for a := range 3 {
		s[a] = float32(v[a])
	}
	return s
}

// viscous are the shared options of a flow whose viscosity follows from a Reynolds number. Without walls, what they are does not matter.
func (o *physics) viscous(walls bool) option.Table {
	all := slices.DeleteFunc(o.Options(), func(row option.Option) bool { return row.Name == "nu" })
	for k := range all {
		if all[k].Name == "boundary" && !walls {
			all[k] = all[k].Need(func() bool { return false }, "the flow is periodic along all axes and has no walls; --problem Poiseuille would do")
		}
	}
	return all
}
