package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"gpusph/grid/flows"
	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/internal/unsupported"
	"gpusph/problems"
)

const greeting = `gpusph simulates free-surface flows with smoothed particle hydrodynamics, on one or many GPUs, or on the processor.

Try first:
    gpusph DamBreak3D

gpusph init writes a case file for a flow of your own, and gpusph help case lists its keys.
gpusph help lists commands and options, gpusph problems the built-in flows, gpusph devices the devices.
`

const dashes = "Long options take one or two dashes, and their value after a space or an " +
	"equals sign.\n"

const exitCodes = `Exit codes:
    0    done
    1    failed while running, or the result could not be printed: files written so far are valid, and the error names the remedy; check: a run would fail; selftest: the machine is faulty
    2    wrong command line or input; nothing was started
    3    validate: done, but a tolerance is missed; compare: the runs differ; selftest: a GPU is slower than others of its kind
  130    Ctrl-C, SIGTERM or SIGHUP: ended in order; a second signal ends at once
`

// mostUsed are the options that help shows without being asked for those of a command.
var mostUsed = []string{"problem", "deltap", "tend", "gpus", "devices", "dir", "output-interval",
	"formats"}

// Help is the command help: about the program, a command or a problem.
func Help(ctx context.Context, args Line) error {
	if name, _ := gridNamed(args.Words, RunSyntax()); len(args.Words) > 0 && name != "" &&
		strings.HasPrefix(args.Words[0], "-") { // gpusph help --problem GridCavity
		args = args.of(name)
	}
	if len(args.Words) == 0 || strings.HasPrefix(args.Words[0], "-") {
		c, err := parse(args.of(append([]string{"--help"}, args.Words...)...), RunSyntax())
		switch {
		case err != nil:
			return UsageError(err)
		case c.Flow != nil:
			return PrintWrapped(c.writeProblem)
		}
		return PrintWrapped(func(b *strings.Builder) { writeOverview(b, args.Commands) })
	}
	topic, rest := args.Words[0], args.Words[1:]
	var names []string
	for _, c := range args.Commands {
		if c.Name == topic {
			return c.help(ctx, args.of(rest...))
		}
		names = append(names, c.Name)
	}
	if p, err := problems.Find(topic); err == nil {
		if err := NoWords("help "+topic, rest); err != nil {
			return err
		}
		return PrintWrapped((&Config{Flow: p}).writeProblem)
	}
	if p := flows.Find(topic); p != nil {
		if err := NoWords("help "+topic, rest); err != nil {
			return err
		}
		return PrintWrapped(func(b *strings.Builder) { writeGridProblem(b, p) })
	}
	if isCaseTopic(topic) {
		return helpCase(rest)
	}
	if tables := caseTables(topic); tables != nil && len(rest) == 0 {
		return PrintWrapped(func(b *strings.Builder) { writeCaseTables(b, tables) })
	}
	return helpSearch(args, append(append(names, FlowNames()...), CaseTopics()...))
}

// helpSearch tells what there is about words that are no topic. names are the topics.
func helpSearch(args Line, names []string) error {
	topic, hits := args.Words[0], search(args.Words, args.Commands, false)
	advice := unsupported.Advice(topic, names, "")
	if len(hits) > 0 && (hits[0].score >= beginsName || advice == "") &&
		(hits[0].score >= inHelp || text.Meant(topic, names) == "") {
		return PrintWrapped(func(b *strings.Builder) {
			writeHits(b, strings.Join(args.Words, " "), hits)
		})
	}
	if advice == "" {
		advice = text.Meant(topic, names)
	}
	if advice == "" {
		advice = "; gpusph help lists commands, gpusph problems flows, and gpusph help case the keys " +
			"of case files"
	}
	return UsageError(fmt.Errorf("there is no help about %q%s", strings.Join(args.Words, " "), advice))
}

// helpCase tells of case files: the headings of all tables, all of them, or those that words are
// about.
func helpCase(words []string) error {
	switch tables := []casefile.Table(nil); {
	case len(words) == 0:
		return PrintWrapped(writeCaseHeadings)
	case len(words) == 1 && words[0] == "all":
		return PrintWrapped(func(b *strings.Builder) { writeCaseTables(b, casefile.Tables()) })
	case len(words) == 1:
		if tables = caseTables(words[0]); tables != nil {
			return PrintWrapped(func(b *strings.Builder) { writeCaseTables(b, tables) })
		}
	}
	hits := search(words, nil, true)
	if len(hits) == 0 {
		return UsageError(fmt.Errorf("case files have no key about %q%s; gpusph help case lists tables",
			strings.Join(words, " "), text.Meant(words[0], CaseTopics())))
	}
	return PrintWrapped(func(b *strings.Builder) { writeHits(b, strings.Join(words, " "), hits) })
}

// help writes what a command does and takes.
func (c Command) help(ctx context.Context, args Line) error {
	if c.Syntax != nil {
		return c.run(ctx, args.of(append([]string{"--help"}, args.Words...)...))
	}
	if err := NoWords("help "+c.Name, args.Words); err != nil {
		return err
	}
	return PrintWrapped(func(b *strings.Builder) {
		fmt.Fprintf(b, "gpusph %s: %s\n", c.Name,
			c.Summary)
	})
}

