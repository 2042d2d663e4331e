package convert

// Tanks that move with all their walls: their frame moves. A wall cannot turn, but a frame can.

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
)

// turn is a movement about an axis, clockwise for a viewer who looks against it.
type turn struct {
	from         *element
	point, along vec
	angle        func(t float64) float64 // since its beginning [°]
	grain        float64                 // interval of the angles that it was read from [s]
}

// turn reads a turn at a constant speed, with an acceleration, to and fro, or of a table.
func (r *reader) turn(e *element, m, before *movement) error {
	var ends [2]vec
	for i, name := range []string{"axisp1", "axisp2"} {
		x, err := r.point(e.child(name))
		if err != nil {
			return err
		}
		ends[i] = x
	}
	t := &turn{from: e, point: ends[0], along: minus(ends[1], ends[0])}
	if dot(t.along, t.along) == 0 {
		return errors.New("its axis has no length")
	}
	m.turn = t
	unit := 180 / math.Pi
	if e.name != "mvrotfile" {
		law, err := r.around(e, m, before)
		t.angle = func(s float64) float64 { return law.angle(s) * unit }
		m.moves = func(begin, end float64) []casefile.Move {
			return []casefile.Move{about(law.move(begin, end), t.point, t.along)}
		}
		return err
	}
	var table movement
	if err := r.table(e, &table, [4]int{0, 1, -1, -1}); err != nil {
		return err
	}
	unit *= angleUnit(e)
	t.angle = func(s float64) float64 { return table.at(s)[0] * unit }
	t.grain = table.times[len(table.times)-1] / float64(len(table.times)-1)
	m.moves = func(begin, end float64) []casefile.Move {
		rows := rowsBetween(table.times, t.angle, begin, end)
		return []casefile.Move{about(casefile.Move{Rows: rows}, t.point, t.along)}
	}
	return nil
}

// turns is the first turn of some chains, or nil.
func turns(chains []chain) *turn {
	for _, c := range chains {
		for _, m := range c.parts {
			if m.turn != nil {
				return m.turn
			}
		}
	}
	return nil
}

// isTankOf reports whether the sides of the domain have an mk.
func (r *reader) isTankOf(mk int) bool {
	return r.tank != nil && slices.ContainsFunc(r.tank.parts, func(i *item) bool { return i.mk == mk })
}

// turnsAsTank reports whether an object is the tank with all walls, whose frame turns.
func (r *reader) turnsAsTank(e *element) bool {
	ref, err := r.number(e, "ref")
	return err == nil && r.isTankOf(int(ref)) && r.c.Turning == nil && len(r.c.Bodies) == 0 &&
		!slices.ContainsFunc(r.wallMarks, func(mk int) bool { return mk != int(ref) })
}

// turnTank makes the turns of a tank with all its walls those of the frame.
func (r *reader) turnTank(e *element, chains []chain) error {
	first := turns(chains)
	if len(chains) != 1 || r.c.End == 0 {
		return errors.New("several motions at once do not make one turn of the frame")
	}
	h := max(significant(r.c.End/2000), 1e-6)
	for _, m := range chains[0].parts {
		switch {
		case m.turn == nil && m.straight:
			return errors.New("a tank that both turns and moves has no frame here")
		case m.turn == nil:
		case m.turn.point != first.point || m.turn.along != first.along:
			return errors.New("a frame turns about one axis, but its turns have several")
		default:
			h = max(h, significant(m.turn.grain))
		}
	}
	n := max(3, int(math.Ceil(r.c.End/h))+2)
	t := &casefile.Turning{Point: tidied(first.point), Interval: h}
	t.Axis = tidied(minus(vec{}, first.along)) // about which it turns counterclockwise
	for k := range n {
		t.Angles = append(t.Angles, tidy(angleAt(chains[0], float64(k)*h)))
	}
	if r.plane {
		t.Point[1] = 0
		if first.along[0] != 0 || first.along[2] != 0 {
			return errors.New("in two dimensions the axis of the frame is along y")
		}
	}
	r.c.Turning = t
	r.near(e, "the tank turns with all its walls, so its frame does: positions, velocities and "+
		"gauges are those in the tank")
	if math.Abs(angleAt(chains[0], h)) > 0.6*math.Abs(angleAt(chains[0], 2*h)-angleAt(chains[0], h)) {
		return approximately("the tank turns from the beginning; here the fluid turns with it at first")
	}
	return nil
}

