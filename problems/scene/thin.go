package scene

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
)

// Walls of shapes are looked at from sites before their surface: one spacing behind the surface,
// against its normal, there must still be a wall. Where there is none, layers of particles have
// holes.
const (
	thinSites   = 1e5  // sites that are looked from, for all walls together, about
	tooThin     = 0.5  // part of the places of a wall that may be thin, as its edges are
	worthANote  = 0.05 // part of the places of a wall from which on they are warned of
	alsoBehind  = 1e-6 // how far behind a surface one begins to look how thick a wall is [spacings]
	suggestedAt = 0.97 // of the thickness, the spacing that is proposed
)

// CheckThin refuses spacings at which walls are too thin to be closed, and tells of walls that are
// thin in places.
func (s *Scene) CheckThin(c *sph.Case) error {
	if s.Shaped == nil || s.checkSpacing(&c.Params) != nil {
		return nil
	}
	p := &c.Params
	for i := range s.Shaped.Walls {
		w := &s.Shaped.Walls[i]
		places := s.thicknesses(w, p)
		if len(places) == 0 {
			continue
		}
		thin := slices.IndexFunc(places, func(t thickness) bool { return t.is >= p.DeltaP*(1-Tolerance) })
		if thin < 0 {
			thin = len(places)
		}
		middle := places[thin/2]
		is := fmt.Sprintf("%s m", text.Number(text.Three(middle.is, math.Round)))
		if float64(thin) > tooThin*float64(len(places)) {
			would := fmt.Sprintf("; make it %s m thick at least", text.Exact(p.DeltaP))
			if least := suggestedAt * places[int(tooThin*float64(len(places)))].is; least >= finest {
				would += fmt.Sprintf(", or use --deltap %s", text.Number(text.Three(least, math.Floor)))
			}
			return PlacedError{Path: w.Path, error: fmt.Errorf("%s is about %s thick, as at %s, less than the spacing, %s m, so that its particles would have holes%s%s",
				w.Called(), is, s.Origin.Metres(middle.at), text.Exact(p.DeltaP), would, w.Hint)}
		}
		var plates []thickness // not at the edges of walls, which are always thin
		for _, t := range places[:thin] {
			if t.plate {
				plates = append(plates, t)
			}
		}
		if float64(len(plates)) > worthANote*float64(len(places)) {
			t := plates[len(plates)/2]
			c.Warnings = append(c.Warnings, fmt.Sprintf("%s is thinner than the spacing in places, about %s m as at %s: its particles have holes there; use a finer --deltap",
				w.Called(), text.Number(text.Three(t.is, math.Round)), s.Origin.Metres(t.at)))
		}
	}
	return nil
}

// thickness is how thick walls are behind a place of a surface, up to the support of the kernel
// [m].
type thickness struct {
	at    [3]float64
	is    float64
	plate bool // the face on the other side is nearly parallel
}

// thicknesses are those of a wall, the least first, as sites before it see it.
func (s *Scene) thicknesses(w *ShapedWall, p *sph.Params) (all []thickness) {
	shape, tank := w.Shape, latticeOf(s.Tank, p)
	if p.Dim == 2 {
		shape = geometry.Section(shape)
	}
	l := s.sitesAround(shape, tank, p)
	far := max(l.Step[0], l.Step[2], p.DeltaP)
	if p.Dim == 3 {
		far = max(far, l.Step[1])
	}
	deep := p.Support()
	var buffer [16]geometry.Interval
	for _, site := range geometry.Near(shape, l, 0, far) {
		x := l.At(site.At[0], site.At[1], site.At[2])
		if s.solidAt(x) || s.Tank.Distance(site.Point) > 0 {
			continue
		}
		t := thickness{at: site.Point, is: deep}
		back := site.Point
		for a := range 3 {
			back[a] -= deep * site.Normal[a]
		}
		if !s.solidAt(back) || !s.solidAt(Between(site.Point, back, p.DeltaP/deep)) {
			way := [3]float64{-site.Normal[0], -site.Normal[1], -site.Normal[2]}
			t.is = 0
			for _, in := range s.Shaped.Whole.Along(site.Point, way, buffer[:0]) {
				if in.Low <= alsoBehind*p.DeltaP && in.High > 0 {
					t.is = min(in.High, deep)
				}
			}
			if s.solidAt(Between(site.Point, back, min(1, (t.is+alsoBehind*p.DeltaP)/deep))) {
				t.is = deep // there is another wall behind, or that of the domain
			}
		}
		if out := t.is + 1e-3*p.DeltaP; t.is > 0 && t.is < p.DeltaP {
			other, ok := s.Shaped.Whole.Nearest(moved(site.Point, -out, site.Normal), p.DeltaP)
			t.plate = ok && dotOf(other.Normal, site.Normal) <= facing
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b thickness) int { return cmp.Compare(a.is, b.is) })
	return all
}

// sitesAround is a lattice over the bounds of a shape, as fine as the tank's or coarser.
func (s *Scene) sitesAround(shape geometry.Shape, tank lattice, p *sph.Params) geometry.Lattice {
	bounds := Clip(shape.Bounds(), s.Tank)
	l, grow := on(tank), p.DeltaP
	step := s.coarser(bounds, p)
	for a := range 3 {
		if l.N[a] == 1 {
			continue
		}
		low, high := max(bounds.Min[a]-grow, s.Tank.Min[a]), min(bounds.Max[a]+grow, s.Tank.Max[a])
		l.N[a] = max(1, int(math.Round((high-low)/step)))
		l.Origin[a], l.Step[a] = low, (high-low)/float64(l.N[a])
	}
	return l
}

// coarser is a spacing at which a box has so few sites that looking from them takes little time, or
// the flow's own [m].
func (s *Scene) coarser(b Box, p *sph.Params) float64 {
	most, size, power := s.sites(thinSites)/float64(len(s.Shaped.Walls)), 1.0, 1/float64(p.Dim)
	for a := range 3 {
		if p.Dim == 3 || a != 1 {
			size *= b.Size(a) + 2*p.DeltaP
		}
	}
	step := max(p.DeltaP, math.Pow(size/max(most, 1000), power))
	for divide(b, step).inside().size() > 4*max(most, 1000) { // one that is very long
		step *= 2
	}
	return step
}

// solidAt reports whether a point is in a wall. Beyond the domain it is.
func (s *Scene) solidAt(x [3]float64) bool {
	if s.Tank.Distance(x) > 0 || s.Shaped.Whole.Inside(x) {
		return true
	}
	return slices.ContainsFunc(s.Solids, func(o Solid) bool { return o.Distance(x) == 0 })
}
