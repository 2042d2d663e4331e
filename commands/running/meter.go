package running

import (
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/internal/text"
)

// How often progress is shown: on a terminal one line is redrawn; elsewhere, and in run.log, a line
// is written now and then.
const (
	redrawEvery = 200 * time.Millisecond
	plainEvery  = 5 * time.Second
	plainLeast  = time.Second // between two lines, however fast the run is
	plainPart   = 0.1         // of the run
	memory      = 10          // seconds over which the speed is averaged for the ETA
)

// Meter shows how far a run is.
type Meter struct {
	screen *cli.Screen
	log    *slog.Logger
	name   string
	// facts are what a line has after the part and the time that are left, the most important first.
	facts func() []string
	// more is what run.log has besides, for what has been done in some seconds since it was asked
	// last.
	more func(seconds float64) []string

	part func() float64 // of the run that is done now

	begun, drawn, plain time.Time
	done                float64 // part of the run: 0 to 1
	told                float64 // the same, at the last plain line
	parts               float64 // done per second, averaged over memory
}

// NewMeter is that of the run of a flow with a name and an end: see Meter for facts and more.
func (r *Run) NewMeter(name string, end float64, facts func() []string,
	more func(seconds float64) []string) *Meter {
	part := func() float64 { return Part(r.Of.Reached(), end, r.Asked.MaxIter) }
	m := newMeter(r.Screen, r.Log, name, part(), facts, more)
	m.part = part
	return m
}

func newMeter(s *cli.Screen, log *slog.Logger, name string, done float64, facts func() []string,
	more func(seconds float64) []string) *Meter {
	now := time.Now()
	return &Meter{screen: s, log: log, name: name, facts: facts, more: more, begun: now, drawn: now,
		plain: now, done: done, told: done}
}

// Part is which part of a run is done at a position, 0 to 1: of its time, or of the greatest number
// of steps, where that is not 0.
func Part(p Position, end float64, maxiter int) float64 {
	part := p.Time / end
	if maxiter > 0 {
		part = max(part, float64(p.Step)/float64(maxiter))
	}
	return min(part, 1)
}

// Done is which part of the run is done, and Left how long the rest takes [s], infinite where that
// is unknown.
func (m *Meter) Done() float64 { return m.done }
func (m *Meter) Left() float64 { return (1 - m.done) / m.parts }

// Progress takes how far the run is after steps that took some seconds, and shows it if it is time
// to.
func (m *Meter) Progress(wall float64) { m.progress(m.part(), wall) }

func (m *Meter) progress(done, wall float64) {
	if wall > 0 {
		speed, elapsed := (done-m.done)/wall, time.Since(m.begun).Seconds()
		m.parts += (speed - m.parts) * max(wall/max(elapsed, wall), 1-math.Exp(-wall/memory))
	}
	m.done = done
	now := time.Now()
	if m.screen.Columns != nil && !m.screen.Quiet && now.Sub(m.drawn) >= redrawEvery {
		m.screen.Status(m.drawing()...)
		m.drawn = now
	}
	since := now.Sub(m.plain)
	if since >= max(plainEvery, now.Sub(m.begun)/50) || done-m.told >= plainPart &&
		since >= plainLeast {
		line := m.name + " " + strings.Join(m.line(), "  ")
		m.log.Info(line + "  " + strings.Join(m.more(since.Seconds()), "  "))
		if m.screen.Columns == nil {
			m.screen.Line(line)
		}
		m.plain, m.told = now, done
	}
}

// drawing is the line on a terminal in parts, after a bar where that leaves room for all of them.
func (m *Meter) drawing() []string {
	const others = 50 // characters
	parts := m.line()
	if width := min(40, m.screen.Columns()-others); width >= 5 {
		parts[0] = bar(m.done, width) + " " + parts[0]
	}
	return parts
}

// line is what a line of progress has, the most important first.
func (m *Meter) line() []string {
	eta := "-"
	if m.parts > 0 {
		eta = text.Clock(m.Left())
	}
	return append([]string{fmt.Sprintf("%3.0f %%", 100*m.done), "ETA " + eta}, m.facts()...)
}

// bar draws the part that is done.
func bar(part float64, width int) string {
	full := int(part * float64(width))
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", width-full) + "]"
}
