package app

import (
	"testing"

	"context"
	"gpusph/internal/cli"
	"os"
)

// A command that panics ends with exit code 1.
func TestPanic(t *testing.T) {
	commands, words := Commands, os.Args
	defer func() { Commands, os.Args = commands, words }()
	Commands = []cli.Command{{Name: "broken", Run: func(context.Context, cli.Line) error { panic("there is no such thing") }}}
	os.Args = []string{"gpusph", "broken"}
	if code := Main(); code != Failed {
		t.Errorf("exit code %d", code)
	}
}
