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
// lattice. Beyond both ends of the others there are walls, as deep as the support of the kernel, or there is room and no walls at all. In
// two dimensions the box is a metre wide along y, from -0.5 to 0.5 m.
type filled struct {
	box
	periodic [3]bool
	room     float64                                                    // beyond the box, where there are no walls [m]; 0 is with walls
	radius   float64                                                    // of the circle about the origin, in the plane, that has fluid [m]; 0 is all of the box
	begin    func(x [3]float64) (velocity [3]float64, pressure float64) // of the fluid [m/s], [Pa]
	wall     func(x [3]float64) (velocity [3]float64)                   // of walls [m/s]; nil is at rest
}

// sites are the lattice of the box, and the sites of it that have walls.
func (f *filled) sites(p *sph.Params) (lattice, shell) {
	l := latticeOf(f.box, p)
	var depth [3]int
	for _, a := range p.Axes() {
		if f.periodic[a] || f.room > 0 {
			continue
		}
		depth[a] = 1
		if p.Boundary != sph.LennardJones {
			depth[a] = int(math.Ceil(p.Support()/l.step[a] - tolerance))
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
	return Outline{c.Params, c.End, f.most(l), walls.size()}, nil
}

// has says whether a site of the lattice has fluid.
func (f *filled) has(x [3]float64) bool { return f.radius == 0 || math.Hypot(x[0], x[2]) < f.radius }

// most is how many do, at most: cells of sites in a circle are in one that is larger by half a diagonal.
func (f *filled) most(l lattice) float64 {
	if f.radius == 0 {
		return l.inside().size()
	}
	r := f.radius + math.Hypot(l.step[0], l.step[2])/2
	return math.Pi * r * r / (l.step[0] * l.step[2])
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
	if all := n + walls.size(); all > sph.MostParticles {
		return nil, fmt.Errorf("--deltap is %s m, which makes %.3g particles, but %d are the most", text.Exact(p.DeltaP), all, sph.MostParticles)
	}
	p.Periodic, p.Mass = f.periodic, p.Rho0*f.size(0)*f.size(1)*f.size(2)/n
	l.each(shell{outer: l.inside()}, func(x [3]float64, _ int) {
		if !f.has(x) {
			return
		}
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
	for a := range 3 {
		margin := f.room
		if !f.periodic[a] && f.room == 0 {
			margin = float64(-walls.outer.lo[a])*l.step[a] + p.Support()
		}
		p.Min[a], p.Max[a] = f.min[a]-margin, f.max[a]+margin
	}
	if p.Dim == 2 { // one layer of cells
		p.Min[sph.PlaneAxis], p.Max[sph.PlaneAxis] = -p.H/2, p.H/2
	}
	p.LJRadius, _ = spacings(l)
	f.note(c, l)
	return c, nil
}

func single(v [3]float64) (s [3]float32) {
	for a := range 3 {
		s[a] = float32(v[a])
	}
	return s
}

// note tells the log what was filled.
func (f *filled) note(c *sph.Case, l lattice) {
	p, of, fluid := &c.Params, "", c.Particles.Count(sph.Fluid)
	if p.Dim == 2 {
		of = " for each metre of width, in two dimensions"
	}
	c.Notes = append(c.Notes, fmt.Sprintf("%.5g m³ of fluid in %d particles of %.5g kg%s; %d wall particles; nu is %.4g m²/s",
		p.Mass*float64(fluid)/p.Rho0, fluid, p.Mass, of, c.Particles.Len()-fluid, p.Nu))
	if least, greatest := spacings(l); greatest > 1.02*p.DeltaP || least < 0.98*p.DeltaP {
		c.Notes = append(c.Notes, fmt.Sprintf("the spacing is from %.4g to %.4g m, so that whole numbers of it fit", least, greatest))
	}
}

// viscous are the shared options of a flow whose viscosity follows from a Reynolds number. Without walls, what they are does not matter.
func (o *physics) viscous(walls bool) option.Table {
	all := slices.DeleteFunc(o.Options(), func(row option.Option) bool { return row.Name == "nu" })
	if walls {
		return all
	}
	return withoutWalls(all)
}

// withoutWalls are the shared options where the kind of walls has no effect.
func withoutWalls(all option.Table) option.Table {
	for k := range all {
		if all[k].Name == "boundary" {
			all[k] = all[k].Need(func() bool { return false }, "the flow has no walls; --problem Poiseuille would do")
		}
	}
	return all
}
