package cli

import (
	"errors"
	"strings"

	"gpusph/gpu"
)

// ErrMissed is inside the error of a validation that has missed a gate.
var ErrMissed = errors.New("tolerances are missed")

// ErrDiffer is inside the error of a comparison of two runs that are not the same.
var ErrDiffer = errors.New("the runs differ")

// ErrSlow is inside the error of a selftest that has found nothing wrong but a device that is slow.
var ErrSlow = errors.New("a device is slower than others of its kind")

// lineError is an error of the one who typed the command line.
type lineError struct{ error }

func (e lineError) Unwrap() error { return e.error }

// UsageError is err as an error of the one who typed the command line.
func UsageError(err error) error { return lineError{err} }

// IsUsageError reports whether an error is that of the one who typed the command line.
func IsUsageError(err error) bool { return errors.As(err, new(lineError)) }

// Elsewhere is an error that another process tells of.
func Elsewhere(err error) error {
	if err == nil {
		return nil
	}
	return elsewhere{err}
}

type elsewhere struct{ error }

func (e elsewhere) Unwrap() error { return e.error }

// IsElsewhere reports whether another process tells of an error.
func IsElsewhere(err error) bool { return errors.As(err, new(elsewhere)) }

// OneLine is an error as one sentence.
func OneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// SetupError is an error of setting up, which is the user's unless it is an interruption.
func SetupError(err error) error {
	if err == nil || errors.Is(err, ErrNothing) {
		return err
	}
	return UsageError(err)
}

// SimulationError is an error of sph.New: where it is not memory that lacks, the command line
// asks for what cannot be.
func SimulationError(err error) error {
	if errors.Is(err, gpu.ErrMemory) {
		return err
	}
	return UsageError(err)
}
