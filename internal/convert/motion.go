package convert

// Motions of walls. A definition has chains of movements, and a case file a table of displacements.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// movement is one movement of a chain: where a wall is at a time after its beginning [m].
type movement struct {
	id, next int
	from     *element
	goesOn   bool    // it begins as the movement before it ends, and must be read again with that
	phase    vec     // of sinusoids at its beginning [rad]: along axes, or of a turn the first
	often    vec     // how often they come [1/s]
	duration float64 // [s]
	at       func(t float64) vec
	speed    func(t float64) vec // its velocity then [m/s]
	// where the table of it needs a row, from its beginning on
	times    []float64
	straight bool    // it moves without a turn
	turn     *turn   // it turns
	around   *around // or goes on a circle: its law
	// the same from a time to another one, for walls that turn
	moves func(begin, end float64) []casefile.Move
}

// chain is movements one after the other, from start on.
type chain struct {
	start, finish float64 // [s]; nothing moves after finish
	parts         []movement
	level         int // of its object: how many carry that
}

const (
	pieces    = 64    // rows of a table for a period, a turn or a movement with an acceleration
	rowsMost  = 20000 // rows of a table
	partsMost = 500   // movements one after the other
	rowsShort = 40    // rows of a table that stands in the case file
	never     = 1e8   // beyond any end [s]
	ramp      = 0.02  // longest time in which a speed that jumps is reached [s]
)

// motions takes those motions that are displacements without turns.
func (r *reader) motions(e *element) {
	for _, c := range e.children {
		r.movingObject(c, nil, 0)
	}
}

// movingObject takes the motion of an object that moves with another one.
func (r *reader) movingObject(e *element, with []chain, level int) {
	if e.name != "objreal" && e.name != "obj" {
		r.unknown(e)
		return
	}
	chains, err := r.chains(e)
	if err != nil {
		r.skip(e, "%s: %v", r.resting(e), err)
		return
	}
	for k := range chains {
		chains[k].level = level
	}
	chains = append(slices.Clone(with), chains...)
	for _, c := range e.children {
		if c.name == "obj" || c.name == "objreal" {
			r.movingObject(c, chains, level+1)
		}
	}
	if e.name != "objreal" || len(chains) == 0 {
		return
	}
	if turns(chains) == nil {
		err = r.moveWalls(e, chains)
	} else if !r.turnsAsTank(e) {
		err = r.turnWalls(e, chains)
	} else if err = r.turnTank(e, chains); err != nil && !errors.As(err, new(ranked)) {
		err = fmt.Errorf("%s: %w", r.resting(e), err)
	}
	if err != nil {
		r.fail(e, err)
	}
}

func (r *reader) resting(e *element) string {
	if e.value("ref") == "" {
		return "the walls in it stay where they are"
	}
	return fmt.Sprintf("the walls of mkbound %s stay where they are", e.value("ref"))
}

// chains are the movements of an object: those that begin, and what follows them.
func (r *reader) chains(e *element) (all []chain, err error) {
	moves := map[int]movement{}
	for _, c := range e.children {
		if c.name == "begin" || c.name == "obj" || c.name == "objreal" {
			continue
		}
		m, err := r.movement(c, nil)
		if err != nil {
			return nil, fmt.Errorf("<%s> (line %d): %w", c.name, c.line, err)
		}
		moves[m.id] = m
	}
	for _, b := range e.all("begin") {
		mov, err := r.number(b, "mov")
		if err != nil {
			return nil, err
		}
		start, err := r.optional(b, "start", 0)
		if err != nil {
			return nil, err
		}
		finish, err := r.optional(b, "finish", never)
		if err != nil {
			return nil, err
		}
		c := chain{start: max(start, 0), finish: finish}
		end := c.start
		for m, ok := moves[int(mov)]; end < min(r.c.End, finish); m, ok = moves[m.next] {
			if !ok {
				return nil, errors.New("its chain names a movement that is missing")
			}
			if m.goesOn {
				if m, err = r.after(c.parts, m); err != nil {
					return nil, err
				}
			}
			c.parts = append(c.parts, m)
			if end += m.duration; m.next == 0 {
				break
			}
			if len(c.parts) > partsMost {
				return nil, fmt.Errorf("it has more than %d movements up to the end", partsMost)
			}
		}
		all = append(all, c)
	}
	return all, nil
}

// where is where chains have brought a wall at a time, and how fast it is after that.
func where(chains []chain, t float64) (x, v vec) {
	for _, c := range chains {
		begin := c.start
		for _, m := range c.parts {
			if t < begin {
				break
			}
			last := min(begin+m.duration, c.finish)
			moved := m.at(max(0, min(t, last)-begin))
			for i := range 3 {
				x[i] += moved[i]
			}
			if t < last {
				speed := m.speed(t - begin)
				for i := range 3 {
					v[i] += speed[i]
				}
			}
			begin = last
			if begin >= c.finish {
				break
			}
		}
	}
	return x, v
}

