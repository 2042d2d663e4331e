// Package run is the command that simulates a flow and writes its files.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"gpusph/balance"
	"gpusph/commands/cli"
	"gpusph/commands/running"
	"gpusph/gpu"
	"gpusph/internal/live"
	"gpusph/internal/mpi"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/engine"
	"gpusph/sph/exchange"
	"gpusph/sph/measure"
)

// run is a flow on its way.
type run struct {
	*cli.Config
	running.Run
	flow   *sph.Case
	sim    *engine.Simulation
	record *record
	here   output.Observers // told between list periods: an error of theirs ends the run there

	sampleInterval float64 // [s]
	reached        sph.Progress
	rejected       rejected
	setUp          *setUp
	checkpoints    *checkpoints
	watch          *watch
	warnings       *warnings
	troubles       *troubles
	watchdog       *running.Watchdog
	steady         *steady
	page           *page    // nil without --serve
	control        *control // nil where nothing is set
}

// Run is the command run. Where several processes run it, the first writes the files, and the
// others follow it.
func Run(ctx context.Context, args cli.Line) error {
	begun := time.Now()
	return cli.Join(func(world *mpi.World) error { return lead(ctx, args, begun, world) }, func(world *mpi.World) error { return computeFor(ctx, args, world) })
}

// lead runs a flow, with the devices of other processes where there are some.
func lead(ctx context.Context, args cli.Line, begun time.Time, world *mpi.World) error {
	c, err := cli.Begin(args, cli.RunSyntax())
	if c == nil {
		return err
	}
	if err := c.Agree(world); err != nil {
		return err
	}
	timed := newSetUp(begun)
	flow, names, why, openDevices, err := c.PrepareToRun(ctx, world)
	if err != nil {
		return err
	}
	timed.done("particles")
	if err := errors.Join(checkDir(c), checkSamples(c.SampleInterval, &flow.Params)); err != nil {
		return cli.UsageError(err)
	}
	changes, err := checkEarlier(c, flow)
	if err != nil {
		return cli.UsageError(err)
	}
	r := &run{Config: c, flow: flow, setUp: timed}
	r.Run = running.Run{Of: r, Asked: c, World: world, Begun: begun,
		Screen: cli.NewScreen(os.Stderr, c.Quiet)}
	if e := c.Earlier; e != nil {
		r.From = &running.Earlier{Dir: e.Dir, Step: e.State.Step,
			Checkpoints: output.ParticleCheckpoints}
	}
	server, err := r.OpenServer()
	if err != nil {
		return err
	}
	if server != nil {
		defer server.Close()
		if world != nil {
			return cli.UsageError(errors.New("--serve shows runs of one process; gpusph view with the directory of the run shows what it has written"))
		}
	}
	system, err := openDevices()
	if err != nil {
		return err
	}
	defer system.Close()
	timed.done("waiting for devices")
	return r.onDevices(ctx, system, server, devices{names, why, changes})
}

// devices are the names of those that the options ask for, why they are not as asked for, and what
// differs from the run that is continued.
type devices struct {
	names   []string
	why     string
	changes []string
}

// onDevices runs the flow on devices that are open, and writes the files.
func (r *run) onDevices(ctx context.Context, system *gpu.System, server *live.Server,
	d devices) error {
	policy := r.Policy()
	if err := r.openSimulation(system, policy); err != nil {
		return err
	}
	defer r.sim.Close()
	if err := r.openControl(); err != nil {
		return cli.UsageError(err)
	}
	if r.control != nil {
		defer r.control.close()
	}
	r.setUp.done("memory and upload")
	links, err := r.sim.Links()
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return cli.ErrNothing
	}
	opened := r.deviceNames()
	if err := r.openRecord(opened, links, newPage(r, server, system)); err != nil {
		return err
	}
	defer r.Files.Close()
	r.introduce(policy, d.names, d.why)
	if r.page != nil {
		r.page.begin()
	}
	r.goOn(d.changes, d.names)
	r.setUp.done("files")
	r.observe()
	defer r.watchdog.Close()
	if err := r.control.begin(ctx); err != nil {
		return err
	}
	return r.Complete(ctx, gpu.EnergyMeter(opened))
}

// openSimulation makes the simulation, at the state of the run that goes on, if one does. When it
// returns an error there is none to close.
func (r *run) openSimulation(system *gpu.System, policy balance.Policy) error {
	options := r.Simulation(system, policy, r.flow.End)
	r.sampleInterval = r.SampleEvery(r.flow.End)
	options.SampleInterval, options.CopyInterval = r.sampleInterval, r.CaptureInterval(r.flow.End)
	if r.World != nil {
		options.Processes = r.World
		if r.Pieces {
			// the first process has its own from Captures
			options.Part = func(*measure.StateCopy) error { return nil }
		}
	}
	r.flow.Controlled = r.isControlled()
	sim, err := engine.New(r.flow, options)
	if err != nil {
		return cli.SimulationError(err)
	}
	if e := r.Earlier; e != nil {
		if err := sim.Resume(e.State, nil, options.Balance); err != nil {
			sim.Close()
			return cli.UsageError(fmt.Errorf("--resume: %w", err))
		}
		r.reached = sph.Progress{Step: e.State.Step, Time: e.State.Time}
	}
	r.sim = sim
	return nil
}

