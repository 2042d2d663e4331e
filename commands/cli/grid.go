package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/grid"
	"gpusph/grid/flows"
	"gpusph/grid/gridfile"
	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph/exchange"
)

// GridConfig is what a command line asks for that names a flow on a grid. Of Config it has the
// options that such a flow takes; it has no Flow.
type GridConfig struct {
	*Config
	Problem    flows.Problem
	Solver     grid.Solver
	CFL        float64 // 0 is the problem's
	Tolerance  float64 // 0 is the precision's own
	Iterations int     // of a solve, at most; 0 is the solver's own
	Precision  grid.Precision
	Diffusion  grid.Diffusion
	Levels     int          // of multigrid; 0 is all
	own        option.Table // of the problem
}

// GridCommands are the commands that take flows on grids.
var GridCommands = []string{"run", "check", "bench", "scaling", "sweep", "converge", "timeline"}

// GridRunOptions are the options of run that runs of grids take.
var GridRunOptions = append(slices.Clone(GridDeviceOptions), "tend", "maxiter", "stop-after", "dir",
	"force", "output-interval", "sample-interval", "nosave", "log-level", "resume",
	"checkpoint-interval", "checkpoint-every", "serve")

// GridDeviceOptions are the options of run that every command with a grid takes.
var GridDeviceOptions = []string{"problem", "dt", "gpus", "devices", "strict", "no-peer",
	"no-graphs", "exchange", "transport", "quiet", "help"}

// notOfGrids tells about options of particles what a grid has in their place.
var notOfGrids = map[string]string{
	"deltap": "--cells sets the cells of a grid", "case": "case files describe particles",
	"skin": "a grid has no neighbour lists", "rebuild-every": "a grid has no neighbour lists",
	"stripe":      "a grid has no stripes",
	"balance":     "the slabs of a grid stay where they are",
	"bounds":      "the slabs of a grid have equal work",
	"split-axis":  "a grid is cut along z",
	"formats":     "snapshots of a grid are .vti files; --nosave writes only the last",
	"fields":      "snapshots of a grid have all fields",
	"region":      "snapshots of a grid have all cells",
	"walls-once":  "a grid has no particles of walls",
	"fluid-left":  "a grid loses no fluid",
	"stop-steady": "--steady ends the flow in a cavity when it is steady",
	"allow-changes": "a run of a grid continues with the same physics, " +
		"so begin a new one",
}

// NamesGrid reports whether words name a flow on a grid, or a run of one that they resume.
func NamesGrid(words []string, s Syntax) bool {
	name, resume := gridNamed(words, s)
	return name != "" || resume != ""
}

// gridNamed is the flow on a grid that words name, or its case file, and the run of one that they
// resume.
func gridNamed(words []string, s Syntax) (name, resume string) {
	everything, _ := flagsOfAll(&Config{Syntax: s})
	of := func(option, value string) {
		switch {
		case option == "problem":
			if name = value; flows.Find(value) == nil {
				name = ""
			}
		case option == "case" && casefile.IsOnGrid(value):
			name = value
		case option == "resume" && gridfile.IsRun(value):
			resume = value
		}
	}
	for i := 0; i < len(words) && words[i] != "--"; i++ {
		word := words[i]
		if !strings.HasPrefix(word, "-") || number(word) {
			if flows.Find(word) != nil || isCase(word) && casefile.IsOnGrid(word) {
				name = word
			}
			continue
		}
		key, value, assigned := strings.Cut(strings.TrimLeft(word, "-"), "=")
		flag := lookup(everything, key)
		if flag != nil && flag.NoOptDefVal == "" && !assigned && i+1 < len(words) {
			i++
			value = words[i]
		}
		if flag != nil {
			of(flag.Name, value)
		}
	}
	return name, resume
}

// BeginGrid parses the command line of a flow on a grid. with are the options of run that the
// command takes, besides its own; earlier reads the options of the run that --resume names, and nil
// refuses that. Where help is asked for, BeginGrid prints it, and there is no config.
func BeginGrid(args Line, s Syntax, with []string,
	earlier func(path string) (words []string, err error)) (*GridConfig, error) {
	if earlier == nil {
		earlier = func(string) ([]string, error) {
			return nil, errors.New("--resume is an option of run; leave it out")
		}
	}
	name, resume := gridNamed(args.Words, s)
	var before []string
	var err error
	if resume != "" && !slices.ContainsFunc(args.Words, isHelp) {
		if before, err = earlier(resume); err != nil {
			return nil, UsageError(err)
		}
		before = asTaken(before, dirOf(resume))
		was, _ := gridNamed(before, s)
		if name != "" && !strings.EqualFold(name, was) {
			return nil, UsageError(fmt.Errorf("--resume continues %s, not %s; leave --problem out", was,
				name))
		}
		name = was
	}
	problem, err := findGrid(name, args, append(slices.Clone(before), args.Words...))
	if err != nil {
		return nil, UsageError(err)
	}
	g := newGridConfig(problem, s, with)
	g.Line, g.Config.grid = args, g
	if err := g.parse(args.Words, before); err != nil {
		return nil, UsageError(err)
	}
	if g.resume != "" && before == nil && !g.help { // no run of a grid
		if _, err := earlier(g.resume); err != nil {
			return nil, UsageError(err)
		}
	}
	if g.help {
		return nil, PrintWrapped(g.writeGridHelp)
	}
	if err := g.check(); err != nil {
		return nil, UsageError(err)
	}
	return g, nil
}

