package timeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/text"
)

// onGrid records a flow on a grid, in one process.
func onGrid(ctx context.Context, args cli.Line, begun time.Time) error {
	var o options
	s := o.syntax()
	g, err := cli.BeginGrid(args, s, s.GridOptions(), nil)
	if g == nil {
		return err
	}
	if err := o.check(g.Config); err != nil {
		return cli.UsageError(err)
	}
	flow, err := g.Flow()
	if err == nil {
		err = cli.CheckFrom(o.from, flow.End)
	}
	if err != nil {
		return cli.UsageError(err)
	}
	names, _, err := g.Devices(nil)
	if err != nil {
		return err
	}
	r, err := cli.UnlessInterrupted(ctx,
		func() (*recording, error) { return recordGrid(ctx, g, flow, names, &o) })
	if err != nil {
		return err
	}
	return r.keep(g.Config, &o, flow.Name, begun)
}

// recordGrid runs a flow on a grid to where the timeline begins and records it.
func recordGrid(ctx context.Context, g *cli.GridConfig, flow *grid.Flow, names []string,
	o *options) (r *recording, err error) {
	system, err := gpu.Open(names, g.GPUOptions())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	mode, transport := g.Exchange()
	trace := gpu.NewTrace(system)
	sim, err := grid.New(flow, grid.Options{System: system, Exchange: mode, Transport: transport,
		Solver: g.Solver, Tolerance: g.Tolerance, Iterations: g.Iterations, Levels: g.Levels,
		Trace: trace})
	if err != nil {
		return nil, cli.SimulationError(err)
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	var p grid.Progress
	advance := func() error {
		switch {
		case ctx.Err() != nil:
			return cli.ErrNothing
		case p.Done:
			return errors.New("the flow ends before all steps are recorded; use a smaller --from or " +
				"--steps, or a later --tend")
		}
		p, err = sim.Advance(1)
		return err
	}
	for p.Time < o.from || p.Step < o.warmup {
		if err := advance(); err != nil {
			return nil, err
		}
	}
	r = &recording{problem: flow.Name, model: system.Devices[0].Model(), time: p.Time, first: p.Step,
		cells: flow.Cells[0] * flow.Cells[1] * flow.Cells[2], precision: flow.Precision}
	if err := trace.Start(); err != nil {
		return nil, err
	}
	for ; r.steps < o.steps; r.steps++ {
		if err := advance(); err != nil {
			return nil, err
		}
	}
	r.within = trace.Uncertainty()
	r.tracks, err = trace.Stop()
	return r, err
}

// kernelTable is the time that kernels take in a step on the devices, the longest first, how often
// they run, and how fast those are that go over whole grids.
func (r *recording) kernelTable() [][]string {
	took, times := map[string]time.Duration{}, map[string]int{}
	threads, most := map[string]float64{}, map[string]int{}
	whole := time.Duration(0)
	for _, t := range r.tracks {
		for _, s := range t.Spans {
			if s.Op == gpu.OpKernel {
				took[s.Name] += s.End - s.Begin
				times[s.Name]++
				threads[s.Name] += float64(s.To - s.From)
				most[s.Name] = max(most[s.Name], s.To)
				whole += s.End - s.Begin
			}
		}
	}
	rate := func(name string, of float64) string {
		if of == 0 {
			return "—"
		}
		cells := threads[name] / float64(most[name]) * float64(r.cells) / float64(len(r.devices()))
		return text.Digits(of * cells / took[name].Seconds() / 1e9)
	}
	var names []string
	for name := range took {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(took[b], took[a]), strings.Compare(a, b))
	})
	rows := [][]string{{"Kernel", "times a step", "µs each", "of all", "GB/s", "GFLOP/s"}}
	for _, name := range names {
		bytes, flops := grid.KernelCost(name, r.precision)
		rows = append(rows, []string{name, text.Fixed(float64(times[name])/float64(r.steps), 1),
			text.Fixed(microseconds(took[name])/float64(times[name]), 1),
			text.Percent(float64(took[name]) / float64(whole)), rate(name, bytes), rate(name, flops)})
	}
	return rows
}

// about is what was recorded, in two lines.
func (r *recording) about(devices int, took time.Duration) string {
	of := fmt.Sprintf("%s particles (%s fluid)", text.Thousands(r.particles), text.Thousands(r.fluid))
	lists := fmt.Sprintf(", with %s of the lists", text.Count(r.lists, "building"))
	if r.cells > 0 {
		of, lists = text.Thousands(r.cells)+" cells", ""
	}
	return fmt.Sprintf("gpusph %s: timeline of %s, %s, on %s of %s\n"+
		"%s after step %s at %s s%s; %s ms, in which clocks agree within %.1f µs\n", cli.FullVersion(),
		r.problem, of, text.Count(devices, "device"), r.model, text.Count(r.steps, "step"),
		text.Thousands(r.first), text.Number(r.time), lists, text.Milliseconds(took.Seconds()),
		microseconds(r.within))
}
