package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/problems"
)

const greeting = `gpusph simulates free-surface flows with smoothed particle hydrodynamics on one or many GPUs, or on the processor.

Try first:
    gpusph --problem DamBreak3D --gpus 6

gpusph help lists the commands and the options, gpusph problems the flows, gpusph devices the devices.
`

const dashes = "Long options may have one dash or two, and =value or a value that follows.\n"

const exitCodes = `Exit codes:
    0    it is done
    1    it failed while running, or its result could not be printed: what was written so far is valid, and the error says what would do
    2    the command line asks for something that cannot be; nothing was started
  130    Ctrl-C, SIGTERM or SIGHUP: it ended in order; a second one ends it at once
`

// mostUsed are the options that help shows without being asked for those of a command.
var mostUsed = []string{"problem", "deltap", "tend", "gpus", "devices", "dir", "output-interval", "formats"}

// printHelp is the command help: about the program, a command or a problem.
func printHelp(ctx context.Context, args arguments) error {
	if len(args.words) == 0 || strings.HasPrefix(args.words[0], "-") {
		c, err := parse(args.of(append([]string{"--help"}, args.words...)...), runSyntax())
		switch {
		case err != nil:
			return usageError(err)
		case c.flow != nil:
			return writeAll(stdout, c.writeProblem)
		}
		return writeAll(stdout, func(b *strings.Builder) { writeOverview(b, args.commands) })
	}
	topic, rest := args.words[0], args.words[1:]
	var names []string
	for _, c := range args.commands {
		if c.name == topic {
			return c.help(ctx, args.of(rest...))
		}
		names = append(names, c.name)
	}
	if p, err := problems.Find(topic); err == nil {
		if err := noWords("help "+topic, rest); err != nil {
			return err
		}
		return writeAll(stdout, (&config{flow: p}).writeProblem)
	}
	for _, create := range problems.All {
		names = append(names, create().Name())
	}
	return usageError(fmt.Errorf("there is no help about %q%s", topic, meantOr(topic, names)))
}

// help writes what a command does and takes.
func (c command) help(ctx context.Context, args arguments) error {
	if c.syntax != nil {
		return c.run(ctx, args.of(append([]string{"--help"}, args.words...)...))
	}
	if err := noWords("help "+c.name, args.words); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, "gpusph %s: %s\n", c.name, c.summary)
	return err
}

// noWords refuses words after a command that takes none.
func noWords(command string, args []string) error {
	if len(args) > 0 {
		return usageError(fmt.Errorf("gpusph %s takes nothing more, but there is %q", command, args[0]))
	}
	return nil
}

// writeAll writes at once, so that nothing is lost without an error.
func writeAll(w io.Writer, write func(*strings.Builder)) error {
	var b strings.Builder
	write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeOverview writes the commands and the options that are used most.
func writeOverview(b *strings.Builder, commands []command) {
	b.WriteString("gpusph simulates free-surface flows with smoothed particle hydrodynamics.\n\nUsage:\n" +
		"    gpusph [run] --problem NAME [options]\n    gpusph COMMAND [options]\n\nCommands:\n")
	for _, c := range commands {
		fmt.Fprintf(b, "    %-9s %s\n", c.name, c.summary)
	}
	used := newFlags()
	for _, g := range (&config{syntax: runSyntax()}).groups() {
		g.flags.VisitAll(func(f *pflag.Flag) {
			if slices.Contains(mostUsed, f.Name) {
				used.AddFlag(f)
			}
		})
	}
	fmt.Fprintf(b, "\nThe options used most:\n%s\n", used.FlagUsages())
	name := problems.All[0]().Name()
	fmt.Fprintf(b, "gpusph help run lists all options, gpusph help bench those of bench, gpusph help %s those of the problem %s.\n%s\n%s", name, name, dashes, exitCodes)
}

// writeProblem writes the options of the problem.
func (c *config) writeProblem(b *strings.Builder) {
	writeGroups(b, []group{c.problemGroup()})
	b.WriteString("\ngpusph help run lists the options that all problems have.\n")
}

func (c *config) problemGroup() group {
	own := newFlags()
	c.flow.Flags(own)
	return group{fmt.Sprintf("%s, %s; deltap %g m", c.flow.Name(), c.flow.Summary(), c.flow.DeltaP()), own}
}

// writeHelp writes all that the command takes: its own options first, and those of a
// problem if one is named.
func (c *config) writeHelp(b *strings.Builder) {
	this := c.commands[slices.IndexFunc(c.commands, func(k command) bool { return k.name == c.command })]
	words := this.name
	if words == "run" {
		words = "[run]"
	}
	fmt.Fprintf(b, "gpusph %s: %s\n\nUsage:\n    gpusph %s --problem NAME [options]\n\n", this.name, this.summary, words)
	groups := (&config{syntax: this.syntax()}).groups()
	if c.flow != nil {
		groups = slices.Insert(groups, len(c.own), c.problemGroup())
	}
	writeGroups(b, groups)
	b.WriteString("\n")
	if c.flow == nil {
		var names []string
		for _, create := range problems.All {
			names = append(names, create().Name())
		}
		fmt.Fprintf(b, "Each problem has options of its own, too: %s; gpusph help %s lists them.\n", strings.Join(names, ", "), names[0])
	}
	b.WriteString(dashes)
	if c.command == "run" {
		b.WriteString("\n" + exitCodes)
	}
}

// writeGroups writes a line for each option, with the columns of all groups alike.
func writeGroups(b *strings.Builder, groups []group) {
	all := newFlags()
	for _, g := range groups {
		all.AddFlagSet(g.flags)
	}
	lines := strings.SplitAfter(all.FlagUsages(), "\n") // in the order in which they were added
	for i, g := range groups {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%s:\n", g.title)
		g.flags.VisitAll(func(*pflag.Flag) {
			b.WriteString(lines[0])
			lines = lines[1:]
		})
	}
}
