package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"gpusph/gpu"
	"gpusph/problems"
)

func listProblems(_ context.Context, args arguments) error {
	if err := noWords("problems", args.words); err != nil {
		return err
	}
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "problem\tdeltap [m]\t")
	for _, create := range problems.All {
		p := create()
		fmt.Fprintf(w, "%s\t%g\t%s\n", p.Name(), p.DeltaP(), p.Summary())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(stdout, "\ngpusph help NAME lists a problem's own options.")
	return nil
}

func listDevices(ctx context.Context, args arguments) error {
	if err := noWords("devices", args.words); err != nil {
		return err
	}
	all, err := unlessInterrupted(ctx, func() (gpu.Inventory, error) { return gpu.TakeInventory(), nil })
	if err != nil {
		return err
	}
	return all.Write(stdout)
}

func printVersion(_ context.Context, args arguments) error {
	if err := noWords("version", args.words); err != nil {
		return err
	}
	return writeVersion(stdout)
}
