// Package bench is the command that times a flow.
package bench

import (
	"context"
	"errors"
	"os"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/measure"
	"gpusph/internal/option"
	"gpusph/output"
)

// options are those of the command bench beyond a run's.
type options struct {
	measure.Options
	json    string
	compare string               // file of an earlier result
	earlier *measure.Measurement // what it has, or nil
}

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "bench", Own: []cli.Group{{Title: "Timing", Options: o.table()}},
		Without: append([]string{"tend", "maxiter", "dir", "force"}, cli.SnapshotOptions...)}
}

func (o *options) table() option.Table {
	return option.Table{
		cli.Warmup("steps before the clock is started", option.Default(&o.Warmup, 30)),
		cli.Steps("steps that are timed, at least", option.Default(&o.Steps, 200)),
		cli.Repeat("how often they are timed, one after the other", &o.Repeat),
		cli.From(&o.From),
		option.Number("list-ends", "neighbour lists, after the steps that are timed, of which it prints "+
			"what ended them: the plan, or a skin used up by spray, at walls or inside the fluid",
			0, 100_000, "50 show what is usual", &o.ListEnds),
		option.Text("json", "`file` to write the result to, for --compare", &o.json),
		option.Text("compare", "`file` of an earlier result to compare with", &o.compare),
	}
}

// Run is the command bench, and Syntax what it takes.
var Run, Syntax = cli.Reads((*options).syntax, bench)

func bench(ctx context.Context, c *cli.Config, o *options) (err error) {
	if err := cli.CheckFile("json", o.json); err != nil {
		return cli.UsageError(err)
	}
	if o.compare != "" {
		if o.earlier, err = measure.Read(o.compare); err != nil {
			return cli.UsageError(err)
		}
		o.Check = o.fits
	}
	flow, names, why, err := c.Prepare(ctx, nil)
	if err != nil {
		return err
	}
	flow.GoOn()
	if why != "" {
		cli.NewScreen(os.Stderr, c.Quiet).Line(why)
	}
	o.Limits = true
	on := measure.Place{Devices: names, GPU: c.GPUOptions(), Policy: c.Policy(), New: c.New}
	m, err := cli.UnlessInterrupted(ctx, func() (measure.Measurement, error) {
		return measure.Time(ctx, flow, on, o.Options)
	})
	if err != nil {
		return err
	}
	if !c.Quiet {
		err = cli.WriteAll(cli.Stdout, func(b *strings.Builder) {
			m.Write(b)
			if o.earlier != nil {
				m.WriteChanges(b, o.earlier, o.compare)
			}
		})
	}
	return errors.Join(err, output.SaveJSON(o.json,
		measure.File{Head: measure.FileHead, Measurement: m}))
}

// fits refuses a measurement that cannot be compared with the earlier one.
func (o *options) fits(m *measure.Measurement) error {
	if err := m.SameAs(o.earlier, o.compare); err != nil {
		return cli.UsageError(err)
	}
	return nil
}
