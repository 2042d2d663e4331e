package geometry

// The smooth pieces that surfaces are made of. All but triangles go on beyond the shape's own face.

import "math"

type kind uint8

const (
	flat     kind = iota // a plane
	round                // a sphere
	turned               // a cone or a cylinder
	triangle             // of a mesh
)

// face is a smooth piece of a surface.
type face struct {
	kind kind
	leaf int // which shape of a combination it is of
	o    Vec // a point of the plane, the centre, a point of the axis, a corner
	n    Vec // unit normal; of what is turned the axis
	b, c Vec // the other corners of a triangle
	// What is turned has the line u ρ + v ζ = r as its profile, ρ ≥ 0 being the distance from the
	// axis and ζ the place along it; (u, v) is the unit normal, u is not 0. r of a sphere is its
	// radius.
	u, v, r   float64
	low, high float64 // what is turned is not needed below and above these places along the axis
}

// place is where x is in the half-plane through the axis, and the way from the axis to x.
func (f *face) place(x Vec) (rho, zeta float64, out Vec) {
	d := sub(x, f.o)
	zeta = dot(f.n, d)
	out = along(d, -zeta, f.n)
	rho = norm(out)
	if rho <= 1e-15*norm(d) { // on the axis, but for rounding
		rho = 0
	}
	return rho, zeta, out
}

// profile is the same with the direction from the axis to x, which is any on the axis.
func (f *face) profile(x Vec) (rho, zeta float64, out Vec) {
	rho, zeta, out = f.place(x)
	if rho == 0 {
		out, _ = across(f.n)
		return rho, zeta, out
	}
	out = times(1/rho, out)
	return rho, zeta, unit(along(out, -dot(f.n, out), f.n)) // close to the axis, too, it is across it
}

// height of x above the face, or what it goes on as. It is the distance, but beyond the tip of a
// cone and the edges of a triangle.
func (f *face) height(x Vec) float64 {
	switch f.kind {
	case round:
		return distance(x, f.o) - f.r
	case turned:
		rho, zeta, _ := f.place(x)
		return f.u*rho + f.v*zeta - f.r
	}
	return dot(f.n, sub(x, f.o))
}

// normal of the face at x, where x is on it.
func (f *face) normal(x Vec) Vec {
	switch f.kind {
	case round:
		return unit(sub(x, f.o))
	case turned:
		rho, zeta, out := f.profile(x)
		if rho < 1e-9*(math.Abs(zeta)+math.Abs(f.r)) { // the tip
			return f.n
		}
		return along(times(f.u, out), f.v, f.n)
	}
	return f.n
}

// foot is the point of the face that is nearest to x.
func (f *face) foot(x Vec) Vec {
	switch f.kind {
	case round:
		if n := unit(sub(x, f.o)); n != (Vec{}) {
			return along(f.o, f.r, n)
		}
		return along(f.o, f.r, Vec{0, 0, 1})
	case turned:
		rho, zeta, out := f.profile(x)
		h := f.u*rho + f.v*zeta - f.r
		rho, zeta = rho-h*f.u, zeta-h*f.v
		if rho < 0 { // the tip
			rho, zeta = 0, f.r/f.v
		}
		return along(along(f.o, zeta, f.n), rho, out)
	case triangle:
		p, _ := nearestOfTriangle(x, f.o, f.b, f.c)
		return p
	}
	return along(x, -f.height(x), f.n)
}

// has reports whether a point of a triangle's plane is in the triangle, or off it by a little.
// Other faces have no end.
func (f *face) has(p Vec, little float64) bool {
	if f.kind != triangle {
		return true
	}
	q, _ := nearestOfTriangle(p, f.o, f.b, f.c)
	return distance(p, q) <= little
}

