package picture

import "math"

// vec is a point or direction in space.
type vec [3]float64

func (a vec) minus(b vec) vec     { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vec) plus(b vec) vec      { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vec) times(s float64) vec { return vec{a[0] * s, a[1] * s, a[2] * s} }
func (a vec) dot(b vec) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) length() float64     { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec           { return a.times(1 / a.length()) }
func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func point(x [3]float32) vec { return vec{float64(x[0]), float64(x[1]), float64(x[2])} }

// View is where the flow is seen from.
type View int

const (
	Oblique View = iota // from the front, the right and above
	Front               // along y: x points to the right, z up
	Side                // from the end of x: y points to the right, z up
	Top                 // from above: x points to the right, y up
)

// Views are their names.
var Views = []string{"oblique", "front", "side", "top"}

// Angles are those of the eye: to the right of the front, and above the horizon [degrees].
type Angles struct{ Azimuth, Elevation float64 }

// Angles are those of the view.
func (v View) Angles() Angles {
	return [...]Angles{Oblique: {24, 24}, Front: {0, 0}, Side: {90, 0}, Top: {0, 90}}[v]
}

// back points to the eye, and right to the right of the picture.
func (a Angles) back() (back, right vec) {
	const degree = math.Pi / 180
	sinA, cosA := math.Sincos(a.Azimuth * degree)
	sinE, cosE := math.Sincos(a.Elevation * degree)
	return vec{sinA * cosE, -cosA * cosE, sinE}, vec{cosA, sinA, 0}
}

// towards is the axis that points to the eye, and -1 if its lower end does. Of an eye well above it
// is z.
func (a Angles) towards() (axis int, way float64) {
	back, _ := a.back()
	axis = 2
	if math.Abs(back[2]) < 0.3 {
		axis = 0
		if math.Abs(back[1]) > math.Abs(back[0]) {
			axis = 1
		}
	}
	return axis, math.Copysign(1, back[axis])
}

// camera looks at a box.
type camera struct {
	eye                vec
	right, up, forward vec
	scale, x0, y0      float64 // pixels per unit of slope, and where the view's axis is
}

// distance of the eye from the middle of the box, in diagonals.
const distance = 2.2

// frame is a rectangle of a picture, in pixels.
type frame struct{ left, top, right, bottom float64 }

// look makes a camera in whose picture the box fills the frame.
func look(from Angles, low, high vec, f frame) camera {
	back, right := from.back()
	c := camera{forward: back.times(-1), right: right, scale: 1}
	c.eye = low.plus(high).times(0.5).plus(back.times(distance * high.minus(low).length()))
	c.up = c.right.cross(c.forward)

	seen := frame{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range corners(low, high) {
		x, y, _ := c.project(p)
		seen.left, seen.right = min(seen.left, x), max(seen.right, x)
		seen.top, seen.bottom = min(seen.top, y), max(seen.bottom, y)
	}
	c.scale = min((f.right-f.left)/(seen.right-seen.left), (f.bottom-f.top)/(seen.bottom-seen.top))
	c.x0 = (f.left+f.right)/2 - c.scale*(seen.left+seen.right)/2
	c.y0 = (f.top+f.bottom)/2 - c.scale*(seen.top+seen.bottom)/2
	return c
}

// project is where p is in the picture [pixels], and how far behind the eye [m].
func (c *camera) project(p vec) (x, y, depth float64) {
	d := p.minus(c.eye)
	depth = d.dot(c.forward)
	return c.x0 + c.scale*d.dot(c.right)/depth, c.y0 - c.scale*d.dot(c.up)/depth, depth
}

// point is the other way round.
func (c *camera) point(x, y, depth float64) vec {
	return c.eye.plus(c.forward.plus(c.right.times((x - c.x0) / c.scale)).plus(
		c.up.times((c.y0 - y) / c.scale)).times(depth))
}

// corners are those of a box; bit a of the index reports whether it is high along
// axis a.
func corners(low, high vec) (all [8]vec) {
	for i := range all {
		all[i] = low
		for a := range 3 {
			if i>>a&1 == 1 {
				all[i][a] = high[a]
			}
		}
	}
	return all
}
