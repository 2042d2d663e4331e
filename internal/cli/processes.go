package cli

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gpusph/gpu"
	"gpusph/internal/mpi"
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

// GPUOptionsOf is how devices are opened. Those of several processes have names that tell of which they are.
func (c *Config) GPUOptionsOf(world *mpi.World) gpu.Options {
	o := c.GPUOptions()
	if world != nil {
		o.Prefix = fmt.Sprintf("%d/", world.Rank())
	}
	return o
}
