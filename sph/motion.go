package sph

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// MotionEnds tells of the bodies whose motion ends before the flow does: from then on they rest.
func (c *Case) MotionEnds() (notes []string) {
	for i := range c.Bodies {
		m := &c.Bodies[i].Motion
		if !m.Moves() || c.Bodies[i].Corrected != nil {
			continue
		}
		if last := m.Last(); last < c.End {
			notes = append(notes, fmt.Sprintf("the motion of %s ends at %s s, before the flow does at %s s: it rests from then on; a longer table, or repeat = true, moves it on",
				c.Bodies[i].Name, text.Number(last), text.Number(c.End)))
		}
	}
	return notes
}

// FastMotions tells of bodies that move faster than a tenth of the speed of sound: the fluid before
// them is compressed.
func (c *Case) FastMotions() (notes []string) {
	for i, speed := range c.Fastest() {
		if speed > 0.1*c.Params.C0 {
			notes = append(notes, fmt.Sprintf("%s moves at up to %s m/s, faster than a tenth of the speed of sound of %s m/s: densities beside it change by more than 1 %%; use a greater c0 to have less",
				c.Bodies[i].Name, text.Number(speed), text.Number(c.Params.C0)))
		}
	}
	return notes
}

// BodiesMove reports whether any body does.
func (c *Case) BodiesMove() bool {
	for i := range c.Bodies {
		if c.Bodies[i].Moves() {
			return true
		}
	}
	return false
}

// moves reports whether particle i is of a body that does.
func (c *Case) BodyMoves(i int) bool {
	body := c.Particles.Body[i]
	return body > 0 && c.Particles.Type[i] == Wall && c.Bodies[body-1].Moves()
}

// BodyBends reports whether particle i is of a body whose particles move each by itself.
func (c *Case) BodyBends(i int) bool {
	return c.BodyMoves(i) && c.Bodies[c.Particles.Body[i]-1].Bends
}

// BodyTurns reports whether particle i is of a body that turns.
func (c *Case) BodyTurns(i int) bool {
	return c.BodyMoves(i) && c.Bodies[c.Particles.Body[i]-1].Turns()
}

// Pivots are the points about which poses of bodies are, near their centres, and the greatest arms
// of their particles about these.
func (c *Case) Pivots() (pivots [][3]float64, arms []motion.Arm) {
	pivots, arms = make([][3]float64, len(c.Bodies)), make([]motion.Arm, len(c.Bodies))
	for i := range c.Bodies {
		pivots[i] = c.Bodies[i].Pivot()
	}
	for i, x := range c.Particles.Position {
		if c.BodyTurns(i) && !c.InZone(i) {
			body := c.Particles.Body[i] - 1
			arm := c.Bodies[body].arm(pivots[body], x)
			arms[body] = motion.Arm{Rate: max(arms[body].Rate, arm.Rate), Curve: max(arms[body].Curve, arm.Curve)}
		}
	}
	return pivots, arms
}

// movingWalls are the bodies of a case that move, taken together.
type MovingWalls struct {
	Move, Turn   bool
	Particles    int
	Speed, Accel float64 // the greatest at any time [m/s], [m/s²]
}

func (c *Case) MovingWalls() (w MovingWalls) {
	w.Move = c.BodiesMove() || len(c.ZonePaths()) > 0
	if !c.BodiesMove() {
		return w
	}
	for i, most := range c.greatest() {
		w.Turn = w.Turn || c.Bodies[i].Turns()
		w.Speed, w.Accel = max(w.Speed, most[0]), max(w.Accel, most[1])
	}
	for i := range c.Particles.Body {
		if c.BodyMoves(i) {
			w.Particles++
		}
	}
	return w
}

// greatest are bounds of the speed [m/s] and the acceleration [m/s²] of each body's particles; of
// bodies that are free those at the beginning, where nothing but gravity acts.
func (c *Case) greatest() (all [][2]float64) {
	arms := make([][]float64, len(c.Bodies))
	for i := range arms {
		arms[i] = make([]float64, len(c.Bodies[i].Motion.Links))
	}
	for i, x := range c.Particles.Position {
		if c.BodyTurns(i) && !c.InZone(i) {
			body := c.Particles.Body[i] - 1
			c.Bodies[body].Motion.Lengthen(arms[body], x)
		}
	}
	for i := range c.Bodies {
		if c.Bodies[i].Free != nil {
			all = append(all, c.beginsWith(i))
			continue
		}
		speed, accel := c.Bodies[i].Motion.Greatest(c.End, arms[i])
		if a := c.Bodies[i].Corrected; a != nil {
			speed, accel = speed+a.Speed, accel+a.Accel
		}
		all = append(all, [2]float64{speed, accel})
	}
	return all
}

