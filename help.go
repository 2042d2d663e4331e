package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/problems"
)

// version is what releases are called.
const version = "0.1.0"

const greeting = `gpusph simulates free-surface flows with smoothed particle hydrodynamics on one or many GPUs, or on the processor.

Try first:
    gpusph --problem DamBreak3D --gpus 6

` + "`gpusph --help` lists the options, `gpusph problems` the flows, `gpusph devices` the devices.\n"

const exitCodes = `Exit codes:
    0    the run is done
    1    it failed while running: what was written so far is valid, and the error says what would do
    2    the command line asks for something that cannot be; nothing was started
  130    Ctrl-C or SIGTERM: it ended in order and everything is written; a second Ctrl-C ends at once
`

// fullVersion is the version and the commit it was built from.
func fullVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version + "-devel"
	}
	return version + commit(info.Settings)
}

// commit is "+" and what version control calls the sources.
func commit(settings []debug.BuildSetting) string {
	revision, modified := "", ""
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			revision = "+" + s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				modified = ".modified"
			}
		}
	}
	if revision == "" {
		return "-devel"
	}
	return revision + modified
}

func printVersion(_ context.Context, args []string) error {
	if err := noWords("version", args); err != nil {
		return err
	}
	fmt.Println("gpusph", fullVersion())
	return nil
}

// noWords refuses words after a command that takes none.
func noWords(command string, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("gpusph %s takes nothing more, but there is %q", command, args[0])}
	}
	return nil
}

func printHelp(ctx context.Context, args []string) error {
	return simulate(ctx, append([]string{"--help"}, args...))
}

// writeHelp writes all that can be asked for; the options of a problem if one
// is chosen.
func (c *config) writeHelp(w io.Writer) {
	fmt.Fprint(w, "gpusph simulates free-surface flows with smoothed particle hydrodynamics.\n\nUsage:\n")
	for _, command := range commands() {
		words := command.name
		switch words {
		case "run":
			words = "[run] --problem NAME [options]"
		case "help":
			words = "help [--problem NAME]"
		}
		fmt.Fprintf(w, "    gpusph %-32s %s\n", words, command.summary)
	}
	fmt.Fprint(w, "\nLong options may have one dash or two, and =value or a value that follows.\n")

	groups := (&config{further: c.further}).groups()
	if c.flow != nil {
		own := newFlags()
		c.flow.Flags(own)
		groups = append(groups, group{fmt.Sprintf("%s, %s; deltap %g m", c.flow.Name(), c.flow.Summary(), c.flow.DeltaP()), own})
	}
	all := newFlags()
	for _, g := range groups {
		all.AddFlagSet(g.flags)
	}
	// One line an option, in the order in which they were added.
	lines := strings.SplitAfter(all.FlagUsages(), "\n")
	for _, g := range groups {
		fmt.Fprintf(w, "\n%s:\n", g.title)
		g.flags.VisitAll(func(*pflag.Flag) {
			fmt.Fprint(w, lines[0])
			lines = lines[1:]
		})
	}
	if c.flow == nil {
		var names []string
		for _, create := range problems.All {
			names = append(names, create().Name())
		}
		fmt.Fprintf(w, "\nEach problem has options of its own, too: %s; gpusph --help --problem %s lists them.\n", strings.Join(names, ", "), names[0])
	}
	fmt.Fprintf(w, "\n%s", exitCodes)
}
