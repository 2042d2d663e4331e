package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/problems"
)

// command is a word that may come first on the command line.
type command struct {
	name, summary string
	run           func(ctx context.Context, args arguments) error
	syntax        func() syntax // of its options; nil where there are none
}

// arguments are the words behind a command, and the table of all commands, which help and
// errors tell of.
type arguments struct {
	words    []string
	commands []command
}

// of are other words with the same table.
func (a arguments) of(words ...string) arguments { return arguments{words, a.commands} }

// asksForHelp is how one asks without the word help.
var asksForHelp = []string{"-h", "-help", "--help"}

// dispatch runs the command that the words of a command line begin with, the first of the
// table if they begin with an option.
func dispatch(ctx context.Context, line arguments) error {
	if len(line.words) == 0 {
		fmt.Fprint(stdout, greeting)
		return nil
	}
	word, rest := line.words[0], line.words[1:]
	if len(rest) == 0 && slices.Contains(asksForHelp, word) {
		return printHelp(ctx, line.of())
	}
	if strings.HasPrefix(word, "-") {
		return line.commands[0].run(ctx, line)
	}
	var names []string
	for _, c := range line.commands {
		if c.name == word {
			if c.syntax == nil && len(rest) == 1 && slices.Contains(asksForHelp, rest[0]) {
				return c.help(ctx, line.of())
			}
			return c.run(ctx, line.of(rest...))
		}
		names = append(names, c.name)
	}
	if p, err := problems.Find(word); err == nil {
		return usageError(fmt.Errorf("%s is a problem, not a command; gpusph --problem %s would do", p.Name(), p.Name()))
	}
	return usageError(fmt.Errorf("there is no command %q%s", word, meantOr(word, names)))
}

// meantOr is what to add about a word that there is not: the one that is near, or all.
func meantOr(word string, words []string) string {
	if near := text.Meant(word, words); near != "" {
		return near
	}
	return "; there are " + text.And(words)
}
