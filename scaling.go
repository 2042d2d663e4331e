package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/sph"
)

// scalingOptions are those of the command scaling beyond a run's.
type scalingOptions struct {
	measureOptions
	noBalance, predict, weak bool
	grow, gpus               string
	asked                    []int // what gpus lists, sorted
}

// scalingSyntax is what the command takes.
func scalingSyntax() syntax { return new(scalingOptions).syntax() }

func (o *scalingOptions) syntax() syntax {
	return syntax{command: "scaling", own: []group{{title: "The series", flags: flagsOf(o.register)}}, without: append([]string{"gpus", "maxiter", "bounds"}, ofSnapshots...)}
}

func (o *scalingOptions) register(f *pflag.FlagSet) {
	f.StringVar(&o.gpus, "gpus", "", "`list` of numbers of devices, as 1,2,4 (default 1 and so on to those there are)")
	f.BoolVar(&o.weak, "weak", false, "weak scaling: a flow on n devices of n times the size of that on one")
	f.StringVar(&o.grow, "grow", "", "`way` in which it grows with --weak: wide, the flow is n times as wide, or fine, it has n times as many particles of less spacing (default wide where the problem can be widened)")
	f.BoolVar(&o.noBalance, "no-balance", false, "leave out the series in which slices move")
	f.BoolVar(&o.predict, "predict", false, "measure the link, and say from the run on one device what 2 to 64 would do")
	f.IntVar(&o.warmup, "warmup", 200, "steps before the clock is started, for the balancer to settle")
	f.IntVar(&o.steps, "steps", 200, "steps that are timed, at least")
	f.IntVar(&o.repeat, "repeat", 3, "how often they are timed, one after the other")
	f.Float64Var(&o.from, "from", 0, "simulated time to go to before [s]")
}

// scalingRun is a series of measurements on its way.
type scalingRun struct {
	*config
	scalingOptions
	flow   *sph.Case       // on one device, and on all but for weak scaling
	finer  map[int]float64 // by number of devices: particle spacing for weak scaling with --grow fine [m]
	counts []int           // of devices, ascending, from 1
	pool   []string        // the devices that shares are placed on
	begun  time.Time
	survey *survey
	series *series
	screen *screen
}

// scaling is the command scaling: a flow on 1, 2, ... devices, as in Section 4
// of the paper.
func scaling(ctx context.Context, args arguments) error {
	r := &scalingRun{begun: time.Now()}
	var err error
	r.config, err = begin(args, r.scalingOptions.syntax())
	if r.config == nil {
		return err
	}
	if err := r.checkScaling(); err != nil {
		return usageError(err)
	}
	if err := r.chooseGrowth(); err != nil {
		return usageError(err)
	}
	if r.flow, err = unlessInterrupted(ctx, r.setup); err != nil {
		return ofUser(err)
	}
	if err := checkFrom(r.from, r.flow.End); err != nil {
		return usageError(err)
	}
	gpus, reason := gpu.GPUs()
	if r.pool, err = r.devicePool(len(gpus), reason); err != nil {
		return usageError(err)
	}
	if err := r.checkDir(); err != nil {
		return usageError(err)
	}
	var remarks []string
	r.counts, remarks = usedCounts(r.asked, len(r.pool))
	if r.finer, err = unlessInterrupted(ctx, r.planGrowth); err != nil {
		return ofUser(err)
	}
	if most := place(r.pool, r.counts[len(r.counts)-1]); distinctDevices(most) < len(most) {
		remarks = append(remarks, sharing(most))
	}
	r.screen = newScreen(os.Stderr, r.quiet)
	for _, line := range remarks {
		r.screen.line(line)
	}
	return r.run(ctx, remarks)
}

