package app

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/cli"
)

// A command that panics ends with exit code 1.
func TestPanic(t *testing.T) {
	commands, words := Commands, os.Args
	defer func() { Commands, os.Args = commands, words }()
	Commands = []cli.Command{{Name: "broken",
		Run: func(context.Context, cli.Line) error { panic("there is no such thing") }}}
	os.Args = []string{"gpusph", "broken"}
	if code := Main(); code != Failed {
		t.Errorf("exit code %d", code)
	}
}

// Users see commands by purpose, run first and those of research last.
func TestSections(t *testing.T) {
	want := []string{
		"Run and prepare: run init edit gallery check convert problems",
		"Look and measure: view picture render surface measure report compare converge sweep validate",
		"Machine and program: devices selftest completion man version help",
		"Research: speed, and several devices: bench scaling timeline balance",
	}
	found := cli.Sections(Commands)
	if len(found) != len(want) {
		t.Fatalf("there are %d sections, not %d", len(found), len(want))
	}
	for i, s := range found {
		var names []string
		for _, c := range s.Commands {
			names = append(names, c.Name)
		}
		if got := s.Title + ": " + strings.Join(names, " "); got != want[i] {
			t.Errorf("section %d is %q, not %q", i+1, got, want[i])
		}
	}
}

// Texts name the commands that take flows on grids.
func TestGridCommands(t *testing.T) {
	names := []string{"sweep", "converge", "timeline"} // which read flows of both kinds
	for _, c := range Commands {
		if len(c.Others) > 0 {
			names = append(names, c.Name)
		}
	}
	slices.Sort(names)
	if want := slices.Sorted(slices.Values(cli.GridCommands)); !slices.Equal(names, want) {
		t.Errorf("%v take flows on grids, but texts say %v", names, want)
	}
}
