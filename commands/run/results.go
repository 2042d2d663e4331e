package run

import (
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"gpusph/commands/running"
	"gpusph/internal/stored"
	"gpusph/output"
	"gpusph/sph"
)

// results are the summary of a run and its report.
type results struct {
	output.Base
	dir     string
	begun   time.Time
	summary *output.Summary
	joules  float64 // that the GPUs used; 0 if it is not known
	last    *sph.Snapshot
	through sph.Passages // nil is none

	flow    *output.Flow // what the tables say, once they are whole
	flowErr error        // why that lacks something
}

func newResults(dir string, flow *sph.Case, begun time.Time) *results {
	s := output.NewSummary(flow)
	s.Started = running.Stamp(begun)
	return &results{dir: dir, begun: begun, summary: s,
		through: flow.Passages()}
}

// goOn continues the summary of the run before, from a checkpoint of it.
func (r *results) goOn(before *output.Summary, step int, at float64) {
	s := r.summary
	s.Started, s.Runtime, s.Iterations, s.ActiveIter, s.Moved = before.Started, before.Runtime,
		before.Iterations, before.ActiveIter, before.Moved
	s.Steps, s.Time, s.Kips, s.Mips, s.ActiveMips, s.Warnings = before.Steps, before.Time, before.Kips,
		before.Mips, before.ActiveMips, before.Warnings
	s.Particles.Lost, s.Particles.Left, s.Ledger = before.Particles.Lost, before.Particles.Left,
		before.Ledger
	if r.through != nil {
		r.through.GoOn(before.Passages, at)
		s.Passages = r.through.Copy()
	}
	s.Resumed = append(before.Resumed, output.Resumption{Step: step, Time: at,
		Started: running.Stamp(r.begun)})
	r.begun = r.begun.Add(-time.Duration(before.Elapsed * float64(time.Second)))
}

func (r *results) Progress(p *sph.Progress) error {
	r.summary.Add(p)
	if r.through != nil {
		r.through.Add(p)
		r.summary.Passages = r.through.Copy()
	}
	return nil
}

func (r *results) Sample(m *sph.Sample) error {
	if r.through != nil {
		r.through.Sample(m)
		r.summary.Passages = r.through.Copy()
	}
	return nil
}

func (r *results) Snapshot(s *sph.Snapshot) error {
	r.last = s
	return nil
}

// End writes them. A summary tells that there is no report.
func (r *results) End(ended error) error {
	s := r.summary
	if last := r.last; last != nil {
		s.StateSHA256, s.Steps, s.Time = last.SHA256, last.Step, last.Time
		s.CountMaterials(last)
	}
	s.SetEnergy(r.joules)
	r.end(ended)
	r.flow, r.flowErr = stored.FlowOf(r.dir, s)
	if drift := r.flow.ContentDrift(); drift != "" && !slices.Contains(s.Warnings, drift) {
		s.Warnings = append(s.Warnings, drift)
	}
	err := output.WriteFile(filepath.Join(r.dir, "report.txt"),
		func(w io.Writer) error { return output.ReportFile(w, s, r.flow) })
	if err != nil {
		r.end(running.Outcome(ended, err))
	}
	return errors.Join(err, s.Write(r.dir))
}

// end tells the summary how the run has ended.
func (r *results) end(err error) {
	s, now := r.summary, time.Now()
	s.Ended, s.Elapsed = running.Stamp(now), now.Sub(r.begun).Seconds()
	s.Status, s.Error = running.Status(err)
}
