package scene

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/parallel"
	"gpusph/sph"
	"gpusph/sph/opening"
)

// Opening is an inlet or an outlet of a scene. Flows with openings lie on the lattice of the tank,
// in whole spacings, and a particle has the mass ρ0 Δp³, so that as much comes in as is prescribed.
type Opening struct {
	opening.Opening
	Path string // of its table in a case file, for errors
	Side [2]int // of the tank that it takes all of: axis and end, as Sides; -1 is none

	Radius float64 // of a disc within which its sites are [m]

	// Factors of the velocity at the sites, of which some are wet at first; nil is uniform
	Factors func(l *opening.Layout, wet []bool) []float64

	// Of the flow at first, which Fill finds: sites that are wet, depth there [m], and speed into the
	// flow of the fluid beside them [m/s].
	Wet          []bool
	Depth, Speed float64
}

// unwalled reports whether a side of the tank has no wall.
func (s *Scene) unwalled(axis, end int) bool {
	return s.Open[axis][end] || s.Through()[axis][end]
}

// Through are the sides of the tank that openings take. They have no walls, but hold the fluid as
// walls do at first.
func (s *Scene) Through() (sides Sides) {
	for i := range s.Openings {
		if side := s.Openings[i].Side; side[0] >= 0 {
			sides[side[0]][side[1]] = true
		}
	}
	return sides
}

// Count is about how many particles the buffer of the opening has at most.
func (o *Opening) Count(p *sph.Params) float64 {
	if o.Free {
		return 0
	}
	n := float64(opening.Layers(p.Support(), p.DeltaP))
	for k := range p.Dim - 1 {
		n *= max(1, math.Round(2*o.Half[1-k]/p.DeltaP))
	}
	return n
}

// fillOpenings gives the case its openings, and fills their buffers. The fluid that was there is
// taken away. It comes after all fluids and before all walls.
func (s *Scene) fillOpenings(c *sph.Case, l *layout, walls geometry.Shape, h *headField) error {
	if len(s.Openings) == 0 {
		return nil
	}
	p := &c.Params
	if p.Dim == 2 {
		walls = geometry.Section(walls)
	}
	f := openingFill{s: s, c: c, walls: walls, heads: h, l: l}
	f.all = make([]opening.Opening, len(s.Openings))
	for i := range s.Openings {
		o := &s.Openings[i]
		f.all[i] = o.Opening
		f.close(o, &f.all[i])
		f.layouts = append(f.layouts, layoutOf(p, &f.all[i]))
	}
	f.index()
	var columns [][]openingParticle
	for i := range s.Openings {
		if s.Openings[i].Free {
			continue
		}
		of, err := f.columns(&s.Openings[i], i)
		if err != nil {
			return err
		}
		columns = append(columns, of)
	}
	f.takeAway(columns)
	for _, of := range columns {
		for _, x := range of {
			k := c.Particles.Len()
			c.Particles.Add(x.at, sph.Fluid, 0)
			c.Particles.Velocity[k] = single(x.velocity)
			c.Particles.RelDensity[k] = float32(x.rel)
			l.buffers = append(l.buffers, x.of)
		}
	}
	s.counts, s.buffers = l.kept, l.buffers
	c.Give("inlets and outlets", f.all)
	if c.Particles.Len() == 0 {
		return PlacedError{Path: s.Openings[0].Path, error: fmt.Errorf("no fluid is there at first: " +
			"the levels of all inlets begin below their openings; use higher ones, or a [[fluid]]")}
	}
	return nil
}

// openingFill fills the buffers of a scene's openings.
type openingFill struct {
	s       *Scene
	c       *sph.Case
	l       *layout
	walls   geometry.Shape
	heads   *headField
	all     []opening.Opening
	layouts []*opening.Layout
	asked   []int                // sites of each, before walls close some
	cells   map[[3]int32][]int32 // particles of fluid, by cells of a spacing
}

// openingParticle is one in a buffer.
type openingParticle struct {
	at, velocity [3]float64
	rel          float64
	of           bufferOf
}

