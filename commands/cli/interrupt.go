package cli

import (
	"context"
	"errors"
	"time"
)

// What a command ends with whose context was cancelled.
var (
	ErrInterrupted = errors.New("interrupted; everything is written")
	ErrNothing     = errors.New("interrupted; nothing is written")
)

// Patience is how long a command that was interrupted may take to end in order.
// It is longer in tests.
var Patience = 500 * time.Millisecond

// UnlessInterrupted does work of which nothing is kept unless it is done. After a signal
// it does not wait long: setting up a flow looks at no context, and a list period of a
// large one takes seconds on a processor. What is left then ends with the program.
// Work that ends with the error of the context was interrupted, too.
func UnlessInterrupted[T any](ctx context.Context, work func() (T, error)) (T, error) {
	value, err := unless(ctx.Done(), work)
	if IsInterruption(err) {
		err = ErrNothing
	}
	return value, err
}

// IsInterruption reports whether work of which nothing is kept was interrupted.
func IsInterruption(err error) bool {
	return errors.Is(err, ErrNothing) || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded)
}

// unless is UnlessInterrupted with what is closed by a signal.
func unless[T any](interrupted <-chan struct{}, work func() (T, error)) (T, error) {
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
	case <-interrupted:
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(Patience):
		var none T
		return none, ErrNothing
	}
}
