// Package picture is the commands that draw snapshots of a run: picture one of them, render frames
// and a movie.
package picture

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/grid/gridfile"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
	"gpusph/sph"
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

// Syntax is what the command picture takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	return cli.OwnSyntax("picture", about, "The picture", o.table())
}

const about = `Draws a snapshot of a run, which must have been kept as vtk (as by default) or msgpack, with the field that is drawn. Of a flow on a grid it draws the section through the middle, across the view.`

// Run is the command picture.
func Run(_ context.Context, args cli.Line) error {
	var o options
	c, err := cli.BeginOwn(args, o.syntax())
	if c == nil {
		return err
	}
	dir, err := c.OnlyDir()
	if err != nil {
		return err
	}
	if o.to != "" && !strings.EqualFold(filepath.Ext(o.to), ".png") {
		return cli.UsageError(fmt.Errorf("--to is %q, but pictures are PNG; use a name that ends in .png",
			o.to))
	}
	if gridfile.IsRun(dir) {
		return o.drawGrid(dir)
	}
	return o.draw(dir)
}

// draw draws the snapshot of a run directory.
func (o *options) draw(dir string) error {
	a, err := o.look.prepare(dir)
	if err != nil {
		return cli.UsageError(err)
	}
	s, err := output.FindSnapshot(dir, o.time, o.Field.Needs()...)
	if err == nil {
		err = a.beginWith(s)
	}
	if err != nil {
		return cli.UsageError(err)
	}
	to := o.to
	if to == "" {
		to = filepath.Join(dir, o.name(a.limits, s))
	}
	if err := cli.CheckRemade("to", to, output.KindPicture, o.force); err != nil {
		return cli.UsageError(err)
	}
	img, err := a.paint(s)
	if err == nil {
		err = output.SaveFile(to, func(w io.Writer) error { return pictures.Encode(w, img) })
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(cli.Stdout, "%s, at %.4g s, %s\n", s.Case.Name, s.Time, to)
	return nil
}

// name is that of the file of a picture: the field, the view, what differs from the defaults, and
// the time.
func (o *options) name(limits [2]float64, s *sph.Snapshot) string {
	parts := []string{"picture", pictures.Fields[o.Field], o.viewName(pictures.Flat(s))}
	end := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return text.Exact(x)
	}
	if o.surface {
		parts = append(parts, "surface")
	}
	if o.Walls != 0 {
		parts = append(parts, pictures.WallNames[o.Walls]+"-walls")
	}
	if o.Cut > 0 {
		parts = append(parts, "cut"+text.Exact(o.Cut))
	}
	if o.region != "" {
		parts = append(parts, "region"+strings.ReplaceAll(strings.ReplaceAll(o.region, " ", ""),
			",", "_"))
	}
	if o.limits != "" {
		parts = append(parts, end(limits[0])+"to"+end(limits[1]))
	}
	if o.size != "" && o.size != usualSize {
		parts = append(parts, o.size)
	}
	if o.Plain {
		parts = append(parts, "plain")
	}
	decimals := 4 // times of some snapshots are later than 10 s
	for x := s.Time; x > 0 && x < 0.1 && decimals < 9; x *= 10 {
		decimals++
	}
	at := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(s.Time, 'f', decimals, 64), "0"),
		".")
	return strings.Join(append(parts, at+"s.png"), "_")
}

// viewName is what a file is named after where the eye is. A flow in two dimensions is seen from
// the front unless another view is asked for.
func (l *look) viewName(flat bool) string {
	if l.From != nil {
		return fmt.Sprintf("%g_%g", l.From.Azimuth, l.From.Elevation)
	}
	if flat && l.View == pictures.Oblique {
		return pictures.Views[pictures.Front]
	}
	return pictures.Views[l.View]
}
