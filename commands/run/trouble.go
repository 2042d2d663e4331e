package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"gpusph/commands/cli"
	"gpusph/output"
	"gpusph/sph/engine"
)

// How bad trouble is. Files explain the first of the worst: particles that leave may be no more
// than spray.
const (
	someLeave = iota + 1
	doubtful
	nonsense
)

// troubles explains in files where a flow goes wrong.
type troubles struct {
	run   *run
	watch *watch
	worst int             // that is explained; 0 is nothing
	last  *output.Trouble // that the files have
}

// newTroubles lets the warnings of a watch name the files.
func newTroubles(r *run, w *watch) *troubles {
	t := &troubles{run: r, watch: w}
	w.explain = func(about, what string) string {
		if about == "lost" {
			return t.explain(someLeave, what)
		}
		return t.explain(doubtful, what)
	}
	return t
}

// end lets the error of a flow that has gone wrong name the files.
func (t *troubles) end(err error) error {
	if !wentWrong(err) {
		return err
	}
	return fmt.Errorf("%w%s", err, t.explain(nonsense, cli.OneLine(err)))
}

// wentWrong reports whether an error is of the flow itself.
func wentWrong(err error) bool {
	return errors.Is(err, engine.ErrBlewUp) || errors.Is(err, engine.ErrFixedStep)
}

// explain writes the files, unless they have something as bad, and returns the end of a sentence on
// them. It is called between two list periods.
func (t *troubles) explain(bad int, what string) string {
	if bad > t.worst {
		if err := t.write(what); err != nil {
			return "; the worst particles cannot be told: " + cli.OneLine(err)
		}
		t.worst = bad
	}
	dir := t.run.Folder.Path
	return fmt.Sprintf("; the worst particles are in %s and %s",
		filepath.Join(dir, output.TroubleFiles[0]), output.TroubleFiles[1])
}

func (t *troubles) write(what string) error {
	r := t.run
	if err := r.record.captures(r.sim, true); err != nil {
		return err
	}
	now, err := r.sim.Snapshot()
	if err != nil {
		return err
	}
	r.record.snapshots.Wait() // for the last; what goes wrong there is told at the end
	x := output.NewTrouble(what, now, r.record.results.last, r.reached.Escaped())
	x.Program, x.Version = "gpusph", cli.FullVersion()
	if good := t.watch.good; good >= 0 {
		x.Good, x.Checkpoint = &good, output.CheckpointBefore(r.Folder.Path, good)
	}
	x.Snapshot = t.watch.lastGood(r.record.taken)
	if t.last != nil {
		x.Follows(t.last)
	}
	if err := x.Write(r.Folder.Path); err != nil {
		return err
	}
	t.last = x
	return nil
}

// lastGood is the last of the snapshots taken that is not later than a sample that was good; nil if
// there is none.
func (w *watch) lastGood(taken []output.Instant) *output.Instant {
	for number, at := range slices.Backward(taken) {
		if at.Step <= w.good {
			at.File = output.SnapshotName(number)
			return &at
		}
	}
	return nil
}
