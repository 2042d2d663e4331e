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
	"time"

	"github.com/spf13/pflag"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/internal/casefile"
	"gpusph/internal/mpi"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/problems"
	"gpusph/sph"
	"gpusph/sph/engine"
	"gpusph/sph/exchange"
)

// Config is what the command line asks for. Zeros of deltap, tend, dt, maxiter,
// skin and the intervals stand for options that were not given.
type Config struct {
	flowOptions
	deviceOptions
	balanceOptions
	listOptions
	fileOptions
	checkpointOptions

	Quiet, help, version bool
	logLevel             string
	Serve                string // an address; "" is none
	Control, Replay      string // a socket, and a log; "" is none
	controlLost          string
	Started              string // what is told of a flow that begins with the fluid of another run

	Earlier *Earlier // from which the run goes on, or nil

	Flow  problems.Problem // nil where none is named
	Flags *pflag.FlagSet   // of the run and of the flow
	rows  option.Table     // of the run

	Syntax
	Line    Line              // that has been read
	grid    *GridConfig       // what this is part of; nil is a flow of particles
	changes []casefile.Change // of the case file
	typed   []string          // options of the command line, without those of a case file
}

// flowOptions are what is simulated, and until when.
type flowOptions struct {
	problem, file    string
	DeltaP, tend, dt float64
	MaxIter          int
	StopAfter        time.Duration // wall time; 0 is no limit
	StopSteady       float64       // part of the kinetic energy; 0 is not at all
	steadyWindow     float64       // [s]
	startFrom        string        // a run directory, or a checkpoint; "" is none
	startTime        float64       // of a snapshot there [s]; NaN is the last checkpoint
}

// deviceOptions are the devices, and how they are driven.
type deviceOptions struct {
	gpus           int
	devices        string
	Strict, noPeer bool
	noGraphs       bool
	part           *part // of the GPUs, where several processes choose theirs; nil else
	company        company
}

// balanceOptions are how the flow is cut over the devices.
type balanceOptions struct {
	SplitAxis   string
	Stripe      int
	exchange    exchange.Mode
	transport   exchange.Transport
	balance     string
	bounds      string
	lbGain      float64 // [%]
	lbThreshold float64
	lbSteps     int
	asPaper     bool
}

// listOptions are how long neighbour lists are used.
type listOptions struct {
	rebuildEvery int
	skin         float64 // [h]
}

// fileOptions are the files that a run writes.
type fileOptions struct {
	Dir                            string
	Pieces                         bool // of snapshots
	force, NoSave                  bool
	OutputInterval, SampleInterval float64
	formats                        string
	fields, region                 string
	wallsOnce                      bool
}

// checkpointOptions are about ending a run and resuming it.
type checkpointOptions struct {
	resume             string
	AllowChanges       bool
	CheckpointInterval time.Duration // wall time; 0 is none
	CheckpointEvery    float64       // simulated [s]; 0 is none
	StallTimeout       time.Duration // 0 is none
	FluidLeft          float64       // part of the fluid that has to stay in the domain
}

// What is so where some options have no effect.
const (
	oneDevice   = "there is one device only; use --gpus 2 or more names in --devices"
	noSnapshots = "--formats none writes no snapshots; use --formats vtk"
	noLast      = "--formats none writes no snapshot, not even the last; leave --nosave out, or use " +
		"--formats vtk to keep the last state"
	wholeLast = "--nosave writes the last state only, with all particles and values; leave --nosave out"
)

// common are the options of a run, which most commands take. A new one is a field of the struct of
// its subject, and a row in the table of that.
func (c *Config) common() []Group {
	return []Group{
		c.flowGroup(),
		c.deviceGroup(),
		c.fileGroup(),
		c.checkpointGroup(),
		c.controlGroup(),
		c.cutGroup(),
		c.listGroup(),
		c.otherGroup(),
	}
}