// deviceNames are the devices that are open.
func (r *run) deviceNames() (names []string) {
	for _, d := range r.sim.Devices() {
		names = append(names, d.Name)
	}
	return names
}

// openRecord opens the files of the run. page, if it is not nil, shows them.
func (r *run) openRecord(devices []string, links []exchange.Link, page *page) (err error) {
	var watching io.Writer = io.Discard
	if page != nil {
		r.page, watching = page, page
	}
	if err := r.openFiles(devices, watching); err != nil {
		return err
	}
	r.record.results.summary.Links = cli.LinkSummaries(links)
	return nil
}

// introduce tells what will be computed, where and how.
func (r *run) introduce(policy balance.Policy, names []string, why string) {
	s, p := r.record.results.summary, &r.flow.Params
	s.Program, s.Version, s.CommandLine = "gpusph", cli.FullVersion(), os.Args
	s.Host, _ = os.Hostname()
	s.Notes = r.flow.Notes
	r.Introduce(r.flow.Notes, why, r.sim.Note(), r.Started)
	for _, d := range r.sim.Devices() {
		s.Devices = append(s.Devices, output.DeviceSummary{Name: d.Name, Model: d.Model})
		r.Log.Info(fmt.Sprintf("%s: %s, %.1f GiB", d.Name, d.Model, float64(d.Memory)/(1<<30)))
	}
	balancer := "slices stay where they are"
	if policy != nil {
		balancer = policy.String()
	}
	r.Log.Info(fmt.Sprintf("slices along %v; %s", p.SplitAxis, balancer))
	for line := range strings.Lines(p.Schedule()) {
		r.Log.Info("step: " + strings.TrimRight(line, "\n"))
	}
	c := s.Particles
	until := fmt.Sprintf("until %g s", r.flow.End)
	if r.Earlier != nil {
		until = fmt.Sprintf("from step %s, %.4g s, %s", text.Thousands(r.reached.Step), r.reached.Time, until)
	}
	about := fmt.Sprintf("%s: %s particles (%s fluid, %s boundary) at deltap %g m on %s %s, into %s",
		r.flow.Name, text.Thousands(c.Total), text.Thousands(c.Fluid), text.Thousands(c.Wall), p.DeltaP, text.Count(len(r.sim.Devices()), "device"), until, r.Folder.Path)
	r.Tell(about)

	s.Options = r.taken(names)
}

// checkSamples refuses samples that are much closer than steps, which would be all alike and fill
// the disk.
func checkSamples(interval float64, p *sph.Params) error {
	step := p.DtMax()
	if interval == 0 || interval >= step/100 {
		return nil
	}
	return fmt.Errorf("--sample-interval is %g s, but a step is about %.2g s, and samples between two steps are only interpolated; use %.2g or more", interval, step, step)
}

// observe begins what watches the run.
func (r *run) observe() {
	r.warnings = newWarnings(r.Screen, r.Log, r.record.results.summary, r.page)
	r.watch = newWatch(r.flow, r.warnings.warn)
	r.watch.least = r.FluidLeft
	r.steady = newSteady(r)
	r.here = output.Observers{r.watch, r.steady, newMeter(r)}
	if r.page != nil {
		r.here = append(r.here, r.page)
	}
	r.checkpoints = newCheckpoints(r, r.watch)
	r.troubles = newTroubles(r, r.watch)
	r.watchdog = running.NewWatchdog(&r.Run, r.sim.Waiting)
}

// Leave takes what is on its way, and the last checkpoint.
func (r *run) Leave(ended error) error {
	err := running.Outcome(ended, r.record.captures(r.sim, true))
	err = running.Outcome(err, r.checkpoints.end(err))
	return r.troubles.end(r.watch.leaves(err, r.record.taken))
}

// Reached is how far the flow is.
func (r *run) Reached() running.Position {
	return running.Position{Step: r.reached.Step, Time: r.reached.Time}
}

// Energy takes what the GPUs have used [J].
func (r *run) Energy(joules float64) { r.record.results.joules = joules }

// Finish writes the last state and what is known at the end.
func (r *run) Finish(ended error) error {
	s := r.record.results.summary
	if ended == nil {
		s.Stopped = r.Stopped
	}
	if r.record.rows.Wait() == nil { // so the balances are those of all rows
		r.warnings.passages(s.Passages)
	}
	err := r.record.finish(r.sim, r.Reached(), ended)
	r.Log.Info(fmt.Sprintf("%s of all particles took part in the steps, %s mips of them",
		text.Percent(float64(s.ActiveIter)/float64(max(1, s.Iterations))), text.Digits(s.ActiveMips)))
	return err
}

// Report is the report, for the screen and for the log, which has the warnings already.
func (r *run) Report() (shown, logged string) {
	summary, of := r.record.results.summary, r.record.results.flow
	var screen, log strings.Builder
	if e := r.record.results.flowErr; e != nil {
		r.Log.Info("the report lacks what a table says: " + e.Error())
	}
	output.Report(&screen, summary, of)
	fmt.Fprintf(&screen, "\nThe files are in %s\n", r.Folder.Path)
	output.WriteNext(&screen, stored.Next(r.Folder.Path, summary))
	known := *summary
	known.Warnings = nil
	output.Report(&log, &known, of)
	return screen.String(), log.String()
}

// End tells readers of the page how the run has ended.
func (r *run) End(string) {
	s := r.record.results.summary
	r.page.end(s.Status)
	r.control.end(s.Status, s.Error)
}