// close takes the sites away whose columns are in walls.
func (f *openingFill) close(o *Opening, to *opening.Opening) {
	p := &f.c.Params
	l := layoutOf(p, to)
	depths := l.Layers
	if o.Free {
		depths = 0
	}
	closed := make([]bool, len(l.Place))
	f.asked = append(f.asked, len(l.Sites))
	parallel.Each(len(l.Place), func(place int) error {
		site := l.Place[place]
		if site < 0 {
			return nil
		}
		u, v, _ := to.From(l.Sites[site])
		if to.Disc && math.Hypot(u, v) > o.Radius {
			closed[place] = true
			return nil
		}
		points := to.Column(l, site)[:depths]
		ahead := l.Sites[site]
		for a := range 3 {
			ahead[a] += l.Spacing / 2 * to.Normal[a]
		}
		for _, x := range append(points, ahead) {
			if f.walls.Inside(decided(f.l.first, p, x)) || f.s.inSolid(x, l.Spacing/2) {
				closed[place] = true
				break
			}
		}
		return nil
	})
	if slices.Contains(closed, true) {
		to.Closed = closed
	}
}

// cellOf is the cell of a place.
func (f *openingFill) cellOf(x [3]float64) (at [3]int32) {
	for a := range 3 {
		at[a] = int32(math.Floor(x[a] / f.c.Params.DeltaP))
	}
	return at
}

// index sorts the fluid that is in and near buffers into cells.
func (f *openingFill) index() {
	f.cells = map[[3]int32][]int32{}
	margin := f.c.Params.Support()
	for i, x := range f.c.Particles.Position {
		for k := range f.all {
			if f.all[k].Holds(f.layouts[k], x, margin) {
				at := f.cellOf(x)
				f.cells[at] = append(f.cells[at], int32(i))
				break
			}
		}
	}
}

// nearest is the particle of fluid that is nearest to a place, and how far off; -1 is none within
// two spacings.
func (f *openingFill) nearest(x [3]float64) (best int32, least float64) {
	best, least = -1, math.Inf(1)
	at := f.cellOf(x)
	for n := range 125 {
		by := [3]int32{int32(n%5 - 2), int32(n/5%5 - 2), int32(n/25 - 2)}
		for _, i := range f.cells[[3]int32{at[0] + by[0], at[1] + by[1], at[2] + by[2]}] {
			y := f.c.Particles.Position[i]
			d := Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})
			if d < least || d == least && i < best {
				best, least = i, d
			}
		}
	}
	return best, least
}

// wetReach is how far from the first layer fluid is that makes a site wet [spacings].
const wetReach = 0.9

// columns are the particles of the wet sites of an opening at first.
func (f *openingFill) columns(o *Opening, number int) ([]openingParticle, error) {
	p, to, l := &f.c.Params, &f.all[number], f.layouts[number]
	if err := f.checkSites(to, l, f.asked[number]); err != nil {
		return nil, PlacedError{Path: o.Path, error: err}
	}
	o.Wet = make([]bool, len(l.Sites))
	near := make([]int32, len(l.Sites))
	wet, low, high := 0, math.Inf(1), math.Inf(-1)
	var speed [3]float64
	seen := 0
	for k, site := range l.Sites {
		i, far := f.nearest(to.Column(l, k)[0])
		if near[k] = i; i >= 0 && far < wetReach*p.DeltaP {
			seen++
			for a := range 3 {
				speed[a] += float64(f.c.Particles.Velocity[i][a])
			}
		}
		low = min(low, site[2]-p.DeltaP/2)
		if to.Level != nil {
			o.Wet[k] = site[2] < to.Level.At(0)
		} else {
			o.Wet[k] = i >= 0 && far < wetReach*p.DeltaP
		}
		if o.Wet[k] {
			wet, high = wet+1, max(high, site[2]+p.DeltaP/2)
		}
	}
	o.Depth, o.Speed = max(0, high-low), 0
	for a := range 3 {
		o.Speed += speed[a] / float64(max(1, seen)) * to.Normal[a]
	}
	if err := f.checkDry(to, wet, low); err != nil {
		path := o.Path
		if to.Level != nil {
			path += ".level"
		}
		return nil, PlacedError{Path: path, error: err}
	}
	if o.Factors != nil {
		to.Profile = o.Factors(l, o.Wet)
	}
	var all []openingParticle
	for k := range l.Sites {
		if !o.Wet[k] {
			continue
		}
		v := f.velocity(to, k, wet, near[k])
		of := f.bufferOf(to, near[k])
		for _, x := range to.Column(l, k) {
			all = append(all, openingParticle{x, v, f.density(to, x, high, of.material), of})
		}
	}
	return all, nil
}

