package convert

import (
	"fmt"
	"math"
	"strings"

	"gpusph/internal/casefile"
)

// around is how far a movement comes about an axis: with a speed and an acceleration, or as a
// sinusoid.
type around struct {
	speed, acceleration         float64 // [rad/s], [rad/s²]
	amplitude, frequency, phase float64 // [rad], [1/s], [rad]
}

// angle is that since the beginning [rad].
func (a *around) angle(t float64) float64 {
	return a.speed*t + 0.5*a.acceleration*t*t +
		a.amplitude*(math.Sin(2*math.Pi*a.frequency*t+a.phase)-math.Sin(a.phase))
}

// rate is its derivative [rad/s].
func (a *around) rate(t float64) float64 {
	return a.speed + a.acceleration*t +
		a.amplitude*2*math.Pi*a.frequency*math.Cos(2*math.Pi*a.frequency*t+a.phase)
}

// move is the same from a time to another one, without its axis.
func (a *around) move(begin, end float64) casefile.Move {
	degrees := func(x float64) *float64 {
		x = tidy(x * 180 / math.Pi)
		return &x
	}
	if a.amplitude != 0 {
		return sinusoid(*degrees(a.amplitude), a.frequency, a.phase, begin, end)
	}
	m := during(begin, end)
	m.Speed = degrees(a.speed)
	if a.acceleration != 0 {
		m.Acceleration = degrees(a.acceleration)
	}
	return m
}

// around reads the law of a movement about an axis: one whose name ends with sinu is a sinusoid,
// one with ace has an acceleration. It may go on with the speed or the phase of the movement
// before.
func (r *reader) around(e *element, m, before *movement) (a *around, err error) {
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
	// inherited is a number of an element, or what the movement before ends with.
	inherited := func(child, name string, last func(before *movement) float64) float64 {
		switch {
		case e.child(child) != nil:
			return unit * number(child, name)
		case before == nil:
			m.goesOn = true
			return 0
		}
		return last(before)
	}
	a = &around{}
	switch fastest := 0.0; {
	case strings.HasSuffix(e.name, "sinu"):
		a.frequency, a.amplitude = number("freq", "v"), unit*number("ampl", "v")
		a.phase = inherited("phase", "v", func(before *movement) float64 { return before.lastPhase()[0] })
		m.phase[0], m.often[0] = a.phase, a.frequency
		m.times = r.everyPeriod(m.duration, math.Abs(a.frequency)*max(1, math.Abs(a.amplitude)/math.Pi))
	case strings.HasSuffix(e.name, "ace"):
		a.acceleration = unit * number("ace", "ang")
		a.speed = inherited("velini", "ang", func(before *movement) float64 {
			if before.around == nil {
				return 0
			}
			return before.around.rate(before.duration)
		})
		fastest = math.Abs(a.acceleration) * min(m.duration, r.c.End)
		fallthrough
	default:
		if !strings.HasSuffix(e.name, "ace") {
			a.speed = unit * number("vel", "ang")
		}
		m.times = r.everyPeriod(m.duration, (fastest+math.Abs(a.speed))/(2*math.Pi))
	}
	m.around = a
	return a, err
}
