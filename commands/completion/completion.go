// Package completion is the command that prints what a shell completes command lines with, made of
// the tables of commands and options.
package completion

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gpusph/cases"
	"gpusph/commands/cli"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/validate"
	"gpusph/validate/gridvalidate"
)

// Shells are those that there is completion for.
var Shells = []string{"bash", "zsh", "fish"}

// Run is the command completion.
func Run(_ context.Context, args cli.Line) error {
	if len(args.Words) != 1 || !slices.Contains(Shells, args.Words[0]) {
		return cli.UsageError(fmt.Errorf("gpusph completion takes %s; source <(gpusph completion bash) "+
			"completes command lines in this shell", text.Or(Shells)))
	}
	_, err := io.WriteString(cli.Stdout, Script(args.Words[0], args.Commands))
	return err
}

// Script is the completion for a shell.
func Script(shell string, commands []cli.Command) string {
	var all []command
	for _, c := range commands {
		all = append(all, describe(c, commands))
	}
	switch shell {
	case "zsh":
		return zsh(all)
	case "fish":
		return fish(all)
	}
	return bash(all)
}

// command is one as completion needs it.
type command struct {
	name, summary string
	section       string
	options       []word
	words         []string // that may follow
	files         kind
}

// word is an option.
type word struct {
	name, short, what string
	takes             kind
	words             []string // that its value may be
}

// kind is what a value may be.
type kind int

const (
	none kind = iota // it takes no value
	some             // unknown which
	file
	directory
)

func describe(c cli.Command, commands []cli.Command) command {
	d := command{name: c.Name, summary: c.Summary, section: c.Section, files: none}
	var all option.Table
	for _, g := range c.Groups() {
		all = append(all, g.Options...)
	}
	if c.RunsFlows() {
		shared, own := cli.ProblemOptions()
		all = append(all, shared...)
		for _, name := range cli.ProblemNames() {
			all = append(all, own[name]...)
		}
		if slices.Contains(cli.GridCommands, c.Name) {
			all = append(all, gridOptions()...)
		}
		d.files = file // case files
	}
	for _, o := range all {
		if !slices.ContainsFunc(d.options, func(w word) bool { return w.name == o.Name }) {
			d.options = append(d.options, wordOf(o))
		}
	}
	switch takes := c.Takes; {
	case strings.HasPrefix(takes, "DIR"):
		d.files = directory
	case strings.HasPrefix(takes, "FILE"):
		d.files = file
	case takes == "SHELL":
		d.words = Shells
	case takes == "[NAME]":
		d.words = append(cases.Names(), cli.ProblemNames()...)
	case takes == "[CASE]":
		d.words = cases.Names()[1:]
	case takes == "[TOPIC]":
		for _, k := range commands {
			d.words = append(d.words, k.Name)
		}
		d.words = append(append(d.words, cli.FlowNames()...), cli.CaseTopics()...)
	case takes == "[CASE...]":
		for _, k := range validate.Cases {
			d.words = append(d.words, k.Name)
		}
		d.words = append(d.words, gridvalidate.Names()...)
	}
	return d
}

// gridOptions are those of all flows on grids.
func gridOptions() option.Table {
	all, own := cli.GridOptions()
	for _, name := range cli.FlowNames() {
		all = append(all, own[name]...)
	}
	return all
}

func wordOf(o option.Option) word {
	value, what := cli.Meaning(o.Flag)
	w := word{name: o.Name, short: o.Shorthand, what: first(what), words: o.Words}
	switch {
	case value == "":
		w.takes = none
	case o.Name == "problem":
		w.takes, w.words = some, cli.FlowNames()
	case value == "file":
		w.takes = file
	case value == "directory":
		w.takes = directory
	default:
		w.takes = some
	}
	return w
}

// first is the beginning of what an option is, which fits beside it.
func first(what string) string {
	what, _, _ = strings.Cut(what, ";")
	if at := strings.Index(what, " (default"); at > 0 {
		what = what[:at]
	}
	if runes := []rune(what); len(runes) > 70 {
		what = strings.TrimRight(string(runes[:69]), " ,") + "…"
	}
	return what
}

// values are, by what follows an option, the patterns command:option of a case in bash and zsh, in
// the order of the table.
func values(all []command) (keys []string, patterns map[string][]string) {
	patterns = map[string][]string{}
	for _, c := range all {
		for _, w := range c.options {
			key := map[kind]string{none: "", some: "-", file: "file", directory: "directory"}[w.takes]
			if w.words != nil {
				key = "words " + strings.Join(w.words, " ")
			}
			if key == "" {
				continue
			}
			if patterns[key] == nil {
				keys = append(keys, key)
			}
			patterns[key] = append(patterns[key], c.name+":"+w.name)
			if w.short != "" {
				patterns[key] = append(patterns[key], c.name+":"+w.short)
			}
		}
	}
	return keys, patterns
}

func names(all []command) (names []string) {
	for _, c := range all {
		names = append(names, c.name)
	}
	return names
}

// firsts are the words that may come first: commands and problems.
func firsts(all []command) []string { return append(names(all), cli.FlowNames()...) }

// quoted is a word in single quotes, as all three shells take it.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
