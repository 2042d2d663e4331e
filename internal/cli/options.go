// Package cli reads command lines: the options that commands share, what they may be,
// help, and what is told on the screen.
package cli

import (
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/problems"
	"gpusph/sph"
)

// Config is what the command line asks for. Zeros of deltap, tend, dt, maxiter,
// skin and the intervals stand for options that were not given.
type Config struct {
	problem          string
	DeltaP, tend, dt float64
	MaxIter          int

	gpus           int
	devices        string
	Strict, noPeer bool
	noGraphs       bool

	SplitAxis    string
	rebuildEvery int
	skin         float64 // [h]
	Stripe       int
	exchange     string
	balance      string
	bounds       string
	lbGain       float64 // [%]
	lbThreshold  float64
	lbSteps      int

	Dir                            string
	force, NoSave                  bool
	OutputInterval, SampleInterval float64
	formats                        string

	Quiet, help, version bool
	logLevel             string

	Flow  problems.Problem // nil where none is named
	Flags *pflag.FlagSet   // of the run and of the flow

	Syntax
	commands []Command // that there are
}

// common registers the options of a run, which most commands take.
func (c *Config) common() []Group {
	var all []Group
	begin := func(title string) *pflag.FlagSet {
		f := newFlags()
		all = append(all, Group{title, f})
		return f
	}
	f := begin("The flow")
	f.StringVar(&c.problem, "problem", "", "`name` of the flow to simulate; see gpusph problems")
	f.Float64Var(&c.DeltaP, "deltap", 0, "particle spacing [m] (default the problem's)")
	f.Float64Var(&c.tend, "tend", 0, "simulated time at which to end [s] (default the problem's)")
	f.IntVar(&c.MaxIter, "maxiter", 0, "end after this many steps, counted from the beginning of the simulation")
	f.Float64Var(&c.dt, "dt", 0, "fixed time step [s] (default adaptive)")

	f = begin("The devices; how many there are and what they share changes nothing in the result")
	f.IntVar(&c.gpus, "gpus", 0, "`number` of shares, on the GPUs there are, else on host devices (default 1)")
	f.StringVar(&c.devices, "devices", "", "`list` of devices, as cuda:0,cuda:1 or host:4 (four host devices); repeats share a device")
	f.BoolVar(&c.Strict, "strict", false, "the same bits on GPUs and the host, more slowly")
	f.BoolVar(&c.noPeer, "no-peer", false, "copy between GPUs through the host's memory")
	f.BoolVar(&c.noGraphs, "no-graphs", false, "give GPUs each kernel by itself, not many steps at once as a CUDA graph")
	f.StringVar(&c.SplitAxis, "split-axis", "", "x, y or z: the layers of cells that slices are cut from are perpendicular to it; another axis changes the last bits (default the problem's)")
	f.IntVar(&c.Stripe, "stripe", 0, fmt.Sprintf("active particles, at least, in each of the up to %d stripes of a device (default %d)", sph.MostStripes, sph.LeastStripe))
	f.StringVar(&c.exchange, "exchange", "fastest", "`way` in which neighbours get the particles at the edges: "+text.Or(sph.Exchanges))
	f.StringVar(&c.balance, "balance", "predictive", "`policy` that moves slices between devices: "+text.Or(policyNames()))
	f.StringVar(&c.bounds, "bounds", "", "`list` of the slices at which all devices but the first begin, as 50,100,150, with --balance off (default equal work); throughput.csv numbers them alike")
	f.Float64Var(&c.lbGain, "lb-gain", 2, "slices move when that is predicted to save this part of the longest device's time [%], with --balance predictive")
	f.Float64Var(&c.lbThreshold, "lb-threshold", 0.5, "H_LB: a layer of slices moves when a device is this many layers' time off the average, with --balance paper")
	f.IntVar(&c.lbSteps, "lb-steps", 10, "k: steps over which the paper's balancer averages")

	f = begin("The neighbour lists")
	f.IntVar(&c.rebuildEvery, "rebuild-every", 20, "build them after this many steps, at the latest")
	f.Float64Var(&c.skin, "skin", 0, "how far they reach beyond the kernel, in h (default the problem's)")

	f = begin("What is written")
	f.StringVar(&c.Dir, "dir", "", "run `directory` (default runs/, problem and time)")
	f.BoolVar(&c.force, "force", false, "use the run directory though it has files, and replace them")
	f.Float64Var(&c.OutputInterval, "output-interval", 0, "simulated seconds between snapshots (default a 30th of the run)")
	f.Float64Var(&c.SampleInterval, "sample-interval", 0, "simulated seconds between samples of energies, probes, gauges and forces (default a 300th)")
	f.StringVar(&c.formats, "formats", "vtk", "`list` of formats of the snapshots: "+text.Or(formatNames())+", or none")
	f.BoolVar(&c.NoSave, "nosave", false, "no snapshots on the way; the last state is still written")
	f.BoolVarP(&c.Quiet, "quiet", "q", false, "print nothing but errors")
	f.StringVar(&c.logLevel, "log-level", "info", "least `level` of what run.log tells: "+text.Or(levelNames()))

	f = begin("Else")
	f.BoolVarP(&c.help, "help", "h", false, "print the options; with --problem, the problem's too")
	f.BoolVarP(&c.version, "version", "v", false, "print the version")
	return all
}

