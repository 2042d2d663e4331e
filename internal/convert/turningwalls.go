package convert

// Walls that turn get moves in place of a table of displacements.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// stretch is a movement in the time of the flow.
type stretch struct {
	*movement
	begin, end float64 // [s]
	level      int     // of the object in those that carry it
}

// stretches are the movements of chains up to the end of the flow, those that carry others first.
// Of one object a later movement carries the earlier ones, since axes are where the definition has
// them, however the object has moved.
func (r *reader) stretches(chains []chain) (all []stretch) {
	for _, c := range chains {
		begin := c.start
		for k := range c.parts {
			m := &c.parts[k]
			end := min(begin+m.duration, c.finish)
			if begin >= r.c.End {
				break
			}
			if m.moves != nil && end > begin {
				all = append(all, stretch{m, begin, end, c.level})
			}
			if begin = end; begin >= c.finish {
				break
			}
		}
	}
	slices.SortStableFunc(all, func(a, b stretch) int {
		if a.level != b.level {
			return a.level - b.level
		}
		return int(math.Copysign(1, b.begin-a.begin))
	})
	return all
}

// turnWalls gives the walls of an object moves.
func (r *reader) turnWalls(e *element, chains []chain) error {
	ref, err := r.number(e, "ref")
	if err != nil {
		return err
	}
	if r.c.End == 0 {
		return fmt.Errorf("%s: without TimeMax no motion has an end", r.resting(e))
	}
	if r.isTankOf(int(ref)) {
		r.tankRests = true
		return fmt.Errorf("%s: the sides of the domain turn only with all walls", r.resting(e))
	}
	all := r.stretches(chains)
	motion := &casefile.Motion{}
	for _, s := range all {
		moves := s.moves(tidy(s.begin), tidy(min(s.end, r.c.End)))
		if s.end >= r.c.End {
			lasting(moves)
		}
		for k := range moves {
			r.flatten(&moves[k])
			r.shorten(&moves[k], int(ref), len(motion.Moves)+k+1)
		}
		motion.Moves = append(motion.Moves, moves...)
	}
	if r.plane && slices.ContainsFunc(motion.Moves,
		func(m casefile.Move) bool { return m.Axis != nil && (m.Axis[0] != 0 || m.Axis[2] != 0) }) {
		return fmt.Errorf("%s: in two dimensions they turn about y only", r.resting(e))
	}
	if len(motion.Moves) == 0 {
		return nil
	}
	found := false
	for k := range r.c.Walls {
		if r.wallMarks[k] == int(ref) {
			r.c.Walls[k].Motion, found = motion, true
			r.makeRoomToTurn(r.c.Walls[k].Shape, all)
		}
	}
	if !found {
		return fmt.Errorf("there is no wall with mkbound %d to move", int(ref))
	}
	r.near(e, "speeds that jump do so within %g s", ramp)
	if mixed(all) {
		r.near(e, "it shifts and turns at once: here the axis moves with the shift, and there it stays")
	}
	return nil
}

// lasting lets moves last as long as the flow, but for those that accelerate, which need an end.
func lasting(moves []casefile.Move) {
	for k := range moves {
		if moves[k].Acceleration == nil {
			moves[k].Finish = nil
		}
	}
}

// flatten takes a move into the plane of a flow in two dimensions.
func (r *reader) flatten(m *casefile.Move) {
	if !r.plane {
		return
	}
	for _, x := range []*[3]float64{m.About, m.Circle} {
		if x != nil {
			x[1] = 0
		}
	}
}

// shorten writes the rows of a move to a file if there are many.
func (r *reader) shorten(m *casefile.Move, mk, k int) {
	if len(m.Rows) <= rowsShort {
		return
	}
	name := fmt.Sprintf("%s-bound%d-%d.csv", r.Name, mk, k)
	var b strings.Builder
	fmt.Fprintln(&b, "# time [s], displacement [m] or angle [°]")
	for _, row := range m.Rows {
		fmt.Fprintln(&b, strings.Join([]string{text.Exact(row[0]), text.Exact(row[1])}, ", "))
	}
	r.files[name] = []byte(b.String())
	m.Table, m.Rows = name, nil
}

// mixed reports whether one object's movements at a time are more than shifts, or turns about one
// axis.
func mixed(all []stretch) bool {
	for i := range all {
		for k := range i {
			a, b := &all[i], &all[k]
			if a.level != b.level || a.begin >= b.end || b.begin >= a.end || a.turn == nil && b.turn == nil {
				continue
			}
			if a.turn == nil || b.turn == nil || a.turn.point != b.turn.point ||
				a.turn.along != b.turn.along {
				return true
			}
		}
	}
	return false
}