// edges of a triangle, as planes across it, appended to dst.
func (f *face) edges(dst []face) []face {
	if f.kind != triangle {
		return dst
	}
	corners := [3]Vec{f.o, f.b, f.c}
	for i, a := range corners {
		b := corners[(i+1)%3]
		dst = append(dst, face{kind: flat, leaf: f.leaf, o: a, n: unit(cross(sub(b, a), f.n))})
	}
	return dst
}

// moved is the face turned by the columns of turn, then scaled, then shifted.
func (f face) moved(m *motion) face {
	f.o = m.out(f.o)
	f.n = m.turned(f.n)
	f.r, f.low, f.high = f.r*m.scale, f.low*m.scale, f.high*m.scale
	if f.kind == triangle {
		f.b, f.c = m.out(f.b), m.out(f.c)
	}
	return f
}

// roots are up to two parameters along a line.
type roots struct {
	at [2]float64
	ok [2]bool
}

// cut is where a line meets the face, or what it goes on as.
func (f *face) cut(from, way Vec) (r roots) {
	d := sub(from, f.o)
	switch f.kind {
	case round:
		return quadratic(dot(way, way), dot(way, d), dot(d, d)-f.r*f.r)
	case turned:
		// u² ρ² = (r - v ζ)²
		z, w := dot(d, f.n), dot(way, f.n)
		p, q := along(d, -z, f.n), along(way, -w, f.n)
		e := f.r - f.v*z
		r = quadratic(f.u*f.u*dot(q, q)-f.v*f.v*w*w, f.u*f.u*dot(p, q)+f.v*w*e, f.u*f.u*dot(p, p)-e*e)
		for i := range 2 { // not on the other half of a double cone
			r.ok[i] = r.ok[i] && (e-f.v*w*r.at[i])*f.u >= 0
		}
		return r
	}
	if slope := dot(f.n, way); slope != 0 {
		r.at[0] = -dot(f.n, d) / slope
		r.ok[0] = finite(r.at[0])
	}
	return r
}

// quadratic has the roots of a t² + 2 b t + c = 0, the lower first.
func quadratic(a, b, c float64) (r roots) {
	if a == 0 {
		if b != 0 {
			r.at[0], r.ok[0] = -c/(2*b), true
		}
		return r
	}
	s := b*b - a*c
	if !(s >= 0) {
		return r
	}
	q := -(b + math.Copysign(math.Sqrt(s), b))
	r.at[0] = q / a
	r.at[1] = r.at[0]
	if q != 0 {
		r.at[1] = c / q
	}
	if r.at[1] < r.at[0] {
		r.at[0], r.at[1] = r.at[1], r.at[0]
	}
	r.ok = [2]bool{finite(r.at[0]), finite(r.at[1])}
	return r
}

// nearestOfTriangle is the point of a triangle that is nearest to x, and where it lies: 0 within, 1
// to 3 on the edges a b, b c, c a, 4 to 6 at the corners a, b, c. After Ericson, Real-Time
// Collision Detection (2005), section 5.1.5.
func nearestOfTriangle(x, a, b, c Vec) (Vec, int) {
	ab, ac, ax := sub(b, a), sub(c, a), sub(x, a)
	d1, d2 := dot(ab, ax), dot(ac, ax)
	if d1 <= 0 && d2 <= 0 {
		return a, 4
	}
	bx := sub(x, b)
	d3, d4 := dot(ab, bx), dot(ac, bx)
	if d3 >= 0 && d4 <= d3 {
		return b, 5
	}
	vc := d1*d4 - d3*d2
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		return along(a, d1/(d1-d3), ab), 1
	}
	cx := sub(x, c)
	d5, d6 := dot(ab, cx), dot(ac, cx)
	if d6 >= 0 && d5 <= d6 {
		return c, 6
	}
	vb := d5*d2 - d1*d6
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return along(a, d2/(d2-d6), ac), 3
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return along(b, (d4-d3)/((d4-d3)+(d5-d6)), sub(c, b)), 2
	}
	w := 1 / (va + vb + vc)
	return along(along(a, vb*w, ab), vc*w, ac), 0
}