// Fastest are the greatest speeds of the bodies' particles [m/s].
func (c *Case) Fastest() (all []float64) {
	for _, most := range c.greatest() {
		all = append(all, most[0])
	}
	return all
}

// MaxBodyMach is the greatest speed of a body that moves, over that of sound.
const MaxBodyMach = 0.3

// CheckMotions returns the first thing about bodies that move that cannot be simulated.
func (c *Case) CheckMotions() error {
	for i := range c.Bodies {
		b := &c.Bodies[i]
		if err := b.Motion.Check(c.End); err != nil {
			return fmt.Errorf("the motion of %s in problem %s %w", b.Name, c.Name, err)
		}
		if err := c.checkAxes(b); err != nil {
			return err
		}
	}
	if !c.BodiesMove() {
		return nil
	}
	for i, most := range c.greatest() {
		if speed, c0 := most[0], c.Params.C0; speed > MaxBodyMach*c0 {
			return fmt.Errorf("%s of problem %s moves at up to %s m/s, but at a speed of sound of %s m/s no more than %s m/s keeps water nearly incompressible; use a larger c0",
				c.Bodies[i].Name, c.Name, text.Number(speed), text.Number(c0), text.Number(MaxBodyMach*c0))
		}
	}
	for i := range c.Particles.Position {
		if c.BodyMoves(i) && c.Particles.Velocity[i] != [3]float32{} {
			return fmt.Errorf("wall particle %d of problem %s has a velocity of its own, but %s, of which it is, moves as a table says",
				i, c.Name, c.Bodies[c.Particles.Body[i]-1].Name)
		}
	}
	if err := c.checkWithinDomain(); err != nil {
		return err
	}
	if err := c.checkProbesOnMoving(); err != nil {
		return err
	}
	return c.checkOverlaps()
}

// checkAxes refuses a body that moves out of the plane of a flow, or along a periodic axis.
func (c *Case) checkAxes(b *Body) error {
	p := &c.Params
	for k := range b.Motion.Links {
		l := &b.Motion.Links[k]
		for a := range 3 {
			along := l.Axis[a] != 0
			if l.Turns { // it leaves coordinates along its axis alone
				along = l.Axis[(a+1)%3] != 0 || l.Axis[(a+2)%3] != 0
			}
			switch verb := map[bool]string{false: "moves", true: "turns"}[l.Turns]; {
			case !along:
			case p.Dim == 2 && Axis(a) == PlaneAxis:
				return fmt.Errorf("%s of problem %s %s along %v, across the plane of the flow", b.Name, c.Name, verb, PlaneAxis)
			case p.Periodic[a]:
				return fmt.Errorf("%s of problem %s %s along %v, along which the flow is periodic; only motions across periodic axes are possible",
					b.Name, c.Name, verb, Axis(a))
			}
		}
	}
	return nil
}

// pathTimes is at how many times of a turn its particles are looked at.
const pathTimes = 128

// Swept are the displacements of each body's particles until the end of the flow, for those that
// turn at some times; of bodies that are free none.
func (c *Case) Swept() (all []func(x [3]float64) (low, high [3]float64)) {
	for i := range c.Bodies {
		if c.Bodies[i].Free != nil { // known to the run only
			all = append(all, func([3]float64) (low, high [3]float64) { return low, high })
			continue
		}
		m := &c.Bodies[i].Motion
		if m.Turns() {
			all = append(all, m.Path(min(c.End, m.Last()), pathTimes).Swept)
			continue
		}
		low, high := c.Bodies[i].Extent(c.End)
		all = append(all, func([3]float64) ([3]float64, [3]float64) { return low, high })
	}
	return all
}

// checkWithinDomain refuses a motion that takes a body out of the domain.
func (c *Case) checkWithinDomain() error {
	p, ways := &c.Params, c.Swept()
	for i, x := range c.Particles.Position {
		if !c.BodyMoves(i) || c.InZone(i) {
			continue
		}
		low, high := ways[c.Particles.Body[i]-1](x)
		for a := range 3 {
			if !(x[a]+low[a] >= p.Min[a] && x[a]+high[a] <= p.Max[a]) {
				return fmt.Errorf("the motion of %s in problem %s takes wall particle %d from %s m to between %s and %s m along %v, outside the domain from %s to %s m; use a larger domain or a smaller motion",
					c.Bodies[c.Particles.Body[i]-1].Name, c.Name, i, p.Place(x), text.Coordinate(p.Origin[a], x[a]+low[a]), text.Coordinate(p.Origin[a], x[a]+high[a]), Axis(a), text.Coordinate(p.Origin[a], p.Min[a]), text.Coordinate(p.Origin[a], p.Max[a]))
			}
		}
	}
	return nil
}

