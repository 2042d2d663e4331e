package geometry

// The curves in which two faces meet. Planes and spheres meet in lines and circles, and so do they
// with cones about an axis of their own. All others are traced: as points of the cone's generating
// lines, or of its circles, a point for each value of a parameter.

import (
	"math"
)

type curveKind uint8

const (
	line   curveKind = iota // o + t u
	circle                  // o + r (u cos t + v sin t)
	traced                  // as at says
)

// curve is a line, a circle, or what f and g have in common.
type curve struct {
	kind    curveKind
	o, u, v Vec
	r       float64

	// What is traced. f is a cone. The parameter is the angle about its axis, on which directions u
	// and v are 0 and a quarter; or, with byHeight, the place along the axis, from low to high. For
	// each there are two points at most.
	f, g      *face
	byHeight  bool
	second    bool // which of the two points
	low, high float64
}

// meetings appends the curves in which two faces meet, as far as they may be within reach of x.
func meetings(f, g *face, x Vec, reach float64, dst []curve) []curve {
	rank := func(f *face) kind {
		if f.kind == triangle {
			return flat
		}
		return f.kind
	}
	if rank(f) > rank(g) {
		f, g = g, f
	}
	switch {
	case rank(g) == flat:
		return planes(f, g, dst)
	case rank(f) == flat && g.kind == round:
		return circleAbout(g.o, f.n, -f.height(g.o), g.r, dst)
	case rank(f) == flat:
		return planeAndCone(f, g, x, reach, dst)
	case g.kind == round:
		return spheres(f, g, dst)
	case f.kind == round:
		return sphereAndCone(f, g, dst)
	}
	return cones(f, g, x, reach, dst)
}

const aligned = 1e-12 // cosines and sines below are rounding

func planes(f, g *face, dst []curve) []curve {
	d := cross(f.n, g.n)
	s := dot(d, d)
	if s < aligned {
		return dst
	}
	// The point that is on both planes and nearest to f's point: along f, down to g.
	down := cross(d, f.n) // in f's plane, across the line
	o := along(f.o, -g.height(f.o)/dot(g.n, down), down)
	return append(dst, curve{kind: line, o: o, u: times(1/math.Sqrt(s), d)})
}

// circleAbout appends the circle in which a sphere meets the plane across n that is a height above
// its centre.
func circleAbout(centre, n Vec, height, radius float64, dst []curve) []curve {
	if math.Abs(height) >= radius {
		return dst
	}
	c := curve{kind: circle, o: along(centre, height, n),
		r: math.Sqrt((radius - height) * (radius + height))}
	c.u, c.v = across(n)
	return append(dst, c)
}

func spheres(f, g *face, dst []curve) []curve {
	d := sub(g.o, f.o)
	l := norm(d)
	if l == 0 {
		return dst
	}
	return circleAbout(f.o, times(1/l, d), (l*l+f.r*f.r-g.r*g.r)/(2*l), f.r, dst)
}

// ring appends the circle of a cone at a height, if it is one.
func ring(f *face, zeta float64, dst []curve) []curve {
	r := (f.r - f.v*zeta) / f.u
	if !(r > 0) || !finite(r, zeta) {
		return dst
	}
	c := curve{kind: circle, o: along(f.o, zeta, f.n), r: r}
	c.u, c.v = across(f.n)
	return append(dst, c)
}

// both appends a traced curve's two halves.
func both(c curve, dst []curve) []curve {
	c.kind = traced
	c.u, c.v = across(c.f.n)
	if !c.byHeight {
		c.low, c.high = 0, 2*math.Pi
	}
	if !(c.low < c.high) {
		return dst
	}
	dst = append(dst, c)
	c.second = true
	return append(dst, c)
}

// byHeight is a curve on f, as far as f is needed, within reach of x.
func byHeight(f, g *face, x Vec, reach float64) curve {
	_, zeta, _ := f.profile(x)
	return curve{f: f, g: g, byHeight: true, low: max(zeta-reach, f.low),
		high: min(zeta+reach, f.high)}
}

func planeAndCone(f, g *face, x Vec, reach float64, dst []curve) []curve {
	cos := dot(f.n, g.n)
	if 1-math.Abs(cos) < aligned {
		return ring(g, -f.height(g.o)/cos, dst)
	}
	if math.Abs(cos) > math.Sqrt2/2 {
		n := len(dst)
		dst = both(curve{f: g, g: f}, dst)
		return dst[:n+1] // a line meets a plane once
	}
	if g.v == 0 && math.Abs(cos) < aligned { // along a cylinder
		r, h := g.r/g.u, -f.height(g.o)
		if math.Abs(h) >= r {
			return dst
		}
		side := times(math.Sqrt((r-h)*(r+h)), cross(f.n, g.n))
		foot := along(g.o, h, f.n)
		return append(dst, curve{kind: line, o: add(foot, side), u: g.n},
			curve{kind: line, o: sub(foot, side), u: g.n})
	}
	return both(byHeight(g, f, x, reach), dst)
}

func sphereAndCone(f, g *face, dst []curve) []curve {
	rho, zeta, _ := g.profile(f.o)
	if rho > 1e-12*f.r {
		return both(curve{f: g, g: f}, dst)
	}
	// In the half-plane through the axis: the profile's line and the circle about (0, ζ).
	t := quadratic(1, -g.u*zeta, zeta*zeta-f.r*f.r+g.r*g.r-2*g.v*g.r*zeta) // of (r u - t v, r v + t u)
	for i := range 2 {
		if t.ok[i] && (i == 0 || t.at[1] != t.at[0]) {
			dst = ring(g, g.r*g.v+t.at[i]*g.u, dst)
		}
	}
	return dst
}

