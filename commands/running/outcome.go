package running

import (
	"errors"
	"slices"
	"strings"

	"gpusph/commands/cli"
)

// Outcome is how a run ends: by what ended it and by what went wrong then, each
// once. An interruption counts where nothing went wrong.
func Outcome(ended error, then ...error) error {
	all := distinct(then)
	switch {
	case all == nil:
		return ended
	case errors.Is(ended, cli.ErrInterrupted):
		return all
	}
	return distinct(append([]error{ended}, then...))
}

// distinct joins errors as one sentence, each once, also where another has it within.
func distinct(errs []error) error {
	var all []error
	for _, err := range parts(errs) {
		if !slices.ContainsFunc(all, func(e error) bool {
			return strings.Contains(e.Error(),
				err.Error())
		}) {
			all = append(all, err)
		}
	}
	return errors.Join(all...)
}

// parts are the errors that joined errors consist of.
func parts(errs []error) []error {
	var all []error
	for _, err := range errs {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			all = append(all, parts(joined.Unwrap())...)
		} else if err != nil {
			all = append(all, err)
		}
	}
	return all
}
