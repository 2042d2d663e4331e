package check

import (
	"context"
	"errors"
	"math"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// patience is how long the trial lasts at most [s], but for its first list periods.
const patience = 30

// Trial is what some steps on the devices tell of the whole run.
type Trial struct {
	Devices  []string `json:"devices"`
	Model    string   `json:"model"` // of the first
	Steps    int      `json:"steps"` // that were timed
	Lists    int      `json:"lists"` // that they had
	Step     float64  `json:"seconds_per_step"`
	Dt       float64  `json:"dt_s"` // in the mean
	Unlisted int      `json:"unlisted"`

	RunSteps float64 `json:"run_steps"` // all, if steps stay as long
	RunHours float64 `json:"run_hours"`
}

// last is what there is after the trial, by which files are predicted.
type last struct {
	progress sph.Progress
	sample   sph.Sample
	snapshot *sph.Snapshot
	state    *sph.Checkpoint // nil where there are no checkpoints
}

// try computes some steps on the devices.
func (k *Check) try(ctx context.Context, flow *sph.Case, names []string, c *cli.Config,
	steps int) (l *last, err error) {
	system, err := gpu.Open(names, c.GPUOptions())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	o := c.Simulation(system, c.Policy(), flow.End)
	o.CopyInterval = c.CaptureInterval(flow.End)
	sim, err := engine.New(flow, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	t := &Trial{Model: system.Devices[0].Model()}
	for _, d := range system.Devices {
		t.Devices = append(t.Devices, d.Name())
	}
	l = &last{}
	if err := t.time(ctx, sim, &l.progress, steps, flow.Params.RebuildEvery); err != nil {
		return nil, err
	}
	t.predict(flow, c.MaxIter, &l.progress)
	k.Trial = t
	if l.sample, err = sim.Sample(); err != nil {
		return nil, err
	}
	if l.snapshot, err = sim.Snapshot(); err != nil {
		return nil, err
	}
	if c.CheckpointInterval > 0 || c.CheckpointEvery > 0 {
		l.state, err = sim.Checkpoint()
	}
	return l, err
}

// warmup is how many list periods are not timed: they make room, and wake devices up.
const warmup = 2

// time advances the flow by a number of steps or more. p becomes the last progress.
func (t *Trial) time(ctx context.Context, sim *engine.Simulation, p *sph.Progress, steps,
	period int) (err error) {
	first, begun := sph.Progress{}, time.Now()
	for lists := 0; !p.Done; lists++ {
		if lists == warmup {
			first, begun = *p, time.Now()
		}
		if lists > warmup && (p.Step-first.Step >= steps || time.Since(begun).Seconds() > patience) {
			break
		}
		if ctx.Err() != nil {
			return cli.ErrNothing
		}
		if *p, err = sim.Advance(period); err != nil {
			return err
		}
		t.Unlisted = max(t.Unlisted, p.Unlisted)
		t.Lists = max(lists+1-warmup, 1)
	}
	t.Steps = p.Step - first.Step
	t.Step = time.Since(begun).Seconds() / float64(max(t.Steps, 1))
	t.Dt = (p.Time - first.Time) / float64(max(t.Steps, 1))
	return nil
}

// predict says how long the run would be, if all goes on as in the trial.
func (t *Trial) predict(flow *sph.Case, maxiter int, p *sph.Progress) {
	if t.Dt == 0 { // no step was done with the lists that were tried
		t.Dt = flow.Params.DefaultStep()
	}
	t.RunSteps = float64(p.Step) + math.Ceil(max(flow.End-p.Time, 0)/t.Dt)
	if maxiter > 0 {
		t.RunSteps = min(t.RunSteps, float64(maxiter))
	}
	t.RunHours = runHours(t.RunSteps, t.Step)
}
