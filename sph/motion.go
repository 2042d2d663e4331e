package sph

import (
	"fmt"
	"math"

	"gpusph/internal/text"
)

// RepeatMotions lets motions that repeat last until the end of the flow.
func (c *Case) RepeatMotions() error {
	for i := range c.Bodies {
		long, err := c.Bodies[i].Motion.Lasting(c.End)
		if err != nil {
			return fmt.Errorf("the motion of %s in problem %s %w", c.Bodies[i].Name, c.Name, err)
		}
		c.Bodies[i].Motion = long
	}
	return nil
}

// MotionEnds tells of the bodies whose motion ends before the flow does: from then on they rest.
func (c *Case) MotionEnds() (notes []string) {
	for i := range c.Bodies {
		m := &c.Bodies[i].Motion
		if !m.Moves() {
			continue
		}
		if last := m.Times[len(m.Times)-1]; last < c.End {
			notes = append(notes, fmt.Sprintf("the motion of %s ends at %s s, before the flow does at %s s: it rests from then on; a longer table, or repeat = true, moves it on",
				c.Bodies[i].Name, text.Number(last), text.Number(c.End)))
		}
	}
	return notes
}

// bodiesMove says whether any body does.
func (c *Case) bodiesMove() bool {
	for i := range c.Bodies {
		if c.Bodies[i].Motion.Moves() {
			return true
		}
	}
	return false
}

// moves says whether particle i is of a body that does.
func (c *Case) BodyMoves(i int) bool {
	body := c.Particles.Body[i]
	return body > 0 && c.Particles.Type[i] == Wall && c.Bodies[body-1].Motion.Moves()
}

// movingWalls are the bodies of a case that move, taken together.
type MovingWalls struct {
	Move         bool
	Particles    int
	Speed, Accel float64 // the greatest at any time [m/s], [m/s²]
}

func (c *Case) MovingWalls() (w MovingWalls) {
	if !c.bodiesMove() {
		return w
	}
	w.Move = true
	for i := range c.Bodies {
		_, _, speed, accel := c.Bodies[i].Motion.PieceBounds()
		w.Speed, w.Accel = max(w.Speed, speed), max(w.Accel, accel)
	}
	for i := range c.Particles.Body {
		if c.BodyMoves(i) {
			w.Particles++
		}
	}
	return w
}

// checkMotions returns the first thing about bodies that move that cannot be simulated.
func (c *Case) checkMotions() error {
	p := &c.Params
	for i := range c.Bodies {
		b := &c.Bodies[i]
		if err := b.Motion.Check(c.End); err != nil {
			return fmt.Errorf("the motion of %s in problem %s %w", b.Name, c.Name, err)
		}
		if !b.Motion.Moves() {
			continue
		}
		low, high, speed, _ := b.Motion.PieceBounds()
		switch {
		case speed > 0.3*p.C0:
			return fmt.Errorf("%s of problem %s moves at up to %s m/s, but at a speed of sound of %s m/s no more than %s m/s keeps water nearly incompressible; a larger c0 would do",
				b.Name, c.Name, text.Number(speed), text.Number(p.C0), text.Number(0.3*p.C0))
		case p.Dim == 2 && (low[PlaneAxis] != 0 || high[PlaneAxis] != 0):
			return fmt.Errorf("%s of problem %s moves along %v, across the plane of the flow", b.Name, c.Name, PlaneAxis)
		}
		for a, periodic := range p.Periodic {
			if periodic && (low[a] != 0 || high[a] != 0) {
				return fmt.Errorf("%s of problem %s moves along %v, along which the flow is periodic; only motions across periodic axes are possible", b.Name, c.Name, Axis(a))
			}
		}
	}
	if !c.bodiesMove() {
		return nil
	}
	for i, x := range c.Particles.Position {
		if !c.BodyMoves(i) {
			continue
		}
		b := &c.Bodies[c.Particles.Body[i]-1]
		if c.Particles.Velocity[i] != [3]float32{} {
			return fmt.Errorf("wall particle %d of problem %s has a velocity of its own, but %s, of which it is, moves as a table says", i, c.Name, b.Name)
		}
		low, high, _, _ := b.Motion.PieceBounds()
		for a := range 3 {
			if !(x[a]+low[a] >= p.Min[a] && x[a]+high[a] <= p.Max[a]) {
				return fmt.Errorf("the motion of %s in problem %s takes wall particle %d from %s m to between %s and %s m along %v, outside the domain from %s to %s m; a larger domain or a smaller motion would do",
					b.Name, c.Name, i, p.Place(x), text.Coordinate(p.Origin[a], x[a]+low[a]), text.Coordinate(p.Origin[a], x[a]+high[a]), Axis(a), text.Coordinate(p.Origin[a], p.Min[a]), text.Coordinate(p.Origin[a], p.Max[a]))
			}
		}
	}
	if err := c.checkProbesOnMoving(); err != nil {
		return err
	}
	return c.checkOverlaps()
}

