// Package picture is the command that draws a snapshot of a run.
package picture

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gpusph/internal/cli"
	"gpusph/internal/option"
	"gpusph/output"
	pictures "gpusph/output/picture"
)

// options are those of the command picture.
type options struct {
	pictures.Options
	time        float64 // [s]; NaN is the last
	to          string
	force, help bool
}

func (o *options) table() option.Table {
	time := option.Number("time", "simulated `time` [s]; the snapshot nearest to it is drawn (default the last)", 0, 1e9, "without it, the last snapshot is drawn", option.Default(&o.time, math.NaN()))
	time.DefValue = "0" // help has it in words
	return option.Table{
		option.Choice("field", "`what` the colours mean: %s", pictures.Fields, &o.Field),
		option.Choice("view", "`where` the flow is seen from: %s", pictures.Views, &o.View),
		time,
		option.Number("max", "end of the scale [m/s] or [Pa], so that pictures can be compared (default near the highest)", 0, math.MaxFloat64, "without it, the scale ends near the highest value", &o.Max),
		option.Number("cut", "`part` of the domain that is left out, on the side from which it is seen, in oblique views above: 0.5 shows the inside of a pipe", 0, 0.99, "0.5 cuts through the middle", &o.Cut),
		option.Text("to", "`file` to be written (default in the run directory, and named after what it shows)", &o.to),
		option.Switch("force", "replace that file if it is there", &o.force),
		option.Switch("help", "print this", &o.help).Short("h"),
	}
}

// Syntax is what the command picture takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "picture", Own: []cli.Group{{Title: "The picture", Options: o.table()}}, Alone: true}
}

const usage = `Draws a snapshot of a run, which must have been kept as vtk (as by default) or msgpack, with the field that is drawn.

Usage:
    gpusph picture DIR [options]

`

// Run is the command picture.
func Run(_ context.Context, args cli.Line) error {
	var o options
	c, err := cli.ParseOwn(args, o.syntax())
	if err != nil {
		return err
	}
	flags := c.Flags
	if o.help {
		fmt.Fprint(cli.Stdout, usage+flags.FlagUsages())
		return nil
	}
	if flags.NArg() != 1 {
		return cli.UsageError(fmt.Errorf("gpusph picture takes one run directory, but there are %d; gpusph picture runs/DamBreak3D_2026-11-21T15-04-05 would do", flags.NArg()))
	}
	if o.to != "" && !strings.EqualFold(filepath.Ext(o.to), ".png") {
		return cli.UsageError(fmt.Errorf("--to is %q, but pictures are PNG; a name that ends in .png would do", o.to))
	}
	return o.draw(flags.Arg(0))
}

// draw draws the snapshot of a run directory.
func (o *options) draw(dir string) error {
	s, err := output.FindSnapshot(dir, o.time, o.Field.Needs()...)
	if err != nil {
		return cli.UsageError(err)
	}
	to := o.to
	if to == "" {
		to = filepath.Join(dir, fmt.Sprintf("picture_%s_%s_%.4gs.png", pictures.Fields[o.Field], pictures.Views[o.View], s.Time))
	}
	if _, err := os.Stat(to); err == nil && !o.force {
		return cli.UsageError(fmt.Errorf("%s is there already; --force replaces it, and another --to leaves it alone", to))
	}
	if err := output.WriteFile(to, func(w io.Writer) error { return pictures.Draw(w, s, o.Options) }); err != nil {
		return err
	}
	fmt.Fprintf(cli.Stdout, "%s, at %.4g s, %s\n", s.Case.Name, s.Time, to)
	return nil
}
