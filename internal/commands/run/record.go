package run

import (
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpusph/gpu"
	"gpusph/internal/cli"
	"gpusph/output"
	pictures "gpusph/output/picture"
	"gpusph/sph"
)

// rowsWaiting is how many rows of the tables may wait to be written while a
// snapshot is; memoryWaiting bounds what waiting snapshots hold, and
// snapshotsWaiting their number.
const (
	rowsWaiting      = 1 << 12
	memoryWaiting    = 2 << 30 // [bytes]
	snapshotsWaiting = 16
	particleBytes    = 44 // of a capture
)

// record is the files of a run. They are written beside the computation: its
// methods take what is to be written, and return before it is.
type record struct {
	dir     *output.RunDir
	begun   time.Time
	log     *slog.Logger
	summary *output.Summary

	rows, snapshots *output.Queue
	logFile         *output.Growing
	writers         []output.Writer
	samples         *output.Samples
	throughput      *output.Throughput

	last     *sph.Snapshot // that was written; of the queue, until it is closed
	sampled  int           // step of the last sample; -1 before the first
	measured sph.Sample    // that was
	captured int           // of the last snapshot
}

// newRecord makes the run directory and the files that grow.
func newRecord(c *cli.Config, flow *sph.Case, devices []string, begun time.Time) (*record, error) {
	dir, err := c.OpenDir(flow.Name, begun)
	if err != nil {
		return nil, err
	}
	r := &record{dir: dir, begun: begun, summary: output.NewSummary(flow), sampled: -1, captured: -1}
	if err := r.create(c, flow, devices); err != nil {
		r.closeFiles()
		err = errors.Join(err, dir.Clear())
		dir.Close()
		return nil, err
	}
	r.rows, r.snapshots = output.NewQueue(rowsWaiting), output.NewQueue(mayWait(gpu.ReadHostMemory().Free, flow.Particles.Len()))
	return r, nil
}

// mayWait is how many snapshots may wait to be written, by the free memory [bytes], 0 if it is not known, of
// which they take an eighth at most.
func mayWait(free int64, particles int) int {
	memory := memoryWaiting
	if free > 0 {
		memory = min(memory, int(free/8))
	}
	return min(snapshotsWaiting, max(1, memory/(particleBytes*particles)))
}

// create makes the files that grow.
func (r *record) create(c *cli.Config, flow *sph.Case, devices []string) (err error) {
	dir := r.dir.Path
	if r.logFile, err = output.Create(filepath.Join(dir, "run.log")); err != nil {
		return err
	}
	r.log = slog.New(slog.NewTextHandler(r.logFile, &slog.HandlerOptions{Level: c.Level()}))
	formats, err := c.Writers()
	if err != nil {
		return err
	}
	for _, f := range formats {
		w, err := f.New(dir)
		if err != nil {
			return err
		}
		r.writers = append(r.writers, w)
	}
	if r.samples, err = output.NewSamples(dir, flow); err != nil {
		return err
	}
	r.throughput, err = output.NewThroughput(dir, devices)
	return err
}

// progress takes what a period of the run was like.
func (r *record) progress(p sph.Progress) error {
	r.summary.Add(&p)
	return r.rows.Go(func() error { return r.throughput.Write(&p) })
}

// sample measures the flow, unless that has been done at this step; do does what
// can be done beside the computation.
func (r *record) sample(sim *sph.Simulation, step int, do func(func() error) error) error {
	if r.sampled == step {
		return nil
	}
	s, err := sim.Sample()
	if err != nil {
		return err
	}
	r.sampled, r.measured = step, s
	return do(func() error { return r.samples.Write(&s) })
}

// keeps says whether there is any format that snapshots are kept in.
func (r *record) keeps() bool { return len(r.writers) > 0 }

// snapshot copies the particles to the host, unless that has been done at this
// step. Only the copy holds the devices up; the rest is for do.
func (r *record) snapshot(sim *sph.Simulation, step int, do func(func() error) error) error {
	if r.captured == step {
		return nil
	}
	c, err := sim.Capture()
	if err != nil {
		return err
	}
	r.captured = step
	return do(func() error { return r.write(c.Snapshot()) })
}