// FlagsOf is a set of the flags that register adds.
func FlagsOf(register func(*pflag.FlagSet)) *pflag.FlagSet {
	f := newFlags()
	register(f)
	return f
}

func newFlags() *pflag.FlagSet {
	f := pflag.NewFlagSet("gpusph", pflag.ContinueOnError)
	f.SetNormalizeFunc(canonical)
	f.SortFlags = false
	f.Usage = func() {}
	return f
}

// policies are the balancers, by the name that --balance takes.
var policies = []struct {
	name   string
	create func(*Config) balance.Policy
}{
	{"off", func(*Config) balance.Policy { return nil }},
	{"on", predictive}, // the default
	{"predictive", predictive},
	{"paper", func(c *Config) balance.Policy { return &balance.Paper{H: c.lbThreshold, K: c.lbSteps} }},
}

// BalanceMemory is over how many steps the predictive balancer averages: two lists.
const BalanceMemory = 20

func predictive(c *Config) balance.Policy {
	return &balance.Predictive{Threshold: c.lbGain / 100, Memory: BalanceMemory}
}

// GPUOptions are how the devices are opened.
func (c *Config) GPUOptions() gpu.Options {
	return gpu.Options{Strict: c.Strict, NoPeer: c.noPeer, NoGraphs: c.noGraphs}
}

// Simulation is how a flow is computed.
func (c *Config) Simulation(system *gpu.System, policy balance.Policy, end float64) sph.Options {
	policy = balance.OfShares(policy, system.Together())
	bounds, _ := c.givenBounds() // which check has read before
	return sph.Options{System: system, Balance: policy, Bounds: bounds, End: end, Stripe: c.Stripe, Exchange: sph.Exchange(slices.Index(sph.Exchanges, c.exchange))}
}

// Policy is the balancer that --balance names, or nil for none.
func (c *Config) Policy() balance.Policy {
	for _, p := range policies {
		if p.name == c.balance {
			return p.create(c)
		}
	}
	return nil
}

// givenBounds are those of --bounds, or nil where there are none.
func (c *Config) givenBounds() ([]int, error) {
	if !c.Given("bounds") {
		return nil, nil
	}
	var bounds []int
	for word := range strings.SplitSeq(c.bounds, ",") {
		slice, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || slice < 0 || slice > math.MaxInt32 {
			return nil, fmt.Errorf("--bounds is %q, but must be a list of slices; 50,100,150 would do for four devices", c.bounds)
		}
		bounds = append(bounds, slice)
	}
	if c.Policy() != nil {
		return nil, fmt.Errorf("--bounds does not go with --balance %s, which moves slices; --balance off would do", c.balance)
	}
	return bounds, nil
}

func policyNames() []string {
	var names []string
	for _, p := range policies {
		names = append(names, p.name)
	}
	return names
}

// Formats are those that --formats lists.
func (c *Config) Formats() ([]output.Writer, error) {
	if c.formats == "none" {
		return nil, nil
	}
	var formats []output.Writer
	for word := range strings.SplitSeq(c.formats, ",") {
		word = strings.ToLower(strings.TrimSpace(word))
		i := slices.IndexFunc(output.Formats, func(f output.Writer) bool { return f.Name == word })
		switch {
		case word == "none":
			return nil, fmt.Errorf("--formats has none beside others; one or the other would do")
		case i < 0:
			return nil, fmt.Errorf("--formats has %q, but the formats are %s, or none%s", word, text.Or(formatNames()), text.Meant(word, formatNames()))
		case !slices.ContainsFunc(formats, func(f output.Writer) bool { return f.Name == word }):
			formats = append(formats, output.Formats[i])
		}
	}
	return formats, nil
}

func formatNames() []string {
	var names []string
	for _, f := range output.Formats {
		names = append(names, f.Name)
	}
	return names
}

// levels of the log, by the name that --log-level takes.
var levels = map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}

func levelNames() []string { return []string{"debug", "info", "warn", "error"} }

// Level is the least level of what run.log tells.
func (c *Config) Level() slog.Level { return levels[c.logLevel] }
