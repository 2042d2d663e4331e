package openings

import (
	"math"
	"slices"

	"gpusph/internal/parallel"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// placed is an inlet or an outlet in a scene.
type placed struct {
	Opening
	Path string // of its table in a case file, for errors
	Side [2]int // of the tank that it takes all of: axis and end, as Sides; -1 is none

	Radius float64 // of a disc within which its sites are [m]

	// Factors of the velocity at the sites, of which some are wet at first; nil is uniform
	Factors func(l *Layout, wet []bool) []float64

	Velocities *velocityGrid // at the sites in time; nil is none

	// Of the flow at first, which Fill finds: sites that are wet, depth there [m], and speed into the
	// flow of the fluid beside them [m/s].
	Wet          []bool
	Depth, Speed float64
}

// count is about how many particles the buffer of the opening has at most.
func (o *placed) count(p *sph.Params) float64 {
	if o.Free {
		return 0
	}
	n := float64(Layers(p.Support(), p.DeltaP))
	for k := range p.Dim - 1 {
		n *= max(1, math.Round(2*o.Half[1-k]/p.DeltaP))
	}
	return n
}

// buffers are the openings of a scene: scene.Buffers.
type buffers struct{ all []placed }

// Through implements scene.Buffers.
func (b *buffers) Through() (sides scene.Sides) {
	for i := range b.all {
		if side := b.all[i].Side; side[0] >= 0 {
			sides[side[0]][side[1]] = true
		}
	}
	return sides
}

// Count implements scene.Buffers.
func (b *buffers) Count(p *sph.Params) (n float64) {
	for i := range b.all {
		n += b.all[i].count(p)
	}
	return n
}

// Ends implements scene.Buffers.
func (b *buffers) Ends() (all []scene.End) {
	for i := range b.all {
		o := &b.all[i]
		half := o.Half
		if o.Disc {
			half = [2]float64{o.Radius, o.Radius}
		}
		all = append(all, scene.End{Name: o.Name, In: o.Inlet, Disc: o.Disc, Centre: o.Centre,
			Normal: o.Normal, Across: o.Across, Half: half})
	}
	return all
}

// Fill implements scene.Buffers.
func (b *buffers) Fill(filling *scene.Filling) error {
	f, c := fill{Filling: filling, all: make([]Opening, len(b.all))}, filling.Case
	for i := range b.all {
		o := &b.all[i]
		f.all[i] = o.Opening
		f.close(o, &f.all[i])
		f.layouts = append(f.layouts, LayoutOf(&c.Params, &f.all[i]))
	}
	f.index()
	var columns [][]particle
	for i := range b.all {
		if b.all[i].Free {
			continue
		}
		of, err := f.columns(&b.all[i], i)
		if err != nil {
			return err
		}
		columns = append(columns, of)
	}
	f.takeAway(columns)
	for _, of := range columns {
		for _, x := range of {
			f.Add(x.at, x.velocity, x.rel, x.of)
		}
	}
	Open(c, f.all)
	if c.Particles.Len() == 0 {
		return scene.ErrorAt(b.all[0].Path, "no fluid is there at first: the levels of all inlets begin "+
			"below their openings; use higher ones, or a [[fluid]]")
	}
	return nil
}

// fill fills the buffers.
type fill struct {
	*scene.Filling
	all     []Opening
	layouts []*Layout
	asked   []int                // sites of each, before walls close some
	cells   map[[3]int32][]int32 // particles of fluid, by cells of a spacing
}

// particle is one in a buffer.
type particle struct {
	at, velocity [3]float64
	rel          float64
	of           scene.BufferOf
}

// close takes the sites away whose columns are in walls.
func (f *fill) close(o *placed, to *Opening) {
	l := LayoutOf(&f.Case.Params, to)
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
			if f.Walled(x) {
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
func (f *fill) cellOf(x [3]float64) (at [3]int32) {
	for a := range 3 {
		at[a] = int32(math.Floor(x[a] / f.Case.Params.DeltaP))
	}
	return at
}

// index sorts the fluid that is in and near buffers into cells.
func (f *fill) index() {
	f.cells = map[[3]int32][]int32{}
	margin := f.Case.Params.Support()
	for i, x := range f.Case.Particles.Position {
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
func (f *fill) nearest(x [3]float64) (best int32, least float64) {
	best, least = -1, math.Inf(1)
	at := f.cellOf(x)
	for n := range 125 {
		by := [3]int32{int32(n%5 - 2), int32(n/5%5 - 2), int32(n/25 - 2)}
		for _, i := range f.cells[[3]int32{at[0] + by[0], at[1] + by[1], at[2] + by[2]}] {
			y := f.Case.Particles.Position[i]
			d := scene.Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})
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
func (f *fill) columns(o *placed, number int) ([]particle, error) {
	p, to, l := &f.Case.Params, &f.all[number], f.layouts[number]
	if err := f.checkSites(to, l, f.asked[number]); err != nil {
		return nil, scene.ErrorAt(o.Path, "%w", err)
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
				speed[a] += float64(f.Case.Particles.Velocity[i][a])
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
		return nil, scene.ErrorAt(path, "%w", err)
	}
	if o.Factors != nil {
		to.Profile = o.Factors(l, o.Wet)
	}
	if o.Velocities != nil {
		to.Grid, to.Velocity = o.Velocities.over(l)
	}
	var all []particle
	for k := range l.Sites {
		if !o.Wet[k] {
			continue
		}
		v := f.velocity(to, k, wet, near[k])
		of := f.of(to, near[k])
		for _, x := range to.Column(l, k) {
			all = append(all, particle{x, v, f.density(to, x, high, of.Material), of})
		}
	}
	return all, nil
}

// velocity is that at a site at first: what is given, or that of the fluid beside it [m/s].
func (f *fill) velocity(o *Opening, site, wet int, near int32) (v [3]float64) {
	p, mean := &f.Case.Params, 0.0
	switch {
	case o.Velocity != nil:
		mean = o.Velocity.At(0)
	case o.Discharge != nil:
		mean = o.Discharge.At(0) / (float64(wet) * math.Pow(p.DeltaP, float64(p.Dim-1)))
	case near >= 0:
		for a := range 3 {
			v[a] = float64(f.Case.Particles.Velocity[near][a])
		}
		return v
	}
	if o.Profile != nil {
		mean *= o.Profile[site]
	}
	if o.Grid != nil {
		mean = o.gridAt(site, 0)
	}
	for a := range 3 {
		v[a] = mean * o.Normal[a]
	}
	return v
}

// density is ρ/ρ0 - 1 at a place of a buffer at first: that of fluid at rest below the level, or
// under the pressure, or as the fluid beside it, whose surface is at a height [m].
func (f *fill) density(o *Opening, x [3]float64, surface float64,
	material int) float64 {
	p := &f.Case.Params
	if len(f.Materials) > 1 {
		return f.densityOf(o, x, surface, material)
	}
	down := f.Weight(material)
	switch {
	case o.Level != nil:
		return f.RelAtHead(material, down*(o.Level.At(0)-x[2]))
	case o.Pressure != nil:
		pressure := o.Pressure.At(0) + down*(o.Centre[2]-x[2])
		return math.Expm1(math.Log1p(sph.Gamma*max(0, pressure)/(p.Rho0*p.C0*p.C0)) / sph.Gamma)
	}
	return f.RelAtHead(material, f.Head(x, surface))
}

// of is what the particles of a column are of beside a particle of fluid; -1 is none.
func (f *fill) of(o *Opening, near int32) scene.BufferOf {
	of := f.Beside(near)
	if o.Material > 0 {
		of.Material = o.Material - 1
	}
	return of
}

// densityOf is density in a flow of several materials: that at the pressure of the fluid beside the
// place, or below a level the weight of the material itself where there is none. Where the
// pressure is given it differs by the same at all heights.
func (f *fill) densityOf(o *Opening, x [3]float64, surface float64, material int) float64 {
	if !f.HasHeads() {
		if o.Level == nil {
			return 0
		}
		return f.RelAtHead(material, f.Weight(material)*(o.Level.At(0)-x[2]))
	}
	head := f.Head(x, surface)
	if o.Pressure != nil {
		head += o.Pressure.At(0) - f.Head(o.Centre, surface)
	}
	return f.RelAtHead(material, max(0, head))
}

// takeAway removes the fluid that is in buffers, and what is closer to their particles than half of
// a spacing.
func (f *fill) takeAway(columns [][]particle) {
	q, p := &f.Case.Particles, &f.Case.Params
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
	f.Remove(gone)
}

// held reports whether a place is in a buffer, between it and the wall around it, or as far behind
// an outfall.
func (f *fill) held(x [3]float64) bool {
	for k := range f.all {
		margin := 0.0
		if !f.all[k].Free {
			margin = f.Case.Params.DeltaP
		}
		_, _, depth := f.all[k].From(x)
		if depth > 0 && f.all[k].Holds(f.layouts[k], x, margin) {
			return true
		}
	}
	return false
}
