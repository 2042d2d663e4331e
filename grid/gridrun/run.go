package gridrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
	"gpusph/output"
)

// run is a flow on its way.
type run struct {
	*cli.GridConfig
	world  *mpi.World // with other processes; nil is alone
	flow   *grid.Flow
	system *gpu.System
	why    string // what is not as it was asked for; "" is nothing
	sim    grid.Simulator
	record *record
	log    *slog.Logger
	screen *cli.Screen
	report *Report
	page   *page // in a browser

	measured    *grid.Measured // for a model of the flow; nil is none
	earlier     *checkpoint    // from which the run goes on, or nil
	ended       bool           // all steps were done before; the last files are to be written
	begun       time.Time
	reached     grid.Progress
	pace        pace
	meter       *meter
	checkpoints *checkpoints
	stopped     *output.Stop // why the run has ended before its end, or nil
}

// open makes a simulation of a flow.
var open = func(f *grid.Flow, o grid.Options) (grid.Simulator, error) { return grid.New(f, o) }

// Run simulates a flow on a grid and writes its files. Where several processes run it, the first
// writes the files, and the others compute with it.
func Run(ctx context.Context, args cli.Line) error {
	begun := time.Now()
	return cli.Join(func(world *mpi.World) error { return lead(ctx, args, begun, world) },
		func(world *mpi.World) error { return computeFor(ctx, args, world) })
}

// lead runs a flow, with the devices of other processes where there are some.
func lead(ctx context.Context, args cli.Line, begun time.Time, world *mpi.World) error {
	r := &run{begun: begun, world: world}
	if err := r.prepare(ctx, args); err != nil || r.GridConfig == nil {
		return err
	}
	defer r.system.Close()
	if world != nil {
		r.sim = &together{r.sim, world}
	}
	defer r.sim.Close()
	if ctx.Err() != nil {
		return cli.ErrNothing
	}
	names, err := deviceNames(world, r.system)
	if err != nil {
		return err
	}
	if r.page, err = openPage(r.GridConfig); err != nil {
		return err
	}
	defer r.page.close()
	if err := r.openRecord(names); err != nil {
		return err
	}
	defer r.record.close()
	r.introduce(names)
	if err := r.page.begin(r, names); err != nil {
		return err
	}
	if err := r.measureModel(); err != nil {
		return err
	}
	return r.run(ctx, gpu.EnergyMeter(names))
}

// prepare reads the command line and makes the simulation, at the state of the run that continues,
// if one does. Where help is asked for there is no config afterwards; after an error, nothing is
// open.
func (r *run) prepare(ctx context.Context, args cli.Line) error {
	g, err := cli.BeginGrid(args, cli.RunSyntax(), cli.GridRunOptions, r.findEarlier)
	if g == nil {
		return err
	}
	if err := g.Agree(r.world); err != nil {
		return err
	}
	r.screen = cli.NewScreen(os.Stderr, g.Quiet)
	if r.flow, err = g.Flow(); err != nil {
		return cli.UsageError(err)
	}
	if err := r.checkBeginning(g); err != nil {
		return cli.UsageError(err)
	}
	names, why, err := g.Devices(r.world)
	if err != nil {
		return err
	}
	r.why = why
	processes := 1
	if r.world != nil {
		processes = r.world.Count()
	}
	if err := checkRoom(g, r.flow, names, processes*len(names)); err != nil {
		return cli.UsageError(err)
	}
	if r.system, err = gpu.Open(names, g.GPUOptionsOf(r.world)); err != nil {
		return err
	}
	r.sim, err = cli.UnlessInterrupted(ctx, func() (grid.Simulator, error) {
		return simulation(g, r.flow, r.system, r.world)
	})
	if err == nil && r.earlier != nil {
		if err = r.sim.Resume(r.earlier.state()); err != nil {
			r.sim.Close()
			err = fmt.Errorf("--resume: %w", err)
		}
		r.reached = grid.Progress{Step: r.earlier.State.Step, Time: r.earlier.State.Time}
	}
	if err != nil {
		r.system.Close()
		return cli.SetupError(cli.SimulationError(err))
	}
	r.GridConfig = g
	return nil
}

// simulation makes one as the options say.
func simulation(g *cli.GridConfig, f *grid.Flow, system *gpu.System,
	world *mpi.World) (grid.Simulator, error) {
	mode, transport := g.Exchange()
	o := grid.Options{System: system, Exchange: mode, Transport: transport, Solver: g.Solver,
		Tolerance: g.Tolerance, Iterations: g.Iterations}
	if world != nil {
		o.Processes = world
	}
	return open(f, o)
}

