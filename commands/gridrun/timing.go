package gridrun

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/option"
	"gpusph/internal/text"
)

// clock is how steps are timed.
type clock struct{ warmup, steps, repeat int }

// table are the options of commands that time steps.
func (k *clock) table() option.Table {
	return option.Table{
		cli.Warmup("steps before the clock is started", option.Default(&k.warmup, 10)),
		cli.Steps("steps that are timed", option.Default(&k.steps, 50)),
		cli.Repeat("how often they are timed, one after the other", &k.repeat),
	}
}

// Timing is how fast devices compute a flow.
type Timing struct {
	Devices    []string `json:"devices"`
	Cells      [3]int   `json:"cells"`
	Steps      int      `json:"steps"`  // of each repeat
	Step       float64  `json:"step_s"` // the median of the repeats
	Spread     float64  `json:"spread"` // of the repeats, as a part of the median
	Mcups      float64  `json:"mcups"`
	PerStep    float64  `json:"iterations_per_step"`
	PerSolve   float64  `json:"iterations_per_solve"`
	PerSecond  float64  `json:"mcups_iterations"`
	Divergence float64  `json:"divergence_relative"`
	Dt         float64  `json:"dt_s"`
	State      string   `json:"state_sha256"` // after all steps

	busy float64 // of the busiest device, as a part of the time
}

// endless is a flow whose number of steps alone decides when it ends.
func endless(f *grid.Flow) *grid.Flow {
	long := *f
	long.End, long.Steady = math.MaxFloat64, 0
	return &long
}

// timed times a flow on devices. look, if it is not nil, sees the simulation afterwards.
func (k *clock) timed(ctx context.Context, g *cli.GridConfig, f *grid.Flow, names []string,
	look func(grid.Simulator, *gpu.System) error) (*Timing, error) {
	return cli.UnlessInterrupted(ctx, func() (*Timing, error) {
		system, err := gpu.Open(names, g.GPUOptions())
		if err != nil {
			return nil, err
		}
		defer system.Close()
		sim, err := simulation(g, endless(f), system, nil)
		if err != nil {
			return nil, cli.SimulationError(err)
		}
		defer sim.Close()
		t := &Timing{Devices: names, Cells: f.Cells, Steps: k.steps}
		if err := t.measure(ctx, sim, k); err != nil {
			return nil, err
		}
		state, err := sim.Checkpoint()
		if err != nil {
			return nil, err
		}
		t.State = stateHash(state)
		if look != nil {
			err = look(sim, system)
		}
		return t, err
	})
}

// measure does the steps.
func (t *Timing) measure(ctx context.Context, sim grid.Simulator, k *clock) error {
	if err := advance(ctx, sim, k.warmup, new(grid.Progress)); err != nil {
		return err
	}
	var seconds []float64
	var all grid.Progress
	for range k.repeat {
		begun := time.Now()
		if err := advance(ctx, sim, k.steps, &all); err != nil {
			return err
		}
		seconds = append(seconds, time.Since(begun).Seconds()/float64(k.steps))
	}
	steps := k.repeat * k.steps
	cells := t.Cells[0] * t.Cells[1] * t.Cells[2]
	t.Step = text.Median(seconds)
	t.Spread = (slices.Max(seconds) - slices.Min(seconds)) / t.Step
	t.PerStep, t.PerSolve = ratio(all.Iterations, steps), ratio(all.Iterations, all.Solves)
	t.Mcups = mcups(cells, 1, t.Step)
	t.PerSecond = t.Mcups * t.PerStep
	t.Divergence, t.Dt = all.Divergence, all.Dt
	for _, d := range all.Devices {
		t.busy = max(t.busy, d.Busy/all.Wall)
	}
	return nil
}

// advance does steps, a second's at a time so that Ctrl-C does not wait, and adds what they were
// like to all.
func advance(ctx context.Context, sim grid.Simulator, steps int, all *grid.Progress) error {
	var pace pace
	for steps > 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n := steps
		if pace.steps > 0 && pace.step > 0 {
			n = min(n, max(1, int(1/pace.step)))
		} else if steps > 10 {
			n = 10
		}
		p, err := sim.Advance(n)
		if err != nil {
			return err
		}
		if p.Steps == 0 {
			return errors.New("a step was asked for, but none was done; this is a bug")
		}
		pace.add(&p)
		steps -= p.Steps
		all.Add(&p)
	}
	return nil
}
