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
	since grid.Progress // the last line
}

func newMeter(r *run) *meter {
	m := &meter{run: r, since: r.reached}
	m.Meter = r.NewMeter(r.flow.Name, r.flow.End, m.facts, m.more)
	return m
}

// progress takes what a batch of steps was like.
func (m *meter) progress(p *grid.Progress) {
	m.since.Add(p)
	m.Progress(p.Wall)
}

func (m *meter) facts() []string {
	f := m.run.flow
	return []string{fmt.Sprintf("t %.4f of %s %s", m.since.Time, text.Number(f.End), unit(f)),
		text.Digits(mcups(cellsOf(f), m.since.Steps, m.since.Wall)) + " MCUPS"}
}

func (m *meter) more(float64) []string {
	p, f := m.since, m.run.flow
	facts := []string{"step " + text.Thousands(p.Step)}
	if p.Solves > 0 {
		facts = append(facts, fmt.Sprintf("%s iterations per solve", one(ratio(p.Iterations, p.Solves))))
	}
	if f.Steady > 0 {
		facts = append(facts, fmt.Sprintf("change %.1e of %g", p.Change, f.Steady))
	}
	m.since = grid.Progress{}
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
