// Package geometry has the shapes of case files: boxes, spheres, cylinders, cones, planes, prisms,
// revolved profiles, height maps and triangle meshes, moved and combined. A shape tells what lies
// inside, and for any point the nearest point of its surface with the outward normal there.
//
// Lengths are in metres. A shape does not change once it is made, so that several goroutines may
// ask it.
package geometry

import (
	"math"
	"slices"
)

// Vec is a point or a direction.
type Vec = [3]float64

// Surface is the point of a shape's surface that is nearest to a point.
type Surface struct {
	Distance float64 // to the surface [m]; negative inside the shape
	Point    Vec     // the nearest point of the surface
	// Normal is the outward unit normal there. Where faces meet, at an edge or a corner, it is the
	// direction in which the distance grows: from the surface to the point asked about outside, the
	// other way inside. A point that lies on an edge has a mean of the faces' normals.
	Normal Vec
}

// Interval is what lies between two parameters along a line; either may be infinite.
type Interval struct{ Low, High float64 }

// Shape is a solid. It includes its surface.
type Shape interface {
	// Bounds has the shape in it. It may be infinite.
	Bounds() Box

	// Inside reports whether x is in the shape or on its surface.
	Inside(x Vec) bool

	// Nearest is the point of the surface that is nearest to x; false if the surface is farther
	// than within [m]. Where several points are as near it is one of them, always the same.
	Nearest(x Vec, within float64) (Surface, bool)

	// Along appends to dst what of the line from + t way is in the shape, as intervals of t, sorted
	// and disjoint.
	Along(from, way Vec, dst []Interval) []Interval

	// side is 1 inside, 0 on the surface, -1 outside.
	side(x Vec) int

	// faces appends smooth pieces that have in them all of the surface that is within a distance of
	// x, and perhaps more.
	faces(x Vec, within float64, dst []face) []face
}

func add(a, b Vec) Vec { return Vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func sub(a, b Vec) Vec { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func times(s float64, a Vec) Vec { return Vec{s * a[0], s * a[1], s * a[2]} }

// along is a + t b.
func along(a Vec, t float64, b Vec) Vec { return Vec{a[0] + t*b[0], a[1] + t*b[1], a[2] + t*b[2]} }

func dot(a, b Vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b Vec) Vec {
	return Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func norm(a Vec) float64 { return math.Sqrt(dot(a, a)) }

func distance(a, b Vec) float64 { return norm(sub(a, b)) }

// unit is the direction of a. That of nothing is nothing.
func unit(a Vec) Vec {
	n := norm(a)
	if n == 0 {
		return a
	}
	return times(1/n, a)
}

// across are two directions that make a right-handed system with the unit vector a: u, v, a.
func across(a Vec) (u, v Vec) {
	least := 0
	for i := range 3 {
		if math.Abs(a[i]) < math.Abs(a[least]) {
			least = i
		}
	}
	var e Vec
	e[least] = 1
	u = unit(cross(e, a))
	return u, cross(a, u)
}

// finite reports whether all are numbers.
func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// towards is the surface at p for a point x outside or inside. Very close to the surface the
// direction between them says nothing, and the normal is what the shape says.
func towards(x, p Vec, inside bool, normal Vec) Surface {
	apart := sub(x, p)
	d := norm(apart)
	size := math.Abs(p[0]) + math.Abs(p[1]) + math.Abs(p[2])
	if d > 1e-9*size && d > 1e-300 {
		normal = times(1/d, apart)
		if inside {
			normal = times(-1, normal)
		}
	}
	if inside {
		d = -d
	}
	return Surface{d, p, normal}
}

// alike is the least product of two normals that are of one smooth face.
const alike = 1 - 1e-4

// NearestOfAll is Nearest where no choice is left to rounding. A place in a shape, to which several
// faces are equally near but for a little [m], has the point in which their planes meet: the corner
// or the edge between them. So mirror images of a place have mirror images of a point. Where the
// planes meet beyond the faces, as those of opposite faces do, one of the faces is taken.
func NearestOfAll(s Shape, x Vec, within, little float64) (Surface, bool) {
	first, ok := s.Nearest(x, within)
	if !ok || !(first.Distance < -2*little) {
		return first, ok
	}
	normals, mean := []Vec{first.Normal}, first.Normal
	for len(normals) < 8 {
		// The nearest face of those that are equally near to x, where all of these are left behind.
		next, ok := s.Nearest(along(x, -little, mean), 3*little-first.Distance)
		if !ok || slices.ContainsFunc(normals, func(n Vec) bool { return dot(n, next.Normal) > alike }) {
			break
		}
		normals = append(normals, next.Normal)
		slices.SortFunc(normals, func(a, b Vec) int { return slices.Compare(a[:], b[:]) })
		var sum Vec
		for _, n := range normals {
			sum = add(sum, n)
		}
		if mean = unit(sum); norm(sum) < opposite*float64(len(normals)) {
			return oneOf(s, x, within, little, normals, first), true
		}
	}
	if len(normals) == 1 {
		return first, true
	}
	way := meeting(normals)
	far := -first.Distance * norm(way)
	corner := Surface{Distance: -far, Point: along(x, -first.Distance, way), Normal: unit(way)}
	if at, ok := s.Nearest(corner.Point, 8*little); !ok || math.Abs(at.Distance) > 4*little*norm(way) {
		return oneOf(s, x, within, little, normals, first), true
	}
	return corner, true
}

// meeting is where planes meet that are at a distance of 1 from the origin: the point nearest to it
// that is in all of them. Planes that have this point with others in common add nothing.
func meeting(normals []Vec) (at Vec) {
	const flat = 1e-3 // of a normal, beside the others
	var axes []Vec
	for _, n := range normals {
		beside := n
		for _, a := range axes {
			beside = along(beside, -dot(n, a), a)
		}
		size := norm(beside)
		if size < flat {
			continue
		}
		axis := times(1/size, beside)
		at = along(at, (1-dot(n, at))/size, axis)
		axes = append(axes, axis)
	}
	return at
}

// opposite is the length of the mean of the normals of faces that meet nowhere near.
const opposite = 0.3

// oneOf is one of some faces that are equally near to x: that of the greatest normal, by its
// coordinates.
func oneOf(s Shape, x Vec, within, little float64, normals []Vec, first Surface) Surface {
	best := normals[len(normals)-1]
	if of, ok := s.Nearest(along(x, little, best), within+little); ok && dot(of.Normal, best) > alike {
		of.Distance -= little
		return of
	}
	return first
}
