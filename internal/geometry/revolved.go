package geometry

// What is turned about an axis: cylinders, cones, and any profile.

import (
	"fmt"
	"math"
)

// Revolved is a profile that is turned about an axis.
type Revolved struct {
	from, axis Vec
	profile    *polygon // of distance from the axis and place along it
	pieces     []face   // of its edges, but those on the axis
	bounds     Box
}

// NewRevolved turns a profile about the line through a point along a direction. The profile's
// corners are (r, z): distance from the axis and place along it, from the point on [m]. If the
// profile is no closed ring, that is its last corner is not the first one, then the axis closes it.
func NewRevolved(from, axis Vec, profile [][2]float64) (*Revolved, error) {
	if n := norm(axis); !finite(from[0], from[1], from[2], n) || n == 0 {
		return nil, fmt.Errorf("what is revolved about a line through %v along %v has no axis; the "+
			"second should be a direction", from, axis)
	}
	for i, p := range profile {
		if p[0] < 0 {
			return nil, fmt.Errorf("corner %d of the profile of what is revolved is %g m from the axis, "+
				"which should be 0 or more", i+1, p[0])
		}
	}
	if n := len(profile); n > 1 && profile[0] != profile[n-1] {
		closed := append([]point(nil), profile...)
		if last := profile[n-1]; last[0] > 0 {
			closed = append(closed, point{0, last[1]})
		}
		if first := profile[0]; first[0] > 0 && closed[len(closed)-1] != (point{0, first[1]}) {
			closed = append(closed, point{0, first[1]})
		}
		profile = closed
	}
	g, err := newPolygon(profile)
	if err != nil {
		return nil, fmt.Errorf("the profile of what is revolved is no polygon: %w", err)
	}
	s := &Revolved{from: from, axis: unit(axis), profile: g, bounds: nowhere}
	g.open = make([]bool, len(g.p))
	for i, a := range g.p {
		for c := range 3 { // a circle of radius r reaches r √(1 - axis²) along each coordinate
			z := s.from[c] + a[1]*s.axis[c]
			reach := a[0] * math.Sqrt(max(0, 1-s.axis[c]*s.axis[c]))
			s.bounds.Min[c], s.bounds.Max[c] = min(s.bounds.Min[c], z-reach), max(s.bounds.Max[c], z+reach)
		}
		b, n := g.p[g.after(i)], g.normal(i)
		if a[0] == 0 && b[0] == 0 {
			g.open[i] = true
			continue
		}
		f := face{kind: turned, o: s.from, n: s.axis, u: n[0], v: n[1], r: n[0]*a[0] + n[1]*a[1],
			low: min(a[1], b[1]), high: max(a[1], b[1])}
		if a[1] == b[1] {
			f = face{kind: flat, o: along(s.from, a[1], s.axis), n: times(n[1], s.axis)}
		}
		s.pieces = append(s.pieces, f)
	}
	return s, nil
}

// NewCylinder has its axis between two points.
func NewCylinder(from, to Vec, radius float64) (*Revolved, error) {
	if err := checkEnds("cylinder", from, to); err != nil {
		return nil, err
	}
	if !finite(radius) || !(radius > 0) {
		return nil, fmt.Errorf("a cylinder has the radius %g m, which should be above 0", radius)
	}
	return NewRevolved(from, sub(to, from), [][2]float64{{radius, 0}, {radius, distance(from, to)}})
}

// NewCone has its axis between two points, and a radius at each; one of them may be 0.
func NewCone(from, to Vec, first, second float64) (*Revolved, error) {
	if err := checkEnds("cone", from, to); err != nil {
		return nil, err
	}
	if !finite(first, second) || !(first >= 0 && second >= 0 && first+second > 0) {
		return nil, fmt.Errorf("a cone has the radii %g and %g m, of which one should be above 0 and "+
			"none below", first, second)
	}
	return NewRevolved(from, sub(to, from), [][2]float64{{first, 0}, {second, distance(from, to)}})
}

func checkEnds(what string, from, to Vec) error {
	if d := distance(from, to); !finite(d) || d == 0 {
		return fmt.Errorf("a %s from %v to %v has no length; its ends should be apart", what, from, to)
	}
	return nil
}

// Bounds are those of its circles.
func (s *Revolved) Bounds() Box { return s.bounds }

// flat is x in the half-plane through the axis, and the direction from the axis to x.
func (s *Revolved) flat(x Vec) (point, Vec) {
	f := face{o: s.from, n: s.axis}
	rho, zeta, out := f.profile(x)
	return point{rho, zeta}, out
}

// solid is the inverse of flat.
func (s *Revolved) solid(q point, out Vec) Vec { return along(times(q[0], out), q[1], s.axis) }

// Inside reports whether x is in it.
func (s *Revolved) Inside(x Vec) bool { return s.side(x) >= 0 }

func (s *Revolved) side(x Vec) int {
	if s.bounds.away(x) > s.profile.near {
		return -1
	}
	q, _ := s.flat(x)
	return s.profile.side(q)
}

// Nearest lies in the half-plane through the axis and x.
func (s *Revolved) Nearest(x Vec, within float64) (Surface, bool) {
	if s.bounds.away(x) > within {
		return Surface{}, false
	}
	q, out := s.flat(x)
	f := s.profile.nearest(q)
	if !(f.distance <= within) {
		return Surface{}, false
	}
	if f.at[0] == 0 { // a tip has the axis as its normal
		f.normal[0] = 0
	}
	return towards(x, add(s.from, s.solid(f.at, out)), s.profile.side(q) >= 0,
		unit(s.solid(f.normal, out))), true
}

// Along cuts the line by the cones of the profile's edges.
func (s *Revolved) Along(from, way Vec, dst []Interval) []Interval {
	size := norm(way)
	if size == 0 {
		return dst
	}
	var buffer [16]float64
	cuts := buffer[:0]
	for i := range s.pieces {
		r := s.pieces[i].cut(from, way)
		for j := range 2 {
			if r.ok[j] {
				cuts = append(cuts, r.at[j])
			}
		}
	}
	return between(cuts, s.profile.near/size,
		func(t float64) bool { return s.Inside(along(from, t, way)) }, dst)
}

func (s *Revolved) faces(x Vec, within float64, dst []face) []face {
	for i := range s.pieces {
		if math.Abs(s.pieces[i].height(x)) <= within {
			dst = append(dst, s.pieces[i])
		}
	}
	return dst
}
