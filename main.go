// Command gpusph simulates free-surface flows with smoothed particle
// hydrodynamics on one or many GPUs of one machine, or on its processor.
//
//	gpusph --problem DamBreak3D --gpus 6
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// The exit codes, which help documents.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// commands are in the order that users see. The first is meant where a command line begins
// with an option.
var commands = []command{
	{name: "run", run: simulate, syntax: runSyntax,
		summary: "simulate a flow; the word may be left out"},
	{name: "bench", run: bench, syntax: benchSyntax,
		summary: "time a flow without output: mips, phases, pairs per second, percent of the device's limits"},
	{name: "scaling", run: scaling, syntax: scalingSyntax,
		summary: "time a flow on several numbers of devices: the paper's Tables 1 and 2, plots, predictions"},
	{name: "timeline", run: timeline, syntax: timelineSyntax,
		summary: "record a few steps: what each stream of each device does when, as a trace and a picture"},
	{name: "balance", run: balancing, syntax: balancingSyntax,
		summary: "compare balancers on a flow: the paper's Figures 8, 10 and 11; search for the best bounds that stay"},
	{name: "picture", run: drawPicture, syntax: pictureSyntax,
		summary: "draw a snapshot of a run: by speed, pressure or device, from several sides"},
	{name: "problems", run: listProblems,
		summary: "list the flows that can be simulated"},
	{name: "devices", run: listDevices,
		summary: "list the GPUs and the processor, and how they are linked"},
	{name: "version", run: printVersion,
		summary: "print the version"},
	{name: "help", run: printHelp,
		summary: "print the options of a command or of a problem"},
}

func main() {
	signal.Ignore(syscall.SIGPIPE) // a reader that goes away ends no run; writing fails
	err := dispatch(interruptible(), arguments{words: os.Args[1:], commands: commands})
	if stdout.err != nil && (err == nil || errors.Is(err, stdout.err)) {
		err = fmt.Errorf("the result cannot be printed: %w", stdout.err)
	}
	switch {
	case err == nil:
		os.Exit(exitDone)
	case errors.Is(err, errInterrupted), errors.Is(err, errNothing):
		fmt.Fprintln(os.Stderr, "gpusph:", err)
		os.Exit(exitInterrupted)
	}
	fmt.Fprintln(os.Stderr, "gpusph:", oneLine(err))
	if isUsageError(err) {
		os.Exit(exitUsage)
	}
	os.Exit(exitFailed)
}

// interruptible returns a context that the first Ctrl-C, SIGTERM or SIGHUP cancels.
// Commands look at it between list periods. The second Ctrl-C or SIGTERM ends the program at
// once; a terminal that goes away may send several SIGHUPs.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
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
		os.Exit(exitInterrupted)
	}()
	return ctx
}
