package geometry

import (
	"fmt"
	"math"
)

// Prism is a polygon that is extruded along an axis.
type Prism struct {
	outline   *polygon
	axis      int
	low, high float64
}

// NewPrism extrudes a polygon along axis 0, 1 or 2 from one level to another [m]. The polygon's
// coordinates are those of the other two axes, the lower one first: x and z for a prism along y. It
// may be concave and run either way round.
func NewPrism(outline [][2]float64, axis int, low, high float64) (*Prism, error) {
	if axis < 0 || axis > 2 {
		return nil, fmt.Errorf("a prism lies along axis %d; 0, 1 and 2 are x, y and z", axis)
	}
	if !finite(low, high) || !(low < high) {
		return nil, fmt.Errorf("a prism reaches from %g to %g m along %c; the second level should be "+
			"the greater one", low, high, "xyz"[axis])
	}
	g, err := newPolygon(outline)
	if err != nil {
		return nil, fmt.Errorf("the outline of a prism is no polygon: %w", err)
	}
	return &Prism{g, axis, low, high}, nil
}

// others are the axes of the outline.
func (p *Prism) others() (int, int) {
	return [3]int{1, 0, 0}[p.axis], [3]int{2, 2, 1}[p.axis]
}

// flat is x as the outline sees it, and its place along the axis.
func (p *Prism) flat(x Vec) (point, float64) {
	u, v := p.others()
	return point{x[u], x[v]}, x[p.axis]
}

// solid is the inverse of flat.
func (p *Prism) solid(q point, w float64) (x Vec) {
	u, v := p.others()
	x[u], x[v], x[p.axis] = q[0], q[1], w
	return x
}

// Bounds are those of its corners.
func (p *Prism) Bounds() Box {
	low, high := p.outline.bounds()
	return Box{p.solid(low, p.low), p.solid(high, p.high)}
}

// Inside reports whether x is in the prism.
func (p *Prism) Inside(x Vec) bool { return p.side(x) >= 0 }

func (p *Prism) side(x Vec) int {
	q, w := p.flat(x)
	if !(p.low <= w && w <= p.high) {
		return -1
	}
	side := p.outline.side(q)
	if side > 0 && (w == p.low || w == p.high) {
		return 0
	}
	return side
}

// Nearest lies on a side or on an end.
func (p *Prism) Nearest(x Vec, within float64) (Surface, bool) {
	if b := p.Bounds(); b.away(x) > within {
		return Surface{}, false
	}
	q, w := p.flat(x)
	in, side := p.outline.side(q), p.side(x)
	f := p.outline.nearest(q)
	level := min(max(w, p.low), p.high)
	at, normal, best := p.solid(f.at, level), p.solid(f.normal, 0), math.Hypot(f.distance, w-level)
	if w <= p.low && f.distance <= p.outline.near {
		normal[p.axis]--
	} else if w >= p.high && f.distance <= p.outline.near {
		normal[p.axis]++
	}
	if in > 0 {
		if d := math.Abs(w - p.low); d < best {
			at, normal, best = p.solid(q, p.low), p.solid(point{}, -1), d
		}
		if d := math.Abs(w - p.high); d < best {
			at, normal, best = p.solid(q, p.high), p.solid(point{}, 1), d
		}
	}
	if !(best <= within) {
		return Surface{}, false
	}
	return towards(x, at, side >= 0, unit(normal)), true
}

// Along cuts the line by the faces that it meets, or comes close to.
func (p *Prism) Along(from, way Vec, dst []Interval) []Interval {
	size := norm(way)
	if size == 0 {
		return dst
	}
	q, w := p.flat(from)
	d, e := p.flat(way)
	if d == (point{}) { // along the axis
		if p.outline.side(q) < 0 {
			return dst
		}
		t, u := (p.low-w)/e, (p.high-w)/e
		return append(dst, Interval{min(t, u), max(t, u)})
	}
	var buffer [16]float64
	cuts := buffer[:0]
	for _, level := range [2]float64{p.low, p.high} {
		if t := (level - w) / e; finite(t) {
			cuts = append(cuts, t)
		}
	}
	for i, a := range p.outline.p {
		if p.outline.misses(i, q, d) {
			continue
		}
		n := p.outline.normal(i)
		if slope := n[0]*d[0] + n[1]*d[1]; slope != 0 {
			t := (n[0]*(a[0]-q[0]) + n[1]*(a[1]-q[1])) / slope
			// where it meets the line of the edge is not exact
			grazing := math.Abs(slope) < 1e-6*math.Hypot(d[0], d[1])
			if finite(t) && (grazing || p.outline.onEdge(i, point{q[0] + t*d[0], q[1] + t*d[1]})) {
				cuts = append(cuts, t)
			}
		}
	}
	return between(cuts, p.outline.near/size,
		func(t float64) bool { return p.Inside(along(from, t, way)) }, dst)
}

func (p *Prism) faces(x Vec, within float64, dst []face) []face {
	q, w := p.flat(x)
	for i, a := range p.outline.p {
		n := p.outline.normal(i)
		if math.Abs(n[0]*(q[0]-a[0])+n[1]*(q[1]-a[1])) <= within {
			dst = append(dst, face{kind: flat, o: p.solid(a, w), n: p.solid(n, 0)})
		}
	}
	if math.Abs(w-p.low) <= within && !math.IsInf(p.low, 0) {
		dst = append(dst, face{kind: flat, o: p.solid(point{}, p.low), n: p.solid(point{}, -1)})
	}
	if math.Abs(w-p.high) <= within && !math.IsInf(p.high, 0) {
		dst = append(dst, face{kind: flat, o: p.solid(point{}, p.high), n: p.solid(point{}, 1)})
	}
	return dst
}