// angleAt is how far a chain has turned a tank at a time [°].
func angleAt(c chain, time float64) (sum float64) {
	begin := c.start
	for _, m := range c.parts {
		if time <= begin {
			break
		}
		last := min(begin+m.duration, c.finish)
		if m.turn != nil {
			sum += m.turn.angle(min(time, last) - begin)
		}
		begin = last
	}
	return sum
}

// carryBodies refuses bodies that are held where the tank moves, as they are not held in its frame.
func (r *reader) carryBodies(chains []chain) error {
	for k := range r.c.Bodies {
		for _, lock := range r.c.Bodies[k].Lock {
			axis := slices.Index(axes[:], lock)
			if axis < 0 {
				continue
			}
			for n := range 101 {
				if x, _ := where(chains, r.c.End*float64(n)/100); math.Abs(x[axis]) > 1e-3*r.dp {
					r.tankRests = true
					return fmt.Errorf("the frame of the tank would move, too, but the body %q is held along %s: "+
						"in that frame it would have to move", r.c.Bodies[k].Name, lock)
				}
			}
		}
	}
	return nil
}

// against lets fluid and bodies begin with the velocity against that of the frame.
func (r *reader) against(v vec) {
	for k := range r.c.Fluids {
		first := tidied(minus(vec{}, v))
		r.c.Fluids[k].Velocity = &first
	}
	for k := range r.c.Bodies {
		first := minus(vec{}, v)
		if given := r.c.Bodies[k].Velocity; given != nil {
			first = minus(*given, v)
		}
		first = tidied(first)
		r.c.Bodies[k].Velocity = &first
	}
}

// moveTank replaces the motion of a tank with all its walls by that of the frame: gravity less the
// acceleration of the tank, and fluid that begins with the velocity against it.
func (r *reader) moveTank(e *element, chains []chain, mk int) error {
	for _, other := range r.wallMarks {
		if other != mk {
			r.tankRests = true
			return fmt.Errorf("the sides of the tank stay where they are: its walls of mkbound %d "+
				"do not move with it, and the domain cannot", other)
		}
	}
	if r.physics().GravityTable != nil {
		return errors.New("the sides of the tank move already")
	}
	times, _, err := r.rows(chains)
	if err == nil {
		err = r.carryBodies(chains)
	}
	if err != nil {
		return err
	}
	r.moving = true
	n := int(min(max(200, 4*float64(len(times))), 4000))
	h := significant(r.c.End / float64(n))
	n = int(math.Ceil(r.c.End/h)) + 1
	place := func(k int) vec {
		x, _ := where(chains, max(0, float64(k)*h))
		return x
	}
	speed := func(k int) vec {
		_, v := where(chains, float64(k)*h)
		return v
	}
	v := speed(0)
	table := &casefile.GravityTable{Interval: h}
	for k := range n {
		before, now, after := place(k-1), place(k), place(k+1)
		var g vec
		for i := range 3 {
			a := (after[i] - 2*now[i] + before[i]) / (h * h)
			if k == 0 { // from the mean accelerations of the first two intervals
				a = (1.5*(speed(1)[i]-v[i]) - 0.5*(speed(2)[i]-speed(1)[i])) / h
			}
			g[i] = tidy(r.gravity[i] - math.Round(a*1e9)/1e9)
		}
		if r.plane {
			g[1] = 0
		}
		table.Values = append(table.Values, g)
	}
	r.physics().GravityTable, r.physics().Gravity = table, nil
	if v != (vec{}) {
		r.against(v)
	}
	r.near(e, "the tank moves with all its walls, so its frame does: gravity-table has gravity less "+
		"the tank's acceleration, and positions, velocities and gauges are those in the tank")
	return nil
}
