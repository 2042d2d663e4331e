package run

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// checkpoints are those of a run: when they are due, and what they have. One is of the flow between
// two list periods that nothing has cut short, so that a run that continues from it is as if there
// had been no end.
type checkpoints struct {
	run    *run
	watch  *watch
	latest *output.Checkpoint // taken, but not written: of before a period that may be cut short
	flow   string             // hash; "" until it is known
}

func newCheckpoints(r *run, w *watch) *checkpoints {
	k := &checkpoints{run: r, watch: w}
	if r.Earlier != nil {
		w.goOn(&r.Earlier.Watch)
		k.flow = r.Earlier.Flow
		r.steady.goOn(r.Earlier.Steady)
	}
	return k
}

// between is called between two list periods, before the next. It writes a checkpoint where one is
// due. Before a period that may be the last, and be cut short, it keeps one.
func (k *checkpoints) between(due bool) error {
	mayEnd := k.run.Due.Wanted() && k.mayEnd()
	if !due && !mayEnd || k.run.sim.ListsGoOn() { // they end soon
		return nil
	}
	c, err := k.take()
	if err != nil {
		return err
	}
	k.latest = c
	if due {
		return k.write()
	}
	return nil
}

// mayEnd reports whether the next period may come to the end.
func (k *checkpoints) mayEnd() bool {
	p, at := &k.run.flow.Params, k.run.reached
	left := (k.run.flow.End - at.Time) / p.DtMax() // steps at least, but for rounding
	return left < float64(p.RebuildEvery)+1 || k.run.MaxIter > 0 &&
		k.run.MaxIter-at.Step < p.RebuildEvery
}

// take copies the flow and what is known of the files. Rows until now are written first. Snapshots
// may be on their way: how far they are is taken behind them.
func (k *checkpoints) take() (*output.Checkpoint, error) {
	r := k.run
	record := r.record
	err := errors.Join(r.control.endLists(), record.captures(r.sim, true),
		record.samples(r.sim, record.rows.Go, r.here))
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	state, err := r.sim.Checkpoint()
	if err != nil {
		return nil, err
	}
	r.Log.Debug("checkpoint", "step", state.Step, "devices_waited_s", time.Since(begun).Seconds())
	if err := record.rows.Wait(); err != nil {
		return nil, err
	}
	if err := record.run.CheckRows(); err != nil {
		return nil, err
	}
	c := output.NewCheckpoint(r.flow, state)
	c.Program, c.Version = "gpusph", cli.FullVersion()
	c.Words, c.Devices = r.Words(r.sampleInterval, r.flow.End), record.run.Devices
	c.Files, c.Watch, c.Snapshots = record.run.Rows(), k.watch.state(), slices.Clone(record.taken)
	c.Steady = r.steady.copy()
	c.Summary = *record.results.summary
	c.Summary.Elapsed = time.Since(record.results.begun).Seconds()
	c.Summary.Devices, c.Summary.Warnings = slices.Clone(c.Summary.Devices),
		slices.Clone(c.Summary.Warnings)
	return c, record.snapshots.Go(func() error {
		maps.Copy(c.Files, record.run.Series())
		return nil
	})
}

// now takes one between two list periods, and lets it be written.
func (k *checkpoints) now() error {
	c, err := k.take()
	if err != nil {
		return err
	}
	k.latest = c
	return k.write()
}

// write lets the checkpoint be written that was taken last, behind the snapshots that are on their
// way.
func (k *checkpoints) write() error {
	c := k.latest
	k.latest = nil
	k.run.Due.Written()
	return k.run.record.snapshots.Go(func() error {
		if k.flow == "" {
			k.flow = output.FlowHash(k.run.flow)
		}
		c.Flow, c.Outside = k.flow, k.run.flow.TableHashes(c.State.Time)
		begun := time.Now()
		err := output.WriteCheckpoint(k.run.Folder.Path, c)
		k.run.Log.Debug("checkpoint written", "step", c.State.Step, "took_s", time.Since(begun).Seconds())
		return err
	})
}

