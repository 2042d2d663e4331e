package gridrun

import (
	"fmt"

	"gpusph/commands/running"
	"gpusph/grid"
	"gpusph/internal/text"
)

// meter shows how far a run is.
type meter struct {
	*running.Meter
	run   *run
	last  grid.Progress
	since tally // the last line
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
	m := &meter{run: r, last: r.reached}
	m.Meter = r.NewMeter(r.flow.Name, r.flow.End, m.facts, m.more)
	return m
}

// progress takes what a batch of steps was like.
func (m *meter) progress(p *grid.Progress) {
	m.last = *p
	m.since.add(p)
	m.Progress(p.Wall)
}

func (m *meter) facts() []string {
	f := m.run.flow
	return []string{fmt.Sprintf("t %.4f of %s %s", m.last.Time, text.Number(f.End), unit(f)),
		text.Digits(mcups(cellsOf(f), m.since.steps, m.since.wall)) + " MCUPS"}
}

func (m *meter) more(float64) []string {
	p, f, t := &m.last, m.run.flow, &m.since
	facts := []string{"step " + text.Thousands(p.Step)}
	if t.solves > 0 {
		facts = append(facts, fmt.Sprintf("%s iterations per solve", one(ratio(t.iterations, t.solves))))
	}
	if f.Steady > 0 {
		facts = append(facts, fmt.Sprintf("change %.1e of %g", p.Change, f.Steady))
	}
	*t = tally{}
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
