package run

import (
	"fmt"
	"log/slog"
	"math"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// How often progress is shown: on a terminal, one line is redrawn; elsewhere,
// and in run.log, there is a line now and then.
const (
	redrawEvery = 200 * time.Millisecond
	plainEvery  = 5 * time.Second
	plainLeast  = time.Second // between two lines, however fast the run is
	plainPart   = 0.1         // of the run
	memory      = 10          // seconds over which the speed is averaged for the ETA
)

// meter shows how far a run is.
type meter struct {
	output.Base
	screen  *cli.Screen
	log     *slog.Logger
	name    string
	end     float64 // simulated [s]
	maxiter int     // 0 is no limit

	begun, drawn, plain time.Time
	part                float64 // done, at the last plain line
	last                sph.Progress
	plainWork           float64
	parts               float64 // done per second, averaged over memory
}

func newMeter(s *cli.Screen, log *slog.Logger, c *sph.Case, maxiter int) *meter {
	now := time.Now()
	return &meter{screen: s, log: log, name: c.Name, end: c.End, maxiter: maxiter, begun: now,
		drawn: now, plain: now}
}

// Progress takes what has been done, and shows it if it is time to.
func (m *meter) Progress(p *sph.Progress) error {
	work := float64(p.Particles) * float64(p.Steps)
	m.plainWork += work
	part := m.done(p)
	if p.Wall > 0 {
		speed := (part - m.done(&m.last)) / p.Wall
		elapsed := time.Since(m.begun).Seconds()
		m.parts += (speed - m.parts) * max(p.Wall/elapsed, 1-math.Exp(-p.Wall/memory))
	}
	m.last = *p
	now := time.Now()
	if since := now.Sub(m.drawn); m.screen.Columns != nil && !m.screen.Quiet && since >= redrawEvery {
		m.screen.Status(m.parted()...)
		m.drawn = now
	}
	since := now.Sub(m.plain)
	if since >= max(plainEvery, now.Sub(m.begun)/50) || part-m.part >= plainPart &&
		since >= plainLeast {
		more := m.more(m.plainWork / since.Seconds())
		m.plain, m.part, m.plainWork = now, part, 0
		line := m.name + " " + strings.Join(m.facts(), "  ")
		m.log.Info(line + "  " + strings.Join(more, "  "))
		if m.screen.Columns == nil {
			m.screen.Line(line)
		}
	}
	return nil
}

// parted is the line on a terminal in parts, after a bar where that leaves room for all of them.
func (m *meter) parted() []string {
	const others = 50 // characters
	parts := m.facts()
	if width := min(40, m.screen.Columns()-others); width >= 5 {
		parts[0] = bar(m.done(&m.last), width) + " " + parts[0]
	}
	return parts
}

// facts are what a line of progress tells, the most important first.
func (m *meter) facts() []string {
	p, part := &m.last, m.done(&m.last)
	eta := "-"
	if m.parts > 0 {
		eta = duration((1 - part) / m.parts)
	}
	return []string{
		fmt.Sprintf("%3.0f %%", 100*part),
		"ETA " + eta,
		fmt.Sprintf("t %.4f of %s s", p.Time, text.Number(m.end)),
	}
}

// more is what run.log tells besides, at a throughput in particle-iterations per second.
func (m *meter) more(throughput float64) []string {
	return []string{"step " + text.Thousands(m.last.Step), text.Digits(throughput/1e6) + " mips",
		fmt.Sprintf("dt %.2e s", m.last.Dt)}
}

// bar draws the part that is done.
func bar(part float64, width int) string {
	full := int(part * float64(width))
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", width-full) + "]"
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

// done is the part of the run that is done: 0 to 1.
func (m *meter) done(p *sph.Progress) float64 { return cli.PartDone(p, m.end, m.maxiter) }