// flowGroup are the options for what is simulated, and until when.
func (c *Config) flowGroup() Group {
	steady := func() bool { return c.StopSteady > 0 }
	return Group{"Flow", option.Table{
		option.Text("problem", "`name` of the flow to simulate, or the name alone; see gpusph problems", &c.problem),
		option.Text("case", "`file` of a flow of your own, as dam.toml, or the file alone; gpusph init writes one", &c.file).
			NotWith("problem", "a case file is a flow of its own"),
		option.Number("deltap", "particle spacing [m] (default the problem's)", 0, 0, "", &c.DeltaP),
		option.Number("tend", "simulated end time [s] (default the problem's)", 1e-12, 1e9, "without it, the problem's own end is taken", &c.tend),
		c.startFromOption(), c.startTimeOption(),
		option.Number("maxiter", "end after this many steps, counted from the start of the simulation", 1, math.MaxInt32, "without it, there is no limit", &c.MaxIter),
		option.Duration("stop-after", "end with a checkpoint after this wall time, e.g. 90s or 2h; 0 is no limit", &c.StopAfter),
		option.Number("stop-steady", "end with a checkpoint when kinetic energy and discharges change by less than this fraction of their maximum within --steady-window; 0 turns this off",
			1e-9, 0.5, "0.01 is usual", &c.StopSteady).OrZero(),
		option.Number("steady-window", "simulated time over which the flow must be steady [s] (default a tenth of the run)", 1e-9, 1e9, "without it, it is a tenth of the run", &c.steadyWindow).
			Need(steady, "nothing asks whether the flow is steady; use --stop-steady 0.01"),
		option.Number("dt", "fixed time step [s] (default adaptive)", 1e-12, 1, "without it, the time step is adaptive", &c.dt).
			NotWith("cfl", "a fixed time step has no Courant number"),
	}}
}

// deviceGroup are the options for which devices compute.
func (c *Config) deviceGroup() Group {
	return Group{"Devices; their number does not change the result", option.Table{
		option.Number("gpus", "`number` of subdomains, on GPUs, else on host devices (default 1); of several processes each has as many, by default its part of the machine's GPUs", 1, MaxDevices, "1 is the default", &c.gpus).
			NotWith("devices", "the list says already how many there are"),
		option.Text("devices", "`list` of devices, as cuda:0,cuda:1 or host:4 (four host devices); repeats share a device", &c.devices),
		option.Switch("strict", "the same bits on GPUs and the processor, more slowly", &c.Strict),
	}}
}

// cutGroup are the options for how the flow is cut over devices, and what these exchange.
func (c *Config) cutGroup() Group {
	predicts, averages := func() bool { return c.balance == "predictive" || c.balance == "on" }, func() bool { return c.balance == "paper" }
	const paper = "only the paper's balancer has it; use --balance paper"
	return Group{"How devices share the flow; few runs need these", option.Table{
		option.Switch("no-peer", "copy between GPUs through the host's memory", &c.noPeer).
			Need(c.several, oneDevice).Need(c.mayUseGPUs(2), "--devices names no two GPUs; use cuda:0,cuda:1"),
		option.Switch("no-graphs", "launch each kernel by itself, not many steps at once as a CUDA graph", &c.noGraphs).
			Need(c.mayUseGPUs(1), "--devices names no GPU; use cuda:0"),
		option.Word("split-axis", "%s: axis along which the flow is divided among devices; another axis changes the last bits (default the problem's)", []string{"x", "y", "z"}, &c.SplitAxis),
		option.Number("stripe", fmt.Sprintf("active particles, at least, in each of the up to %d stripes of a device (default %d)", engine.MaxStripes, engine.MinStripe), 1, math.MaxInt32, "65536 is enough to fill a GPU", &c.Stripe),
		option.Choice("exchange", "`way` in which neighbours get the particles or cells at the edges: %s; copies and none are of grids, for comparison", exchange.Modes, &c.exchange).
			Need(c.several, oneDevice),
		option.Choice("transport", "`way` in which devices of different processes exchange: %s", exchange.Transports, &c.transport).
			Need(func() bool { return mpi.Start().Count > 1 }, "there is one process; mpirun -n 2 starts two"),
		option.Word("balance", "`policy` that moves slices between devices: %s", policyNames(), option.Default(&c.balance, "predictive")).
			Need(func() bool { return c.balance == "off" || c.several() }, oneDevice),
		option.Text("bounds", "`list` of the slices at which all devices but the first begin, as 50,100,150, with --balance off (default equal work); throughput.csv numbers them alike", &c.bounds),
		option.Number("lb-gain", "slices move when that is predicted to save this part of the longest device's time [%], with --balance predictive", 0, 100, "2 is the default", option.Default(&c.lbGain, 2)).
			Need(predicts, "only the predictive balancer has it; use --balance predictive").Need(c.several, oneDevice),
		option.Number("lb-threshold", "H_LB: a layer of slices moves when a device is this many layers' time off the average, with --balance paper", 0, 100, "the paper has 0.5", option.Default(&c.lbThreshold, 0.5)).
			Need(averages, paper),
		option.Number("lb-steps", "k: steps over which the paper's balancer averages", 1, 1e6, "the paper has 10", option.Default(&c.lbSteps, 10)).
			Need(averages, paper),
		option.Switch("as-paper", "as Rustico et al. (2014) had it, where options say nothing else: "+
			paperWords(), &c.asPaper),
	}}
}

