package start

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/parallel"
	"gpusph/internal/text"
	"gpusph/sph"
)

// How far kernels reach, for values and for how full sites are, over the greater of both spacings;
// how near to a particle of a wall fluid may begin, over the spacing: the first layer is one from
// it, at curved walls a little less.
const (
	reach     = 1.6
	fullReach = 2.6
	nearest   = 0.8
)

// Begin gives a case the fluid of the source in place of its own. Fluid is on the lattice of the
// case, where the source is fullest. All particles together have its mass. Fluid is where the
// case's own could flow to, but not in walls. The note tells what has changed.
func (s *Source) Begin(c *sph.Case) (note string, err error) {
	if err := s.fits(c); err != nil {
		return "", err
	}
	b := &beginning{Source: s, c: c}
	p := &c.Params
	var own [][3]float64
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Wall {
			own = append(own, x)
		}
	}
	b.solids = newCloud(len(own), func(i int) [3]float64 { return own[i] }, 2*p.DeltaP, 1, p.Dim)
	b.makeLattice()
	if err := b.flow(); err != nil {
		return "", err
	}
	b.keep()
	b.measure()
	p.Mass = b.massOfSites()
	chosen := b.choose()
	if len(chosen) == 0 {
		return "", fmt.Errorf("no fluid of %s is where that of the flow can be", s.Path)
	}
	b.fill(chosen)
	return b.note(chosen), nil
}

// fits refuses a flow that cannot begin so.
func (s *Source) fits(c *sph.Case) error {
	p := &c.Params
	switch {
	case p.Dim != s.Params.Dim:
		return fmt.Errorf("%s has %d dimensions, but the flow has %d", s.Path, s.Params.Dim, p.Dim)
	case len(c.Materials) > 1 || sph.SeveralFluids(p):
		return errors.New("the flow has several fluids; a start is of one")
	case p.Periodic != [3]bool{}:
		return errors.New("the flow is periodic; a start is for flows between walls")
	case math.Abs(s.Params.Rho0/p.Rho0-1) > 1e-9:
		return fmt.Errorf("%s has the density %s kg/m³, but the flow has %s", s.Path,
			text.Number(s.Params.Rho0), text.Number(p.Rho0))
	case len(c.Zones) > 0:
		return errors.New("the flow has zones; a start is of flows with one spacing")
	case c.Particles.Count(sph.Fluid) == 0:
		return errors.New("the flow has no fluid of its own, which tells where fluid can be")
	}
	for i := range c.Bodies {
		if c.Bodies[i].Bends {
			return fmt.Errorf("%s bends; a start is of flows with rigid walls", c.Bodies[i].Name)
		}
	}
	for _, f := range p.ExtraFields() {
		if f.Begin != nil {
			return fmt.Errorf("the flow has the field %s, which a start does not give it", f.Name)
		}
	}
	if c.Passages() != nil {
		return errors.New("fluid comes in or leaves in the flow; a start is of one between walls")
	}
	return nil
}

// beginning is a case that gets its fluid.
type beginning struct {
	*Source
	c           *sph.Case
	kept        []Particle // of the source, in the coordinates of the case
	near, fluid *cloud     // these, for their values and for how full sites are
	solids      *cloud     // the case's own walls

	origin [3]float64 // of the lattice
	count  [3]int
	first  [3]int // of a site that the case's own fluid begins at
	flows  []bool // of each site: fluid may be there
	parts  []float64
	fills  []bool // of each site: a particle of the source is near
}

// keep takes the particles of the source that are not in walls of the case.
func (b *beginning) keep() {
	for _, f := range b.Fluid {
		if f.At = b.local(f.At); b.canFlow(f.At) {
			b.kept = append(b.kept, f)
		}
	}
	of, p := &b.Params, &b.c.Params
	size := max(p.DeltaP, of.DeltaP)
	at := func(i int) [3]float64 { return b.kept[i].At }
	b.near = newCloud(len(b.kept), at, reach*size, of.Mass/of.Rho0, p.Dim)
	b.fluid = newCloud(len(b.kept), at, fullReach*size, of.Mass/of.Rho0, p.Dim)
}

// local is a place of the map in the coordinates of the case.
func (b *beginning) local(x [3]float64) [3]float64 {
	for a := range 3 {
		x[a] = text.Sum(x[a], -b.c.Params.Origin[a])
	}
	return x
}

