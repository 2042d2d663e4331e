package run

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gpusph/gpu"
	"gpusph/internal/cli"
	"gpusph/internal/mpi"
	"gpusph/output"
	"gpusph/sph"
)

// accompany computes with the devices of this process what the first one asks for, which writes all files and says all there is to say.
func accompany(ctx context.Context, args cli.Line, world *mpi.World) error {
	signal.Ignore(syscall.SIGUSR1) // as mpirun passes it on; the first process makes a checkpoint
	err := computeFor(ctx, args, world)
	if err != nil {
		world.Fail(fmt.Errorf("process %d: %w", world.Rank(), err))
	}
	if advice, lost := world.Advice(); lost {
		fmt.Fprintf(os.Stderr, "gpusph: %s; %s\n", cli.OneLine(err), advice)
	}
	return err
}

// tellApart tells why this process cannot join the others. Where none can, the first tells it, and that ends all.
func tellApart(err error) {
	if rank := mpi.Start().Rank; rank > 0 {
		time.Sleep(2 * time.Second)
		host, _ := os.Hostname()
		fmt.Fprintf(os.Stderr, "gpusph: process %d on %s: %s\n", rank, host, cli.OneLine(err))
	}
}

func computeFor(ctx context.Context, args cli.Line, world *mpi.World) error {
	c, err := cli.Begin(args, cli.RunSyntax())
	if c == nil {
		return err
	}
	flow, names, _, err := c.Prepare(ctx)
	if err != nil {
		return err
	}
	system, err := gpu.Open(names, gpuOptions(c, world))
	if err != nil {
		return err
	}
	defer system.Close()
	options := c.Simulation(system, nil, flow.End)
	options.SampleInterval, options.CaptureInterval = c.SampleEvery(flow.End), c.CaptureInterval(flow.End)
	options.Processes = world
	var queue *output.Queue
	if c.Pieces {
		keep, err := c.Keep()
		if err != nil {
			return err
		}
		queue = output.NewQueue(mayWait(gpu.ReadHostMemory().Free, flow.Params.CaptureBytes()*flow.Particles.Len()))
		options.Part = func(c *sph.Capture) error {
			return queue.Go(func() error { return writePiece(world, &keep, c) })
		}
	}
	sim, err := sph.New(flow, options)
	if err != nil {
		return err
	}
	err = sim.Follow()
	if queue != nil {
		err = outcome(err, queue.Close())
	}
	return err
}

// gpuOptions are how devices are opened. Those of several processes have names that tell of which they are.
func gpuOptions(c *cli.Config, world *mpi.World) gpu.Options {
	o := c.GPUOptions()
	if world != nil {
		o.Prefix = fmt.Sprintf("%d/", world.Rank())
	}
	return o
}