// rows are times at which a table of chains has rows, up to the end, and how many of them have a
// speed that jumps. Around these it is reached within a short time.
func (r *reader) rows(chains []chain) (times []float64, jumps int, err error) {
	add := func(t float64) {
		if t >= 0 && t <= r.c.End*(1+1e-12) {
			times = append(times, tidy(min(t, r.c.End)))
		}
	}
	add(0)
	add(r.c.End)
	for _, c := range chains {
		begin := c.start
		for k, m := range c.parts {
			last := min(begin+m.duration, c.finish)
			for _, t := range m.times {
				if t <= last-begin {
					add(begin + t)
				}
			}
			for _, edge := range []float64{begin, last} {
				add(edge)
				_, before := where(chains, edge*(1-1e-9)-1e-12)
				_, after := where(chains, edge*(1+1e-9)+1e-12)
				d := minus(after, before)
				smooth := dot(d, d) < 1e-12*(1+dot(after, after))
				if smooth || edge <= 0 || edge >= r.c.End || edge == begin && k > 0 {
					continue
				}
				jumps++
				short := min(ramp, 0.05*m.duration)
				add(edge - short)
				add(edge + short)
			}
			if begin = last; begin >= r.c.End {
				break
			}
		}
	}
	slices.Sort(times)
	times = slices.CompactFunc(times, func(a, b float64) bool {
		return math.Abs(b-a) < 1e-9*(1+r.c.End)
	})
	if len(times) > rowsMost {
		return nil, 0, fmt.Errorf("its table has %d rows, but %d is the most", len(times), rowsMost)
	}
	return times, jumps, nil
}

// moveWalls gives the walls of an object a table of where they are.
func (r *reader) moveWalls(e *element, chains []chain) error {
	ref, err := r.number(e, "ref")
	if err != nil {
		return err
	}
	if r.c.End == 0 {
		return fmt.Errorf("%s: without TimeMax no table has an end", r.resting(e))
	}
	times, jumps, err := r.rows(chains)
	if err != nil {
		return fmt.Errorf("%s: %w", r.resting(e), err)
	}
	motion := &casefile.Motion{Times: times}
	low, high := vec{}, vec{}
	for _, t := range times {
		x, _ := where(chains, t)
		if x = tidied(x); r.plane {
			x[1] = 0
		}
		motion.Displacements = append(motion.Displacements, x)
		for i := range 3 {
			low[i], high[i] = min(low[i], x[i]), max(high[i], x[i])
		}
	}
	if low == high {
		return nil // it rests
	}
	if r.isTankOf(int(ref)) {
		return r.moveTank(e, chains, int(ref))
	}
	found := r.slides(e, motion, int(ref))
	for k := range r.c.Walls {
		if r.c.Walls[k].Velocity == nil && r.wallMarks[k] == int(ref) {
			r.c.Walls[k].Motion, found = r.motionFile(motion, int(ref)), true
			r.makeRoom(r.c.Walls[k].Shape, low, high)
		}
	}
	if !found {
		return fmt.Errorf("there is no wall with mkbound %d to move", int(ref))
	}
	if jumps > 0 {
		r.near(e, "its speed jumps %s; the table reaches it within %g s", text.Count(jumps, "time"), ramp)
	}
	return nil
}

// motionFile is a motion as the case file has it: short ones as they are, others in a file.
func (r *reader) motionFile(m *casefile.Motion, mk int) *casefile.Motion {
	if len(m.Times) <= rowsShort {
		return m
	}
	name := fmt.Sprintf("%s-bound%d.csv", r.Name, mk)
	if r.files[name] == nil {
		var b strings.Builder
		fmt.Fprintln(&b, "# time [s], displacement along x, y, z [m]")
		for k, t := range m.Times {
			x := m.Displacements[k]
			row := []string{text.Exact(t), text.Exact(x[0]), text.Exact(x[1]), text.Exact(x[2])}
			fmt.Fprintln(&b, strings.Join(row, ", "))
		}
		r.files[name] = []byte(b.String())
	}
	return &casefile.Motion{Table: name}
}

// makeRoom makes the domain larger beyond open sides that a wall comes to.
func (r *reader) makeRoom(s casefile.Shape, low, high vec) {
	e, known := bounds(s)
	if !known {
		return
	}
	for k := range 6 {
		if !slices.Contains(r.c.Domain.Open, sides[k]) || r.plane && k/2 == 1 {
			continue
		}
		by := *side(&extent{low, high}, k)
		if beyond := outwards(k) * (*side(&e, k) + by - *side(&r.domain, k)); beyond > 0 {
			r.c.Domain.Room = max(r.c.Domain.Room, tidy(beyond+2*r.dp))
		}
	}
}
