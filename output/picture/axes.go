package picture

import (
	"fmt"
	"image/color"
	"math"
)

// edge is one of those of the box of the picture, in units of the picture.
type edge struct {
	ends    [2]vec // in space
	x, y    [2]float64
	length  float64 // in the picture
	outward [2]float64
}

// axes marks round numbers of metres along three edges of the box, those of its outline that are
// lowest, or for z at the left.
func (p *Painter) axes(t *writing) {
	for a := range 3 {
		if e, ok := p.axisEdge(a); ok {
			p.axis(t, a, &e)
		}
	}
}

// axisEdge is the edge along which an axis is marked. There is none where it would be too short.
func (p *Painter) axisEdge(a int) (best edge, ok bool) {
	const least = 70 // units
	b, c := (a+1)%3, (a+2)%3
	faces := func(axis int, high bool) bool { // whether a side of the box looks to the eye
		if high {
			return p.cam.eye[axis] > p.high[axis]
		}
		return p.cam.eye[axis] < p.low[axis]
	}
	all := corners(p.low, p.high)
	for i := range all {
		if i>>a&1 == 1 || faces(b, i>>b&1 == 1) == faces(c, i>>c&1 == 1) {
			continue
		}
		e := edge{ends: [2]vec{all[i], all[i|1<<a]}}
		for k := range 2 {
			x, y := p.at(e.ends[k])
			e.x[k], e.y[k] = x, y
		}
		e.length = math.Hypot(e.x[1]-e.x[0], e.y[1]-e.y[0])
		lower := e.y[0]+e.y[1] > best.y[0]+best.y[1]
		if a == 2 {
			lower = e.x[0]+e.x[1] < best.x[0]+best.x[1]
		}
		if e.length >= least && (!ok || lower) {
			best, ok = e, true
		}
	}
	if !ok {
		return best, false
	}
	// Outward is square to the edge, away from the middle of the box.
	mx, my := p.at(p.low.plus(p.high).times(0.5))
	nx, ny := (best.y[1]-best.y[0])/best.length, -(best.x[1]-best.x[0])/best.length
	if nx*(best.x[0]-mx)+ny*(best.y[0]-my) < 0 {
		nx, ny = -nx, -ny
	}
	best.outward = [2]float64{nx, ny}
	return best, true
}

// at is where a point is in the picture [units].
func (p *Painter) at(x vec) (u, v float64) {
	u, v, _ = p.cam.project(x)
	return u / (samples * p.unit), v / (samples * p.unit)
}

// beginning is the place that marks along an axis are counted from [m], where coordinates on the
// map have more digits than marks: a multiple of a power of ten longer than the part that is shown.
func beginning(low, high float64) float64 {
	if max(math.Abs(low), math.Abs(high)) < mostMarked || high-low <= 0 {
		return 0
	}
	unit := math.Pow(10, math.Ceil(math.Log10(high-low)))
	return math.Floor((low+0.1*(high-low))/unit) * unit
}

// mostMarked is the coordinate from which on marks are counted from another place than 0 [m].
const mostMarked = 1e4

// added is what is to be added to marks that are counted from a place.
func added(from float64) string {
	switch {
	case from > 0:
		return fmt.Sprintf("+ %.0f", from)
	case from < 0:
		return fmt.Sprintf("− %.0f", -from)
	}
	return ""
}

// axis marks an edge, and names it.
func (p *Painter) axis(t *writing, a int, e *edge) {
	const size, apart, tick = 13.0, 62.0, 6.0
	from := beginning(p.origin[a]+p.low[a], p.origin[a]+p.high[a])
	shift := p.origin[a] - from
	low, high := p.low[a]+shift, p.high[a]+shift
	step := evenStep((high - low) * apart / e.length)
	ox, oy := e.outward[0], e.outward[1]
	// away puts the middle of a text beyond the edge, so far that a text half as wide and high
	// clears it.
	away := func(x, y, gap, width float64) (float64, float64) {
		d := gap + math.Abs(ox)*width/2 + math.Abs(oy)*size/2
		return x + d*ox, y + d*oy + 0.36*size
	}
	widest := 0.0
	slack := 1e-3 * (high - low) // of places in 32 bits
	for _, x := range ticks(low-slack, high+slack, step) {
		q := e.ends[0]
		q[a] = x - shift
		u, v := p.at(q)
		t.stroke(u, v, u+tick*ox, v+tick*oy)
		label := mark(x, high-low)
		width := 0.55 * size * float64(len([]rune(label)))
		widest = max(widest, width)
		u, v = away(u, v, tick+4, width)
		t.text(u, v, size, t.regular, 90, label, 0.5)
	}
	const nameWidth = 38
	u, v := away((e.x[0]+e.x[1])/2, (e.y[0]+e.y[1])/2, tick+10+math.Abs(ox)*widest+math.Abs(oy)*size,
		nameWidth)
	t.text(u, v, size+1, t.bold, 60, [3]string{"x [m]", "y [m]", "z [m]"}[a], 0.5)
	label := added(from)
	half := 0.3*size*float64(len([]rune(label))) + 4 // it stays in the picture
	u = min(max(u, half), float64(p.options.Width)/p.unit-half)
	t.text(u, v+1.2*size, size, t.regular, 90, label, 0.5)
}

// evenStep is the first of 1, 2 and 5 times a power of ten that is not below x.
func evenStep(x float64) float64 {
	step := roundUp(x)
	for _, m := range []float64{1, 2, 5, 10} {
		if power := math.Pow(10, math.Floor(math.Log10(step)+1e-9)); m*power >= step*(1-1e-9) {
			return m * power
		}
	}
	return step
}

// stroke draws a thin line.
func (t *writing) stroke(x0, y0, x1, y1 float64) {
	steps := int(2*t.unit*math.Hypot(x1-x0, y1-y0)) + 1
	for k := range steps + 1 {
		part := float64(k) / float64(steps)
		x, y := int(t.unit*(x0+part*(x1-x0))), int(t.unit*(y0+part*(y1-y0)))
		t.img.Set(x, y, color.Gray{120})
	}
}