// velocity is that at a site at first: what is given, or that of the fluid beside it [m/s].
func (f *openingFill) velocity(o *opening.Opening, site, wet int, near int32) (v [3]float64) {
	p, mean := &f.c.Params, 0.0
	switch {
	case o.Velocity != nil:
		mean = o.Velocity.At(0)
	case o.Discharge != nil:
		mean = o.Discharge.At(0) / (float64(wet) * math.Pow(p.DeltaP, float64(p.Dim-1)))
	case near >= 0:
		for a := range 3 {
			v[a] = float64(f.c.Particles.Velocity[near][a])
		}
		return v
	}
	if o.Profile != nil {
		mean *= o.Profile[site]
	}
	for a := range 3 {
		v[a] = mean * o.Normal[a]
	}
	return v
}

// density is ρ/ρ0 - 1 at a place of a buffer at first: that of fluid at rest below the level, or
// under the pressure, or as the fluid beside it, whose surface is at a height [m].
func (f *openingFill) density(o *opening.Opening, x [3]float64, surface float64,
	material int) float64 {
	p := &f.c.Params
	if len(f.s.Materials) > 1 {
		return f.densityOf(o, x, surface, material)
	}
	down := p.Rho0 * weight(p)
	switch {
	case o.Level != nil:
		return relAtHead(p, down*(o.Level.At(0)-x[2]))
	case o.Pressure != nil:
		pressure := o.Pressure.At(0) + down*(o.Centre[2]-x[2])
		return math.Expm1(math.Log1p(sph.Gamma*max(0, pressure)/(p.Rho0*p.C0*p.C0)) / sph.Gamma)
	}
	return relAtHead(p, f.heads.fluid(x, surface))
}

// takeAway removes the fluid that is in buffers, and what is closer to their particles than half of
// a spacing.
func (f *openingFill) takeAway(columns [][]openingParticle) {
	q, p := &f.c.Particles, &f.c.Params
	gone := make([]bool, q.Len())
	for i, x := range q.Position {
		gone[i] = f.held(x)
	}
	reach := p.DeltaP / 2 * (1 - 1e-6)
	for _, of := range columns {
		for _, c := range of {
			for {
				i, far := f.nearest(c.at)
				if i < 0 || far >= reach {
					break
				}
				gone[i] = true
				at := f.cellOf(q.Position[i])
				f.cells[at] = slices.DeleteFunc(f.cells[at], func(k int32) bool { return k == i })
			}
		}
	}
	f.l.kept = make([]int, len(f.l.fluids))
	from, to := 0, 0
	for k, n := range f.l.fluids {
		for i := from; i < from+n; i++ {
			if gone[i] {
				continue
			}
			q.Position[to], q.Velocity[to], q.RelDensity[to] = q.Position[i], q.Velocity[i], q.RelDensity[i]
			q.Type[to], q.Body[to] = q.Type[i], q.Body[i]
			to++
			f.l.kept[k]++
		}
		from += n
	}
	q.Position, q.Velocity, q.RelDensity = q.Position[:to], q.Velocity[:to], q.RelDensity[:to]
	q.Type, q.Body = q.Type[:to], q.Body[:to]
}

// held reports whether a place is in a buffer, between it and the wall around it, or as far behind
// an outfall.
func (f *openingFill) held(x [3]float64) bool {
	for k := range f.all {
		margin := 0.0
		if !f.all[k].Free {
			margin = f.c.Params.DeltaP
		}
		_, _, depth := f.all[k].From(x)
		if depth > 0 && f.all[k].Holds(f.layouts[k], x, margin) {
			return true
		}
	}
	return false
}

func layoutOf(p *sph.Params, o *opening.Opening) *opening.Layout {
	return o.LayoutOf(p.Dim, p.Support(), p.DeltaP)
}
