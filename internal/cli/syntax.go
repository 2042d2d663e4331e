package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"gpusph/internal/text"
)

// Syntax is which options a command takes.
type Syntax struct {
	Command string
	Own     []Group  // beyond those of run
	Without []string // options of run that it has no use for
	Alone   bool     // it has no use for any
}

// RunSyntax is what the command run takes.
func RunSyntax() Syntax { return Syntax{Command: "run"} }

// Options of run that commands have no use for which write no snapshots.
var SnapshotOptions = []string{"output-interval", "sample-interval", "formats", "nosave", "log-level"}

// Group is options that help shows together.
type Group struct {
	Title string
	Flags *pflag.FlagSet
}

// except is the group without some options.
func (g Group) except(names []string) Group {
	rest := newFlags()
	g.Flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(names, f.Name) {
			rest.AddFlag(f)
		}
	})
	return Group{g.Title, rest}
}

// groups registers the options of the command, its own first.
func (c *Config) groups() []Group {
	all := slices.Clone(c.Own)
	if c.Alone {
		return all
	}
	for _, g := range c.common() {
		if g = g.except(c.Without); g.Flags.HasFlags() {
			all = append(all, g)
		}
	}
	return all
}

// takersOf are the commands that have an option.
func takersOf(name string, commands []Command) []string {
	var takers []string
	for _, k := range commands {
		if k.Syntax == nil {
			continue
		}
		for _, g := range (&Config{Syntax: k.Syntax()}).groups() {
			if lookup(g.Flags, name) != nil {
				takers = append(takers, k.Name)
			}
		}
	}
	return takers
}

// unknown says what is wrong with an option, as it was typed, that the command does
// not have.
func (c *Config) unknown(typed, name string, flags *pflag.FlagSet) error {
	if takers := takersOf(name, c.commands); len(takers) > 0 {
		return fmt.Errorf("--%s is an option of %s, not of %s; gpusph help %s lists those it has", name, text.And(takers), c.Command, c.Command)
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
	return fmt.Errorf("there is no option %s; gpusph help %s lists those there are", typed, c.Command)
}
