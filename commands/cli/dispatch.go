package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/mpi"
)

// Command is a word that may come first on the command line.
type Command struct {
	Name, Summary string
	Takes         string // beside options, as DIR; "" is nothing, or a flow
	Run           func(ctx context.Context, args Line) error
	Others        []Other       // the same for flows that are not of particles
	Syntax        func() Syntax // of its options; nil where there are none
	Processes     Processes     // that may run it together
	Section       string        // title of the Section that it is in
}

// Other is a command for another kind of flows.
type Other struct {
	// Names reports whether words name such a flow, or a run of one that they resume.
	Names func(words []string, s Syntax) bool
	Run   func(ctx context.Context, args Line) error
}

// run runs the command for the kind of flow that the words name.
func (c *Command) run(ctx context.Context, args Line) error {
	for _, o := range c.Others {
		if o.Names(args.Words, c.Syntax()) {
			return o.Run(ctx, args)
		}
	}
	return c.Run(ctx, args)
}

// Section is commands of one purpose, which help, the manual page and completion show together.
type Section struct {
	Title    string
	Commands []Command
}

// InOrder is the commands of all sections, each with its section's title.
func InOrder(sections []Section) (all []Command) {
	for _, s := range sections {
		for _, c := range s.Commands {
			c.Section = s.Title
			all = append(all, c)
		}
	}
	return all
}

// Sections are commands by section, in the order of InOrder.
func Sections(commands []Command) (sections []Section) {
	for _, c := range commands {
		if n := len(sections); n == 0 || sections[n-1].Title != c.Section {
			sections = append(sections, Section{Title: c.Section})
		}
		last := &sections[len(sections)-1]
		last.Commands = append(last.Commands, c)
	}
	return sections
}

// Processes says what becomes of a command that several processes are started with.
type Processes int

const (
	FirstOnly Processes = iota // the first runs it
	Together                   // all do
	OneOnly                    // it is refused
)

// Line are the words behind a command, and the table of all commands, which help and
// errors tell of.
type Line struct {
	Words    []string
	Commands []Command

	interrupted <-chan struct{}   // closed by a signal; nil is never
	changes     []casefile.Change // of the case file that the words name
	text        []byte            // of that file, in place of what it has; nil is none
}

// of are other words with the same table.
func (a Line) of(words ...string) Line {
	return Line{Words: words, Commands: a.Commands, interrupted: a.interrupted}
}

// asksForHelp is how one asks without the word help.
var asksForHelp = []string{"-h", "-help", "--help"}

// Dispatch runs the command that the words of a command line begin with, the first of the
// table if they begin with an option.
func Dispatch(ctx context.Context, line Line) error {
	line.interrupted = ctx.Done()
	started := mpi.Start()
	if started.Rank > 0 {
		Stdout.Discard()
	}
	err := dispatch(ctx, line, started)
	if started.Rank > 0 {
		err = Elsewhere(err)
	}
	return err
}

func dispatch(ctx context.Context, line Line, started mpi.Started) error {
	if len(line.Words) == 0 {
		return PrintWrapped(func(b *strings.Builder) { b.WriteString(greeting) })
	}
	word, rest := line.Words[0], line.Words[1:]
	if len(rest) == 0 && slices.Contains(asksForHelp, word) {
		return Help(ctx, line.of())
	}
	if strings.HasPrefix(word, "-") || isCase(word) {
		return line.Commands[0].run(ctx, line)
	}
	var names []string
	for _, c := range line.Commands {
		if c.Name == word {
			if c.Syntax == nil && len(rest) == 1 && slices.Contains(asksForHelp, rest[0]) {
				return c.help(ctx, line.of())
			}
			switch {
			case started.Count == 1 || c.Processes == Together:
			case c.Processes == OneOnly:
				return UsageError(fmt.Errorf("%s is for one process, but %s has started %d; use gpusph %s "+
					"without %s", c.Name, started.By, started.Count, c.Name, started.By))
			case started.Rank > 0:
				return nil
			}
			return c.run(ctx, line.of(rest...))
		}
		names = append(names, c.Name)
	}
	if isProblem(word) { // gpusph DamBreak3D
		return line.Commands[0].run(ctx, line)
	}
	return UsageError(stray(word, "", names))
}