func isHelp(word string) bool { return slices.Contains(asksForHelp, word) }

// newGridConfig has the options of a command and a flow, with their defaults.
func newGridConfig(p flows.Problem, s Syntax, with []string) *GridConfig {
	s.Alone, s.With = true, with
	g := &GridConfig{Config: &Config{Syntax: s}, Problem: p}
	if g.File() != nil {
		g.With = slices.Concat(with, []string{"case", "deltap"})
	} else {
		g.Problem = flows.Find(p.Name()) // with its defaults
	}
	g.own = g.Problem.Options()
	g.rows = slices.Concat(options(g.groups()), g.solverGroup().Options, g.own)
	g.Flags = flagsOf(g.rows)
	return g
}

// solverGroup are the options for how the equations are solved: those that the problem takes, or
// where there is none, all.
func (g *GridConfig) solverGroup() Group {
	all := Group{"Solution on the grid", option.Table{
		option.Choice("solver", "`way` to find the pressure: %s; with boxes in the flow ppcg, unless "+
			"cg is given", grid.Solvers, &g.Solver),
		option.Number("cfl", "Courant number: the greatest Σ |u| Δt/Δx (default the problem's)", 0.001,
			1.7, "0.5 is usual", &g.CFL),
		option.Number("tolerance", "greatest divergence that a solve may leave, as a part of U/Δx "+
			"(default 1e-10, in single precision 1e-5)", 1e-14, 0.1,
			"without it, it is 1e-10, in single precision 1e-5", &g.Tolerance),
		option.Number("solver-iterations", "iterations of a solve, at most; jacobi ends with them "+
			"whatever they leave (default the solver's own)", 1, 1e6,
			"without it, it is the solver's own", &g.Iterations),
		option.Number("levels", "levels of multigrid, the last of which is smoothed only (default as "+
			"many as there are, of which the last is solved)", 2, 30, "without it, it is all", &g.Levels).
			Need(func() bool { return g.Solver == grid.Multigrid },
				"only multigrid has levels; use --solver multigrid"),
		option.Choice("precision", "`precision` of the fields: %s", grid.Precisions, &g.Precision),
		option.Choice("diffusion", "`way` of diffusion between walls in time: %s; implicit has no limit "+
			"of the time step", grid.Diffusions, &g.Diffusion),
	}}
	if g.Problem != nil {
		all.Options = slices.DeleteFunc(all.Options, func(o option.Option) bool {
			return !slices.Contains(g.Problem.Takes(), o.Name)
		})
	}
	return all
}

// parse reads words, after those of the run before.
func (g *GridConfig) parse(words, before []string) error {
	words, err := normalise(words, g.Flags, g.unknownOfGrid)
	if err != nil {
		return err
	}
	first := newGridConfig(g.Problem, g.Syntax, g.With)
	if err := first.Flags.Parse(words); err != nil {
		return sentence(err)
	}
	if before != nil {
		e := &Earlier{Checkpoint: &output.Checkpoint{Words: before}, Dir: dirOf(first.resume)}
		words = e.with(words, first.Flags)
	}
	first.Flags.Visit(func(f *pflag.Flag) { g.typed = append(g.typed, f.Name) })
	g.typed = append(g.typed, "case")
	if words, err = g.withCase(words, first.Flags); err != nil {
		return err
	}
	if err := g.Flags.Parse(words); err != nil {
		return sentence(err)
	}
	named := append([]string{}, g.Flags.Args()...)
	for _, name := range []string{g.problem, g.file} {
		if name != "" {
			named = append(named, name)
		}
	}
	named = slices.CompactFunc(named, strings.EqualFold)
	for _, word := range named {
		if flows.Find(word) == nil && !isFlow(word) {
			return stray(word, g.Command, nil)
		}
	}
	if len(named) > 1 {
		return fmt.Errorf("there are %d flows, %s, but one at a time can be computed", len(named),
			text.And(named))
	}
	if g.File() != nil {
		g.problem, g.file = "", g.File().File()
		return g.Flags.Set("case", g.file)
	}
	g.problem = g.Problem.Name()
	if !g.Given("problem") {
		return g.Flags.Set("problem", g.problem)
	}
	return nil
}

