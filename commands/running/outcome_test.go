package running

import (
	"errors"
	"fmt"
	"testing"

	"gpusph/commands/cli"
)

// What went wrong is told once, and before an interruption.
func TestOutcome(t *testing.T) {
	full, gone, unwell := errors.New("the disk is full"), fmt.Errorf("a file: %w", errors.New("gone")),
		errors.New("the flow is unwell")
	for _, test := range []struct {
		ended error
		then  []error
		want  string
	}{
		{nil, []error{nil, errors.Join(nil, nil)}, ""},
		{nil, []error{full, nil, full}, "the disk is full"},
		{errors.Join(full, gone), []error{errors.Join(full, gone), full},
			"the disk is full; a file: gone"},
		{unwell, []error{errors.Join(gone, errors.Join(full, gone))},
			"the flow is unwell; a file: gone; the disk is full"},
		{gone, []error{errors.New("gone")}, "a file: gone"},
		{cli.ErrInterrupted, []error{nil}, cli.ErrInterrupted.Error()},
		{cli.ErrInterrupted, []error{full}, "the disk is full"},
	} {
		got := ""
		if err := Outcome(test.ended, test.then...); err != nil {
			got = cli.OneLine(err)
		}
		if got != test.want {
			t.Errorf("%v and %v are %q, not %q", test.ended, test.then, got, test.want)
		}
	}
}
