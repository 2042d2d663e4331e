package gridrun

import (
	"context"
	"fmt"
	"os"
	"strings"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/internal/measure"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
)

// benchFile is what bench --json writes.
type benchFile struct {
	output.Head
	output.Origin
	Problem   string  `json:"problem"`
	Method    string  `json:"method"`
	Precision string  `json:"precision"`
	Timing    *Timing `json:"timing"`
	Copy      float64 `json:"copy_bandwidth_bytes_per_second"`
	// what a cell moves at least in an iteration of the pressure or, without a pressure, in a step
	Least  float64 `json:"bytes_per_cell"`
	OfCopy float64 `json:"of_copy_bandwidth"` // may exceed 1 where caches hold the flow
	Flops  float64 `json:"flops_per_second"`  // 0 where they are not counted
}

var benchHead = output.NewHead("grid-bench", 2)

// Bench times a flow on a grid without output.
func Bench(ctx context.Context, args cli.Line) error {
	var k clock
	g, f, names, json, err := prepare(args, "bench", cli.Group{Title: "Timing", Options: k.table()},
		cli.GridDeviceOptions)
	if g == nil || err != nil {
		return err
	}
	b := &benchFile{Head: benchHead, Origin: cli.Origin(nil), Problem: f.Name,
		Method: f.Equations.Method(g.Solver), Precision: f.Precision.String()}
	b.Timing, err = k.timed(ctx, g, f, names, func(_ grid.Simulator, s *gpu.System) (err error) {
		b.Copy, err = measure.CopyBandwidth(s.Devices[0])
		return err
	})
	if err != nil {
		return err
	}
	b.compare(f.Cost(g.Solver), f.Precision, cli.DistinctDevices(names))
	if !g.Quiet {
		if err := cli.WriteAll(cli.Stdout, b.write); err != nil {
			return err
		}
	}
	return output.SaveJSON(json, b)
}

// compare tells how much of what devices can do they do.
func (b *benchFile) compare(c grid.Cost, p grid.Precision, devices int) {
	rate := b.Timing.Mcups
	if b.Timing.PerStep > 0 {
		rate = b.Timing.PerSecond
	}
	b.Least = c.Moved * float64(p.Bytes())
	b.OfCopy = rate * 1e6 * b.Least / b.Copy / float64(devices)
	b.Flops = b.Timing.Mcups * 1e6 * c.Flops
}

// noEarlier refuses to continue a run with a command that runs none.
func noEarlier(string) ([]string, error) {
	return nil, fmt.Errorf("--resume is an option of run; leave it out")
}

// prepare reads the command line of a command that has options of its own and --json, makes the
// flow and names its devices. It prints what is not as it was asked for. Where help is asked for
// there is no config.
func prepare(args cli.Line, command string, own cli.Group, with []string) (g *cli.GridConfig,
	f *grid.Flow, names []string, json string, err error) {
	own.Options = append(own.Options, option.Text("json", "`file` to write the result to", &json))
	g, err = cli.BeginGrid(args, cli.Syntax{Command: command, Own: []cli.Group{own}}, with, noEarlier)
	if g == nil {
		return nil, nil, nil, "", err
	}
	if err = cli.CheckFile("json", json); err == nil {
		f, err = g.Flow()
	}
	if err != nil {
		return nil, nil, nil, "", cli.UsageError(err)
	}
	names, why, err := g.Devices(nil)
	if err != nil {
		return nil, nil, nil, "", err
	}
	if why != "" {
		cli.NewScreen(os.Stderr, g.Quiet).Line(why)
	}
	if err := checkRoom(g, f, names, len(names)); err != nil {
		return nil, nil, nil, "", cli.UsageError(err)
	}
	return g, f, names, json, nil
}

// write prints the result.
func (b *benchFile) write(w *strings.Builder) {
	t := b.Timing
	fmt.Fprintf(w, "%s, %s cells (%s), %s, %s precision, on %s\n\n", b.Problem,
		text.Thousands(t.Cells[0]*t.Cells[1]*t.Cells[2]), shape(t.Cells), b.Method, b.Precision,
		strings.Join(t.Devices, ", "))
	spread := "one timing; a --repeat of more shows by how much timings differ"
	if t.Spread > 0 {
		spread = fmt.Sprintf("within %s of each other", text.Percent(t.Spread))
	}
	rows := [][]string{
		{"step", milliseconds(t.Step), spread},
		{"speed", text.Digits(t.Mcups) + " MCUPS", "million cells times steps a second"},
	}
	per := "a step"
	if t.PerStep > 0 {
		per = "an iteration"
		rows = append(rows, []string{"iterations", one(t.PerStep) + " a step",
			one(t.PerSolve) + " a solve"}, []string{"speed of iterations",
			text.Digits(t.PerSecond) + " MCUPS",
			"million cells times iterations a second, with all else in the step"})
	}
	rows = append(rows, []string{"memory", text.Percent(b.OfCopy), fmt.Sprintf("of copies at %s "+
		"GB/s, by the %.0f bytes that a cell moves at least in %s", text.Digits(b.Copy/1e9), b.Least,
		per)})
	if b.Flops > 0 {
		rows = append(rows, []string{"computation", text.Digits(b.Flops/1e9) + " GFLOP/s", ""})
	}
	if t.PerStep > 0 {
		rows = append(rows, []string{"divergence", fmt.Sprintf("%.1e", t.Divergence),
			"of U/Δx after the last solve"})
	}
	text.AlignRows(w, rows, "lll")
}
