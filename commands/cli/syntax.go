package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/internal/unsupported"
)

// Syntax is which options a command takes.
type Syntax struct {
	Command string
	Own     []Group  // beyond those of run
	Without []string // options of run that it has no use for
	Alone   bool     // it has no use for any
	With    []string // but for these
	About   string   // what help says of a command that is alone
}

// OwnSyntax is that of a command that is alone: it has options under one title, and --help.
func OwnSyntax(command, about, title string, own option.Table) Syntax {
	own = append(own, option.Switch("help", "print this", new(bool)).Short("h"))
	return Syntax{Command: command, About: about, Own: []Group{{title, own}}, Alone: true}
}

// Reads makes the functions of a command with options O: run reads its command line and continues
// with do, and takes is its Syntax.
func Reads[O any](syntax func(o *O) Syntax, do func(ctx context.Context, c *Config, o *O) error) (
	run func(ctx context.Context, args Line) error, takes func() Syntax) {
	run = func(ctx context.Context, args Line) error {
		o, begin := new(O), Begin
		s := syntax(o)
		if s.Alone {
			begin = BeginOwn
		}
		if !s.Alone && slices.Contains(GridCommands, s.Command) && NamesGrid(args.Words, s) {
			begin = beginOnGrid
		}
		c, err := begin(args, s)
		if c == nil {
			return err
		}
		return do(ctx, c, o)
	}
	return run, func() Syntax { return syntax(new(O)) }
}

// ReadsOwn is Reads of a command that is alone: see OwnSyntax.
func ReadsOwn[O any](command, about, title string, table func(o *O) option.Table,
	do func(ctx context.Context, c *Config, o *O) error) (
	run func(ctx context.Context, args Line) error, takes func() Syntax) {
	return Reads(func(o *O) Syntax { return OwnSyntax(command, about, title, table(o)) }, do)
}

// RunSyntax is what the command run takes.
func RunSyntax() Syntax { return Syntax{Command: "run"} }

// Options of run that commands have no use for which write no snapshots.
var SnapshotOptions = []string{"output-interval", "sample-interval", "formats", "fields", "region",
	"walls-once", "pieces", "nosave", "log-level", "resume", "allow-changes", "checkpoint-interval",
	"checkpoint-every", "stall-timeout", "serve", "control", "control-lost", "replay",
	"stop-after", "stop-steady", "steady-window"}

// Group is options that help shows together.
type Group struct {
	Title   string
	Options option.Table
}

// groups are the options of the command, its own first, with the defaults they have.
func (c *Config) groups() []Group {
	all := slices.Clone(c.Own)
	for _, g := range c.common() {
		g.Options = slices.DeleteFunc(g.Options, func(o option.Option) bool { return !c.takes(o.Name) })
		if len(g.Options) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// takes reports whether the command takes an option of run.
func (s *Syntax) takes(name string) bool {
	if s.Alone {
		return slices.Contains(s.With, name)
	}
	return !slices.Contains(s.Without, name)
}

// options are those of groups.
func options(groups []Group) option.Table {
	var all option.Table
	for _, g := range groups {
		all = append(all, g.Options...)
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
		if lookup(flagsOf(options((&Config{Syntax: k.Syntax()}).groups())), name) != nil {
			takers = append(takers, k.Name)
		}
	}
	return takers
}

// unknown says what is wrong with an option, as it was typed, that the command does
// not have.
func (c *Config) unknown(typed, name string, flags *pflag.FlagSet) error {
	if takers := takersOf(name, c.Line.Commands); len(takers) > 0 {
		return fmt.Errorf("--%s is an option of %s, not of %s; gpusph help %s lists its options", name,
			text.And(takers), c.Command, c.Command)
	}
	var all []string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "force" { // never suggest to remove files
			all = append(all, f.Name)
		}
	})
	word, value, assigned := strings.Cut(name, ":") // as DualSPHysics has values
	if advice := unsupported.Advice(word, all, "--"); advice != "" {
		if assigned && strings.HasSuffix(advice, "?") {
			advice = strings.TrimSuffix(advice, "?") + " " + value + "?"
		}
		return fmt.Errorf("there is no option %s%s", typed, advice)
	}
	if assigned && slices.Contains(all, word) {
		return fmt.Errorf("there is no option %s; did you mean --%s %s?", typed, word, value)
	}
	if near := text.Nearest(name, all); near != "" {
		return fmt.Errorf("there is no option %s; did you mean --%s?", typed, near)
	}
	return fmt.Errorf("there is no option %s; gpusph help %s lists its options", typed, c.Command)
}
