// Package bench is the command that times a flow.
package bench

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/cli"
	"gpusph/internal/measure"
	"gpusph/output"
)

// options are those of the command bench beyond a run's.
type options struct {
	measure.Options
	json string
}

// Syntax is what the command bench takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "bench", Own: []cli.Group{{Title: "Timing", Flags: cli.FlagsOf(o.register)}}, Without: append([]string{"tend", "maxiter", "dir", "force"}, cli.SnapshotOptions...)}
}

func (o *options) register(f *pflag.FlagSet) {
	f.IntVar(&o.Warmup, "warmup", 30, "steps before the clock is started")
	f.IntVar(&o.Steps, "steps", 200, "steps that are timed, at least")
	f.IntVar(&o.Repeat, "repeat", 3, "how often they are timed, one after the other")
	f.Float64Var(&o.From, "from", 0, "simulated time to go to before [s]")
	f.StringVar(&o.json, "json", "", "`file` to write the result to, for --compare")
	f.StringVar(&o.Compare, "compare", "", "`file` of an earlier result to compare with")
}

// Run is the command bench.
func Run(ctx context.Context, args cli.Line) error {
	var o options
	c, err := cli.Begin(args, o.syntax())
	if c == nil {
		return err
	}
	if err := c.Within(o.Timing()); err != nil {
		return cli.UsageError(err)
	}
	if err := cli.CheckFile("json", o.json); err != nil {
		return cli.UsageError(err)
	}
	if o.Compare != "" {
		if o.Earlier, err = measure.Read(o.Compare); err != nil {
			return cli.UsageError(err)
		}
	}
	flow, names, why, err := c.Prepare(ctx)
	if err != nil {
		return err
	}
	flow.End = math.MaxFloat64 // so many steps are timed, wherever the problem ends
	if why != "" {
		cli.NewScreen(os.Stderr, c.Quiet).Line(why)
	}
	o.Limits = true
	m, err := cli.UnlessInterrupted(ctx, func() (measure.Measurement, error) { return measure.Time(ctx, flow, names, c.Policy(), c, o.Options) })
	if err != nil {
		return err
	}
	if !c.Quiet {
		err = cli.WriteAll(cli.Stdout, func(b *strings.Builder) {
			m.Write(b)
			if o.Earlier != nil {
				m.WriteChanges(b, o.Earlier, o.Compare)
			}
		})
	}
	if o.json != "" {
		err = errors.Join(err, output.WriteFile(o.json, func(w io.Writer) error {
			return output.WriteJSON(w, measure.File{Head: measure.FileHead, Measurement: m})
		}))
	}
	return err
}
