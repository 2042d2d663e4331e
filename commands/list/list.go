// Package list is the commands that only tell something: the flows, the devices, the version.
package list

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid/flows"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/problems"
	"gpusph/sph/exchange"
)

// Problems is the command problems, which lists the flows that can be simulated.
func Problems(_ context.Context, args cli.Line) error {
	if err := cli.NoWords("problems", args.Words); err != nil {
		return err
	}
	return cli.PrintWrapped(func(b *strings.Builder) {
		w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "problem\tdeltap [m]\t")
		for _, create := range problems.All {
			p := create()
			fmt.Fprintf(w, "%s\t%g\t%s\n", p.Name(), p.DeltaP(), p.Summary())
		}
		w.Flush()
		w = tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "\non a grid\tcells\t")
		for _, create := range flows.All {
			p := create()
			fmt.Fprintf(w, "%s\t%d\t%s\n", p.Name(), p.Cells(), p.Summary())
		}
		w.Flush()
		b.WriteString("\ngpusph NAME runs a problem, gpusph help NAME lists its own options, " +
			"and gpusph init NAME writes one of particles as a case file.\n")
	})
}

// Devices is the command devices, which lists the devices there are.
func Devices(ctx context.Context, args cli.Line) error {
	if err := cli.NoWords("devices", args.Words); err != nil {
		return err
	}
	return cli.Join(func(world *mpi.World) error { return devices(ctx, world) }, survey)
}

func devices(ctx context.Context, world *mpi.World) error {
	all, err := cli.UnlessInterrupted(ctx,
		func() (gpu.Inventory, error) { return gpu.TakeInventory(), nil })
	if err != nil {
		return err
	}
	if err := all.Write(cli.Stdout); err != nil {
		return err
	}
	found, err := mpi.Find()
	if err != nil {
		found = fmt.Sprintf("none, so one process computes a flow: %v", err)
	}
	if _, err = fmt.Fprintln(cli.Stdout, "\nMPI: "+found); err != nil || world == nil {
		return err
	}
	return survey(world)
}

// survey times the links between processes, whose devices are those that a run would have. The
// first process prints them.
func survey(world *mpi.World) error {
	c := new(cli.Config)
	names, _, err := c.Devices(world)
	if err != nil {
		return err
	}
	system, err := gpu.Open(names, c.GPUOptionsOf(world))
	if err != nil {
		return err
	}
	defer system.Close()
	links, note, err := exchange.Survey(world, system)
	if err != nil || world.Rank() > 0 {
		return err
	}
	var b strings.Builder
	b.WriteByte('\n')
	text.Align(&b, (&output.Summary{Links: cli.LinkSummaries(links)}).LinkTimes(), 1)
	if note != "" {
		fmt.Fprintf(&b, "The %s.\n", note)
	}
	_, err = fmt.Fprint(cli.Stdout, b.String())
	return err
}

// Version is the command version, which prints it.
func Version(_ context.Context, args cli.Line) error {
	if err := cli.NoWords("version", args.Words); err != nil {
		return err
	}
	return cli.WriteVersion(cli.Stdout)
}