// unknownOfGrid says what is wrong with an option, as it was typed, that a flow on a grid does not
// have.
func (g *GridConfig) unknownOfGrid(typed, name string) error {
	name = string(canonical(nil, name))
	owners := gridOwners(name)
	everything, _ := flagsOfAll(&Config{Syntax: RunSyntax()})
	why, known := notOfGrids[name]
	switch {
	case known:
		return fmt.Errorf("--%s is an option of particles, and %s is computed on a grid: %s; leave it "+
			"out", name, g.Problem.Name(), why)
	case len(owners) > 0:
		return fmt.Errorf("--%s is an option of %s; %s has none of that name, and gpusph help %s lists "+
			"its options", name, text.Or(owners), g.Problem.Name(), g.Problem.Name())
	case slices.Contains(flows.OfSolution, name):
		return fmt.Errorf("--%s has no effect on %s; leave it out, and gpusph help %s lists the options "+
			"of this flow", name, g.Problem.Name(), g.Problem.Name())
	case slices.Contains(GridRunOptions, name):
		return fmt.Errorf("--%s is an option of run, not of %s; leave it out", name, g.Command)
	case lookup(everything, name) != nil:
		return fmt.Errorf("--%s is an option of particles, and %s is computed on a grid; leave it out, "+
			"and gpusph help %s lists the options of this flow", name, g.Problem.Name(), g.Problem.Name())
	}
	if slices.Contains(takersOf(name, g.Line.Commands), g.Command) {
		return fmt.Errorf("--%s is an option of %s for particles, and %s is computed on a grid; leave "+
			"it out, and gpusph %s %s --help lists the options of this flow", name, g.Command,
			g.Problem.Name(), g.Command, g.Problem.Name())
	}
	return errors.New(strings.ReplaceAll(g.unknown(typed, name, g.Flags).Error(),
		"gpusph help "+g.Command+" lists",
		fmt.Sprintf("gpusph %s %s --help lists", g.Command, g.Problem.Name())))
}

// gridOwners are the flows on grids that have an option of their own.
func gridOwners(name string) (all []string) {
	for _, create := range flows.All {
		if p := create(); lookup(flagsOf(p.Options()), name) != nil {
			all = append(all, p.Name())
		}
	}
	return all
}

// check returns the first option that is out of range or does not go with another.
func (g *GridConfig) check() error {
	if err := g.rows.Check(g.Flags); err != nil {
		return err
	}
	if err := g.rows.CheckPairs(g.Flags); err != nil {
		return err
	}
	if g.Given("devices") && g.devices == "" {
		return errors.New("--devices is empty; use cuda:0,cuda:1 or host:4")
	}
	const least = 1e-6
	if g.Precision == grid.Single && g.Tolerance > 0 && g.Tolerance < least {
		return fmt.Errorf("--tolerance is %s, but with --precision single rounding leaves more "+
			"divergence than that; use %g or more, or --precision double", text.Exact(g.Tolerance), least)
	}
	return nil
}

// Flow is the flow that the options describe. Times are in its own unit.
func (g *GridConfig) Flow() (*grid.Flow, error) {
	f, err := g.Problem.Flow()
	if err != nil {
		return nil, err
	}
	if g.tend > 0 {
		f.End = g.tend
	}
	f.Step, f.Precision = g.dt, g.Precision
	if g.CFL > 0 {
		f.CFL = g.CFL
	}
	if e, is := f.Equations.(*grid.Incompressible); is {
		if len(e.Solids) > 0 && !g.Given("solver") {
			g.Solver = grid.PPCG
		}
		if g.Given("diffusion") && e.Scheme == grid.RungeKutta {
			return nil, fmt.Errorf("--diffusion has no effect on %s, whose diffusion is implicit; leave it "+
				"out", f.Name)
		}
		if g.Diffusion == grid.Implicit {
			e.Scheme = grid.CrankNicolson
		}
	}
	if p := g.gridCase(); p != nil {
		return f, p.At(f.Check(g.Solver))
	}
	if slices.Contains(g.Problem.Takes(), "solver") {
		if err := checkCoarse(f, g.Solver); err != nil {
			return nil, err
		}
	}
	return f, f.Check(g.Solver)
}

// checkCoarse refuses extents that the solver has no coarser level for.
func checkCoarse(f *grid.Flow, s grid.Solver) error {
	if s != grid.Multigrid {
		return nil
	}
	for axis, n := range f.Cells {
		option := "cells"
		if axis == 1 && f.Cells[1] != f.Cells[0] {
			option = "depth-cells"
		}
		if n > 1 && n%2 != 0 {
			return fmt.Errorf("--%s makes %d cells along %c, but the coarser levels of multigrid take an "+
				"even number; use --%s %d, or --solver ppcg", option, n, 'x'+rune(axis), option, n+1)
		}
	}
	return nil
}

// OwnOptions are the options of the problem.
func (g *GridConfig) OwnOptions() option.Table { return g.own }

// Exchange and Transport are how neighbours get the planes at the edges.
func (g *GridConfig) Exchange() (exchange.Mode, exchange.Transport) {
	return g.exchange, g.transport
}

// WithExchange is the same with another way of exchange.
func (g *GridConfig) WithExchange(mode exchange.Mode) *GridConfig {
	c, other := *g.Config, *g
	c.exchange, other.Config = mode, &c
	return &other
}

// Path is the run, or the checkpoint, that --resume names; "" is none.
func (g *GridConfig) Path() string { return g.resume }
