package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/gpu"
	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/sph"
)

// begin parses the arguments of a command. Where these ask for help or the version
// only, it prints that, and there is no config.
func begin(args arguments, s syntax) (*config, error) {
	c, err := parse(args, s)
	switch {
	case err != nil:
		return nil, usageError(err)
	case c.version:
		return nil, writeVersion(stdout)
	case c.help:
		return nil, writeAll(stdout, c.writeHelp)
	}
	return c, nil
}

// parse reads the options of a command. The problem's are known only when the problem
// is, so all problems' options are read first, for what they are called.
func parse(args arguments, s syntax) (*config, error) {
	everything := newFlags()
	first := &config{syntax: s, commands: args.commands}
	for _, g := range first.groups() {
		everything.AddFlagSet(g.flags)
	}
	owners := map[string][]string{} // by option: the problems that have it
	for _, create := range problems.All {
		p, f := create(), newFlags()
		p.Flags(f)
		f.VisitAll(func(f *pflag.Flag) {
			owners[f.Name] = append(owners[f.Name], p.Name())
			if everything.Lookup(f.Name) == nil {
				everything.VarPF(unread{}, f.Name, "", f.Usage).NoOptDefVal = f.NoOptDefVal
			}
		})
	}
	words, err := normalise(args.words, everything, func(typed, name string) error { return first.unknown(typed, name, everything) })
	if err != nil {
		return nil, err
	}
	if err := everything.Parse(words); err != nil {
		return nil, sentence(err)
	}
	if everything.NArg() > 0 {
		return nil, fmt.Errorf("%q is not an option; options begin with --, as in --problem DamBreak3D", everything.Arg(0))
	}
	if first.version {
		return first, nil
	}
	c := &config{flags: newFlags(), syntax: s, commands: args.commands}
	for _, g := range c.groups() {
		c.flags.AddFlagSet(g.flags)
	}
	switch {
	case first.problem != "":
		if c.flow, err = problems.Find(first.problem); err != nil {
			return nil, fmt.Errorf("--problem: %w", err)
		}
		c.flow.Flags(c.flags)
	case first.help:
		return first, nil
	default:
		return nil, fmt.Errorf("no problem is named; --problem %s would do, and gpusph problems lists them all", problems.All[0]().Name())
	}
	everything.Visit(func(f *pflag.Flag) {
		if c.flags.Lookup(f.Name) == nil && err == nil {
			err = fmt.Errorf("--%s is an option of %s; %s has none of that name, and gpusph help %s lists those it has",
				f.Name, text.Or(owners[f.Name]), c.flow.Name(), c.flow.Name())
		}
	})
	if err != nil {
		return nil, err
	}
	if err := c.flags.Parse(words); err != nil {
		return nil, sentence(err)
	}
	if c.help {
		return c, nil
	}
	return c, c.check()
}

// unread takes any value and forgets it.
type unread struct{}

func (unread) Set(string) error { return nil }
func (unread) String() string   { return "" }
func (unread) Type() string     { return "value" }

// setup makes the case that the options ask for, if the host has room for it.
func (c *config) setup() (*sph.Case, error) {
	if err := c.checkMemory(gpu.ReadHostMemory(), nil, nil); err != nil {
		return nil, err
	}
	flow, err := c.flow.Setup(c.deltap)
	if err != nil {
		return nil, err
	}
	p := &flow.Params
	p.Dt, p.RebuildEvery = c.dt, c.rebuildEvery
	if c.skin > 0 {
		p.Skin = c.skin * p.H
	}
	if c.splitAxis != "" {
		p.SplitAxis = sph.Axis(strings.Index("xyz", c.splitAxis))
	}
	if c.tend > 0 {
		flow.End = c.tend
	}
	return flow, flow.Check()
}

// prepare makes the flow and names the devices that the options ask for; why says
// what is not as it was asked for.
func (c *config) prepare(ctx context.Context) (flow *sph.Case, names []string, why string, err error) {
	gpus, reason := gpu.GPUs()
	if names, why, err = c.deviceNames(len(gpus), reason); err == nil {
		err = c.checkMemory(gpu.ReadHostMemory(), names, gpus)
	}
	if err == nil {
		flow, err = unlessInterrupted(ctx, c.setup)
	}
	return flow, names, why, ofUser(err)
}

// parseOwn reads the options of a command that takes none but its own.
func parseOwn(args arguments, s syntax) (*pflag.FlagSet, error) {
	c := config{syntax: s, commands: args.commands}
	flags := s.own[0].flags
	words, err := normalise(args.words, flags, func(typed, name string) error { return c.unknown(typed, name, flags) })
	if err != nil {
		return nil, usageError(err)
	}
	if err := flags.Parse(words); err != nil {
		return nil, usageError(sentence(err))
	}
	return flags, nil
}
