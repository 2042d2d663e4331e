// Package balance is the command that compares balancers, and searches for the best bounds
// that stay.
package balance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpusph/balance"
	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// The policies' own parameters in Figures 8 and 11.
const (
	usualThreshold = 0.5 // H_LB, the paper's
	usualGain      = 2.0 // [%]
	paperSteps     = 10  // k
)

// options are those of the command balance beyond a run's.
type options struct {
	thresholds, gains string
	pictures          int
	searchOptions
}

func (o *options) syntax() cli.Syntax {
	title := "The comparison of no balancer, the paper's and the predictive, as in the paper's Figures 8, 10 and 11"
	return cli.Syntax{Command: "balance", Own: []cli.Group{{Title: title, Options: o.table()}}, Without: append([]string{"balance", "lb-threshold", "lb-steps", "lb-gain", "bounds"}, cli.SnapshotOptions...)}
}

func (o *options) table() option.Table {
	return append(option.Table{
		option.Text("lb-thresholds", "`list` of H_LB to try with the paper's balancer, or none", option.Default(&o.thresholds, "0.1,0.25,0.5,1,2")),
		option.Text("lb-gains", "`list` of least gains [%] to try with the predictive balancer, or none", option.Default(&o.gains, "0.5,1,2,5,10")),
		option.Number("pictures", "`number` of pictures of the flow, coloured by device", 0, 1000, "4 is the default", option.Default(&o.pictures, 4)),
	}, o.searchOptions.table()...)
}

// comparisonRun is a comparison of balancers on its way.
type comparisonRun struct {
	*cli.Config
	options
	flow       *sph.Case
	names      []string // of devices
	tried      [2][]float64
	screen     *cli.Screen
	comparison *Comparison
}

// Run is the command balance: a flow with and without balancers, as in
// Section 4.3 of the paper. Syntax is what it takes.
var Run, Syntax = cli.Reads((*comparisonRun).syntax, compare)

func compare(ctx context.Context, c *cli.Config, r *comparisonRun) (err error) {
	begun := time.Now()
	r.Config = c
	if err := r.checkOptions(); err != nil {
		return cli.UsageError(err)
	}
	var why string
	if r.flow, r.names, why, err = r.Prepare(ctx, nil); err != nil {
		return err
	}
	if len(r.names) < 2 {
		return cli.UsageError(errors.New("one device has nothing to balance; use --gpus 3"))
	}
	if err := r.CheckDir(); err != nil {
		return cli.UsageError(err)
	}
	if err := cli.CheckFrom(r.from, r.flow.End); err != nil {
		return cli.UsageError(err)
	}
	r.screen = cli.NewScreen(os.Stderr, r.Quiet)
	r.comparison = &Comparison{Head: ComparisonHead, Problem: r.flow.Name, DeltaP: r.flow.Params.DeltaP, Particles: r.flow.Particles.Len()}
	on := cli.Shares(r.names)
	if why != "" && !strings.HasPrefix(why, on) {
		r.comparison.Remarks = append(r.comparison.Remarks, why)
	}
	if cli.DistinctDevices(r.names) < len(r.names) {
		r.comparison.Remarks = append(r.comparison.Remarks,
			on+": what one takes depends on what the others do meanwhile, and shortening the longest shortens no run")
	}
	for _, line := range r.comparison.Remarks {
		r.screen.Line(line)
	}
	if r.search {
		return r.searchStatic(ctx, begun)
	}
	return r.run(ctx, begun)
}

// checkOptions returns the first option that is out of range or does not go
// with the others.
func (r *comparisonRun) checkOptions() (err error) {
	if err := r.searchOptions.check(r.Config); err != nil {
		return err
	}
	for i, o := range []struct{ name, text string }{{"lb-thresholds", r.thresholds}, {"lb-gains", r.gains}} {
		if r.tried[i], err = parseNumbers(o.name, o.text); err != nil {
			return err
		}
	}
	return nil
}

