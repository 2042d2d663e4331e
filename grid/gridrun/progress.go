package gridrun

import (
	"fmt"
	"math"
	"strings"
	"time"

	"gpusph/grid"
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

// meter shows how far a run is.
type meter struct {
	run                 *run
	begun, drawn, plain time.Time
	part                float64 // done, at the last plain line
	before              float64 // done, at the last batch
	parts               float64 // done per second, averaged over memory
	last                grid.Progress
	since, sinceDrawn   tally // the last plain line, and the last that was drawn
}

// tally counts what is done in a while.
type tally struct {
	steps, iterations, solves int
	wall                      float64
}

func (t *tally) add(p *grid.Progress) {
	t.steps, t.iterations, t.solves = t.steps+p.Steps, t.iterations+p.Iterations, t.solves+p.Solves
	t.wall += p.Wall
}

func newMeter(r *run) *meter {
	now := time.Now()
	m := &meter{run: r, begun: now, drawn: now, plain: now, last: r.reached}
	m.before = m.done()
	m.part = m.before
	return m
}

// done is the part of the run that is done: 0 to 1.
func (m *meter) done() float64 {
	part := m.last.Time / m.run.flow.End
	if most := m.run.MaxIter; most > 0 {
		part = max(part, float64(m.last.Step)/float64(most))
	}
	return min(part, 1)
}

// progress takes what a batch of steps was like, and shows it if it is time to.
func (m *meter) progress(p *grid.Progress) {
	m.last = *p
	m.since.add(p)
	m.sinceDrawn.add(p)
	part, now := m.done(), time.Now()
	if p.Wall > 0 {
		speed := (part - m.before) / p.Wall
		elapsed := now.Sub(m.begun).Seconds()
		m.parts += (speed - m.parts) * max(p.Wall/max(elapsed, p.Wall), 1-math.Exp(-p.Wall/memory))
	}
	m.before = part
	screen := m.run.screen
	if screen.Columns != nil && !screen.Quiet && now.Sub(m.drawn) >= redrawEvery {
		screen.Status(m.facts(&m.sinceDrawn)...)
		m.drawn, m.sinceDrawn = now, tally{}
	}
	since := now.Sub(m.plain)
	if since >= max(plainEvery, now.Sub(m.begun)/50) || part-m.part >= plainPart &&
		since >= plainLeast {
		line := m.run.flow.Name + " " + strings.Join(m.facts(&m.since), "  ")
		m.plain, m.part, m.since = now, part, tally{}
		m.run.log.Info(line)
		if screen.Columns == nil {
			screen.Line(line)
		}
	}
}

// facts are what a line of progress tells, the most important first.
func (m *meter) facts(t *tally) []string {
	p, f := &m.last, m.run.flow
	eta := "-"
	if m.parts > 0 {
		eta = duration((1 - m.done()) / m.parts)
	}
	facts := []string{
		fmt.Sprintf("%3.0f %%", 100*m.done()),
		"ETA " + eta,
		fmt.Sprintf("t %.4f of %s %s", p.Time, text.Number(f.End), unit(f)),
		"step " + text.Thousands(p.Step),
		text.Digits(mcups(cellsOf(f), t.steps, t.wall)) + " MCUPS",
	}
	if t.solves > 0 {
		facts = append(facts, fmt.Sprintf("%s iterations per solve", one(ratio(t.iterations, t.solves))))
	}
	if f.Steady > 0 {
		facts = append(facts, fmt.Sprintf("change %.1e of %g", p.Change, f.Steady))
	}
	return append(facts, fmt.Sprintf("dt %.2e", p.Dt))
}

// ratio is a/b, or 0 where b is.
func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// one writes a number of iterations, with one decimal.
func one(x float64) string { return text.Fixed(x, 1) }

// milliseconds writes a time [s] as 1.23 ms.
func milliseconds(t float64) string { return text.Milliseconds(t) + " ms" }

// size writes bytes as 1.23 GiB.
func size(bytes float64) string {
	switch {
	case bytes >= 1<<30:
		return text.Figure(bytes/(1<<30)) + " GiB"
	case bytes >= 1<<20:
		return text.Figure(bytes/(1<<20)) + " MiB"
	}
	return text.Figure(bytes/(1<<10)) + " KiB"
}

// duration writes seconds as 12 s, 3:25 or 2:03:25.
func duration(seconds float64) string {
	if seconds >= 1e9 {
		return "-"
	}
	s := int(math.Round(seconds))
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
