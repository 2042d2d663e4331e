package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// Fluid beside free bodies. Its sites are those of the tank's lattice, and faces of a body may lie
// anywhere between them. Fluid on a face, or a spacing from it, would push the body. So columns end
// at the faces above and below them, are shifted sideways, and particles that are still too near
// are moved away.

const (
	shiftReach = 20 // spacings from a box within which columns are shifted
	shiftLeast = 3  // spacings to other walls, below which they are not
)

// besideBodies are the sites of a fluid, whose columns are shifted, outside of free bodies. Those
// on the surface of a body have no fluid: else of two opposite faces one would have fluid half a
// spacing nearer than the other. runs are its sites outside of the bodies without shifts.
func (s *Scene) besideBodies(runs []geometry.Run, f *ShapedFluid, l lattice, p *sph.Params,
	shifts []columnShift) []geometry.Run {
	free := s.Shaped.free
	if free == nil {
		return runs
	}
	at := func(x [3]float64) [3]float64 {
		x, _ = shifted(shifts, x, &l)
		return x
	}
	var inside []geometry.Run
	for sides := range 1 << len(p.Axes()) {
		beside := on(l)
		for k, a := range p.Axes() {
			beside.Origin[a] += 2 * OnSurface * l.step[a] * float64(sides>>k&1*2-1)
		}
		inside = geometry.Unite(inside, geometry.RunsAt(free, beside, at))
	}
	var more []geometry.Run
	for _, r := range geometry.Less(geometry.Runs(free, on(l)), inside) { // within half a spacing
		for k := r.Low; k < r.High; k++ {
			x := [3]float64{l.along(0, r.I), l.along(1, r.J), l.along(2, k)}
			if hasBeside(runs, r.I, r.J, k) && s.inFluid(f, x) {
				more = append(more, geometry.Run{I: r.I, J: r.J, Low: k, High: k + 1})
			}
		}
	}
	return geometry.Less(geometry.Unite(runs, more), inside)
}

// hasBeside reports whether a site that is next to one is in runs.
func hasBeside(runs []geometry.Run, i, j, k int) bool {
	return geometry.Has(runs, i-1, j, k) || geometry.Has(runs, i+1, j, k) ||
		geometry.Has(runs, i, j-1, k) || geometry.Has(runs, i, j+1, k) ||
		geometry.Has(runs, i, j, k-1) || geometry.Has(runs, i, j, k+1)
}

// inFluid reports whether a site next to one of a fluid is in it, too, if no free body is there.
func (s *Scene) inFluid(f *ShapedFluid, x [3]float64) bool {
	if s.Shaped.standing != nil && s.Shaped.standing.Inside(x) {
		return false
	}
	if f.Shape != nil {
		return f.Shape.Inside(x)
	}
	return x[2] <= f.Level
}

// bodyEnds are the ends of a column of fluid between two heights: the faces of free bodies that are
// within half a spacing of them [m]. So there is half a spacing between the fluid and the body.
func (s *Shaped) bodyEnds(x [3]float64, floor, top, step float64) (low, high float64) {
	if low, high = floor, top; s.free == nil {
		return low, high
	}
	var buffer [8]geometry.Interval
	x[2] = (floor + top) / 2
	reach := step / 2 * (1 + 1e-6)
	for _, in := range s.free.Along(x, [3]float64{0, 0, 1}, buffer[:0]) {
		if face := x[2] + in.High; math.Abs(face-floor) <= reach {
			low = face
		}
		if face := x[2] + in.Low; math.Abs(face-top) <= reach {
			high = face
		}
	}
	return low, high
}

// columnShift is how far columns beside a free body are shifted along an axis. Those next to the
// faces of an upright box come to be half a spacing from them. Those beside other shapes come to
// lie alike on both sides of its middle.
type columnShift struct {
	box   geometry.Box
	axis  int
	at    [2]float64 // shift at the lower and the upper end of the box [m]
	reach [2]float64 // distance at which it is 0 [m]
	whole float64    // distance up to which it is not less [m]
	wide  float64    // along the other axis, as reach [m]; 0 is everywhere
}

// columnShifts are those of all free bodies.
func (s *Scene) columnShifts(l lattice, p *sph.Params) (all []columnShift) {
	for i := range s.Shaped.Walls {
		w := &s.Shaped.Walls[i]
		if w.Free == nil {
			continue
		}
		box := w.Shape.Bounds()
		for _, a := range p.Axes() {
			if a == 2 {
				continue
			}
			to := columnShift{box: box, axis: int(a), whole: 1.5 * l.step[a]}
			if _, upright := w.Shape.(geometry.Box); upright {
				to.at = l.toFaces(box, int(a))
			} else {
				to.at = l.toMiddle(box, int(a))
			}
			if p.Dim == 3 {
				to.wide = shiftReach * l.step[a]
			}
			for end := range 2 {
				to.reach[end] = min(shiftReach*l.step[a], s.roomBeside(i, box, int(a), end))
				if to.reach[end] < shiftLeast*l.step[a] {
					to.at[end] = 0
				}
			}
			if to.at != [2]float64{} {
				all = append(all, to)
			}
		}
	}
	return all
}