// makeRoomToTurn makes the domain larger beyond open sides that a wall may come to.
func (r *reader) makeRoomToTurn(s casefile.Shape, all []stretch) {
	e, known := bounds(s)
	if !known {
		return
	}
	from := e
	for _, m := range all {
		if m.turn == nil {
			for k := range 9 {
				x := m.at(float64(k) / 8 * min(m.duration, r.c.End))
				for i := range 3 {
					e.low[i], e.high[i] = min(e.low[i], e.low[i]+x[i]), max(e.high[i], e.high[i]+x[i])
				}
			}
			continue
		}
		far, size := 0.0, math.Sqrt(dot(m.turn.along, m.turn.along))
		for k := range 8 {
			corner := minus(vec{[2]float64{e.low[0], e.high[0]}[k&1], [2]float64{e.low[1],
				e.high[1]}[k>>1&1], [2]float64{e.low[2], e.high[2]}[k>>2]}, m.turn.point)
			along := dot(corner, m.turn.along) / size
			far = max(far, math.Sqrt(max(0, dot(corner, corner)-along*along)))
		}
		for i := range 3 {
			if math.Abs(m.turn.along[i]) < size {
				e.low[i], e.high[i] = min(e.low[i], m.turn.point[i]-far), max(e.high[i], m.turn.point[i]+far)
			}
		}
	}
	r.makeRoom(s, minus(e.low, from.low), minus(e.high, from.high))
}

// shifts are moves along axes, each with what one has along it.
func shifts(of func(axis int) (casefile.Move, bool)) (all []casefile.Move) {
	for axis := range 3 {
		if m, ok := of(axis); ok {
			m.Along = &[3]float64{}
			m.Along[axis] = 1
			all = append(all, m)
		}
	}
	return all
}

// during is a move from a time to another one.
func during(begin, end float64) casefile.Move { return casefile.Move{Start: begin, Finish: &end} }

// steady are shifts with a velocity, and an acceleration.
func steady(v, a vec, accelerates bool) func(begin, end float64) []casefile.Move {
	return func(begin, end float64) []casefile.Move {
		return shifts(func(axis int) (casefile.Move, bool) {
			m := during(begin, end)
			m.Speed = &v[axis]
			if accelerates && a[axis] != 0 {
				m.Acceleration = &a[axis]
			}
			return m, v[axis] != 0 || a[axis] != 0
		})
	}
}

// swinging are shifts by sinusoids: amplitudes [m], frequencies [1/s], phases [rad].
func swinging(amplitude, frequency, phase vec) func(begin, end float64) []casefile.Move {
	return func(begin, end float64) []casefile.Move {
		return shifts(func(axis int) (casefile.Move, bool) {
			return sinusoid(amplitude[axis], frequency[axis], phase[axis], begin, end),
				amplitude[axis] != 0 && frequency[axis] != 0
		})
	}
}

func sinusoid(amplitude, frequency, phase, begin, end float64) casefile.Move {
	m := during(begin, end)
	period := tidy(1 / frequency)
	m.Amplitude, m.Period, m.Phase = &amplitude, &period, tidy(phase*180/math.Pi)
	return m
}

// tabled are shifts by displacements at times, which at has.
func tabled(times []float64, at func(t float64) vec) func(begin, end float64) []casefile.Move {
	return func(begin, end float64) []casefile.Move {
		return shifts(func(axis int) (casefile.Move, bool) {
			rows := rowsBetween(times, func(t float64) float64 { return at(t)[axis] }, begin, end)
			return casefile.Move{Rows: rows}, slices.ContainsFunc(rows,
				func(row [2]float64) bool { return row[1] != 0 })
		})
	}
}

// rowsBetween are rows of a table from a time to another one, at rest before and afterwards.
func rowsBetween(times []float64, at func(t float64) float64, begin,
	end float64) (rows [][2]float64) {
	if begin > 0 {
		rows = append(rows, [2]float64{0, 0})
		if begin > ramp {
			rows = append(rows, [2]float64{tidy(begin - ramp), 0})
		}
	}
	for _, t := range times {
		if begin+t < end-1e-9 {
			rows = append(rows, [2]float64{tidy(begin + t), tidy(at(t))})
		}
	}
	last := tidy(at(end - begin))
	return append(rows, [2]float64{end, last}, [2]float64{tidy(end + ramp), last})
}

// about is a move that turns about an axis of the definition: clockwise for a viewer who looks
// against it.
func about(m casefile.Move, point, along vec) casefile.Move {
	axis, at := tidied(minus(vec{}, along)), tidied(point)
	m.Axis, m.About = (*[3]float64)(&axis), (*[3]float64)(&at)
	return m
}