// write writes a snapshot in all formats.
func (r *record) write(s *sph.Snapshot) error {
	r.last = s
	for _, w := range r.writers {
		if err := w.Write(s); err != nil {
			return err
		}
	}
	r.log.Debug("snapshot", "t", s.Time, "step", s.Step, "particles", s.Len(), "state_sha256", s.SHA256)
	return nil
}

// finish writes the last state and what is known at the end of a run, however it
// came, and returns all that went wrong; ended is what ended the run, or nil.
func (r *record) finish(sim *sph.Simulation, step int, ended error) error {
	now := func(job func() error) error { return job() }
	errs := []error{r.rows.Close(), r.snapshots.Close(), r.sample(sim, step, now), r.snapshot(sim, step, now)}
	if s := r.last; s != nil {
		errs = append(errs, r.picture("last.png", s, pictures.Speed))
		if s.Devices > 1 {
			errs = append(errs, r.picture("last_devices.png", s, pictures.Device))
		}
		r.summary.StateSHA256, r.summary.Steps, r.summary.Time = s.SHA256, s.Step, s.Time
	}
	err := outcome(ended, append(errs, r.closeTables())...)
	r.end(err)
	report := output.WriteFile(filepath.Join(r.dir.Path, "report.txt"), func(w io.Writer) error { return output.ReportFile(w, r.summary) })
	if err = outcome(err, report); report != nil {
		r.end(err)
	}
	return outcome(err, r.summary.Write(r.dir.Path))
}

// picture draws a state, coloured by a field.
func (r *record) picture(name string, s *sph.Snapshot, f pictures.Field) error {
	return output.WriteFile(filepath.Join(r.dir.Path, name), func(w io.Writer) error { return pictures.Draw(w, s, pictures.Options{Field: f}) })
}

// end tells the summary how the run has ended.
func (r *record) end(err error) {
	s, now := r.summary, time.Now()
	s.Ended, s.Elapsed = stamp(now), now.Sub(r.begun).Seconds()
	s.Status, s.Error = output.Done, ""
	switch {
	case errors.Is(err, cli.ErrInterrupted):
		s.Status = output.Interrupted
	case err != nil:
		s.Status, s.Error = output.Failed, cli.OneLine(err)
	}
}

// stamp writes a time as files have it.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// close closes all files and lets other processes have the directory.
func (r *record) close() {
	r.closeFiles()
	r.dir.Close()
}

// closeFiles closes the files that grow.
func (r *record) closeFiles() error {
	errs := []error{r.closeTables()}
	if r.logFile != nil {
		errs = append(errs, r.logFile.Close())
	}
	return errors.Join(errs...)
}

// closeTables closes those but the log.
func (r *record) closeTables() error {
	var errs []error
	for _, w := range r.writers {
		errs = append(errs, w.Close())
	}
	if r.samples != nil {
		errs = append(errs, r.samples.Close())
	}
	if r.throughput != nil {
		errs = append(errs, r.throughput.Close())
	}
	return errors.Join(errs...)
}

// outcome is how a run ends: by what ended it and by what went wrong then, each
// once. An interruption counts where nothing went wrong.
func outcome(ended error, then ...error) error {
	all := distinct(then)
	switch {
	case all == nil:
		return ended
	case errors.Is(ended, cli.ErrInterrupted):
		return all
	}
	return distinct(append([]error{ended}, then...))
}

// distinct joins errors as one sentence, each once, also where another has it within.
func distinct(errs []error) error {
	var all []error
	for _, err := range parts(errs) {
		if !slices.ContainsFunc(all, func(e error) bool { return strings.Contains(e.Error(), err.Error()) }) {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

// parts are the errors that joined errors consist of.
func parts(errs []error) []error {
	var all []error
	for _, err := range errs {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			all = append(all, parts(joined.Unwrap())...)
		} else if err != nil {
			all = append(all, err)
		}
	}
	return all
}
