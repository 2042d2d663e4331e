package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"gpusph/gpu"
	"gpusph/internal/casefile"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/sph"
)

// Begin parses the arguments of a command. Where these ask for help or the version
// only, it prints that, and there is no config.
func Begin(args Line, s Syntax) (*Config, error) {
	// it reads files
	c, err := unless(args.interrupted, func() (*Config, error) { return parse(args, s) })
	switch {
	case errors.Is(err, ErrNothing):
		return nil, err
	case err != nil:
		return nil, UsageError(err)
	case c.version:
		return nil, WriteVersion(Stdout)
	case c.help:
		return nil, PrintWrapped(c.writeHelp)
	}
	return c, nil
}

// BeginText parses the arguments of a run of a case file that has a text, whatever the file has
// now.
func BeginText(file string, text []byte) (*Config, error) {
	c, err := parse(Line{Words: []string{"--case=" + file}, text: append([]byte{}, text...)},
		RunSyntax())
	if err != nil {
		return nil, UsageError(err)
	}
	return c, nil
}

// takesFlow reports whether a command with these options takes a flow that a word alone names.
func takesFlow(flags *pflag.FlagSet, word string) bool {
	if isCase(word) {
		return lookup(flags, "case") != nil
	}
	return isProblem(word) && lookup(flags, "problem") != nil
}

// parse reads the options of a command. The problem's are known only when the problem
// is, so all problems' options are read first, for what they are called.
func parse(args Line, s Syntax) (*Config, error) {
	first := &Config{Syntax: s, Line: args}
	everything, owners := flagsOfAll(first)
	words, err := normalise(args.Words, everything,
		func(typed, name string) error { return first.unknown(typed, name, everything) })
	if err != nil {
		return nil, err
	}
	if err := everything.Parse(words); err != nil {
		return nil, sentence(err)
	}
	if words, err = first.takeFlow(words, everything); err != nil {
		return nil, err
	}
	if first.version {
		return first, nil
	}
	var earlier *Earlier
	if first.resume != "" && !first.help {
		if earlier, err = findEarlier(first.resume); err != nil {
			return nil, err
		}
		words = earlier.with(words, everything)
		if err := everything.Parse(words); err != nil {
			return nil, sentence(err)
		}
	}
	if first.help && first.file+first.problem == "" {
		return first, nil
	}
	c := &Config{Earlier: earlier, Syntax: s, Line: args, changes: args.changes}
	c.rows = options(c.groups())
	c.Flags = flagsOf(c.rows)
	everything.Visit(func(f *pflag.Flag) { c.typed = append(c.typed, f.Name) })
	if words, err = c.openFlow(first, words, everything, args.text); err != nil {
		return nil, err
	}
	if err := c.checkOwn(everything, owners); err != nil {
		return nil, err
	}
	if err := c.Flags.Parse(words); err != nil {
		return nil, sentence(err)
	}
	if c.help {
		return c, nil
	}
	c.takePaper()
	c.Flow.SetSteps(problems.Steps{Dt: c.dt, RebuildEvery: c.rebuildEvery, Skin: c.skin})
	return c, c.check()
}

// flagsOfAll are the options of a command and of all problems, those of the command with their
// values in first. owners are the problems that have an option, by its name.
func flagsOfAll(first *Config) (everything *pflag.FlagSet, owners map[string][]string) {
	first.rows = options(first.groups())
	everything, owners = flagsOf(first.rows), map[string][]string{}
	for _, o := range ofProblems() {
		owners[o.name] = append(owners[o.name], o.problem)
		if everything.Lookup(o.name) == nil {
			everything.VarPF(&unread{}, o.name, "", o.usage).NoOptDefVal = o.alone
		}
	}
	return everything, owners
}

// problemOption is an option of a problem: its name, its help, and its value where it has none.
type problemOption struct{ problem, name, usage, alone string }

// ofProblems are the options of all problems. To make all problems takes milliseconds.
var ofProblems = sync.OnceValue(func() (all []problemOption) {
	for _, create := range problems.All {
		p := create()
		for _, o := range p.Options() {
			all = append(all, problemOption{p.Name(), o.Name, o.Usage, o.NoOptDefVal})
		}
	}
	return all
})

// takeFlow makes an option of a word alone that names a flow: gpusph check dam.toml.
func (c *Config) takeFlow(words []string, everything *pflag.FlagSet) ([]string, error) {
	switch rest := everything.Args(); {
	case len(rest) == 1 && takesFlow(everything, rest[0]) && c.file+c.problem == "":
		words = slices.DeleteFunc(words, func(word string) bool { return word == rest[0] })
		words = append(words, asOption(rest[0]))
		if err := everything.Parse(words); err != nil {
			return nil, sentence(err)
		}
	case len(rest) > 0:
		for _, word := range rest {
			if !takesFlow(everything, word) {
				return nil, stray(word, c.Command, nil)
			}
		}
		flows := append([]string{c.problem, c.file}, rest...)
		flows = slices.DeleteFunc(flows, func(word string) bool { return word == "" })
		return nil, fmt.Errorf("there are %d flows, %s, but one at a time can be computed",
			len(flows), text.And(flows))
	}
	return words, nil
}

// open makes the problem of a case file with changes, or of a text that is not nil in its place.
func open(file string, text []byte, changes []casefile.Change) (problems.FileProblem, error) {
	if text != nil {
		return problems.FromText(text, file)
	}
	return problems.FromFile(file, changes...)
}

