package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"gpusph/gpu"
	"gpusph/internal/mpi"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// Join runs a command in all processes that were started together: lead in the first, which writes
// all files and says all there is to say, and follow in the others. One that is alone leads without
// others.
func Join(lead, follow func(*mpi.World) error) error {
	world, err := mpi.Join()
	switch {
	case err != nil:
		tellApart(err)
		return err
	case world == nil:
		return lead(nil)
	case world.Rank() > 0:
		err = accompany(world, follow)
	default:
		err = lead(world)
	}
	world.Leave()
	return err
}

// accompany computes with the devices of this process what the first one asks for.
func accompany(world *mpi.World, follow func(*mpi.World) error) error {
	signal.Ignore(syscall.SIGUSR1) // as mpirun passes it on; the first process makes a checkpoint
	err := follow(world)
	if err != nil && !errors.As(err, new(mpi.Disagreement)) {
		world.Fail(fmt.Errorf("process %d: %w", world.Rank(), err))
	}
	if advice, lost := world.Advice(); lost {
		fmt.Fprintf(os.Stderr, "gpusph: %s; %s\n", OneLine(err), advice)
	}
	return err
}

// tellApart tells why this process cannot join the others. Where none can, the first tells it, and
// that ends all.
func tellApart(err error) {
	if rank := mpi.Start().Rank; rank > 0 {
		time.Sleep(2 * time.Second)
		host, _ := os.Hostname()
		fmt.Fprintf(os.Stderr, "gpusph: process %d on %s: %s\n", rank, host, OneLine(err))
	}
}

// Open reads the command line of a process that follows another, makes the flow, and opens the
// devices of this process. Where help was asked for there is no config.
func Open(ctx context.Context, args Line, s Syntax, world *mpi.World) (c *Config, flow *sph.Case,
	system *gpu.System, err error) {
	if c, err = Begin(args, s); c == nil {
		return nil, nil, nil, err
	}
	if err := c.Agree(world); err != nil {
		return nil, nil, nil, err
	}
	flow, _, _, openDevices, err := c.PrepareToRun(ctx, world)
	if err != nil {
		return nil, nil, nil, err
	}
	if system, err = openDevices(); err != nil {
		return nil, nil, nil, err
	}
	return c, flow, system, nil
}

// ofEachProcess are the options that processes may have different values of: their own devices, and
// the path of a case file, whose contents are compared when the flow is made.
var ofEachProcess = []string{"devices", "gpus", "quiet", "case"}

// Agree returns an error if a process has other options than the first one, whose files, steps and
// results are those of all.
func (c *Config) Agree(world *mpi.World) error {
	if world == nil {
		return nil
	}
	own := c.values()
	text, err := json.Marshal(own)
	if err != nil {
		return err
	}
	err = world.Agree(text, func(first []byte) error {
		var theirs map[string]string
		if err := json.Unmarshal(first, &theirs); err != nil {
			return fmt.Errorf("cannot read the options of process 0: %w", err)
		}
		return sameOptions(theirs, own)
	})
	if errors.As(err, new(mpi.Disagreement)) {
		return UsageError(err)
	}
	return err
}

// values are those of all options that processes share, by name.
func (c *Config) values() map[string]string {
	all := map[string]string{}
	c.Flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(ofEachProcess, f.Name) {
			all[f.Name] = f.Value.String()
		}
	})
	return all
}

// sameOptions compares the options of another process with those of process 0.
func sameOptions(first, own map[string]string) error {
	names := maps.Clone(first)
	maps.Copy(names, own)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if said := [2]string{withValue(name, own), withValue(name, first)}; said[0] != said[1] {
			return fmt.Errorf("has %s, but process 0 has %s; the same options in all processes are "+
				"needed, except for --devices and --gpus", said[0], said[1])
		}
	}
	return nil
}

// withValue is an option with its value, as on a command line.
func withValue(name string, all map[string]string) string {
	value, known := all[name]
	switch {
	case !known || value == "false" || value == "":
		return "no --" + name
	case value == "true":
		return "--" + name
	}
	return "--" + name + " " + value
}

// GPUOptionsOf is how devices are opened. Those of several processes have names that tell of which
// they are.
func (c *Config) GPUOptionsOf(world *mpi.World) gpu.Options {
	o := c.GPUOptions()
	if world != nil {
		o.Prefix = fmt.Sprintf("%d/", world.Rank())
	}
	return o
}

// LinkSummaries are links between processes as files and reports have them.
func LinkSummaries(links []exchange.Link) (all []output.LinkSummary) {
	for _, l := range links {
		all = append(all, output.LinkSummary{
			Between: l.Between, Transport: l.Transport.String(), Latency: l.Latency, Bandwidth: l.Bandwidth,
		})
	}
	return all
}
