package run

import (
	"log/slog"

	"gpusph/output"
	"gpusph/sph"
)

// events are what run.log tells on level debug.
type events struct {
	output.Base
	log *slog.Logger
}

func (e *events) Progress(p *sph.Progress) error {
	if p.Moved > 0 {
		var shares []int
		for _, d := range p.Devices {
			shares = append(shares, d.Slices)
		}
		e.log.Debug("slices moved", "step", p.Step, "moved", p.Moved, "slices", shares)
	}
	return nil
}

func (e *events) Snapshot(s *sph.Snapshot) error {
	e.log.Debug("snapshot", "t", s.Time, "step", s.Step, "particles", s.Len(), "state_sha256",
		s.SHA256)
	return nil
}
