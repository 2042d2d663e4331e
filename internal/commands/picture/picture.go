// Package picture is the command that draws a snapshot of a run.
package picture

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/cli"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
)

// options are those of the command picture.
type options struct {
	field, view string
	time        float64 // [s]; NaN is the last
	most        float64 // of the scale; 0 finds it
	to          string
	force, help bool
}

func (o *options) register(f *pflag.FlagSet) {
	f.StringVar(&o.field, "field", "speed", "`what` the colours mean: "+text.Or(pictures.Fields))
	f.StringVar(&o.view, "view", "oblique", "`where` the flow is seen from: "+text.Or(pictures.Views))
	f.Float64Var(&o.time, "time", math.NaN(), "simulated `time` [s]; the snapshot nearest to it is drawn (default the last)")
	f.Float64Var(&o.most, "max", 0, "end of the scale [m/s] or [Pa], so that pictures can be compared (default near the highest)")
	f.StringVar(&o.to, "to", "", "`file` to be written (default in the run directory, and named after what it shows)")
	f.BoolVar(&o.force, "force", false, "replace that file if it is there")
	f.BoolVarP(&o.help, "help", "h", false, "print this")
}

// Syntax is what the command picture takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	flags := cli.FlagsOf(o.register)
	flags.Lookup("time").DefValue = "0" // help has it in words
	return cli.Syntax{Command: "picture", Own: []cli.Group{{Title: "The picture", Flags: flags}}, Alone: true}
}

const usage = `Draws a snapshot of a run, which must have been kept as vtk (as by default) or msgpack.

Usage:
    gpusph picture DIR [options]

`

// Run is the command picture.
func Run(_ context.Context, args cli.Line) error {
	var o options
	flags, err := cli.ParseOwn(args, o.syntax())
	if err != nil {
		return err
	}
	if o.help {
		fmt.Fprint(cli.Stdout, usage+flags.FlagUsages())
		return nil
	}
	if flags.NArg() != 1 {
		return cli.UsageError(fmt.Errorf("gpusph picture takes one run directory, but there are %d; gpusph picture runs/DamBreak3D_2026-11-21T15-04-05 would do", flags.NArg()))
	}
	if err := o.check(); err != nil {
		return cli.UsageError(err)
	}
	return o.draw(flags.Arg(0))
}

// check returns the first option that is none of what it could be.
func (o *options) check() error {
	for _, v := range []struct {
		name, value string
		values      []string
	}{{"field", o.field, pictures.Fields}, {"view", o.view, pictures.Views}} {
		if !slices.Contains(v.values, v.value) {
			return fmt.Errorf("--%s is %q, but must be %s", v.name, v.value, text.Or(v.values))
		}
	}
	switch {
	case o.time < 0 || math.IsInf(o.time, 0):
		return fmt.Errorf("--time is %g, but must be at least 0; without it, the last snapshot is drawn", o.time)
	case !(o.most >= 0) || math.IsInf(o.most, 0):
		return fmt.Errorf("--max is %g, but must be more than 0; without it, the scale ends near the highest value", o.most)
	case o.to != "" && !strings.EqualFold(filepath.Ext(o.to), ".png"):
		return fmt.Errorf("--to is %q, but pictures are PNG; a name that ends in .png would do", o.to)
	}
	return nil
}

// draw draws the snapshot of a run directory.
func (o *options) draw(dir string) error {
	s, err := output.FindSnapshot(dir, o.time)
	if err != nil {
		return cli.UsageError(err)
	}
	to := o.to
	if to == "" {
		to = filepath.Join(dir, fmt.Sprintf("picture_%s_%s_%.4gs.png", o.field, o.view, s.Time))
	}
	if _, err := os.Stat(to); err == nil && !o.force {
		return cli.UsageError(fmt.Errorf("%s is there already; --force replaces it, and another --to leaves it alone", to))
	}
	if err := output.WriteFile(to, func(w io.Writer) error { return pictures.Draw(w, s, o.picture()) }); err != nil {
		return err
	}
	fmt.Fprintf(cli.Stdout, "%s, at %.4g s, %s\n", s.Case.Name, s.Time, to)
	return nil
}

// picture is how the snapshot is drawn.
func (o *options) picture() pictures.Options {
	return pictures.Options{
		Field: pictures.Field(slices.Index(pictures.Fields, o.field)),
		View:  pictures.View(slices.Index(pictures.Views, o.view)),
		Max:   o.most,
	}
}
