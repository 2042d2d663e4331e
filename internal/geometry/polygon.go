package geometry

// Polygons in a plane: the outlines of prisms, and the profiles of what is revolved.

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

type point = [2]float64

// polygon is simple and counterclockwise, and may be concave.
type polygon struct {
	p []point
	// edges, from p[i] to p[i+1], that are no surface: those on the axis of what is revolved. nil
	// is none
	open []bool
	near float64 // what is closer to an edge is on it
}

// newPolygon refuses what has no inside, and turns what runs clockwise.
func newPolygon(p []point) (*polygon, error) {
	p = slices.Clone(p)
	if n := len(p); n > 1 && p[0] == p[n-1] {
		p = p[:n-1]
	}
	if len(p) < 3 {
		return nil, fmt.Errorf("it has %d corners, and at least 3 are needed", len(p))
	}
	var twice, size, far float64
	for i, a := range p {
		b := p[(i+1)%len(p)]
		if !finite(a[0], a[1]) {
			return nil, fmt.Errorf("corner %d is at %v", i+1, a)
		}
		if a == b {
			return nil, fmt.Errorf("corner %d, at %v, is given twice", i+1, a)
		}
		twice += (a[0]-p[0][0])*(b[1]-p[0][1]) - (a[1]-p[0][1])*(b[0]-p[0][0])
		far = max(far, math.Abs(a[0]), math.Abs(a[1]))
		size = max(size, math.Abs(a[0]-p[0][0]), math.Abs(a[1]-p[0][1]))
	}
	if !(math.Abs(twice) > 1e-12*size*size) {
		return nil, errors.New("it has no area")
	}
	if twice < 0 {
		slices.Reverse(p)
	}
	g := &polygon{p: p, near: max(1e-12*size, 2e-15*far)}
	if i, j := g.crossing(); i >= 0 {
		return nil, fmt.Errorf("it crosses itself: the edge from %v to %v meets that from %v to %v",
			g.p[i], g.p[g.after(i)], g.p[j], g.p[g.after(j)])
	}
	return g, nil
}

func (g *polygon) after(i int) int { return (i + 1) % len(g.p) }

func (g *polygon) before(i int) int { return (i + len(g.p) - 1) % len(g.p) }

// crossing is the first pair of edges that meet where they should not, or -1.
func (g *polygon) crossing() (int, int) {
	n := len(g.p)
	for i := range n {
		for j := i + 1; j < n; j++ {
			a, b, c, d := g.p[i], g.p[g.after(i)], g.p[j], g.p[g.after(j)]
			switch {
			case g.after(i) == j: // back on itself
				if turn(a, b, d) == 0 && (d[0]-b[0])*(a[0]-b[0])+(d[1]-b[1])*(a[1]-b[1]) > 0 {
					return i, j
				}
			case g.after(j) == i:
				if turn(c, d, b) == 0 && (b[0]-a[0])*(c[0]-a[0])+(b[1]-a[1])*(c[1]-a[1]) > 0 {
					return i, j
				}
			default:
				if meet(a, b, c, d) {
					return i, j
				}
			}
		}
	}
	return -1, -1
}

// turn is twice the area of a triangle, positive if it is counterclockwise.
func turn(a, b, c point) float64 { return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0]) }

// meet reports whether two segments have a point in common.
func meet(a, b, c, d point) bool {
	for axis := range 2 {
		if max(a[axis], b[axis]) < min(c[axis], d[axis]) ||
			max(c[axis], d[axis]) < min(a[axis], b[axis]) {
			return false
		}
	}
	return turn(a, b, c)*turn(a, b, d) <= 0 && turn(c, d, a)*turn(c, d, b) <= 0
}

// normal of edge i, outwards.
func (g *polygon) normal(i int) point {
	a, b := g.p[i], g.p[g.after(i)]
	l := math.Hypot(b[0]-a[0], b[1]-a[1])
	return point{(b[1] - a[1]) / l, (a[0] - b[0]) / l}
}

