// Package picture is the commands that draw snapshots of a run: picture one of them, render frames
// and a movie.
package picture

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/option"
	"gpusph/output"
)

// options are those of the command picture.
type options struct {
	look
	time  float64 // [s]; NaN is the last
	to    string
	force bool
}

func (o *options) table() option.Table {
	return append(o.look.table(),
		option.When("time", "simulated `time` [s]; the snapshot nearest to it is drawn "+
			"(default the last)", "without it, the last snapshot is drawn", &o.time),
		option.Text("to", "`file` to be written (default in the run directory, and named after "+
			"what it shows)", &o.to),
		option.Switch("force", "replace that file whatever it is; an older picture is replaced anyway",
			&o.force),
	)
}

const about = `Draws a snapshot of a run, which must have been kept as vtk (as by default) or msgpack, with the field that is drawn. Of a flow on a grid it draws the section through the middle, across the view.`

// Run is the command picture, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("picture", about, "The picture", (*options).table, draw)

func draw(_ context.Context, c *cli.Config, o *options) error {
	dir, k, err := kinds.OnlyDir(c)
	if err != nil {
		return err
	}
	if o.to != "" && !strings.EqualFold(filepath.Ext(o.to), ".png") {
		return cli.UsageError(fmt.Errorf("--to is %q, but pictures are PNG; use a name that ends in .png",
			o.to))
	}
	a, err := o.look.draw(k, dir)
	if err != nil {
		return cli.UsageError(err)
	}
	still, err := a.Still(o.time)
	if err != nil {
		return cli.UsageError(err)
	}
	to := o.to
	if to == "" {
		to = filepath.Join(dir, still.File)
	}
	if err := cli.CheckRemade("to", to, output.KindPicture, o.force); err != nil {
		return cli.UsageError(err)
	}
	if err := output.SaveFile(to, still.Write); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cli.Stdout, "%s, %s\n", still.About, to)
	return err
}
