package convert

// The kinds of movements that are no turns.

import (
	"errors"
	"math"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/unsupported"
)

// after is a movement that goes on with the speed or the phase of the last of some movements. The
// first one begins at rest, and with the phase 0, as in DualSPHysics (JMotionMovActive).
func (r *reader) after(parts []movement, m movement) (movement, error) {
	if len(parts) == 0 {
		return m, nil
	}
	return r.movement(m.from, &parts[len(parts)-1])
}

// movement reads one movement, after another one or nil.
func (r *reader) movement(e *element, before *movement) (m movement, err error) {
	numbers := map[string]float64{"id": 0, "next": 0, "duration": 0}
	for _, name := range []string{"id", "next", "duration"} {
		if numbers[name], err = r.optional(e, name, 0); err != nil {
			return m, err
		}
	}
	m = movement{id: int(numbers["id"]), next: int(numbers["next"]), duration: numbers["duration"],
		from: e}
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
		err = r.turn(e, &m, before)
	case "mvrect", "mvrectace":
		err = r.straight(e, &m, before)
	case "mvrectsinu":
		err = r.sine(e, &m, before)
	case "mvcir", "mvcirace", "mvcirsinu":
		err = r.circle(e, &m, before)
	case "mvfile", "mvrectfile", "mvpredef": // the last is its name in older definitions
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
func (r *reader) straight(e *element, m *movement, before *movement) error {
	accelerates := e.name == "mvrectace"
	first := e.child("vel")
	if accelerates && e.child("velini") != nil {
		first = e.child("velini")
	}
	var v, a vec
	var err error
	switch {
	case accelerates && first == nil && before == nil:
		m.goesOn = true
	case accelerates && first == nil:
		v = before.speed(before.duration * (1 - 1e-12))
	default:
		if v, err = r.point(first); err != nil {
			return err
		}
	}
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
func (r *reader) sine(e *element, m *movement, before *movement) error {
	f, err := r.point(e.child("freq"))
	if err != nil {
		return err
	}
	a, err := r.point(e.child("ampl"))
	if err != nil {
		return err
	}
	var phase vec
	switch {
	case e.child("phase") != nil:
		if phase, err = r.point(e.child("phase")); err != nil {
			return err
		}
		for i := range 3 {
			phase[i] *= angleUnit(e)
		}
	case before == nil:
		m.goesOn = true
	default:
		phase = before.lastPhase()
	}
	m.phase, m.often = phase, f
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

// lastPhase are the phases of its sinusoids at the end [rad].
func (m *movement) lastPhase() (phase vec) {
	for i := range 3 {
		phase[i] = math.Mod(m.phase[i]+2*math.Pi*m.often[i]*m.duration, 2*math.Pi)
	}
	return phase
}

// angleUnit is the unit of angles in an element, in radians: degrees unless it says otherwise.
func angleUnit(e *element) float64 {
	if strings.HasPrefix(strings.ToLower(e.value("anglesunits")), "rad") {
		return 1
	}
	return math.Pi / 180
}

// circle moves without a turn as a point does that goes around an axis.
func (r *reader) circle(e *element, m *movement, before *movement) error {
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
	law, err := r.around(e, m, before)
	if err != nil {
		return err
	}
	// The point turns as <rotateline> turns, clockwise for a viewer who looks against the axis.
	turnedBy := func(x vec, angle float64) vec {
		turn, _ := turned(ends[1], axis, -angle*180/math.Pi)
		return turn.of(x)
	}
	m.moves = func(begin, end float64) []casefile.Move {
		move := about(law.move(begin, end), ends[1], axis)
		point := tidied(ends[0])
		move.Circle = (*[3]float64)(&point)
		return []casefile.Move{move}
	}
	m.at = func(t float64) vec { return minus(turnedBy(ends[0], law.angle(t)), ends[0]) }
	m.speed = func(t float64) vec {
		const short = 1e-6 // [rad]
		x := turnedBy(ends[0], law.angle(t))
		v := minus(turnedBy(x, short), x)
		for i := range 3 {
			v[i] *= law.rate(t) / short
		}
		return v
	}
	return nil
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
