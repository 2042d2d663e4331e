package main

import (
	"errors"
	"strings"

	"gpusph/gpu"
)

// lineError is an error of the one who typed the command line.
type lineError struct{ error }

// usageError is err as an error of the one who typed the command line.
func usageError(err error) error { return lineError{err} }

// isUsageError says whether an error is that of the one who typed the command line.
func isUsageError(err error) bool { return errors.As(err, new(lineError)) }

// oneLine is an error as one sentence.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// ofUser is an error of setting up, which is the user's unless it is an interruption.
func ofUser(err error) error {
	if err == nil || errors.Is(err, errNothing) {
		return err
	}
	return usageError(err)
}

// refused is an error of sph.New: where it is not memory that lacks, the command line
// asks for what cannot be.
func refused(err error) error {
	if errors.Is(err, gpu.ErrMemory) {
		return err
	}
	return usageError(err)
}
