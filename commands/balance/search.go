package balance

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"gpusph/balance"
	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// searchOptions are those of balance --search.
type searchOptions struct {
	search                bool
	warmup, steps, repeat int
	from                  float64
}

func (o *searchOptions) table() option.Table {
	return option.Table{
		option.Switch("search", "instead, search by measuring for the best bounds that stay, and "+
			"compare balancers with them; the options below go with it", &o.search),
		cli.From(&o.from),
		cli.Warmup("steps before, at least, for the balancers to settle", option.Default(&o.warmup, 300)),
		cli.Steps("steps that are timed, at least", option.Default(&o.steps, 100)),
		cli.Repeat("how often they are timed, from the same state on", &o.repeat),
	}
}

// check returns the first option that does not go with the others.
func (o *searchOptions) check(c *cli.Config) error {
	if !o.search {
		for _, name := range []string{"from", "warmup", "steps", "repeat"} {
			if c.Given(name) {
				return fmt.Errorf("--%s goes with --search; without it balance compares whole runs, and "+
					"--tend or --maxiter says how long they are", name)
			}
		}
		return nil
	}
	for _, name := range []string{"lb-thresholds", "lb-gains", "pictures", "maxiter"} {
		if c.Given(name) {
			return fmt.Errorf("--%s does not go with --search, which measures from one state of the flow "+
				"on; --from, --warmup and --steps say where", name)
		}
	}
	return nil
}

// staticRun is a search for the best bounds that stay, on its way. All bounds and
// balancers are measured on the same stretch of the flow: it goes back to the same
// state each time, from which the same bits follow.
type staticRun struct {
	*comparisonRun
	sim      *engine.Simulation
	together []int           // which shares sit on one device
	reached  *sph.Checkpoint // the state to go back to
	stretch  *stretch        // nil before it has been measured
	found    *StaticBounds
}

// stretch is the part of the flow that is timed.
type stretch struct {
	first, last int     // steps
	end         float64 // simulated [s]
}

// searchStatic searches, and writes what is found.
func (r *comparisonRun) searchStatic(ctx context.Context, begun time.Time) (err error) {
	system, err := gpu.Open(r.names, r.GPUOptions())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	s := &staticRun{comparisonRun: r, together: system.Together(), found: &StaticBounds{
		Head: SearchHead, Origin: cli.Origin(r.comparison.Remarks), Problem: r.flow.Name,
		DeltaP: r.flow.Params.DeltaP, Particles: r.flow.Particles.Len(), Model: system.Devices[0].Model(),
	}}
	for _, d := range system.Devices {
		s.found.Devices = append(s.found.Devices, d.Name())
	}
	ours := &balance.Predictive{Threshold: usualGain / 100, Memory: cli.BalanceMemory}
	if s.sim, err = r.New(r.flow, system, ours); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.sim.Close()) }()
	if err := s.arrive(ctx, ours); err != nil {
		return err
	}
	dir, err := r.OpenDir("search_"+r.flow.Name, begun)
	if err != nil {
		return err
	}
	defer dir.Close()
	failed := s.measure(ctx)
	if s.found.Steps == 0 {
		return failed
	}
	if err := s.found.write(dir.Path); err != nil {
		return errors.Join(failed, err)
	}
	if !r.Quiet {
		s.found.report(cli.Stdout)
		fmt.Fprintf(cli.Stdout, "\nThe files are in %s\n", dir.Path+string(filepath.Separator))
	}
	return failed
}

// arrive goes to where the stretch begins with either balancer, of which the simulation
// has ours, and through it once.
func (r *staticRun) arrive(ctx context.Context, ours *balance.Predictive) error {
	start, err := r.sim.Checkpoint()
	if err != nil {
		return err
	}
	f, paper := r.found, &balance.Paper{H: usualThreshold, K: paperSteps}
	f.Off = contender{Name: "off, equal work at the start", Bounds: start.Bounds,
		policy: func() balance.Policy { return nil }}
	if r.reached, err = r.travel(ctx); err != nil {
		return err
	}
	f.Time = r.reached.Time
	f.Predictive = contender{Name: "predictive", Policy: ours.String(), Bounds: r.reached.Bounds,
		policy: ours.Copy}
	if err := r.sim.Resume(start, start.Bounds, balance.OfShares(paper, r.together)); err != nil {
		return err
	}
	there, err := r.travel(ctx)
	if err != nil {
		return err
	}
	if there.Step != r.reached.Step || there.Time != r.reached.Time {
		return fmt.Errorf("the paper's balancer comes to step %d at %v s, the predictive to %d at %v "+
			"s; this is a bug",
			there.Step, there.Time, r.reached.Step, r.reached.Time)
	}
	f.Paper = contender{Name: "paper", Policy: paper.String(), Bounds: there.Bounds,
		policy: paper.Copy}
	_, _, err = r.time(ctx, f.Off.Bounds, nil)
	return err
}