// checkBeginning refuses what can be known to fail before anything is computed.
func (r *run) checkBeginning(g *cli.GridConfig) error {
	if r.earlier == nil {
		if r.world != nil && r.world.Rank() > 0 {
			return nil // the first process writes
		}
		return g.CheckDir()
	}
	if changes := differences(r.earlier.Physics, physics(g, r.flow)); len(changes) > 0 {
		return fmt.Errorf("--resume cannot change the physics: %s; leave these options out, or begin "+
			"a new run", strings.Join(changes, ", "))
	}
	why := r.over(g, r.flow)
	if why != "" && (r.earlier.reported() || !r.earlier.finished(g.MaxIter)) {
		return fmt.Errorf("%s to continue it", why)
	}
	r.ended = why != ""
	return nil
}

// openRecord opens the files of the run.
func (r *run) openRecord(names []string) (err error) {
	r.report = newReport(r.GridConfig, r.flow, r.begun)
	if r.record, err = newRecord(r, names); err != nil {
		return err
	}
	if r.world != nil {
		r.world.Advise(r.goOnWith() + " continues from its last checkpoint, if it has made one")
	}
	r.log = r.record.log
	r.report.Options = r.taken(names)
	r.checkpoints = newCheckpoints(r)
	r.meter = newMeter(r)
	if r.earlier != nil {
		r.report.goOn(&r.earlier.Report, r.reached, r.begun)
	}
	return nil
}

// introduce tells what will be computed, where and how.
func (r *run) introduce(names []string) {
	r.log.Info(fmt.Sprintf("gpusph %s: %s", cli.FullVersion(), strings.Join(os.Args, " ")))
	for _, note := range r.flow.Notes {
		r.log.Info(note)
	}
	if r.why != "" {
		r.log.Info(r.why)
		r.screen.Line(r.why)
	}
	for _, d := range r.system.Devices {
		r.log.Info(d.Name() + ": " + d.Model())
	}
	r.log.Info(fmt.Sprintf("%s; fields in %s precision", r.flow.Equations.Method(r.Solver),
		r.flow.Precision))
	if r.earlier != nil {
		for _, remark := range r.earlier.remarks {
			r.log.Warn(remark)
			r.screen.Line("warning: " + remark)
		}
	}
	about := fmt.Sprintf("%s: %s cells (%s) on %s %s, into %s", r.flow.Name, text.Thousands(
		cellsOf(r.flow)), shape(r.flow.Cells), text.Count(len(names), "device"), r.until(),
		r.record.dir.Path)
	r.log.Info(about)
	r.screen.Line(about)
}

// until is from where to where the run goes.
func (r *run) until() string {
	until := fmt.Sprintf("until %s %s", text.Number(r.flow.End), unit(r.flow))
	if r.flow.Steady > 0 {
		until += " or steady"
	}
	if r.earlier != nil {
		until = fmt.Sprintf("from step %s, %.4g %s, %s", text.Thousands(r.reached.Step), r.reached.Time,
			unit(r.flow), until)
	}
	return until
}

// unit is what times of a flow are counted in.
func unit(f *grid.Flow) string {
	if f.Unit == "" {
		return "s"
	}
	return f.Unit
}

// shape writes extents as 128 x 1 x 128.
func shape(n [3]int) string { return fmt.Sprintf("%d x %d x %d", n[0], n[1], n[2]) }

// goOnWith is the command that continues the run, on as many processes.
func (r *run) goOnWith() string {
	if r.world == nil {
		return "gpusph --resume " + r.record.dir.Path
	}
	return fmt.Sprintf("%s -n %d gpusph --resume %s", r.world.By(), r.world.Count(), r.record.dir.Path)
}

// cellsOf is how many cells a flow has.
func cellsOf(f *grid.Flow) int { return f.Cells[0] * f.Cells[1] * f.Cells[2] }