func cones(f, g *face, x Vec, reach float64, dst []curve) []curve {
	cos := dot(f.n, g.n)
	if 1-math.Abs(cos) >= aligned {
		return both(curve{f: f, g: g}, dst)
	}
	rho, zeta, _ := f.profile(g.o)
	if rho > 1e-12*(math.Abs(f.r)+math.Abs(g.r)) {
		return both(byHeight(f, g, x, reach), dst)
	}
	// On one axis. g's line in f's half-plane is u ρ + v ζ = r with
	v := math.Copysign(g.v, g.v*cos)
	r := g.r + v*zeta
	if det := f.u*v - g.u*f.v; math.Abs(det) > aligned {
		return ring(f, (f.u*r-g.u*f.r)/det, dst)
	}
	return dst
}

// at is the point of a curve at a parameter, if there is one.
func (c *curve) at(t float64) (Vec, bool) {
	switch c.kind {
	case line:
		return along(c.o, t, c.u), true
	case circle:
		sin, cos := math.Sincos(t)
		return along(along(c.o, c.r*cos, c.u), c.r*sin, c.v), true
	}
	if c.byHeight {
		return c.atHeight(t)
	}
	f := c.f
	sin, cos := math.Sincos(t)
	out := along(times(cos, c.u), sin, c.v)
	from, way := along(along(f.o, f.r*f.u, out), f.r*f.v, f.n), along(times(-f.v, out), f.u, f.n)
	r := c.g.cut(from, way)
	i := 0
	if c.second {
		i = 1
	}
	if !r.ok[i] || f.r*f.u-f.v*r.at[i] < 0 {
		return Vec{}, false
	}
	return along(from, r.at[i], way), true
}

// atHeight is the point in which a cone's circle meets g: a plane, or a cone about a parallel axis.
func (c *curve) atHeight(zeta float64) (Vec, bool) {
	f, g := c.f, c.g
	rho, o := (f.r-f.v*zeta)/f.u, along(f.o, zeta, f.n)
	if !(rho >= 0) {
		return Vec{}, false
	}
	// cos and sin of the angle fulfil a cos + b sin = d.
	var a, b, d float64
	if g.kind == turned {
		height := dot(g.n, sub(o, g.o))
		other := (g.r - g.v*height) / g.u
		if !(other >= 0) {
			return Vec{}, false
		}
		w := sub(along(g.o, height, g.n), o)
		a, b, d = dot(w, c.u), dot(w, c.v), (rho*rho+dot(w, w)-other*other)/(2*rho)
	} else {
		a, b, d = rho*dot(g.n, c.u), rho*dot(g.n, c.v), -g.height(o)
	}
	t, ok := angles(a, b, d)
	if !ok {
		return Vec{}, false
	}
	i := 0
	if c.second {
		i = 1
	}
	sin, cos := math.Sincos(t[i])
	return along(along(o, rho*cos, c.u), rho*sin, c.v), true
}

// angles solve a cos t + b sin t = d.
func angles(a, b, d float64) (t [2]float64, ok bool) {
	h := math.Hypot(a, b)
	if !(math.Abs(d) <= h) || h == 0 {
		return t, false
	}
	middle, half := math.Atan2(b, a), math.Acos(d/h)
	return [2]float64{middle - half, middle + half}, true
}

// lowest appends the parameters at which a curve is nearest to x, each in its neighbourhood. The
// nearest of all is among them, if it is nearer than the best.
func (c *curve) lowest(x Vec, best float64, t *trace, dst []float64) []float64 {
	d := sub(x, c.o)
	switch c.kind {
	case line:
		return append(dst, dot(d, c.u))
	case circle:
		return append(dst, fullTurn(math.Atan2(dot(d, c.v), dot(d, c.u))))
	}
	t.take(c)
	return t.lowest(x, best, dst)
}

// fullTurn is an angle from 0 to 2 π.
func fullTurn(angle float64) float64 {
	angle = math.Mod(angle, 2*math.Pi)
	if angle < 0 {
		angle += 2 * math.Pi
	}
	return angle
}

// ends appends the parameters between which a curve may be closer than a distance to a point, whose
// nearest one is at lowest.
func (c *curve) ends(lowest, within float64, t *trace, dst []float64) []float64 {
	switch c.kind {
	case line:
		return append(dst, lowest-within, lowest+within)
	case circle:
		return append(dst, 0, 2*math.Pi)
	}
	return t.ends(dst)
}

// roots appends the parameters at which a curve meets a face.
func (c *curve) roots(k *face, t *trace, dst []float64) []float64 {
	switch {
	case c.kind == line:
		r := k.cut(c.o, c.u)
		for i := range 2 {
			if r.ok[i] {
				dst = append(dst, r.at[i])
			}
		}
		return dst
	case c.kind == circle && k.kind != turned:
		a, b, d := dot(k.n, c.u), dot(k.n, c.v), -k.height(c.o)/c.r
		if k.kind == round {
			w := sub(k.o, c.o)
			a, b, d = dot(w, c.u), dot(w, c.v), (c.r*c.r+dot(w, w)-k.r*k.r)/(2*c.r)
		}
		if at, ok := angles(a, b, d); ok {
			dst = append(dst, fullTurn(at[0]), fullTurn(at[1]))
		}
		return dst
	}
	if c.kind == circle {
		c.low, c.high = 0, 2*math.Pi
		t.take(c)
	}
	return t.roots(k, dst)
}