// run measures, and writes what there is then.
func (r *scalingRun) run(ctx context.Context, remarks []string) error {
	if !r.weak {
		most := r.counts[len(r.counts)-1]
		r.screen.line(fmt.Sprintf("%s: %s particles at deltap %g m; looking at the flow on %s", r.flow.Name,
			text.Thousands(r.flow.Particles.Len()), r.flow.Params.DeltaP, text.Count(most, "device")))
		var err error
		survey := func() (*survey, error) {
			return takeSurvey(ctx, r.flow, place(r.pool, most), r.config, r.measured(r.predict))
		}
		if r.survey, err = unlessInterrupted(ctx, survey); err != nil {
			return err
		}
	}
	dir, err := r.openDir("scaling_"+r.flow.Name, r.begun)
	if err != nil {
		return err
	}
	defer dir.Close()
	r.series = &series{
		Program: "gpusph", Version: fullVersion(), CommandLine: os.Args, Remarks: remarks, Weak: r.weak, Grow: r.grow,
		Problem: r.flow.Name, DeltaP: r.flow.Params.DeltaP, Particles: r.flow.Particles.Len(), Fluid: r.flow.Particles.Count(sph.Fluid),
		SplitAxis: r.flow.Params.SplitAxis.String(),
	}
	if s := r.survey; s != nil {
		r.series.SliceParticles, r.series.SlicePairs, r.series.Survey, r.series.least = s.particles, s.pairs, s.Time, s.least
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
	if !r.quiet {
		r.series.report(stdout)
		fmt.Fprintf(stdout, "\nThe files are in %s\n", dir.Path+string(filepath.Separator))
	}
	return failed
}

// measureAll measures the points of the series, first without balancing and
// then with, until one fails or the user has enough.
func (r *scalingRun) measureAll(ctx context.Context) error {
	create := r.policy // a fresh one each time
	balanced := !r.noBalance && create() != nil
	done, all := 0, len(r.counts)
	if balanced {
		all += len(r.counts)
		if r.counts[0] == 1 {
			all-- // one device has nothing to balance
		}
	}
	one := func(n int, policy balance.Policy) (*measurement, error) {
		m, err := unlessInterrupted(ctx, func() (measurement, error) { return r.measureOn(ctx, n, policy) })
		if errors.Is(err, errNothing) && len(r.series.Points) > 0 {
			return nil, errInterrupted // the points before are written
		}
		if err != nil {
			return nil, err
		}
		if least := r.steps * r.repeat; m.Steps < least {
			return nil, fmt.Errorf("the flow ends after %d of the %d steps to time; a smaller --steps, --repeat or --warmup or a later --tend would do", m.Steps, least)
		}
		done++
		with := "without balancing"
		if policy != nil {
			with = "with balancing"
		}
		r.screen.line(fmt.Sprintf("%2d of %d  %-10s %-17s  %s mips  slices %v", done, all, text.Count(n, "device"), with, text.Mips(text.Median(m.Mips)), m.Slices))
		return &m, nil
	}
	for _, n := range r.counts {
		m, err := one(n, nil)
		if err != nil {
			return err
		}
		r.series.Points = append(r.series.Points, &point{
			N: n, DeltaP: r.spacing(n), Widths: r.widths(n), Particles: m.Particles, Fluid: m.Fluid, Off: &rate{Measured: m}, placed: place(r.pool, n),
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
func (r *scalingRun) measureOn(ctx context.Context, n int, policy balance.Policy) (m measurement, err error) {
	flow, err := r.flowFor(n)
	if err != nil {
		return m, err
	}
	if m, err = measure(ctx, flow, place(r.pool, n), policy, r.config, r.measured(r.predict && n == 1)); err != nil && !errors.Is(err, errNothing) {
		err = fmt.Errorf("on %s: %w", text.Count(n, "device"), err)
	}
	return m, err
}

// measured is what is measured of the flow, with all that a prediction takes or without.
func (r *scalingRun) measured(predict bool) measureOptions {
	o := r.measureOptions
	o.parts = predict
	return o
}
