package gridrun

import (
	"math"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"gpusph/commands/cli"
)

// checkpoints are those of a run, and when they are due.
type checkpoints struct {
	run     *run
	asked   chan os.Signal
	last    time.Time // one was written
	next    float64   // simulated time at which one is due [s]
	written int       // step of the last; -1 is none
}

func newCheckpoints(r *run) *checkpoints {
	k := &checkpoints{run: r, asked: make(chan os.Signal, 1), last: time.Now(), written: -1}
	signal.Notify(k.asked, syscall.SIGUSR1)
	if r.earlier != nil {
		k.written = r.earlier.State.Step
	}
	k.next = k.after()
	return k
}

// close lets signals be.
func (k *checkpoints) close() { signal.Stop(k.asked) }

// after is the next multiple of --checkpoint-every [s].
func (k *checkpoints) after() float64 {
	if k.run.CheckpointEvery == 0 {
		return math.Inf(1)
	}
	return after(k.run.reached.Time, k.run.CheckpointEvery)
}

// dueAt is the simulated time at which one is due [s].
func (k *checkpoints) dueAt() float64 { return k.next }

// wanted reports whether there are to be any.
func (k *checkpoints) wanted() bool {
	return k.run.CheckpointInterval > 0 || k.run.CheckpointEvery > 0
}

// between writes a checkpoint between two steps, if one is due for any reason.
func (k *checkpoints) between() error {
	due := k.run.CheckpointInterval > 0 && time.Since(k.last) >= k.run.CheckpointInterval
	if k.run.reached.Time >= k.next {
		k.next, due = k.after(), true
	}
	select {
	case <-k.asked:
		due = true
	default:
	}
	if !due {
		return nil
	}
	return k.write()
}

// write writes one, unless the last is of this step. Snapshots until then are written first.
func (k *checkpoints) write() error {
	r := k.run
	if k.written == r.reached.Step {
		return nil
	}
	state, err := r.sim.Checkpoint()
	if err != nil {
		return err
	}
	f := r.record
	if err := f.queue.Wait(); err != nil {
		return err
	}
	r.report.StateSHA256 = stateHash(state)
	c := &checkpoint{Program: "gpusph", Version: cli.FullVersion(), Problem: r.flow.Name,
		Words:   r.Words(f.sampleEvery, r.flow.End),
		Physics: physics(r.GridConfig, r.flow), Devices: f.devices, Sums: f.sums.Size(),
		Sampled: f.sampled, Throughput: f.through.Size(), ThroughputName: f.name,
		Snapshots: slices.Clone(f.snapshots), Report: *r.report}
	c.Report.Elapsed = time.Since(r.begun).Seconds() + r.report.before
	c.take(state)
	k.last, k.written = time.Now(), r.reached.Step
	r.log.Debug("checkpoint", "step", r.reached.Step)
	return c.save(f.dir.Path)
}

// end writes the last checkpoint of a run that has come to its end, was interrupted or was stopped.
// A run that has gone wrong gets none.
func (k *checkpoints) end(ended error) error {
	inOrder := ended == nil || ended == cli.ErrInterrupted
	if !inOrder || k.run.reached.Step == 0 || !k.wanted() && k.run.stopped == nil {
		return nil
	}
	return k.write()
}

// howToGoOn is the command that continues the run, in a sentence, or why there is none.
func (k *checkpoints) howToGoOn() string {
	dir := k.run.record.dir.Path
	switch all := checkpointsOf(dir); {
	case len(all) > 0:
		return k.run.goOnWith() + " continues the run"
	case !k.wanted():
		return "there is no checkpoint to continue from; --checkpoint-interval 10m makes some"
	}
	return "there is no checkpoint to continue from: the run ended before its first; use a shorter " +
		"--checkpoint-interval"
}