// checkProbesOnMoving refuses probes before a face that moves, if they do not move with it.
func (c *Case) checkProbesOnMoving() error {
	size := c.Params.DeltaP
	for i, x := range c.Particles.Position {
		if !c.BodyMoves(i) || c.InZone(i) {
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

// checkOverlaps refuses a motion that takes a wall into another: a particle nearer to one that
// moves otherwise than half a spacing, at any of some times.
func (c *Case) checkOverlaps() error {
	last, spread := 0.0, false
	for i := range c.Bodies {
		if m := &c.Bodies[i].Motion; m.Moves() {
			last, spread = max(last, m.Last()), spread || m.Turns() || m.Swings()
		}
	}
	last = min(last, c.End)
	sides := []float64{0} // of corrections, over the greatest
	if len(c.Corrected()) > 0 {
		sides = []float64{0, -1, 1}
	}
	for look := range looks + 1 {
		time := last * float64(look) / looks
		if spread {
			time = motion.SpreadTime(look, last)
		}
		for _, side := range sides {
			err := c.wallsAt(time, side).overlap()
			if err != nil && side != 0 {
				return fmt.Errorf("%w, or more room for the correction of its motion", err)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// wallsAt is the walls of a case at a time, with those that move by cells as wide as the spacing.
type wallsAt struct {
	*Case
	time      float64
	poses     []motion.Pose    // of bodies, from 1 on
	moving    map[[3]int][]int // particles, by cell
	low, high [3]float64       // between which these are
}

func (c *Case) wallsAt(time, side float64) *wallsAt {
	w := &wallsAt{
		Case: c, time: time, poses: make([]motion.Pose, len(c.Bodies)+1), moving: map[[3]int][]int{},
		low: [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, high: [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)},
	}
	for i := range c.Bodies {
		b, correction := &c.Bodies[i], [2]float64{}
		if b.Corrected != nil {
			correction[0] = side * b.Corrected.Shift
		}
		w.poses[i+1] = b.Pose(time, [3]float64{}, correction)
	}
	for i := range c.Particles.Position {
		if c.BodyMoves(i) && !w.isGone(i) && !c.InZone(i) {
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

// isGone reports whether a particle is one of a body that is free, whose place later only the run
// finds.
func (w *wallsAt) isGone(i int) bool {
	body := w.Particles.Body[i]
	return w.time > 0 && body > 0 && w.Bodies[body-1].Free != nil
}

func (w *wallsAt) at(i int) (x [3]float64) {
	x = w.Particles.Position[i]
	if body := w.body(i); body > 0 {
		by := w.poses[body].Displacement(x)
		x = [3]float64{x[0] + by[0], x[1] + by[1], x[2] + by[2]}
	}
	return x
}

func (w *wallsAt) cell(x [3]float64) (k [3]int) {
	for a := range 3 {
		k[a] = int(math.Floor(x[a] / w.Params.DeltaP))
	}
	return k
}

// far reports whether a place is out of reach of all that moves.
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
		if w.Particles.Type[i] != Wall || w.isGone(i) || w.far(x) || w.InZone(i) {
			continue
		}
		k := w.cell(x)
		for n := range 27 {
			for _, j := range w.moving[[3]int{k[0] + n%3 - 1, k[1] + n/3%3 - 1, k[2] + n/9 - 1}] {
				y := w.at(j)
				if sole := w.Bodies[w.body(j)-1].Sole; sole != nil && y[2] < *sole && w.body(i) == 0 {
					continue // no fluid comes there
				}
				if w.body(i) != w.body(j) && Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}) < w.Params.DeltaP/2 {
					return fmt.Errorf("the motion of %s in problem %s takes it into another wall: at %s s the two are nearer than half a spacing at %s m; use a smaller motion or more room between them",
						w.Bodies[w.Particles.Body[j]-1].Name, w.Name, text.Number(w.time), w.Params.Place(y))
				}
			}
		}
	}
	return nil
}
