// Package app is the program gpusph: its commands, exit codes and signals. It is a package so that
// tests can run the program.
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"gpusph/commands/balance"
	"gpusph/commands/begin"
	"gpusph/commands/bench"
	"gpusph/commands/check"
	"gpusph/commands/cli"
	"gpusph/commands/compare"
	"gpusph/commands/completion"
	"gpusph/commands/converge"
	"gpusph/commands/convert"
	"gpusph/commands/edit"
	"gpusph/commands/gallery"
	"gpusph/commands/list"
	"gpusph/commands/man"
	"gpusph/commands/measure"
	"gpusph/commands/picture"
	"gpusph/commands/report"
	"gpusph/commands/run"
	"gpusph/commands/scaling"
	"gpusph/commands/selftest"
	"gpusph/commands/surface"
	"gpusph/commands/sweep"
	"gpusph/commands/timeline"
	"gpusph/commands/validate"
	"gpusph/commands/view"
)

// The exit codes, which help documents.
const (
	Done        = 0
	Failed      = 1
	Usage       = 2
	Missed      = 3
	Interrupted = 130
)

// Commands are all commands in the order of the sections.
var Commands = cli.InOrder(sections)

// sections are the commands as users see them. The first command is meant where a command line
// begins with an option.
var sections = []cli.Section{
	{Title: "Run and prepare", Commands: []cli.Command{
		{Name: "run", Run: run.Run, Syntax: cli.RunSyntax, Processes: cli.Together,
			Summary: "simulate a flow; the word may be left out"},
		{Name: "init", Takes: "[NAME]", Run: begin.Run, Syntax: begin.Syntax,
			Summary: "write a case file: a blank one, one of the gallery, or a problem"},
		{Name: "edit", Takes: "FILE", Run: edit.Run, Syntax: edit.Syntax,
			Summary: "edit a case file in a browser, with the flow in 3D as it will be filled"},
		{Name: "gallery", Takes: "[CASE]", Run: gallery.Run, Syntax: gallery.Syntax,
			Summary: "list the cases of the gallery, or print the text of one"},
		{Name: "check", Run: check.Run, Syntax: check.Syntax, Processes: cli.OneOnly,
			Summary: "dry run: particles, gaps, overlaps, resolution, and the memory, disk, steps and " +
				"hours of a run"},
		{Name: "convert", Takes: "FILE", Run: convert.Run, Syntax: convert.Syntax,
			Summary: "convert a DualSPHysics definition (XML) to a case file, and list the parts that " +
				"were not converted"},
		{Name: "problems", Run: list.Problems,
			Summary: "list the built-in problems"},
	}},
	{Title: "Look and measure", Commands: []cli.Command{
		{Name: "view", Takes: "DIR", Run: view.Run, Syntax: view.Syntax,
			Summary: "show a finished run in a browser; --serve shows a run while it computes"},
		{Name: "picture", Takes: "DIR", Run: picture.Run, Syntax: picture.Syntax,
			Summary: "draw a snapshot of a run: any field, any view, as particles or as a surface"},
		{Name: "render", Takes: "DIR", Run: picture.Render, Syntax: picture.RenderSyntax,
			Summary: "draw the snapshots of a run as frames and a movie (mp4 with ffmpeg, gif without)"},
		{Name: "surface", Takes: "DIR", Run: surface.Run, Syntax: surface.Syntax,
			Summary: "write the fluid's surface in the snapshots of a run as triangles: vtp, ply, obj"},
		{Name: "measure", Takes: "DIR", Run: measure.Run, Syntax: measure.Syntax,
			Summary: "measure in the snapshots of a run: points, lines, planes, discharges"},
		{Name: "report", Takes: "DIR...", Run: report.Run, Syntax: report.Syntax,
			Summary: "report on runs: text, a page with figures, JSON; speed-ups of a series"},
		{Name: "compare", Takes: "DIR DIR", Run: compare.Run, Syntax: compare.Syntax,
			Summary: "report where two runs differ: options, results, tables, states"},
		{Name: "converge", Run: converge.Run, Syntax: converge.Syntax, Processes: cli.OneOnly,
			Summary: "run a case at three spacings: order of convergence, extrapolated values, grid " +
				"convergence index"},
		{Name: "sweep", Run: sweep.Run, Syntax: sweep.Syntax, Processes: cli.OneOnly,
			Summary: "run a case with several values of its keys, one by one or side by side, and put the " +
				"results in a table"},
		{Name: "validate", Takes: "[CASE...]", Run: validate.Run, Syntax: validate.Syntax,
			Processes: cli.OneOnly,
			Summary: "compare flows with exact solutions and experiments, at several spacings, and check " +
				"tolerances"},
	}},
	{Title: "Machine and program", Commands: []cli.Command{
		{Name: "devices", Run: list.Devices, Processes: cli.Together,
			Summary: "list GPUs and processor, and their links; with mpirun, links between processes"},
		{Name: "selftest", Run: selftest.Run, Syntax: selftest.Syntax, Processes: cli.OneOnly,
			Summary: "test the machine in ten seconds: devices, links, equal bits, speed"},
		{Name: "completion", Takes: "SHELL", Run: completion.Run,
			Summary: "print shell completion for bash, zsh or fish"},
		{Name: "man", Run: man.Run,
			Summary: "print the manual page"},
		{Name: "version", Run: list.Version,
			Summary: "print the version"},
		{Name: "help", Takes: "[TOPIC]", Run: cli.Help,
			Summary: "print the options of a command or a problem, or the keys of case files (gpusph " +
				"help case)"},
	}},
	{Title: "Research: speed, and several devices", Commands: []cli.Command{
		{Name: "bench", Run: bench.Run, Syntax: bench.Syntax, Processes: cli.OneOnly,
			Summary: "time a flow without output: mips, phases, pairs per second, percentage of the " +
				"device's limits"},
		{Name: "scaling", Run: scaling.Run, Syntax: scaling.Syntax, Processes: cli.OneOnly,
			Summary: "time a flow on several numbers of devices: the paper's Tables 1 and 2, plots, " +
				"predictions"},
		{Name: "timeline", Run: timeline.Run, Syntax: timeline.Syntax, Processes: cli.Together,
			Summary: "record what each stream of each device does in a few steps, as a trace and a picture"},
		{Name: "balance", Run: balance.Run, Syntax: balance.Syntax, Processes: cli.OneOnly,
			Summary: "compare balancers on a flow: the paper's Figures 8, 10 and 11; search for the best " +
				"fixed bounds"},
	}},
}

