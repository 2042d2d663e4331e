package run

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/engine"
	"gpusph/sph/measure"
)

// rowsWaiting is how many rows of the tables may wait to be written while a
// snapshot is; memoryWaiting bounds what waiting snapshots hold, and
// snapshotsWaiting their number.
const (
	rowsWaiting      = 1 << 12
	memoryWaiting    = 2 << 30 // [bytes]
	snapshotsWaiting = 16
)

// record is the files of a run. They are written beside the computation: its
// methods take what is to be written, and return before it is.
type record struct {
	dir     *output.RunDir
	log     *slog.Logger
	logFile *output.LogFile
	results *results
	keeps   bool    // snapshots on the way
	pieces  *pieces // in which these are written; nil is in one

	run             *output.Run
	files           output.Observers
	rows, snapshots *output.Queue

	measured int              // the last step that was measured by itself; -1 before the first
	taken    []output.Instant // snapshots, without their files
	part     bool             // the last of them has the particles of this process only
}

// moment is a step and its time [s].
type moment struct {
	step int
	time float64
}

// newRecord makes the run directory and the files that grow, or goes on with them. What the log is
// told, watching is, too.
func newRecord(c *cli.Config, flow *sph.Case, devices []string, pieces *pieces, begun time.Time,
	watching io.Writer) (*record, error) {
	var dir *output.RunDir
	var err error
	if c.Earlier != nil {
		dir, err = output.GoOnInRunDir(c.Earlier.Dir)
		if err = cli.DirError(err); err == nil {
			err = output.RemoveCheckpointsAfter(dir.Path, c.Earlier.State.Step)
		}
	} else {
		dir, err = c.OpenDir(flow.Name, begun)
	}
	if err != nil {
		return nil, err
	}
	r := &record{dir: dir, pieces: pieces, results: newResults(dir.Path, flow, begun), measured: -1}
	if err := r.create(c, flow, devices, watching); err != nil {
		if r.logFile != nil {
			r.logFile.Close()
		}
		if c.Earlier == nil {
			err = errors.Join(err, dir.Clear())
		}
		dir.Close()
		return nil, err
	}
	r.rows, r.snapshots = output.NewQueue(rowsWaiting),
		output.NewQueue(mayWait(gpu.ReadHostMemory().Free,
			flow.Params.StateCopyBytes()*flow.Particles.Len()))
	return r, nil
}

// create makes the files that grow. The results are last, since they tell what is wrong with
// others.
func (r *record) create(c *cli.Config, flow *sph.Case, devices []string,
	watching io.Writer) (err error) {
	open, from := output.Create, (*output.Checkpoint)(nil)
	if c.Earlier != nil {
		open, from = output.Append, c.Earlier.Checkpoint
	}
	file, err := open(filepath.Join(r.dir.Path, "run.log"))
	if err != nil {
		return err
	}
	r.logFile = &output.LogFile{Growing: file}
	if from == nil {
		if err := c.SaveCase(r.dir.Path, flow); err != nil {
			return err
		}
	}
	r.log = slog.New(slog.NewTextHandler(io.MultiWriter(r.logFile, watching),
		&slog.HandlerOptions{Level: c.Level()}))
	formats, err := c.Formats()
	if err != nil {
		return err
	}
	r.keeps = len(formats) > 0 && !c.NoSave
	keep, err := c.Keep()
	if err != nil {
		return err
	}
	r.run = &output.Run{Dir: r.dir.Path, Case: flow, Devices: devices, Keep: keep, From: from,
		Pieces: r.pieces.files()}
	writers := slices.Concat(output.Always, formats)
	if r.run.Pieces != nil { // materials.csv takes what others tell as they write theirs
		writers = slices.Concat(formats, output.Always)
	}
	r.files, err = output.Begin(r.run, writers)
	r.files = append(r.files, &events{log: r.log}, r.results)
	return err
}

// mayWait is how many snapshots of a given number of bytes may wait to be written, by the free
// memory [bytes], 0 if it is not known, of which they take an eighth at most.
func mayWait(free int64, bytes int) int {
	memory := memoryWaiting
	if free > 0 {
		memory = min(memory, int(free/8))
	}
	return min(snapshotsWaiting, max(1, memory/bytes))
}

