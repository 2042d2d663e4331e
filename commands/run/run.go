// Package run is the command that simulates a flow and writes its files.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"gpusph/balance"
	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid/gridrun"
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
	world  *mpi.World // with other processes; nil is alone
	flow   *sph.Case
	sim    *engine.Simulation
	record *record
	log    *slog.Logger
	screen *cli.Screen
	here   output.Observers // told between list periods: an error of theirs ends the run there

	begun          time.Time
	sampleInterval float64 // [s]
	reached        sph.Progress
	rejected       rejected
	moved          bool // steps have been done, since the run began or went on
	setUp          *setUp
	checkpoints    *checkpoints
	watchdog       *watchdog
	steady         *steady
	stopped        *output.Stop // why the run has ended before its end, or nil
	page           *page        // nil without --serve
}

// Run is the command run. Where several processes run it, the first writes the files, and the
// others follow it.
func Run(ctx context.Context, args cli.Line) error {
	if cli.IsGrid(args, cli.RunSyntax()) {
		return gridrun.Run(ctx, args)
	}
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
	r := &run{Config: c, world: world, flow: flow, begun: begun, setUp: timed,
		screen: cli.NewScreen(os.Stderr, c.Quiet)}
	server, err := openPage(c)
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
	defer r.record.close()
	r.introduce(policy, d.names, d.why)
	if r.page != nil {
		r.page.begin()
	}
	r.goOn(d.changes, d.names)
	r.setUp.done("files")
	return r.run(ctx, gpu.EnergyMeter(opened))
}

// openSimulation makes the simulation, at the state of the run that goes on, if one does. When it
// returns an error there is none to close.
func (r *run) openSimulation(system *gpu.System, policy balance.Policy) error {
	options := r.Simulation(system, policy, r.flow.End)
	r.sampleInterval = r.SampleEvery(r.flow.End)
	options.SampleInterval, options.CopyInterval = r.sampleInterval, r.CaptureInterval(r.flow.End)
	if r.world != nil {
		options.Processes = r.world
		if r.Pieces {
			// the first process has its own from Captures
			options.Part = func(*measure.StateCopy) error { return nil }
		}
	}
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
	if r.record, err = newRecord(r.Config, r.flow, devices, r.pieces(), r.begun, watching); err != nil {
		return err
	}
	r.log = r.record.log
	if r.world != nil {
		r.world.Advise(r.goOnWith(r.record.dir.Path) + " continues from its last checkpoint, if it has made one")
	}
	r.record.results.summary.Links = cli.LinkSummaries(links)
	return nil
}