// NoWords refuses words after a command that takes none.
func NoWords(command string, args []string) error {
	if len(args) > 0 {
		return UsageError(fmt.Errorf("gpusph %s takes nothing more, but there is %q", command, args[0]))
	}
	return nil
}

// WriteAll writes at once, so that nothing is lost without an error. On a terminal lines fit.
func WriteAll(w io.Writer, write func(*strings.Builder)) error {
	var b strings.Builder
	write(&b)
	words := b.String()
	if w == Stdout && term.IsTerminal(int(os.Stdout.Fd())) {
		words = text.Wrap(words, textWidth(os.Stdout))
	}
	_, err := io.WriteString(w, words)
	return err
}

// writeOverview writes the commands and the options that are used most.
func writeOverview(b *strings.Builder, commands []Command) {
	b.WriteString("gpusph simulates free-surface flows with smoothed particle " +
		"hydrodynamics.\n\nUsage:\n" +
		"    gpusph NAME [options]         runs a problem, as gpusph DamBreak3D\n" +
		"    gpusph FILE.toml [options]    runs a case file; gpusph init writes one\n" +
		"    gpusph COMMAND [options]\n\nCommands:\n")
	for _, s := range Sections(commands) {
		fmt.Fprintf(b, "\n  %s\n", s.Title)
		for _, c := range s.Commands {
			fmt.Fprintf(b, "    %-10s  %s\n", c.Name, c.Summary)
		}
	}
	used := slices.DeleteFunc(options((&Config{}).common()),
		func(o option.Option) bool { return !slices.Contains(mostUsed, o.Name) })
	fmt.Fprintf(b, "\nThe options used most:\n%s\n", flagsOf(used).FlagUsages())
	name := problems.All[0]().Name()
	fmt.Fprintf(b, "gpusph help run lists all options, gpusph help report those of report, "+
		"gpusph help %s those of the problem %s, gpusph help case the keys of case files.\n%s\n%s",
		name, name, dashes, exitCodes)
}

// writeProblem writes the options of the problem.
func (c *Config) writeProblem(b *strings.Builder) {
	writeGroups(b, []Group{c.problemGroup()})
	b.WriteString("\ngpusph help run lists the options that all problems have.\n")
}

func (c *Config) problemGroup() Group {
	return Group{fmt.Sprintf("%s, %s; deltap %g m", c.Flow.Name(), c.Flow.Summary(), c.Flow.DeltaP()),
		c.Flow.Options()}
}

// writeHelp writes all that the command takes: its own options first, and those of a
// problem if one is named.
func (c *Config) writeHelp(b *strings.Builder) {
	this := c.Line.Commands[slices.IndexFunc(c.Line.Commands,
		func(k Command) bool { return k.Name == c.Command })]
	words := this.Name
	if words == "run" {
		words = "[run]"
	}
	fmt.Fprintf(b, "gpusph %s: %s\n\nUsage:\n", this.Name, this.Summary)
	if this.Takes != "" {
		fmt.Fprintf(b, "    gpusph %s %s [options]\n\n", words, this.Takes)
	} else {
		fmt.Fprintf(b, "    gpusph %s NAME [options]         of a problem\n", words)
		fmt.Fprintf(b, "    gpusph %s FILE.toml [options]    of a case file\n\n", words)
	}
	if about := this.Syntax().About; about != "" {
		b.WriteString(strings.TrimSpace(about) + "\n\n")
	}
	groups := (&Config{Syntax: this.Syntax()}).groups()
	if c.Flow != nil {
		groups = slices.Insert(groups, len(c.Own), c.problemGroup())
	}
	writeGroups(b, groups)
	b.WriteString("\n")
	if c.Flow == nil {
		var names []string
		for _, create := range problems.All {
			names = append(names, create().Name())
		}
		fmt.Fprintf(b, "Each problem has options of its own, too: %s; gpusph help %s lists them.\n",
			strings.Join(names, ", "), names[0])
		if slices.Contains(GridCommands, c.Command) {
			fmt.Fprintf(b, "So do the flows on grids: %s; gpusph %s %s --help lists all that one takes.\n",
				strings.Join(flows.Names(), ", "), c.Command, flows.Names()[0])
		}
	}
	b.WriteString(dashes)
	if c.Command == "run" {
		b.WriteString("\n" + exitCodes)
	}
}

// writeOwnHelp writes all that a command takes which is alone.
func (c *Config) writeOwnHelp(b *strings.Builder) {
	this := c.Line.Commands[slices.IndexFunc(c.Line.Commands,
		func(k Command) bool { return k.Name == c.Command })]
	words := strings.TrimSpace(this.Name + " " + this.Takes)
	fmt.Fprintf(b, "%s\n\nUsage:\n    gpusph %s [options]\n\n%s", strings.TrimSpace(c.About), words,
		c.Flags.FlagUsages())
}

// writeGroups writes a line for each option, with the columns of all groups alike.
func writeGroups(b *strings.Builder, groups []Group) {
	// in the order in which they were added
	lines := strings.SplitAfter(flagsOf(options(groups)).FlagUsages(), "\n")
	for i, g := range groups {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%s:\n", g.Title)
		for range g.Options {
			b.WriteString(lines[0])
			lines = lines[1:]
		}
	}
}
