package geometry

// What of a line is inside a mesh.
//
// All triangles see the corners in coordinates along and across the line, computed alike, so that a
// line near an edge passes on the same side of it for both of its triangles (Woop et al. 2013). A
// line that goes exactly through an edge or a corner is taken as shifted by next to nothing
// (Edelsbrunner & Mücke 1990).

import (
	"math"
	"slices"
)

// ray is a line in coordinates in which it lies along the axis z.
type ray struct {
	from, way Vec
	x, y, z   int     // axes; the line is steepest along z
	u, v      float64 // way along x and y per way along z
}

func newRay(from, way Vec) ray {
	r := ray{from: from, way: way}
	for a := range 3 {
		if math.Abs(way[a]) > math.Abs(way[r.z]) {
			r.z = a
		}
	}
	r.x, r.y = (r.z+1)%3, (r.z+2)%3
	r.u, r.v = way[r.x]/way[r.z], way[r.y]/way[r.z]
	return r
}

// see is p in the line's coordinates.
func (r *ray) see(p *Vec) (x, y, z float64) {
	z = p[r.z] - r.from[r.z]
	return p[r.x] - r.from[r.x] - float64(r.u*z), p[r.y] - r.from[r.y] - float64(r.v*z), z
}

// turnAround is 1 or -1 for an edge from (ax, ay) to (bx, by) that passes the origin
// counterclockwise or clockwise, and what it is times their distance. The origin is shifted by (ε,
// ε²). It is 0 for an edge of no length.
func turnAround(ax, ay, bx, by float64) (int, float64) {
	e := float64(ax*by) - float64(ay*bx)
	for _, v := range [3]float64{e, ay - by, bx - ax} {
		switch {
		case v > 0:
			return 1, e
		case v < 0:
			return -1, e
		}
	}
	return 0, 0
}

// hit is where a line crosses the surface: inwards for 1, outwards for -1.
type hit struct {
	t        float64
	in       int
	triangle int32
}

// hits appends all crossings of the line, unsorted.
func (m *Mesh) hits(from, way Vec, dst []hit) []hit {
	r := newRay(from, way)
	var buffer [deepest]int32
	stack := append(buffer[:0], 0)
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &m.nodes[at]
		if !r.meets(&n.box, 100*m.little) {
			continue
		}
		if !n.leaf() {
			stack = append(stack, n.right, at+1)
			continue
		}
		for i := n.first; i < n.last; i++ {
			c := &m.corners[i]
			ax, ay, az := r.see(&m.points[c[0]])
			bx, by, bz := r.see(&m.points[c[1]])
			cx, cy, cz := r.see(&m.points[c[2]])
			s, w := turnAround(ax, ay, bx, by)
			if s == 0 {
				continue
			}
			if other, u := turnAround(bx, by, cx, cy); other == s {
				if last, v := turnAround(cx, cy, ax, ay); last == s {
					z := (az + bz + cz) / 3
					if sum := u + v + w; sum != 0 {
						z = (u*az + v*bz + w*cz) / sum
					}
					in := -s
					if r.way[r.z] < 0 {
						in = s
					}
					dst = append(dst, hit{z / r.way[r.z], in, i})
				}
			}
		}
	}
	return dst
}

// meets reports whether the line comes to the box, or is off it by little.
func (r *ray) meets(b *Box, little float64) bool {
	low, high := math.Inf(-1), math.Inf(1)
	for a := range 3 {
		near, far := b.Min[a]-little-r.from[a], b.Max[a]+little-r.from[a]
		if r.way[a] == 0 {
			if near > 0 || far < 0 {
				return false
			}
			continue
		}
		near, far = near/r.way[a], far/r.way[a]
		if near > far {
			near, far = far, near
		}
		low, high = max(low, near), min(high, far)
	}
	return low <= high
}

// Along sums what goes in and out. Where more goes in than out, as at a hole, lines beside this one
// are tried, and then each piece is looked at from six sides.
func (m *Mesh) Along(from, way Vec, dst []Interval) []Interval {
	length := norm(way)
	if length == 0 {
		return dst
	}
	var buffer [32]hit
	first := m.hits(from, way, buffer[:0])
	if len(first) == 0 {
		return dst
	}
	if sorted(first) {
		return wound(first, dst)
	}
	u, v := across(times(1/length, way))
	var again [32]hit
	for _, shift := range [4][2]float64{{1, 0.4}, {-0.3, 1}, {-1, -0.6}, {0.7, -1}} {
		beside := along(along(from, 1e-7*m.size*shift[0], u), 1e-7*m.size*shift[1], v)
		if h := m.hits(beside, way, again[:0]); sorted(h) {
			return wound(h, dst)
		}
	}
	// Where the surface is missing, nothing says where the inside ends but what other rays see.
	const pieces = 64
	var cuts []float64
	for _, h := range first {
		cuts = append(cuts, h.t)
	}
	for _, in := range m.Bounds().Along(from, way, nil) {
		for i := range pieces + 1 {
			cuts = append(cuts, in.Low+(in.High-in.Low)*float64(i)/pieces)
		}
	}
	return between(cuts, 1e-12*m.size/length,
		func(t float64) bool { return m.vote(along(from, t, way)) }, dst)
}

// sorted sorts crossings, and reports whether as many go in as out. Of those at one place the
// inward ones come first.
func sorted(all []hit) bool {
	slices.SortFunc(all, func(a, b hit) int {
		switch {
		case a.t < b.t:
			return -1
		case a.t > b.t:
			return 1
		}
		return b.in - a.in
	})
	sum := 0
	for _, h := range all {
		sum += h.in
	}
	return sum == 0
}

// wound appends what is gone around.
func wound(all []hit, dst []Interval) []Interval {
	depth, low, begin := 0, 0.0, len(dst)
	for _, h := range all {
		depth += h.in
		switch {
		case depth == 1 && h.in > 0:
			low = h.t
		case depth == 0 && h.in < 0 && h.t > low:
			if n := len(dst); n > begin && dst[n-1].High >= low {
				dst[n-1].High = h.t
			} else {
				dst = append(dst, Interval{low, h.t})
			}
		}
	}
	return dst
}

// vote reports whether x is inside, as most of six rays from it do.
func (m *Mesh) vote(x Vec) bool {
	var buffer [32]hit
	votes := 0
	for a := range 3 {
		var way Vec
		way[a] = 1
		before, behind := 0, 0
		for _, h := range m.hits(x, way, buffer[:0]) {
			if h.t > 0 {
				behind -= h.in
			} else {
				before += h.in
			}
		}
		if before > 0 {
			votes++
		}
		if behind > 0 {
			votes++
		}
	}
	return votes > 3
}

// Inside reports whether the surface goes around x.
func (m *Mesh) Inside(x Vec) bool { return m.side(x) >= 0 }

func (m *Mesh) side(x Vec) int {
	if b := &m.nodes[0].box; b.away(x) > 0 {
		return -1
	}
	if _, on := m.closest(x, m.little); on {
		return 0
	}
	var buffer [32]hit
	all := m.hits(x, Vec{0, 0, 1}, buffer[:0])
	sum, behind := 0, 0
	for _, h := range all {
		sum += h.in
		if h.t > 0 {
			behind -= h.in
		}
	}
	if sum != 0 && m.vote(x) || sum == 0 && behind > 0 {
		return 1
	}
	return -1
}
