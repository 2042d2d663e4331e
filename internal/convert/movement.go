package convert

// The kinds of movements that are no turns.

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/unsupported"
)

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
	m.moves = steady(v, a, accelerates)
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
	m.moves = swinging(a, f, phase)
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
	axis := minus(ends[2], ends[1])
	if dot(axis, axis) == 0 {
		return errors.New("its axis has no length")
	}
	angle, rate, err := r.around(e, m)
	if err != nil {
		return err
	}
	// The point turns as <rotateline> turns, clockwise for a viewer who looks against the axis.
	turnedBy := func(x vec, angle float64) vec {
		turn, _ := turned(ends[1], axis, -angle*180/math.Pi)
		return turn.of(x)
	}
	m.moves = func(begin, end float64) []casefile.Move {
		move := about(r.aroundMove(e, begin, end), ends[1], axis)
		point := tidied(ends[0])
		move.Circle = (*[3]float64)(&point)
		return []casefile.Move{move}
	}
	m.at = func(t float64) vec { return minus(turnedBy(ends[0], angle(t)), ends[0]) }
	m.speed = func(t float64) vec {
		const short = 1e-6 // [rad]
		x := turnedBy(ends[0], angle(t))
		v := minus(turnedBy(x, short), x)
		for i := range 3 {
			v[i] *= rate(t) / short
		}
		return v
	}
	return nil
}

// aroundMove is the law of a movement around an axis that has been read.
func (r *reader) aroundMove(e *element, begin, end float64) casefile.Move {
	unit := angleUnit(e) * 180 / math.Pi
	number := func(child, name string) float64 {
		if c := e.child(child); c != nil {
			x, _ := r.number(c, name)
			return x
		}
		return 0
	}
	if e.name == "mvcirsinu" {
		return sinusoid(tidy(unit*number("ampl", "v")), number("freq", "v"), angleUnit(e)*number("phase", "v"), begin, end)
	}
	speed, acceleration := unit*number("vel", "ang"), unit*number("ace", "ang")
	if e.name == "mvcir" {
		return turningSteadily(&speed, nil)(begin, end)
	}
	speed = unit * number("velini", "ang")
	return turningSteadily(&speed, &acceleration)(begin, end)
}

// around is the angle of a movement around an axis [rad] and its rate.
func (r *reader) around(e *element, m *movement) (angle, rate func(t float64) float64, err error) {
	unit := angleUnit(e)
	number := func(child, name string) (x float64) {
		switch c := e.child(child); {
		case err != nil:
		case c == nil:
			err = fmt.Errorf("it has no <%s>", child)
		default:
			x, err = r.number(c, name)
		}
		return x
	}
	if e.name == "mvcirsinu" {
		f, a, phase := number("freq", "v"), unit*number("ampl", "v"), unit*number("phase", "v")
		angle = func(t float64) float64 {
			return a * (math.Sin(2*math.Pi*f*t+phase) - math.Sin(phase))
		}
		rate = func(t float64) float64 { return a * 2 * math.Pi * f * math.Cos(2*math.Pi*f*t+phase) }
		m.times = r.everyPeriod(m.duration, math.Abs(f)*max(1, math.Abs(a)/math.Pi))
		return angle, rate, err
	}
	var w, acceleration float64
	if e.name == "mvcir" {
		w = unit * number("vel", "ang")
	} else {
		w, acceleration = unit*number("velini", "ang"), unit*number("ace", "ang")
	}
	angle = func(t float64) float64 { return w*t + 0.5*acceleration*t*t }
	rate = func(t float64) float64 { return w + acceleration*t }
	fastest := math.Abs(w) + math.Abs(acceleration)*min(m.duration, r.c.End)
	m.times = r.everyPeriod(m.duration, fastest/(2*math.Pi))
	return angle, rate, err
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
