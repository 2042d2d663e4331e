// Command gpusph simulates free-surface flows with smoothed particle
// hydrodynamics on one or many GPUs of one machine, or on its processor.
//
//	gpusph --problem DamBreak3D --gpus 6
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"gpusph/internal/text"
	"gpusph/problems"
)

// The exit codes, which help documents.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError is an error of the one who typed the command line.
type usageError struct{ error }

// command is a word that may come first on the command line.
type command struct {
	name, summary string
	run           func(ctx context.Context, args []string) error
	takes         func() syntax // nil where there are no options
}

// commands are in the order that users see.
func commands() []command {
	return []command{
		{"run", "simulate a flow; the word may be left out", simulate, runSyntax},
		{"bench", "time a flow without output: mips, phases, pairs per second, percent of the device's limits", bench, new(benchOptions).syntax},
		{"scaling", "time a flow on several numbers of devices: the paper's Tables 1 and 2, plots, predictions", scaling, new(scalingOptions).syntax},
		{"timeline", "record a few steps: what each stream of each device does when, as a trace and a picture", timeline, new(timelineOptions).syntax},
		{"balance", "compare balancers on a flow: the paper's Figures 8, 10 and 11; search for the best bounds that stay", balancing, new(balancingOptions).syntax},
		{"picture", "draw a snapshot of a run: by speed, pressure or device, from several sides", drawPicture, new(pictureOptions).syntax},
		{"problems", "list the flows that can be simulated", listProblems, nil},
		{"devices", "list the GPUs and the processor, and how they are linked", listDevices, nil},
		{"version", "print the version", printVersion, nil},
		{"help", "print the options of a command or of a problem", printHelp, nil},
	}
}

func main() {
	signal.Ignore(syscall.SIGPIPE) // a reader that goes away ends no run; writing fails
	err := dispatch(interruptible(), os.Args[1:])
	if stdout.err != nil && (err == nil || errors.Is(err, stdout.err)) {
		err = fmt.Errorf("the result cannot be printed: %w", stdout.err)
	}
	var usage usageError
	switch {
	case err == nil:
		os.Exit(exitDone)
	case errors.Is(err, errInterrupted), errors.Is(err, errNothing):
		fmt.Fprintln(os.Stderr, "gpusph:", err)
		os.Exit(exitInterrupted)
	}
	fmt.Fprintln(os.Stderr, "gpusph:", oneLine(err))
	if errors.As(err, &usage) {
		os.Exit(exitUsage)
	}
	os.Exit(exitFailed)
}

// asksForHelp is how one asks without the word help.
var asksForHelp = []string{"-h", "-help", "--help"}

// oneLine is an error as one sentence.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// stdout is where commands print. It keeps the first error, so that main can tell
// it at the end.
var stdout = &printer{to: os.Stdout}

type printer struct {
	to  io.Writer
	err error
}

func (p *printer) Write(text []byte) (int, error) {
	n, err := p.to.Write(text)
	if p.err == nil {
		p.err = err
	}
	return n, err
}

// dispatch runs the command that args begin with, run if they begin with an
// option.
func dispatch(ctx context.Context, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(stdout, greeting)
		return nil
	}
	if len(args) == 1 && slices.Contains(asksForHelp, args[0]) {
		return printHelp(ctx, nil)
	}
	if strings.HasPrefix(args[0], "-") {
		return simulate(ctx, args)
	}
	var names []string
	for _, c := range commands() {
		if c.name == args[0] {
			if c.takes == nil && len(args) == 2 && slices.Contains(asksForHelp, args[1]) {
				return c.help(ctx, nil)
			}
			return c.run(ctx, args[1:])
		}
		names = append(names, c.name)
	}
	if p, err := problems.Find(args[0]); err == nil {
		return usageError{fmt.Errorf("%s is a problem, not a command; gpusph --problem %s would do", p.Name(), p.Name())}
	}
	return usageError{fmt.Errorf("there is no command %q%s", args[0], meantOr(args[0], names))}
}

// meantOr is what to add about a word that there is not: the one that is near, or all.
func meantOr(word string, words []string) string {
	if near := text.Meant(word, words); near != "" {
		return near
	}
	return "; there are " + text.And(words)
}
