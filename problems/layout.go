package problems

import "gpusph/sph"

// layout is the lattices of a scene at a spacing.
type layout struct {
	tank   lattice
	depth  [3]int // layers of its walls
	walls  shell
	water  []lattice
	solids []solidLattice
	ridge  ridgeLattice
}

// layout refuses what cannot be filled.
func (s *scene) layout(p *sph.Params) (*layout, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := s.checkSpacing(p); err != nil {
		return nil, err
	}
	l := &layout{tank: latticeOf(s.tank, p)}
	l.tank.n[WideAxis] *= s.widths()
	l.depth = s.layers(l.tank, p)
	l.walls = shell{l.tank.inside().grown(l.depth), l.tank.inside()}
	if s.open {
		l.walls.outer.hi[2] = l.tank.n[2]
	}
	for _, w := range s.water {
		l.water = append(l.water, latticeOf(w.box, p))
	}
	for i := range s.solids {
		o := &s.solids[i]
		of := latticeOf(o.box, p)
		n := s.layers(of, p)
		hollow := of.inside().grown([3]int{-n[0], -n[1], -n[2]})
		l.solids = append(l.solids, solidLattice{of, shell{of.inside(), hollow}, o.frame()})
	}
	if s.ridge != nil {
		l.ridge = s.ridge.lattice(p, l.depth[2])
	}
	return l, nil
}

// lattices are all.
func (l *layout) lattices() []lattice {
	all := append([]lattice{l.tank}, l.water...)
	for _, o := range l.solids {
		all = append(all, o.lattice)
	}
	return all
}

// count is how many particles there will be; those of the fluid that solids displace count, too.
func (s *scene) count(l *layout) (fluid, wall float64) {
	for _, w := range l.water {
		fluid += w.inside().size()
	}
	for _, o := range l.solids {
		wall += o.size()
	}
	wall += l.ridge.size() * float64(l.tank.n[1]/s.widths())
	widths := float64(s.widths())
	return widths * fluid, widths*wall + l.walls.size()
}

// solidLattice is a solid's particles-to-be.
type solidLattice struct {
	lattice
	shell
	frame
}
