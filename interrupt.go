package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// What a command ends with whose context was cancelled.
var (
	errInterrupted = errors.New("interrupted; everything is written")
	errNothing     = errors.New("interrupted; nothing is written")
)

// patience is how long a command that was interrupted may take to end in order.
// It is longer in tests.
var patience = 500 * time.Millisecond

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

// unlessInterrupted does work of which nothing is kept unless it is done. After a signal
// it does not wait long: setting up a flow looks at no context, and a list period of a
// large one takes seconds on a processor. What is left then ends with the program.
func unlessInterrupted[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := work()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(patience):
		var none T
		return none, errNothing
	}
}
