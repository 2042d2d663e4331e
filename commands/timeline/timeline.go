// Package timeline is the command that records what the devices do in a few steps.
package timeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gpusph/balance"
	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/mpi"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// options are those of the command timeline beyond a run's.
type options struct {
	warmup, steps  int
	from           float64
	json, png, svg string
}

// Syntax is what the command timeline takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "timeline",
		Own:     []cli.Group{{Title: "The timeline", Options: o.table()}},
		Without: append([]string{"maxiter"}, cli.SnapshotOptions...)}
}

func (o *options) table() option.Table {
	return option.Table{
		cli.From(&o.from),
		cli.Warmup("steps before, at least", option.Default(&o.warmup, 30)),
		option.Number("steps", "steps to record, with the neighbour lists before them", 1, mostTraced,
			"3 is the default", option.Default(&o.steps, 3)),
		option.Text("json", "`file` for the trace, for ui.perfetto.dev or chrome://tracing, instead of "+
			"a directory", &o.json),
		option.Text("png", "`file` for the picture, instead of a directory", &o.png),
		option.Text("svg", "`file` for the picture as SVG, instead of a directory", &o.svg),
	}
}

// single reports whether files are named, so that no directory is needed.
func (o *options) single() bool { return o.json != "" || o.png != "" || o.svg != "" }

// mostTraced is as many steps as a trace is of use for and fits into memory.
const mostTraced = 1000

// check returns the first option that does not go with another, or a file that cannot be written.
func (o *options) check(c *cli.Config) error {
	if c.Dir != "" && o.single() {
		return fmt.Errorf("--dir does not go with --json, --png and --svg: it is for all files at " +
			"once; use one of the two")
	}
	if !o.single() {
		return c.CheckDir()
	}
	for _, f := range []struct{ option, path string }{{"json", o.json}, {"png", o.png},
		{"svg", o.svg}} {
		if err := cli.CheckFile(f.option, f.path); err != nil {
			return err
		}
	}
	return nil
}

// recording is what the devices did in some steps.
type recording struct {
	problem          string
	model            string // of the first device
	particles, fluid int
	cells            int            // of a flow on a grid
	precision        grid.Precision // of that
	time             float64        // simulated, at which it begins [s]
	first            int            // steps before
	steps, lists     int            // that were done and built
	within           time.Duration
	tracks           []gpu.Track
}

// Run is the command timeline: what each device does in a few steps, as in
// Figure 7 of the paper.
func Run(ctx context.Context, args cli.Line) error {
	begun := time.Now()
	if cli.NamesGrid(args.Words, Syntax()) {
		return onGrid(ctx, args, begun)
	}
	return cli.Join(func(world *mpi.World) error { return lead(ctx, args, begun, world) },
		func(world *mpi.World) error { return follow(ctx, args, world) })
}

// lead records a flow, with the devices of other processes where there are some.
func lead(ctx context.Context, args cli.Line, begun time.Time, world *mpi.World) error {
	var o options
	c, err := cli.Begin(args, o.syntax())
	if c == nil {
		return err
	}
	if err := c.Agree(world); err != nil {
		return err
	}
	if err := o.check(c); err != nil {
		return cli.UsageError(err)
	}
	flow, names, why, err := c.Prepare(ctx, world)
	if err != nil {
		return err
	}
	if err := cli.CheckFrom(o.from, flow.End); err != nil {
		return cli.UsageError(err)
	}
	if why != "" {
		cli.NewScreen(os.Stderr, c.Quiet).Line(why)
	}
	r, err := cli.UnlessInterrupted(ctx,
		func() (*recording, error) { return recordSteps(ctx, flow, names, c, o, world) })
	if err != nil {
		return err
	}
	return r.keep(c, &o, flow.Name, begun)
}

// keep writes what was recorded, and shows it.
func (r *recording) keep(c *cli.Config, o *options, name string, begun time.Time) error {
	where := ""
	if !o.single() {
		run, err := c.OpenDir("timeline_"+name, begun)
		if err != nil {
			return err
		}
		defer run.Close()
		dir := run.Path
		o.json, o.png, o.svg = filepath.Join(dir, "trace.json"), filepath.Join(dir, "timeline.png"),
			filepath.Join(dir, "timeline.svg")
		if err := output.WriteFile(filepath.Join(dir, "report.txt"), r.report); err != nil {
			return err
		}
		where = fmt.Sprintf("\nThe files are in %s\n", dir+string(filepath.Separator))
	}
	if err := r.write(*o); err != nil {
		return err
	}
	if c.Quiet {
		return nil
	}
	if err := r.report(cli.Stdout); err != nil {
		return err
	}
	fmt.Fprint(cli.Stdout, where)
	return nil
}

// recordSteps runs a flow to where the timeline begins and records it.
func recordSteps(ctx context.Context, flow *sph.Case, devices []string, c *cli.Config, o options,
	world *mpi.World,
) (r *recording, err error) {
	system, err := gpu.Open(devices, c.GPUOptionsOf(world))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := engine.New(flow, traced(c, system, c.Policy(), flow, world))
	if err != nil {
		return nil, cli.SimulationError(err)
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	var p sph.Progress
	advance := func(steps int) error {
		if ctx.Err() != nil {
			return cli.ErrNothing
		}
		if p.Done {
			return fmt.Errorf("the flow ends at %s s, before all steps are recorded; use a smaller --from "+
				"or --steps or a later --tend",
				text.Number(flow.End))
		}
		p, err = sim.Advance(steps)
		return err
	}
	for p.Time < o.from || p.Step < o.warmup {
		if err := advance(flow.Params.RebuildEvery); err != nil {
			return nil, err
		}
	}
	r = &recording{
		problem: flow.Name, model: system.Devices[0].Model(), particles: flow.Particles.Len(),
		fluid: flow.Particles.Count(sph.Fluid),
		time:  p.Time, first: p.Step,
	}
	if err := sim.BuildNeibs(); err != nil { // so that the devices are idle
		return nil, err
	}
	if err := sim.StartTrace(); err != nil {
		return nil, err
	}
	for r.steps < o.steps {
		if err := advance(o.steps - r.steps); err != nil {
			return nil, err
		}
		r.steps, r.lists = p.Step-r.first, r.lists+1
	}
	tracks, within, err := sim.StopTrace()
	r.within, r.tracks = within, arranged(tracks)
	return r, err
}

// traced is how a flow is computed while it is recorded.
func traced(c *cli.Config, system *gpu.System, policy balance.Policy, flow *sph.Case,
	world *mpi.World) engine.Options {
	how := c.Simulation(system, policy, flow.End)
	how.Trace = gpu.NewTrace(system)
	if world != nil {
		how.Processes = world
	}
	return how
}

// follow records what the devices of this process do when the first one asks for it.
func follow(ctx context.Context, args cli.Line, world *mpi.World) (err error) {
	c, flow, system, err := cli.Open(ctx, args, Syntax(), world)
	if c == nil {
		return err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := engine.New(flow, traced(c, system, nil, flow, world))
	if err != nil {
		return err
	}
	return sim.Follow()
}

// write writes the files that are named.
func (r *recording) write(o options) error {
	for _, f := range []struct {
		path  string
		write func(io.Writer) error
	}{{o.json, r.writeTrace}, {o.png, r.picture().writePNG}, {o.svg, r.picture().writeSVG}} {
		if f.path == "" {
			continue
		}
		if err := output.SaveFile(f.path, f.write); err != nil {
			return err
		}
	}
	return nil
}
