package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// filling is a scene whose fluid and walls have their particles.
type filling struct {
	*layout
	shape                               geometry.Shape // of all walls
	heads                               *headField
	first                               []int   // of addWalls
	volume, compressed, least, greatest float64 // of the fluid; of the spacings
}

// fillParticles puts the particles of fluid and walls into c. Those of walls have no pressure yet.
func (s *Scene) fillParticles(c *sph.Case) (*filling, error) {
	p, q := &c.Params, &c.Particles
	l, err := s.layout(p)
	if err != nil {
		return nil, err
	}
	f := &filling{layout: l}
	fluid, wall := s.particles(p, l)
	if err := checkCount(p, fluid+wall); err != nil {
		return nil, err
	}
	f.least, f.greatest = spacings(l.lattices()...)
	*q = roomFor(int(fluid + wall))
	var all columns
	if f.volume, all, err = s.addFluids(c, l); err != nil {
		return nil, err
	}
	if f.shape, err = s.walls(); err != nil {
		return nil, err
	}
	if s.fine > 0 {
		l.compressed = make([]float64, s.materials())
		s.setMasses(c, l, f.volume, 0)
	} else {
		if s.Swell == nil && q.Len() > 0 {
			f.heads = s.newHeadField(c, f.shape)
		}
		s.settle(c, l, all, f.heads)
		f.compressed = all.compressed()
		s.setMasses(c, l, f.volume, f.compressed)
		s.setFlows(q, l)
		if err := s.fillBuffers(c, l, f.shape, f.heads); err != nil {
			return nil, err
		}
	}
	if f.first, err = s.addWalls(c, l); err == nil {
		s.setMaterials(c, l, f.first[len(f.first)-1])
	}
	return f, err
}

// Fill puts the scene's particles and bodies into c, and what depends on them
// into c.Params: mass, domain, Lennard-Jones radius.
func (s *Scene) Fill(c *sph.Case) error {
	p := &c.Params
	if err := s.checkImages(c); err != nil {
		return err
	}
	f, err := s.fillParticles(c)
	if err != nil {
		return err
	}
	s.pressWalls(c, f.heads)
	s.begin(c)
	s.setDomain(p, f.layout)
	c.Drains = s.Open.drains() || s.Buffers != nil
	p.LJRadius = f.least
	if s.Images > 0 {
		p.SplitAxis = WideAxis
	}
	s.note(c, f.volume, f.compressed, f.least, f.greatest)
	s.noteVolumes(c, f.layout)
	s.noteBodies(c)
	s.noteLengths(c, f.layout, f.shape, f.first)
	standing, err := s.standing(f.shape)
	if err != nil {
		return err
	}
	s.findGround(c, standing)
	if err := s.fillLoads(c, f.shape); err != nil {
		return err
	}
	return s.fillSurfacesOf(c, standing)
}

// Sketch is a scene with few particles, to look at.
type Sketch struct {
	Spacing     float64 // of its particles; above Δp they are a sample [m]
	Fluid, Wall float64 // particles at Δp, counted where the spacing is Δp, or else estimated

	walls geometry.Shape
	size  float64 // of the domain [m]
}

// Sketch puts the particles of fluid and walls into c, without what only a run needs. At a spacing
// above Δp these are a sample: fluid at that spacing, and the first layer of walls, half of Δp
// behind their surfaces. c keeps its Δp.
func (s Scene) Sketch(c *sph.Case, spacing float64) (*Sketch, error) {
	p := &c.Params
	deltaP, h := p.DeltaP, p.H
	k := &Sketch{Spacing: deltaP}
	var whole *layout // at Δp, where particles are a sample
	if spacing > deltaP*(1+Tolerance) {
		var err error
		if whole, err = s.layout(p); err != nil {
			return nil, err
		}
		k.Wall = float64(s.widths())*(s.solidSites(whole)+s.shapedSites(p)) + whole.walls.size()
		k.Fluid = s.inBuffers(p)
		k.Spacing, s.fine = spacing, deltaP
		p.DeltaP, p.H = spacing, h*spacing/deltaP
	}
	f, err := s.fillParticles(c)
	p.DeltaP, p.H = deltaP, h
	if err != nil {
		return nil, err
	}
	if s.fine == 0 {
		n := c.Particles.Count(sph.Fluid)
		k.Fluid, k.Wall = float64(n), float64(c.Particles.Len()-n)
	} else {
		k.Fluid += f.volume * float64(s.widths()) / math.Pow(deltaP, float64(p.Dim))
	}
	if whole == nil {
		whole = f.layout
	}
	s.setDomain(p, whole)
	k.walls, k.size = f.shape, Norm([3]float64{p.Max[0] - p.Min[0], p.Max[1] - p.Min[1],
		p.Max[2] - p.Min[2]})
	if p.Dim == 2 && k.walls != nil {
		k.walls = geometry.Section(k.walls)
	}
	return k, nil
}