// end writes the last checkpoint of a run that has come to an end or was interrupted. What has gone
// wrong is in none. A run that an option has ended always has one. A flow whose fluid has gone is
// sound, but a period that the end has cut short is not.
func (k *checkpoints) end(ended error) error {
	stopped := k.run.Stopped != nil
	inOrder := errors.Is(ended, cli.ErrInterrupted) || errors.Is(ended, errLost) ||
		haveGone(ended) && !k.run.reached.Done
	switch {
	case !k.run.Due.Wanted() && !stopped:
		return nil
	case (stopped || inOrder) && (k.latest == nil || k.run.control != nil) &&
		k.run.reached.Step > 0:
		c, err := k.take() // between periods
		if err != nil {
			return err
		}
		k.latest = c
	case ended != nil && !inOrder:
		return nil
	}
	if k.latest == nil {
		return nil
	}
	return k.write()
}

// checkDir refuses a run directory that cannot be written into.
func checkDir(c *cli.Config) error {
	if c.Earlier != nil {
		return nil // its lock says so
	}
	return c.CheckDir()
}

// withOutside is the first version of checkpoints that has hashes of each table.
const withOutside = 4

// checkEarlier refuses to go on with a flow that is another. changes are those that are allowed.
func checkEarlier(c *cli.Config, flow *sph.Case) (changes []string, err error) {
	e := c.Earlier
	if e == nil {
		return nil, nil
	}
	changes = output.Differences(&e.Params, &flow.Params)
	if e.FileVersion >= withOutside {
		changes = append(changes, output.TableDifferences(e.Outside, flow.TableHashes(e.State.Time))...)
	} else if e.Tables != "" && e.Tables != flow.TablesHash(e.State.Time) {
		changes = append(changes, "tables of motions, gravity or angles, or what else its particles "+
			"began with, were others")
	}
	switch {
	case e.Problem != flow.Name:
		return nil, fmt.Errorf("--resume continues %s, not %s; leave --problem out", e.Problem, flow.Name)
	case len(changes) > 0 && !c.AllowChanges:
		return nil, fmt.Errorf("--resume cannot change the physics: %s; leave these options out, or "+
			"use --allow-changes", strings.Join(changes, ", "))
	case len(changes) == 0 && output.FlowHash(flow) != e.Flow:
		return nil, errors.New("--resume cannot change the flow: its particles at the start are " +
			"not those of the run before; leave out the options of the problem that change them")
	case flow.End <= e.State.Time:
		return nil, fmt.Errorf("the run has reached %s s and ends at %s s; use a later --tend to "+
			"continue it", text.Number(e.State.Time), text.Number(flow.End))
	}
	return changes, nil
}

// goOn tells which checkpoint a run continues from, and takes what was known then.
func (r *run) goOn(changes []string, names []string) {
	e := r.Earlier
	if e == nil {
		return
	}
	for _, remark := range e.Remarks {
		r.Warn(remark)
	}
	for _, change := range changes {
		r.Log.Warn("changed: " + change)
	}
	kind := func(names []string) string {
		var kinds []string
		for _, name := range names {
			name = name[strings.Index(name, "/")+1:] // without that of its process
			kinds = append(kinds, strings.Split(name, ":")[0])
		}
		return slices.Min(kinds) + slices.Max(kinds)
	}
	if !r.Strict && kind(e.Devices) != kind(names) {
		what := "the devices are of another kind than before, so the last bits will differ; use " +
			"--strict from the beginning on"
		r.Warn(what)
	}
	r.record.taken = e.Snapshots
	r.record.results.goOn(&e.Summary, e.State.Step, e.State.Time)
}

// HowToGoOn is the command that continues a run that was ended, or why there is none. A flow that
// went wrong continues from before that.
func (r *run) HowToGoOn(ended error) string {
	dir := r.Folder.Path
	all, err := output.Checkpoints(dir)
	switch {
	case err != nil:
		return err.Error()
	case len(all) == 0 && !r.Due.Wanted():
		return "there is nothing to go on from; --checkpoint-interval 10m makes checkpoints in a run"
	case len(all) == 0:
		return "there is nothing to go on from: the run ended before its first checkpoint; a shorter " +
			"--checkpoint-interval makes it sooner"
	case r.steady.since() != nil:
		return r.GoOnWith(dir) + " --stop-steady 0 goes on with it"
	case haveGone(ended):
		return r.GoOnWith(dir) + " --fluid-left 0 goes on with it"
	case !wentWrong(ended):
		return r.GoOnWith(dir) + " goes on with it"
	}
	good := output.CheckpointBefore(dir, r.checkpoints.watch.good)
	if good == "" {
		return "there is nothing to go on from: no checkpoint is from before the flow went wrong"
	}
	return r.GoOnWith(filepath.Join(dir, good)) +
		" continues from before that; it takes other options of the physics with --allow-changes"
}