// progress takes what a period of the run was like.
func (r *record) progress(p *sph.Progress) error {
	if err := r.logFile.Failed(); err != nil {
		return err
	}
	return r.rows.Go(func() error { return r.files.Progress(p) })
}

// sample measures the flow, unless that has been done at this step; do does what can be done beside
// the computation. Samples of steps before come first. At the end of the flow the last of them is
// of just that time, which is where rows end. Those who are here are told at once.
func (r *record) sample(sim *engine.Simulation, step int, do func(func() error) error,
	here output.Observers) error {
	if r.measured == step {
		return nil
	}
	s, err := sim.Sample()
	if err != nil {
		return errors.Join(err, r.samples(sim, do, here))
	}
	r.measured = step
	if err := r.samples(sim, do, here); err != nil || s.Time >= r.run.Case.End {
		return err
	}
	return r.row(&s, do, here)
}

// samples takes those that steps have taken. All are written, but observers here do not see those
// after one that ends the run.
func (r *record) samples(sim *engine.Simulation, do func(func() error) error,
	here output.Observers) (err error) {
	for _, s := range sim.Samples() {
		if e := r.row(&s, do, here); e != nil {
			err, here = errors.Join(err, e), nil
		}
	}
	return err
}

func (r *record) row(s *sph.Sample, do func(func() error) error, here output.Observers) error {
	return errors.Join(do(func() error { return r.files.Sample(s) }), here.Sample(s))
}

// snapshot copies the particles to the host, unless that has been done at this
// step. Only the copy holds the devices up; the rest is for do.
func (r *record) snapshot(sim *engine.Simulation, at moment, do func(func() error) error) error {
	if n := len(r.taken); n > 0 && r.taken[n-1].Step == at.step && !r.part {
		return nil
	}
	c, err := sim.CopyState()
	if err != nil {
		return err
	}
	return r.take(c, do)
}

// captures takes those of steps that have come to the host, or all. That of the first step is there
// already.
func (r *record) captures(sim *engine.Simulation, all bool) error {
	captures, err := sim.StateCopies(all)
	for _, c := range captures {
		// somebody may have asked for one of this step before
		if n := len(r.taken); c.Step() > 0 && (n == 0 || r.taken[n-1].Step < c.Step()) {
			err = errors.Join(err, r.take(c, r.snapshots.Go))
		} else if c.Part() {
			err = errors.Join(err, r.snapshots.Go(func() error { return r.pieces.tell(c.Step(), "") }))
		}
	}
	return err
}

func (r *record) take(c *measure.StateCopy, do func(func() error) error) error {
	if n := len(r.taken); n == 0 || r.taken[n-1].Step != c.Step() {
		r.taken = append(r.taken, output.Instant{Step: c.Step(), Time: c.Time()})
	}
	r.part = c.Part()
	return do(func() error {
		err := r.files.Snapshot(c.Snapshot())
		if err != nil && c.Part() {
			r.pieces.world.Fail(err) // others wait to be told where theirs goes
		}
		return err
	})
}

// finish writes the last state and what is known at the end of a run, however it
// came, and returns all that went wrong; ended is what ended the run, or nil.
func (r *record) finish(sim *engine.Simulation, at moment, ended error) error {
	now := func(job func() error) error { return job() }
	last := func(job func() error) error { // behind what is being written, be that well or not
		r.snapshots.Close()
		return job()
	}
	err := outcome(ended, r.logFile.Failed(), r.rows.Close(),
		r.sample(sim, at.step, now, nil), r.snapshot(sim, at, last), r.snapshots.Close(),
		r.run.CheckRows())
	s := r.results.summary
	r.log.Info(fmt.Sprintf("%s of all particles took part in the steps, %s mips of them",
		text.Percent(float64(s.ActiveIter)/float64(max(1, s.Iterations))), text.Digits(s.ActiveMips)))
	for _, o := range r.files {
		err = outcome(err, o.End(err))
	}
	return err
}

// close closes the log and lets other processes have the directory.
func (r *record) close() {
	r.logFile.Close()
	r.dir.Close()
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
		if !slices.ContainsFunc(all, func(e error) bool {
			return strings.Contains(e.Error(),
				err.Error())
		}) {
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
