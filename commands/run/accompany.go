package run

import (
	"context"

	"gpusph/commands/cli"
	"gpusph/commands/running"
	"gpusph/gpu"
	"gpusph/internal/mpi"
	"gpusph/output"
	"gpusph/sph/engine"
	"gpusph/sph/measure"
)

// computeFor computes with the devices of this process what the first one asks for.
func computeFor(ctx context.Context, args cli.Line, world *mpi.World) error {
	c, flow, system, err := cli.Open(ctx, args, cli.RunSyntax(), world)
	if c == nil {
		return err
	}
	defer system.Close()
	options := c.Simulation(system, nil, flow.End)
	options.SampleInterval, options.CopyInterval = c.SampleEvery(flow.End), c.CaptureInterval(flow.End)
	options.Processes = world
	var queue *output.Queue
	if c.Pieces {
		keep, err := c.Keep()
		if err != nil {
			return err
		}
		queue = output.NewQueue(mayWait(gpu.ReadHostMemory().Free,
			flow.Params.StateCopyBytes()*flow.Particles.Len()))
		options.Part = func(c *measure.StateCopy) error {
			return queue.Go(func() error { return writePiece(world, &keep, c) })
		}
	}
	sim, err := engine.New(flow, options)
	if err != nil {
		return err
	}
	err = sim.Follow()
	if queue != nil {
		err = running.Outcome(err, queue.Close())
	}
	return err
}
