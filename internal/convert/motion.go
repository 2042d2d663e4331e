package convert

// Motions of walls. A definition has chains of movements, and a case file a table of displacements.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/internal/unsupported"
)

// movement is one movement of a chain: where a wall is at a time after its beginning [m].
type movement struct {
	id, next int
	duration float64 // [s]
	at       func(t float64) vec
	speed    func(t float64) vec // its velocity then [m/s]
	times    []float64           // where the table of it needs a row, from its beginning on
	straight bool                // it moves without a turn
	turn     *turn               // it turns
}

// chain is movements one after the other, from start on.
type chain struct {
	start, finish float64 // [s]; nothing moves after finish
	parts         []movement
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
		r.movingObject(c, nil)
	}
}

// movingObject takes the motion of an object that moves with another one.
func (r *reader) movingObject(e *element, with []chain) {
	if e.name != "objreal" && e.name != "obj" {
		r.unknown(e)
		return
	}
	chains, err := r.chains(e)
	if err != nil {
		r.skip(e, "%s: %v", r.resting(e), err)
		return
	}
	chains = append(slices.Clone(with), chains...)
	for _, c := range e.children {
		if c.name == "obj" || c.name == "objreal" {
			r.movingObject(c, chains)
		}
	}
	if e.name != "objreal" || len(chains) == 0 {
		return
	}
	if turns(chains) == nil {
		err = r.moveWalls(e, chains)
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
		m, err := r.movement(c)
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

// movement reads one movement.
func (r *reader) movement(e *element) (m movement, err error) {
	numbers := map[string]float64{"id": 0, "next": 0, "duration": 0}
	for _, name := range []string{"id", "next", "duration"} {
		if numbers[name], err = r.optional(e, name, 0); err != nil {
			return m, err
		}
	}
	m = movement{id: int(numbers["id"]), next: int(numbers["next"]), duration: numbers["duration"]}
	if m.duration < 0 {
		return m, errors.New("it moves in no time, which no table can have")
	}
	m.at = func(float64) vec { return vec{} }
	m.speed = m.at
	switch m.straight = e.name != "wait" && e.name != "mvnull"; e.name {
	case "wait":
	case "mvnull":
		m.duration = never
	case "mvrot", "mvrotace", "mvrotsinu", "mvrotfile":
		m.straight = false
		err = r.turn(e, &m)
	case "mvrect", "mvrectace":
		err = r.straight(e, &m)
	case "mvrectsinu":
		err = r.sine(e, &m)
	case "mvcir", "mvcirace", "mvcirsinu":
		err = r.circle(e, &m)
	case "mvfile", "mvrectfile":
		err = r.places(e, &m)
	default:
		if missing, ok := unsupported.Lookup(e.name); ok {
			return m, errors.New(missing.String())
		}
		err = errors.New("it is not known here")
	}
	return m, err
}

// straight is a constant velocity, or a constant acceleration from a velocity on.
func (r *reader) straight(e *element, m *movement) error {
	accelerates := e.name == "mvrectace"
	first := e.child("vel")
	if accelerates && e.child("velini") != nil {
		first = e.child("velini")
	}
	if accelerates && first == nil {
		return errors.New("it goes on with the velocity of the movement before it; <velini> says it")
	}
	v, err := r.point(first)
	if err != nil {
		return err
	}
	var a vec
	if accelerates {
		if a, err = r.point(e.child("ace")); err != nil {
			return err
		}
		m.times = spread(m.duration, pieces)
	}
	m.at = func(t float64) (x vec) {
		for i := range 3 {
			x[i] = v[i]*t + 0.5*a[i]*t*t
		}
		return x
	}
	m.speed = func(t float64) (x vec) {
		for i := range 3 {
			x[i] = v[i] + a[i]*t
		}
		return x
	}
	return nil
}

// sine is A sin(2π f t + φ) along each axis, less where that begins.
func (r *reader) sine(e *element, m *movement) error {
	f, err := r.point(e.child("freq"))
	if err != nil {
		return err
	}
	a, err := r.point(e.child("ampl"))
	if err != nil {
		return err
	}
	if e.child("phase") == nil {
		return errors.New("it goes on with the phase of the movement before it; <phase> says it")
	}
	phase, err := r.point(e.child("phase"))
	if err != nil {
		return err
	}
	for i := range 3 {
		phase[i] *= angleUnit(e)
	}
	fastest := max(math.Abs(f[0]), math.Abs(f[1]), math.Abs(f[2]))
	m.times = r.everyPeriod(m.duration, fastest)
	m.at = func(t float64) (x vec) {
		for i := range 3 {
			x[i] = a[i] * (math.Sin(2*math.Pi*f[i]*t+phase[i]) - math.Sin(phase[i]))
		}
		return x
	}
	m.speed = func(t float64) (x vec) {
		for i := range 3 {
			x[i] = a[i] * 2 * math.Pi * f[i] * math.Cos(2*math.Pi*f[i]*t+phase[i])
		}
		return x
	}
	return nil
}

// angleUnit is the unit of angles in an element, in radians: degrees unless it says otherwise.
func angleUnit(e *element) float64 {
	if strings.HasPrefix(strings.ToLower(e.value("anglesunits")), "rad") {
		return 1
	}
	return math.Pi / 180
}

// circle moves without a turn as a point does that goes around an axis.
func (r *reader) circle(e *element, m *movement) error {
	var ends [3]vec
	for i, name := range []string{"ref", "axisp1", "axisp2"} {
		x, err := r.point(e.child(name))
		if err != nil {
			return err
		}
		ends[i] = x
	}
	number := func(child, name string) (float64, error) {
		c := e.child(child)
		if c == nil {
			return 0, fmt.Errorf("it has no <%s>", child)
		}
		return r.number(c, name)
	}
	unit := angleUnit(e)
	var angle, rate func(t float64) float64
	switch e.name {
	case "mvcirsinu":
		f, err := number("freq", "v")
		if err != nil {
			return err
		}
		a, err := number("ampl", "v")
		if err != nil {
			return err
		}
		phase, err := number("phase", "v")
		if err != nil {
			return err
		}
		angle = func(t float64) float64 {
			return a * unit * (math.Sin(2*math.Pi*f*t+phase*unit) - math.Sin(phase*unit))
		}
		rate = func(t float64) float64 { return a * unit * 2 * math.Pi * f * math.Cos(2*math.Pi*f*t+phase*unit) }
		m.times = r.everyPeriod(m.duration, math.Abs(f)*max(1, math.Abs(a*unit)/math.Pi))
	default:
		first, name := "vel", "velocity"
		if e.name == "mvcirace" {
			first, name = "velini", "initial velocity"
		}
		w, err := number(first, "ang")
		if err != nil {
			return fmt.Errorf("its %s: %w", name, err)
		}
		acceleration := 0.0
		if e.name == "mvcirace" {
			if acceleration, err = number("ace", "ang"); err != nil {
				return err
			}
		}
		angle = func(t float64) float64 { return unit * (w*t + 0.5*acceleration*t*t) }
		rate = func(t float64) float64 { return unit * (w + acceleration*t) }
		fastest := math.Abs(unit) * (math.Abs(w) + math.Abs(acceleration)*min(m.duration, r.c.End))
		m.times = r.everyPeriod(m.duration, fastest/(2*math.Pi))
	}
	axis := minus(ends[2], ends[1])
	if dot(axis, axis) == 0 {
		return errors.New("its axis has no length")
	}
	// Around the axis as <rotateline> turns, clockwise for a viewer who looks against it.
	around := func(t float64) vec {
		turn, _ := turned(ends[1], axis, -angle(t)*180/math.Pi)
		return turn.of(ends[0])
	}
	m.at = func(t float64) vec { return minus(around(t), ends[0]) }
	m.speed = func(t float64) vec {
		const short = 1e-6 // [rad]
		turn, _ := turned(ends[1], axis, -short*180/math.Pi)
		x := around(t)
		v := minus(turn.of(x), x)
		for i := range 3 {
			v[i] *= rate(t) / short
		}
		return v
	}
	return nil
}

// places takes displacements of the columns of a file that the definition names.
func (r *reader) places(e *element, m *movement) error {
	c := e.child("file")
	var columns [4]int
	for i, name := range []string{"fieldtime", "fieldx", "fieldy", "fieldz"} {
		columns[i] = -1
		if c == nil {
			continue
		}
		x, err := r.optional(c, name, -1)
		if err != nil {
			return err
		}
		columns[i] = int(x)
	}
	columns[0] = max(columns[0], 0)
	return r.table(e, m, columns)
}

// table is displacements of a file, from its first row on.
func (r *reader) table(e *element, m *movement, columns [4]int) error {
	c := e.child("file")
	if c == nil || c.value("name") == "" {
		return errors.New("it has no <file name>")
	}
	if r.Read == nil || strings.Contains(c.value("name"), "[") {
		return fmt.Errorf("its table %s is not read", c.value("name"))
	}
	data, err := r.Read(strings.ReplaceAll(c.value("name"), `\`, "/"))
	if err != nil {
		return fmt.Errorf("its table cannot be read: %w", err)
	}
	times, places, err := columnsOf(string(data), columns)
	if err != nil {
		return fmt.Errorf("its table %s: %w", c.value("name"), err)
	}
	first := places[0]
	for k := range times {
		places[k] = minus(places[k], first)
	}
	begin := times[0]
	for k := range times {
		times[k] -= begin
	}
	m.times = times
	row := func(t float64) int { return max(0, sortedBefore(times, t)) }
	m.at = func(t float64) (x vec) {
		k := row(t)
		if k == len(times)-1 {
			return places[k]
		}
		part := (t - times[k]) / (times[k+1] - times[k])
		for i := range 3 {
			x[i] = places[k][i] + part*(places[k+1][i]-places[k][i])
		}
		return x
	}
	m.speed = func(t float64) (v vec) {
		k := row(t)
		if k == len(times)-1 {
			return v
		}
		for i := range 3 {
			v[i] = (places[k+1][i] - places[k][i]) / (times[k+1] - times[k])
		}
		return v
	}
	return nil
}

// sortedBefore is the last of some times that is not after t, or -1.
func sortedBefore(times []float64, t float64) int {
	k, found := slices.BinarySearch(times, t)
	if found {
		return k
	}
	return k - 1
}

// columnsOf reads columns of a table: numbers with spaces, commas or semicolons between. What is
// behind a # is left out, and so is a first line of names.
func columnsOf(data string, columns [4]int) (times []float64, places []vec, err error) {
	for n, line := range strings.Split(data, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\r;,", c) })
		if len(words) == 0 {
			continue
		}
		var values [4]float64
		var bad error
		for i, column := range columns {
			switch {
			case column < 0:
			case column >= len(words):
				bad = fmt.Errorf("line %d has %s, but the definition names column %d", n+1, text.Count(len(words), "column"), column)
			default:
				x, err := strconv.ParseFloat(words[column], 64)
				if err != nil || math.IsNaN(x) || math.Abs(x) > 1e9 {
					bad = fmt.Errorf("line %d has %q, which is no number", n+1, words[column])
				}
				values[i] = x
			}
		}
		switch {
		case bad != nil && times == nil:
			continue // names of columns
		case bad != nil:
			return nil, nil, bad
		case times != nil && values[0] <= times[len(times)-1]:
			return nil, nil, fmt.Errorf("line %d has the time %g s, but times must rise", n+1, values[0])
		}
		times, places = append(times, values[0]), append(places, vec(values[1:]))
	}
	if len(times) < 2 {
		return nil, nil, fmt.Errorf("it has %s of numbers", text.Count(len(times), "row"))
	}
	return times, places, nil
}

// spread are times from 0 to a duration.
func spread(duration float64, n int) (times []float64) {
	for k := range n + 1 {
		times = append(times, duration*float64(k)/float64(n))
	}
	return times
}

// everyPeriod are times at which a period has enough rows.
func (r *reader) everyPeriod(duration, frequency float64) []float64 {
	long := min(duration, r.c.End)
	return spread(long, int(min(max(4, math.Ceil(long*frequency*pieces)), rowsMost)))
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
				if edge <= 0 || edge >= r.c.End || dot(d, d) < 1e-12*(1+dot(after, after)) || edge == begin && k > 0 {
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
	times = slices.CompactFunc(times, func(a, b float64) bool { return math.Abs(b-a) < 1e-9*(1+r.c.End) })
	if len(times) > rowsMost {
		return nil, 0, fmt.Errorf("its table would have %d rows, but %d is the most", len(times), rowsMost)
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
	if r.tank != nil && slices.ContainsFunc(r.tank.parts, func(i *item) bool { return i.mk == int(ref) }) {
		return r.moveTank(e, chains, int(ref))
	}
	found := false
	for k := range r.c.Walls {
		if r.wallMarks[k] == int(ref) {
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
			fmt.Fprintf(&b, "%s, %s, %s, %s\n", text.Exact(t), text.Exact(x[0]), text.Exact(x[1]), text.Exact(x[2]))
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

// moveTank replaces the motion of a tank with all its walls by that of the frame: gravity less the
// acceleration of the tank, and fluid that begins with the velocity against it.
func (r *reader) moveTank(e *element, chains []chain, mk int) error {
	for _, other := range r.wallMarks {
		if other != mk {
			return fmt.Errorf("the sides of the tank stay where they are: its walls of mkbound %d do not move with it, and the domain cannot", other)
		}
	}
	if r.physics().GravityTable != nil {
		return errors.New("the sides of the tank move already")
	}
	times, _, err := r.rows(chains)
	if err != nil {
		return err
	}
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
	for k := range r.c.Fluids {
		if v != (vec{}) {
			against := tidied(minus(vec{}, v))
			r.c.Fluids[k].Velocity = &against
		}
	}
	r.near(e, "the tank moves with all its walls, so its frame does: gravity-table has gravity less the tank's acceleration, and positions, velocities and gauges are those in the tank")
	return nil
}