// onEdge reports whether a point of the line through an edge is on the edge, or close to its ends.
func (g *polygon) onEdge(i int, q point) bool {
	a, b := g.p[i], g.p[g.after(i)]
	x, y := b[0]-a[0], b[1]-a[1]
	length := math.Hypot(x, y)
	far, more := ((q[0]-a[0])*x+(q[1]-a[1])*y)/length, 1e-9*length+16*g.near
	return far >= -more && far <= length+more
}

// misses reports whether a line from q along d passes both ends of an edge on one side, farther
// away than what onEdge calls close, and meets the line of the edge at an angle. It then has no
// point of the edge. To find where the lines meet takes ten times as long.
func (g *polygon) misses(i int, q, d point) bool {
	a, b := g.p[i], g.p[g.after(i)]
	x, y := a[0]-q[0], a[1]-q[1]
	u, v := b[0]-a[0], b[1]-a[1]
	first := d[0]*y - d[1]*x
	second := first + d[0]*v - d[1]*u
	length, size := math.Abs(u)+math.Abs(v), math.Abs(d[0])+math.Abs(d[1])
	margin := size * (4e-9*length + 64*g.near + 1e-11*(math.Abs(x)+math.Abs(y)+length))
	return (min(first, second) > margin || max(first, second) < -margin) &&
		math.Abs(second-first) > 1e-5*size*length
}

// foot is the nearest point of a polygon's edges.
type foot struct {
	at       point
	distance float64
	normal   point // at a corner the sum of those of its edges, not normalised
}

func (g *polygon) nearest(q point) foot {
	best, edge, where := math.Inf(1), -1, 0.0
	for i, a := range g.p {
		if g.open != nil && g.open[i] {
			continue
		}
		b := g.p[g.after(i)]
		u, v := b[0]-a[0], b[1]-a[1]
		t := min(max(((q[0]-a[0])*u+(q[1]-a[1])*v)/(u*u+v*v), 0), 1)
		x, y := q[0]-a[0]-t*u, q[1]-a[1]-t*v
		if d := x*x + y*y; d < best {
			best, edge, where = d, i, t
		}
	}
	if edge < 0 {
		return foot{distance: math.Inf(1)}
	}
	a, b := g.p[edge], g.p[g.after(edge)]
	f := foot{point{a[0] + where*(b[0]-a[0]), a[1] + where*(b[1]-a[1])}, math.Sqrt(best),
		g.normal(edge)}
	other := edge
	switch where {
	case 0:
		other = g.before(edge)
	case 1:
		f.at, other = b, g.after(edge)
	}
	if other != edge && (g.open == nil || !g.open[other]) {
		n := g.normal(other)
		f.normal = point{f.normal[0] + n[0], f.normal[1] + n[1]}
	}
	return f
}

// side is 1 inside, 0 on an edge, -1 outside.
func (g *polygon) side(q point) int {
	inside := false
	for i, a := range g.p {
		b := g.p[g.after(i)]
		if up := b[1] > q[1]; (a[1] > q[1]) != up { // an edge to the right of q; q on the axis is inside
			if c := turn(a, b, q); up && c > 0 || !up && c < 0 {
				inside = !inside
			}
		}
		if g.open != nil && g.open[i] {
			continue
		}
		// Few edges are close enough to be looked at in full.
		if q[0] < min(a[0], b[0])-g.near || q[0] > max(a[0], b[0])+g.near ||
			q[1] < min(a[1], b[1])-g.near || q[1] > max(a[1], b[1])+g.near {
			continue
		}
		if math.Abs(turn(a, b, q)) <= g.near*math.Hypot(b[0]-a[0], b[1]-a[1]) {
			return 0
		}
	}
	if inside {
		return 1
	}
	return -1
}

// bounds are its least and greatest coordinates.
func (g *polygon) bounds() (low, high point) {
	low, high = g.p[0], g.p[0]
	for _, a := range g.p {
		for axis := range 2 {
			low[axis], high[axis] = min(low[axis], a[axis]), max(high[axis], a[axis])
		}
	}
	return low, high
}
