// Package kinds is what the commands know of kinds of flows: particles, or fields on a grid. Each
// kind registers how its runs are shown, reported, compared, measured and drawn, and its own
// commands where those of particles do not take it.
package kinds

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/live"
)

// Kind is a kind of flows. What View, Report, Measure and Draw refuse is an error of the command
// line; of the errors of Compare and of what these return, only those that say so are.
type Kind struct {
	// Is reports whether a path is a run of the kind, or a checkpoint of one.
	Is func(path string) bool
	// Names reports whether a command line names a flow of the kind, and Commands run it, by name.
	// Those of particles are in the table of commands.
	Names    func(words []string, s cli.Syntax) bool
	Commands map[string]func(ctx context.Context, args cli.Line) error
	// Refuse is the error of a command that reads runs of particles only.
	Refuse func(dir, command string) error

	View    func(dir string) (live.Content, error)
	Report  func(dirs []string, o *ReportOptions) (Report, error)
	Compare func(ctx context.Context, a, b string, o *CompareOptions) (Comparison, error)
	Measure func(dir string, o *MeasureOptions) (*Measurement, error)
	Draw    func(dir string, o *Look) (Artist, error)
}

// all are the kinds that are registered.
var all []*Kind

// Register takes the kinds of flows, and adds their commands to a table. The last kind is that of
// every other directory: what reads its runs says what a directory lacks.
func Register(commands []cli.Command, kinds ...*Kind) {
	all = kinds
	for i := range commands {
		c := &commands[i]
		for _, k := range kinds {
			if run := k.Commands[c.Name]; run != nil {
				c.Others = append(c.Others, cli.Other{Names: k.Names, Run: run})
			}
		}
	}
}

// Of is the kind of runs: the first that one of them is of.
func Of(dirs ...string) *Kind {
	for _, k := range all[:len(all)-1] {
		if slices.ContainsFunc(dirs, k.Is) {
			return k
		}
	}
	return all[len(all)-1]
}

// OnlyDir is the run directory of the line of a command that takes one, and its kind. In the error,
// what else the command may take follows.
func OnlyDir(c *cli.Config, more ...string) (dir string, k *Kind, err error) {
	if c.Flags.NArg() != 1 {
		would := strings.Join(append([]string{"gpusph", c.Command, "runs/DamBreak3D_2026-11-21T15-04-05"},
			more...), " ")
		return "", nil, cli.UsageError(fmt.Errorf("gpusph %s takes one run directory, but there are %d; "+
			"use %s", c.Command, c.Flags.NArg(), would))
	}
	dir = c.Flags.Arg(0)
	return dir, Of(dir), nil
}

// OnlyParticles is OnlyDir of a command that reads runs of particles only.
func OnlyParticles(c *cli.Config) (string, error) {
	dir, k, err := OnlyDir(c)
	if err == nil && k.Refuse != nil {
		err = cli.UsageError(k.Refuse(dir, c.Command))
	}
	return dir, err
}

// ReportOptions are those of the command report.
type ReportOptions struct {
	HTML, JSON, Window string
	Force              bool
}

// Report is what runs were like.
type Report interface {
	// Make finds out what is told. The runs have been read before.
	Make(ctx context.Context) error
	JSON() any
	Page(w io.Writer) error
	Text(b *strings.Builder)
}

// CompareOptions are those of the command compare.
type CompareOptions struct {
	JSON       string
	TablesOnly bool
	Force      bool
}

// Names are the keys of two maps, as options of two runs, each once and sorted.
func Names[T any](a, b map[string]T) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}

// Comparison is in what two runs differ.
type Comparison interface {
	JSON() any
	Text(b *strings.Builder)
	Differ() string // what differs, in a few words; "" is nothing
}