// makeLattice covers the domain with sites, which the case's own fluid begins at.
func (b *beginning) makeLattice() {
	p := &b.c.Params
	first := slices.Index(b.c.Particles.Type, sph.Fluid)
	for a := range 3 {
		b.count[a] = 1
		if p.Dim == 2 && a == int(sph.PlaneAxis) {
			continue
		}
		at := p.Min[a] + p.DeltaP/2
		if first >= 0 {
			at = b.c.Particles.Position[first][a]
		}
		b.first[a] = int(math.Floor((at - p.Min[a]) / p.DeltaP))
		b.origin[a] = at - math.Floor((at-p.Min[a])/p.DeltaP)*p.DeltaP
		b.count[a] = max(1, int(math.Floor((p.Max[a]-b.origin[a])/p.DeltaP))+1)
	}
}

// at is the place of a site.
func (b *beginning) at(site int) (x [3]float64) {
	k := [3]int{site % b.count[0], site / b.count[0] % b.count[1], site / b.count[0] / b.count[1]}
	for a := range 3 {
		x[a] = b.origin[a] + float64(k[a])*b.c.Params.DeltaP
	}
	return x
}

// site is that nearest to a place.
func (b *beginning) site(x [3]float64) (n int) {
	for a := 2; a >= 0; a-- {
		k := int(math.Round((x[a] - b.origin[a]) / b.c.Params.DeltaP))
		n = n*b.count[a] + min(max(k, 0), b.count[a]-1)
	}
	return n
}

// flow finds the sites that fluid can come to from those of the case's own, without walls between.
func (b *beginning) flow() error {
	const most = 1 << 31
	n := b.count[0] * b.count[1] * b.count[2]
	if n > most {
		return fmt.Errorf("the domain has %d sites, but a start may have %d; use a smaller domain", n,
			most)
	}
	free := make([]bool, n)
	parallel.Blocks(n, func(_, from, to int) {
		for i := from; i < to; i++ {
			free[i] = b.solids.distance(b.at(i)) > nearest*b.c.Params.DeltaP
		}
	})
	b.flows = make([]bool, n)
	var next []int
	add := func(i int) {
		if free[i] && !b.flows[i] {
			b.flows[i] = true
			next = append(next, i)
		}
	}
	for i, x := range b.c.Particles.Position {
		if b.c.Particles.Type[i] == sph.Fluid {
			add(b.site(x))
		}
	}
	steps := [3]int{1, b.count[0], b.count[0] * b.count[1]}
	for len(next) > 0 {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		for a := range 3 {
			k := i / steps[a] % b.count[a]
			if k > 0 {
				add(i - steps[a])
			}
			if k+1 < b.count[a] {
				add(i + steps[a])
			}
		}
	}
	return nil
}

// canFlow reports whether fluid may be at a place, or beside it: it is not in a wall.
func (b *beginning) canFlow(x [3]float64) bool {
	if b.solids.distance(x) < b.c.Params.DeltaP/2 {
		return false
	}
	for n := range 27 {
		y := x
		for a, k := range [3]int{n % 3, n / 3 % 3, n / 9} {
			y[a] += float64(k-1) * b.c.Params.DeltaP
		}
		if b.flows[b.site(y)] {
			return true
		}
	}
	return false
}

// fill gives the case its fluid, before its walls.
func (b *beginning) fill(chosen []int) {
	old := &b.c.Particles
	var walls []int
	for i, t := range old.Type {
		if t == sph.Wall {
			walls = append(walls, i)
		}
	}
	q := sph.Particles{}
	q.Grow(len(chosen) + len(walls))
	of := func(i int) values {
		f := &b.kept[i]
		return values{f.Velocity[0], f.Velocity[1], f.Velocity[2], f.Rel}
	}
	parallel.Blocks(len(chosen), func(_, from, to int) {
		for i := from; i < to; i++ {
			x := b.at(chosen[i])
			v := b.near.fit(x, of)
			q.Set(i, x, [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}, sph.Fluid, 0)
			q.RelDensity[i] = float32(v[3])
		}
	})
	number := make(map[uint32]uint32, len(walls))
	for k, i := range walls {
		n := len(chosen) + k
		q.Set(n, old.Position[i], old.Velocity[i], sph.Wall, old.Body[i])
		q.RelDensity[n] = old.RelDensity[i]
		number[uint32(i)] = uint32(n)
	}
	for name, of := range old.Extra {
		width := len(of) / old.Len()
		all := make([]float32, width*q.Len())
		for k, i := range walls {
			copy(all[width*(len(chosen)+k):], of[width*i:width*(i+1)])
		}
		if q.Extra == nil {
			q.Extra = map[string][]float32{}
		}
		q.Extra[name] = all
	}
	for k := range b.c.Loads {
		b.c.Loads[k].ID = number[b.c.Loads[k].ID]
	}
	if old.Material != nil {
		q.Material = make([]uint8, q.Len())
		for k, i := range walls {
			q.Material[len(chosen)+k] = old.Material[i]
		}
	}
	*old = q
}
