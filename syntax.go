package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"gpusph/internal/text"
)

// syntax is which options a command takes.
type syntax struct {
	command string
	own     []group  // beyond those of run
	without []string // options of run that it has no use for
	alone   bool     // it has no use for any
}

// runSyntax is what the command run takes.
func runSyntax() syntax { return syntax{command: "run"} }

// Options of run that commands have no use for which write no snapshots.
var ofSnapshots = []string{"output-interval", "sample-interval", "formats", "nosave", "log-level"}

// group is options that help shows together.
type group struct {
	title string
	flags *pflag.FlagSet
}

// except is the group without some options.
func (g group) except(names []string) group {
	rest := newFlags()
	g.flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(names, f.Name) {
			rest.AddFlag(f)
		}
	})
	return group{g.title, rest}
}

// groups registers the options of the command, its own first.
func (c *config) groups() []group {
	all := slices.Clone(c.own)
	if c.alone {
		return all
	}
	for _, g := range c.common() {
		if g = g.except(c.without); g.flags.HasFlags() {
			all = append(all, g)
		}
	}
	return all
}

// takersOf are the commands that have an option.
func takersOf(name string, commands []command) []string {
	var takers []string
	for _, k := range commands {
		if k.syntax == nil {
			continue
		}
		for _, g := range (&config{syntax: k.syntax()}).groups() {
			if lookup(g.flags, name) != nil {
				takers = append(takers, k.name)
			}
		}
	}
	return takers
}

// unknown says what is wrong with an option, as it was typed, that the command does
// not have.
func (c *config) unknown(typed, name string, flags *pflag.FlagSet) error {
	if takers := takersOf(name, c.commands); len(takers) > 0 {
		return fmt.Errorf("--%s is an option of %s, not of %s; gpusph help %s lists those it has", name, text.And(takers), c.command, c.command)
	}
	var all []string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "force" { // never suggest to remove files
			all = append(all, f.Name)
		}
	})
	if near := text.Nearest(name, all); near != "" {
		return fmt.Errorf("there is no option %s; did you mean --%s?", typed, near)
	}
	return fmt.Errorf("there is no option %s; gpusph help %s lists those there are", typed, c.command)
}
