package gridrun

import (
	"slices"
	"time"

	"gpusph/commands/cli"
	"gpusph/grid/gridfile"
)

// save writes a checkpoint between two steps, unless the last is of this step. Snapshots until then
// are written first.
func (r *run) save() error {
	if r.written == r.reached.Step {
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
	c.Report.Elapsed = time.Since(r.Begun).Seconds() + r.report.before
	if f.probes != nil {
		c.Probes = f.probes.Size()
	}
	c.take(state)
	r.Due.Written()
	r.written = r.reached.Step
	r.Log.Debug("checkpoint", "step", r.reached.Step)
	return gridfile.Checkpoints.Write(r.Folder.Path, c.State.Step, c.write,
		func() string { return "" })
}

// HowToGoOn is the command that continues the run, in a sentence, or why there is none.
func (r *run) HowToGoOn(error) string {
	switch all, _ := gridfile.Checkpoints.List(r.Folder.Path); {
	case len(all) > 0:
		return r.GoOnWith(r.Folder.Path) + " continues the run"
	case !r.Due.Wanted():
		return "there is no checkpoint to continue from; --checkpoint-interval 10m makes some"
	}
	return "there is no checkpoint to continue from: the run ended before its first; use a shorter " +
		"--checkpoint-interval"
}