// run computes until the end, and writes what is known then, however the run has ended.
func (r *run) run(ctx context.Context, energy func() (float64, error)) error {
	defer r.checkpoints.close()
	err := r.loop(ctx)
	r.screen.Clear()
	if errors.Is(err, cli.ErrInterrupted) {
		r.log.Warn("interrupted", "step", r.reached.Step, "t", r.reached.Time)
		r.screen.Line("interrupted: the last state is being written; Ctrl-C again ends at once")
		if r.world != nil { // mpirun may leave no time to say so at the end
			r.screen.Line(r.goOnWith() + " continues the run")
		}
	}
	if err == nil && r.stopped != nil {
		r.report.Stopped = r.stopped.Why
		r.log.Info("stopped: "+r.stopped.Why, "step", r.reached.Step, "t", r.reached.Time)
		r.screen.Line("stopped: " + r.stopped.Why)
	}
	if joules, e := energy(); e == nil {
		r.report.setEnergy(joules, r.flow)
	}
	r.model()
	err = outcome(err, r.checkpoints.end(err))
	err = r.record.finish(r, err)
	if err != nil && !errors.Is(err, cli.ErrInterrupted) {
		r.log.Error(cli.OneLine(err))
	}
	r.tell()
	how := "gpusph report " + r.record.dir.Path + " makes a page of it"
	if err != nil || r.stopped != nil {
		how = r.checkpoints.howToGoOn()
		r.log.Info(how)
		r.screen.Line(how)
	}
	r.page.end(r.report, how)
	return err
}

// tell writes the report to the log and, unless the run is quiet, to the standard output.
func (r *run) tell() {
	var b strings.Builder
	r.report.write(&b)
	for line := range strings.Lines(b.String()) {
		if line = strings.TrimSpace(line); line != "" {
			r.log.Info(line)
		}
	}
	if !r.Quiet {
		fmt.Fprintf(&b, "\nThe files are in %s\n", r.record.dir.Path)
		for _, line := range next(r.record.dir.Path, r.report) {
			b.WriteString(line + "\n")
		}
		io.WriteString(cli.Stdout, b.String())
	}
}

// next are commands that show what a run has written.
func next(dir string, r *Report) (lines []string) {
	if r.Snapshots > 0 {
		lines = append(lines, "paraview "+dir+"/grid.pvd shows the snapshots")
	}
	if r.Snapshots > 1 {
		lines = append(lines, "gpusph render "+dir+" makes a film of them")
	}
	return append(lines, "gpusph report "+dir+" makes a page of it")
}

// outcome is how a run ends: by what ended it and by what went wrong then. An interruption counts
// where nothing went wrong.
func outcome(ended error, then ...error) error {
	all := errors.Join(then...)
	switch {
	case all == nil:
		return ended
	case errors.Is(ended, cli.ErrInterrupted):
		return all
	}
	return errors.Join(ended, all)
}

// loop computes and measures, until the end or the first error.
func (r *run) loop(ctx context.Context) error {
	if r.earlier == nil {
		if err := r.record.begin(r); err != nil {
			return err
		}
	}
	if r.ended {
		r.finishEarlier()
		return nil
	}
	for {
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if r.stopped = r.stop(); r.stopped != nil {
			return nil
		}
		if err := r.checkpoints.between(); err != nil {
			return err
		}
		p, err := r.sim.Advance(r.steps())
		if err != nil {
			return err
		}
		r.reached = p
		r.pace.add(&p)
		r.report.add(&p)
		if err := r.record.progress(r, &p); err != nil {
			return err
		}
		r.meter.progress(&p)
		r.page.progress(&p, r.meter)
		if p.Done || r.MaxIter > 0 && p.Step >= r.MaxIter {
			r.report.Steady = p.Done && p.Time < r.flow.End
			return nil
		}
		if math.IsNaN(p.Speed) || math.IsInf(p.Speed, 0) {
			return fmt.Errorf("the flow has become unstable at step %d, t %g: its velocities are no "+
				"numbers; use a smaller --dt, or more --cells", p.Step, p.Time)
		}
	}
}

// stop says why an option ends the run, or nil. By wall time it ends only what has advanced, so
// that runs that continue each other come to an end.
func (r *run) stop() *output.Stop {
	if r.StopAfter > 0 && r.pace.steps > 0 && time.Since(r.begun) >= r.StopAfter {
		return &output.Stop{Option: "stop-after", Why: fmt.Sprintf("--stop-after %v is over",
			r.StopAfter)}
	}
	return nil
}

// steps is how many steps to do until the flow is looked at again.
func (r *run) steps() int {
	n := r.pace.batch(r.record.due(r.checkpoints.dueAt()) - r.reached.Time)
	if r.MaxIter > 0 {
		n = min(n, r.MaxIter-r.reached.Step)
	}
	return max(n, 1)
}