// listGroup are the options for how long neighbour lists are used.
func (c *Config) listGroup() Group {
	return Group{"Neighbour lists", option.Table{
		option.Number("rebuild-every", "build them after at most this many steps", 1, 1000, "20 is the default", option.Default(&c.rebuildEvery, 20)),
		option.Number("skin", "distance that they reach beyond the kernel, in h (default the problem's)", 0.01, 2, "0.3 is usual", &c.skin),
	}}
}

// fileGroup are the options for the files of a run.
func (c *Config) fileGroup() Group {
	snapshots := func() bool { return c.formats != "none" }
	onTheWay := func() bool { return !c.NoSave }
	return Group{"Output", option.Table{
		option.Text("dir", "run `directory` (default runs/, problem and time)", &c.Dir),
		option.Switch("force", "replace the files of an earlier run in the run directory", &c.force).
			Need(func() bool { return c.Dir != "" }, "a directory of its own is new; use --dir and its name"),
		option.Number("output-interval", "simulated seconds between snapshots (default a 30th of the run)", 1e-9, 1e9, "--nosave writes no snapshots on the way", &c.OutputInterval).
			NotWith("nosave", "--nosave writes no snapshots on the way").Need(snapshots, noSnapshots),
		option.Number("sample-interval", "simulated seconds between samples of energies, probes, gauges and forces (default a 300th)", 1e-9, 1e9, "without it, there are 300 samples", &c.SampleInterval),
		option.Text("formats", "`list` of formats of the snapshots: "+text.Or(formatNames())+", or none", option.Default(&c.formats, "vtk")),
		option.Text("fields", "`list` of the values that snapshots have beside the position: "+strings.ToLower(text.And(output.FieldNames()[1:]))+"; or all", option.Default(&c.fields, allFields)).
			Need(snapshots, noSnapshots).Need(onTheWay, wholeLast),
		option.Text("region", "`box` that particles in snapshots are in, x0,x1,y0,y1,z0,z1 in metres; a bound that is left out is open, as in 0.5,,,,, and a semicolon is between two boxes (default everywhere)", &c.region).
			Need(snapshots, noSnapshots).Need(onTheWay, wholeLast),
		option.Switch("walls-once", "write fixed walls once, in walls.msgpack or walls.csv, not in each snapshot; vtk always does", &c.wallsOnce).
			Need(c.hasWalls, "of vtk the walls are once anyway, and vtk-walls is for those who want them in each snapshot; use msgpack or csv in --formats").Need(onTheWay, wholeLast),
		option.Switch("pieces", "write vtk snapshots in pieces, one for each process: data/part_00000.pvtp lists them. All processes must see the run directory", &c.Pieces).
			Need(c.onlyVTK, "only the format vtk can be in pieces; use --formats vtk").Need(onTheWay, wholeLast),
		option.Switch("nosave", "write no snapshots, only the last state", &c.NoSave).Need(snapshots, noLast),
		option.Switch("quiet", "print nothing but errors", &c.Quiet).Short("q"),
		option.Text("serve", "show the run in a browser, at an `address` as localhost (the default), 8080 or 0.0.0.0:8080; from other machines it takes the token that is printed", &c.Serve).
			Alone("localhost"),
		option.Word("log-level", "least `level` of what run.log tells: %s", levelNames(), option.Default(&c.logLevel, "info")),
	}}
}

