package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// How many snapshots and samples a run takes if the command line does not say
// how far apart they are.
const (
	usualSnapshots = 30
	usualSamples   = 300
)

// run is a flow on its way.
type run struct {
	*config
	flow   *sph.Case
	sim    *sph.Simulation
	record *record
	log    *slog.Logger
	screen *screen
	meter  *meter

	snapshots, samples clock
	reached            sph.Progress
	warned             int // particles lost, at the last warning
}

// simulate is the command run.
func simulate(ctx context.Context, args arguments) error {
	begun := time.Now()
	c, err := begin(args, runSyntax())
	if c == nil {
		return err
	}
	flow, names, why, err := c.prepare(ctx)
	if err != nil {
		return err
	}
	if err := c.checkDir(); err != nil {
		return usageError(err)
	}
	r := &run{config: c, flow: flow, screen: newScreen(os.Stderr, c.quiet)}
	system, err := gpu.Open(names, c.gpuOptions())
	if err != nil {
		return err
	}
	defer system.Close()
	policy := c.policy()
	if r.sim, err = sph.New(flow, c.simulation(system, policy, flow.End)); err != nil {
		return refused(err)
	}
	defer r.sim.Close()
	if ctx.Err() != nil {
		return errNothing
	}

	var opened []string
	for _, d := range system.Devices {
		opened = append(opened, d.Name())
	}
	if r.record, err = newRecord(c, flow, opened, begun); err != nil {
		return err
	}
	defer r.record.close()
	r.log = r.record.log
	r.introduce(system, policy, names, why)
	return r.run(ctx, gpu.EnergyMeter(opened))
}

// introduce tells what will be computed, where and how.
func (r *run) introduce(system *gpu.System, policy balance.Policy, names []string, why string) {
	s, p := r.record.summary, &r.flow.Params
	s.Program, s.Version, s.CommandLine = "gpusph", fullVersion(), os.Args
	s.Started = stamp(r.record.begun)
	s.Host, _ = os.Hostname()
	r.log.Info(fmt.Sprintf("gpusph %s: %s", fullVersion(), strings.Join(os.Args, " ")))
	for _, note := range r.flow.Notes {
		r.log.Info(note)
	}
	if why != "" {
		r.log.Info(why)
		r.screen.line(why)
	}
	for _, d := range system.Devices {
		_, total := d.Memory()
		s.Devices = append(s.Devices, output.DeviceSummary{Name: d.Name(), Model: d.Model()})
		r.log.Info(fmt.Sprintf("%s: %s, %.1f GiB", d.Name(), d.Model(), float64(total)/(1<<30)))
	}
	balancer := "slices stay where they are"
	if policy != nil {
		balancer = policy.String()
	}
	r.log.Info(fmt.Sprintf("slices along %v; %s", p.SplitAxis, balancer))
	c := s.Particles
	text := fmt.Sprintf("%s: %s particles (%s fluid, %s boundary) at deltap %g m on %s until %g s, into %s",
		r.flow.Name, text.Thousands(c.Total), text.Thousands(c.Fluid), text.Thousands(c.Wall), p.DeltaP, text.Count(len(system.Devices), "device"), r.flow.End, r.record.dir.Path)
	r.log.Info(text)
	r.screen.line(text)

	interval := func(given float64, usual float64) float64 {
		if given > 0 {
			return given
		}
		return r.flow.End / usual
	}
	r.snapshots.interval = interval(r.outputInterval, usualSnapshots)
	r.samples.interval = interval(r.sampleInterval, usualSamples)
	s.Options = r.taken(names)
}

// run computes until the end, and writes what there is then, however it came.
func (r *run) run(ctx context.Context, energy func() (float64, error)) error {
	r.meter = newMeter(r.screen, r.log, r.flow, r.maxiter)
	err := r.loop(ctx)
	r.screen.clear()
	if errors.Is(err, errInterrupted) {
		r.log.Warn("interrupted", "step", r.reached.Step, "t", r.reached.Time)
		r.screen.line("interrupted: the last state is being written; Ctrl-C again ends at once")
	}
	if joules, e := energy(); e == nil {
		r.record.summary.SetEnergy(joules)
	} else {
		r.log.Info(e.Error())
	}
	err = r.record.finish(r.sim, r.reached.Step, err)
	if err != nil && !errors.Is(err, errInterrupted) {
		r.log.Error(oneLine(err))
	}
	var report strings.Builder
	output.Report(&report, r.record.summary)
	for line := range strings.Lines(report.String()) {
		if line != "\n" {
			r.log.Info(strings.TrimRight(line, "\n"))
		}
	}
	if !r.quiet {
		fmt.Fprintf(stdout, "%s\nThe files are in %s\n", report.String(), r.record.dir.Path)
	}
	return err
}
