package bodies

import (
	"math"

	"gpusph/internal/cells"
	"gpusph/sph"
)

// FacePoint is a point of a body's faces by which the body touches others.
type FacePoint struct {
	At     [3]float64 // [m]
	Normal [3]float64 // outward; 0 at edges and corners, and where it is not known
	Part   float64    // of a face that it stands for; 1 in the mean about
	Reach  float64    // distance at which it touches [spacings]; see cuda/contact.h
}

const (
	// flatReach is the reach of flat faces, edges and corners [spacings]. A face on the ground tilts
	// by that over its width, and by how far it sinks in, until all of its load is at an edge.
	flatReach = 0.0002
	// leastReach is what faces that are not flat reach at least [spacings].
	leastReach = 0.005
	// mostReach is the greatest reach [spacings].
	mostReach = 0.75
	// patch is the radius of the part of a round face that is within reach where it touches a plane
	// [spacings]: some points lie in it wherever the face touches.
	patch = 1.6
	// edgeReach is how far from a body lattice sites are whose nearest point is on an edge or a corner
	// [steps of the lattice of distances]: one such site at least is near each corner of a box.
	edgeReach = 1.2
	// smooth is the least product of the normals of two neighbouring points of one round face.
	smooth = 0.9
)

// facePoints are points of the faces of a body about half a spacing from each other, and points of
// its edges and corners: those nearest to the sites of a fine lattice around its particles.
func (c flow) facePoints(body int, inside [][3]float64) (points []FacePoint) {
	g, nodes := c.gridAround(inside, c.Params.DeltaP)
	fine, seen := g.Step/2, map[[3]int64]bool{}
	plane := g.Low[sph.PlaneAxis] + g.Step
	for _, node := range nodes {
		if math.Abs(float64(g.Of[node])) > 2*g.Step {
			continue
		}
		for k := range 8 {
			x := g.at(node)
			for a := range 3 {
				x[a] += fine / 2 * float64(2*(k>>a&1)-1)
			}
			if c.Params.Dim == 2 {
				if x[sph.PlaneAxis] = plane; k&2 != 0 {
					continue
				}
			}
			p, ok := c.facePoint(body, x, g.Step)
			if !ok {
				continue
			}
			var is [3]int64
			for a := range 3 {
				is[a] = int64(math.Round((p.At[a] - g.Low[a]) / (1e-4 * g.Step)))
			}
			if !seen[is] {
				seen[is] = true
				points = append(points, p)
			}
		}
	}
	c.setReaches(points)
	return points
}

// facePoint is the point of a body that is nearest to a place outside, if it is on an edge or a
// corner, or the place is within half a step of it.
func (c flow) facePoint(body int, x [3]float64, step float64) (p FacePoint, ok bool) {
	const rounding = 1e-3
	f, ok := c.FaceOf(body, x, edgeReach*step)
	if !ok || f.Distance < rounding*step || f.Distance > edgeReach*step {
		return p, false
	}
	p = FacePoint{At: x, Normal: f.Normal}
	for a := range 3 {
		p.At[a] -= f.Distance * f.Normal[a]
	}
	if c.isEdge(body, x, &f) {
		p.Normal = [3]float64{}
		return p, true
	}
	return p, f.Distance < (0.5+rounding)*step
}

// isEdge reports whether the point of a body that is nearest to a place outside is on an edge or a
// corner: it stays where it is as the place shifts.
func (c flow) isEdge(body int, x [3]float64, f *sph.Face) bool {
	const shift, stays = 0.01, 0.3 // parts of the distance and of the shift
	moves := func(way [3]float64) (by [3]float64) {
		for _, end := range [2]float64{-1, 1} {
			y := x
			for a := range 3 {
				y[a] += end * shift * f.Distance * way[a]
			}
			g, ok := c.FaceOf(body, y, 2*f.Distance)
			for a := range 3 {
				if ok {
					by[a] += end * (y[a] - g.Distance*g.Normal[a]) / (2 * shift * f.Distance)
				}
			}
		}
		return by
	}
	n := f.Normal
	if c.Params.Dim == 2 {
		way := [3]float64{n[2], 0, -n[0]}
		by := moves(way)
		return by[0]*way[0]+by[2]*way[2] < stays
	}
	u := perpendicular(n)
	v := crossOf(n, u)
	area := crossOf(moves(u), moves(v))
	return area[0]*n[0]+area[1]*n[1]+area[2]*n[2] < stays
}