// toFaces are the shifts that put the sites outside of a box next to its faces half a spacing from
// these [m]. Sites on a face have no fluid.
func (l *lattice) toFaces(box geometry.Box, axis int) [2]float64 {
	step, little := l.step[axis], 2*OnSurface*l.step[axis]
	below := math.Ceil((box.Min[axis]-little-l.origin[axis])/step-0.5) - 1
	above := math.Floor((box.Max[axis]+little-l.origin[axis])/step-0.5) + 1
	return [2]float64{box.Min[axis] - step/2 - l.along(axis, int(below)),
		box.Max[axis] + step/2 - l.along(axis, int(above))}
}

// toMiddle is the shift that puts a site, or the middle of two, in that of a box [m].
func (l *lattice) toMiddle(box geometry.Box, axis int) [2]float64 {
	half := l.step[axis] / 2
	middle := (box.Min[axis]+box.Max[axis])/2 - l.origin[axis]
	by := middle - half*math.Round(middle/half)
	return [2]float64{by, by}
}

// roomBeside is how far a box is from the side of the tank and from the bounds of other walls, on
// one side along an axis; from free bodies, half of it [m].
func (s *Scene) roomBeside(i int, box geometry.Box, axis, end int) float64 {
	gap := func(other geometry.Box) float64 {
		if end == 0 {
			return box.Min[axis] - other.Max[axis]
		}
		return other.Min[axis] - box.Max[axis]
	}
	room := [2]float64{box.Min[axis] - s.Tank.Min[axis], s.Tank.Max[axis] - box.Max[axis]}[end]
	size := box.Max[axis] - box.Min[axis]
	near := func(other geometry.Box, part float64) {
		across := 1 - axis
		if other.Min[across] > box.Max[across] || other.Max[across] < box.Min[across] {
			return
		}
		if d := gap(other); d > -size/2 {
			room = min(room, part*max(0, d))
		}
	}
	for k := range s.Shaped.Walls {
		w := &s.Shaped.Walls[k]
		switch b := w.Shape.Bounds(); {
		case k == i || w.Free != nil && b.Min[axis] == box.Min[axis] && b.Max[axis] == box.Max[axis]:
		case w.Free != nil:
			near(b, 0.5)
		default:
			near(b, 1)
		}
	}
	for k := range s.Solids {
		near(s.Solids[k].Shape().Bounds(), 1)
	}
	return room
}

// of is the shift of a column [m].
func (c *columnShift) of(x [3]float64) float64 {
	part := 1.0
	if across := 1 - c.axis; c.wide > 0 {
		part = c.fade(max(c.box.Min[across]-x[across], x[across]-c.box.Max[across]), c.wide)
	}
	low, high := c.box.Min[c.axis], c.box.Max[c.axis]
	switch at := x[c.axis]; {
	case at < low && c.at[0] != 0:
		return part * c.at[0] * c.fade(low-at, c.reach[0])
	case at > high && c.at[1] != 0:
		return part * c.at[1] * c.fade(at-high, c.reach[1])
	case at < low || at > high:
		return 0
	default:
		return part * (c.at[0] + (at-low)/(high-low)*(c.at[1]-c.at[0]))
	}
}

// fade is the part of a shift that is left at a distance.
func (c *columnShift) fade(distance, reach float64) float64 {
	return max(0, min(1, (reach-distance)/(reach-c.whole)))
}

// shifted is where a column is, and the area that it has, as a part of that of a site.
func shifted(all []columnShift, x [3]float64, l *lattice) (at [3]float64, area float64) {
	by, width := [2]float64{}, [2]float64{1, 1}
	for i := range all {
		c := &all[i]
		here := c.of(x)
		if math.Abs(here) <= math.Abs(by[c.axis]) {
			continue
		}
		before, after := x, x
		before[c.axis] -= l.step[c.axis] / 2
		after[c.axis] += l.step[c.axis] / 2
		by[c.axis], width[c.axis] = here, 1+(c.of(after)-c.of(before))/l.step[c.axis]
	}
	x[0], x[1] = x[0]+by[0], x[1]+by[1]
	return x, width[0] * width[1]
}

// away is how far from a face [spacings] a particle comes to be that would be nearer than half a
// spacing. At a quarter the spring of dummy walls begins, and over curved faces a little farther.
func away(distance float64) float64 { return 0.4 + distance/5 }

// offBodies is where a particle of fluid is that would be at x: not nearer to a free body than 0.4
// spacings.
func (s *Scene) offBodies(p *sph.Params, x [3]float64) [3]float64 {
	if s.Shaped == nil || s.Shaped.free == nil {
		return x
	}
	half := p.DeltaP / 2
	bounds := s.Shaped.free.Bounds().Grown(half)
	for _, a := range p.Axes() {
		if x[a] < bounds.Min[a] || x[a] > bounds.Max[a] {
			return x
		}
	}
	face, ok := s.Shaped.free.Nearest(x, half)
	if !ok || face.Distance < 0 || face.Distance >= half*(1-1e-6) {
		return x
	}
	return moved(x, away(face.Distance/p.DeltaP)*p.DeltaP-face.Distance, face.Normal)
}