// parseNumbers reads a list as 0.5,1,2 of numbers from 0 to 100, and sorts it.
func parseNumbers(option, text string) ([]float64, error) {
	if text == "none" {
		return nil, nil
	}
	var numbers []float64
	for word := range strings.SplitSeq(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(x >= 0 && x <= 100) {
			return nil, fmt.Errorf("--%s is %q, but must be a list of numbers from 0 to 100, or none; use 0.5,1,2", option, text)
		}
		numbers = append(numbers, x)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}

// run measures, and writes what there is then.
func (r *comparisonRun) run(ctx context.Context, begun time.Time) error {
	dir, failed := r.measureAll(ctx, begun)
	if dir != nil {
		defer dir.Close()
	}
	c := r.comparison
	if c.Predictive == nil {
		return failed
	}
	c.findStatic()
	if err := c.write(dir.Path); err != nil {
		return errors.Join(failed, err)
	}
	if !r.Quiet {
		c.report(cli.Stdout)
		fmt.Fprintf(cli.Stdout, "\nThe files are in %s\n", dir.Path+string(filepath.Separator))
	}
	return failed
}

// looker looks at a flow before a list period, and at what the last was like.
type looker func(sim *engine.Simulation, last *sph.Progress) error

// measureAll runs the flow with each policy, until one fails or the user has
// enough. It makes the run directory when the flow has turned out to run.
func (r *comparisonRun) measureAll(ctx context.Context, begun time.Time) (dir *output.RunDir, err error) {
	paper := func(h float64) balance.Policy { return &balance.Paper{H: h, K: paperSteps} }
	ours := func(gain float64) balance.Policy {
		return &balance.Predictive{Threshold: gain / 100, Memory: cli.BalanceMemory}
	}
	all, done, c := 3, 0, r.comparison
	for i, usual := range []float64{usualThreshold, usualGain} {
		all += len(r.tried[i])
		if slices.Contains(r.tried[i], usual) {
			all--
		}
	}
	one := func(name string, parameter float64, policy balance.Policy, look looker) (*History, error) {
		h, err := cli.UnlessInterrupted(ctx, func() (*History, error) { return r.follow(ctx, policy, look) })
		if errors.Is(err, cli.ErrNothing) && c.Predictive != nil {
			return nil, cli.ErrInterrupted // what there is is written
		}
		if err != nil {
			return nil, err
		}
		h.Name, h.Parameter = name, parameter
		done++
		distance, part := h.distance()
		r.screen.Line(fmt.Sprintf("%2d of %d  %-28s longest device %s above the average of %s ms a step; %s moved",
			done, all, name, text.Percent(part), text.Milliseconds(distance/part), text.Count(h.Moved, "slice")))
		return h, nil
	}
	if c.Off, err = one("off", math.NaN(), nil, r.weigh); err != nil {
		return dir, err
	}
	if dir, err = r.OpenDir("balance_"+r.flow.Name, begun); err != nil {
		return nil, err
	}
	if c.Paper, err = one("paper", usualThreshold, paper(usualThreshold), nil); err != nil {
		return dir, err
	}
	if c.Predictive, err = one("predictive", usualGain, ours(usualGain), r.paint(dir.Path)); err != nil {
		return dir, err
	}
	for _, h := range r.tried[0] {
		next := c.Paper
		if h != usualThreshold {
			if next, err = one(fmt.Sprintf("paper, H_LB = %g", h), h, paper(h), nil); err != nil {
				return dir, err
			}
		}
		c.Thresholds = append(c.Thresholds, next)
	}
	for _, g := range r.tried[1] {
		next := c.Predictive
		if g != usualGain {
			if next, err = one(fmt.Sprintf("predictive, gain %g %%", g), g, ours(g), nil); err != nil {
				return dir, err
			}
		}
		c.Gains = append(c.Gains, next)
	}
	return dir, nil
}

// follow runs the flow with a policy. look, if not nil, sees it before every
// list period.
func (r *comparisonRun) follow(ctx context.Context, policy balance.Policy, look looker) (h *History, err error) {
	system, err := gpu.Open(r.names, r.GPUOptions())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	sim, err := r.New(r.flow, system, policy)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	r.comparison.names = nil
	for _, d := range system.Devices {
		r.comparison.names = append(r.comparison.names, d.Name())
	}
	h = &History{}
	var p sph.Progress
	if policy != nil {
		h.Policy = policy.String()
	}
	for {
		if ctx.Err() != nil {
			return nil, cli.ErrNothing
		}
		if look != nil {
			if err := look(sim, &p); err != nil {
				return nil, err
			}
		}
		if h.done || r.MaxIter > 0 && h.Steps >= r.MaxIter {
			return h, nil
		}
		steps := r.flow.Params.RebuildEvery
		if r.MaxIter > 0 {
			steps = min(steps, r.MaxIter-h.Steps)
		}
		if p, err = sim.Advance(steps); err != nil {
			return nil, err
		}
		h.add(&p, r.part(&p))
	}
}

// paint makes pictures of the flow by device, evenly over the run.
func (r *comparisonRun) paint(dir string) looker {
	n := 0
	return func(sim *engine.Simulation, last *sph.Progress) error {
		if n == r.pictures || r.part(last) < float64(n+1)/float64(r.pictures) {
			return nil
		}
		n++
		s, err := sim.Snapshot()
		if err != nil {
			return err
		}
		return output.WriteFile(filepath.Join(dir, fmt.Sprintf("figure11_%d.png", n)), func(w io.Writer) error {
			return pictures.Draw(w, s, pictures.Options{Width: 800, Height: 450, Field: pictures.Device})
		})
	}
}