// perpendicular is a unit vector perpendicular to another.
func perpendicular(n [3]float64) (u [3]float64) {
	least := 0
	for a := range 3 {
		if math.Abs(n[a]) < math.Abs(n[least]) {
			least = a
		}
	}
	var e [3]float64
	e[least] = 1
	u = crossOf(n, e)
	size := sph.Norm(u)
	for a := range 3 {
		u[a] /= size
	}
	return u
}

func crossOf(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// setReaches sets the reach of points by the curvature of the face around them: κ is the mean
// change of the normal over the mean distance, and the edge of a patch of radius r is r² κ/2 above
// the plane that the patch touches.
func (c flow) setReaches(points []FacePoint) {
	size := c.Params.DeltaP
	near := cells.New(len(points), 1.2*size, func(k int) [3]float64 { return points[k].At })
	for i := range points {
		p, turned, apart := &points[i], 0.0, 0.0
		near.Around(p.At, func(k int) {
			q, along := &points[k], 0.0
			var d, dn [3]float64
			for a := range 3 {
				d[a], dn[a] = p.At[a]-q.At[a], p.Normal[a]-q.Normal[a]
				along += p.Normal[a] * q.Normal[a]
			}
			if r := sph.Norm(d); r < 1.2*size && along > smooth {
				turned += sph.Norm(dn)
				apart += r
			}
		})
		p.Reach = flatReach
		if r := patch * patch / 2 * turned / apart * size; r > leastReach { // not NaN
			p.Reach = min(r, mostReach)
		}
	}
}

// setParts sets what part of a face each of some points stands for: less where they are dense.
func setParts(points []FacePoint, size float64) {
	taken := cells.New(len(points), 1.5*size, func(k int) [3]float64 { return points[k].At })
	for i := range points {
		x, near := points[i].At, 0.0
		taken.Around(x, func(k int) {
			y := points[k].At
			r := sph.Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}) / (1.5 * size)
			if r < 1 {
				near += (1 - r*r) * (1 - r*r)
			}
		})
		points[i].Part = 1 / near
	}
}

// Yields is the greatest 1/m [1/kg] of a free body, m being the mass that it has against a push at
// one of some points, in any direction.
func Yields(b *sph.Body, points []FacePoint) (most float64) {
	pivot, inverse := b.Pivot(), Inverse(PivotInertia(b))
	for i := range points {
		var r [3]float64
		for a := range 3 {
			r[a] = points[i].At[a] - pivot[a]
		}
		most = max(most, Of(b).yields(r, inverse))
	}
	return most
}

// yields is the greatest eigenvalue of the matrix that gives the acceleration of the point r from
// the pivot by a unit force there.
func (f *Body) yields(r [3]float64, inverse [3][3]float64) float64 {
	accelerated := func(force [3]float64) (by [3]float64) {
		moment := alongOf(f.Axes, crossOf(r, force))
		var turns [3]float64
		for a := range 3 {
			for k := range 3 {
				turns[a] += inverse[a][k] * moment[k]
			}
		}
		by = crossOf(alongOf(f.Axes, turns), r)
		for a, x := range alongOf(f.Directions, force) {
			by[a] += x / f.Mass
		}
		return by
	}
	var most float64
	for a := range 3 { // powers of the matrix
		v := [3]float64{0.1, 0.1, 0.1}
		v[a] = 1
		for range 20 {
			next := accelerated(v)
			size := sph.Norm(next)
			if size == 0 {
				break
			}
			most = max(most, size/sph.Norm(v))
			for k := range 3 {
				v[k] = next[k] / size
			}
		}
	}
	return most
}

// alongOf is the part of a vector along some orthonormal directions.
func alongOf(directions [][3]float64, v [3]float64) (of [3]float64) {
	for _, d := range directions {
		size := v[0]*d[0] + v[1]*d[1] + v[2]*d[2]
		for a := range 3 {
			of[a] += size * d[a]
		}
	}
	return of
}
