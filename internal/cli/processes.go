package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gpusph/gpu"
	"gpusph/internal/mpi"
	"gpusph/sph"
)

// Join runs a command in all processes that were started together: lead in the first, which writes all files and says all there is to say,
// and follow in the others. One that is alone leads without others.
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
	if err != nil {
		world.Fail(fmt.Errorf("process %d: %w", world.Rank(), err))
	}
	if advice, lost := world.Advice(); lost {
		fmt.Fprintf(os.Stderr, "gpusph: %s; %s\n", OneLine(err), advice)
	}
	return err
}

// tellApart tells why this process cannot join the others. Where none can, the first tells it, and that ends all.
func tellApart(err error) {
	if rank := mpi.Start().Rank; rank > 0 {
		time.Sleep(2 * time.Second)
		host, _ := os.Hostname()
		fmt.Fprintf(os.Stderr, "gpusph: process %d on %s: %s\n", rank, host, OneLine(err))
	}
}

// Open reads the command line of a process that follows another, makes the flow, and opens the devices of this process. Where help was asked
// for there is no config.
func Open(ctx context.Context, args Line, s Syntax, world *mpi.World) (c *Config, flow *sph.Case, system *gpu.System, err error) {
	if c, err = Begin(args, s); c == nil {
		return nil, nil, nil, err
	}
	flow, names, _, err := c.Prepare(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	system, err = gpu.Open(names, c.GPUOptionsOf(world))
	if err != nil {
		return nil, nil, nil, err
	}
	return c, flow, system, nil
}

// GPUOptionsOf is how devices are opened. Those of several processes have names that tell of which they are.
func (c *Config) GPUOptionsOf(world *mpi.World) gpu.Options {
	o := c.GPUOptions()
	if world != nil {
		o.Prefix = fmt.Sprintf("%d/", world.Rank())
	}
	return o
}