// measure searches from the bounds to which the balancers have come, and compares all in
// turn. After a signal, there is what the search has found so far.
func (r *staticRun) measure(ctx context.Context) error {
	f := r.found
	search := &Search{Least: r.sim.MinSlices(), Repeat: r.repeat,
		Measure: func(bounds []int) (float64, error) {
			seconds, _, err := r.time(ctx, bounds, nil)
			return seconds, err
		}}
	var shown *Trial
	search.Stop = func() bool {
		if b := search.Best; b != shown {
			r.screen.Line(fmt.Sprintf("%3d bounds measured; the best take %s ms a step: %s",
				len(search.Tried), text.Milliseconds(b.Time()), Inner(b.Bounds)))
			shown = b
		}
		return ctx.Err() != nil
	}
	err := search.Run([][]int{f.Predictive.Bounds, f.Paper.Bounds, f.Off.Bounds},
		firstMove(f.Off.Bounds))
	if err == nil && ctx.Err() == nil {
		f.Best = contender{Name: bestName, Bounds: search.Best.Bounds, policy: f.Off.policy}
		err = r.compare(ctx)
	}
	switch {
	case ctx.Err() != nil && search.Best == nil:
		return cli.ErrNothing
	case ctx.Err() != nil:
		f.Remarks = append(f.Remarks, "interrupted: better bounds may have been left out, and "+
			"balancers are not compared with the best")
		f.cutShort(search)
	case err != nil:
		return err
	}
	f.Tried = search.Tried
	f.finish(r.stretch.first, r.stretch.last-r.stretch.first)
	if ctx.Err() != nil {
		return cli.ErrInterrupted
	}
	return nil
}

// compare measures the contenders in turn.
func (r *staticRun) compare(ctx context.Context) error {
	for range r.repeat {
		for _, c := range r.found.Contenders() {
			seconds, moved, err := r.time(ctx, c.Bounds, c.policy())
			if err != nil {
				return err
			}
			c.Seconds, c.Moved = append(c.Seconds, seconds), append(c.Moved, moved)
		}
	}
	return nil
}

// firstMove is how many slices go from a device to another at first: a power of two, and
// a sixteenth of what a device has, or less.
func firstMove(bounds []int) int {
	n := len(bounds) - 1
	k := 1
	for 2*k*16*n <= bounds[n]-bounds[0] {
		k *= 2
	}
	return k
}

// travel goes on to where the stretch begins.
func (r *staticRun) travel(ctx context.Context) (*sph.Checkpoint, error) {
	for {
		if ctx.Err() != nil {
			return nil, cli.ErrNothing
		}
		p, err := r.sim.Advance(r.flow.Params.RebuildEvery)
		switch {
		case err != nil:
			return nil, err
		case p.Done:
			return nil, r.endsTooEarly()
		case p.Time >= r.from && p.Step >= r.warmup:
			return r.sim.Checkpoint()
		}
	}
}

func (r *staticRun) endsTooEarly() error {
	return fmt.Errorf("the flow ends at %s s, before all steps are timed; use a smaller --from, "+
		"--warmup or --steps or a later --tend", text.Number(r.flow.End))
}

// time is the seconds per step of the stretch, and the slices moved in it, with bounds at
// its beginning and a balancer or none. The first list period is not timed: memory may
// be short in it, and the devices have waited. At its end, and at the end of each that
// is timed, the steps are done and the next lists have been queued, so with any bounds
// as many lists are timed as periods of steps.
func (r *staticRun) time(ctx context.Context, bounds []int, policy balance.Policy) (perStep float64,
	moved int, err error) {
	if err := r.sim.Resume(r.reached, bounds, balance.OfShares(policy, r.together)); err != nil {
		return 0, 0, err
	}
	p, err := r.sim.Advance(r.flow.Params.RebuildEvery)
	if err != nil {
		return 0, 0, err
	}
	first, begun := p.Step, time.Now()
	for p.Step-first < r.steps {
		if p.Done {
			return 0, 0, r.endsTooEarly()
		}
		if ctx.Err() != nil {
			return 0, 0, cli.ErrNothing
		}
		if p, err = r.sim.Advance(r.flow.Params.RebuildEvery); err != nil {
			return 0, 0, err
		}
		moved += p.Moved
	}
	seconds := time.Since(begun).Seconds()
	now := stretch{first, p.Step, p.Time}
	if r.stretch == nil {
		r.stretch = &now
	}
	if now != *r.stretch {
		return 0, 0, fmt.Errorf("what is timed is %+v, but was %+v; this is a bug", now, *r.stretch)
	}
	return seconds / float64(p.Step-first), moved, nil
}
