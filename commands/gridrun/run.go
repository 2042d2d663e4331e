package gridrun

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/commands/running"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
	"gpusph/output"
)

// run is a flow on its way.
type run struct {
	*cli.GridConfig
	running.Run
	flow   *grid.Flow
	system *gpu.System
	why    string // what is not as it was asked for; "" is nothing
	sim    grid.Simulator
	record *record
	report *Report
	page   page

	measured *grid.Measured // for a model of the flow; nil is none
	earlier  *checkpoint    // from which the run goes on, or nil
	ended    bool           // all steps were done before; the last files are to be written
	reached  grid.Progress
	pace     pace
	meter    *meter
	written  int // step of the last checkpoint; -1 is none
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
	r := &run{}
	r.Run = running.Run{Of: r, World: world, Begun: begun}
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
	server, err := r.OpenServer()
	if err != nil {
		return err
	}
	if server != nil {
		defer server.Close()
	}
	if err := r.openRecord(names); err != nil {
		return err
	}
	defer r.Files.Close()
	r.introduce(names)
	if err := r.servePage(server, names); err != nil {
		return err
	}
	if err := r.measureModel(); err != nil {
		return err
	}
	return r.Complete(ctx, gpu.EnergyMeter(names))
}

// prepare reads the command line and makes the simulation, at the state of the run that continues,
// if one does. Where help is asked for there is no config afterwards; after an error, nothing is
// open.
func (r *run) prepare(ctx context.Context, args cli.Line) error {
	g, err := cli.BeginGrid(args, cli.RunSyntax(), cli.GridRunOptions, r.findEarlier)
	if g == nil {
		return err
	}
	if err := g.Agree(r.World); err != nil {
		return err
	}
	r.Screen, r.Asked = cli.NewScreen(os.Stderr, g.Quiet), g.Config
	if r.flow, err = g.Flow(); err != nil {
		return cli.UsageError(err)
	}
	if err := r.checkBeginning(g); err != nil {
		return cli.UsageError(err)
	}
	names, why, err := g.Devices(r.World)
	if err != nil {
		return err
	}
	r.why = why
	processes := 1
	if r.World != nil {
		processes = r.World.Count()
	}
	if err := checkRoom(g, r.flow, names, processes*len(names)); err != nil {
		return cli.UsageError(err)
	}
	if r.system, err = gpu.Open(names, g.GPUOptionsOf(r.World)); err != nil {
		return err
	}
	r.sim, err = cli.UnlessInterrupted(ctx, func() (grid.Simulator, error) {
		return simulation(g, r.flow, r.system, r.World)
	})
	if err == nil && r.earlier != nil {
		if err = r.sim.Resume(r.earlier.state()); err != nil {
			r.sim.Close()
			err = fmt.Errorf("--resume: %w", err)
		}
		s := &r.earlier.State
		r.reached = grid.Progress{Step: s.Step, Time: s.Time}
		r.From = &running.Earlier{Dir: r.earlier.dir, Step: s.Step, Checkpoints: gridfile.Checkpoints}
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
		Tolerance: g.Tolerance, Iterations: g.Iterations, Levels: g.Levels}
	if world != nil {
		o.Processes = world
	}
	return open(f, o)
}