// checkpointGroup are the options for checkpoints, and what ends a run.
func (c *Config) checkpointGroup() Group {
	return Group{"Checkpoints, from which a run continues with the same bits", option.Table{
		option.Text("resume", "go on with the run of a `directory`, from its last checkpoint, or from a checkpoint; other options are those it had, or the ones given", &c.resume).
			NotWith("dir", "the run goes on where it was").NotWith("force", "what the run has written stays"),
		option.Switch("allow-changes", "continue even if options of the physics differ from the run before", &c.AllowChanges).
			Need(func() bool { return c.resume != "" }, "there is nothing to go on with; use --resume and a run directory"),
		option.Duration("checkpoint-interval", "wall time between checkpoints, e.g. 90s or 2h; 0 writes them only on request", option.Default(&c.CheckpointInterval, 10*time.Minute)),
		option.Number("checkpoint-every", "simulated seconds between checkpoints; 0 leaves it to --checkpoint-interval", 1e-9, 1e9, "0 leaves it to --checkpoint-interval", &c.CheckpointEvery).OrZero(),
		option.Duration("stall-timeout", "end a run in which no step is done for this wall time, with a checkpoint; 0 waits for ever", option.Default(&c.StallTimeout, time.Minute)),
		option.Number("fluid-left", "end with an error and a checkpoint when less than this fraction of the fluid is left in the domain; 0 turns this off",
			1e-9, 1, "0.5 is the default", option.Default(&c.FluidLeft, 0.5)).OrZero(),
	}}
}

// otherGroup are the options for the options that are about none of these.
func (c *Config) otherGroup() Group {
	return Group{"Other", option.Table{
		option.Switch("help", "print the options; with --problem, the problem's too", &c.help).Short("h"),
		option.Switch("version", "print the version", &c.version).Short("v"),
	}}
}

// Table is the options of the run and of the flow, with the values they have.
func (c *Config) Table() option.Table {
	if c.Flow == nil {
		return c.rows
	}
	return slices.Concat(c.rows, c.Flow.Options())
}

func newFlags() *pflag.FlagSet {
	f := pflag.NewFlagSet("gpusph", pflag.ContinueOnError)
	f.SetNormalizeFunc(canonical)
	f.SortFlags = false
	f.Usage = func() {}
	return f
}

// flagsOf is a set of the flags of options.
func flagsOf(all option.Table) *pflag.FlagSet {
	f := newFlags()
	all.Register(f)
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
func (c *Config) Simulation(system *gpu.System, policy balance.Policy, end float64) engine.Options {
	policy = balance.OfShares(policy, system.Together())
	bounds, _ := c.givenBounds() // which check has read before
	return engine.Options{System: system, Balance: policy, Bounds: bounds, End: end, Stripe: c.Stripe, Exchange: c.exchange, Transport: c.transport}
}

// New begins a flow on devices. Where it is not memory that lacks, an error is one of the command
// line.
func (c *Config) New(flow *sph.Case, system *gpu.System, policy balance.Policy) (*engine.Simulation, error) {
	sim, err := engine.New(flow, c.Simulation(system, policy, flow.End))
	if err != nil {
		return nil, SimulationError(err)
	}
	return sim, nil
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
			return nil, fmt.Errorf("--bounds is %q, but must be a list of slices; use 50,100,150 for four devices", c.bounds)
		}
		bounds = append(bounds, slice)
	}
	if c.Policy() != nil {
		return nil, fmt.Errorf("--bounds does not go with --balance %s, which moves slices; use --balance off", c.balance)
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
			return nil, fmt.Errorf("--formats has none together with others; use one or the other")
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

// Level is the lowest level of messages in run.log.
func (c *Config) Level() slog.Level { return levels[c.logLevel] }
