package run

import (
	"fmt"

	"gpusph/commands/running"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// meter shows how far the run is.
type meter struct {
	output.Base
	*running.Meter
	run  *run
	last sph.Progress
	work float64 // particles times steps since the last line
}

func newMeter(r *run) *meter {
	m := &meter{run: r, last: r.reached}
	m.Meter = r.NewMeter(r.flow.Name, r.flow.End, m.facts, m.more)
	return m
}

// Progress takes what has been done.
func (m *meter) Progress(p *sph.Progress) error {
	m.work += float64(p.Particles) * float64(p.Steps)
	m.last = *p
	m.Meter.Progress(p.Wall)
	return nil
}

func (m *meter) facts() []string {
	return []string{fmt.Sprintf("t %.4f of %s s", m.last.Time, text.Number(m.run.flow.End))}
}

func (m *meter) more(seconds float64) []string {
	throughput := m.work / seconds
	m.work = 0
	return []string{"step " + text.Thousands(m.last.Step), text.Digits(throughput/1e6) + " mips",
		fmt.Sprintf("dt %.2e s", m.last.Dt)}
}
