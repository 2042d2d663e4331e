// Package scaling is the command that times a flow on several numbers of devices, as in
// Section 4 of the paper.
package scaling

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gpusph/balance"
	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/measure"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/sph"
)

// options are those of the command scaling beyond a run's.
type options struct {
	measure.Options
	noBalance, predict, weak bool
	grow, gpus               string
	machineDevices           int
	processDevices           int // 0 is machineDevices
	links                    string
	given                    []transport // what links lists
	networkBandwidth         float64     // [Gb/s]
	networkLatency           float64     // [µs]
	asked                    []int       // what gpus lists, sorted
}

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "scaling", Own: []cli.Group{{Title: "The series", Options: o.table()}},
		Without: append([]string{"gpus", "maxiter", "bounds"}, cli.SnapshotOptions...)}
}

func (o *options) table() option.Table {
	return option.Table{
		option.Text("gpus", "`list` of numbers of devices, as 1,2,4 (default 1 and so on to those "+
			"there are)", &o.gpus),
		option.Switch("weak", "weak scaling: a flow on n devices of n times the size of that on one",
			&o.weak).
			NotWith("predict", "the prediction is of one flow on more devices"),
		option.Word("grow", "`way` in which it grows with --weak: wide, the flow is n times as wide, "+
			"or fine, it has n times as many particles of less spacing (default wide where the problem "+
			"can be widened)", []string{growWide, growFine}, &o.grow),
		option.Switch("no-balance", "leave out the series in which slices move", &o.noBalance),
		option.Switch("predict", "measure the link, and predict 2 to 64 devices from the run on one",
			&o.predict),
		option.Number("machine-devices", "devices of a machine: with --predict, also predict several "+
			"machines, up to 1024 devices", 0, 255, "use 8", &o.machineDevices).
			Need(func() bool { return o.predict }, "it is for predictions; use --predict"),
		option.Number("network-bandwidth", "of a link between machines [Gb/s], with --machine-devices",
			1e-3, 1e6, "use 400", option.Default(&o.networkBandwidth, 400)).
			Need(func() bool { return o.machineDevices > 0 },
				"it is for predictions of several machines; use --machine-devices 8"),
		option.Number("network-latency", "of such a link [µs]", 0, 1e6, "use 2",
			option.Default(&o.networkLatency, 2)).
			Need(func() bool { return o.machineDevices > 0 },
				"it is for predictions of several machines; use --machine-devices 8"),
		option.Number("process-devices", "devices of a process: with --machine-devices, the processes "+
			"of a machine (default all in one)", 0, 255, "1 is a process for each device",
			&o.processDevices).
			Need(func() bool { return o.machineDevices > 0 },
				"it is for predictions of several machines; use --machine-devices 8 too"),
		option.Text("links", "`list` of measured links, with --machine-devices: ipc=3:300,nccl=7:20:8 "+
			"has latency [µs], bandwidth [GB/s] and the time of an all-reduce of two [µs] of the "+
			"transports between processes, of which ipc is within machines; 3-4=50:5 is of the "+
			"devices 3 and 4", &o.links).
			Need(func() bool { return o.machineDevices > 0 },
				"it is for predictions of several machines; use --machine-devices 8 too"),
		cli.Warmup("steps before the clock is started, for the balancer to settle",
			option.Default(&o.Warmup, 200)),
		cli.Steps("steps that are timed, at least", option.Default(&o.Steps, 200)),
		cli.Repeat("how often they are timed, one after the other", &o.Repeat),
		cli.From(&o.From),
	}
}

// seriesRun is a series of measurements on its way.
type seriesRun struct {
	*cli.Config
	options
	flow *sph.Case // on one device, and on all but for weak scaling
	// by number of devices: particle spacing for weak scaling with --grow fine [m]
	finer  map[int]float64
	counts []int    // of devices, ascending, from 1
	pool   []string // the devices that shares are placed on
	begun  time.Time
	survey *measure.Survey
	series *Series
	screen *cli.Screen
}

// Run is the command scaling: a flow on 1, 2, ... devices, as in Section 4
// of the paper. Syntax is what it takes.
var Run, Syntax = cli.Reads((*seriesRun).syntax, measureSeries)

func measureSeries(ctx context.Context, c *cli.Config, r *seriesRun) (err error) {
	r.Config, r.begun = c, time.Now()
	if err := r.checkOptions(); err != nil {
		return cli.UsageError(err)
	}
	if err := r.chooseGrowth(); err != nil {
		return cli.UsageError(err)
	}
	if r.flow, err = cli.UnlessInterrupted(ctx, r.Setup); err != nil {
		return cli.SetupError(err)
	}
	if err := cli.CheckFrom(r.From, r.flow.End); err != nil {
		return cli.UsageError(err)
	}
	gpus, reason := gpu.GPUs()
	if r.pool, err = r.DevicePool(len(gpus), reason); err != nil {
		return cli.UsageError(err)
	}
	if err := r.CheckDir(); err != nil {
		return cli.UsageError(err)
	}
	var remarks []string
	r.counts, remarks = usedCounts(r.asked, len(r.pool))
	if r.finer, err = cli.UnlessInterrupted(ctx, r.planGrowth); err != nil {
		return cli.SetupError(err)
	}
	if most := cli.Spread(r.pool, r.counts[len(r.counts)-1]); cli.DistinctDevices(most) < len(most) {
		remarks = append(remarks, sharing(most))
	}
	r.screen = cli.NewScreen(os.Stderr, r.Quiet)
	for _, line := range remarks {
		r.screen.Line(line)
	}
	return r.run(ctx, remarks)
}