// checkProbesOnMoving refuses probes before a face that moves, if they do not move with it.
func (c *Case) checkProbesOnMoving() error {
	size := c.Params.DeltaP
	for i, x := range c.Particles.Position {
		if !c.BodyMoves(i) {
			continue
		}
		for k := range c.Probes {
			b := &c.Probes[k]
			n := b.unit()
			if Norm(n) == 0 || b.Body == int(c.Particles.Body[i]) {
				continue
			}
			d := [3]float64{x[0] - b.Position[0], x[1] - b.Position[1], x[2] - b.Position[2]}
			behind := -(d[0]*n[0] + d[1]*n[1] + d[2]*n[2])
			if behind > 0 && behind < 1.5*size && Norm([3]float64{d[0] + behind*n[0], d[1] + behind*n[1], d[2] + behind*n[2]}) < size {
				return fmt.Errorf("the probe %s of problem %s is on a face of %s, which moves, but the probe stays where it is; body = %q lets it move, too",
					b.Name, c.Name, c.Bodies[c.Particles.Body[i]-1].Name, c.Bodies[c.Particles.Body[i]-1].Name)
			}
		}
	}
	return nil
}

// looks is at how many times of a motion walls are looked at.
const looks = 32

// checkOverlaps refuses a motion that takes a wall into another: a particle nearer to one that moves otherwise than half a spacing,
// at any of some times.
func (c *Case) checkOverlaps() error {
	last := 0.0
	for i := range c.Bodies {
		if m := &c.Bodies[i].Motion; m.Moves() {
			last = max(last, m.Times[len(m.Times)-1])
		}
	}
	last = min(last, c.End)
	for look := range looks + 1 {
		if err := c.wallsAt(last * float64(look) / looks).overlap(); err != nil {
			return err
		}
	}
	return nil
}

// wallsAt is the walls of a case at a time, with those that move by cells as wide as the spacing.
type wallsAt struct {
	*Case
	time      float64
	shift     [][3]float64     // of bodies, from 1 on
	moving    map[[3]int][]int // particles, by cell
	low, high [3]float64       // between which these are
}

func (c *Case) wallsAt(time float64) *wallsAt {
	w := &wallsAt{
		Case: c, time: time, shift: make([][3]float64, len(c.Bodies)+1), moving: map[[3]int][]int{},
		low: [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, high: [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)},
	}
	for i := range c.Bodies {
		w.shift[i+1], _, _ = c.Bodies[i].Motion.At(time)
	}
	for i := range c.Particles.Position {
		if c.BodyMoves(i) {
			x := w.at(i)
			k := w.cell(x)
			w.moving[k] = append(w.moving[k], i)
			for a := range 3 {
				w.low[a], w.high[a] = min(w.low[a], x[a]), max(w.high[a], x[a])
			}
		}
	}
	return w
}

// body is the one that moves a particle; 0 is none.
func (w *wallsAt) body(i int) uint8 {
	if w.BodyMoves(i) {
		return w.Particles.Body[i]
	}
	return 0
}

func (w *wallsAt) at(i int) (x [3]float64) {
	x = w.Particles.Position[i]
	for a := range 3 {
		x[a] += w.shift[w.body(i)][a]
	}
	return x
}

func (w *wallsAt) cell(x [3]float64) (k [3]int) {
	for a := range 3 {
		k[a] = int(math.Floor(x[a] / w.Params.DeltaP))
	}
	return k
}

// far says whether a place is out of reach of all that moves.
func (w *wallsAt) far(x [3]float64) bool {
	size := w.Params.DeltaP
	for a := range 3 {
		if x[a] < w.low[a]-size || x[a] > w.high[a]+size {
			return true
		}
	}
	return false
}

// overlap returns the first overlap.
func (w *wallsAt) overlap() error {
	for i := range w.Particles.Position {
		x := w.at(i)
		if w.Particles.Type[i] != Wall || w.far(x) {
			continue
		}
		k := w.cell(x)
		for n := range 27 {
			for _, j := range w.moving[[3]int{k[0] + n%3 - 1, k[1] + n/3%3 - 1, k[2] + n/9 - 1}] {
				y := w.at(j)
				if w.body(i) != w.body(j) && Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}) < w.Params.DeltaP/2 {
					return fmt.Errorf("the motion of %s in problem %s takes it into another wall: at %s s wall particle %d is at %s m, and %d is at %s m; a smaller motion would do",
						w.Bodies[w.Particles.Body[j]-1].Name, w.Name, text.Number(w.time), j, w.Params.Place(y), i, w.Params.Place(x))
				}
			}
		}
	}
	return nil
}