// checkBeginning refuses what can be known to fail before anything is computed.
func (r *run) checkBeginning(g *cli.GridConfig) error {
	if r.earlier == nil {
		if r.World != nil && r.World.Rank() > 0 {
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
func (r *run) openRecord(names []string) error {
	r.report = newReport(r.GridConfig, r.flow, r.Begun)
	if err := r.openFiles(names); err != nil {
		return err
	}
	r.report.Options = r.taken(names)
	r.written, r.meter = -1, newMeter(r)
	if r.earlier != nil {
		r.written = r.earlier.State.Step
		r.report.goOn(&r.earlier.Report, r.reached, r.Begun)
	}
	return nil
}

// introduce tells what will be computed, where and how.
func (r *run) introduce(names []string) {
	r.Introduce(r.flow.Notes, r.why)
	for _, d := range r.system.Devices {
		r.Log.Info(d.Name() + ": " + d.Model())
	}
	r.Log.Info(fmt.Sprintf("%s; fields in %s precision", r.flow.Equations.Method(r.Solver),
		r.flow.Precision))
	if r.earlier != nil {
		for _, remark := range r.earlier.remarks {
			r.Warn(remark)
		}
	}
	about := fmt.Sprintf("%s: %s cells (%s) on %s %s, into %s", r.flow.Name, text.Thousands(
		cellsOf(r.flow)), shape(r.flow.Cells), text.Count(len(names), "device"), r.until(),
		r.Folder.Path)
	r.Tell(about)
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

// cellsOf is how many cells a flow has.
func cellsOf(f *grid.Flow) int { return f.Cells[0] * f.Cells[1] * f.Cells[2] }

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

// Reached is how far the flow is.
func (r *run) Reached() running.Position {
	return running.Position{Step: r.reached.Step, Time: r.reached.Time}
}

// Begin measures the flow before the first step, and takes a snapshot.
func (r *run) Begin() error { return r.record.begin(r) }

// Between does nothing: the page asks for nothing.
func (r *run) Between(context.Context) error { return nil }

// Over is no reason: a flow that is steady says so with its last step.
func (r *run) Over() *output.Stop { return nil }

// Save writes a checkpoint where one is due.
func (r *run) Save(due bool) error {
	if !due {
		return nil
	}
	return r.save()
}

// Advance computes and measures a batch of steps.
func (r *run) Advance() (over bool, err error) {
	if r.ended {
		r.finishEarlier()
		return true, nil
	}
	p, err := r.sim.Advance(r.steps())
	if err != nil {
		return false, err
	}
	r.reached = p
	r.pace.add(&p)
	r.report.add(&p)
	if err := r.record.progress(r, &p); err != nil {
		return false, err
	}
	r.meter.progress(&p)
	r.page.Progress(&p, r.meter.Done(), r.meter.Left())
	if p.Done || r.MaxIter > 0 && p.Step >= r.MaxIter {
		r.report.Steady = p.Done && p.Time < r.flow.End
		return true, nil
	}
	if math.IsNaN(p.Speed) || math.IsInf(p.Speed, 0) {
		err = fmt.Errorf("the flow has become unstable at step %d, t %g: its velocities are no "+
			"numbers; use a smaller --dt, or more --cells", p.Step, p.Time)
	}
	return false, err
}

// steps is how many steps to do until the flow is looked at again.
func (r *run) steps() int {
	n := r.pace.batch(r.record.due(r.Due.At()) - r.reached.Time)
	if r.MaxIter > 0 {
		n = min(n, r.MaxIter-r.reached.Step)
	}
	return max(n, 1)
}

// Leave writes the last checkpoint of a run that has come to its end, was interrupted or was
// stopped. A run that has gone wrong gets none.
func (r *run) Leave(ended error) error {
	if ended == nil && r.Stopped != nil {
		r.report.Stopped = r.Stopped.Why
	}
	inOrder := ended == nil || errors.Is(ended, cli.ErrInterrupted)
	if !inOrder || r.reached.Step == 0 || !r.Due.Wanted() && r.Stopped == nil {
		return ended
	}
	return running.Outcome(ended, r.save())
}

// Energy takes what the GPUs have used [J].
func (r *run) Energy(joules float64) { r.report.setEnergy(joules, r.flow) }

// Finish writes the last state and the report.
func (r *run) Finish(ended error) error {
	r.model()
	return r.record.finish(r, ended)
}

// Report is the report, for the screen and for the log.
func (r *run) Report() (shown, logged string) {
	var b strings.Builder
	r.report.write(&b)
	logged = b.String()
	fmt.Fprintf(&b, "\nThe files are in %s\n", r.Folder.Path)
	for _, line := range next(r.Folder.Path, r.report) {
		b.WriteString(line + "\n")
	}
	return b.String(), logged
}

// End tells readers of the page how the run has ended.
func (r *run) End(how string) { r.page.End(stateOf(r.report), r.report.statusLine(), how) }