// openFlow finds the flow that the options in first name, and adds its options. It returns the
// words with those that a case file has for a run. A text that is not nil is that of the case file.
func (c *Config) openFlow(first *Config, words []string, everything *pflag.FlagSet,
	text []byte) ([]string, error) {
	given, err := first.given(everything)
	if err != nil {
		return nil, err
	}
	switch {
	case first.file != "" && first.problem != "":
		return nil, errors.New("--case and --problem do not go together: a case file is a flow of its " +
			"own; use one of them")
	case first.file != "":
		f, err := open(first.file, text, slices.Concat(c.changes, given))
		if err != nil {
			return nil, ofRun(err)
		}
		if words, err = c.withRun(f, words, everything); err != nil {
			return nil, err
		}
		if err := everything.Parse(words); err != nil {
			return nil, sentence(err)
		}
		c.Flow = f
	case first.problem != "":
		if err := NotParticles(first.problem, c.Command); err != nil {
			return nil, err
		}
		f, err := problems.Find(first.problem)
		if err != nil {
			return nil, fmt.Errorf("--problem: %w", err)
		}
		if c.Flow, _, err = problems.With(f, given); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("no flow is named; use a problem, e.g. --problem %s, or a case file; "+
			"gpusph problems lists the problems, and gpusph init writes a case file",
			problems.All[0]().Name())
	}
	c.Flow.Options().Register(c.Flags)
	return words, nil
}

// checkOwn reports an option that is given, but belongs to other problems than the flow.
func (c *Config) checkOwn(everything *pflag.FlagSet, owners map[string][]string) (err error) {
	everything.Visit(func(f *pflag.Flag) {
		if c.Flags.Lookup(f.Name) == nil && err == nil {
			err = fmt.Errorf("--%s is an option of %s; %s has none of that name, and gpusph help %s lists "+
				"its options",
				f.Name, text.Or(owners[f.Name]), c.Flow.Name(), c.Flow.Name())
		}
	})
	return err
}

// unread takes any value as it is.
type unread struct{ word string }

func (u *unread) Set(word string) error {
	u.word = word
	return nil
}
func (u *unread) String() string { return u.word }
func (u *unread) Type() string   { return "value" }

// Setup makes the case that the options ask for, if the host has room for it.
func (c *Config) Setup() (*sph.Case, error) {
	if err := c.checkMemory(gpu.ReadHostMemory(), nil, nil); err != nil {
		return nil, err
	}
	return c.setUp()
}

// setUp makes the case.
func (c *Config) setUp() (*sph.Case, error) {
	flow, err := c.Flow.Setup(c.DeltaP)
	if err != nil {
		return nil, err
	}
	if err := c.begin(flow); err != nil {
		return nil, err
	}
	p := &flow.Params
	if c.SplitAxis != "" {
		p.SplitAxis = sph.Axis(strings.Index("xyz", c.SplitAxis))
	}
	if c.tend > 0 {
		flow.End = c.tend
	}
	flow.Notes = append(flow.Notes, flow.MotionEnds()...)
	flow.Notes = append(flow.Notes, flow.FastMotions()...)
	if err := flow.Check(); err != nil {
		return flow, err
	}
	if err := c.checkKept(flow); err != nil {
		return flow, err
	}
	return flow, c.checkSteady(flow.End)
}

// Prepare makes the flow and names the devices that the options ask for; why says what is not as it
// was asked for. Several processes call it together, each for its own devices; alone world is nil.
func (c *Config) Prepare(ctx context.Context, world *mpi.World) (flow *sph.Case, names []string,
	why string, err error) {
	p, err := c.prepare(ctx, world, func([]string) opener { return nil })
	return p.flow, p.names, p.why, err
}

// PrepareToRun does so, and opens the devices while it makes the flow. open waits for them.
func (c *Config) PrepareToRun(ctx context.Context, world *mpi.World) (flow *sph.Case,
	names []string, why string, open func() (*gpu.System, error), err error) {
	p, err := c.prepare(ctx, world, func(names []string) opener {
		return gpu.OpenAhead(names, c.GPUOptionsOf(world))
	})
	return p.flow, p.names, p.why, p.open, err
}

// opener waits for devices that are being opened.
type opener func() (*gpu.System, error)

// prepared is a flow and its devices.
type prepared struct {
	flow  *sph.Case
	names []string
	why   string
	open  opener
}

// prepare is Prepare, with what begins to open the devices before the flow is made.
func (c *Config) prepare(ctx context.Context, world *mpi.World,
	begin func(names []string) opener) (prepared, error) {
	gpus, reason := gpu.GPUs()
	names, why, err := c.devicesOf(world, gpus, reason)
	if err != nil {
		return prepared{}, err
	}
	p, err := UnlessInterrupted(ctx, func() (prepared, error) {
		if err := c.checkMemory(gpu.ReadHostMemory(), names, gpus); err != nil {
			return prepared{}, err
		}
		open := begin(names)
		flow, err := c.setUp()
		return prepared{flow, names, why, open}, err
	})
	return p, SetupError(err)
}

// BeginOwn reads the options of a command that runs no flow of the command line: its own, and those
// of run that it takes. What are no options are Flags.Args. Where help is asked for it prints that,
// and there is no config.
func BeginOwn(args Line, s Syntax) (*Config, error) {
	c := &Config{Syntax: s, Line: args}
	c.rows = options(c.groups())
	c.Flags = flagsOf(c.rows)
	words, err := normalise(args.Words, c.Flags,
		func(typed, name string) error { return c.unknown(typed, name, c.Flags) })
	if err != nil {
		return nil, UsageError(err)
	}
	if err := c.Flags.Parse(words); err != nil {
		return nil, UsageError(sentence(err))
	}
	if err := errors.Join(c.rows.Check(c.Flags), c.rows.CheckPairs(c.Flags)); err != nil {
		return nil, UsageError(err)
	}
	if help, _ := c.Flags.GetBool("help"); help {
		return nil, PrintWrapped(c.writeOwnHelp)
	}
	return c, nil
}