// introduce tells what will be computed, where and how.
func (r *run) introduce(policy balance.Policy, names []string, why string) {
	s, p := r.record.results.summary, &r.flow.Params
	s.Program, s.Version, s.CommandLine = "gpusph", cli.FullVersion(), os.Args
	s.Host, _ = os.Hostname()
	r.log.Info(fmt.Sprintf("gpusph %s: %s", cli.FullVersion(), strings.Join(os.Args, " ")))
	s.Notes = r.flow.Notes
	for _, note := range r.flow.Notes {
		r.log.Info(note)
	}
	if why != "" {
		r.log.Info(why)
		r.screen.Line(why)
	}
	if note := r.sim.Note(); note != "" {
		r.log.Info(note)
		r.screen.Line(note)
	}
	for _, d := range r.sim.Devices() {
		s.Devices = append(s.Devices, output.DeviceSummary{Name: d.Name, Model: d.Model})
		r.log.Info(fmt.Sprintf("%s: %s, %.1f GiB", d.Name, d.Model, float64(d.Memory)/(1<<30)))
	}
	balancer := "slices stay where they are"
	if policy != nil {
		balancer = policy.String()
	}
	r.log.Info(fmt.Sprintf("slices along %v; %s", p.SplitAxis, balancer))
	for line := range strings.Lines(p.Schedule()) {
		r.log.Info("step: " + strings.TrimRight(line, "\n"))
	}
	c := s.Particles
	until := fmt.Sprintf("until %g s", r.flow.End)
	if r.Earlier != nil {
		until = fmt.Sprintf("from step %s, %.4g s, %s", text.Thousands(r.reached.Step), r.reached.Time, until)
	}
	about := fmt.Sprintf("%s: %s particles (%s fluid, %s boundary) at deltap %g m on %s %s, into %s",
		r.flow.Name, text.Thousands(c.Total), text.Thousands(c.Fluid), text.Thousands(c.Wall), p.DeltaP, text.Count(len(r.sim.Devices()), "device"), until, r.record.dir.Path)
	r.log.Info(about)
	r.screen.Line(about)

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

// run computes until the end, and writes what there is then, however it came.
func (r *run) run(ctx context.Context, energy func() (float64, error)) error {
	summary := r.record.results.summary
	warnings := newWarnings(r.screen, r.log, summary, r.page)
	watch := newWatch(r.flow, warnings.warn)
	watch.least = r.FluidLeft
	r.steady = newSteady(r)
	r.here = output.Observers{watch, r.steady, newMeter(r.screen, r.log, r.flow, r.MaxIter)}
	if r.page != nil {
		r.here = append(r.here, r.page)
	}
	r.checkpoints = newCheckpoints(r, watch)
	troubles := newTroubles(r, watch)
	defer r.checkpoints.close()
	r.watchdog = newWatchdog(r)
	defer r.watchdog.close()
	err := r.loop(ctx)
	err = outcome(err, r.record.captures(r.sim, true))
	err = outcome(err, r.checkpoints.end(err))
	err = troubles.end(watch.leaves(err, r.record.taken))
	r.sayEnd(err)
	if r.record.rows.Wait() == nil { // so the balances are those of all rows
		warnings.openings(summary.Openings)
	}
	if joules, e := energy(); e == nil {
		r.record.results.joules = joules
	} else {
		r.log.Info(e.Error())
	}
	err = r.record.finish(r.sim, moment{r.reached.Step, r.reached.Time}, err)
	if err != nil && !errors.Is(err, cli.ErrInterrupted) {
		r.log.Error(cli.OneLine(err))
		if p := new(text.Panic); errors.As(err, &p) {
			r.log.Error(p.Stack)
		}
	}
	r.report()
	r.page.end(summary.Status)
	if err = outcome(err, r.record.logFile.Failed()); err != nil || r.stopped != nil {
		r.tellHowToGoOn(err)
	}
	return err
}

// sayEnd says on the screen and in the log that the run is interrupted or has stopped. err is how
// it has ended.
func (r *run) sayEnd(err error) {
	r.screen.Clear()
	if errors.Is(err, cli.ErrInterrupted) {
		r.log.Warn("interrupted", "step", r.reached.Step, "t", r.reached.Time)
		r.screen.Line("interrupted: the last state is being written; Ctrl-C again ends at once")
		if r.world != nil { // mpirun may leave no time to say so at the end
			r.screen.Line(r.goOnWith(r.record.dir.Path) + " goes on with it")
		}
	}
	if err == nil && r.stopped != nil {
		r.record.results.summary.Stopped = r.stopped
		r.log.Info("stopped: "+r.stopped.Why, "step", r.reached.Step, "t", r.reached.Time)
		r.screen.Line("stopped: " + r.stopped.Why)
	}
}

// report writes the report to the log and, unless the run is quiet, to the standard output.
func (r *run) report() {
	summary := r.record.results.summary
	var report, logged strings.Builder
	if e := r.record.results.flowErr; e != nil {
		r.log.Info("the report lacks what a table says: " + e.Error())
	}
	output.Report(&report, summary, r.record.results.flow)
	known := *summary
	known.Warnings = nil // the log has them
	output.Report(&logged, &known, r.record.results.flow)
	for line := range strings.FieldsFuncSeq(logged.String(), func(c rune) bool { return c == '\n' }) {
		r.log.Info(line)
	}
	if !r.Quiet {
		fmt.Fprintf(&report, "\nThe files are in %s\n", r.record.dir.Path)
		output.WriteNext(&report, stored.Next(r.record.dir.Path, summary))
		io.WriteString(cli.Stdout, report.String())
	}
}