// Normal is the surface of the walls that is nearest to a point, if it is within a distance [m].
func (k *Sketch) Normal(x [3]float64, within float64) (geometry.Surface, bool) {
	if k.walls == nil {
		return geometry.Surface{}, false
	}
	return k.walls.Nearest(x, within)
}

// firstLayer is a place of a wall of the tank, moved to the first layer behind its sides.
func (s *Scene) firstLayer(x [3]float64) [3]float64 {
	b := s.Whole()
	for a := range 3 {
		if !s.Periodic[a] {
			x[a] = min(max(x[a], b.Min[a]-s.fine/2), b.Max[a]+s.fine/2)
		}
	}
	return x
}

// solidSites are the particles of solids.
func (s *Scene) solidSites(l *layout) (n float64) {
	for _, o := range l.solids {
		n += o.size()
	}
	return n
}

// shapedSites is about how many particles shaped walls have: the area of their surfaces times the
// layers behind them.
func (s *Scene) shapedSites(p *sph.Params) (n float64) {
	if s.Shaped == nil {
		return 0
	}
	if s.Shaped.standing != nil {
		n += s.sitesBehind(s.Shaped.standing, p)
	}
	for i := range s.Shaped.Walls {
		if w := &s.Shaped.Walls[i]; w.Free != nil {
			shape := w.Shape
			if p.Dim == 2 {
				shape = geometry.Section(shape)
			}
			n += s.sitesBehind(shape, p)
		}
	}
	return n
}

// sketchSites are the sites that a surface is looked at from, about.
const sketchSites = 4e4

// sites is how many sites shapes are looked at from: n, or fewer where it is to be quick.
func (s *Scene) sites(n float64) float64 {
	if s.Quick {
		n /= quicker
	}
	if s.Glance {
		n /= quicker
	}
	return n
}

// quicker is by how much these are fewer.
const quicker = 5

// sitesBehind is about how many particles a wall has. Sites before its surface stand for parts of
// that, where the wall is thick together with those behind it: on curved surfaces the ones are
// fewer by as much as the others are more.
func (s *Scene) sitesBehind(shape geometry.Shape, p *sph.Params) float64 {
	bounds, l, size := Clip(shape.Bounds(), s.Tank), geometry.Lattice{N: [3]int{1, 1, 1}}, 1.0
	for _, a := range p.Axes() {
		size *= max(bounds.Size(int(a)), p.DeltaP)
	}
	step := math.Pow(size/sketchSites, 1/float64(p.Dim))
	for divide(bounds, step).inside().size() > 4*sketchSites { // one that is very long
		step *= 2
	}
	cell := 1.0
	l.Origin[sph.PlaneAxis], l.Step[sph.PlaneAxis] = -step/2, step
	for _, a := range p.Axes() {
		l.Origin[a], l.Step[a] = bounds.Min[a]-step, step
		l.N[a] = int(math.Ceil(bounds.Size(int(a))/step)) + 2
		cell *= step
	}
	depth, volume := s.wallDepth(p), 0.0
	for _, site := range geometry.Near(shape, l, -step, step) {
		if s.Tank.Distance(site.Point) > Tolerance*step {
			continue
		}
		deep, thick := s.layersBehind(shape, &site, depth, p)
		switch part := cell / step * deep; {
		case thick >= 4*step:
			volume += part / 2
		case site.Distance >= 0:
			volume += part
		}
	}
	return volume / math.Pow(p.DeltaP, float64(p.Dim))
}

// layersBehind is how deep the particles of a wall are behind a place of its surface, of which half
// is for the other side if that is near, and how thick the wall is there [m].
func (s *Scene) layersBehind(shape geometry.Shape, site *geometry.Site, depth float64,
	p *sph.Params) (deep, thick float64) {
	var buffer [16]geometry.Interval
	way := [3]float64{-site.Normal[0], -site.Normal[1], -site.Normal[2]}
	for _, in := range shape.Along(site.Point, way, buffer[:0]) {
		if in.Low <= thick+alsoBehind*p.DeltaP && in.High > 0 {
			thick = max(thick, in.High)
		}
	}
	inTank := math.Inf(1)
	for _, a := range p.Axes() {
		switch {
		case way[a] > 0:
			inTank = min(inTank, (s.Tank.Max[a]-site.Point[a])/way[a])
		case way[a] < 0:
			inTank = min(inTank, (s.Tank.Min[a]-site.Point[a])/way[a])
		}
	}
	if inTank < thick-alsoBehind*p.DeltaP {
		return min(max(inTank, 0), depth), thick
	}
	return min(thick/2, depth), thick
}