// run measures, and writes what there is then.
func (r *seriesRun) run(ctx context.Context, remarks []string) error {
	if !r.weak {
		most := r.counts[len(r.counts)-1]
		r.screen.Line(fmt.Sprintf("%s: %s particles at deltap %g m; looking at the flow on %s",
			r.flow.Name,
			text.Thousands(r.flow.Particles.Len()), r.flow.Params.DeltaP, text.Count(most, "device")))
		var err error
		survey := func() (*measure.Survey, error) {
			return measure.TakeSurvey(ctx, r.flow, r.on(most, r.Policy()), r.measured(r.predict))
		}
		if r.survey, err = cli.UnlessInterrupted(ctx, survey); err != nil {
			return err
		}
	}
	dir, err := r.OpenDir("scaling_"+r.flow.Name, r.begun)
	if err != nil {
		return err
	}
	defer dir.Close()
	r.series = &Series{
		Head: FileHead, Origin: cli.Origin(remarks), Weak: r.weak, Grow: r.grow,
		Problem: r.flow.Name, DeltaP: r.flow.Params.DeltaP, Particles: r.flow.Particles.Len(),
		Fluid:     r.flow.Particles.Count(sph.Fluid),
		SplitAxis: r.flow.Params.SplitAxis.String(),
	}
	if v := r.Flags.Lookup("variant"); v != nil && r.flow.Name == "BoreInABox" {
		r.series.published = paperRows[v.Value.String()]
	}
	if s := r.survey; s != nil {
		r.series.SliceParticles, r.series.SlicePairs, r.series.Survey, r.series.least = s.Particles,
			s.Pairs, s.Time, s.Least
	}
	failed := r.measureAll(ctx)
	if len(r.series.Points) == 0 {
		return failed
	}
	r.series.finish()
	if r.predict {
		r.series.Prediction = predict(r.series, r.model())
	}
	if err := r.series.write(dir.Path); err != nil {
		return errors.Join(failed, err)
	}
	if !r.Quiet {
		r.series.report(cli.Stdout)
		fmt.Fprintf(cli.Stdout, "\nThe files are in %s\n", dir.Path+string(filepath.Separator))
	}
	return failed
}

// measureAll measures the points of the series, first without balancing and
// then with, until one fails or the user has enough.
func (r *seriesRun) measureAll(ctx context.Context) error {
	create := r.Policy // a fresh one each time
	balanced := !r.noBalance && create() != nil
	done, all := 0, len(r.counts)
	if balanced {
		all += len(r.counts)
		if r.counts[0] == 1 {
			all-- // one device has nothing to balance
		}
	}
	one := func(n int, policy balance.Policy) (*measure.Measurement, error) {
		m, err := cli.UnlessInterrupted(ctx,
			func() (measure.Measurement, error) { return r.measureOn(ctx, n, policy) })
		if errors.Is(err, cli.ErrNothing) && len(r.series.Points) > 0 {
			return nil, cli.ErrInterrupted // the points before are written
		}
		if err != nil {
			return nil, err
		}
		if least := r.Steps * r.Repeat; m.Steps < least {
			return nil, fmt.Errorf("the flow ends after %d of the %d steps to time; use a smaller "+
				"--steps, --repeat or --warmup or a later --tend", m.Steps, least)
		}
		done++
		with := "without balancing"
		if policy != nil {
			with = "with balancing"
		}
		r.screen.Line(fmt.Sprintf("%2d of %d  %-10s %-17s  %s mips  slices %v", done, all,
			text.Count(n, "device"), with, text.Mips(text.Median(m.Mips)), m.Slices))
		return &m, nil
	}
	for _, n := range r.counts {
		m, err := one(n, nil)
		if err != nil {
			return err
		}
		r.series.Points = append(r.series.Points, &Point{
			N: n, DeltaP: r.spacing(n), Widths: r.widths(n), Particles: m.Particles, Fluid: m.Fluid,
			Off: &rate{Measured: m}, placed: cli.Spread(r.pool, n),
		})
	}
	for _, p := range r.series.Points {
		if !balanced || p.N == 1 {
			continue
		}
		policy := create()
		r.series.Balancer = policy.String()
		m, err := one(p.N, policy)
		if err != nil {
			return err
		}
		p.On = &rate{Measured: m}
	}
	return nil
}

// measureOn measures the flow on n devices.
func (r *seriesRun) measureOn(ctx context.Context, n int,
	policy balance.Policy) (m measure.Measurement, err error) {
	flow, err := r.flowFor(n)
	if err != nil {
		return m, err
	}
	if m, err = measure.Time(ctx, flow, r.on(n, policy), r.measured(r.predict && n == 1)); err != nil {
		err = fmt.Errorf("on %s: %w", text.Count(n, "device"), err)
	}
	return m, err
}

// on is where a flow on n devices is timed.
func (r *seriesRun) on(n int, policy balance.Policy) measure.Place {
	return measure.Place{Devices: cli.Spread(r.pool, n), GPU: r.GPUOptions(), Policy: policy,
		New: r.New}
}

// measured is what is measured of the flow, with all that a prediction takes or without.
func (r *seriesRun) measured(predict bool) measure.Options {
	o := r.Options
	o.Parts = predict
	return o
}
