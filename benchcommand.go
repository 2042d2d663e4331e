package main

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/output"
)

// benchOptions are those of the command bench beyond a run's.
type benchOptions struct {
	measureOptions
	json string
}

// benchSyntax is what the command bench takes.
func benchSyntax() syntax { return new(benchOptions).syntax() }

func (o *benchOptions) syntax() syntax {
	return syntax{command: "bench", own: []group{{title: "Timing", flags: flagsOf(o.register)}}, without: append([]string{"tend", "maxiter", "dir", "force"}, ofSnapshots...)}
}

func (o *benchOptions) register(f *pflag.FlagSet) {
	f.IntVar(&o.warmup, "warmup", 30, "steps before the clock is started")
	f.IntVar(&o.steps, "steps", 200, "steps that are timed, at least")
	f.IntVar(&o.repeat, "repeat", 3, "how often they are timed, one after the other")
	f.Float64Var(&o.from, "from", 0, "simulated time to go to before [s]")
	f.StringVar(&o.json, "json", "", "`file` to write the result to, for --compare")
	f.StringVar(&o.compare, "compare", "", "`file` of an earlier result to compare with")
}

// bench is the command bench.
func bench(ctx context.Context, args arguments) error {
	var o benchOptions
	c, err := begin(args, o.syntax())
	if c == nil {
		return err
	}
	if err := c.within(o.timing()); err != nil {
		return usageError(err)
	}
	if err := checkFile("json", o.json); err != nil {
		return usageError(err)
	}
	if o.compare != "" {
		if o.earlier, err = readMeasurement(o.compare); err != nil {
			return usageError(err)
		}
	}
	flow, names, why, err := c.prepare(ctx)
	if err != nil {
		return err
	}
	flow.End = math.MaxFloat64 // so many steps are timed, wherever the problem ends
	if why != "" {
		newScreen(os.Stderr, c.quiet).line(why)
	}
	o.limits = true
	m, err := unlessInterrupted(ctx, func() (measurement, error) { return measure(ctx, flow, names, c.policy(), c, o.measureOptions) })
	if err != nil {
		return err
	}
	if !c.quiet {
		err = writeAll(stdout, func(b *strings.Builder) {
			m.write(b)
			if o.earlier != nil {
				m.writeChanges(b, o.earlier, o.compare)
			}
		})
	}
	if o.json != "" {
		err = errors.Join(err, output.WriteFile(o.json, func(w io.Writer) error { return output.WriteJSON(w, m) }))
	}
	return err
}
