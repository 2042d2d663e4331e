package run

import (
	"errors"
	"io"
	"slices"

	"gpusph/commands/running"
	"gpusph/gpu"
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
	results *results
	keeps   bool    // snapshots on the way
	pieces  *pieces // in which these are written; nil is in one

	run             *output.Run
	files           output.Observers
	rows, snapshots *output.Queue
	logFile         *output.LogFile

	measured int              // the last step that was measured by itself; -1 before the first
	taken    []output.Instant // snapshots, without their files
	part     bool             // the last of them has the particles of this process only
}

// openFiles makes the folder of the run and the files that grow, or goes on with them. What the log
// is told, watching is, too.
func (r *run) openFiles(devices []string, watching io.Writer) error {
	k := &record{pieces: r.pieces(), measured: -1}
	if err := r.OpenFiles(r.flow.Name, watching,
		func(f *running.Files) error { return k.create(r, f, devices) }); err != nil {
		return err
	}
	r.record = k
	k.rows, k.snapshots = output.NewQueue(rowsWaiting),
		output.NewQueue(mayWait(gpu.ReadHostMemory().Free,
			r.flow.Params.StateCopyBytes()*r.flow.Particles.Len()))
	return nil
}

// create makes the files that grow. The results are last, since they tell what is wrong with
// others.
func (k *record) create(r *run, f *running.Files, devices []string) error {
	dir, from := f.Folder.Path, (*output.Checkpoint)(nil)
	k.logFile, k.results = f.LogFile, newResults(dir, r.flow, r.Begun)
	if r.Earlier != nil {
		from = r.Earlier.Checkpoint
	} else if err := r.SaveCase(dir, r.flow); err != nil {
		return err
	}
	formats, err := r.Formats()
	if err != nil {
		return err
	}
	k.keeps = len(formats) > 0 && !r.NoSave
	keep, err := r.Keep()
	if err != nil {
		return err
	}
	k.run = &output.Run{Dir: dir, Case: r.flow, Devices: devices, Keep: keep, From: from,
		Pieces: k.pieces.files()}
	writers := slices.Concat(output.Always, formats)
	if k.run.Pieces != nil { // tables of snapshots take what others tell as they write theirs
		writers = slices.Concat(formats, output.Always)
	}
	k.files, err = output.Begin(k.run, writers)
	k.files = append(k.files, &events{log: f.Log}, k.results)
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
func (r *record) snapshot(sim *engine.Simulation, at running.Position,
	do func(func() error) error) error {
	if n := len(r.taken); n > 0 && r.taken[n-1].Step == at.Step && !r.part {
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
func (r *record) finish(sim *engine.Simulation, at running.Position, ended error) error {
	now := func(job func() error) error { return job() }
	last := func(job func() error) error { // behind what is being written, be that well or not
		r.snapshots.Close()
		return job()
	}
	err := running.Outcome(ended, r.logFile.Failed(), r.rows.Close(),
		r.sample(sim, at.Step, now, nil), r.snapshot(sim, at, last), r.snapshots.Close(),
		r.run.CheckRows())
	for _, o := range r.files {
		err = running.Outcome(err, o.End(err))
	}
	return err
}