// stackVariable is the environment variable that shows where the program has panicked.
const stackVariable = "GPUSPH_STACK"

// Main runs the program with the words of its command line, and returns its exit code.
func Main() (code int) {
	defer func() {
		if v := recover(); v != nil {
			code = panicked(v)
		}
	}()
	// a reader that goes away, or a file that is too large, ends no run; writing fails
	signal.Ignore(syscall.SIGPIPE, syscall.SIGXFSZ)
	err := cli.Dispatch(interruptible(), cli.Line{Words: os.Args[1:], Commands: Commands})
	if err == nil && cli.Stdout.Err != nil {
		err = fmt.Errorf("the result cannot be printed: %w", cli.Stdout.Err)
	}
	switch {
	case err == nil:
		return Done
	case errors.Is(err, cli.ErrInterrupted), errors.Is(err, cli.ErrNothing):
		cli.PrintError(os.Stderr, err)
		return Interrupted
	}
	if !cli.IsElsewhere(err) {
		if errors.Is(err, syscall.EMFILE) {
			err = fmt.Errorf("%w%s", err, filesLimit())
		}
		cli.PrintError(os.Stderr, err)
	}
	switch {
	case cli.IsUsageError(err):
		return Usage
	case errors.Is(err, cli.ErrMissed), errors.Is(err, cli.ErrDiffer), errors.Is(err, cli.ErrSlow):
		return Missed
	}
	return Failed
}

// interruptible returns a context that the first Ctrl-C, SIGTERM, SIGQUIT or SIGHUP cancels.
// Commands look at it between list periods. The second Ctrl-C or SIGTERM ends the program at
// once; a terminal that goes away may send several SIGHUPs.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	all := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		all = append(all, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, all...)
	go func() {
		<-signals
		cancel()
		for <-signals == syscall.SIGHUP {
		}
		fmt.Fprintln(os.Stderr)
		os.Exit(Interrupted)
	}()
	return ctx
}

// panicked tells of a panic, and returns the exit code.
func panicked(v any) int {
	fmt.Fprintf(os.Stderr, "gpusph: the program has a bug and cannot continue: %v; please report it "+
		"where you have the program from, "+
		"with the command line and its input", v)
	if os.Getenv(stackVariable) == "" {
		fmt.Fprintf(os.Stderr, "; %s=1 in the environment prints where it happens", stackVariable)
	}
	fmt.Fprintln(os.Stderr)
	if os.Getenv(stackVariable) != "" {
		os.Stderr.Write(debug.Stack())
	}
	return Failed
}
